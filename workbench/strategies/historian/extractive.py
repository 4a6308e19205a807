"""The historian's summaries without a model: clauses of the messages, under the same rules.

Deterministic. Every summary is checked by `rules` before it is offered; if no sentence of a reply passes, the
summary only says that there was a reply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from gates.language.sentence_spans import sentences
from workbench.facts.sentences.talk import informs
from workbench.facts.sentences.words import EXPLAIN_VERBS, LOOK_VERBS
from workbench.facts.spans import fold, shorten
from workbench.strategies.historian.arc import NO_RESULT, arc_of, together
from workbench.strategies.historian.changed_files import tells_files
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.rules import narrative_problems, response_problems
from workbench.strategies.historian.stance import past_forms, stance

MAX_CLAUSE = 160
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
_LOOKS = LOOK_VERBS | EXPLAIN_VERBS | frozenset("break keep walk start begin take get see try".split())
"""Verbs for what follows immediately: `let me break this down` proposes nothing."""
_TAIL = ", as it was said."
"""Ending of a sentence whose last word cannot end one, such as `option B`."""
_LEAD = re.compile(r"^(?:Later the|The) user (?:asked not to|asked to|wanted to|said that|asked) ")
ONE_TURN = "There was one turn."
MOST = 3
"""Most sentences of a narrative."""
FEWEST = 2
"""Fewest sentences of a narrative."""


class HistorySummarizer(Protocol):
    """The two calls of the historian (S3); their answers are checked before they are used."""

    def summarize_response(self, final_response: str) -> str:
        """Return one sentence on what a reply over the threshold accomplished."""

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """Return two or three sentences that replace the previous narrative and cover the turns."""


@dataclass(frozen=True, slots=True)
class ExtractiveHistory:
    """Both calls, offline; they always return an answer that follows the rules."""

    entity_ids: tuple[str, ...] = ()
    """Ids of known entities, which no narrative may contain."""
    labels: tuple[str, ...] = ()
    """Labels of known entities, which are names however they are written."""

    def summarize_response(self, final_response: str) -> str:
        """Return the sentence that best reports an action, else a proposal, else a statement."""
        for offered in _offers(final_response):
            if not response_problems(final_response, offered, self.labels):
                return offered
        return "Replied to the user."

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """Return the goal, a choice or change on the way, and the result, continuing what was stated."""
        before = [history_summary[a:b] for a, b in sentences(history_summary)]
        arc = arc_of(turns, goes_on=bool(before))
        chosen: list[str] = []

        def taken(*offers: Sequence[str]) -> bool:
            """Add the first offer that fits to the narrative; return whether one did."""
            known = [_clause(each) for each in chosen]
            for offer in (each for group in offers for each in group):
                forms = (offer, f"{_bare(offer)}{_TAIL}") if _clause(offer) not in known else ()
                for form in forms:
                    if self._fits(turns, history_summary, chosen, form):
                        chosen.append(form)
                        return True
            return False

        begun = taken(before[:1], arc.goal)
        taken(arc.choice, before[1:-1])
        files = [arc.files] if arc.files is not None else []
        counted = [made for each in arc.result for name in files if (made := together(name, each))]
        if begun:
            ended = taken(counted, arc.together, arc.result, arc.change)
        else:
            ended = taken(arc.change) | taken(arc.result)
            if len(chosen) < FEWEST:
                taken(arc.change, arc.result)
        one = len({path for turn in turns for path in turn.changed}) < FEWEST
        told = (ended and one) or any(map(tells_files, chosen)) or len(chosen) >= MOST
        if not told and taken(files) and ended:
            chosen[-2:] = reversed(chosen[-2:])  # what was done, then its result
        ended = ended or bool(files)
        if not ended and not taken(before[-1:]) and len(chosen) < FEWEST:
            taken(arc.reply)
        narrative = " ".join(self._filled(turns, chosen))
        if self._problems(turns, history_summary, narrative):
            return " ".join(self._filled(turns, []))
        return narrative

    def _filled(self, turns: Sequence[Turn], chosen: Sequence[str]) -> list[str]:
        """Return the sentences, at least two: with the number of turns, and that no result is known."""
        if len(chosen) >= FEWEST:
            return list(chosen)
        count = len(turns)
        return [*(chosen or [f"There were {count} turns." if count > 1 else ONE_TURN]), NO_RESULT]

    def _fits(self, turns: Sequence[Turn], previous: str, chosen: Sequence[str], sentence: str) -> bool:
        """Return whether a sentence may follow those chosen: it stays one sentence and breaks no rule."""
        apart = [*chosen, sentence, NO_RESULT]
        whole = " ".join(apart)
        if [whole[a:b] for a, b in sentences(whole)] != apart:
            return False
        problems = self._problems(turns, previous, sentence)
        return all(problem.startswith("two_or_three_sentences") for problem in problems)

    def _problems(self, turns: Sequence[Turn], previous: str, narrative: str) -> tuple[str, ...]:
        return narrative_problems(turns, previous, narrative, self.entity_ids, self.labels)


def _offers(text: str) -> Iterator[str]:
    """Yield summaries to try: actions, proposals, statements."""
    stated = _prose(text)
    ranked: tuple[list[str], list[str], list[str]] = [], [], []
    for sentence in stated:
        done, proposed = _DONE.match(sentence), _PROPOSED.match(sentence)
        if done is not None and done.group(1).casefold() in past_forms():
            ranked[0].append(f"{done.group(1).capitalize()} {done.group(2)}")
        elif proposed is not None and proposed.group(1).casefold() in _LOOKS:
            continue  # it announces the next words of the reply
        elif proposed is not None:
            ranked[1].append(f"Proposed to {proposed.group(1)} {proposed.group(2)}")
        elif informs(sentence) and not sentence.rstrip("*_ ").endswith(":"):  # a title names what follows
            ranked[0 if stance(sentence).done else 2].append(sentence)
    for sentence in [each for group in ranked for each in group[:MOST_OFFERS]]:
        offered = _brief(sentence)
        yield _ended(offered[0].upper() + offered[1:]) if offered else ""


def _prose(text: str) -> list[str]:
    plain = _FENCE.sub("\n", text[:MAX_READ].replace("’", "'"))
    found = [fold(plain[a:b]).lstrip("#-*+•> ") for a, b in sentences(plain)]
    return [sentence for sentence in found if len(sentence) > 7]


def _brief(sentence: str) -> str:
    """Return the sentence if it is short, else its beginning up to a clause border."""
    bare = sentence.replace("**", "")
    kept = shorten(bare, MAX_CLAUSE)
    cut = max(kept.rfind(mark) for mark in (", ", "; ", " (", ": ")) if len(kept) < len(bare) else 0
    return kept[:cut] if cut > MAX_CLAUSE // 4 else kept


def _clause(sentence: str) -> str:
    """Return the clause of a narrative's sentence, without the words for who said it and when."""
    return _LEAD.sub("", sentence)


def _ended(text: str) -> str:
    """Return the text as one sentence that ends with a full stop."""
    return _bare(text) + "."


def _bare(text: str) -> str:
    return text.rstrip(" .!?;:,…-")
