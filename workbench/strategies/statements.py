"""Items of an extractive draft: the facts of a range, quoted or with minimal words around them.

Every item links to the exact words that it repeats, and begins with them if it can: words around them never
change their meaning. Nothing is added that the linked words do not say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from gates.artifact import FailureDetail, Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.source import EventKind, SourceEvent, SourceLink, chunk_bounds, parse_chunk_id
from workbench.facts.actions.changes import FileChange, changes
from workbench.facts.actions.commands import CommandFailure
from workbench.facts.actions.folder import working_folder
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.plans.plans import CurrentPlan
from workbench.facts.plans.saved_plans import PlanStep, SavedPlan
from workbench.facts.sentences.prose import statements as own_sentences
from workbench.facts.spans import GAP, EventWords, entry_words, first_line, fold, shorten

MAX_CONTEXT = 100
LONG = 150
"""Fewest characters of a quotation that may be a cut one."""
ANSWERED = " (the user answered)"
"""Ending of an answer to a question, which shows whose words are quoted."""
AGREED = " (the user agreed)"
"""Ending of an agent's offer that the user accepted with a bare assent."""
_OFFER = re.compile(
    r"(?:if you (?:want|like|prefer|agree)|if you'd (?:like|prefer)|want me to|(?:should|shall) i)\b", re.I
)
_ASSENTS = re.compile(
    r"\W{0,4}(?:yes|yeah|yep|yup|sure|ok|okay|please|go ahead|do it|sounds good|agreed|exactly)\b", re.I
)
UNCHECKED = "no check was run since the last edit"
"""Ending of a statement about edits, as the state of the work words it."""
TO_CHECK = "still to be checked: "
"""Words before it: alone it was read as a rule that no check may be run."""
PASSED_LATER = " (the same command passed later)"
KIND_PASSED_LATER = " (another command of its kind passed later)"
NEAR = 0.7
"""Share of words, in both directions, from which a linked sentence could be read as the opposite."""

Speaker = Literal["user", "agent"]

_SPEAKERS: dict[str, Speaker] = {"human": "user", "assistant": "agent", "plan": "agent", "commit": "agent"}


_DRAWN = re.compile(r"[\u2500-\u259f]+>?[ \t]?")
"""Lines and boxes that a tool draws around its words."""


def _plain(text: str) -> str:
    """Return a sentence without the marks of bold type; names and code are unchanged."""
    return text.replace("**", "") if text.count("**") % 2 == 0 else text


def _stated(text: str) -> str:
    """Return a statement about the state of the work, with what follows from a check that was not run."""
    return text.replace(UNCHECKED, f"{TO_CHECK}{UNCHECKED}", 1)


