"""What the human's next message rejects of the agent's proposals and steps: it does not stand as decided.

`I'd rather not store that in local storage.` after the agent said that it does. Only the clause with the
rejection counts, and only against statements of the turn just before it that affirm the same thing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gates.artifact import Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent
from workbench.facts.folding import SettledFold
from workbench.facts.history import folded
from workbench.facts.spans import EventWords, shorten
from workbench.facts.superseding.reversal import undoes_turn

MAX_READ = 1_200
"""Characters of a message in which a rejection is looked for: a longer one is a document."""
LONG_NAME = 8
"""Fewest letters of a name, written as one word or as two, that alone shows what is rejected."""
FEWEST_SHARED = 2
"""Fewest content words that show it without such a name."""
SHARE = 0.6
"""Share of the content words of the rejection that the statement must have."""

_AGAINST = re.compile(
    r"\b(?:better|best|rather|prefer) not\b|"
    r"\bnot (?:the|a) (?:right |good )?(?:approach|fix|idea|place|solution|way)\b"
    r"|\b(?:do not|don't|does not|doesn't) "
    r"(?:like|need|want|use|add|store|keep|make sense|look right|feel right)\b"
    r"|\bdon't think (?:we|you|it|that|this) (?:needs?|should|wants?)\b"
    r"|\b(?:should not|shouldn't|must not|mustn't|no need (?:to|for))\b",
    re.IGNORECASE,
)
"""Phrases that reject something."""
_NONE = re.compile(
    r"^\W{0,4}(?:please )?no (?!(?:changes?|idea|longer|matter|more|need|one|problem|rush|thanks|worries)\b)"
    r"(?:[\w'-]{1,24} ){0,4}[\w'-]{1,24}[.! ]{0,4}$",
    re.IGNORECASE,
)
"""A clause that only says what there shall not be."""
_OPENS = re.compile(
    r"^\W{0,4}(?:(?:hm+|ok(?:ay)?|but|well|ah+|oh)\b[ ,.!]{0,4}){0,3}"
    r"(?:no+|nope|nah|wait|wtf|what the|stop|that's (?:wrong|not)|this (?:is wrong|doesn't))\b",
    re.IGNORECASE,
)
"""The beginning of a message that rejects what came before it."""
_WHY = re.compile(
    r"^\W{0,4}(?:but |and |so )?why (?:would|should|are|do|did|is) (?:we|you|it|that|this)\b", re.I
)
"""A question by which such a message names what it rejects."""
_WELL = re.compile(
    r"\b(?:everything|all)\b[^.;]{0,40}\b(?:clean|green|fine|fixed|good|pass(?:es|ed|ing)?|works?|working)\b"
    r"|\bno (?:\w{1,20} ){0,3}(?:errors?|failures?|issues?|problems?|warnings?)\b"
    r"|\b0 (?:errors|failures|issues|problems|warnings)\b"
    r"|\b(?:is|are) (?:now )?(?:fixed|resolved|solved|working)\b",
    re.IGNORECASE,
)
"""Words of a report that nothing is wrong, or not any more."""
_TROUBLE = re.compile(
    r"\b(?:still|again)\b[^.?!\n]{0,40}\b(?:break\w{0,3}|broken|complain\w{0,3}|crash\w{0,3}|doesn't|errors?|"
    r"fail\w{0,4}|fir(?:es?|ing)|happen\w{0,3}|isn't|not|red|wrong)\b"
    r"|\b(?:do|does|did) (?:break|complain|crash|fail|fire|happen|report)\b"
    r"|\b(?:do not|don't|does not|doesn't|did not|didn't|is not|isn't) (?:fixed|help|solve|solved|work)\b",
    re.IGNORECASE,
)
"""Words by which the human's answer says that something is wrong all the same."""
_DENIES = re.compile(
    r"^\W{0,4}(?:(?:but|er+|hm+|nah|no+|nope|oh|sorry|wait|well)\b[ ,.!]{1,4}){0,3}"
    r"(?:(?:that|this|it)(?:'?s| is| was) "
    r"(?:(?:the |a )?wrong\b|not (?:what|where|the (?!end|only|same|whole)))"
    r"|(?:that|this|it) (?:is|was)n'?t (?:the (?!end|only|same|whole)|what|where)|wrong \w)"
    r"|^\W{0,4}(?:nah|no+|nope)\b[^.?!\n]{0,60}\b(?:keep|kept|leave|left|remain|stay)\b[^.?!\n]{0,40}"
    r"\b(?:alone|as (?:before|is|it is|it was|they (?:are|were))|unchanged)\b",
    re.IGNORECASE,
)
"""The beginning of a message that denies what the agent last said, or wants what it did otherwise."""
_MEANT = re.compile(
    r"\b(?:what|where|wrong)\b|\bI (?:had |was )?(?:ask|look|mean|need|said|think|want)", re.IGNORECASE
)
"""Words of a denial that need not name what it denies."""
SHORT = 3
"""Most sentences of a message of the agent that such a denial denies as a whole."""
TROUBLE_READ = 300
"""Characters of a message in which they are looked for: what is pasted comes after the human's own words."""
_CLAUSE = re.compile(r"[,;:—–]\s|\s-\s|\bbut\b|\bbecause\b|\binstead\b(?! of)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PLAIN = frozenset(
    """
    a about all also an and any are as at be better can do does doing don't for from get go have i i'd if in
    into is it its just like make me my need needs no not of on or our really should so some that the their
    them then there they thing things think this those to use want was we what when which why with would you
    """.split()
)
"""Words that name nothing."""


