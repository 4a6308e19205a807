"""The critical rules of the historian's two summaries, each a named check (S3, "Two LLM Calls").

A summary of a reply is one sentence, uses exact names and never tells a proposal as completed. A
narrative is two or three sentences without ids or technical details, under the same two rules. What
breaks a rule is refused; nothing here rewrites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.index import STRONG_KINDS
from gates.text import IdentifierKind, classify, humps, sentences, stands_in
from workbench.errors import Refused
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.stance import claims_done, segments, stance

MAX_SUMMARY = 600
"""Longest summary of a reply, in characters; each sentence of a narrative counts alone."""

_UUID = re.compile(r"\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b", re.IGNORECASE)
_HEX = re.compile(r"\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,64}\b", re.IGNORECASE)
_PREFIXED = re.compile(r"\b[a-z]{2,12}_(?=[a-z]{0,64}\d)[0-9a-z]{4,64}\b")
_QUOTED = re.compile(r"[\"“`]([^\"“”`\n]{2,120})[\"”`]")
_NAME = re.compile(r"\b[A-Z][\w'-]{1,60}(?:\s+[A-Z][\w'-]{1,60}){0,4}")
_ROOTED = re.compile(r"(?:\.{1,2}|~)?/\w")
_CODE = re.compile(r"\w_\w|\w\(\)|\w=+\w|\w::\w")
_EDGE = "\"'`“”‘’()[]{}<>,;:.!?*~"


class HistoryRefused(Refused):
    """A summary breaks a rule; the historian's state is as before."""

    code = "summary_refused"


def response_problems(text: str, summary: str) -> tuple[str, ...]:
    """What is wrong with the summary of a reply, one `rule: sentence` each; nothing when it is good."""
    found = [] if _count(summary) == 1 else [f"one_sentence: it has {_count(summary)} sentences"]
    if len(summary) > MAX_SUMMARY:
        found.append(f"one_sentence: {len(summary)} characters are no one-sentence summary")
    return (*found, *_exact_names(summary, (text,)), *_completed(summary, (text,)))


def narrative_problems(
    turns: Iterable[Turn], previous: str, narrative: str, entity_ids: Iterable[str] = ()
) -> tuple[str, ...]:
    """What is wrong with a narrative of older turns, as `response_problems` says it.

    Args:
        turns: the turns that it takes in.
        previous: the narrative that it replaces; what that said may be said again.
        narrative: two or three sentences.
        entity_ids: ids of known entities, none of which may stand in it.
    """
    told = [text for turn in turns for text in (turn.user_message, turn.assistant_message)]
    sources = (*told, previous)
    found = []
    if not 2 <= _count(narrative) <= 3:
        found.append(f"two_or_three_sentences: it has {_count(narrative)}")
    if len(narrative) > 3 * MAX_SUMMARY:
        found.append(f"two_or_three_sentences: {len(narrative)} characters are no narrative")
    found += _ids(narrative, entity_ids)
    return (*found, *_exact_names(narrative, sources), *_completed(narrative, sources))


def refuse(problems: tuple[str, ...], what: str) -> None:
    """Refuse what has problems.

    Raises:
        HistoryRefused: with every problem.
    """
    if problems:
        raise HistoryRefused(
            f"the {what} breaks its rules: {'; '.join(problems[:4])}",
            "nothing changed; summarise the turn again, or use the extractive summarizer",
        )


def technical(piece: str) -> IdentifierKind | None:
    """The kind of identifier that a run of characters is, where it is a technical detail."""
    bare = piece.strip(_EDGE)
    if _ROOTED.match(bare):
        return IdentifierKind.PATH
    token = classify(bare) if bare else None
    kind = token.kind if token is not None else None
    if kind in STRONG_KINDS or kind is IdentifierKind.URL:
        return kind
    compound = kind is IdentifierKind.CAMEL and min(map(len, humps(bare)), default=0) >= 3
    return IdentifierKind.SYMBOL if compound or _CODE.search(bare) else None


def has_id(text: str) -> bool:
    """Whether a UUID, a hash or a prefixed id stands in a text."""
    return any(pattern.search(text) for pattern in (_UUID, _HEX, _PREFIXED))


def names_in(text: str) -> list[str]:
    """The names in a text: quotations, identifiers, and capitalised words that open no sentence."""
    found = [match.group(1) for match in _QUOTED.finditer(text)]
    found += [piece.strip(_EDGE) for piece in text.split() if technical(piece) is not None]
    openings = {start for start, _ in sentences(text)}
    for match in _NAME.finditer(text):
        words = match.group()
        if match.start() in openings:
            words = words.partition(" ")[2]
        found += [words] if words and words != "I" else []
    return list(dict.fromkeys(found))


def _ids(narrative: str, entity_ids: Iterable[str]) -> list[str]:
    found = [f"no_ids: {m.group()}" for p in (_UUID, _HEX, _PREFIXED) for m in p.finditer(narrative)]
    found += [f"no_ids: {each}" for each in entity_ids if each and stands_in(each, narrative)]
    details = [piece for piece in narrative.split() if technical(piece) is not None]
    found += [f"no_technical_details: {piece}" for piece in details]
    found += ["no_technical_details: code in backticks"] if "`" in narrative else []
    return list(dict.fromkeys(found))


def _exact_names(told: str, sources: Iterable[str]) -> list[str]:
    said = tuple(sources)
    return [
        f"exact_names: {name!r} does not stand in the text"
        for name in names_in(told)
        if not any(stands_in(name, source) for source in said)
    ]


def _completed(told: str, sources: Iterable[str]) -> list[str]:
    """Acts told as completed that the sources only propose, or say nothing of."""
    said = tuple(sources)
    known = [stance(source) for source in said]
    done = frozenset().union(*(each.done for each in known))
    proposed = frozenset().union(*(each.proposed for each in known))
    finished = any(each.finished for each in known)
    problems = []
    for verb in sorted(claims_done(told)):
        only_proposed = verb in proposed and verb not in done
        if only_proposed or (verb not in done and not finished):
            problems.append(f"proposal_not_completed: {verb!r} is told as done, the text does not say so")
    return problems + _proposed_names(told, said)


def _proposed_names(told: str, sources: Iterable[str]) -> list[str]:
    """Names that a sentence tells as done and that stand only where something is proposed."""
    lines = [line for source in sources for line in segments(source)]
    wanted = []
    for start, end in sentences(told):
        if claims_done(told[start:end]):
            wanted += names_in(told[start:end])
    found = []
    for name in dict.fromkeys(wanted):
        places = [only for line, only in lines if name in line]
        if places and all(places):
            found.append(f"proposal_not_completed: {name!r} is only proposed")
    return found


def _count(text: str) -> int:
    return len(sentences(text))
