"""A dialog for a path with completion: `tab` completes as far as all names agree, and lists them below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

from workbench.escaping import one_line
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.widgets.ink import Line, Piece
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

SHOWN = 8
"""Most names listed at once."""


class PathDialog(LineDialog):
    """A dialog that closes with a path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete", show=False, priority=True)
    ]

    _entered = False
    """Whether enter was pressed while the path was being completed."""

    def body(self) -> Iterable[Widget]:
        """Return the field above its possible completions."""
        yield from super().body()
        offers = LineView(Text(gutter=False), id="offers", focusable=False)
        offers.display = False
        yield offers

    def entered(self, value: str | None) -> None:
        """Take the path, once it is completed: enter after tab is meant for the completed path."""
        self._entered = any(each.group == "complete" for each in self.unanswered.values())
        if not self._entered:
            self.take(value)

    def take(self, value: str | None) -> None:
        """Close with the path."""
        self.dismiss(value)

    def action_complete(self) -> None:
        """Complete the typed text."""
        typed = self.query_one("#line", Input).value

        def run(_env: Any) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.transcript_files.path_completion import common, completions

            offered = completions(typed)
            return offered, common(offered, typed)

        self.ask(("complete", typed), run, group="complete")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Extend the text as far as all names agree; list them if that is not enough."""
        field = self.query_one("#line", Input)
        if request != ("complete", field.value):
            return
        offered, whole = value
        if not offered:
            self.warn("No folder and no transcript begins like that.")
        field.value = whole
        field.cursor_position = len(whole)
        lines = self.query_one("#offers", LineView)
        lines.display = len(offered) > 1
        shown: list[Line] = [(Piece(one_line(_name(each)), "dim"),) for each in offered[:SHOWN]]
        if len(offered) > SHOWN:
            shown.append((Piece(f"and {len(offered) - SHOWN} more", "dim"),))
        lines.styles.height = len(shown)
        lines.show(lambda _width: shown)
        if self._entered:
            self.entered(whole)


class TriedPathDialog(PathDialog):
    """A path dialog that stays open until the path was used successfully; then it closes without a result."""

    def __init__(
        self,
        title: str,
        prompt: str,
        act: Callable[[str, Callable[[], None]], None],
        *,
        example: str,
        hint: str,
    ) -> None:
        """Create the dialog; `act` receives the path, and a function to call after success."""
        super().__init__(title, prompt, example=example, hint=hint)
        self.act = act

    def take(self, value: str | None) -> None:
        """Try the path."""
        if value is None:
            self.action_close()
        else:
            self.act(value, self.action_close)


def _name(path: str) -> str:
    """Return the last part of a path, with the slash of a folder."""
    return path[path.rstrip("/").rfind("/") + 1 :]
