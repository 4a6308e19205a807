"""Write an agent's settings, and restore them byte by byte.

The previous file is kept as a copy, and a note records what was written over it. If nobody else changed the
file, removing the hooks restores the copy; otherwise only our own entries are removed.
"""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from workbench.bootstrap import Env
from workbench.errors import InputError
from workbench.services.hooks.hook_files import private_folder, read_json, write_json

MAX_SETTINGS_BYTES = 4_000_000
_UNWRITABLE = "nothing changed; check its permissions and the space there"


@dataclass(frozen=True)
class SettingsNote:
    """The record of an installation into one settings file."""

    settings: str
    existed: bool
    backup: str
    """Path of the copy of the previous file; empty if there was none."""
    written: str
    """SHA-256 of what was written."""
    folders: tuple[str, ...]
    """Folders that were created for it, the innermost first."""


def read_settings(path: Path) -> str | None:
    """Return the text of a settings file; None if there is none.

    Raises:
        InputError: it cannot be read as text.
    """
    try:
        with path.open("rb") as file:
            body = file.read(MAX_SETTINGS_BYTES + 1)
        text = body.decode("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check its permissions") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not valid UTF-8", "repair the file; nothing was changed") from error
    if len(body) > MAX_SETTINGS_BYTES:
        raise InputError(f"{path} is over 4 MB", "settings are smaller; nothing was changed")
    return text


def put_in(env: Env, agent: str, path: Path, before: str | None, after: str) -> SettingsNote:
    """Write settings over the ones that were read, and record how to restore those.

    Raises:
        InputError: the file cannot be written, or was changed since it was read.
    """
    known = _note(env, agent, path)
    if before is None or known is None or known.written != _digest(before):
        known = None  # changed since we wrote it: restore what is there now
    _check_same(path, before)
    if known is None:
        backup = _keep_copy(env, agent, path, before) if before is not None else ""
        known = SettingsNote(str(path), before is not None, backup, "", _make_folders(path))
    _write(path, after)
    note = SettingsNote(known.settings, known.existed, known.backup, _digest(after), known.folders)
    write_json(_note_path(env, agent, path), asdict(note))
    return note


def take_out(env: Env, agent: str, path: Path, before: str, without: str | None) -> str:
    """Restore the file from before the installation, or write `without` if others changed it since.

    `without` is None if nothing of others is left; the file is then removed. Returns which of these was done,
    in words.

    Raises:
        InputError: the file cannot be written, or was changed since it was read.
    """
    note = _note(env, agent, path)
    _check_same(path, before)
    ours = note is not None and note.written == _digest(before)
    if note is not None and ours and note.existed:
        original = _copy_of(note)
        _write(path, without or "" if original is None else original)
        outcome = "as it was before, to the byte" if original is not None else "our entries were removed"
    elif without is None or (note is not None and ours):
        _remove(path)
        outcome = "removed; there was none before" if ours else "removed; nothing else was in it"
    else:
        _write(path, without)
        outcome = "it was changed since: our entries were removed, the rest stays"
    if note is not None:
        for folder in note.folders:
            with suppress(OSError):
                Path(folder).rmdir()
        with suppress(OSError):
            _note_path(env, agent, path).unlink()
    return outcome


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _folder(env: Env) -> Path:
    return env.config_file.parent / "hooks"


def _note_path(env: Env, agent: str, path: Path) -> Path:
    return _folder(env) / f"{agent}-{_digest(str(path))[:16]}.json"


def _note(env: Env, agent: str, path: Path) -> SettingsNote | None:
    found: dict[str, Any] = read_json(_note_path(env, agent, path))
    try:
        return SettingsNote(
            str(found["settings"]),
            bool(found["existed"]),
            str(found["backup"]),
            str(found["written"]),
            tuple(map(str, found["folders"])),
        )
    except (KeyError, TypeError):
        return None


def _keep_copy(env: Env, agent: str, path: Path, text: str) -> str:
    """Write a copy that only its owner can read, since settings may contain keys; return its path."""
    stamp = re.sub(r"\D", "", env.now())[:14]
    folder = private_folder(_folder(env) / "backups")
    for number in range(1000):
        copy = folder / f"{agent}-{path.name}-{stamp}{f'-{number}' if number else ''}"
        with suppress(FileExistsError):
            descriptor = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(text.encode())
            return str(copy)
    raise InputError(f"cannot keep a copy of {path} in {folder}", "remove old copies there")


def _copy_of(note: SettingsNote) -> str | None:
    try:
        return Path(note.backup).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _make_folders(path: Path) -> tuple[str, ...]:
    missing = []
    folder = path.parent
    while not folder.exists():
        missing.append(str(folder))
        folder = folder.parent
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make {path.parent}: {os_reason(error)}", _UNWRITABLE) from error
    return tuple(missing)


def _check_same(path: Path, read: str | None) -> None:
    if read_settings(path) != read:
        raise InputError(f"{path} was changed by somebody else meanwhile", "repeat the command")


def _write(path: Path, text: str) -> None:
    """Replace a file as a whole, through symbolic links, keeping its permissions."""
    place = Path(os.path.realpath(path))
    draft = place.with_name(f".{place.name}.workbench-{os.getpid()}")
    try:
        mode = place.stat().st_mode & 0o7777 if place.exists() else 0o600
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode)
        draft.replace(place)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise InputError(f"cannot write {path}: {os_reason(error)}", _UNWRITABLE) from error


def _remove(path: Path) -> None:
    try:
        Path(os.path.realpath(path)).unlink()
    except OSError as error:
        raise InputError(f"cannot remove {path}: {os_reason(error)}", "check its permissions") from error
