"""Proposals of decisions and open work by a model that reads a session up to the end of a range.

It reads window after window; its earlier proposals are listed in the next request, so that it can report what
was done since. A proposal consists only of the source's words: the model chooses them and writes none.
Everything is masked before it is sent; an answer is stored under a digest of the whole request and its
address, and used again without the model. A failure leaves a window unread and ends no command.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from gates.artifact import normalise_text
from gates.canonical import digest, short_id, text_digest
from gates.capture import CapturedItem
from gates.measure_words import masked_places, plural
from gates.source import SourceEvent
from workbench.checkers.kept import AskedKeys
from workbench.checkers.note_words import reasons
from workbench.checkers.proposed import IMPORTANCE, SCHEMA, KeptProposals, Proposed, proposed_in
from workbench.checkers.quotes import QuotedItem, ShownEvents, items_of
from workbench.checkers.serving import ask, serving_of
from workbench.checkers.settings import CheckerSetting
from workbench.checkers.useless_answers import UselessAnswers
from workbench.checkers.windows import RequestWindow, tokens_of, windows_of
from workbench.errors import UsageError
from workbench.facts.spans import EventWords, fold, shorten
from workbench.masking import mask
from workbench.models.base import Deadline, ModelTrouble, Prompt, Usage
from workbench.models.refusals import TooLong

PROMPT_FILE = "capture-1.md"
PROPOSING_VERSION = "1"
"""Increased when the parsing of answers changes; prompt and schema enter the version by their digest."""
CAP_TOKENS = 40_000
TIMEOUT_MS = 120_000
"""Limits of one window (tokens, milliseconds), unless the policy's [purpose.capture] sets others."""
RUN_TIMES = 10
"""All windows of a range may take this many times the limit of one."""
MOST_WINDOWS = 50
"""Number of windows read; of a longer session these are the last ones."""
MAX_ANSWER_TOKENS = 6_000
MOST_USELESS = 3
"""Useless answers in a row after which no further window is sent."""
LEAST_ROOM = 10_000
"""Tokens that a window must leave for events: more than the longest part of a text takes."""
MOST_EARLIER = 60
EARLIER_LENGTH = 200
MOST_PER_WINDOW = 40
MOST_PROPOSED = 60
LIKELIHOOD = {"must": 0.9, "should": 0.6}
"""Assumed likelihood, by importance, that a proposal is binding.

Orders likely losses, and is not measured.
"""
TEXT_LENGTH = 400
"""Maximum length of an item's statement, in code points."""


@dataclass
class ProposalTally:
    """Counts of what one reading sent and received."""

    asked: int = 0
    kept: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    thrown: Counter[str] = field(default_factory=Counter)
    masked: int = 0
    cut: int = 0
    too_long: bool = False
    """Whether a window was too long for the model."""
    usage: list[Usage] = field(default_factory=list)
    useless: UselessAnswers = field(default_factory=lambda: UselessAnswers(MOST_USELESS))


@dataclass
class ProposalReading:
    """A model's proposals for a range, with notes for the user."""

    items: tuple[CapturedItem, ...]
    read: int
    """Number of windows that the model answered, now or earlier."""
    notes: tuple[str, ...]


@cache
def instructions() -> str:
    """Return the prompt, from its file."""
    place = resources.files("workbench.checkers") / "prompts" / PROMPT_FILE
    return place.read_text(encoding="utf-8")


