"""Drafts of items by a language model: `intentional`, `rolling`, `multi_session`, `snapshot` and `memory`.

The range is read once; findings of the gates go back as problems, and the model answers with changes. A
drafter makes one draft at a time and keeps its data between the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.artifact import Item, Origin
from gates.source import SourceEvent
from gates.withdrawn import without_withdrawn
from workbench.models.base import ModelAnswer, Prompt
from workbench.strategies.asked import CHARACTERS
from workbench.strategies.base import Candidate, DraftRequest, by_model, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.modelled.answered import ITEMS, ItemsAnswer, items_in
from workbench.strategies.modelled.asking import WITHOUT_EVENTS, Asker, Flaw, WrongAnswer
from workbench.strategies.modelled.problems import (
    AnswerProblem,
    going_back,
    problems_json,
    problems_of_dropped,
)
from workbench.strategies.modelled.prompting import (
    PromptedEvents,
    PromptFile,
    numbered,
    shown,
)
from workbench.strategies.modelled.sourcing import NO_ITEM, RefusedParts, Sources, none_borne_out

DRAFT = PromptFile("draft", 2, ITEMS)
NOTES = PromptFile("notes", 2, ITEMS)
MEMORY = PromptFile("memory", 2, ITEMS)
ANSWER_TOKENS = 6_000
"""Most tokens of an answer: about a page of items with their quotations."""
ABOUT_TOKENS = 1_500
"""Tokens of a record if no size is requested."""
CHANGES_TOKENS = 3_000
"""Most tokens of an answer with changes only, if the cap has no room for more."""
MOST_EARLIER = 80


@dataclass(frozen=True)
class DraftInputs:
    """The inputs of one draft."""

    request: DraftRequest
    events: tuple[SourceEvent, ...]
    """The events that the model is shown."""
    earlier: tuple[Item, ...]
    """Items that held before them, which the model may carry over."""
    shown: PromptedEvents
    sources: Sources


class ItemDrafter:
    """A strategy whose items a model drafts.

    Args:
        strategy: its name, which the drafts have.
        asker: the model, its cap and its time.
        prompt: the instructions.
        allow_unsourced: keep items without a quotation that occurs; gate B reports them.
    """

    calls_model = True

    def __init__(
        self, strategy: str, asker: Asker, prompt: PromptFile = DRAFT, *, allow_unsourced: bool = False
    ) -> None:
        self.name = strategy
        self.asker = asker
        self.prompt_version = by_model(prompt.version, asker.named)
        self._prompt = prompt
        self._unsourced = allow_unsourced
        self._reading: DraftInputs | None = None
        self.items: tuple[Item, ...] = ()
        self.dropped = RefusedParts()
        self._lost: list[AnswerProblem] = []

    def estimate(self, request: DraftRequest) -> int:
        """Return the tokens that the first call may take: request, estimated from above, and answer."""
        prompt, _ = self._first(self._read(request), "", whole=True)
        return self.asker.needs(prompt)

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate made of the model's answer.

        Raises:
            WrongForm: two of its answers could not be used.
            NoRoom: the range is over the cap; nothing was sent.
            ModelTrouble: it did not answer.
        """
        self.asker.begin()
        self.dropped, self.items, self._lost = RefusedParts(), (), []
        self._reading = reading = self._read(request)
        if reading.shown.shortened:
            events = ", ".join(str(ordinal) for ordinal in reading.shown.shortened[:8])
            self.asker.on_progress(f"of very long events only the beginning and the end are sent: {events}")

        def read(answer: ModelAnswer) -> tuple[Item, ...]:
            dropped = RefusedParts()
            given = items_in(answer, least=self._least)
            items = self._sourced(reading, given, dropped)
            if given.items and not items:
                raise WrongAnswer(none_borne_out(dropped), Flaw.UNQUOTED)
            self.dropped = dropped
            return items

        made = self.asker.asked(lambda problem, whole: self._first(reading, problem, whole=whole), read)
        self._lost = problems_of_dropped(self.dropped, reading.sources)
        self.items = self.completed(request, made)
        return self._candidate(reading)

    def revise(self, problems: Sequence[AnswerProblem], note: str = "") -> Candidate | None:
        """Return the candidate with the model's changes for problems; None without changes or room.

        `note` is reported once it is certain that the problems are sent.

        Raises:
            ModelTrouble: it did not answer; the previous draft is unchanged.
        """
        reading = self._reading
        if reading is None:
            return None
        reading.sources.also(passage for each in problems for passage in each.passages)
        if (found := self._fitting(reading, problems)) is None:
            self.asker.on_progress("the cap of tokens leaves no room to repair what is wrong")
            return None
        prompt, secrets, sent = found
        self.asker.on_progress(note or going_back(len(problems), self.asker.named))
        if not prompt.stable:
            self.asker.on_progress(WITHOUT_EVENTS)
        if sent < len(problems):
            self.asker.on_progress(f"of the {len(problems)} the cap of tokens has room for the first {sent}")
        try:
            given = self.asker.read(self.asker.ask(prompt, secrets), items_in)
        except WrongAnswer as error:
            self.asker.on_progress(
                f"{self.asker.named}: the changes could not be used, {error}; the draft stays"
            )
            return None
        changed = self._changed(reading, given)
        if changed == self.items:
            return None
        self.items = self.completed(reading.request, changed)
        return self._candidate(reading)

    @property
    def _least(self) -> int:
        """Fewest items of a usable answer; notes may have none."""
        return 0 if self._prompt is NOTES else 1

    # to be overridden

    def own_problems(self) -> list[AnswerProblem]:
        """Return the problems that the strategy itself found in the last answer, besides the gates."""
        return self._lost

    def shown_events(self, request: DraftRequest) -> list[SourceEvent]:
        """Return the events that the model reads, without withdrawn ones."""
        return list(without_withdrawn(request.replaced()))

    def earlier(self, request: DraftRequest) -> Sequence[Item]:
        """Return items that held when the range began and may still hold at its end."""
        start = request.source.start
        binding = essentials(request).binding if start else ()
        return [item for item in binding if item.links and item.links[0].ordinal < start]

    def task(self, request: DraftRequest) -> dict[str, object]:
        """Return the part of a request beside the events."""
        stated: dict[str, object] = {
            "objective": request.objective,
            "about_tokens": self.wanted_tokens(request),
        }
        return {**stated, "before": request.seed} if request.seed else stated

    def wanted_tokens(self, request: DraftRequest) -> int:
        """Return the record's wanted tokens: as requested, else a page, at most a third of its source."""
        if request.size is not None:
            return max(50, request.room().most // CHARACTERS)
        size = sum(event.tokens for event in request.replaced())
        return max(200, min(ABOUT_TOKENS, size // 3))

    def completed(self, request: DraftRequest, items: tuple[Item, ...]) -> tuple[Item, ...]:  # noqa: ARG002
        """Return the draft's items, made from these and the strategy's own."""
        return items

    def narrative(self, request: DraftRequest) -> str | None:  # noqa: ARG002 - for overriding
        """Return the text beside the items."""
        return None

    # requests

    def _read(self, request: DraftRequest) -> DraftInputs:
        events = tuple(self.shown_events(request))
        earlier = tuple(self.earlier(request))[-MOST_EARLIER:]
        sources = Sources(request.source.session_id, request.seen(), events, earlier)
        return DraftInputs(request, events, earlier, shown(events), sources)

    def _first(self, reading: DraftInputs, problem: str, *, whole: bool) -> tuple[Prompt, int]:
        body = self._body(reading)
        return self._request(reading, {**body, "problem": problem} if problem else body, whole=whole)

    def _fitting(
        self, reading: DraftInputs, problems: Sequence[AnswerProblem]
    ) -> tuple[Prompt, int, int] | None:
        """Return the largest repair request with room, its number of secrets, and its number of problems."""
        for whole, most, count in _ways(len(problems)):
            prompt, secrets = self._again(reading, problems[:count], whole=whole, most=most)
            if self.asker.has_room(prompt):
                return prompt, secrets, count
        return None

    def _again(
        self, reading: DraftInputs, problems: Sequence[AnswerProblem], *, whole: bool, most: int
    ) -> tuple[Prompt, int]:
        draft = numbered([(item.kind.value, item.text) for item in self.items])
        body = {**self._body(reading), "draft": draft, "problems": problems_json(problems, self.items)}
        body = body if whole else {key: body[key] for key in body if key != "before"}
        return self._request(reading, body, whole=whole, most=most)

    def _body(self, reading: DraftInputs) -> dict[str, object]:
        earlier = numbered([(item.kind.value, item.text) for item in reading.earlier])
        return {**self.task(reading.request), "earlier": earlier}

    def _request(
        self, reading: DraftInputs, body: dict[str, object], *, whole: bool, most: int = ANSWER_TOKENS
    ) -> tuple[Prompt, int]:
        stable = reading.shown.text if whole else ""
        prompt, secrets = self._prompt.prompt(body, most, stable)
        return prompt, secrets + (reading.shown.masked if stable else 0)

    # answers

    def _sourced(self, reading: DraftInputs, given: ItemsAnswer, dropped: RefusedParts) -> tuple[Item, ...]:
        for flaw in given.flaws:
            dropped.add(NO_ITEM, flaw)
        found: list[Item] = []
        for each in given.items:
            item = reading.sources.item(each, dropped, unsourced=self._unsourced)
            if item is not None and not any(_states_same(item, other) for other in found):
                found.append(item)
        return tuple(found)

    def _changed(self, reading: DraftInputs, given: ItemsAnswer) -> tuple[Item, ...]:
        """Return the items with the changes; a replacement without a source leaves its item unchanged."""
        kept: list[Item | None] = list(self.items)
        added = []
        dropped = RefusedParts()
        for each in given.items:
            item = reading.sources.item(each, dropped, unsourced=self._unsourced)
            if item is None:
                continue
            if each.replaces is not None and each.replaces < len(kept):
                kept[each.replaces] = item
            elif item not in kept:
                added.append(item)
        self.dropped.extend(dropped)
        self._lost = problems_of_dropped(dropped, reading.sources)
        gone = {number for number in given.dropped if number < len(kept)}
        replaced = {each.replaces for each in given.items}
        left = [item for n, item in enumerate(kept) if item is not None and (n not in gone or n in replaced)]
        return tuple(dict.fromkeys([*left, *added])) if left or added else self.items

    def _candidate(self, reading: DraftInputs) -> Candidate:
        return self.candidate(reading.request, self.items)

    def candidate(self, request: DraftRequest, items: Sequence[Item]) -> Candidate:
        """Return a candidate of these items and the calls' cost so far; items without links are last."""
        sourced = [item for item in items if item.links]
        bare = [item for item in items if not item.links]
        made = candidate(request, sourced, self.name, Origin.DRAFTED, self.narrative(request))
        record = self.asker.record()
        extra = [{**item.model_dump(mode="json"), "generation": request.generation} for item in bare]
        payload = {
            **made.payload,
            "prompt_version": self.prompt_version,
            "items": [*made.payload["items"], *extra],
            "generation_record": record.model_dump(mode="json"),
        }
        return Candidate(payload, record)


def _states_same(item: Item, other: Item) -> bool:
    """Return whether two items are of one kind and in the same words, whatever they quote."""
    return item.kind is other.kind and item.text.casefold() == other.text.casefold()


def _ways(problems: int) -> Iterator[tuple[bool, int, int]]:
    """Yield ways to ask for a repair, the largest first: with events or not, answer tokens, problems.

    If the events have no room they are omitted, then the answer gets less room, and last only the first
    problems are sent.
    """
    yield True, ANSWER_TOKENS, problems
    yield False, ANSWER_TOKENS, problems
    while problems:
        yield False, CHANGES_TOKENS, problems
        problems //= 2


class RollingDrafter(ItemDrafter):
    """`rolling`: the rolled artifacts' items hold from before, the events after them are read."""

    def shown_events(self, request: DraftRequest) -> list[SourceEvent]:
        """Return the events after the last rolled artifact."""
        start = max((each.source.source_end + 1 for each in request.rolled), default=request.source.start)
        return [event for event in super().shown_events(request) if event.ordinal >= start]

    def earlier(self, request: DraftRequest) -> Sequence[Item]:
        """Return the items of the rolled artifacts, or the earlier binding items if there are none."""
        rolled = [item for artifact in request.rolled for item in artifact.items if item.links]
        return rolled if request.rolled else super().earlier(request)
