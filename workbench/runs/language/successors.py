"""Successors and predecessors: `the replacement of the Runa`, `the new harbour boat`.

A relation noun names one thing: what replaces X is no other thing than X's successor, and is not X. A thing
may also be called `the new` or `the old` holder of a role that the sources say X holds now, in a row of a
table or in a sentence (`Juniper is our mail server`: `the new mail server` is its successor).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.runs.language.kinds_of_things import closely
from workbench.runs.language.name_shapes import CAPITAL
from workbench.runs.language.table_extremes import NamedTable
from workbench.runs.language.terms import stems

MOST_ROLE = 5
"""Maximum words of a role."""
_AFTER = r"(?:successor|replacement)"
_EARLIER = r"(?:predecessor|forerunner)"
_FOLLOWS = r"(?:replac(?:e|es|ed|ing)|succeed(?:s|ed|ing)?|(?:take|takes|took|taking) over from)"
_WAS_FOLLOWED = r"(?:is|was|are|were|will be|has been|is to be|is being) (?:replaced|succeeded) by"
_NAME = (
    rf"(?!The\b)(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?{CAPITAL}[\w-]*(?:['’](?!s\b)\w+)?(?: (?:{CAPITAL}[\w-]*|\d+))*"
)
_ASKED = (
    re.compile(rf"\b(?P<noun>{_AFTER}|{_EARLIER})s? (?:of|to|for) (?P<thing>.+)", re.I),
    re.compile(rf"(?P<thing>\b[\w-]+(?: [\w-]+){{0,4}})['’]s? (?P<noun>{_AFTER}|{_EARLIER})\b", re.I),
    re.compile(rf"\b(?:what|who|that|which)(?: will| is to)? (?P<noun>{_FOLLOWS}) (?P<thing>.+)", re.I),
)
_ASKED_NEW = re.compile(r"\b(?:the|our) (?P<noun>new) (?P<thing>.+)", re.I)
_ARTICLE = re.compile(r"(?:the|our|its|an?) ", re.I)
_NAMED = re.compile(rf"{_NAME}|[a-z]+ \d+\b")
_STATES_ROLE = (
    re.compile(
        rf"(?P<name>{_NAME})(?: is|,| \()(?: still| now)? (?:the|our|its) (?P<role>[\w-]+(?: [\w-]+){{0,4}}?)"
        r"(?=[.,;:)]|$| (?:and|of|at|in|who|which|that)\b)"
    ),
    re.compile(
        rf"\b(?:[Tt]he|[Oo]ur) (?P<role>[\w-]+(?: [\w-]+){{0,4}}?)(?:,| is(?: called)?) (?P<name>{_NAME})"
    ),
)
_NOT_NOW = re.compile(r"\b(?:new|next|future|former|old|previous|last|first|other|same)\b", re.I)
"""Words of a role that is not held now."""
_IN_ROLE = {
    True: re.compile(r"\b(?:the|our|an?) (?:new|next|future) (?=[^\W\d])", re.I),
    False: re.compile(r"\b(?:the|our) (?:old|former|previous) (?=[^\W\d])", re.I),
}
_WORD = re.compile(r"[^\W\d_][\w-]*")
_STOP = frozenset(
    "is are was were has have had will would can may must shall should does did do who which that and or but "
    "in on at of for from to by with as since when before after until began came went got took met left "
    "ran".split()
)
"""Words that end a role or follow it."""
_BARE = frozenset("be go come get take start begin join move leave open".split())
"""Verbs that may stand before a further word at the end of a question: `go live`."""
_MORE = re.compile(r"['’]\w| (?P<next>[a-z-]+) (?=[a-z])")
_ITSELF = r"\b(?!['’]\w)"
"""After a name: `the replacement of its engine` is not its own."""
_GOES_ON = re.compile(r"\s*(?:[^\w\s'’-]|[–—]|-\s|$)|\s(?P<word>[\w-]+)")


@dataclass(frozen=True, slots=True)
class RoleHolder:
    """A named thing with the stems of what a row of a table or a sentence says of it."""

    name: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class AskedRelative:
    """What a question asks about: the successor or predecessor of a thing."""

    forward: bool
    """Whether it is the successor."""
    thing: str
    """The words after or before the relation noun, from the thing's name on."""
    surely: bool
    """Whether the question has a noun or verb for the relation, not only `new`."""
    owned: bool = False
    """Whether the thing's name stands before the noun: `the Runa's successor`."""

    def names(self, holders: Sequence[RoleHolder]) -> tuple[str, ...]:
        """Return the name of the thing: its own or that of the one holder of its role; else empty."""
        words = _ARTICLE.sub("", self.thing, count=1) if _ARTICLE.match(self.thing) else self.thing
        named = _NAMED.match(words)
        if named is not None and self.surely:
            return (named.group(),) if self.owned or _is_whole(words[named.end() :]) else ()
        return held_by(words, holders, _is_whole)


