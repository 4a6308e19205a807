"""Whether two statements conflict: another value, the opposite, or a result that differs.

Only explicit words count. Two statements clash only if everything they say is the same, except for one value,
one negation or one opposite. Missing a conflict is better than reporting a false one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from operator import ne
from typing import Literal

from gates.canonical import text_digest
from gates.language.lexicon import SPOKEN_NUMBERS, STOPWORDS
from gates.language.spelling import marked
from gates.language.tokens import stem_of
from workbench.facts.sentences.words import ACTION_VERBS, LOOK_VERBS

Speaker = Literal["user", "agent", "tool"]

LONGEST = 240
"""Most characters of a statement; a longer one says too much to be compared as one statement."""
LEAST_WORDS = 2
"""Fewest content words that two statements must share."""

_WORD = re.compile(r"\d[\d.,:]{0,20}(?<![.,:])|[a-z][a-z0-9_/.'-]{0,60}(?<![.'/-])", re.IGNORECASE)
_NEGATIONS = frozenset("not never no none cannot without neither nor don't doesn't won't can't isn't".split())
_OPEN = re.compile(
    r"\?|\b(?:if|unless|whether|would|could|should|might|maybe|perhaps|expect|let me|let's|in case|"
    r"yet|almost|about to|try|assume|suppose|e\.g|for example)\b",
    re.IGNORECASE,
)
"""Words that leave open whether something holds."""
_CODE = re.compile(r"[`|<>{}=→—–]|\d/\d|(?:^|\s)/\w|^\W{0,3}\d{1,3}[.)]\s")
"""Marks of commands, tables, progress and headings, which are not sentences."""
_OVER = re.compile(
    r"\b(?:was|were|had|used to|previously|formerly|earlier|since|so far|then|fixed|changed|no longer|"
    r"anymore|any more|i (?:just )?(?:created|enabled|disabled|added|removed|made|set|moved|updated))\b",
    re.IGNORECASE,
)
"""Words that refer to another time: a later state does not conflict with an earlier one."""
_NOW = re.compile(r"\b(?:now|again|after all)\b", re.IGNORECASE)
_ACT = re.compile(r"^(?:\w{1,12},? ){0,2}(?:I|We|we) (?:\w{1,8}ly |now |then |next )?(\w{2,20})\b")
_COUNTING = frozenset(
    "step part phase stage file issue task item page line round turn note batch chapter section number pr "
    "ticket option test case example iteration attempt try run commit wave".split()
)
"""Nouns of things that are counted one by one: another number then means the next one."""
_FILLERS = frozenset(
    "always actually instead please again now also really just you may can must have has had be is are was "
    "will shall do does did need needs should i we it this that these those there so only".split()
)
_SAME = {
    word: group
    for group, words in {
        "stay": "stay stays stand stands sit sits move moves go goes belong belongs",
        "take": "take takes last lasts",
    }.items()
    for word in words.split()
}
_OPPOSITES = {
    word: (group, sign)
    for group, pairs in {
        "have": "add keep include insert|remove drop delete exclude omit",
        "enable": "enable enabled activate|disable disabled deactivate",
        "before": "before|after",
        "required": "required mandatory|optional",
        "left": "left|right",
        "allow": "allow permit|forbid prevent deny denies",
        "into": "into|out",
        "above": "above|below",
        "public": "public|private",
        "ascending": "ascending|descending",
        "first": "first|last",
        "narrow": "quantnarrow|quantwide",
    }.items()
    for sign, words in enumerate(pairs.split("|"))
    for stem in words.split()
    for word in ((stem, f"{stem}s") if group in ("have", "enable", "allow") else (stem,))
}
_INFORMATIVE = frozenset("other another some all every each both same own old second next previous".split())
"""Stopwords that distinguish one thing from another."""
_SIZES = (
    ("time", "ms millisecond", 0.001),
    ("time", "s sec second", 1.0),
    ("time", "min minute", 60.0),
    ("time", "h hour", 3_600.0),
    ("time", "day", 86_400.0),
    ("bytes", "kb kib", 1e3),
    ("bytes", "mb mib", 1e6),
    ("bytes", "gb gib", 1e9),
)
_UNITS = {
    word: (kind, size)
    for kind, names, size in _SIZES
    for name in names.split()
    for word in (name, f"{name}s")
}
_PREFIXES = ("ir", "im", "in", "un", "non")
_PREFIXED = frozenset(
    "irreversible irrelevant irregular impossible immutable invalid incorrect incompatible incomplete "
    "inconsistent unsafe unused unstable unsupported unsigned unsorted unencrypted nonblocking".split()
)
_NARROW = re.compile(r"\bonly [a-z]{2,30} (?=can\b|may\b)", re.IGNORECASE)
_WIDE = re.compile(
    r"\b(?:everyone|everybody|anyone|anybody|(?:all|any|every) users?) (?=can\b|may\b)", re.IGNORECASE
)
_NAMED = re.compile(r"^(?:the|our|its) ([a-z-]{2,30}) \d{1,6} [a-z].*\d", re.IGNORECASE)
"""A thing that a number names, of which another number is stated: `The hall 4 seats 90 guests`."""
_DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays "
    "saturdays sundays".split()
)
_HELD = re.compile(
    r"^(?:the|our|its) (?:[a-z-]{2,20} ){0,2}(?:locale|name|version|port|region|branch|owner|format|encoding|"
    r"database|timezone|language|default|licence|license|protocol|host) is ([a-z0-9_/.-]{2,40})[.!]?$"
    r"|^(?:name|call) the [a-z ]{2,40}? ([a-z0-9_./-]{2,60})[.!]?$"
    r"|^the [a-z ]{2,40} is (?:stored|hosted|kept|deployed) (?:at|in|on) (?:the )?([a-z0-9_./-]{2,40})[.!]?$"
    r"|^the [a-z ]{2,40} is (?:written|made|owned|built) by (?:the )?([a-z0-9_./-]{2,40})[.!]?$"
    r"|\bto the ([a-z-]{2,30}) (?:region|branch|server|cluster) first\b",
    re.IGNORECASE,
)
"""Places that take one value: `the locale is X`, `is stored in X`, `name the branch X`, `to the X region`."""


@dataclass(frozen=True, slots=True)
class ClashReading:
    """The parts of a statement that are compared."""

    key: tuple[str, ...]
    """Its content words, stemmed and sorted, without numbers, negations and signs of opposites."""
    denied: bool
    """Whether an odd number of negations turns it."""
    side: bool
    """Which side of its opposites it is on, combined over all of them."""
    numbers: tuple[float, ...]
    value: str
    """The value of a place that takes one value; empty if there is none."""
    over: bool
    """Whether it mentions another time or a change."""


_ATTRIBUTED = re.compile(
    r",?\s(?:according to|as per|per|as (?:given|set|stated|documented|written|configured) in)\s"
    r"(?:the )?\S{1,60}(?: (?:file|docs?|README|config(?:uration)?))?(?=[.!]?$)"
    r"|^(?:according to|as per|per) (?:the )?\S{1,60}(?: (?:file|docs?|README|config(?:uration)?))?, ",
    re.IGNORECASE,
)
"""A phrase that names the source of a statement; it is ignored, because a conflict is between two sources."""


@lru_cache(maxsize=20_000)
def reading(text: str) -> ClashReading | None:
    """Return the parts of a statement to compare.

    None if it is too long, too short, open, or counts things one by one.
    """
    source_text = marked(_ATTRIBUTED.sub("", text.strip()))
    if len(source_text) > LONGEST or _OPEN.search(source_text) or _CODE.search(source_text):
        return None
    held = _HELD.search(source_text)
    value = next((each for each in held.groups() if each), "") if held is not None else ""
    value = value.casefold().rstrip(".")
    made = _Words(value)
    named = _NAMED.match(source_text)
    if named is not None and named.group(1).casefold() not in _COUNTING:
        source_text = f"{source_text[: named.end(1)]}_{source_text[named.end(1) + 1 :]}"
    for match in _WORD.finditer(_WIDE.sub("quantwide ", _NARROW.sub("quantnarrow ", source_text)).casefold()):
        if not made.take(match.group()):
            return None
    if len(made.words) < LEAST_WORDS:
        return None
    words, numbers = tuple(sorted(made.words)), tuple(made.numbers)
    return ClashReading(words, made.denied, made.side, numbers, made.value, bool(_OVER.search(source_text)))


class _Words:
    """A statement read word by word."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.denied = self.side = False
        self.words: list[str] = []
        self.numbers: list[float] = []
        self._previous = ""
        self._counted = False

    def take(self, word: str) -> bool:
        """Read a word; return False if it is a number that counts things one by one."""
        number = _number(word)
        if number is not None:
            if stem_of(self._previous) in _COUNTING or self._previous in _COUNTING:
                return False
            self.numbers.append(number)
        elif self._counted and word in _UNITS:
            kind, size = _UNITS[word]
            self.numbers[-1] *= size
            self.words.append(f"={kind}")
        else:
            self._plain(word)
        self._previous, self._counted = word, number is not None
        return True

    def _plain(self, word: str) -> None:
        if word in _NEGATIONS or word.endswith("n't"):
            self.denied = not self.denied
        elif word in _OPPOSITES:
            group, sign = _OPPOSITES[word]
            self.side ^= bool(sign)
            self.words.append(f"={group}")
        elif word in _PREFIXED:
            self.side = not self.side
            self.words.append(stem_of(_bare(word)))
        elif word == self.value or word in _DAYS:
            self.value = word
        elif word in _INFORMATIVE or (word not in _FILLERS and word not in STOPWORDS):
            self.words.append(f"={_SAME[word]}" if word in _SAME else stem_of(word))


