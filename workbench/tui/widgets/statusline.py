"""One line that is always in view, drawn from styled pieces; it takes two lines if one would be cut."""

from __future__ import annotations

from typing import Any

from workbench.presentation.cells import width_of
from workbench.presentation.spans import Line, StyledText
from workbench.tui.state.source.source_window import wrap_spans
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

MOST = 2
"""Most lines."""
CUT = "…"
"""Mark of a line whose end is not shown."""


class StatusLine(LineView, can_focus=False):
    """A single line, such as the verdict of a draft; two if one is too short for it.

    A `kept` part at its end is always shown: if two lines do not hold both, the rest is cut.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on
        """Create the line, without a margin for marks and cursor."""
        super().__init__(Text(gutter=False), focusable=False, **options)
        self._tall = 1

    def announce(self, line: Line, spare: Line = (), *, kept: bool = False) -> None:
        """Show a line, and `spare` after it if there is room, or in any case if it is `kept`."""

        def lay(width: int) -> tuple[PaneRow, ...]:
            whole = (*line, *spare)
            if sum(width_of(span.text) for span in whole) <= width:
                return (PaneRow(whole),)
            lines = wrap_spans(whole if kept else line, width)
            if len(lines) > MOST and kept:
                room = width - sum(width_of(span.text) for span in spare)
                first, *rest = wrap_spans(line, width)
                left = wrap_spans([s for each in rest for s in each], max(room - len(CUT), 1))
                lines = [first, (*left[0], *([StyledText(CUT, "dim")] if left[1:] else []), *spare)]
            return tuple(PaneRow(each) for each in lines[:MOST])

        self.show(lay)

    def _lay(self) -> None:
        super()._lay()
        if len(self.rows) != self._tall and self.rows:
            self._tall = len(self.rows)
            self.styles.height = self._tall
            self.screen.set_class(self._tall > 1, "-two-lines")  # messages above it move up by a line
