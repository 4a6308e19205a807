"""Open a text in the user's editor, in a temporary file that is kept until its text was accepted.

Prints nothing; the caller releases the terminal first.
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
    """Return the words of the editor's command from $VISUAL or $EDITOR.

    Raises:
        InputError: they do not contain a command.
    """
    configured = os.environ.get("VISUAL") or os.environ.get("EDITOR") or FALLBACK
    try:
        command = shlex.split(configured)
    except ValueError as error:
        raise InputError(f"$EDITOR is not a command: {error}", "set it, as in EDITOR=nano") from error
    return command or [FALLBACK]


def form_file(name: str, text: str) -> Path:
    """Create a file with a form, readable by its owner only."""
    handle, path = tempfile.mkstemp(prefix=f"workbench-{name}-", suffix=".md")
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write(text)
    return Path(path)


def run_editor(path: Path, form: str, again: str = "") -> str:
    """Run the editor on a file and return the file's text; the file stays.

    `form` is the text that the editor was given: if the editor fails and the file is unchanged, the file is
    removed. `again` is the command that accepts the file once it is corrected.

    Raises:
        Refused: the editor ended with an error, as `:cq` in vi does to cancel.
        InputError: it cannot be started, or its file cannot be read.
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
    if not path.exists():
        raise InputError(
            "the editor left no file; nothing was changed",
            "save the form under the name that the editor was given",
            code="editor_failed",
        )
    try:
        return read_text(path)
    except InputError as error:
        hint = f"what was written is kept in {path}: {error.hint}{then}"
        raise InputError(f"{error.message}; nothing was changed", hint, code=error.code) from error


def _drop_untouched(path: Path, form: str) -> bool:
    """Remove a file that still contains just the form; return whether it was removed."""
    try:
        if path.read_text(encoding="utf-8") != form:
            return False
        path.unlink()
    except (OSError, UnicodeDecodeError):
        return False
    return True


def read_text(path: Path) -> str:
    """Return the text of a form's file.

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
