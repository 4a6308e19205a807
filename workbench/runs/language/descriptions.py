"""Other names of things that a text explains: `The Old Lady: the ferry Runa`, `our oldest boat, the Runa`.

A source may name a thing only by a nickname, an abbreviation or a description that another source explains.
Entries of a glossary, a name in brackets, `nicknamed` and what says which thing is the oldest or the first
are read as explanations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.runs.language.name_shapes import CAPITAL
from workbench.runs.language.ranked_names import NamedRank, explained_ranks, rank_phrases
from workbench.runs.language.terms import stems

MOST_NAME = 5
"""Maximum words of such a name."""
MOST_EXPLAINED = 160
"""Maximum characters of an explanation that are read."""
_ENTRY = re.compile(
    r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])?[ \t]*(?P<mark>\*\*|__"
    r"|[\"“])?(?P<name>[^\n*_:|\"“”]{3,50}?)[:.]?(?(mark)(?:\*\*|__|[\"”]))"
    r"[ \t]*(?::|\s[–—-]|=|means|stands for|is what we call)[ \t]+(?P<what>[^\n]{8,400})",
    re.M,
)
"""An entry of a glossary: `- **The Old Lady**: the ferry Runa`."""
_CALLED = re.compile(
    r"(?P<what>\b(?:[Tt]he|[Oo]ur|[Aa]n?) [^.;:()\n]{3,60}?),? (?:is |was "
    r"|are )?(?:called|known as|nicknamed|named|or|which we call)"
    rf" [\"“*]{{0,2}}(?P<name>[Tt]he (?:{CAPITAL}[\w'’-]+ ?){{1,3}})"
)
_BRACKETED = re.compile(
    rf"(?P<what>\b{CAPITAL}[\w'’-]+(?: (?:of |the |and |for )*{CAPITAL}?[\w'’-]+){{1,5}})"
    rf" \((?P<name>{CAPITAL}{{2,6}}"
    r"|[“\"][^”\")]{3,40}[”\"])\)"
)
_EXPLAINS = re.compile(
    r"^\W*(?:always |short for |our name for |in fact )?(?:the|our|an?|all|any|every|[A-Z])", re.I
)
_ARTICLE = re.compile(r"^(?:the|our|an?|its|their)\s+", re.I)
_LABEL = re.compile(r"\d|^(?:note|see|date|from|to|subject|present|author|chair|tel|phone|re|cc)\b", re.I)


@dataclass(frozen=True, slots=True)
class Description:
    """A name and what it is explained to be."""

    name: str
    """The name without its article, in lower case."""
    explained: str
    """The beginning of its explanation."""
    ranked: NamedRank | None = None
    """Of a description by a superlative or an ordinal: its parts."""

    def used_in(self, text: str) -> tuple[str, ...]:
        """Return the name as a text uses it, in lower case; a description also in other words."""
        if self.ranked is None:
            return (self.name,) if re.search(rf"\b{re.escape(self.name)}\b", text, re.I) else ()
        found = ((each, self.ranked.described_by(each)) for each in rank_phrases(text))
        return tuple(text[each.start : each.ends[n - 1]].casefold() for each, n in found if n)


def descriptions(text: str) -> list[Description]:
    """Return the names that a text explains, each with its explanation."""
    found = [
        *((match["name"], match["what"]) for match in _ENTRY.finditer(text)),
        *((match["name"], match["what"]) for match in _CALLED.finditer(text)),
        *((match["name"], match["what"]) for match in _BRACKETED.finditer(text)),
    ]
    made = [Description(_bare(name), _first(what)) for name, what in found if _EXPLAINS.match(what)]
    return [*(each for each in made if _names(each)), *map(described, explained_ranks(text))]


def described(ranked: NamedRank) -> Description:
    """Return a description by rank, explained by the name that a text states for it."""
    return Description(ranked.phrase.text, ranked.name, ranked)


def _bare(name: str) -> str:
    return _ARTICLE.sub("", name.strip(' *_"“”.:')).strip().casefold()


def _first(explained: str) -> str:
    """Return the first sentence of an explanation."""
    return re.split(r"(?<=[a-z\d)])[.;]\s", explained.strip())[0].replace("*", "")[:MOST_EXPLAINED]


def _names(each: Description) -> bool:
    """Return whether a description is a name of few words, and not the label of a field or a date."""
    words = each.name.split()
    if not words or len(words) > MOST_NAME or len(each.name) < 2 or _LABEL.search(each.name):
        return False
    return bool(stems(each.name)) and not set(stems(each.explained)) <= set(stems(each.name))