@dataclass(frozen=True, slots=True)
class _Rejection:
    """A clause that rejects something, by the names and the content words in it."""

    names: frozenset[str]
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Denial:
    """A message that denies or undoes what the agent last said."""

    ordinal: int
    """The agent's message."""
    words: EventWords
    whole: bool
    """Whether all of that message is denied, or all that it did is undone."""
    stems: frozenset[str]

    def includes(self, text: str) -> bool:
        """Return whether a text of the agent's message is denied."""
        return not _asks(text) and (self.whole or not self.stems.isdisjoint(_stems(text)))


class Objections(SettledFold):
    """The rejections in a session's human messages."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: list[int] = []
        self._against: list[tuple[_Rejection, ...]] = []
        self._trouble: list[bool] = []
        self._denied: list[_Denial | None] = []
        self._said: SourceEvent | None = None

    @classmethod
    def of(cls, events: Sequence[SourceEvent]) -> Objections:
        """Return the rejections in these events."""
        return folded(events, cls).settled()

    def _read(self, event: SourceEvent) -> None:
        if event.sidechain is not None:
            return
        if event.kind is EventKind.ASSISTANT:
            self._said = event
        if event.kind is EventKind.USER:
            opened = event.text[:TROUBLE_READ].replace("’", "'")
            self._asked.append(event.ordinal)
            self._against.append(tuple(_rejections(event.text)))
            self._trouble.append(_TROUBLE.search(opened) is not None)
            self._denied.append(_denial(event, self._said))
            self._said = None

    def denial(self, ordinal: int) -> EventWords | None:
        """Return the beginning of the human message that denies or undoes what event `ordinal` reports."""
        place = bisect_right(self._asked, ordinal)
        denied = self._denied[place] if place < len(self._asked) else None
        return denied.words if denied is not None and denied.ordinal == ordinal else None

    def reject(self, ordinal: int, text: str) -> bool:
        """Return whether the human message after event `ordinal` rejects what this text of it affirms.

        A report that nothing is wrong is rejected by an answer that something still is.
        A human's own words are never rejected here: what replaces a directive is decided elsewhere.
        """
        place = bisect_right(self._asked, ordinal)
        own = place > 0 and self._asked[place - 1] == ordinal
        if own or place == len(self._asked):
            return False
        if self._trouble[place] and _WELL.search(text) and not _asks(text):
            return True
        denied = self._denied[place]
        if denied is not None and denied.ordinal == ordinal and denied.includes(text):
            return True
        if not self._against[place]:
            return False
        found = (text[a:b] for a, b in sentences(text))
        stated = (each for each in found if not _asks(each))
        return any(_affirms(each, self._against[place]) for part in stated for each in _CLAUSE.split(part))

    def reject_item(self, item: Item) -> bool:
        """Return whether the human message after a claim's last source rejects it."""
        claims = item.kind is ItemKind.CLAIM and bool(item.links)
        return claims and self.reject(item.links[-1].ordinal, item.text)


def _denial(event: SourceEvent, said: SourceEvent | None) -> _Denial | None:
    """Return what a human's message denies of the agent's last one."""
    text = event.text[:MAX_READ].replace("’", "'")
    undone = undoes_turn(text)
    if said is None or not (undone or _DENIES.match(text)):
        return None
    start, end = sentences(text)[0]
    words = EventWords(event.ordinal, start, start + len(shorten(text[start:end].rstrip(), TROUBLE_READ)))
    denial = text[start:end]
    whole = undone or (_MEANT.search(denial) is not None and len(sentences(said.text)) <= SHORT)
    stems = _stems(denial)
    about = whole or not stems.isdisjoint(_stems(said.text))
    return _Denial(said.ordinal, words, whole, stems) if about else None


def _asks(text: str) -> bool:
    return text.rstrip("\"')*_` ").endswith("?")


def _affirms(clause: str, against: Iterable[_Rejection]) -> bool:
    """Return whether a clause affirms what is rejected: one that denies it agrees with the rejection."""
    if statement(clause).tokens.negations:
        return False
    names, stems = _names(clause), _stems(clause)
    return any(_is_about(each, names, stems) for each in against)


def _is_about(rejected: _Rejection, names: frozenset[str], stems: frozenset[str]) -> bool:
    if rejected.names & names:
        return True
    shared = rejected.stems & stems
    return len(shared) >= FEWEST_SHARED and len(shared) >= SHARE * len(rejected.stems)


def _rejections(message: str) -> Iterator[_Rejection]:
    text = message.replace("’", "'")
    if len(text) > MAX_READ:
        return
    opens = _OPENS.match(text) is not None
    for clause in (each for a, b in sentences(text) for each in _CLAUSE.split(text[a:b])):
        if _AGAINST.search(clause) or _NONE.match(clause) or (opens and _WHY.match(clause)):
            made = _Rejection(_names(clause), _stems(clause))
            if made.names or len(made.stems) >= FEWEST_SHARED:
                yield made


def _words(text: str) -> list[str]:
    """Return the words in order, names written as one word split at their humps."""
    return [word.casefold() for word in _WORD.findall(_HUMP.sub(" ", text.replace("_", " ")))]


def _names(text: str) -> frozenset[str]:
    """Return pairs of adjacent content words as one: `local storage` and `localStorage` are the same."""
    pairs = pairwise(_words(text))
    joined = {a + b for a, b in pairs if a not in _PLAIN and b not in _PLAIN and len(a + b) >= LONG_NAME}
    return frozenset(joined)


def _stems(text: str) -> frozenset[str]:
    return statement(" ".join(word for word in _words(text) if word not in _PLAIN)).stems
