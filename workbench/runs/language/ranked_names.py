"""Things named by their rank: `our oldest boat`, `the first head of the school`, and what they are called.

A source may name a thing by a superlative or an ordinal, and another source says which thing that is. The
rank, the noun (or another word for it) and what it is one of (`of the school`) must agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.runs.language.kinds_of_things import closely
from workbench.runs.language.measures import MONTHS
from workbench.runs.language.name_shapes import CAPITAL
from workbench.runs.language.terms import asked_stems, stems

_NO_RANK = (
    "forest|guest|request|interest|honest|harvest|chest|nest|rest|test|west|best|invest|protest|arrest"
    "|contest|conquest|quest|crest|modest|priest|suggest|digest|manifest|tempest|earnest|everest|behest|vest|zest"
)
_ORDINAL = "first|second|third|fourth|fifth|sixth|last|latest"
_SUPERLATIVE = rf"(?!(?:{_NO_RANK})\b)[a-z]{{2,}}est"
_RANK = rf"(?P<rank>(?:(?:{_ORDINAL})[ -])?{_SUPERLATIVE}|{_ORDINAL})"
_OWNER = r"(?:the|our|its|their|his|her|this|that|[\w’']+['’]s)"
_NUMERAL = r"(?:(?:all|the|our|its|their|these|those|two|three|four|five|six|seven|eight|nine|ten|\d+) )*"
_STOP = (
    r"of|in|at|on|for|with|to|by|from|that|which|who|we|they|and|or|but|is|was|were|are|has|had|since|ever|so|still"
    r"|until|before|after|as|than|when|where|there|not|now|then|also"
)
_WORD = rf"(?!(?:{_STOP})\b)[a-z][a-z-]+"
MOST_NOUNS = 4
"""Maximum words between a rank and the end of its noun."""
_PHRASE = re.compile(
    rf"\b{_OWNER} (?:very )?{_RANK}"
    rf"(?: of {_NUMERAL}(?P<among>{_WORD}(?: {_WORD}){{0,2}})"
    rf"| (?P<nouns>{_WORD}(?: {_WORD}){{0,{MOST_NOUNS - 1}}}))"
    rf"(?: of (?:the |our |its )?(?P<whole>(?:{CAPITAL}?[\w’'-]+ ?){{1,3}}))?",
    re.I,
)
"""A description. Its last words may belong to what follows: `our oldest boat carries`."""
_NAME = rf"(?:[Tt]he )?{CAPITAL}[\w’'-]*\w(?: (?:{CAPITAL}[\w’'-]*\w|\d+|de|van|von))*"
_BEFORE = re.compile(
    rf"(?P<name>{_NAME})"
    r"(?: \(|(?:,| [–—-]| (?:is|was|remains|became)(?: (?:still|now|by far|therefore))?) )$"
)
_AFTER = re.compile(
    rf"^(?:,| [–—-]| (?:is|was|became)(?: (?:called|named|still|now))?) (?P<name>{_NAME})(?=\W|$)"
)
_ENDS = re.compile(r"^\s*(?:[.,;:!?)|–—]|$|(?:of|in|at|on|for|with|to|that|which|who|we|and|ever)\b)")
_NOT_SO = re.compile(
    r"\b(?:until|before|formerly|once|used to|no longer|not|never|perhaps|maybe|may be|might|probably)\b",
    re.I,
)
"""Words of a statement that was true once, or may not be."""
_NATION = re.compile(r"(?:ish|ese|[a-z]ian|ean|utch|erman|rench|reek|wiss|rish)$")
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_MOMENTS = frozenset(stems(f"{' '.join(MONTHS)} {_DAYS} spring summer autumn winter"))
_PERIODS = frozenset(stems("time day week month year half part hour minute season quarter century page line"))
_LIKE = tuple(
    frozenset(words.split())
    for words in (
        "oldest eldest earliest",
        "newest latest youngest",
        "largest biggest",
        "smallest littlest",
        "tallest highest",
    )
)
_AMONG = re.compile(r"^ (?:of (?:the |our |its )?|(?:in|at|on) (?:the|our|its) )[^\W\d][\w’'-]+(?=\W)")
_WHICH_IS = re.compile(
    rf"\b(?:which|what) (?:{_WORD} )?(?P<noun>{_WORD}) (?:is|was|are|were) (?:the )?(?:very )?"
    rf"(?P<rank>{_SUPERLATIVE})\b",
    re.I,
)
"""A question for the thing with a rank: `which plot is the biggest`."""
_WHO_HAS = re.compile(
    r"^\W*(?:and )?who (?:has|had|holds?|held|owns?|owned|rents?|rented|keeps?|kept|uses?|used|got)\s*$", re.I
)
_ASKED_FOR = re.compile(r"^\W*(?:who|which|what)(?: one)? (?:is|was|are|were|became)\s*$", re.I)


@dataclass(frozen=True, slots=True)
class RankPhrase:
    """A description by rank in a text; its nouns may go on into what follows."""

    rank: str
    nouns: tuple[str, ...]
    whole: frozenset[str]
    """Stems of what it is one of, if that is said."""
    start: int
    ends: tuple[int, ...]
    """Where it ends in the text, if one, two and more of its nouns belong to it."""

    @property
    def text(self) -> str:
        """The rank and its nouns."""
        return f"{self.rank} {' '.join(self.nouns)}"


@dataclass(frozen=True, slots=True)
class NamedRank:
    """What a text says a description by rank is called."""

    phrase: RankPhrase
    name: str

    def described_by(self, used: RankPhrase) -> int:
        """Return how many nouns of a phrase elsewhere belong to this description; 0: it is another one."""
        own = self.phrase
        if not _same_rank(own.rank, used.rank) or (own.whole and used.whole and not own.whole & used.whole):
            return 0
        for count in range(1, len(used.nouns) + 1):
            words = used.nouns[:count]
            if _same_noun(words[-1], own.nouns[-1]) and all(
                any(_same_noun(word, other) for other in own.nouns) for word in words
            ):
                return count
        return 0


def rank_phrases(text: str) -> list[RankPhrase]:
    """Return the descriptions by rank in a text, in order."""
    found = []
    for match in _PHRASE.finditer(text):
        group = "among" if match["among"] else "nouns"
        nouns = tuple(match[group].casefold().split())
        if _PERIODS & set(stems(nouns[0])):
            continue
        first = match.start(group)
        ends = tuple(first + each.end() for each in re.finditer(r"\S+", match[group]))
        whole = frozenset(stems(match["whole"] or ""))
        rank = match["rank"].casefold().replace("-", " ")
        found.append(RankPhrase(rank, nouns, whole, match.start(), ends))
    return found


def asked_ranks(question: str) -> list[RankPhrase]:
    """Return the descriptions by rank of which a question asks what or whose thing they mean."""
    asked = [
        each
        for each in rank_phrases(question)
        if _ASKED_FOR.match(question[: each.start]) or _WHO_HAS.match(question[: each.start])
    ]
    return asked + [
        RankPhrase(
            found["rank"].casefold(), (found["noun"].casefold(),), frozenset(), found.start(), (found.end(),)
        )
        for found in _WHICH_IS.finditer(question)
    ]


def explained_ranks(text: str) -> list[NamedRank]:
    """Return the descriptions by rank of which a text states the name."""
    found = []
    for phrase in rank_phrases(text):
        before = re.split(r"[.!?;\n]\s", text[: phrase.start])[-1]
        told = _BEFORE.search(before)
        for count, end in enumerate(phrase.ends, 1):
            rest = re.split(r"[.!?;\n](?:\s|$)", text[end:])[0]
            after = _AFTER.match(
                re.sub(r"^ (?:of|in|at|on) [^.,;:|\n]{1,40}?(?=,| is | was | became )", "", rest)
            )
            name = after["name"] if after else told["name"] if told and _ENDS.match(text[end:]) else ""
            if name and _is_name(name) and not _NOT_SO.search(f"{before} {rest}"):
                own = replace(phrase, nouns=phrase.nouns[:count], ends=phrase.ends[:count])
                found.append(NamedRank(own, name))
                break
    return found


def with_names(question: str, known: Sequence[NamedRank]) -> str:
    """Return a question with the name of a thing that it describes by rank.

    Empty if it describes none, if what is known names several things, or if it asks for the name.
    """
    for used in rank_phrases(question):
        names = names_of(used, known)
        if len(names) != 1:
            continue
        each, count = next((each, n) for each in known if (n := each.described_by(used)))
        rest = _AMONG.sub("", question[used.ends[count - 1] :])
        if names.pop() <= frozenset(stems(question)):
            continue
        if _ASKED_FOR.match(question[: used.start]) and not asked_stems(rest):
            continue
        name = re.sub(r"^The ", "the ", each.name)
        return f"{question[: used.start]}{name}{rest}"
    return ""


def names_of(used: RankPhrase, known: Sequence[NamedRank]) -> set[frozenset[str]]:
    """Return the names of what a phrase describes, as stems; a shorter form of a name is the same one."""
    found = {frozenset(stems(each.name)) for each in known if each.described_by(used)}
    return {each for each in found if not any(other < each for other in found)}


def _same_rank(one: str, other: str) -> bool:
    return one == other or any({one, other} <= alike for alike in _LIKE)


def _same_noun(one: str, other: str) -> bool:
    first, second = set(stems(one)), set(stems(other))
    return bool(first & second) or any(closely(stem) & second for stem in first)


def _is_name(name: str) -> bool:
    """Return whether words name a thing: no day, no nationality, no word that begins a sentence."""
    known, first = frozenset(stems(name)), re.sub(r"^[Tt]he ", "", name).split()[0]
    return (
        bool(known)
        and bool(stems(first))
        and not known <= _MOMENTS
        and not (" " not in name and _NATION.search(name))
    )
