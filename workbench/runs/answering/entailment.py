"""Whether quoted words support a statement; a model's statement is a proposal until they do.

The statement is compared with the sentence that its quotation touches, word by word, as gate C compares a
restatement. The sentence must contain all of its content words, names and numbers, in the same roles, with
the same negation and no weaker. A statement that is only probably supported is refused, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gates.language.modality import opposite, runs
from gates.language.sentence_spans import sentences
from gates.retention.alignment import ROOT, SYNONYM, Aligned, align, alike
from gates.retention.doers import subject_changed
from gates.retention.swaps import exchanged
from gates.retention.times import reordered
from gates.retention.words import MAX_WORDS, Word, base_stem, words
from workbench.escaping import folded
from workbench.runs.language.statements import statements
from workbench.runs.language.voice_and_clauses import other_parts, parts_of

LEAST_QUOTED = 2
"""Minimum content words of an informative quotation; a whole sentence may have fewer."""
AROUND = 600
"""Code points on either side of a quotation that are searched for the ends of its sentence."""
MOST_NAMED = 4
"""Maximum number of words that a reason names."""

_LIGHT = frozenset(
    "is are was were be been being am do does did has have had having will would there here this that its "
    "it's also too as well per via own such so to".split()
)
_STRONGER = frozenset(
    "not must should may only all most over under before after first then unless until because if".split()
)
"""Tags that a statement may have only if the quoted words have them."""
_BOUNDING = frozenset("not must should may hedge only most some over under unless until otherwise".split())
"""Tags of the quoted words that a statement may not leave out."""
_CONDITIONS = re.compile(
    r"\b(?:if|when|whenever|unless|until|in case|provided|assuming|except|as long as|subject to)\b", re.I
)
_REPORTED = re.compile(
    r"\b(?:says?|said|claim(?:s|ed)?|believes?|believed|thinks?|thought|den(?:y|ies|ied)|rumou?rs?|alleg\w+|"
    r"suppos\w+|whether|doubt\w*|pretend\w*|reportedly|apparently|seem(?:s|ed)?|hardly|barely|scarcely|almost|"
    r"nearly|(?:plan(?:s|ned)?|intend(?:s|ed)?|hope[sd]?|want(?:s|ed)?|tr(?:y|ies|ied)|refused?|fail(?:s|ed)?)"
    r" to|will|would|going to|had better|false|untrue|wrong|myth|nobody|no one)\b",
    re.I,
)
"""Words with which a sentence reports, plans or plays down its content."""
_PLACES = frozenset("against without inside outside behind above below beneath beside".split())
_POINTING = re.compile(r"\W*(?:it|he|she|they|this|these|those|its|his|her|their)\b", re.I)
_CAPITAL = re.compile(r"(?<![\w.'’-])[^\W\d_a-zß-öø-ÿ][\w'’-]*")
_MARK = re.compile(r"\[\d{1,3}\]|\[\^\d{1,3}\]")


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """A quotation with its context."""

    quote: str
    around: tuple[str, ...]
    """The sentences that it touches, each preceded by the one before it if it begins with a pronoun."""
    above: str
    """Title and headings."""
    whole: bool
    """Whether the quotation is one or more complete sentences."""


def quoted_words(text: str, start: int, end: int, above: str) -> QuotedWords:
    """Return words of a source with their sentences.

    Args:
        text: text of the source.
        start: start of the quotation, in code points.
        end: end of the quotation.
        above: title and headings of its passage.
    """
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    part = text[first:last]
    spans = statements(part)
    touched = [n for n, (a, b) in enumerate(spans) if a < end - first and start - first < b]
    around = []
    for n in touched:
        source_text = folded(part[spans[n][0] : spans[n][1]])
        if n and _POINTING.match(source_text):
            source_text = f"{folded(part[spans[n - 1][0] : spans[n - 1][1]])} {source_text}"
        around.append(source_text)
    quote = text[start:end]
    joined = folded(" ".join(folded(part[spans[n][0] : spans[n][1]]) for n in touched))
    return QuotedWords(quote, tuple(around), above, joined == folded(quote))


def why_unsupported(claim: str, quotes: Sequence[QuotedWords]) -> str:
    """Return why no quotation supports a statement; empty if each of its sentences is supported by one."""
    if not quotes:
        return "it quotes no words of a passage"
    if any(each.whole and folded(each.quote) == folded(claim) for each in quotes):
        return ""
    informative = [each for each in quotes if is_sufficient(each)]
    if not informative:
        return "the words that it quotes say too little"
    for piece in _pieces(claim):
        reasons = [
            why_not_entailed(piece, source_text, each.above)
            for each in informative
            for source_text in each.around
        ]
        if reasons and all(reasons):
            return min(reasons, key=len)
    return ""


def why_unsaid(sentence: str, known: Sequence[str]) -> str:
    """Return why no verified statement supports a sentence of an answer; empty if one does."""
    bare = folded(_MARK.sub(" ", sentence))
    if any(runs(bare) == runs(each) for each in known):
        return ""
    reasons = [why_not_entailed(bare, piece, "") for each in known for piece in (each, *_pieces(each))]
    return min(reasons, key=len) if reasons and all(reasons) else ("" if reasons else "nothing is verified")


def sentences_of(answer: str) -> list[str]:
    """Return the sentences of an answer that have content words."""
    bare = _MARK.sub(" ", answer)
    return [piece for piece in _pieces(bare) if any(word.counts for word in words(piece))]


def _pieces(text: str) -> list[str]:
    found = [folded(text[a:b]) for a, b in sentences(text)]
    return [each for each in found if any(character.isalnum() for character in each)] or [folded(text)]


def is_sufficient(each: QuotedWords) -> bool:
    """Return whether a quotation has enough content to support a statement."""
    return each.whole or sum(word.counts for word in words(each.quote)) >= LEAST_QUOTED


@lru_cache(maxsize=2_000)
def why_not_entailed(piece: str, source_text: str, above: str) -> str:
    """Return why a sentence of a source does not support another sentence; empty if it does.

    Args:
        piece: the sentence to support.
        source_text: the sentence of a source.
        above: title and headings above it.
    """
    mine, theirs = words(piece), words(source_text)
    if max(len(mine), len(theirs)) >= MAX_WORDS:
        return "it is too long to compare with the words quoted"
    if source_text.rstrip().endswith("?"):
        return "the words quoted only ask"
    aligned = _sure(align(piece, source_text), piece, source_text)
    missing = list(_missing(aligned, piece, source_text, above))
    if missing:
        return f"the words quoted do not say: {', '.join(missing[:MOST_NAMED])}"
    if not aligned.pairs:
        return "the words quoted do not say it"
    return _signs(aligned, piece, source_text) or _values(aligned) or _roles(aligned, source_text)


def _sure(aligned: Aligned, piece: str, source_text: str) -> Aligned:
    """Keep the pairs with the same meaning; a name must be written the same."""
    names = {each.casefold() for text in (piece, source_text) for each in _CAPITAL.findall(text)}
    pairs = [
        (a, b, sure)
        for a, b, sure in aligned.pairs
        if sure >= SYNONYM
        and (aligned.original[a].stem == aligned.restated[b].stem or aligned.original[a].text not in names)
    ]
    return Aligned(aligned.original, aligned.restated, tuple(pairs))


def _missing(aligned: Aligned, piece: str, source_text: str, above: str) -> Iterator[str]:
    """Yield words of the statement that neither the sentence nor its headings contain."""
    held = {a for a, _, _ in aligned.pairs}
    names = {each.casefold() for each in _CAPITAL.findall(piece)}
    heads = {word.stem for word in words(above) if word.counts}
    there = {base_stem(word) for word in runs(source_text).split()}
    for place, word in enumerate(aligned.original):
        if place in held:
            continue
        if word.counts:
            headed = word.kind == "word" and word.text not in names
            if not (headed and any(alike(word.stem, other) >= ROOT for other in heads)):
                yield word.text
        elif word.tag == "talk" and word.text not in _LIGHT:
            if any(base_stem(part) not in there for part in word.text.split() if part not in _LIGHT):
                yield word.text
        elif word.text in _PLACES and word.text not in runs(source_text).split():
            yield word.text


def _signs(aligned: Aligned, piece: str, source_text: str) -> str:
    """Return how negation, bounds, conditions or reporting differ between sentence and statement.

    Empty if they do not.
    """
    parts = parts_of(aligned.restated)
    reported = {parts[b] for _, b, _ in aligned.pairs}
    theirs = [
        word for place, word in enumerate(aligned.restated) if parts[place] in reported and word.kind == "cue"
    ]
    mine = {word.tag for word in aligned.original if word.kind == "cue"}
    near = {word.tag for word in theirs}
    everywhere = {word.tag for word in aligned.restated if word.kind == "cue"}
    if ("not" in mine) != ("not" in near):
        return "the words quoted deny it" if "not" in near else "the words quoted do not deny it"
    if "not" in mine and not _deny_the_same(aligned):
        return "the words quoted deny something else"
    stronger = sorted((mine & _STRONGER) - everywhere)
    if stronger:
        word = next(each.text for each in aligned.original if each.tag == stronger[0])
        return f"the words quoted do not say: {word}"
    bounded = sorted((near & _BOUNDING) - mine)
    if bounded:
        word = next(each.text for each in theirs if each.tag == bounded[0])
        return f"it leaves out what the words quoted say: {word}"
    for pattern in (_CONDITIONS, _REPORTED):
        lost = [m.group() for m in pattern.finditer(source_text) if not _held(m.group(), piece)]
        if lost:
            return f"it leaves out what the words quoted say: {lost[0]}"
    if opposite(source_text, piece) is not None:
        return "the words quoted say the opposite"
    return ""


def _held(words_: str, piece: str) -> bool:
    stems = {base_stem(each) for each in runs(piece).split()}
    return all(base_stem(each) in stems for each in words_.casefold().split())


def _deny_the_same(aligned: Aligned) -> bool:
    """Return whether the first word after each negation of the statement is also negated in the sentence."""
    where = {a: b for a, b, _ in aligned.pairs}
    denied = {
        _next(aligned.restated, place) for place, word in enumerate(aligned.restated) if word.tag == "not"
    }
    own = [_next(aligned.original, place) for place, word in enumerate(aligned.original) if word.tag == "not"]
    return all(place is None or where.get(place) in denied for place in own)


def _next(stated: Sequence[Word], place: int) -> int | None:
    return next((n for n in range(place + 1, len(stated)) if stated[n].counts), None)


def _values(aligned: Aligned) -> str:
    """Return why a number counts something else; empty if none does."""
    where = {a: b for a, b, _ in aligned.pairs}
    for a, b, _ in aligned.pairs:
        number = aligned.original[a]
        if number.kind != "number":
            continue
        if number.unit and aligned.restated[b].unit and number.unit != aligned.restated[b].unit:
            return f"the words quoted count something else than {number.text} {number.unit}"
        counted = a + 1 if a + 1 < len(aligned.original) and aligned.original[a + 1].kind == "word" else None
        theirs = list(_run(aligned.restated, b + 1))
        if counted is not None and theirs and where.get(counted) not in theirs:
            return (
                f"the words quoted count something else than {number.text} {aligned.original[counted].text}"
            )
    return ""


def _run(stated: Sequence[Word], place: int) -> Iterator[int]:
    """Yield the places of consecutive content words from a place on."""
    while place < len(stated) and stated[place].counts:
        yield place
        place += 1


def _roles(aligned: Aligned, source_text: str) -> str:
    """Return why the sentence has another actor or object; empty if it has not."""
    names = {each.casefold() for each in _CAPITAL.findall(source_text)}
    if reordered(aligned) or exchanged(aligned) or subject_changed(aligned):
        return "the words quoted state another order, or say it of something else"
    return other_parts(aligned, names)
