"""Two drafts, two moves, or a draft with the active one: by item or text, side by side or unified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from textual import on
from textual.widget import Widget

from workbench.presentation.spans import StyledText, line
from workbench.tui.screens.base import WIDE, BaseScreen
from workbench.tui.state.comparing.compare import Comparison, by_item, by_text, summary_words
from workbench.tui.state.comparing.compare_rows import change_text, compare_rows, side_line
from workbench.tui.state.spans import PaneRow, paragraph, row
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.statusline import StatusLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.diff_choices import Contrast

CONTEXTS: tuple[int | None, ...] = (0, 1, 3, 10, None)
"""Unchanged entries shown around a change; None: all."""


class CompareScreen(BaseScreen):
    """A comparison of two things."""

    NAME = "compare"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.contrast: Contrast | None = None
        self.found = Comparison(())
        self.text = False
        self.wrapped = True
        self.split: bool | None = None
        """None: by the width of the screen."""
        self.around = 2

    def body(self) -> Iterable[Widget]:
        """Return the counts, then both sides in one pane, so that they scroll together."""
        yield StatusLine(glyphs=self.bench.glyphs, id="summary")
        yield Panel(
            "Changes", LineView(glyphs=self.bench.glyphs, id="changes", classes="first"), id="changes-pane"
        )

    @property
    def _lines(self) -> LineView:
        return self.query_one("#changes", LineView)

    # reading

    def load(self) -> None:
        """Request the comparison."""
        session, artifact, pair = self.state.session_id or "", self.state.artifact_id, self.state.compare
        self.query_one("#summary", StatusLine).announce(line(StyledText("Comparing ...", "dim")))
        self.ask("contrast", lambda env: _contrast(env, session, artifact, pair))

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the comparison, or load the next pair."""
        if request == "contrast":
            self.contrast = value
            self._recompute()
        elif request == "beside":
            if value is None:
                self.warn("There is no pair beyond this one.")
                return
            self.select(compare=value)
            self.load()

    def failed(self, request: object, error: Exception) -> None:
        """Show that there is nothing to compare, which is not an error."""
        if getattr(error, "code", "") != "nothing_to_compare":
            super().failed(request, error)
            return
        message, hint = getattr(error, "message", ""), getattr(error, "hint", "")

        def lay(width: int) -> list[PaneRow]:
            rows = [row(), *paragraph(f"{message}.", width, style="strong"), row()]
            return rows + paragraph(hint, width, indent=2)

        self._lines.show(lay)
        self.query_one("#summary", StatusLine).announce(line(StyledText("Nothing to compare yet", "dim")))
        self.set_status("")

    def _recompute(self) -> None:
        if self.contrast is None:
            return
        a, b = self.contrast.compared.a.snapshot, self.contrast.compared.b.snapshot
        places = (self.contrast.a.places, self.contrast.b.places)
        self.found = by_text(a, b) if self.text else by_item(a, b, places)
        first = self.found.changes[:1]
        self._draw(cursor=str(first[0]) if first else None)

    def _draw(self, *, cursor: str | None = None) -> None:
        self._lines.content.pinned = 2
        self._lines.show(self._lay, cursor=cursor)
        self._announce()

    @property
    def _split(self) -> bool:
        return self.size.width >= WIDE if self.split is None else self.split

    def _lay(self, width: int) -> Sequence[PaneRow]:
        if self.contrast is None:
            return ()
        sides = (self.contrast.a, self.contrast.b)
        head = [*side_line(sides, width, split=self._split)]
        if not self.found.changes:
            head += [row(), *paragraph("No difference in state between the two.", width, style="good"), row()]
        context = None if not self.found.changes else CONTEXTS[self.around]
        return head + compare_rows(
            self.found, width, split=self._split, wrapped=self.wrapped, context=context
        )

    def _announce(self) -> None:
        if self.contrast is None:
            return
        a, b = self.contrast.compared.a.snapshot, self.contrast.compared.b.snapshot
        at = self._at()
        changes = self.found.changes
        where = (
            f"change {changes.index(at) + 1} of {len(changes)}"
            if at in changes
            else f"{len(changes)} changes"
        )
        stated = line("   ".join(summary_words(self.found, a, b)))
        self.query_one("#summary", StatusLine).announce(stated, (StyledText(f"   {where}", "accent"),))
        pane, why = self.query_one("#changes-pane", Panel), self.contrast.why
        pane.counter, pane.title = where, f"Changes   {why}" if why else "Changes"
        context = CONTEXTS[self.around]
        parts = ["split" if self._split else "unified", "by text" if self.text else "by item"]
        parts.append("all" if context is None else f"{context} around")
        self.set_status(f" {self.bench.glyphs.bullet} ".join(parts))

    def crumbs(self) -> tuple[str, ...]:
        """Return the path with the two names."""
        if self.contrast is None:
            return super().crumbs()
        title = f"{self.contrast.a.name} with {self.contrast.b.name}"
        return ("workbench", self.state.title or "session", f"Compare {title}")

    def on_resize(self) -> None:
        """Choose split or unified by the new width."""
        self._announce()

    # moving

    def _at(self) -> int:
        key = self._lines.cursor
        return int(key) if key is not None else -1

    @on(LineView.Moved, "#changes")
    def _moved(self) -> None:
        self._announce()

    def action_change(self, step: int) -> None:
        """Go to the next or previous change."""
        found = self.found.following(self._at(), step)
        if found is None:
            self.warn("This is the last change." if step > 0 else "This is the first change.")
        else:
            self._lines.go_to(str(found), centre=True)

    def action_pair(self, step: int) -> None:
        """Load the pair before or after."""
        if self.contrast is None:
            return
        session, pair = self.contrast.session_id, (self.contrast.a.id, self.contrast.b.id)
        self.ask("beside", lambda env: _beside(env, session, pair, step), group="beside")

    # appearance

    def action_split(self) -> None:
        """Toggle between side by side and unified."""
        self.split = not self._split
        self._draw(cursor=self._lines.cursor)

    def action_by_text(self) -> None:
        """Toggle between items and text."""
        self.text = not self.text
        self._recompute()

    def action_wrap(self) -> None:
        """Toggle between wrapping and cutting long statements."""
        self.wrapped = not self.wrapped
        self._draw(cursor=self._lines.cursor)

    def action_context(self, step: int) -> None:
        """Show less or more around changes."""
        self.around = min(max(self.around + step, 0), len(CONTEXTS) - 1)
        self._draw(cursor=self._lines.cursor)

    @on(LineView.Chosen, "#changes")
    def _chosen(self) -> None:
        """Go to the claim, if the side is a draft."""
        contrast, at = self.contrast, self._at()
        if contrast is None or at < 0:
            return
        entry = self.found.entries[at]
        side, compared_side = (
            (contrast.b, entry.after) if entry.after is not None else (contrast.a, entry.before)
        )
        if compared_side is None or not compared_side.key or not side.id.startswith("art_"):
            self.warn("Only the items of a draft have claims to go to.")
            return
        self.select(artifact_id=side.id, number=int(side.name[2:]), item_id=compared_side.key)
        self.bench.go("claims")

    # copied text

    def copied(self) -> str:
        """Return the change under the cursor."""
        at = self._at()
        return change_text(self.found.entries[at]) if 0 <= at < len(self.found.entries) else ""

    def paged(self) -> str:
        """Return the whole comparison, unified."""
        rows = compare_rows(self.found, 100, split=False, wrapped=True, context=None)
        return "\n".join(each.text for each in rows)


def _contrast(env: Env, session: str, artifact: str | None, pair: tuple[str, str] | None) -> Contrast:
    from workbench.services.lookup import diff_choices

    if pair is not None:
        return diff_choices.contrast(env, session, *pair)
    chosen = diff_choices.choose_pair(env, session, artifact)
    return diff_choices.contrast(env, session, chosen.a, chosen.b, chosen.why)


def _beside(env: Env, session: str, pair: tuple[str, str], step: int) -> tuple[str, str] | None:
    from workbench.services.lookup import diff_choices

    return diff_choices.beside(env, session, pair, step)
