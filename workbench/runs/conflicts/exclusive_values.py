"""Whether two passages answer with different members of a kind: places, causes, materials, colours, days.

A value that is not a figure, date or person is recognised by its kind: a thing in a cellar is not in a barn,
a crop taken by frost was not taken by fire, a wall of brick is not of timber. Only the kind that a question
asks for is compared, and only if both passages name members of it.
"""

from __future__ import annotations

import re

from gates.language.tokens import stem_of
from workbench.runs.conflicts.clause_topics import DENIES, clauses_of
from workbench.runs.language.terms import stems
from workbench.runs.ranking.expected_answers import COLOURS
from workbench.runs.ranking.questions import wanted

_PLACES = """
attic loft cellar basement vault crypt tunnel kitchen pantry larder hall library office workshop garage
shed barn stable warehouse storeroom cupboard wardrobe classroom laboratory studio chapel church tower
lighthouse greenhouse hangar boathouse gatehouse cottage bungalow pavilion kiosk tent caravan container
bakery canteen cafe foyer lobby corridor porch balcony bathroom bedroom laundry museum archive bank
school hospital
"""
_CAUSES = """
frost ice snow hail smoke fire flood storm gale wind lightning drought heat mildew rot mould rust rat
mouse mice deer rabbit slug beetle moth pest virus strike fog leak theft vandal earthquake landslide
explosion collision overload corrosion worm fungus fuse rain overheating avalanche
"""
_MATERIALS = """
steel iron copper brass bronze aluminium zinc lead tin wood timber oak pine larch ash beech stone granite
slate marble limestone sandstone brick concrete cement clay glass plastic rubber leather wool cotton silk
linen canvas paper cardboard straw reed thatch felt nylon wax
mahogany cedar spruce walnut poplar ebony chestnut cherry maple birch teak elm fir bone ivory
"""
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_MEMBERS = {
    kind: frozenset(map(stem_of, words.split()))
    for kind, words in (
        ("places", _PLACES),
        ("causes", _CAUSES),
        ("materials", _MATERIALS),
        ("colours", COLOURS),
        ("days", _DAYS),
    )
}
"""Stems of the members of each kind."""
_ASKED = (
    ("places", re.compile(r"^\s*where\b|\b(?:which|what) (?:room|building|place)\b", re.I)),
    (
        "causes",
        re.compile(
            r"^\s*why\b"
            r"|\bwhat (?:\w+ )?(?:destroyed|damaged|killed|ruined|caused|delayed|spoiled|spoilt|wrecked)\b"
            r"|\bcause of\b|\bto what (?:was|were)\b.*\blost\b",
            re.I,
        ),
    ),
    (
        "materials",
        re.compile(
            r"\b(?:made|built|cut|cast|woven|carved|consist\w*) (?:out )?(?:of|from)\b|\bmaterial\b"
            r"|\b(?:of|in|from) what\b|\bwhat (?:sort|kind|type)s? of\b"
            r"|\b(?:which|what) (?:wood|timber|metal|stone|alloy|fabric|cloth|leather)\b"
            r"|^\s*what (?:is|was|are|were)\b[^?]*\b[a-z]{3,}(?:ed|[^e]n|t|d) (?:with|in|from|out of)\b",
            re.I,
        ),
    ),
    ("days", re.compile(r"\b(?:which|what) (?:day|weekday)s?\b|^\s*when (?:is|are|does|do)\b", re.I)),
)
_HOUSE = re.compile(r"\b([a-z]{3,}) (house|room|shed)\b", re.I)
"""A building named by the word before it: an ice house is not a boat house."""


def kind_of_value(question: str) -> str:
    """Return the kind of value that a question asks for, if its members exclude one another; else empty."""
    if wanted(question).kind == "colour":
        return "colours"
    return next((name for name, asked in _ASKED if asked.search(question)), "")


def other_members(question: str, one: str, other: str) -> str:
    """Return how two texts answer differently, in a few words; empty if a value may be the same.

    Days are compared only if each text names one: several are opening hours, which two sources may divide.
    """
    kind = kind_of_value(question)
    if not kind:
        return ""
    known = _members(kind, question)
    first, second = (_members(kind, text) - known for text in (one, other))
    if not first or not second or (kind == "days" and max(len(first), len(second)) > 1):
        return ""
    return f"other {kind}" if first.isdisjoint(second) else ""


def members_named(question: str, text: str) -> frozenset[str]:
    """Return what a text names of the kind that a question asks for; empty if it asks for none."""
    kind = kind_of_value(question)
    return _members(kind, text) - _members(kind, question) if kind else frozenset()


def _members(kind: str, text: str) -> frozenset[str]:
    """Return the members of a kind that a text names and does not deny."""
    found: set[str] = set()
    for clause in clauses_of(text):
        denied = DENIES.search(clause)
        stated = clause[: denied.start()] if denied else clause
        found |= _MEMBERS[kind] & frozenset(stems(stated))
        if kind == "places":
            found |= {"".join(each).casefold() for each in _HOUSE.findall(stated)}
    return frozenset(found)
