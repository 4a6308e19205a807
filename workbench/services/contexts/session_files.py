"""New session files: their session ids, where they are written, and the command that resumes them.

An existing file is replaced only on request, and the transcript that the context was made from never is.
"""

from __future__ import annotations

import os
import re
import shlex
import uuid
from dataclasses import dataclass
from pathlib import Path, PurePath

from gates.errors import os_reason
from workbench.errors import InputError, UsageError, WorkbenchError
from workbench.exporters.base import NewSession
from workbench.importers import detect
from workbench.importers.base import HoldsSeveral

SESSION_FORMATS = ("claude-code", "codex")
"""Formats that an agent can resume."""

_LONGEST_NAME = 200
"""Most characters of a project's folder name.

Claude Code shortens longer ones by a rule that is not known.
"""
_HEAD = 65_536
_UNIQUE_ID = 8
"""Least characters of a session id for which a file that contains it is taken for that session."""
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class FileRequest:
    """The file options of an export."""

    out: str | None = None
    """A file, or a folder in which the file gets the name that the agent expects."""
    place: bool = False
    """Whether to write into the folder where the agent looks for its sessions."""
    project: str | None = None
    """The working directory of the new session; None: that of the transcript, else the current one."""
    replace: bool = False
    """Whether an existing file may be replaced."""
    history: bool = True
    """Whether the replaced events are written before the summary."""

    @property
    def writes(self) -> bool:
        """Whether a file is written at all."""
        return self.place or self.out is not None

    def check(self, output: str | None) -> None:
        """Check that the options go together and fit the format.

        Raises:
            UsageError: they do not.
        """
        if self.writes and output is None:
            raise UsageError("a file needs a format", "use --format, such as --format claude-code")
        if self.place and self.out is not None:
            raise UsageError("--place and --out exclude each other", "leave one of them out")
        if self.replace and not self.writes:
            raise UsageError("--replace needs --out or --place", "name the file to write")
        only = self.place or self.project is not None or not self.history
        if only and output not in SESSION_FORMATS:
            raise UsageError(
                "--place, --project and --without-history are for session files",
                f"use --format {' or --format '.join(SESSION_FORMATS)}",
            )