def _bare(word: str) -> str:
    return next((word[len(each) :] for each in _PREFIXES if word.startswith(each)), word)


def _number(word: str) -> float | None:
    if word[0].isdigit():
        digits = word.replace(",", "")
        try:
            return float(digits)
        except ValueError:
            return float(int(text_digest(digits)[:12], 16))  # an address or a version: compared as a whole
    spoken = 1 if word == "one" else SPOKEN_NUMBERS.get(word)
    return None if spoken is None else float(spoken)


def clash(earlier: str, later: str, *, by: Speaker) -> str | None:
    """Return why two statements of one speaker conflict: `value` or `opposite`; None if they do not.

    A person's later directive retracts an earlier one. Two statements of the agent about how things are do
    not conflict if one of them mentions a change, or tells what the agent does: another act is the next one.
    """
    one, two = reading(earlier), reading(later)
    if one is None or two is None or one.key != two.key:
        return None
    passes = by != "user" and (one.over or two.over or _NOW.search(later))
    if passes or (by == "agent" and (_tells_act(earlier) or _tells_act(later))):
        return None
    if (one.denied, one.side) != (two.denied, two.side):
        if one.denied != two.denied and one.side != two.side:
            return None  # the negation of the opposite is the same statement
        if one.denied and two.denied:
            return None  # both are denied, which is possible
        return "opposite" if one.numbers == two.numbers and one.value == two.value else None
    if one.denied:
        return None
    if len(one.numbers) == len(two.numbers) and one.value == two.value:
        # Where two numbers differ, one of them tells which thing it is: `version 2 needs 3.9`.
        return "value" if sum(map(ne, one.numbers, two.numbers)) == 1 else None
    differs = bool(one.value) and bool(two.value) and one.value != two.value and one.numbers == two.numbers
    return "value" if differs else None


