"""The working copy on a screen: undo, redo, the editor, keep, and the view after each edit.

An object beside a screen; the service logs each edit as it happens, so nothing has to be saved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.editing.form_editor import ReadForm, edit_form, explain_form, open_form
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.editing import done_words, kept_words, other_words

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.edit import Desk, Working
    from workbench.services.drafts.edits_elsewhere import Elsewhere


class EditRequest(NamedTuple):
    """A request that changes the working copy."""

    act: str
    number: int = 1
    """Number of statements that it changes."""
    then: str | None = None
    """Key for the cursor afterwards; None: the last statement if one was added, else no move."""
    key: str = ""
    """Id of the statement whose words were typed."""
    text: str = ""
    """The typed words."""
    status: str = ""
    """The new status of open work: `done` or `open`."""


class KeepRequest(NamedTuple):
    """A request to keep the working copy."""


class LookElsewhere(NamedTuple):
    """A request for what another window did to the edits, after an edit of this one failed."""

    failed: EditRequest | KeepRequest
    error: Exception


class Keeping:
    """Actions on all edits of the draft that the screen shows."""

    def __init__(self, screen: BaseScreen, shown: ShownDraft) -> None:
        """Prepare; nothing is asked before a key is pressed."""
        self.screen, self._shown = screen, shown
        self._stated: tuple[str, ...] = ()

    @property
    def working(self) -> Working | None:
        """The working copy that is shown."""
        return self._shown.page.working if self._shown.page is not None else None

    @property
    def given(self) -> str:
        """The id of the stored artifact; empty while there is none."""
        working = self.working
        return working.stored.artifact_id if working is not None else ""

    def desk(self) -> Desk:
        """Return the desk of the app."""
        return self.screen.bench.desk()

    def ready(self) -> bool:
        """Return whether there is a draft to edit; show a warning if not."""
        working = self.working
        if working is None:
            self.screen.warn("There is no draft to edit yet.")
            return False
        if working.stored.artifact.opaque:
            self.screen.warn("The summary is encrypted: there are no statements to edit.")
            return False
        return True

    def remember(self) -> None:
        """Let the app remember whether there are edits that are not kept."""
        if self.working is not None:
            self.screen.bench.unkept_edits(self.working)

    def announce_others(self) -> None:
        """Show once who else edits the draft, and since when."""
        working = self.working
        names = tuple(each.actor for each in working.others) if working is not None else ()
        if working is not None and names and names != self._stated:
            self.screen.warn(other_words(working.others, working.stored.number))
        self._stated = names

    def failed(self, request: object, error: Exception) -> bool:
        """List a form's problems, or look for edits in another window; return False for other failures."""
        code = getattr(error, "code", "")
        if code == "form_invalid":
            explain_form(self.screen, error)
            return True
        working = self.working
        if (
            not isinstance(request, EditRequest | KeepRequest)
            or code in ("", "store_busy")
            or working is None
        ):
            return False
        if isinstance(request, EditRequest) and request.text:
            self.screen.bench.reasons[words_key(self.given, request.key)] = request.text
        given, seen = self.given, working.last

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.drafts.edits_elsewhere import elsewhere

            return elsewhere(env, given, seen)

        self.screen.ask(LookElsewhere(request, error), run, group="elsewhere")
        return True

    def _looked(self, request: LookElsewhere, found: Elsewhere | None) -> None:
        """Go on with the draft as it is now, keeping the typed words; without such edits show the error."""
        screen, typed = self.screen, request.failed
        if found is None:
            screen.show_error(request.error)
            return
        key = None
        if isinstance(typed, EditRequest) and typed.text:
            key = found.item(typed.key, typed.then or "")
            if key is not None:
                screen.bench.reasons[words_key(found.artifact_id, key)] = typed.text
        before, number = screen.state.number, found.number
        if found.kept:
            stated = (
                f"The edits of d-{before} were kept as d-{number} in another window; this is d-{number} now."
            )
        else:
            stated = f"d-{before} was edited in another window meanwhile; this is how it is now."
        screen.warn(f"{stated} e brings back what you typed." if key is not None else stated)
        screen.state = replace(screen.state, artifact_id=found.artifact_id, number=number)
        self._go_on(key)

    def undo(self) -> None:
        """Undo the last edit."""
        self._step("undo")

    def redo(self) -> None:
        """Redo the edit that was undone last."""
        self._step("redo")

    def _step(self, act: str) -> None:
        working = self.working
        if working is None or not self.ready():
            return
        if not (working.copy.done if act == "undo" else working.copy.undone):
            stated = "There is no edit to undo." if act == "undo" else "Nothing was undone last."
            self.screen.warn(stated)
            return
        given = self.given
        self.screen.ask(EditRequest(act), lambda env: getattr(self.desk(), act)(env, given), write=True)

    def keep(self) -> None:
        """Keep the working copy as a new draft."""
        if not self.ready():
            return
        if self.working is None or not self.working.copy.changed:
            self.screen.warn("There is no edit to keep.")
            return
        given = self.given
        self.screen.ask(
            KeepRequest(), lambda env: self.desk().keep(env, given), write=True, doing="Keeping the edits"
        )

    def editor(self) -> None:
        """Edit the whole draft in $EDITOR."""
        if self.ready():
            edit_form(self.screen, self.given, self._form_read)

    def _form_read(self, text: str, path: str) -> None:
        given = self.given

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from pathlib import Path

            from workbench.services.drafts.edit_form import write_form

            working = write_form(env, given, text, desk=self.desk())
            Path(path).unlink(missing_ok=True)
            return working

        self.screen.ask(EditRequest("form"), run, write=True)

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        screen = self.screen
        if isinstance(request, EditRequest):
            screen.toast(done_words(request.act, request.number, value, request.status))
            screen.bench.unkept_edits(value)
            self._go_on(_item_at(value, request.then) if request.then else _last(request, value))
        elif isinstance(request, KeepRequest):
            judged = value.judged
            screen.bench.unkept.pop(self.given, None)
            screen.toast(kept_words(judged.number, screen.state.number, value.report, screen.NAME))
            screen.state = replace(screen.state, artifact_id=judged.artifact_id, number=judged.number)
            self._go_on(None)
        elif isinstance(request, LookElsewhere):
            self._looked(request, value)
        elif isinstance(request, ReadForm):
            open_form(screen, request, value)
        else:
            return False
        return True

    def _go_on(self, item_id: str | None) -> None:
        screen = self.screen
        screen.reload_with(replace(screen.state, revision=screen.state.revision + 1, item_id=item_id))


def words_key(artifact_id: str, item_id: str) -> str:
    """Return the key under which the typed words of a statement are remembered."""
    return f"words:{artifact_id}:{item_id}"


def _item_at(working: Working, wanted: str) -> str:
    """Return the id of the statement at a place, since new words change the id; else `wanted` itself."""
    from workbench.edits.item_places import places

    return next((i for i, place in places(working.copy.artifact).items() if place == wanted), wanted)


def _last(request: EditRequest, working: Working) -> str | None:
    added = request.act in ("add", "mark") and working.copy.items
    return working.copy.items[-1].item_id if added else None
