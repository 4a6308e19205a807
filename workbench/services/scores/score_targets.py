"""The targets of `score`: files, files in folders, remote files, artifact ids.

Lists and measures them; reads no transcript.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import InputError, WorkbenchError
from workbench.importers.files.unpacking import ZSTD_MAGIC
from workbench.importers.inspect.container import MAGIC as ARCHIVE_MAGIC
from workbench.importers.sniffing import HEAD, detect, sniffed
from workbench.services.scores.result_rows import RESULT_SCHEMA
from workbench.services.transcript_files.event_folders import is_event_file
from workbench.services.transcript_files.file_faults import fault_of
from workbench.services.transcript_files.transcripts import file_and_part, transcripts_under

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_ID = re.compile(r"art_[0-9a-f]{2,64}|[0-9a-f]{6,64}|(?:[^/\\]+:)?d-\d+")
_LONGEST_NAME = 255
"""Most characters of a file name on common systems; an id has no folders."""
_SESSION = re.compile(r"ses_[0-9a-f]{2,64}")
_ARTIFACT = '"workbench.artifact/'
"""Prefix of the schema of an artifact file."""
_PACKED = (ARCHIVE_MAGIC, ZSTD_MAGIC)
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,30}://")


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to judge."""

    name: str
    """The target as it was typed, or the path or address under the folder that was typed."""
    size: int = 0
    """Size in bytes when it was listed; 0 if unknown."""
    fault: WorkbenchError | None = None
    """The reason why it cannot even be listed."""

    @property
    def remote(self) -> bool:
        """Whether it is the address of a remote file."""
        return is_remote(self.name)


def listed(targets: Iterable[str], leave_out: str | None = None) -> Iterator[Target]:
    """Yield everything that the targets name, once and in their order; files in a folder by path.

    `leave_out` is the output file of results, which is no transcript even if it is in a folder.
    """
    out = None if leave_out is None else Path(leave_out).resolve()
    known: set[str] = set()
    for target in targets:
        try:
            for each in _listed(target):
                if not _is(each, out) and (what := _identity(each)) not in known:
                    known.add(what)
                    yield each
        except (WorkbenchError, OSError) as error:
            if target not in known:
                known.add(target)
                yield Target(target, fault=fault_of(target, error))


def distinct(env: Env, targets: Iterable[Target]) -> Iterator[Target]:
    """Yield the targets without artifacts of the store that were already named in another way."""
    known: set[str] = set()
    for each in targets:
        stored = each.fault is None and names_artifact(each.name) and env.store_exists
        what = _artifact_id(env, each.name) if stored else None
        if what is None:
            yield each
        elif what not in known:
            known.add(what)
            yield each


def _artifact_id(env: Env, name: str) -> str | None:
    """Return the id of the named artifact; None if there is none or more than one, which judging reports."""
    from store.errors import NotFound
    from store.records import lookup

    try:
        return lookup.artifact(env.open_store(), name)
    except NotFound:
        return None


def is_remote(target: str) -> bool:
    """Return whether a target is an address such as `s3://bucket/prefix`."""
    return _URL.match(target) is not None


def typed_path(target: str) -> str:
    """Return a typed path in the form that is the same on every system."""
    return posixpath.normpath(target.replace(os.sep, "/"))


def names_artifact(target: str) -> bool:
    """Return whether a target that is not a file can only be an artifact of the store."""
    return _ID.fullmatch(target) is not None and not _exists(target)


def names_session(target: str) -> bool:
    """Return whether a target that is not a file can only be a session, whose artifacts are scored."""
    return _SESSION.fullmatch(target) is not None and not _exists(target)


def _exists(target: str) -> bool:
    """Return whether a target is a file or folder; a name longer than the system allows is none."""
    return len(target) <= _LONGEST_NAME and Path(target).exists()


def no_file(env: Env, target: str) -> InputError:
    """Return the error for a target named like a session: a stored session has artifacts to score."""
    from store.errors import NotFound
    from store.records import lookup

    near = ""
    try:
        if env.store_exists:
            lookup.session(env.open_store(), target)
            return InputError(
                f"{target} is a session, not a file",
                f"score its artifacts, as `workbench score {target}:d-1`",
                code="input_missing",
            )
    except NotFound as error:
        near = error.near
    return InputError(
        f"there is no file and no session {target}",
        f"{near}`workbench sessions` lists the sessions; a transcript is named by its path",
        code="input_missing",
    )


def no_transcript(target: str, text: str, source: str) -> None:
    """Reject a transcript in place of an artifact or a summary of the source.

    Raises:
        InputError: the beginning of the text shows that it is one.
    """
    head = text[:HEAD]
    if not head.lstrip().startswith(("{", "[")) or _ARTIFACT in head:
        return
    found = sniffed(head.encode("utf-8", "surrogatepass"), Path(target).name)
    if found is not None:
        raise _transcript_given(target, found.name, source)


def no_packed_transcript(target: str, source: str) -> None:
    """Reject an archive or a compressed transcript in place of an artifact or a summary.

    Raises:
        InputError: its beginning and its name show that it is one.
    """
    place = Path(target)
    try:
        if not place.is_file():  # a pipe can be read only once, with a time limit
            return
        with place.open("rb") as file:
            head = file.read(HEAD)
        found = detect(place) if head.startswith(_PACKED) else None
    except (OSError, InputError):  # reading it as text reports what is wrong
        return
    if found is not None:
        raise _transcript_given(target, found.name, source)


def no_transcript_to_review(subject: str) -> None:
    """Reject a transcript, or a conversation in one, in place of a session or a file of results.

    Raises:
        InputError: it is one (`transcript_given`).
    """
    place = Path(file_and_part(subject)[0])
    if not place.is_file():
        return
    try:
        with place.open("rb") as file:
            if RESULT_SCHEMA.encode() in file.read(HEAD):
                return
        found = detect(place)
    except (OSError, InputError):  # reading it as results reports what is wrong
        return
    raise InputError(
        f"{subject} is a transcript ({found.name}), not a session of the store",
        f"`workbench score {subject}` judges it; `workbench import {subject}`, then `workbench report "
        "SESSION` makes a review of it",
        code="transcript_given",
    )


def _transcript_given(target: str, form: str, source: str) -> InputError:
    return InputError(
        f"{target} is a transcript ({form}); with --source {source} an artifact or a summary is expected",
        f"`workbench score {target}` scores the compactions in it; with --source give an artifact file "
        "(`workbench schema artifact`) or a summary's text",
        code="transcript_given",
    )


def _listed(target: str) -> Iterator[Target]:
    if is_remote(target):
        from workbench.services.transcript_files.remote_files import files_under

        yield from (Target(name, size) for name, size in files_under(target))
        return
    place = Path(target)
    if names_artifact(target) or not place.is_dir():
        yield Target(target, _size(place))
        return
    for each in transcripts_under(place):
        yield Target(each.as_posix(), _size(each))


def _identity(target: Target) -> str:
    """Return the identity of a target, since one file may be named by two paths."""
    if target.remote or names_artifact(target.name) or names_session(target.name):
        return target.name
    try:
        place = Path(target.name).resolve()
    except (OSError, ValueError, RuntimeError):  # no path, or a link that leads to itself
        return target.name
    return str(place.parent if is_event_file(place) else place)


def _is(target: Target, out: Path | None) -> bool:
    return out is not None and Path(target.name).name == out.name and Path(target.name).resolve() == out


def _size(place: Path) -> int:
    try:
        return place.stat().st_size
    except (OSError, ValueError):
        return 0
