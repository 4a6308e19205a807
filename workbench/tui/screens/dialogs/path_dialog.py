"""Ask for a path and complete it: `tab` goes on as far as names agree, and lists them below."""

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
"""Names listed at once."""


class PathDialog(LineDialog):
    """Closes with the path."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete", show=False, priority=True)
    ]

    _entered = False
    """Whether an enter came while the path was being completed."""

    def body(self) -> Iterable[Widget]:
        """The field over what it may go on with."""
        yield from super().body()
        offers = LineView(Text(gutter=False), id="offers", focusable=False)
        offers.display = False
        yield offers

    def entered(self, value: str | None) -> None:
        """Take the path, once it is completed: an enter behind a tab is meant for the whole of it."""
        self._entered = any(each.group == "complete" for each in self.unanswered.values())
        if not self._entered:
            self.take(value)

    def take(self, value: str | None) -> None:
        """Close with the path."""
        self.dismiss(value)

    def action_complete(self) -> None:
        """Complete what was typed."""
        typed = self.query_one("#line", Input).value

        def run(_env: Any) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.transcript_files.path_completion import common, completions

            offered = completions(typed)
            return offered, common(offered, typed)

        self.ask(("complete", typed), run, group="complete")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Go on as far as all agree; list them where that is not far enough."""
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
    """Stays open, with what was typed, until something came of the path; then it closes with nothing."""

    def __init__(
        self,
        title: str,
        prompt: str,
        act: Callable[[str, Callable[[], None]], None],
        *,
        example: str,
        hint: str,
    ) -> None:
        """`act` is given the path, and what to call when it has done what it was to do."""
        super().__init__(title, prompt, example=example, hint=hint)
        self.act = act

    def take(self, value: str | None) -> None:
        """Try the path."""
        if value is None:
            self.action_close()
        else:
            self.act(value, self.action_close)


def _name(path: str) -> str:
    """The last part of a path, with the slash of a folder."""
    return path[path.rstrip("/").rfind("/") + 1 :]
