"""Mending from the keyboard: edit, drop, relink, add, undo, keep, notes, and what was reviewed.

An object beside a screen: the screen says which entries are meant and hears of what was done; everything is
logged by the service as it happens, so that nothing has to be saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.presentation.figures import plural
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.dialogs import LineDialog
from workbench.tui.screens.mend_dialogs import ListedDialog, WordsDialog
from workbench.tui.state.claims import Entry
from workbench.tui.state.mending import after, done_words, listed_rows, of_entries

if TYPE_CHECKING:
    from gates.source import SourceLink
    from workbench.bootstrap import Env
    from workbench.edits.changes import Change
    from workbench.services.draft_page import DraftPage
    from workbench.services.edit import Desk, Working

    Make = Callable[[Working], Sequence[Change]]


class Mended(NamedTuple):
    """A request that changes the working copy."""

    act: str
    number: int = 1
    """How many statements it is about."""
    then: str | None = None
    """Key to stand on afterwards; None: the last statement, where one was added or changed."""


class Kept(NamedTuple):
    """A request that keeps it."""


class Noted(NamedTuple):
    """A request that records a note or a mark, and changes nothing in the draft."""

    said: str


class Mending:
    """The acts. `page` is what is shown, `entries` what is meant now, `keys` the order of the list."""

    def __init__(
        self,
        screen: BaseScreen,
        page: Callable[[], DraftPage | None],
        entries: Callable[[], Sequence[Entry]],
        keys: Callable[[], Sequence[str]],
    ) -> None:
        """Nothing is asked before a key is pressed."""
        self.screen, self._page, self._entries, self._keys = screen, page, entries, keys

    @property
    def working(self) -> Working | None:
        """The working copy that is shown."""
        page = self._page()
        return page.working if page is not None else None

    @property
    def _given(self) -> str:
        working = self.working
        return working.stored.artifact_id if working is not None else ""

    def _desk(self) -> Desk:
        return self.screen.bench.desk()

    def ready(self) -> bool:
        """Whether there is a draft to mend; says why where there is none."""
        working = self.working
        if working is None:
            self.screen.warn("There is no draft to edit yet.")
            return False
        if working.stored.artifact.opaque:
            self.screen.warn("The summary is encrypted: there are no statements to edit.")
            return False
        return True

    # what is meant

    def _items(self, what: str) -> list[Entry]:
        """The statements that are meant; says why where there are none."""
        found = [each for each in self._entries() if each.item is not None]
        if not found:
            self.screen.warn(f"Only a statement of the draft can be {what}; this is none.")
        return found

    def _log(self, request: Mended, make: Make, reason: str | None = None) -> None:
        from workbench.edits.changes import Act

        given = self._given
        self.screen.ask(
            request,
            lambda env: self._desk().change(env, given, Act(request.act), make, reason=reason),
            write=True,
            doing="Logging the edit",
        )

    # acts

    def edit(self) -> None:
        """Edit the words of the statement under the cursor."""
        found = self._items("edited") if self.ready() else []
        if not found:
            return
        entry = found[0]
        remember = f"words:{self._given}:{entry.key}"

        def words(text: str | None) -> None:
            if text is not None:
                self._edited(entry, text)

        prompt = "It keeps its links; r links it to other words."
        self.screen.app.push_screen(
            WordsDialog(f"Edit {entry.place}", prompt, text=entry.text, remember=remember), words
        )

    def _edited(self, entry: Entry, text: str) -> None:
        from workbench.edits import acts

        self._log(Mended("edit", then=entry.place), lambda w: acts.edited(w.copy, entry.key, text))

    def drop(self) -> None:
        """Leave the statements out; several only after they were listed, with one reason."""
        found = self._items("dropped") if self.ready() else []
        if len(found) == 1:
            self._dropped([found[0].key], None)
        elif found:
            self._listed(f"Drop {len(found)} statements", found, "Drop them", self._dropped)

    def _dropped(self, keys: list[str], reason: str | None, *, loose: bool = False) -> None:
        from workbench.edits import acts

        then = after(tuple(self._keys()), keys)
        request = Mended("drop", len(keys), then)
        self._log(request, lambda w: acts.dropped(w.copy, keys, loose=loose), reason)

    def _listed(
        self, title: str, found: Sequence[Entry], yes: str, act: Callable[[list[str], str | None], None]
    ) -> None:
        dialog = ListedDialog(title, lambda width: of_entries(found, width), yes=yes)
        keys = [each.key for each in found]
        self.screen.app.push_screen(dialog, lambda reason: act(keys, reason) if reason else None)

    def unsourced(self) -> None:
        """List every statement without a source, then drop them all."""
        from workbench.edits import acts

        working = self.working
        if working is None or not self.ready():
            return
        found = acts.unsourced(working.copy, working.judged.report)
        if not found:
            self.screen.toast("Every statement has a source.")
            return
        from workbench.edits.item_places import places

        known = places(working.copy.artifact)
        texts = [(known.get(each.item_id or "", "text"), each.text, each.reason) for each in found]
        title = f"Drop {plural(len(found), 'statement')} without a source"
        dialog = ListedDialog(title, lambda width: listed_rows(texts, width), yes="Drop them")
        keys = [each.item_id for each in found if each.item_id is not None]
        self.screen.app.push_screen(
            dialog, lambda reason: self._dropped(keys, reason, loose=True) if reason else None
        )

    def relink(self) -> None:
        """Choose the words that the statement under the cursor comes from."""
        found = self._items("linked") if self.ready() else []
        working = self.working
        if not found or working is None or found[0].item is None:
            return
        from workbench.tui.screens.relink import RelinkDialog

        entry, item = found[0], found[0].item

        def chosen(links: tuple[SourceLink, ...] | None) -> None:
            if links is not None:
                self._relinked(entry, links)

        self.screen.app.push_screen(RelinkDialog(entry.place, item, self._given, working), chosen)

    def _relinked(self, entry: Entry, links: tuple[SourceLink, ...]) -> None:
        from workbench.edits import acts

        self._log(Mended("relink", then=entry.key), lambda w: acts.relinked(w.copy, entry.key, links))

    def add(self) -> None:
        """Add what is lost or likely lost, in its own words and with its links."""
        if not self.ready():
            return
        found = [each for each in self._entries() if each.lost]
        if not found:
            self.screen.warn("Only what is lost can be added; go to one under Not retained or Likely lost.")
        elif len(found) == 1:
            self._added([found[0].key], None)
        else:
            self._listed(f"Add {len(found)} items", found, "Add them", self._added)

    def _added(self, keys: list[str], reason: str | None) -> None:
        from workbench.edits import acts

        def make(working: Working) -> Sequence[Change]:
            capture = working.judged.capture
            wanted = [each for each in (*capture.items, *capture.proposed) if each.item_id in keys]
            return acts.added(working.copy, wanted, working.judged.index)

        self._log(Mended("add", len(keys), after(tuple(self._keys()), keys)), make, reason)

    def step(self, act: str) -> None:
        """Undo or redo."""
        working = self.working
        if working is None or not self.ready():
            return
        if not (working.copy.done if act == "undo" else working.copy.undone):
            told = "There is no edit to undo." if act == "undo" else "Nothing was undone last."
            self.screen.warn(told)
            return
        given = self._given
        self.screen.ask(Mended(act), lambda env: getattr(self._desk(), act)(env, given), write=True)

    def keep(self) -> None:
        """Keep the working copy as a new draft."""
        if not self.ready():
            return
        if self.working is None or not self.working.copy.changed:
            self.screen.warn("There is no edit to keep.")
            return
        given = self._given
        self.screen.ask(
            Kept(), lambda env: self._desk().keep(env, given), write=True, doing="Keeping the edits"
        )

    def editor(self) -> None:
        """Edit the whole draft in $EDITOR."""
        if self.ready():
            from workbench.tui.screens.form_editor import edit_form

            edit_form(self.screen, self._given, self._form_read)

    def _form_read(self, text: str, path: str) -> None:
        given = self._given

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from pathlib import Path

            from workbench.services.edit_form import write_form

            working = write_form(env, given, text, desk=self._desk())
            Path(path).unlink(missing_ok=True)
            return working

        self.screen.ask(Mended("form"), run, write=True)

    def note(self) -> None:
        """Note something about the statement under the cursor."""
        page, found = self._page(), self._entries()
        if page is None or not found:
            self.screen.warn("There is nothing here to note anything about.")
            return
        entry, session_id = found[0], page.session.session_id

        def record(text: str | None) -> None:
            if text:
                self.screen.ask(
                    Noted("Noted"), lambda env: _note(env, session_id, entry.key, text), write=True
                )

        prompt = f"{entry.place}: {entry.text[:200]}"
        hint = "kept with the session; no gate hears it   enter keeps   esc cancels"
        self.screen.app.push_screen(LineDialog("Note", prompt, hint=hint), record)

    def reviewed(self) -> None:
        """Mark the statements as reviewed, or take the mark away where all have it."""
        page = self._page()
        found = [each for each in self._entries() if each.item is not None]
        if page is None or not found:
            self.screen.warn("Only statements of the draft are marked as reviewed.")
            return
        given = page.working.stored.artifact_id if page.working is not None else ""
        seen, items = page.reviewed, [each.item for each in found if each.item is not None]

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.review_marks import mark_key, mark_reviewed

            keys = {mark_key(item) for item in items}
            mark_reviewed(env, given, keys, on=not keys <= seen)

        self.screen.ask(Noted(""), run, write=True)

    # answers

    def done(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; False where it belongs to somebody else."""
        screen = self.screen
        if isinstance(request, Mended):
            screen.toast(done_words(request.act, request.number, value))
            self._go_on(_item_at(value, request.then) if request.then else _last(request, value))
        elif isinstance(request, Kept):
            judged = value.judged
            passes = "every gate passes: a accepts it" if value.report.replaceable else "gates still fail"
            screen.toast(f"Kept as d-{judged.number}; {passes}. d-{screen.state.number} stays.")
            screen.state = replace(
                screen.state, artifact_id=judged.artifact_id, number=judged.number, item_id=None
            )
            self._go_on(None)
        elif isinstance(request, Noted):
            if request.said:
                screen.toast(request.said)
            self._go_on(screen.state.item_id)
        else:
            return False
        return True

    def _go_on(self, item_id: str | None) -> None:
        screen = self.screen
        screen.reload_with(replace(screen.state, revision=screen.state.revision + 1, item_id=item_id))


def _item_at(working: Working, wanted: str) -> str:
    """The id of a statement by its place, since new words give it another id; else what was wanted."""
    from workbench.edits.item_places import places

    return next((i for i, place in places(working.copy.artifact).items() if place == wanted), wanted)


def _last(request: Mended, working: Working) -> str | None:
    added = request.act in ("add", "mark") and working.copy.items
    return working.copy.items[-1].item_id if added else None


def _note(env: Env, session_id: str, key: str, text: str) -> object:
    from workbench.services.notes import note_item

    return note_item(env, session_id, key, text)