def asked_relative(question: str) -> AskedRelative | None:
    """Return the successor or predecessor that a question asks about; None if it asks about none."""
    for place, pattern in enumerate((*_ASKED, _ASKED_NEW)):
        found = pattern.search(question)
        if found is None:
            continue
        thing = found["thing"]
        if place == 1:  # the name is at the end of the words before the apostrophe
            named = re.search(rf"(?:{_NAME})$", thing)
            thing = named.group() if named else thing
        forward = re.fullmatch(_EARLIER, found["noun"], re.I) is None
        return AskedRelative(forward, thing, place < len(_ASKED), place == 1)
    return None


def holders_in(text: str, tables: Iterable[NamedTable] = ()) -> Iterator[RoleHolder]:
    """Yield the things of a text's sentences and tables with what they are said to be now."""
    for pattern in _STATES_ROLE:
        for found in pattern.finditer(text):
            if not _NOT_NOW.search(found["role"]) and stems(found["role"]):
                yield RoleHolder(found["name"], frozenset(stems(f"{found['name']} {found['role']}")))
    for table in tables:
        above = f"{' '.join(table.columns)} {table.title}".replace("_", " ")
        for row in table.rows:
            words = frozenset(stems(f"{' '.join(row)} {above}"))
            people = [cell for cell in row[1:] if re.fullmatch(rf"{_NAME} {CAPITAL}\w+", cell)]
            for name in people if row[0][:1].islower() else row[:1]:
                yield RoleHolder(name, words)


def held_by(
    text: str, holders: Sequence[RoleHolder], ends_before: Callable[[str], bool] | None = None
) -> tuple[str, ...]:
    """Return the name of the only thing that holds the role that a text begins with; else empty.

    Args:
        text: begins with the role.
        holders: what holds which role.
        ends_before: whether a role ends before the rest of a text; None: as in a statement.
    """
    ends = list[int]()
    for word in _WORD.finditer(text):
        glued = ends and text[ends[-1] : word.start()] != " "
        if glued or word.group().casefold() in _STOP or len(ends) == MOST_ROLE:
            break
        ends.append(word.end())
    for end in reversed(ends):
        said = frozenset(stems(text[:end]))
        fitting = {each.name.casefold(): each.name for each in holders if _fits(said, each.words)}
        if said and fitting and (ends_before or _ends)(text[end:]):
            return tuple(fitting.values()) if len(fitting) == 1 else ()
    return ()


def _fits(said: frozenset[str], words: frozenset[str]) -> bool:
    """Return whether what a thing is said to be has all words of a role, or others for the same kind."""
    return bool(said & words) and all(stem in words or not closely(stem).isdisjoint(words) for stem in said)


def _ends(rest: str) -> bool:
    """Return whether a role ends before some words: no further noun follows, as in `mail server rack`."""
    found = _GOES_ON.match(rest)
    word = found["word"] if found else ""
    return found is not None and (not word or word.casefold() in _STOP or word.endswith(("s", "ed")))


def _is_whole(rest: str) -> bool:
    """Return whether a name ends before some words; in `the Runa engine ordered` it does not."""
    more = _MORE.match(rest)
    return more is None or (more["next"] or "") in _STOP | _BARE


