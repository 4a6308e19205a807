"""Settings kept between runs of the app: the theme. Read before it starts, written by a thread."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from workbench.tui.themes import DEFAULT, SIXTEEN


@dataclass(frozen=True)
class Settings:
    """Remembered choices; with `path` None nothing is saved."""

    theme: str | None = None
    path: Path | None = None

    @classmethod
    def read(cls, path: Path | None = None) -> Settings:
        """Return the settings of the file, or defaults if it is missing or invalid."""
        place = path or default_path()
        try:
            text = place.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return cls(path=place)
        import json

        try:
            body = json.loads(text)
        except ValueError:
            return cls(path=place)
        theme = body.get("theme") if isinstance(body, dict) else None
        return cls(theme if isinstance(theme, str) else None, place)

    def save(self) -> None:
        """Write the file; if the disk refuses, the choice is just not remembered."""
        if self.path is None:
            return
        import json

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps({"theme": self.theme}) + "\n", encoding="utf-8")
        except OSError:
            return

    def theme_for(self, known: Collection[str], colours: str | None) -> str:
        """Return the remembered theme if it is known, else one that the terminal can show."""
        if self.theme in known:
            return str(self.theme)
        return SIXTEEN if colours == "standard" else DEFAULT


def default_path() -> Path:
    """Return `workbench/app.json` under the platform's user configuration directory."""
    from platformdirs import user_config_path

    return Path(user_config_path("workbench", appauthor=False)) / "app.json"
