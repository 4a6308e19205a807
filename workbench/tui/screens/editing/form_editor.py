"""Opens a draft's form in $EDITOR; problems are listed by line, and the file is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import SuspendNotSupported

from workbench.tui.hand_over import handed_over
from workbench.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from workbench.bootstrap import Env


class ReadForm(NamedTuple):
    """A request for the form of a working copy, to be edited."""

    given: str
    then: Callable[[str, str], None]
    """Called with the text and the path of its file."""


def edit_form(screen: BaseScreen, given: str, then: Callable[[str, str], None]) -> None:
    """Read the form in a thread; `open_form` continues with it."""

    def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
        from workbench.services.drafts.edit_form import form

        return form(env, given, screen.bench.desk())

    screen.ask(ReadForm(given, then), run)


def open_form(screen: BaseScreen, request: ReadForm, made: Any) -> None:  # noqa: ANN401 - a Form
    """Open the form in the editor: the file of an earlier rejected try if there is one."""
    from workbench.errors import WorkbenchError
    from workbench.services.drafts.editor import form_file, run_editor

    kept = screen.bench.forms.get(request.given)
    path = kept if kept is not None and kept.exists() else form_file(f"d-{made.number}", made.text)
    screen.bench.forms[request.given] = path
    try:
        with handed_over(screen.app):
            text = run_editor(path, made.text, again="press E")
    except SuspendNotSupported:
        if path != kept:  # nobody has seen it
            path.unlink(missing_ok=True)
        screen.warn("This terminal cannot be handed to an editor. `workbench edit` does the same in a shell.")
        return
    except WorkbenchError as error:
        screen.show_error(error)
        return
    request.then(text, str(path))


def explain_form(screen: BaseScreen, error: Any) -> None:  # noqa: ANN401 - a FormError, known by its code
    """List the problems, and the path of the file."""
    from workbench.tui.screens.dialogs.dialog import ReadDialog

    lines = [f"line {each.line}: {each.message}" for each in error.problems]
    paths = [str(path) for path in screen.bench.forms.values() if Path(path).exists()]
    where = f"\n\nNothing was changed. E opens the file again: {paths[-1]}" if paths else ""
    screen.app.push_screen(ReadDialog("The form does not fit", "\n".join(lines) + where))