class Writer:
    """Writes items about the events of one session."""

    def __init__(self, session_id: str, events: Sequence[SourceEvent], start: int) -> None:
        self._session = session_id
        self._events = events
        self._start = start
        self._folder: str | None = None

    def _short(self, path: str) -> str:
        """Return a path as a person names it: relative to the folder that the session worked in."""
        if self._folder is None:
            paths = [change.path for change in changes(self._events, self._start)]
            self._folder = working_folder(self._events, self._start, paths)
        return path.removeprefix(self._folder)

    def quote(self, words: EventWords) -> str:
        """Return the words on one line."""
        return fold(words.quote(self._events))

    def commitment(self, found: Commitment) -> Item:
        """Return a decision, a constraint, or work with its status."""
        places = found.evidence(self._start)
        if found.kind is CommitmentKind.OPEN_WORK:
            status: Literal["open", "done"] = "open" if found.status == "open" else "done"
            text = _stated(found.text) if found.basis is Basis.STATE else found.text
            return self._item(ItemKind.OPEN_WORK, text, places, status=status)
        kind = ItemKind.CONSTRAINT if found.basis is Basis.RULE else ItemKind.DECISION
        if found.basis is Basis.REPLY:
            return self._item(kind, self._reply(found), places)
        if found.basis in (
            Basis.PLAN,
            Basis.PLAN_CHECK,
            Basis.PLAN_RULE,
            Basis.STATE,
        ):  # partly the agent's words, so without a speaker
            return self._item(kind, found.text, places)
        if found.basis is Basis.REFUSAL and found.context:
            context = shorten(found.context, MAX_CONTEXT)
            source_text = f"{found.text} {GAP}" if self._goes_on(found.words[-1]) else found.text
            return self._item(
                kind, f'"{source_text}" (said to refuse {context})', [*places, *self._refused(found)]
            )
        if found.basis is Basis.ANSWER and found.context and found.text.startswith(found.context):
            answer = found.text[len(found.context) :].strip()
            return self._item(kind, f'{found.context} "{answer}"{ANSWERED}', places)
        text = f"{found.text} {GAP}" if self._goes_on(found.words[-1]) else found.text
        return self._item(kind, text, places, speaker="user")

    def _goes_on(self, words: EventWords) -> bool:
        """Return whether a human's sentence or list was cut, so that the quotation is not all of it."""
        event = self._events[words.ordinal]
        if words.end - words.start < LONG:
            return False
        if event.kind is EventKind.USER:
            spans = [(sentence.start, sentence.end) for sentence in own_sentences(event.text)]
        else:  # an answer, or the reason of a refusal
            entries = [entry_words(event, each) for signal in event.signals for each in signal.entries]
            spans = [(each.start, each.end) for each in entries if each is not None]
        return any(start <= words.start < words.end < end for start, end in spans)

    def _reply(self, found: Commitment) -> str:
        """Return a human's answer as the words of two: a question with its answer, or an accepted offer."""
        asked, reply = found.words[0], found.words[-1]
        if self._events[reply.ordinal].kind is not EventKind.USER:
            return found.text
        text, of_agent = self.quote(reply), self._events[asked.ordinal].kind is EventKind.ASSISTANT
        question = self.quote(asked)
        if of_agent and len(found.words) == 2 and found.text == f"{question} {text}":
            return f'{question} "{text}"{ANSWERED}' if '"' not in text else f"{question} “{text}”{ANSWERED}"
        offered = _OFFER.match(found.text) is not None or (of_agent and found.text in question)
        taken = offered and _ASSENTS.match(text) is not None and text not in found.text
        return f"{found.text}{AGREED}" if taken else found.text

    def _refused(self, found: Commitment) -> list[EventWords]:
        """Return the beginning of the call that a refusal refuses."""
        tool = self._events[found.born].tool
        for event in reversed(self._events[: found.born]):
            called = event.tool is not None and tool is not None and event.tool.call_id == tool.call_id
            if called and event.text.strip():
                position = (
                    event.text.find(tool.target[:MAX_CONTEXT]) if tool is not None and tool.target else 0
                )
                end = min(len(event.text), max(position, 0) + MAX_CONTEXT)
                return [EventWords(event.ordinal, max(position, 0), end)]
        return []

    def unclear(self, item: Item) -> bool:
        """Return whether a sentence that a link touches has nearly all of the item with the opposite sign."""
        wording = statement(item.text)
        for link in item.links:
            for whole in self._around(link):
                compared = statement(whole)
                differs = bool(compared.tokens.negations) != bool(wording.tokens.negations)
                if differs and coverage(wording.stems, compared.stems) >= NEAR:
                    return True
        return not wording.stems

    def _around(self, link: SourceLink) -> list[str]:
        """Return the sentences of the event's lines that a link touches."""
        parsed = parse_chunk_id(link.chunk_id)
        text = self._events[link.ordinal].text
        offset = chunk_bounds(text)[parsed[2]][0] if parsed is not None else 0
        start, end = offset + link.span.start, offset + link.span.end
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        lines = text[first : last if last >= 0 else len(text)]
        spans = [(first + a, first + b) for a, b in sentences(lines)]
        return [text[a:b] for a, b in spans if a < end and start < b]

    def failure(self, found: CommandFailure) -> Item:
        """Return a failed command with its output, and whether it later passed."""
        command, source_text = self.quote(found.command), _DRAWN.sub("", self.quote(found.output))
        text, places = f"`{command}` failed: {source_text}", [found.output, found.command]
        if found.passed is not None:
            text += PASSED_LATER if found.is_same else KIND_PASSED_LATER
            places.append(found.passed)
        detail = FailureDetail(category=found.category, where=command, why=source_text)
        return self._item(ItemKind.FAILURE, text, places, detail=detail)

    def change(self, found: FileChange) -> Item:
        """Return a changed file with its last change."""
        if found.shown is None:
            return self.file(found)
        verb = "takes out" if found.removes else "puts in"
        text = f"{self._short(found.path)} (last {found.tool} {verb} `{self.quote(found.shown)}`)"
        return self._item(ItemKind.ARTIFACT_REF, text, [*_named(found), found.shown])

    def file(self, found: FileChange) -> Item:
        """Return a changed file by its name."""
        text = f"{self._short(found.path)} (last {found.tool})"
        return self._item(ItemKind.ARTIFACT_REF, text, _named(found))

    def question(self, words: EventWords) -> Item:
        """Return a question of the agent, in its own words."""
        return self._item(ItemKind.OPEN_QUESTION, self.quote(words), [words], speaker="agent")

    def commitment_item(self, found: Commitment, source: str, kind: ItemKind) -> Item:
        """Return a proposed statement verbatim; `source` is the ranker's name of its speaker."""
        speaker: Speaker | None = _SPEAKERS.get(source)
        status: Literal["open"] | None = "open" if kind is ItemKind.OPEN_WORK else None
        places = found.evidence(self._start)
        text = _stated(found.text) if source == "state" else _plain(found.text)
        if not any(text in self.quote(words) for words in places):
            speaker = None  # partly another's words, or without their marks: not verbatim
        return self._item(kind, text, places, speaker=speaker, status=status)

    def plan(self, found: CurrentPlan) -> Item:
        """Return a plan that waits for an answer, or was rejected."""
        text = f"{found.state.capitalize()} plan: {found.text}"
        return self._item(ItemKind.CLAIM, text, found.parts, speaker="agent")

    def saved_plan(self, found: SavedPlan) -> Item:
        """Return a plan in a document that nobody began to carry out."""
        wording = [found.title, *([found.goal] if found.goal is not None else [])]
        source_text = ". ".join(_plain(self.quote(words)).rstrip(".") for words in wording)
        text = f"Saved plan, not begun: {source_text} ({self._short(self.quote(found.path))})"
        return self._item(ItemKind.OPEN_WORK, text, [*wording, found.path], status="open")

    def plan_rule(self, words: EventWords) -> Item:
        """Return a sentence of such a plan that forbids or demands something."""
        return self._item(ItemKind.CONSTRAINT, _plain(self.quote(words)), [words])

    def plan_step(self, found: PlanStep) -> Item:
        """Return a step of such a plan, with the parts named under it."""
        parts = "; ".join(_plain(self.quote(words)) for words in found.parts)
        text = _plain(self.quote(found.title)) + (f" ({parts})" if parts else "")
        return self._item(ItemKind.OPEN_WORK, text, [found.title, *found.parts], status="open")

    def plan_opening(self, words: EventWords) -> Item:
        """Return the first action of such a step."""
        return self._item(ItemKind.OPEN_WORK, _plain(self.quote(words)), [words], status="open")

    def step(self, words: EventWords, text: str) -> Item:
        """Return the agent's next action, in a text that quotes it."""
        return self._item(ItemKind.OPEN_WORK, text, [words], status="open")

    def stated(self, words: EventWords) -> Item:
        """Return a sentence of the agent, verbatim."""
        return self._item(ItemKind.CLAIM, self.quote(words), [words], speaker="agent")

    def _item(
        self,
        kind: ItemKind,
        text: str,
        places: Sequence[EventWords],
        *,
        speaker: Speaker | None = None,
        status: Literal["open", "done"] | None = None,
        detail: FailureDetail | None = None,
    ) -> Item:
        links = [link for words in places for link in self._links(text, words)]
        unique = {link.evidence_id: link for link in links}
        return Item(
            kind=kind, text=text, status=status, speaker=speaker, links=tuple(unique.values()), detail=detail
        )

    def _links(self, text: str, words: EventWords) -> list[SourceLink]:
        """Return links to the words, or to those of their sentences that alone do not say the opposite."""
        wording, quote = statement(text), words.quote(self._events)
        parts = sentences(quote)
        good = [(a, b) for a, b in parts if not opposes(wording.text, quote[a:b])]
        if len(good) == len(parts) or not good:
            return words.links(self._session, self._events)
        spans = [EventWords(words.ordinal, words.start + a, words.start + b) for a, b in good[:3]]
        return [link for span in spans for link in span.links(self._session, self._events)]


