"""Negations for gate D's warnings: a claim denies what the source does not, or affirms what it denies.

A sentence is read as words that a negation applies to or not; two negations in a row cancel out. It does not
understand meaning: a denial in other words (`fails to`, `is missing`) is known from a list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from gates.language.lexicon import AUXILIARIES, DENIALS, NEGATIONS, STOPWORDS
from gates.language.similarity import coverage, statement
from gates.language.spelling import marked
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of

SCOPE = 4
"""Number of topical words after a negation that it applies to."""
BESIDE = 5
"""Topical words on each side of a word that define its subject."""
SAME_MATTER = 0.5
"""Share of a claim's words that a sentence must contain which denies what the claim affirms."""
BY_OTHERS = 0.1
"""Part of that share that the sentence may lack if the passage around it has the words."""
LONGEST = 600
"""Longest sentence that is read, in characters; longer ones are data."""

_PIECE = re.compile(r"[a-z]{1,24}(?:'t)?|[.;:,!?()—–]| - ")
_TURNS = frozenset(
    "but although though however while whereas because so then when whenever if where since".split()
)
"""Words that begin another clause, which a negation does not reach."""
_YET = re.compile(r"\byet\b")
"""`not yet`: it may have become true since."""
_BOUNDING = re.compile(r"\bnot (?:just|only|merely|yet)\b")


@dataclass(slots=True, unsafe_hash=True)
class Signed:
    """One topical word of a sentence, and whether a negation applies to it."""

    stem: str
    denied: bool
    first: bool
    """Whether it is the first topical word after its negation: the word that is denied."""


@lru_cache(maxsize=20_000)
def signed(text: str, denials: bool = False) -> tuple[Signed, ...]:
    """Return the topical words of a text, in order, each with whether it is negated.

    With `denials`, words that deny without a negation count as one.
    """
    found: list[Signed] = []
    left, fresh, previous = 0, False, ""
    for word in _PIECE.findall(_BOUNDING.sub(" ", marked(text.casefold()))):
        if word in NEGATIONS:
            doubled = previous in NEGATIONS
            left, fresh = (0, False) if doubled else (SCOPE, True)
        elif not word[0].isalpha() or word in _TURNS:
            left = 0
        elif word not in STOPWORDS and len(word) > 1:
            stem = stem_of(word)
            found.append(Signed(stem, left > 0, left > 0 and fresh))
            left, fresh = max(0, left - 1), False
            if denials and stem in DENIALS:
                left = SCOPE
        previous = word
    return tuple(found)


_PREDICATE = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(AUXILIARIES - {'and', 'but', 'or', 'please', 'to', 'why'}))})"
    r"(?: [a-z]{2,14})?? not|n't|\bcannot|\bnever(?!-))\b([^.;:()—–\n]{0,120})"
)
"""A negated predicate and the text after it; `X, not Y` only says which of two is meant."""
_SENTENCE = re.compile(r"[.!?;]\s")
_PHRASE = re.compile(r"\s+(?:an?|the|any)\s")
_LEADING = frozenset(
    map(stem_of, "appear begin continue expect hope intend plan seem start tend try want wish direct".split())
)
"""Words before the one that is denied: `not want to verify`."""


@dataclass(frozen=True, slots=True)
class Denied:
    """One denied predicate: the words that it may deny, nearest first, and whether it has two negations."""

    heads: tuple[str, ...]
    doubled: bool
    about: frozenset[str]
    """The topical words beside it, in its own sentence."""


@lru_cache(maxsize=20_000)
def _predicates(text: str) -> tuple[Denied, ...]:
    plain = _BOUNDING.sub(" ", " ".join(marked(text.casefold()).split()))
    found = []
    for match in _PREDICATE.finditer(plain):
        after = match.group(1)
        before = _SENTENCE.split(plain[max(0, match.start() - 80) : match.start()])[-1]
        doubled = next(iter(_PIECE.findall(after)), "") in NEGATIONS
        words = [each.stem for each in signed(after)]
        wide = words and (words[0] in _LEADING or _PHRASE.match(after) is not None)
        heads = words[: 2 if wide else 1] or [each.stem for each in signed(before)[-1:]]
        if heads:
            about = frozenset(each.stem for each in (*signed(before)[-BESIDE:], *signed(after)[:BESIDE]))
            found.append(Denied(tuple(heads), doubled, about))
    return tuple(found)


