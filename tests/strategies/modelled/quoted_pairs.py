"""Items beside the message that they quote, right ones and wrong ones; half of them is for making rules."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple


class QuotedPair(NamedTuple):
    """One item of a model with the message that it quotes."""

    speaker: str
    """`user` or `agent`."""
    said: str
    """The whole message."""
    quote: str
    kind: str
    text: str
    right: bool
    """Whether the message says what the item says."""

    @property
    def half(self) -> int:
        """0 for those that rules may be made with, 1 for those that only measure."""
        return sha256(self.text.encode()).digest()[0] % 2


def _right(speaker: str, said: str, quote: str, kind: str, text: str) -> QuotedPair:
    return QuotedPair(speaker, said, quote, kind, text, right=True)


def _wrong(speaker: str, said: str, quote: str, kind: str, text: str) -> QuotedPair:
    return QuotedPair(speaker, said, quote, kind, text, right=False)


PAIRS = (
    _wrong(
        "agent",
        "I can't run the browser suite in this sandbox, so I only checked the types.",
        "I can't run the browser suite",
        "claim",
        "The browser suite passed.",
    ),
    _wrong(
        "agent",
        "The backup could not be restored on the spare disk.",
        "The backup could not be restored",
        "claim",
        "The backup was restored on the spare disk.",
    ),
    _wrong(
        "agent",
        "The deployment to the west region did not finish before the window closed.",
        "deployment to the west region did not finish",
        "claim",
        "The deployment to the west region finished.",
    ),
    _wrong(
        "agent",
        "Still open: the chapter on payments and the index.",
        "Still open: the chapter on payments",
        "claim",
        "The chapter on payments is finished.",
    ),
    _wrong(
        "agent",
        "To do: translate the welcome mail into Polish.",
        "To do: translate the welcome mail",
        "claim",
        "The welcome mail was translated into Polish.",
    ),
    _wrong(
        "agent",
        "The nightly export is failing again with a timeout.",
        "The nightly export is failing again",
        "claim",
        "The nightly export succeeds.",
    ),
    _wrong(
        "agent",
        "I'll go with **Plan B** - one queue for each customer.",
        "I'll go with **Plan B**",
        "decision",
        "Plan B was declined.",
    ),
    _wrong(
        "user",
        "Let's use the slate tiles for the hall.",
        "Let's use the slate tiles",
        "decision",
        "The slate tiles were rejected for the hall.",
    ),
    _wrong(
        "agent",
        "I will go with variant C and keep the parser as it is.",
        "I will go with variant C",
        "decision",
        "Variant A was chosen.",
    ),
    _wrong(
        "user",
        "We chose the oak floor for the study.",
        "We chose the oak floor",
        "decision",
        "The pine floor was chosen for the study.",
    ),
    _wrong(
        "agent",
        "I'll go with option 2: split the table by year.",
        "I'll go with option 2",
        "decision",
        "The user chose option 2.",
    ),
    _wrong(
        "agent",
        "I decided to keep the cache in memory for now.",
        "I decided to keep the cache in memory",
        "decision",
        "The user decided to keep the cache in memory.",
    ),
    _wrong(
        "user",
        "The upload limit is 40 MB for guests.",
        "The upload limit is 40 MB",
        "claim",
        "The upload limit is 400 MB for guests.",
    ),
    _wrong(
        "user",
        "The rehearsal lasts 90 minutes.",
        "The rehearsal lasts 90 minutes",
        "claim",
        "The rehearsal lasts 60 minutes.",
    ),
    _wrong(
        "user",
        "I rejected the blue banner yesterday.",
        "I rejected the blue banner",
        "decision",
        "The blue banner was chosen.",
    ),
    _wrong(
        "agent",
        "I haven't tested the importer against the old files yet.",
        "I haven't tested the importer",
        "claim",
        "The importer was tested against the old files.",
    ),
    _wrong(
        "agent",
        "I was unable to reproduce the crash on the tablet.",
        "unable to reproduce the crash",
        "claim",
        "The crash was reproduced on the tablet.",
    ),
    _wrong(
        "user",
        "The invoice for March is still to be sent.",
        "The invoice for March is still to be sent",
        "claim",
        "The invoice for March was sent.",
    ),
    _wrong(
        "user",
        "Bake the loaves at 230 degrees for 35 minutes.",
        "Bake the loaves at 230 degrees",
        "constraint",
        "Bake the loaves at 230 degrees for 53 minutes.",
    ),
    _wrong(
        "user",
        "I went with the train to Turin.",
        "I went with the train to Turin",
        "decision",
        "The agent went with the train to Turin.",
    ),
    _right(
        "agent",
        "I'll go with **Plan B** - one queue for each customer.",
        "I'll go with **Plan B** - one queue",
        "decision",
        "The agent goes with Plan B: one queue for each customer.",
    ),
    _right(
        "agent",
        "I'm going to take Option D - patch the scheduler right in `queue.py`.",
        "take Option D - patch the scheduler",
        "decision",
        "The agent takes Option D: patch the scheduler right in queue.py",
    ),
    _right(
        "agent",
        "I can't run the browser suite in this sandbox, so I only checked the types.",
        "I can't run the browser suite",
        "claim",
        "The browser suite could not be run in the sandbox.",
    ),
    _right(
        "agent",
        "I could not restore the backup. The copy on the spare disk passed its check.",
        "The copy on the spare disk passed",
        "claim",
        "The copy on the spare disk passed its check.",
    ),
    _right(
        "agent",
        "Still open: the chapter on payments and the index.",
        "Still open: the chapter on payments",
        "open_work",
        "The chapter on payments and the index are open.",
    ),
    _right(
        "agent",
        "The nightly export is failing again with a timeout.",
        "The nightly export is failing again",
        "claim",
        "The nightly export fails with a timeout.",
    ),
    _right(
        "user",
        "Let's use the slate tiles for the hall, not the cork.",
        "Let's use the slate tiles for the hall, not the cork",
        "decision",
        "The slate tiles were chosen for the hall, the cork was rejected.",
    ),
    _right(
        "user",
        "I reject the blue banner; take the green one.",
        "I reject the blue banner; take the green one",
        "decision",
        "The user rejected the blue banner and chose the green one.",
    ),
    _right(
        "user",
        "Go with option 3 please, the small pump.",
        "Go with option 3 please",
        "decision",
        "The user chose option 3, the small pump.",
    ),
    _right(
        "user",
        "The upload limit is 40 MB for guests.",
        "The upload limit is 40 MB",
        "claim",
        "Guests may upload at most 40 MB.",
    ),
    _right(
        "user",
        "The rehearsal lasts 90 minutes.",
        "The rehearsal lasts 90 minutes",
        "claim",
        "The rehearsal lasts 1.5 hours.",
    ),
    _right(
        "agent",
        "I fixed the importer, and all of its 31 tests pass now.",
        "all of its 31 tests pass now",
        "claim",
        "The importer was fixed and its 31 tests pass.",
    ),
    _right(
        "agent",
        "I haven't tested the importer against the old files yet.",
        "I haven't tested the importer",
        "claim",
        "The importer is not yet tested against the old files.",
    ),
    _right(
        "agent",
        "The crash did not come back after the update, so the ticket is closed.",
        "The crash did not come back after the update",
        "claim",
        "The crash is gone since the update and the ticket is closed.",
    ),
    _right(
        "user",
        "The invoice for March is still to be sent.",
        "The invoice for March is still to be sent",
        "open_work",
        "Send the invoice for March.",
    ),
    _right(
        "agent",
        "Option A needs a new server, option B does not. I'll go with option B.",
        "I'll go with option B",
        "decision",
        "Option B was chosen because it needs no new server.",
    ),
    _right(
        "user",
        "Bake the loaves at 230 degrees for 35 minutes, and let them rest for 20 minutes.",
        "Bake the loaves at 230 degrees for 35 minutes",
        "constraint",
        "Bake the loaves at 230 degrees for 35 minutes.",
    ),
    _right(
        "agent",
        "I didn't merge the branch. The docs were updated and the changelog written.",
        "The docs were updated",
        "claim",
        "The docs were updated and the changelog written.",
    ),
    _right(
        "user",
        "Yes, do that. I prefer the second draft to the first one.",
        "I prefer the second draft to the first",
        "decision",
        "The user prefers the second draft.",
    ),
    _right(
        "agent",
        "Nothing failed: the smoke run finished in 4 minutes.",
        "the smoke run finished in 4 minutes",
        "claim",
        "The smoke run finished in 4 minutes without a failure.",
    ),
)
