"""Open a text in the person's editor, in a file of its own that is kept until its text was taken.

Prints nothing; whoever has the terminal hands it over first.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from gates.errors import os_reason
from workbench.errors import InputError, Refused
from workbench.pipes import read_whole

FALLBACK = "vi"


def editor_command() -> list[str]:
    """The editor as $VISUAL or $EDITOR names it.

    Raises:
        InputError: what they hold is no command.
    """
    configured = os.environ.get("VISUAL") or os.environ.get("EDITOR") or FALLBACK
    try:
        command = shlex.split(configured)
    except ValueError as error:
        raise InputError(f"$EDITOR is not a command: {error}", "set it, as in EDITOR=nano") from error
    return command or [FALLBACK]


def form_file(name: str, text: str) -> Path:
    """A new file that holds a form, readable by its owner only."""
    handle, path = tempfile.mkstemp(prefix=f"workbench-{name}-", suffix=".md")
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write(text)
    return Path(path)


def run_editor(path: Path, form: str, again: str = "") -> str:
    """Run the editor on a file and read what it left there; the file stays.

    `form` is what the editor is given: where it fails and that is all that the file holds, the file goes.
    `again` is the command that takes the file once it is corrected.

    Raises:
        Refused: the editor ended with an error, as `:cq` in vi does to say that nothing is wanted.
        InputError: it cannot be started, or what it left cannot be read.
    """
    command = editor_command()
    then = f", then {again}" if again else ""
    try:
        ended = subprocess.run([*command, str(path)], check=False)
    except OSError as error:
        _drop_untouched(path, form)
        raise InputError(
            f"the editor {command[0]} cannot be started: {os_reason(error)}; nothing was changed",
            "set $EDITOR, as in EDITOR=nano",
        ) from error
    if ended.returncode != 0:
        kept = not _drop_untouched(path, form)
        raise Refused(
            f"the editor ended with exit code {ended.returncode}; nothing was changed",
            f"what was written is kept in {path}: look at it{then}"
            if kept
            else "the form was left as it was",
            code="editor_failed",
        )
    try:
        return read_text(path)
    except InputError as error:
        hint = f"what was written is kept in {path}: {error.hint}{then}" if path.exists() else "save the form"
        raise InputError(f"{error.message}; nothing was changed", hint, code=error.code) from error


def _drop_untouched(path: Path, form: str) -> bool:
    """Remove a file that holds the form and nothing else; whether it did."""
    try:
        if path.read_text(encoding="utf-8") != form:
            return False
        path.unlink()
    except (OSError, UnicodeDecodeError):
        return False
    return True


def read_text(path: Path) -> str:
    """The text of a form's file.

    Raises:
        InputError: it cannot be read.
    """
    from workbench.edits.form import MAX_FORM

    try:
        if path.stat().st_size > MAX_FORM:
            raise InputError(
                f"{path} is over {MAX_FORM // 2**20} MB, too large for a form", "cut it to the form"
            )
        return read_whole(path).decode("utf-8")
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {os_reason(error)}", "check the path and its permissions"
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not valid UTF-8 (byte {error.start})", "save it as UTF-8 text"
        ) from error
