"""The end of a range for the historian: what is open, and whether the last check passed.

A narrative tells the last commit, or the check, if the turns report no result. Only a check that ran after
the last change does.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item
from gates.source import EventKind
from workbench.facts.actions.changes import FileChange, changes
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.reading import bound
from workbench.facts.spans import EventWords, fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.historian.models import LAST_CHECK, LAST_COMMIT, Turn
from workbench.strategies.page.last_state import FAILED, PASSED
from workbench.strategies.page.open_end import open_end
from workbench.strategies.page.turn_outcome import last_subject
from workbench.strategies.statements import Writer


def waiting_items(request: DraftRequest, known: Sequence[str]) -> list[Item]:
    """Return what is open at the end, each once: `open_end`, then the known texts of the last reply."""
    events = request.seen()
    writer = Writer(request.source.session_id, events, request.source.start)
    ends = list(open_end(request, writer))
    stated = [words.quote(events) for each in ends for words in each.places]
    found = [each.item for each in ends]
    replies = [e for e in events if e.kind is EventKind.ASSISTANT and e.sidechain is None]
    for last in replies[-1:]:
        for text in known:
            start = last.text.find(text) if text else -1
            if start >= 0 and not any(text in quote for quote in stated):
                stated.append(text)
                found.append(writer.question(EventWords(last.ordinal, start, start + len(text))))
    return found


def last_check(request: DraftRequest, made: Sequence[FileChange]) -> Commitment | None:
    """Return the check that ran last, if no file was changed since; `made` are the range's changes."""
    known = bound(request.seen(), request.source.start)
    states = (c for c in (*known.counted, *known.proposed) if c.basis is Basis.STATE)
    runs = [c for c in states if c.text.startswith((PASSED, FAILED))]
    last = max(runs, key=lambda c: c.words[-1].ordinal, default=None)
    changed = max((change.place.ordinal for change in made), default=-1)
    return last if last is not None and last.words[-1].ordinal > changed else None


def with_check(turns: Sequence[Turn], check: Commitment | None) -> list[Turn]:
    """Return the turns, the last one with the outcome of the last check."""
    if check is None or not turns:
        return list(turns)
    outcome = "passed" if check.text.startswith(PASSED) else "failed"
    return [*turns[:-1], turns[-1].model_copy(update={"last_check": outcome})]


def with_commit(request: DraftRequest, turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns, the last one with the subject of the range's last commit."""
    subject = last_subject(request.seen()[request.source.start :])
    if subject is None or not turns:
        return list(turns)
    said = fold(subject.quote(request.seen())).rstrip(" .")
    return [*turns[:-1], turns[-1].model_copy(update={"last_commit": said})]


def told_end(request: DraftRequest, sentence: str) -> tuple[str, tuple[EventWords, ...]] | None:
    """Return the item's text for a sentence about the last check or commit, and its words in the source.

    A check is named by its command. None for any other sentence.
    """
    start = request.source.start
    if sentence.startswith(LAST_COMMIT):
        subject = last_subject(request.seen()[start:])
        return None if subject is None else (sentence, (subject,))
    check = last_check(request, changes(request.seen(), start)) if sentence.startswith(LAST_CHECK) else None
    if check is None:
        return None
    command = check.text.removeprefix(PASSED).removeprefix(FAILED)
    return f"{sentence.rstrip('.')} ({command}).", check.words
