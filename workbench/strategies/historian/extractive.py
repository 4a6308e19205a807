"""The historian's summaries without a model: clauses of what was said, condensed, under the same rules.

Deterministic. Whatever it offers was checked by `rules` before; where no sentence of a reply passes, it
says only that there was a reply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gates.language.tokens import IdentifierKind, sentences
from workbench.facts.directives import directives
from workbench.facts.spans import fold, shorten
from workbench.facts.talk import informs
from workbench.strategies.condensing import VERBATIM_WORDS, condense
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.names import technical
from workbench.strategies.historian.rules import has_id, narrative_problems, response_problems
from workbench.strategies.historian.stance import past_forms, stance

MAX_CLAUSE = 160
MIN_CLAUSE_WORDS = 3
MAX_READ = 24_000
"""Characters of a reply that are read for its summary."""
MOST_OFFERS = 12

_FENCE = re.compile(r"^[ \t]{0,8}```[^\n]*\n(?:[^\n]*\n){0,4000}?[ \t]{0,8}```", re.MULTILINE)
_DONE = re.compile(
    r"^(?:(?:done|ok|okay|great|perfect|good|alright|all done)[!.,:]?\s+)?(?:i|we)(?:'ve| have)?"
    r"(?: (?:now|just|also|already|successfully))?\s+([a-z]{2,20})\s+(\S[^\n]{0,2000})$",
    re.IGNORECASE,
)
_PROPOSED = re.compile(
    r"^(?:(?:ok|okay|sure|great|perfect|now|next|first|then|good|so|and)[!.,:]?\s+){0,2}"
    r"(?:i'll|i will|we'll|we will|i'm going to|i am going to|let me|i can|i could|we can|we could|"
    r"i'd|i would|i plan to|i propose to|shall i|should i|would you like me to|do you want me to|want me to)"
    r"(?: (?:now|just|also|then|first|next))?\s+([a-z]{2,20})\s+(\S[^\n]{0,2000})$",
    re.IGNORECASE,
)
_GENERIC = {
    IdentifierKind.PATH: "a file",
    IdentifierKind.FILE: "a file",
    IdentifierKind.SYMBOL: "some code",
    IdentifierKind.FLAG: "an option",
    IdentifierKind.SHA: "a commit",
    IdentifierKind.URL: "a page",
}
_ARTICLE = re.compile(r"\b(?:a|an|the|some)\s+(?=(?:a|an|some) (?:file|code|option|commit|page|id)\b)")
_REPLIED = "It was answered."
_SPOKE = "The user spoke."
"""What is said where no clause may stand: ordinary words alone, nothing that would have to be proved."""


class HistorySummarizer(Protocol):
    """The two calls of the historian (S3); what they give is checked before it counts."""

    def summarize_response(self, final_response: str) -> str:
        """One sentence on what a reply over the threshold accomplished."""

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """Two or three sentences that replace the narrative so far and take in the turns."""


@dataclass(frozen=True, slots=True)
class ExtractiveHistory:
    """Both calls, offline; whatever was said, there is an answer, and it keeps the rules."""

    entity_ids: tuple[str, ...] = ()
    """Ids of known entities, which no narrative may hold."""
    labels: tuple[str, ...] = ()
    """Labels of known entities, which are names however they are written."""

    def summarize_response(self, final_response: str) -> str:
        """The sentence that tells most of what was done, else what is proposed, else what is stated."""
        for offered in _offers(final_response):
            if not response_problems(final_response, offered, self.labels):
                return offered
        return "Replied to the user."

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """How it began, what was asked last, and where that led."""
        before = [history_summary[a:b] for a, b in sentences(history_summary)]
        asked = [turn.user_message for turn in turns if turn.user_message.strip()]
        told = [turn for turn in turns if turn.assistant_message.strip()]
        opening = before[:1] or _asking(asked[:1], "The user asked", "so the user asked")
        later = asked[-1:] if before or len(asked) > 1 else []
        chosen: list[str] = []
        for offers, otherwise in (
            (opening, _SPOKE),
            (_asking(later, "Later the user asked", "so the user asked later"), None),
            (self._telling(told[-1:]), _REPLIED),
        ):
            fitting = (each for each in offers if self._fits(turns, history_summary, chosen, each))
            found = next(fitting, otherwise)
            chosen += [found] if found is not None and found not in chosen else []
        narrative = " ".join(chosen)
        return f"{_SPOKE} {_REPLIED}" if self._problems(turns, history_summary, narrative) else narrative

    def _telling(self, told: Sequence[Turn]) -> Iterator[str]:
        for turn in told:
            for offered in (turn.summary, self.summarize_response(turn.assistant_message)):
                if not offered or offered.startswith("Replied"):
                    continue
                plain = _plain(offered)
                if not plain:
                    continue
                if plain.startswith("Proposed to ") or plain.split()[0].casefold() in past_forms():
                    deed = f"The agent {plain[0].lower()}{plain[1:]}"
                    yield from (_ended(deed), _ended(f"{_bare(deed)}, as it said"))
                else:
                    yield from _forms(plain, "The agent said", "so the agent said")

    def _fits(self, turns: Sequence[Turn], previous: str, chosen: Sequence[str], sentence: str) -> bool:
        """Whether a sentence may follow those chosen: it stays one by itself and breaks no rule."""
        apart = [*chosen, sentence, _REPLIED]
        whole = " ".join(apart)
        if [whole[a:b] for a, b in sentences(whole)] != apart:
            return False
        problems = self._problems(turns, previous, sentence)
        return all(problem.startswith("two_or_three_sentences") for problem in problems)

    def _problems(self, turns: Sequence[Turn], previous: str, narrative: str) -> tuple[str, ...]:
        return narrative_problems(turns, previous, narrative, self.entity_ids, self.labels)


def _asking(asked: Sequence[str], lead: str, tail: str) -> Iterator[str]:
    for message in asked:
        for clause in _clauses(message):
            yield from _forms(clause, lead, tail)


def _forms(clause: str, lead: str, tail: str) -> Iterator[str]:
    """A clause after its lead; before its tail, should its last word end no sentence (`option B.`)."""
    yield _ended(f"{lead}: {clause}")
    bare = _bare(clause)
    if bare:
        yield _ended(f"{bare[0].upper()}{bare[1:]}: {tail}")


def _offers(text: str) -> Iterator[str]:
    """Summaries to try: what was done, what is proposed, what is stated."""
    told = _prose(text)
    ranked: tuple[list[str], list[str], list[str]] = [], [], []
    for sentence in told:
        done, proposed = _DONE.match(sentence), _PROPOSED.match(sentence)
        if done is not None and done.group(1).casefold() in past_forms():
            ranked[0].append(f"{done.group(1).capitalize()} {done.group(2)}")
        elif proposed is not None:
            ranked[1].append(f"Proposed to {proposed.group(1)} {proposed.group(2)}")
        elif informs(sentence):
            ranked[0 if stance(sentence).done else 2].append(sentence)
    for sentence in [each for group in ranked for each in group[:MOST_OFFERS]]:
        offered = _brief(sentence)
        yield _ended(offered[0].upper() + offered[1:]) if offered else ""


def _prose(text: str) -> list[str]:
    plain = _FENCE.sub("\n", text[:MAX_READ].replace("’", "'"))
    found = [fold(plain[a:b]).lstrip("#-*+•> ") for a, b in sentences(plain)]
    return [sentence for sentence in found if len(sentence) > 7]


def _clauses(message: str) -> Iterator[str]:
    """What a message asks, plainly: directives first, and what names no technical detail before what does."""
    own = message[:MAX_READ]
    told = [found.text for found in directives(own)][:MOST_OFFERS]
    told += [fold(own[start:end]) for start, end in sentences(own)[:MOST_OFFERS]]
    for details in (0, 1):
        for said in told:
            brief = _brief(said.lstrip("#-*+•> "))
            count = sum(technical(piece) is not None or has_id(piece) for piece in brief.split())
            if count == details and len(brief.split()) >= MIN_CLAUSE_WORDS:
                yield _plain(brief)


def _brief(sentence: str) -> str:
    """The sentence as it stands where it is short, else condensed below the verbatim limit."""
    bare = sentence.replace("**", "")
    kept = shorten(bare, MAX_CLAUSE)
    cut = max(kept.rfind(mark) for mark in (", ", "; ", " (", ": ")) if len(kept) < len(bare) else 0
    kept = kept[:cut] if cut > MAX_CLAUSE // 4 else kept
    return kept if len(kept.split()) < VERBATIM_WORDS else condense(kept) or kept


def _plain(text: str) -> str:
    """The text without technical details: what they are stands in their place."""
    bare = text.replace("`", "").replace('"', "").replace("“", "").replace("”", "")
    pieces = []
    for piece in bare.split():
        kind = technical(piece)
        mark = piece[-1] if piece[-1] in ",;:.!?" else ""
        generic = _GENERIC.get(kind, "a detail") if kind is not None else "an id"
        pieces.append(generic + mark if kind is not None or has_id(piece) else piece)
    return _ARTICLE.sub("", " ".join(pieces))


def _ended(text: str) -> str:
    """The text as one sentence with its mark at the end."""
    return _bare(text) + "."


def _bare(text: str) -> str:
    return text.rstrip(" .!?;:,…-")