@dataclass(frozen=True, slots=True)
class ExportedContext:
    """A context in one format."""

    format: str
    text: str
    name: PurePath
    """The file's path in the agent's folder; for other formats a name made of the session's id."""
    new: NewSession
    masked: int
    """Number of secrets masked in the text."""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written."""

    path: Path
    size: int
    """In bytes."""
    format: str
    session_id: str | None
    """Id of the new session; None if no agent can resume the format."""
    resume: str | None
    """The command that resumes the session, run in the project; None if the agent would not find the file."""
    project: str | None = None
    """The working directory of the new session."""

    def to_json(self) -> dict[str, object]:
        """Return the `written` part of `workbench.context/1`."""
        from workbench.services.output_shapes.context_shapes import WrittenShape
        from workbench.services.output_shapes.shape import printed

        return printed(WrittenShape, self, path=str(self.path), bytes=self.size)


def new_session(
    request: FileRequest,
    now: str,
    native_id: str,
    *,
    project: str = "",
    version: str = "",
    provider: str = "",
) -> NewSession:
    """Return the identity of a new session file: a new id, or the UUID that the file is named by.

    Raises:
        InputError: the project is not a folder, or `native_id`, the exported session's id, names the file.
    """
    out = Path(request.out).expanduser() if request.out is not None else None
    stem = out.stem if out is not None and not out.is_dir() else ""
    named = _as_uuid(stem)
    if named is not None and named == native_id:
        raise InputError(
            f"{stem} is the id of the session that the context was made from",
            "a new session has its own id: choose another name",
            code="original_session",
        )
    chosen = request.project if request.project is not None else project
    if (request.project is not None or request.place) and chosen and not Path(chosen).is_dir():
        hint = "--project DIR names the working directory in which the session goes on"
        raise InputError(f"the project {chosen} is not a folder here", hint, code="no_project")
    if request.project is not None or not chosen:
        chosen = str(Path(chosen).resolve())
    return NewSession(named or str(uuid.uuid4()), now, chosen, version, provider)


def write_file(request: FileRequest, exported: ExportedContext, native_id: str) -> WrittenFile:
    """Write an export; `native_id` is the session id of the transcript that it was made from.

    Raises:
        InputError: the file exists, it is the transcript itself, or it cannot be written.
    """
    path = _target(request, exported)
    _check_free(path, request, native_id)
    data = exported.text.encode("utf-8", "replace")
    try:
        if request.place:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(path, data, replace=request.replace)
    except FileExistsError as error:
        raise _there(path) from error
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {os_reason(error)}", "choose another with --out", code="not_writable"
        ) from error
    if exported.format not in SESSION_FORMATS:
        return WrittenFile(path, len(data), exported.format, None, None)
    new = exported.new
    resume = f"codex resume {new.session_id}" if request.place else None
    if exported.format == "claude-code":  # Claude Code also opens a file by its path
        resume = f"claude --resume {new.session_id if request.place else shlex.quote(str(path.resolve()))}"
    return WrittenFile(path, len(data), exported.format, new.session_id, resume, new.project)


def _target(request: FileRequest, exported: ExportedContext) -> Path:
    if request.place:
        return _agent_folder(exported.format, exported.new.project) / exported.name
    path = Path(request.out or "").expanduser()
    return path / exported.name.name if path.is_dir() else path


def _agent_folder(output: str, project: str) -> Path:
    """Return the folder in which the agent looks for sessions of a project.

    Raises:
        InputError: the agent has no folder here, or shortens so long a project path by an unknown rule.
    """
    if output == "codex":
        return _home("CODEX_HOME", ".codex") / "sessions"
    named = _NOT_IN_NAMES.sub("-", project)
    if len(named) > _LONGEST_NAME:
        raise InputError("the project's path is too long to know its folder", "use --out FOLDER instead")
    return _home("CLAUDE_CONFIG_DIR", ".claude") / "projects" / named


def _home(variable: str, name: str) -> Path:
    configured = os.environ.get(variable)
    home = Path(configured).expanduser() if configured else Path.home() / name
    if not home.is_dir():
        raise InputError(
            f"the agent has no folder at {home}",
            f"use --out FOLDER, or set {variable}",
            code="no_agent_folder",
        )
    return home


def _check_free(path: Path, request: FileRequest, native_id: str) -> None:
    try:
        if not path.exists():
            return
        if path.is_dir():
            raise InputError(f"{path} is a folder", "choose another with --out", code="file_exists")
        if not path.is_file():
            raise InputError(f"{path} is not a file", "choose another with --out", code="file_exists")
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise InputError(f"cannot look at {path}: {os_reason(error)}", "choose another with --out") from error
    if native_id and _is_original(path, head, native_id):
        raise InputError(
            f"{path} is the session that the context was made from",
            "an original is never overwritten: choose another name",
            code="original_session",
        )
    if not request.replace:
        raise _there(path)


def _is_original(path: Path, head: bytes, native_id: str) -> bool:
    """Return whether a file is the session of that id.

    A long id must be in the file's beginning or its name; a short one must be the id of a transcript in the
    file.
    """
    if len(native_id) >= _UNIQUE_ID:
        return native_id.encode() in head or native_id in path.name
    try:
        importer = detect(path)
        several = importer if isinstance(importer, HoldsSeveral) else None
        parts = several.parts(path) if several is not None else ("",)
        read = [importer.read(path) if several is None else several.read_part(path, each) for each in parts]
    except WorkbenchError:
        return False
    return any(each.header.native_id == native_id for each in read)


def _there(path: Path) -> InputError:
    return InputError(f"{path} is there already", "choose another name, or add --replace", code="file_exists")


def _write(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file whole or not at all, even if the process is killed, readable by its owner only.

    Raises:
        FileExistsError: something is there, and `replace` is false.
        OSError: it cannot be written; nothing is left behind.
    """
    place = path.with_name(f".{path.name}.{uuid.uuid4().hex[:12]}.part")
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            place.replace(path)
        else:
            _put_where_nothing_is(place, path)
    finally:
        place.unlink(missing_ok=True)


def _put_where_nothing_is(place: Path, path: Path) -> None:
    """Give a finished file its name. Raises FileExistsError if the name is taken."""
    try:
        os.link(place, path)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        place.rename(path)


def _as_uuid(text: str) -> str | None:
    try:
        return str(uuid.UUID(text)) if len(text) == len(str(uuid.UUID(int=0))) else None
    except ValueError:
        return None
