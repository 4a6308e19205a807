"""Drafts of items by a language model: `intentional`, `rolling`, `multi_session`, `snapshot` and `memory`.

The range is read once; what a checker finds wrong goes back as problems, and the model answers with changes.
A drafter makes one draft at a time and keeps what it knows of it between the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gates.artifact import Item, Origin
from gates.source import SourceEvent
from gates.withdrawn import without_withdrawn
from workbench.models.base import ModelAnswer, Prompt
from workbench.strategies.asked import CHARACTERS
from workbench.strategies.base import Candidate, DraftRequest, candidate
from workbench.strategies.essentials import essentials
from workbench.strategies.modelled.answered import ITEMS, ItemsAnswer, items_in
from workbench.strategies.modelled.asking import WITHOUT_EVENTS, Asker, Flaw, WrongAnswer
from workbench.strategies.modelled.problems import AnswerProblem, going_back, problems_json
from workbench.strategies.modelled.prompting import (
    PromptedEvents,
    PromptFile,
    numbered,
    shown,
    size_of,
)
from workbench.strategies.modelled.sourcing import NO_ITEM, RefusedParts, Sources, none_borne_out

DRAFT = PromptFile("draft", 1, ITEMS)
NOTES = PromptFile("notes", 1, ITEMS)
MEMORY = PromptFile("memory", 1, ITEMS)
ANSWER_TOKENS = 6_000
"""Most tokens of an answer: about a page of items with their quotations."""
ABOUT_TOKENS = 1_500
"""How long a record is to be where nobody asked for a size."""
CHANGES_TOKENS = 3_000
"""Fewest that are left for an answer of changes alone, where the cap leaves it no more."""
MOST_EARLIER = 80


@dataclass(frozen=True)
class DraftInputs:
    """What one draft is made of."""

    request: DraftRequest
    events: tuple[SourceEvent, ...]
    """The events that the model is shown."""
    earlier: tuple[Item, ...]
    """What held before them, which the model may carry on."""
    shown: PromptedEvents
    sources: Sources


class ItemDrafter:
    """One of the strategies that are items, drafted by a model.

    Args:
        strategy: its name, which the drafts bear.
        asker: the model, its cap and its time.
        prompt: the instructions.
        allow_unsourced: keep items without a quotation that occurs; gate B names them.
    """

    calls_model = True

    def __init__(
        self, strategy: str, asker: Asker, prompt: PromptFile = DRAFT, *, allow_unsourced: bool = False
    ) -> None:
        self.name = strategy
        self.asker = asker
        self.prompt_version = prompt.version
        self._prompt = prompt
        self._unsourced = allow_unsourced
        self._reading: DraftInputs | None = None
        self.items: tuple[Item, ...] = ()
        self.dropped = RefusedParts()

    def estimate(self, request: DraftRequest) -> int:
        """Tokens that the first call may take: its request, estimated from above, and its answer."""
        prompt, _ = self._first(self._read(request), "", whole=True)
        return self.asker.needs(prompt)

    def fixed(self, request: DraftRequest) -> int:
        """Of these, what does not depend on how many events there are."""
        reading = self._read(request)
        prompt, _ = self._first(replace(reading, shown=PromptedEvents("", 0, ())), "", whole=True)
        return size_of(prompt) + prompt.max_tokens

    def draft(self, request: DraftRequest) -> Candidate:
        """A candidate of what the model answers.

        Raises:
            WrongForm: two of its answers could not be used.
            NoRoom: the range is over the cap; nothing was sent.
            ModelTrouble: it did not answer.
        """
        self.asker.begin()
        self.dropped, self.items = RefusedParts(), ()
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
        self.items = self.completed(request, made)
        return self._candidate(reading)

    def revise(self, problems: Sequence[AnswerProblem], note: str = "") -> Candidate | None:
        """The candidate with the model's changes against problems; None where it has none or no room.

        `note` is said once it is sure that the problems go out.

        Raises:
            ModelTrouble: it did not answer; the draft before is as it was.
        """
        reading = self._reading
        if reading is None:
            return None
        reading.sources.also(passage for each in problems for passage in each.passages)
        if (found := self._fitting(reading, problems)) is None:
            self.asker.on_progress("the cap of tokens leaves no room to repair what is wrong")
            return None
        prompt, secrets, told = found
        self.asker.on_progress(note or going_back(len(problems), self.asker.named))
        if not prompt.stable:
            self.asker.on_progress(WITHOUT_EVENTS)
        if told < len(problems):
            self.asker.on_progress(f"of the {len(problems)} the cap of tokens has room for the first {told}")
        try:
            given = items_in(self.asker.ask(prompt, secrets))
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
        """Items below which an answer is of no use; notes may be none."""
        return 0 if self._prompt is NOTES else 1

    # for strategies that are more than what the model says

    def own_problems(self) -> list[AnswerProblem]:
        """What the strategy itself found wrong with the model's items, beside the gates."""
        return []

    def shown_events(self, request: DraftRequest) -> list[SourceEvent]:
        """The events that the model reads: what was taken back tells it nothing."""
        return list(without_withdrawn(request.replaced()))

    def earlier(self, request: DraftRequest) -> Sequence[Item]:
        """What held when the range began and may still hold at its end."""
        start = request.source.start
        binding = essentials(request).binding if start else ()
        return [item for item in binding if item.links and item.links[0].ordinal < start]

    def task(self, request: DraftRequest) -> dict[str, object]:
        """What the model is given beside the events."""
        stated: dict[str, object] = {
            "objective": request.objective,
            "about_tokens": self.wanted_tokens(request),
        }
        return {**stated, "before": request.seed} if request.seed else stated

    def wanted_tokens(self, request: DraftRequest) -> int:
        """How long the record is to be: as asked, else a page, at most a third of what it replaces."""
        if request.size is not None:
            return max(50, request.room().most // CHARACTERS)
        size = sum(event.tokens for event in request.replaced())
        return max(200, min(ABOUT_TOKENS, size // 3))

    def completed(self, request: DraftRequest, items: tuple[Item, ...]) -> tuple[Item, ...]:  # noqa: ARG002
        """What the draft holds of these and of its own."""
        return items

    def narrative(self, request: DraftRequest) -> str | None:  # noqa: ARG002 - for overriding
        """The text beside the items."""
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
        """The largest request to repair that has room, its secrets, and how many problems it tells."""
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
        for _ in range(given.misshapen):
            dropped.add(NO_ITEM, f"{given.misshapen} in all")
        found = []
        for each in given.items:
            item = reading.sources.item(each, dropped, unsourced=self._unsourced)
            if item is not None and item not in found:
                found.append(item)
        return tuple(found)

    def _changed(self, reading: DraftInputs, given: ItemsAnswer) -> tuple[Item, ...]:
        """The items with the changes; a replacement that nothing carries leaves its item as it is."""
        kept: list[Item | None] = list(self.items)
        added = []
        for each in given.items:
            item = reading.sources.item(each, self.dropped, unsourced=self._unsourced)
            if item is None:
                continue
            if each.replaces is not None and each.replaces < len(kept):
                kept[each.replaces] = item
            elif item not in kept:
                added.append(item)
        gone = {number for number in given.dropped if number < len(kept)}
        replaced = {each.replaces for each in given.items}
        left = [item for n, item in enumerate(kept) if item is not None and (n not in gone or n in replaced)]
        return tuple(dict.fromkeys([*left, *added])) if left or added else self.items

    def _candidate(self, reading: DraftInputs) -> Candidate:
        return self.candidate(reading.request, self.items)

    def candidate(self, request: DraftRequest, items: Sequence[Item]) -> Candidate:
        """A candidate of these items with what the calls cost so far; bare items stand last."""
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


def _ways(problems: int) -> Iterator[tuple[bool, int, int]]:
    """Ways to ask for a repair, the largest first: with the events, most tokens answered, problems told.

    Where the events have no room it goes without them, then with less room for its answer, at last with the
    first problems alone.
    """
    yield True, ANSWER_TOKENS, problems
    yield False, ANSWER_TOKENS, problems
    while problems:
        yield False, CHANGES_TOKENS, problems
        problems //= 2


class RollingDrafter(ItemDrafter):
    """`rolling`: the rolled artifacts' items are what held before, the events after them are read."""

    def shown_events(self, request: DraftRequest) -> list[SourceEvent]:
        """The events after the last rolled artifact."""
        start = max((each.source.source_end + 1 for each in request.rolled), default=request.source.start)
        return [event for event in super().shown_events(request) if event.ordinal >= start]

    def earlier(self, request: DraftRequest) -> Sequence[Item]:
        """The items of the rolled artifacts, or what bound before where there are none."""
        rolled = [item for artifact in request.rolled for item in artifact.items if item.links]
        return rolled if request.rolled else super().earlier(request)
