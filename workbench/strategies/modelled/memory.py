"""`memory` with a model: a bounded summary of a range as items, and the summarizer of a conversation (S4).

The content policy is checked here first: no twelve consecutive words of a message, no role label, no more
than the summary's most tokens. An item that breaks it goes back once, then is left out and reported; a
conversation is then summarised offline.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import GenerationRecord, Item, ItemKind
from gates.source import EventKind, SourceEvent
from workbench.facts.commitment import Basis
from workbench.models.base import ModelAnswer, Prompt
from workbench.strategies.asked import CHARACTERS
from workbench.strategies.base import EXTRACTIVE, DraftRequest, by_model
from workbench.strategies.condensing import role_label, verbatim_run
from workbench.strategies.memory.extractive import ExtractiveSummarizer, heading_of
from workbench.strategies.memory.state import ChatMessage, TokenCount, estimated_tokens
from workbench.strategies.memory.summary_text import (
    Heading,
    SummaryBullet,
    SummaryRefused,
    bounded,
    check,
    parse,
    render,
)
from workbench.strategies.modelled.answered import ItemsAnswer, items_in
from workbench.strategies.modelled.asking import Asker, Flaw, WrongAnswer, WrongForm
from workbench.strategies.modelled.items import MEMORY, ItemDrafter
from workbench.strategies.modelled.problems import AnswerProblem
from workbench.strategies.modelled.prompting import numbered, shown
from workbench.strategies.modelled.sourcing import RefusedParts, Sources
from workbench.strategies.modelled.tally import summed

NAME = "memory"
MOST_TOKENS = 1_000
ANSWER_TOKENS = 4_000
_KINDS = {
    ItemKind.FAILURE: ItemKind.CLAIM,
    ItemKind.CONFLICT: ItemKind.OPEN_WORK,
    ItemKind.OPEN_QUESTION: ItemKind.OPEN_WORK,
}
"""Kinds that a memory does not distinguish, with the kind that it uses."""
_OF_HEADING = {
    Heading.FACTS: ItemKind.CONSTRAINT,
    Heading.GOALS: ItemKind.DECISION,
    Heading.DECISIONS: ItemKind.DECISION,
    Heading.OPEN: ItemKind.OPEN_WORK,
    Heading.ARTIFACTS: ItemKind.ARTIFACT_REF,
}


class MemoryDrafter(ItemDrafter):
    """`memory` for a range."""

    def __init__(
        self,
        asker: Asker,
        *,
        allow_unsourced: bool = False,
        most_tokens: int = MOST_TOKENS,
        count: TokenCount = estimated_tokens,
    ) -> None:
        super().__init__(NAME, asker, MEMORY, allow_unsourced=allow_unsourced)
        self._most = most_tokens
        self._count = count
        self._aside: list[AnswerProblem] = []

    def wanted_tokens(self, request: DraftRequest) -> int:
        """Return the tokens that a summary may take, at most a third of what it replaces."""
        if request.size is not None:
            return max(50, min(self._most, request.room().most // CHARACTERS))
        size = sum(event.tokens for event in request.replaced())
        return max(100, min(self._most, size // 3))

    def own_problems(self) -> list[AnswerProblem]:
        """Return the items that the content policy excludes, and those that were dropped."""
        return [*self._aside, *super().own_problems()]

    def completed(self, request: DraftRequest, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items that a memory may contain, within its size; the least binding are left out."""
        self._aside, kept = [], []
        texts = [event.text for event in request.replaced()]
        for given in map(_as_memory, items):
            why = _forbidden(given.text, texts)
            if why or given.status == "done":
                self._leave_out(given, why or "it is over, and a memory holds what still guides")
            else:
                kept.append(given)
        entries = [_entry(item) for item in kept]
        fitting = bounded(entries, self._most, self._count)
        for item, entry in zip(list(kept), entries, strict=True):
            if entry in fitting:
                fitting.remove(entry)
            else:
                kept.remove(item)
                self._leave_out(item, f"the memory takes more than {self._most:,} tokens with it")
        return tuple(dict.fromkeys(kept))

    def _leave_out(self, item: Item, why: str) -> None:
        self._aside.append(AnswerProblem("memory", f"left out, {why}: {item.text}", "", item.kind.value))


def _as_memory(item: Item) -> Item:
    kind = _KINDS.get(item.kind, item.kind)
    status = (item.status or "open") if kind is ItemKind.OPEN_WORK else None
    return Item(kind=kind, text=item.text, status=status, links=item.links)


def _forbidden(text: str, messages: Sequence[str]) -> str:
    """Return why the content policy excludes a text; empty if it does not (S4 section 9)."""
    label = role_label(text)
    if label is not None:
        return f"it holds a role label, {label!r}"
    run = next((run for each in messages if (run := verbatim_run(text, each)) is not None), None)
    return f"it repeats twelve or more words of a message, {run!r}" if run is not None else ""


def _entry(item: Item) -> SummaryBullet:
    return SummaryBullet(_heading(item.kind, item.text), item.text)


def _heading(kind: ItemKind, text: str) -> Heading:
    kind = _KINDS.get(kind, kind)
    if kind is ItemKind.OPEN_WORK:
        return Heading.OPEN
    if kind is ItemKind.ARTIFACT_REF:
        return Heading.ARTIFACTS
    return heading_of(text, Basis.REQUEST) if kind is ItemKind.DECISION else Heading.FACTS