_DENIAL = re.compile(
    r"(?:[\w ]{1,24}:)?\W{0,3}(?:no|nope|nah|not|nothing|none)\b(?!\s(?:one|problem|worries))"
)
_REPLY = 8
"""Most words of a reply, its speaker's name included."""


def _denial(passage: str) -> bool:
    """Return whether a passage is a short reply that denies the text before it, whatever its other words."""
    return _DENIAL.match(passage) is not None and len(passage.split(maxsplit=_REPLY)) <= _REPLY


def _answered(denied: Iterable[Denied], around: Sequence[str]) -> bool:
    """Return whether such a reply follows words that the claim denies."""
    heads = frozenset(stem for each in denied for stem in each.heads)
    return any(_denial(reply) and heads & statement(asked).stems for asked, reply in pairwise(around))


_ASKED = re.compile(
    r"(?:[\w ]{1,24}:)?\W{0,3}(?:are|can|could|did|do|does|has|have|is|was|were|will|would)\s[^.!]{1,300}\?"
)
"""A yes-or-no question, which affirms nothing."""
_PROPOSED = re.compile(r"\bwhy (?:do ?n't|don't|doesn't|not)\b")
"""A proposal in the form of a negated question."""


def proposes(text: str) -> bool:
    """Return whether a text proposes something in the form of a negation: `why don't we`."""
    return _PROPOSED.search(text.casefold()) is not None


def added(text: str, core: Sequence[str], around: Sequence[str], *, certain: bool = False) -> bool:
    """Return whether a claim denies something that neither the passage nor its surroundings deny.

    With `certain`, only if the passage affirms the very words that the claim denies.
    """
    denied = _predicates(text)
    affirmed = False
    for each in denied:
        signs = _first_signs(each.heads, core, each.about) or _first_signs(each.heads, around, each.about)
        if each.doubled:
            signs = {not sign for sign in signs}
        if True in signs:
            return False
        affirmed = affirmed or bool(signs)
    if affirmed and not certain and _answered(denied, around):
        return False
    if affirmed or certain or not denied:
        return affirmed
    return not any(each.denied for passage in around for each in signed(passage, denials=True))


def _first_signs(heads: Iterable[str], passages: Sequence[str], about: frozenset[str]) -> set[bool]:
    """Return the signs, True for negated, under which passages have the first of these words that occurs."""
    for stem in heads:
        found = _signs_of({stem}, passages, about) or _signs_of(synonyms(stem), passages, about)
        if found:
            return found
    return set()


def _signs_of(wanted: Collection[str], passages: Iterable[str], about: frozenset[str]) -> set[bool]:
    """Return a word's signs, True for negated, in the passages with most of the claim's subject beside it."""
    found: dict[int, set[bool]] = {}
    for text in passages:
        if _ASKED.match(text):
            continue
        row = signed(text, denials=True)
        for place, each in enumerate(row):
            if each.stem in wanted:
                near = {other.stem for other in row[max(0, place - BESIDE) : place + BESIDE + 1]}
                found.setdefault(len(near & about), set()).add(each.denied)
    return found[max(found)] if found else set()


def dropped(text: str, core: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield passages that deny what an affirmative claim affirms, each with its share of the words."""
    mine = signed(text)
    barred = {each.heads[0] for other in core for each in _predicates(other)}
    if any(each.denied or each.stem in DENIALS - barred for each in mine):
        return
    affirmed = frozenset(each.stem for each in mine)
    stems = statement(text).stems
    held = {each.stem for other in core for each in signed(other) if not each.denied}
    together: frozenset[str] = frozenset().union(*(statement(other).stems for other in core))
    for other in core:
        denied = {each.heads[0] for each in _predicates(other) if not each.doubled}
        shared = max(coverage(stems, statement(other).stems), coverage(stems, together) - BY_OTHERS)
        settled = len(other) <= LONGEST and _YET.search(other) is None and _PROPOSED.search(other) is None
        if settled and denied & affirmed - held:
            yield other, round(shared, 6)