class Proposer:
    """Proposals from a language model over HTTP."""

    def __init__(
        self,
        setting: CheckerSetting,
        answers: Path,
        *,
        cap_tokens: int = CAP_TOKENS,
        timeout_ms: int = TIMEOUT_MS,
    ) -> None:
        serving = serving_of(setting, timeout_ms)
        self._model, self.named = serving.model, serving.named
        self._keyless = f"{serving.variable} holds no key" if serving.keyless else ""
        self._seconds = timeout_ms / 1000
        made_of = [
            setting.provider,
            setting.model,
            text_digest(instructions()),
            SCHEMA.body,
            MAX_ANSWER_TOKENS,
        ]
        self.version = f"{PROPOSING_VERSION}-{digest(made_of)[:12]}"
        self._kept = KeptProposals(answers / f"judge-capture-{self.version}.jsonl")
        fixed = tokens_of(instructions()) + tokens_of(json.dumps(SCHEMA.body)) + MAX_ANSWER_TOKENS
        self._room = cap_tokens - fixed - MOST_EARLIER * (EARLIER_LENGTH // 2)
        if self._room < LEAST_ROOM:
            least = cap_tokens - self._room + LEAST_ROOM
            raise UsageError(
                f"a window of {cap_tokens:,} tokens leaves no room for events",
                f"give [purpose.capture] cap_tokens = {least} or more in the policy",
            )

    @property
    def empty(self) -> bool:
        """Whether no answer of this model is stored."""
        return self._kept.empty

    def read(
        self, session_id: str, events: Sequence[SourceEvent], start: int, end: int, *, send: bool
    ) -> ProposalReading:
        """Return the model's proposals at event `end`; without `send` only stored answers are used.

        Reading begins at the session's start, since an earlier decision may still be in force at `start`. All
        ranges share the same windows, so that stored answers serve other ranges too.
        """
        tally = ProposalTally()
        found: list[QuotedItem] = []
        run = Deadline(RUN_TIMES * self._seconds)
        stopped = "" if send else "not asked yet"
        stopped = self._keyless if send and self._keyless else stopped
        read = 0
        windows = list(windows_of(events[: end + 1], self._room))
        for window in windows[:-MOST_WINDOWS]:
            tally.unread[f"before the last {MOST_WINDOWS}"] += window.ordinals[-1] >= start
        for window in windows[-MOST_WINDOWS:]:
            prompt, listed = self._prompt(window, found, events)
            keys = AskedKeys(self._model.url, self._model.request(prompt))
            answer = self._kept.get(keys.here)
            if answer is not None:
                tally.kept += 1
            elif stopped:
                answer = self._instead(keys, stopped, tally)
            else:
                tally.masked += window.masked
                answer, stopped = self._ask(prompt, keys, run, tally)
            if answer is not None:
                read += 1
                found = self._taken(answer, window, found, listed, events, tally)
        items = self._items(session_id, events, found, start)
        return ProposalReading(
            items,
            read,
            (*self._notes(tally, len(items)), *self._kept.answered_notes(self.named), *self._kept.trouble),
        )

    def _prompt(
        self, window: RequestWindow, found: Sequence[QuotedItem], events: Sequence[SourceEvent]
    ) -> tuple[Prompt, list[QuotedItem]]:
        """Return the prompt for a window, and the items that it lists as `earlier`."""
        listed = list(found[-MOST_EARLIER:])
        earlier = [
            {
                "id": number,
                "kind": item.kind,
                "quote": mask(_folded_quote(item.words[0], events))[0][:EARLIER_LENGTH],
            }
            for number, item in enumerate(listed)
        ]
        body = {"events": [part.body for part in window.parts], "earlier": earlier}
        text = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace").decode()
        return Prompt(instructions(), text, MAX_ANSWER_TOKENS, SCHEMA, stream=True), listed

    def _instead(self, keys: AskedKeys, why: str, tally: ProposalTally) -> Proposed | None:
        """Return the answer that another address gave, where this one gave none."""
        known = self._kept.from_anywhere(keys.anywhere)
        tally.kept += known is not None
        tally.unread[why] += known is None
        return known

    def _ask(
        self, prompt: Prompt, keys: AskedKeys, run: Deadline, tally: ProposalTally
    ) -> tuple[Proposed | None, str]:
        """Return the answer for a window, and the reason for asking nothing more, if there is one."""
        if run.left() <= 0:
            return self._instead(keys, "the run took too long", tally), "the run took too long"
        tally.asked += 1
        try:
            given = ask(self._model, prompt, run)
        except ModelTrouble as trouble:
            tally.too_long = tally.too_long or isinstance(trouble, TooLong)
            tally.useless.note_trouble(trouble)
            stopped = trouble.reason if trouble.lasting else tally.useless.stopped
            return self._instead(keys, trouble.reason, tally), stopped
        tally.usage.append(given.usage)
        tally.cut += given.cut
        answer = proposed_in(given.text)
        if answer is None:
            why = "the answer was cut at its limit" if given.cut else "no items in the answer"
            tally.unread[why] += 1
            tally.useless.note(why)
            return None, tally.useless.stopped
        tally.useless.note()
        self._kept.put(keys.here, answer, keys.anywhere, given.reported)
        return answer, ""

    def _taken(
        self,
        answer: Proposed,
        window: RequestWindow,
        found: Sequence[QuotedItem],
        listed: Sequence[QuotedItem],
        events: Sequence[SourceEvent],
        tally: ProposalTally,
    ) -> list[QuotedItem]:
        """Return the items found so far, without those that this window closed and with its new ones."""
        closed = {id(listed[number]) for number in answer.closed if number < len(listed)}
        shown = ShownEvents(events[ordinal] for ordinal in window.ordinals)
        given, thrown = items_of(answer.items, shown, MOST_PER_WINDOW)
        tally.thrown.update(thrown)
        tally.thrown["of another shape"] += answer.misshapen
        left = [item for item in found if id(item) not in closed]
        known = [item.words[0] for item in left]
        return [*left, *(item for item in given if not any(map(item.words[0].overlaps, known)))]

    def _items(
        self, session_id: str, events: Sequence[SourceEvent], found: Sequence[QuotedItem], start: int
    ) -> tuple[CapturedItem, ...]:
        """Convert the items found into proposals: by importance, then the newest first."""
        ranked = sorted(found, key=lambda g: (IMPORTANCE.index(g.importance), -g.words[0].ordinal))
        items: dict[str, CapturedItem] = {}
        for given in ranked:
            text = shorten(_folded_quote(given.words[0], events), TEXT_LENGTH)
            item_id = short_id("cap", session_id, given.kind, normalise_text(text))
            if text and len(items) < MOST_PROPOSED:
                carried = given.words[0].ordinal < start
                stated = [words for words in given.words if carried or words.ordinal >= start]
                links = (link for words in stated for link in words.links(session_id, events))
                made = CapturedItem(
                    item_id=item_id,
                    kind=given.kind,
                    text=text,
                    status="open" if given.kind == "open_work" else "in_force",
                    origin="model",
                    carried=carried,
                    evidence=tuple(links),
                    likelihood=LIKELIHOOD[given.importance],
                    by=self.named,
                )
                items.setdefault(item_id, made)
        return tuple(items.values())

    def _notes(self, tally: ProposalTally, proposed: int) -> tuple[str, ...]:
        stated = []
        if tally.asked:
            stated.append(
                f"judge {self.named}: asked about {plural(tally.asked, 'window')} ({_tokens(tally.usage)}), "
                f"{masked_places(tally.masked)} before sending"
            )
        if tally.kept:
            stated.append(f"judge {self.named}: {plural(tally.kept, 'kept answer')} used")
        if tally.usage or tally.kept:
            why = _counted(tally.thrown)
            stated.append(
                f"judge {self.named}: {plural(proposed, 'item')} proposed"
                + (f"; thrown away: {why}" if why else "")
            )
        if tally.cut:
            stated.append(f"judge {self.named}: {plural(tally.cut, 'answer')} ended at the limit of tokens")
        if +tally.unread:
            smaller = "; a lower [purpose.capture] cap_tokens makes smaller windows" if tally.too_long else ""
            unread = f"{plural(tally.unread.total(), 'window')} unread ({reasons(tally.unread)})"
            stated.append(f"judge {self.named}: {unread}{smaller}")
        stated += tally.useless.note_for(self.named)
        return tuple(stated)


def _folded_quote(words: EventWords, events: Sequence[SourceEvent]) -> str:
    return fold(words.quote(events)).encode("utf-8", "replace").decode()


def _counted(why: Counter[str]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in sorted((+why).items()))


def _tokens(usage: Sequence[Usage]) -> str:
    """Format the four token counts.

    A count that a service did not report is shown as unknown, never as zero.
    """
    names = ("input", "cache read", "cache written", "output")
    columns = zip(
        *((u.input_tokens, u.cache_read_tokens, u.cache_creation_tokens, u.output_tokens) for u in usage),
        strict=True,
    )
    stated = []
    for name, counts in zip(names, columns, strict=False):
        known = [count for count in counts if count is not None]
        missing = "" if len(known) == len(counts) else " or more"
        stated.append(f"{sum(known):,}{missing} {name}" if known else f"unknown {name}")
    return "tokens: " + ", ".join(stated) if stated else "no answer"