def last_words(writer: Writer, events: Sequence[SourceEvent], replaced: Iterable[SourceEvent]) -> list[Item]:
    """Return the beginning of the last informative event, for a draft without any other statement.

    A note that a program made about the session (`META`) is taken only if there is nothing else.

    Args:
        writer: writes the item.
        events: the session's, from ordinal 0.
        replaced: those of them that the draft replaces.
    """
    opened = [(event.kind, words) for event in replaced if (words := first_line(event)) is not None]
    opened = [each for each in opened if each[0] is not EventKind.META] or opened
    informative = [words for _, words in opened if statement(words.quote(events)).stems]
    return [writer.stated(words) for words in (informative or [words for _, words in opened])[-1:]]


def _named(found: FileChange) -> list[EventWords]:
    """Return the places that name a changed file: the change, and the command that renamed it last."""
    return [found.place] if found.renamed is None else [found.renamed, found.place]


def opposes(text: str, part: str) -> bool:
    """Return whether a part, taken alone, has nearly the words of the text and the opposite sign."""
    whole, piece = statement(text), statement(part)
    if bool(whole.tokens.negations) == bool(piece.tokens.negations):
        return False
    shared = min(coverage(whole.stems, piece.stems), coverage(piece.stems, whole.stems))
    return shared >= NEAR