@dataclass(frozen=True, slots=True)
class SoughtRelative:
    """The successor or predecessor of a named thing, as texts may call it."""

    forward: bool
    names: tuple[str, ...]
    """Names of the thing whose relative it is."""
    holders: tuple[RoleHolder, ...]
    called: tuple[str, ...] = ()
    """Its own name, if the sources state it."""
    surely: bool = True

    def mentioned(self, text: str) -> bool:
        """Return whether words speak of it."""
        if any(pattern.search(text) for pattern in _patterns(self.forward, self.names)):
            return True
        return any(True for _ in self.in_role(text)) or any(
            re.search(rf"\b{re.escape(name)}\b", text) for name in self.called
        )

    def in_role(self, text: str) -> Iterator[int]:
        """Yield where words call it the new or old holder of its role: where the role begins."""
        for found in _IN_ROLE[self.forward].finditer(text):
            held = held_by(text[found.end() :], self.holders)
            if held and held[0].casefold() in {name.casefold() for name in self.names}:
                yield found.end()

    def owned(self, text: str) -> bool:
        """Return whether words speak of the successor of what they refer to, as in `its successor`."""
        noun = _AFTER if self.forward else _EARLIER
        return re.search(rf"\b(?:its|his|her|their) {noun}\b", text, re.I) is not None

    def names_thing(self, text: str) -> bool:
        """Return whether words name the thing whose relative it is."""
        return any(re.search(rf"\b{re.escape(name)}\b", text, re.I) for name in self.names)

    def told_names(self, text: str) -> list[str]:
        """Return the names that words give it."""
        found = [
            match["it"] for pattern in _naming(self.forward, self.names) for match in pattern.finditer(text)
        ]
        for start in self.in_role(text):
            after = re.match(rf"[\w -]+?(?:,| is(?: called)?| \() ?(?P<it>{_NAME})", text[start:])
            before = re.search(rf"(?P<it>{_NAME})(?:,| is| will be) (?:the|our) \w+ $", text[:start])
            found += [match["it"] for match in (after, before) if match]
        known = {name.casefold() for name in self.names}
        return list(dict.fromkeys(each for each in found if each.casefold() not in known))


@lru_cache(maxsize=64)
def _patterns(forward: bool, names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Return what mentions a thing's relative by the thing's name."""
    owner, noun = _owner(names), _AFTER if forward else _EARLIER
    thing = owner + _ITSELF
    shapes = [rf"\b{noun}s? (?:of|to|for) {thing}", rf"\b{owner}['’]s? {noun}"]
    if forward:
        shapes += [rf"\b{_FOLLOWS} {thing}", rf"{thing} {_WAS_FOLLOWED}"]
        shapes += [rf"\b(?:the|our|an?) new {thing}"]
    else:
        shapes += [rf"{thing} (?:has |will )?{_FOLLOWS}\b", rf"\b{_WAS_FOLLOWED} {thing}"]
    return tuple(re.compile(shape, re.I) for shape in shapes)


@lru_cache(maxsize=64)
def _naming(forward: bool, names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Return what states the name of a thing's relative."""
    owner, it = _owner(names), rf"(?P<it>{_NAME})"
    thing, noun = owner + _ITSELF, rf"(?i:{_AFTER if forward else _EARLIER})"
    told = r"(?:,|:| is| was| will be| became)(?: called)? "
    shapes = [rf"{noun} (?:of|to|for) {thing}{told}{it}", rf"{owner}['’]s? {noun}{told}{it}"]
    shapes += [rf"{it}(?:,| is| was| will be) (?:the )?{noun} (?:of|to|for) {thing}"]
    one, other = (it, thing) if forward else (thing, it)
    shapes += [rf"{one} (?:has |will )?{_FOLLOWS} {other}", rf"{other} {_WAS_FOLLOWED} {one}"]
    return tuple(re.compile(shape) for shape in shapes)


def _owner(names: tuple[str, ...]) -> str:
    return rf"(?:(?:[Tt]he|[Oo]ur) )?(?:{'|'.join(map(re.escape, names))})"
