"""Integrity of the store."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gates.errors import os_reason
from store.journal import journal
from store.records import lookup
from store.values import HistoryHead, Verification
from store.verify import verify as integrity
from store.verify.heads import NotedHead
from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.pipes import read_whole

_HASH = re.compile("[0-9a-f]{64}")


def verify(env: Env, *, noted: Sequence[str] = (), noted_in: Sequence[str] = ()) -> Verification:
    """Check every record against the journal, and every digest and reference.

    Args:
        env: the environment, whose store is checked.
        noted: head hashes that must still exist.
        noted_in: files with the output of `head --json`, whose heads must still exist.

    Raises:
        UsageError: a head is not a hash.
        InputError: a file contains no heads.
    """
    hashes = [each.strip().casefold() for each in noted]
    for named_hash in hashes:
        if not _HASH.fullmatch(named_hash):
            raise UsageError(
                f"{named_hash!r} is not a head hash", "a head is 64 hexadecimal digits, as `head` prints it"
            )
    wanted = [NotedHead(each) for each in hashes]
    for path in noted_in:
        wanted += _heads_in(path)
    return integrity.verify(env.open_store(), noted=wanted)


def _heads_in(path: str) -> list[NotedHead]:
    try:
        body = json.loads(read_whole(Path(path)))
        found = [NotedHead(str(each["hash"]), str(each["session_id"])) for each in body["heads"]]
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "name a file of `head --json`") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{path} holds no heads", "`workbench head --json > FILE` writes one") from error
    if not found:
        raise InputError(f"{path} holds no heads", "`workbench head --json > FILE` writes one")
    if not all(_HASH.fullmatch(each.hash) for each in found):
        raise InputError(
            f"{path} holds a head that is not a hash", "`workbench head --json > FILE` writes one"
        )
    return found


def heads(env: Env, session: str | None = None) -> tuple[HistoryHead, ...]:
    """Return the newest entry of every journal, or of one session's: anchors to keep elsewhere.

    Raises:
        store.errors.NotFound: no session has this id.
    """
    store = env.open_store()
    found = journal.heads(store)
    if session is None:
        return found
    wanted = lookup.session(store, session)
    return tuple(each for each in found if each.session_id == wanted)


def heads_json(found: Sequence[HistoryHead]) -> dict[str, Any]:
    """Return the `workbench.head/1` object."""
    from workbench.services.output_shapes.reports_and_drafts import HeadsShape
    from workbench.services.output_shapes.shape import printed

    return printed(HeadsShape, heads=found)


def verification_json(found: Verification) -> dict[str, Any]:
    """Return the `workbench.verify/1` object."""
    from workbench.services.output_shapes.reports_and_drafts import VerifyShape
    from workbench.services.output_shapes.shape import printed

    return printed(VerifyShape, found)
