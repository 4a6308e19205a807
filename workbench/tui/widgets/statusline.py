"""One line that is always in view, drawn from styled pieces; it takes no focus."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len

from workbench.presentation.spans import Line
from workbench.tui.state.spans import Row
from workbench.tui.widgets.keyed import KeyedLines


class StatusLine(KeyedLines, can_focus=False):
    """A single line, such as the verdict of a draft."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; background: $panel; scrollbar-gutter: auto; }
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on
        """It has no margin for marks and cursor."""
        super().__init__(gutter=False, **options)

    def tell(self, line: Line, spare: Line = ()) -> None:
        """Show another line; `spare` stands after it where there is room."""

        def lay(width: int) -> tuple[Row]:
            whole = (*line, *spare)
            return (Row(whole if sum(cell_len(span.text) for span in whole) <= width else line),)

        self.show(lay)
