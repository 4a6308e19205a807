"""Editing from the keyboard: edit, drop, relink and add statements of a draft.

An object beside a screen, which names the entries to act on; `keeping` handles all edits as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from workbench.presentation.figures import plural
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.editing.edit_dialogs import ListedDialog, WordsDialog
from workbench.tui.screens.editing.keeping import EditRequest, Keeping, words_key
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.claims import ClaimLine
from workbench.tui.state.review.editing import LIVE, after, is_live, listed_rows, of_entries

if TYPE_CHECKING:
    from gates.source import SourceLink
    from workbench.edits.changes import Change
    from workbench.services.drafts.edit import Working

    Make = Callable[[Working], Sequence[Change]]


class Editing:
    """Actions on the shown draft; `entries` returns their targets, `keys` the order of the list."""

    def __init__(
        self,
        screen: BaseScreen,
        shown: ShownDraft,
        entries: Callable[[], Sequence[ClaimLine]],
        keys: Callable[[], Sequence[str]],
    ) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self.screen, self._entries, self._keys = screen, entries, keys
        self.copy = Keeping(screen, shown)

    # targets

    def _items(self, what: str) -> list[ClaimLine]:
        """Return the statements to act on; show a warning if there are none."""
        found = [each for each in self._entries() if each.item is not None]
        if not found:
            self.screen.warn(f"Only a statement of the draft can be {what}; this is none.")
        return found

    def _log(self, request: EditRequest, make: Make, reason: str | None = None) -> None:
        from workbench.edits.changes import Act

        given = self.copy.given
        self.screen.ask(
            request,
            lambda env: self.copy.desk().change(env, given, Act(request.act), make, reason=reason),
            write=True,
            doing="Logging the edit",
        )

    # actions

    def edit(self) -> None:
        """Edit the words of the statement under the cursor."""
        found = self._items("edited") if self.copy.ready() else []
        if not found:
            return
        entry = found[0]
        remember = words_key(self.copy.given, entry.key)

        def words(text: str | None) -> None:
            if text is not None:
                self._edited(entry, text)

        prompt = "It keeps its links; r links it to other words."
        self.screen.app.push_screen(
            WordsDialog(f"Edit {entry.place}", prompt, text=entry.text, remember=remember), words
        )

    def _edited(self, entry: ClaimLine, text: str) -> None:
        from workbench.edits import acts

        request = EditRequest("edit", then=entry.place, key=entry.key, text=text)
        self._log(request, lambda w: acts.edited(w.copy, entry.key, text))

    def turn(self) -> None:
        """Set open work to done, or to open again."""
        found = self._items("open or done") if self.copy.ready() else []
        if not found:
            return
        entry = found[0]
        if entry.item is None or entry.item.kind != "open_work":
            self.screen.warn("Only open work is open or done; this is none.")
            return
        from workbench.edits import acts

        status = "open" if entry.item.status == "done" else "done"
        self._log(
            EditRequest("edit", then=entry.place, status=status), lambda w: acts.turned(w.copy, entry.key)
        )

    def drop(self) -> None:
        """Drop the statements; several only after they were listed, with one reason."""
        found = self._items("dropped") if self.copy.ready() else []
        if len(found) == 1:
            self._dropped([found[0].key], None)
        elif found:
            self._listed(f"Drop {len(found)} statements", found, "Drop them", self._dropped)

    def _dropped(self, keys: list[str], reason: str | None, *, loose: bool = False) -> None:
        from workbench.edits import acts

        then = after(tuple(self._keys()), keys)
        request = EditRequest("drop", len(keys), then)
        self._log(request, lambda w: acts.dropped(w.copy, keys, loose=loose), reason)

    def _listed(
        self, title: str, found: Sequence[ClaimLine], yes: str, act: Callable[[list[str], str | None], None]
    ) -> None:
        dialog = ListedDialog(title, lambda width: of_entries(found, width), yes=yes)
        keys = [each.key for each in found]
        self.screen.app.push_screen(dialog, lambda reason: act(keys, reason) if reason else None)

    def unsourced(self) -> None:
        """List all statements without a source, then drop them."""
        from workbench.edits import acts

        working = self.copy.working
        if working is None or not self.copy.ready():
            return
        found = acts.unsourced(working.copy, working.judged.report)
        if not found:
            self.screen.toast("Every statement has a source.")
            return
        from workbench.edits.item_places import places

        known = places(working.copy.artifact)
        live = {each.item_id for each in working.copy.items if is_live(each)}
        found = tuple(sorted(found, key=lambda each: each.item_id not in live))
        texts = [
            (known.get(each.item_id or "", "text"), each.text, LIVE if each.item_id in live else each.reason)
            for each in found
        ]
        going = sum(each.item_id in live for each in found)
        title = f"Drop {plural(len(found), 'statement')} without a source"
        title += f", {going} of them open work or in force" if going else ""
        dialog = ListedDialog(title, lambda width: listed_rows(texts, width), yes="Drop them")
        keys = [each.item_id for each in found if each.item_id is not None]
        self.screen.app.push_screen(
            dialog, lambda reason: self._dropped(keys, reason, loose=True) if reason else None
        )

    def relink(self) -> None:
        """Choose the words of the source that the statement under the cursor comes from."""
        found = self._items("linked") if self.copy.ready() else []
        working = self.copy.working
        if not found or working is None or found[0].item is None:
            return
        from workbench.tui.screens.editing.relink import RelinkDialog

        entry, item = found[0], found[0].item

        def chosen(links: tuple[SourceLink, ...] | None) -> None:
            if links is not None:
                self._relinked(entry, links)

        self.screen.app.push_screen(RelinkDialog(entry.place, item, self.copy.given, working), chosen)

    def _relinked(self, entry: ClaimLine, links: tuple[SourceLink, ...]) -> None:
        from workbench.edits import acts

        self._log(EditRequest("relink", then=entry.key), lambda w: acts.relinked(w.copy, entry.key, links))

    def add(self) -> None:
        """Add lost or likely lost items, in their own words and with their links."""
        if not self.copy.ready():
            return
        found = [each for each in self._entries() if each.lost]
        if not found:
            stated = "Only what is lost can be added: go to one under Not retained or Likely lost."
            self.screen.warn(f"{stated} 3, then a accepts the draft.")
        elif len(found) == 1:
            self._added([found[0].key], None)
        else:
            self._listed(f"Add {len(found)} items", found, "Add them", self._added)

    def _added(self, keys: list[str], reason: str | None) -> None:
        from workbench.edits import acts

        def make(working: Working) -> Sequence[Change]:
            capture = working.judged.capture
            captured = [each for each in (*capture.items, *capture.proposed) if each.item_id in keys]
            return acts.added(working.copy, captured, working.judged.index)

        self._log(EditRequest("add", len(keys), after(tuple(self._keys()), keys)), make, reason)


def run_act(act: str, *owners: object) -> None:
    """Run the action that a key names: the method of the first owner that has it."""
    next(getattr(each, act) for each in owners if hasattr(each, act))()