def _tells_act(text: str) -> bool:
    """Return whether a sentence of the agent tells an act of its own: `I read chapter 3 now`."""
    found = _ACT.match(text)
    return found is not None and found.group(1).casefold() in ACTION_VERBS | LOOK_VERBS


_MATTERS = {
    "test": re.compile(r"\b(?:tests?|suite)\b", re.IGNORECASE),
    "build": re.compile(r"\bbuilds?\b", re.IGNORECASE),
    "lint": re.compile(r"\blint(?:er|ing)?\b", re.IGNORECASE),
    "types": re.compile(r"\btype ?-?check(?:s|er|ing)?\b", re.IGNORECASE),
}
_PASSES = re.compile(
    r"^(?:and |so |great[,:]? |done[.:]? )?(?:(?:all|the|now all)(?: the| of the)? )?(?:\d{1,6} )?"
    r"(?:tests?|suite|test suite|build|lint(?: run)?|linter|type ?-?check(?:er|s)?|unit tests)"
    r"(?: run)?(?: now)? (?:pass(?:es)?|is clean|is green|are green|succeeds?|is passing|are passing)"
    r"(?: now)?(?:,? (?:including|with)[^.]{1,80})?[.!]?$"
    r"|^(?:there are )?no (?:failing|failed) tests(?: left| remain)?[.!]?$",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"^(\w{1,12}) (?:of the )?tests? (?:still )?(?:fails?|failed|are failing|is failing)[.!]?$", re.IGNORECASE
)
_SUMMARY_LINES = 8
"""Last lines of a result that may contain its summary."""
_TESTS_FAILED = re.compile(r"\b(\d{1,6}) (?:tests? )?fail(?:ed|ures?)?\b")
_TESTS_PASSED = re.compile(r"\b(\d{1,6}) (?:tests? )?pass(?:ed)?\b")
_ERRORS = re.compile(r"\b(?:found|with) (\d{1,6}) errors?\b", re.IGNORECASE)


def claimed(text: str) -> tuple[str, bool] | None:
    """Return the matter of a claim (test, build, lint, types) as a whole, and whether it claims success."""
    source_text = text.strip().strip("*_`").strip()
    if len(source_text) > LONGEST or _OPEN.search(source_text):
        return None
    if _PASSES.match(source_text):
        return next((name, True) for name, words in _MATTERS.items() if words.search(source_text))
    return ("test", False) if _FAILS.match(source_text) else None


def result_clash(claim: str, result: str) -> bool:
    """Return whether the result of a command contradicts a claim about the same matter."""
    known = claimed(claim)
    if known is None:
        return False
    matter, passes = known
    last = "\n".join([line for line in result.split("\n") if line.strip()][-_SUMMARY_LINES:])
    failed, passed, errors = (_last(each, last) for each in (_TESTS_FAILED, _TESTS_PASSED, _ERRORS))
    if matter != "test":
        return passes and bool(errors) and passed is None
    return bool(failed) if passes else not failed and bool(passed)


def _last(pattern: re.Pattern[str], text: str) -> int | None:
    """Return the number in the last match; None if nothing matches."""
    found = [int(match.group(1)) for match in pattern.finditer(text)]
    return found[-1] if found else None
