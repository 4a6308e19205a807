"""The compact dialog: choose a strategy, with the estimated cost of each before anything is sent (SG7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from workbench.errors import UsageError
from workbench.presentation.figures import sentences
from workbench.presentation.layout import Column
from workbench.services.drafts.strategy_names import NATIVE
from workbench.strategies.asked import AskedSize, parse_size
from workbench.tui.screens.dialogs.dialog import ChoiceDialog
from workbench.tui.state.plan import DETAIL_LINES, detail_lines, row_cells, switched_off
from workbench.tui.widgets.ink import Piece
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.one_line_input import OneLineInput
from workbench.tui.widgets.table import Table, TableRow
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.services.plans.plan import CostPlan

SIZES, SIZES_WITH_NATIVE = "1200 tokens, 20%, contract", "1200, 20%, native, contract"
"""Examples for the field."""
OFFLINE = "Without a model nothing is sent. With one, estimated in tokens:"
COLUMNS = (
    Column("Strategy", 14),
    Column("Stages", 6, right=True),
    Column("Calls", 5, right=True),
    Column("Input", 6, right=True),
    Column("Output", 6, right=True),
    Column("With a model"),
)


class PlanDialog(ChoiceDialog):
    """Strategies with their estimates, and the plan of the one under the cursor."""

    TITLE_LINES: ClassVar[int] = 1

    def __init__(
        self,
        title: str,
        choices: Sequence[tuple[str, str, str]],
        plan: CostPlan | None,
        *,
        intro: str = "",
        at: int = 0,
    ) -> None:
        """Create the dialog with the `plan` of the range; None if it cannot be estimated."""
        super().__init__(title, choices, intro=intro, at=at)
        self.plan = plan
        self.wanted: AskedSize | None = None
        """The requested size, once a strategy is chosen; None for the strategy's own."""
        self.add_class("plan-screen")

    def body(self) -> Iterable[Widget]:
        """Return the range, the strategies, and lines about the one under the cursor."""
        yield Static(f"{self.intro}\n{OFFLINE}", markup=False, classes="dialog-body")
        self.table = Table(COLUMNS)
        yield LineView(self.table, glyphs=self.bench.glyphs, id="choices")
        yield LineView(Text(gutter=False), id="plan-detail", focusable=False)
        yield Horizontal(
            Static("tab  Size", markup=False, classes="label"),
            OneLineInput(
                placeholder=SIZES_WITH_NATIVE if NATIVE in self._names else SIZES, compact=True, id="size"
            ),
            Static("enter chooses   esc cancels", markup=False, classes="hint"),
            id="size-row",
        )

    def row_of(self, choice: tuple[str, str, str]) -> TableRow:
        """Return a strategy with its estimate."""
        return TableRow((Piece(choice[1], "strong"), *row_cells(self.plan, choice[0])))

    def on_mount(self) -> None:
        """Describe the first strategy."""
        self.query_one("#plan-detail", LineView).styles.height = DETAIL_LINES
        self._announce(self.at)

    @on(LineView.Moved)
    def _moved(self, event: LineView.Moved) -> None:
        self._announce(event.index)

    @on(Input.Submitted, "#size")
    def _entered(self) -> None:
        self.choose(self.table.cursor or 0)

    def choose(self, index: int) -> None:
        """Close with the strategy, unless it is off or the size is invalid."""
        name, typed = self.choices[index][0], self.query_one("#size", Input).value.strip()
        off = switched_off(self.plan, name)
        try:
            self.wanted = parse_size(typed) if typed else None
        except UsageError as error:
            self.query_one("#size", Input).focus()
            self.warn(sentences(error.message, error.hint))
            return
        if off:
            self.warn(off)
        elif self.wanted is not None and self.wanted.kind == "native" and NATIVE not in self._names:
            self.warn("The transcript has no summary of this range: give tokens, a share or contract.")
        else:
            self.dismiss(name)

    @property
    def _names(self) -> list[str]:
        return [name for name, _, _ in self.choices]

    def _announce(self, index: int) -> None:
        name, _, about = self.choices[index]
        self.query_one("#plan-detail", LineView).show(
            lambda width: detail_lines(self.plan, name, about, width)
        )
