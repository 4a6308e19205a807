"""The critical rules of the historian's two summaries, each a named check (S3, "Two LLM Calls").

A summary of a reply is one sentence, uses exact names and never reports a proposal as completed. A narrative
is two or three sentences without ids or technical details, under the same two rules. A summary that breaks a
rule is refused; nothing is rewritten here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gates.language.sentence_spans import sentences
from gates.language.tokens import stem_of, tokenise
from gates.language.word_bounds import occurs_in
from workbench.errors import Refused
from workbench.strategies.historian.actions import only_proposed
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.names import exact_names, names_in, ordinary, prose_name, technical
from workbench.strategies.historian.stance import ATTEMPTS, claims_done, not_yet, segments, stance

MAX_SUMMARY = 600
"""Longest summary of a reply, in characters; the limit applies to each sentence of a narrative."""

_UUID = re.compile(r"\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b", re.IGNORECASE)
_HEX = re.compile(r"\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,64}\b", re.IGNORECASE)
_PREFIXED = re.compile(r"\b[a-z]{2,12}_(?=[a-z]{0,64}\d)[0-9a-z]{4,64}\b")


_CLAUSE = re.compile(
    r"[,;:(]\s|\s(?:although|because|but|since|so that|though|whereas|while)\s", re.IGNORECASE
)
"""The beginning of a clause about something other than the action before it."""


class HistoryRefused(Refused):
    """A summary breaks a rule; the historian's state is unchanged."""

    code = "summary_refused"


def response_problems(text: str, summary: str, labels: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the problems of a reply's summary, one `rule: sentence` each; empty if it is good.

    Args:
        text: the reply.
        summary: one sentence.
        labels: of known entities, which are exact names however they are written.
    """
    found = [] if _count(summary) == 1 else [f"one_sentence: it has {_count(summary)} sentences"]
    if len(summary) > MAX_SUMMARY:
        found.append(f"one_sentence: {len(summary)} characters are no one-sentence summary")
    return (*found, *_exact_names(summary, (text,), labels), *_completed(summary, (text,), (text,)))


def narrative_problems(
    turns: Iterable[Turn],
    previous: str,
    narrative: str,
    entity_ids: Iterable[str] = (),
    labels: Iterable[str] = (),
) -> tuple[str, ...]:
    """Return the problems of a narrative of older turns, in the form of `response_problems`.

    Args:
        turns: the turns that it covers.
        previous: the narrative that it replaces; its statements may be repeated.
        narrative: two or three sentences.
        entity_ids: ids of known entities, none of which may occur in it; an ordinary word is no id.
        labels: of known entities, as in `response_problems`.
    """
    turns = tuple(turns)
    stated = [text for turn in turns for text in turn.texts()]
    sources = (*stated, previous)
    replies = (*(turn.assistant_message for turn in turns), previous)
    found = []
    if not 2 <= _count(narrative) <= 3:
        found.append(f"two_or_three_sentences: it has {_count(narrative)}")
    if len(narrative) > 3 * MAX_SUMMARY:
        found.append(f"two_or_three_sentences: {len(narrative)} characters are no narrative")
    found += _ids(narrative, entity_ids, sources)
    return (*found, *_exact_names(narrative, sources, labels), *_completed(narrative, sources, replies))


def refuse(problems: tuple[str, ...], what: str) -> None:
    """Refuse a text that has problems.

    Raises:
        HistoryRefused: with the first four problems.
    """
    if problems:
        raise HistoryRefused(
            f"the {what} breaks its rules: {'; '.join(problems[:4])}",
            "nothing changed; summarise the turn again, or use the extractive summarizer",
        )


def has_id(text: str) -> bool:
    """Return whether a text contains a UUID, a hash or a prefixed id."""
    return any(pattern.search(text) for pattern in (_UUID, _HEX, _PREFIXED))


def _ids(narrative: str, entity_ids: Iterable[str], sources: Sequence[str]) -> list[str]:
    found = [f"no_ids: {m.group()}" for p in (_UUID, _HEX, _PREFIXED) for m in p.finditer(narrative)]
    found += [f"no_ids: {each}" for each in entity_ids if _named(each, narrative)]
    coded = [piece for piece in narrative.split() if technical(piece) is not None]
    details = [piece for piece in coded if not prose_name(piece, sources)]
    found += [f"no_technical_details: {piece}" for piece in details]
    found += ["no_technical_details: code in backticks"] if "`" in narrative else []
    return list(dict.fromkeys(found))


def _named(entity_id: str, narrative: str) -> bool:
    """Return whether an id occurs in a narrative and does not consist of ordinary words only."""
    return bool(entity_id) and occurs_in(entity_id, narrative) and not all(map(ordinary, entity_id.split()))


def _exact_names(stated: str, sources: Iterable[str], labels: Iterable[str]) -> list[str]:
    texts = tuple(sources)
    found = exact_names(stated, texts, labels)
    return [f"exact_names: {name!r} does not occur in the text{_other_case(name, texts)}" for name in found]


def _other_case(name: str, texts: Sequence[str]) -> str:
    """Return how the texts write a name that they write in another case."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    written = next((match.group() for match in map(pattern.search, texts) if match), None)
    return f", which writes {written!r}" if written else ""


def _completed(stated: str, sources: Iterable[str], replies: Iterable[str]) -> list[str]:
    """Return actions reported as completed that the sources only propose, or do not name.

    `replies` are the agent's texts among the sources.
    """
    texts, replies = tuple(sources), tuple(replies)
    known = [stance(source) for source in texts]
    done = frozenset().union(*(each.done for each in known))
    proposed = frozenset().union(*(each.proposed for each in known))
    finished = any(each.finished for each in known)
    problems = [
        f"proposal_not_completed: {verb!r} is reported as done; the text does not say so"
        for verb in sorted(claims_done(stated))
        if verb not in done and (verb in proposed or not finished) and not _done_since(verb, replies)
        if not (verb in ATTEMPTS and any(stance(reply).finished for reply in replies))
    ]
    things = [f"proposal_not_completed: {thing!r} is only proposed" for thing in only_proposed(stated, texts)]
    return problems + _proposed_names(stated, replies) + things


def _done_since(verb: str, replies: Sequence[str]) -> bool:
    """Return whether a reply says that all is done and names the action (`All done. The three fixes:`).

    A later reply that proposes the action again revokes that.
    """
    for reply in reversed(replies):
        own = stance(reply)
        if verb in own.proposed:
            return False
        if own.finished and stem_of(verb) in tokenise(reply).distinct:
            return True
    return False


def _proposed_names(stated: str, sources: Iterable[str]) -> list[str]:
    """Return names that a sentence reports as done and that occur only in proposals."""
    lines = [line for source in sources for line in segments(source)]
    wanted = []
    for start, end in sentences(stated):
        if claims_done(stated[start:end]):
            wanted += names_in(_as_done(stated[start:end]))
    found = []
    for name in dict.fromkeys(wanted):
        places = [only for line, only in lines if name in line]
        if places and all(places):
            found.append(f"proposal_not_completed: {name!r} is only proposed")
    return found


def _as_done(sentence: str) -> str:
    """Return the sentence without the proposal after its action (`saved A and proposed to save B`)."""
    mark = not_yet(sentence.lower())
    if mark is None:
        return sentence
    end = mark.start()
    clause = max((match.start() for match in _CLAUSE.finditer(sentence, 0, end)), default=end)
    before = sentence[: end if claims_done(sentence[clause:end]) else clause]
    return before if claims_done(before) else sentence


def _count(text: str) -> int:
    return len(sentences(text))