class ModelSummarizer:
    """`summarize_memory` with a language model, for a `MemoryRun` (S4 section 8).

    Every bullet has a source in the messages or in a bullet of the previous summary; one without is dropped.
    A summary from which something was dropped, or that breaks the content policy, is requested once more,
    with the problem. If the policy is broken again the summary is written offline, the asker's `on_progress`
    reports it and `fallbacks` counts it. A model that does not answer raises `ModelTrouble`, and the run's
    state is unchanged.

    Args:
        asker: the model, its cap and its time, new for each summary; may be shared with other runs.
        max_summary_tokens: most tokens of a summary; a run's own limit applies if it is lower.
        count: tokens of a text for the target model.
    """

    def __init__(
        self, asker: Asker, max_summary_tokens: int = MOST_TOKENS, count: TokenCount = estimated_tokens
    ) -> None:
        self.asker = asker.apart()
        self.model = asker.named
        self.fallbacks = 0
        self.lapsed = ""
        """Why the last summary was written without the model; empty if it was not."""
        self.dropped = RefusedParts()
        self._own_most = self._most = max_summary_tokens
        self._count = count
        self._version = by_model(MEMORY.version, self.model)
        self._spent: list[GenerationRecord] | None = None
        """The cost of the summaries of a run's fold, without the last one; None outside a run."""

    def bounded(self, max_summary_tokens: int, count: TokenCount) -> ModelSummarizer:
        """Return itself, ready for a new fold within the limit of the run that checks its summary."""
        self._most, self._count = min(self._own_most, max_summary_tokens), count
        self._spent = []
        self.asker.begin()
        return self

    def generation(self) -> tuple[str, GenerationRecord]:
        """Return the prompt version of the last summary, and the cost of all calls since the fold began."""
        return self._version, summed([*(self._spent or ()), self.asker.record()], self.asker.named)

    def summarize_memory(
        self, current_memory_summary: str, messages_to_summarize: Sequence[ChatMessage]
    ) -> str:
        """Return the whole summary rewritten.

        Raises:
            SummaryRefused: the current summary is not headings and bullets.
            ModelTrouble: the model did not answer.
            NoRoom: the messages are over the cap; nothing was sent.
        """
        if self._spent is not None:
            self._spent.append(self.asker.record())
        self.asker.begin()
        self.lapsed = ""
        before = parse(current_memory_summary)
        messages = list(messages_to_summarize)
        events = _events(messages)
        earlier = [Item(kind=_OF_HEADING[entry.heading], text=entry.text) for entry in before]
        sources = Sources("run", events, events, earlier)
        given = shown(events)

        def prompts(problem: str, whole: bool) -> tuple[Prompt, int]:
            known = numbered([(entry.heading.value, entry.text) for entry in before])
            body: dict[str, object] = {"earlier": known, "about_tokens": self._most}
            body |= {"problem": problem} if problem else {}
            prompt, secrets = MEMORY.prompt(body, ANSWER_TOKENS, given.text if whole else "")
            return prompt, secrets + (given.masked if whole else 0)

        usable: list[tuple[str, RefusedParts]] = []

        def read(answer: ModelAnswer) -> str:
            dropped = RefusedParts()
            summary = self._summary(items_in(answer, least=1), sources, messages, dropped)
            usable.append((summary, dropped))
            if dropped.notes and len(usable) == 1:  # what the summary lacks is lost with its messages
                raise WrongAnswer("; ".join(dropped.notes), Flaw.RULES)
            return summary

        try:
            self.asker.asked(prompts, read)
        except WrongForm as error:
            if usable:
                return self._taken(usable)
            self.fallbacks += 1
            self.lapsed = error.message
            self._version = EXTRACTIVE
            self.asker.on_progress(f"warning: {error.message}; the summary was written without a model")
            offline = ExtractiveSummarizer(self._most, self._count)
            return offline.summarize_memory(current_memory_summary, messages)
        return self._taken(usable)

    def _summary(
        self, given: ItemsAnswer, sources: Sources, messages: Sequence[ChatMessage], dropped: RefusedParts
    ) -> str:
        """Return the summary of an answer. Raises WrongAnswer if it has none that may be used."""
        items = [sources.item(each, dropped) for each in given.items]
        stated = [
            SummaryBullet(_heading(item.kind, item.text), item.text)
            for item in items
            if item is not None and item.status != "done"
        ]
        if not stated:
            raise WrongAnswer("none of its items quotes words of the messages", Flaw.UNQUOTED)
        try:
            return check(render(dict.fromkeys(stated)), messages, self._most, self._count)
        except SummaryRefused as refused:
            raise WrongAnswer(refused.message, Flaw.RULES) from refused

    def _taken(self, usable: Sequence[tuple[str, RefusedParts]]) -> str:
        """Return the summary from which least was dropped, the later of two equals."""
        summary, self.dropped = min(reversed(usable), key=lambda each: len(each[1].notes))
        self._version = by_model(MEMORY.version, self.model)
        for note in self.dropped.notes:
            self.asker.on_progress(f"warning: {note}")
        return summary


def _events(messages: Sequence[ChatMessage]) -> list[SourceEvent]:
    kinds = {"user": EventKind.USER, "assistant": EventKind.ASSISTANT}
    return [SourceEvent(n, kinds[each.role], each.text, f"m{n}") for n, each in enumerate(messages)]
