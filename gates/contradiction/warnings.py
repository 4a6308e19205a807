"""Warnings of gate D on claims that the source does not support, wherever it is searched.

Each rule names what was changed: a name, a negation, an opposite, a plan stated as done, a statement that
nothing supports. None is hard: paraphrase and inference are no errors, and these rules cannot tell them apart
with certainty. Every rule depends on one item, the index and the search over it, and on nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from operator import not_

from gates.artifact import Item, ItemKind, normalise_text
from gates.contradiction.negation import SAME_MATTER, added, dropped
from gates.contradiction.opposites import opposites, siblings
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.past_tense import bases_of_past
from gates.language.similarity import MILLION, ComparedText, coverage, statement
from gates.language.speech_verbs import ASSENTS, SPEAKS
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch
from gates.search.proper_names import has_form_of, names_of

WINDOW = 3
"""Number of segments with most of a claim's words that, with their neighbours, are compared with it."""
LINKED_AT = 0.8
"""Share of a claim's words from which its linked passage is compared with it."""
BESIDE = 8
"""Topical words on each side of a word that define its subject."""
CONTEXT_AT = 1.0
"""Weight of shared words from which two statements are about the same thing."""
UNSUPPORTED_BELOW = 0.17
"""Weighted share of a claim's words below which nothing in the source supports it."""
MOST_SEGMENTS = 200
_WORD = re.compile(r"[a-z]{2,24}(?:'t)?")


@dataclass(frozen=True)
class ClaimReading:
    """A claim with the parts of the source that it is compared with."""

    item: Item
    compared: ComparedText
    index: SourceIndex
    search: SpanSearch

    @cached_property
    def top(self) -> list[TextSegment]:
        """The segments that contain most of the claim's words."""
        return self.search.top(self.compared.stems, WINDOW)

    @cached_property
    def window(self) -> list[TextSegment]:
        """The segments of `top` with their neighbours, each once."""
        near = [each for segment in self.top for each in self.search.beside(segment)]
        return list(dict.fromkeys(near))

    @cached_property
    def linked(self) -> list[TextSegment]:
        """The linked segments with their neighbours, if they contain most of the claim's words.

        Else empty.
        """
        near = [each for segment in self._touched for each in self.search.beside(segment)]
        held: frozenset[str] = frozenset().union(*(segment.stems for segment in near))
        return list(dict.fromkeys(near)) if coverage(self.compared.stems, held) >= LINKED_AT else []

    @cached_property
    def _touched(self) -> list[TextSegment]:
        places = [self.index.resolve(link) for link in self.item.links]
        return [
            segment
            for place in places
            if place.ok
            for segment in self.index.segments(place.ordinal)
            if segment.start < place.end and place.start < segment.end
        ]

    @cached_property
    def core(self) -> list[TextSegment]:
        """The linked segments alone, else those that contain most of its words."""
        return self._touched or self.top

    @cached_property
    def quoted(self) -> bool:
        """Whether its links contain the claim word for word."""
        text = normalise_text(self.compared.text).rstrip(".")
        return any(text in normalise_text(link.quote) for link in self.item.links)

    @cached_property
    def held(self) -> frozenset[str]:
        """The stems of the window."""
        return frozenset().union(*(segment.stems for segment in self.window))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The claim's words in lower case, in order."""
        return tuple(_WORD.findall(self.compared.text.casefold().replace("’", "'")))

    def text(self, segments: Iterable[TextSegment]) -> str:
        """Return the text of segments, in lower case."""
        return "\n".join(self.index.events[s.ordinal].text[s.start : s.end] for s in segments).casefold()


def hints(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return all warnings of this module about one item."""
    compared = statement(item.text)
    if len(compared.stems) < 3:
        return []
    reading = ClaimReading(item, compared, index, search)
    if is_code(item.text):
        return _signs(reading, certain=True)
    return _names(reading) + _opposites(reading) + _plans(reading) + _signs(reading) + _support(reading)


def _found(rule: str, message: str, reading: ClaimReading, distinct: str = "") -> Found:
    links = tuple(reading.search.link_of(segment) for segment in reading.top[:1])
    return Found(rule, "warning", message, (*reading.item.links, *links), distinct)


def _names(reading: ClaimReading) -> list[Found]:
    if reading.item.kind is ItemKind.OPEN_WORK and reading.item.status != "done":
        return []
    for name in names_of(reading.compared.text):
        if not has_form_of(name, reading.index):
            return [_found("name_unseen", f"{name.word} occurs nowhere in the session", reading, name.word)]
    return []


def _opposites(reading: ClaimReading) -> list[Found]:
    for stem, _shared, rival in opposed_words(reading, CONTEXT_AT):
        quote = reading.index.events[rival.ordinal].text[rival.start : rival.end][:160]
        return [_found("opposite_word", f"the source has the opposite of a word: {quote}", reading, stem)]
    return []


def opposed_words(reading: ClaimReading, at: float) -> Iterator[tuple[str, float, TextSegment]]:
    """Yield the claim's words of which only an opposite occurs beside enough of its other words.

    Each comes with the weight of the shared words, which is at least `at`, and the opposite's segment.
    """
    stems = reading.compared.tokens.stems
    for place, stem in enumerate(stems):
        rivals = (opposites(stem) | siblings(stem)) - reading.compared.stems
        if not rivals:
            continue
        rest = frozenset(stems[max(0, place - BESIDE) : place + BESIDE + 1]) - {stem}
        best, rival = _context(rivals, rest, reading, at)
        if rival is None:
            continue
        if not _rest_occurs_beside({stem} | (synonyms(stem) - rivals), rest, reading):
            yield stem, best, rival


def _rest_occurs_beside(stems: AbstractSet[str], rest: frozenset[str], reading: ClaimReading) -> bool:
    """Return whether a segment with one of the stems contains any of the rest of the claim."""
    search = reading.search
    return not all(rest.isdisjoint(search.beside_stem(stem, MOST_SEGMENTS)) for stem in search.known(stems))


def _context(
    stems: AbstractSet[str], rest: frozenset[str], reading: ClaimReading, at: float
) -> tuple[float, TextSegment | None]:
    """Return the highest weight shared with the claim's rest, at least `at`, and its segment, or None.

    Only segments with one of the stems are compared.
    """
    weigh, search = reading.index.weight, reading.search
    best, found = max(0, round(at * MILLION) - 1), None
    for stem in search.known(stems):
        if sum(map(weigh, rest & search.beside_stem(stem, MOST_SEGMENTS))) <= best:
            continue  # not even all of them together have enough
        segments, stems_held = search.holding_with(stem, MOST_SEGMENTS)
        shares = map(not_, map(rest.isdisjoint, stems_held))
        for segment, held in compress(zip(segments, stems_held, strict=True), shares):
            common = rest & held
            if len(common) * MILLION > best and (shared := sum(map(weigh, common))) > best:
                best, found = shared, segment
    return best / MILLION, found


_PLAN = re.compile(
    r"\b(?:will|would|shall|should|could|can|may|might|must|gonna|'ll|let's|lets"
    r"|(?:going|plan|plans|planned|planning|want|wants|wanted|need|needs|needed|have|has|try|trying|expect|expects"
    r"|expected|like|intend|intends|hope|hopes|propose|proposes|able|ready|next) to)"
    r"\s(?:[a-z]{1,12}\s){0,2}?([a-z]{2,14})\b"
)
_PLAIN_VERBS = frozenset(
    "be become do get give go have keep know let make put say see take tell think".split()
)
"""Verbs so common that a plan with them may be about anything."""
_OFFERED = re.compile(
    r"\b(?:user|assistant|agent) (?:\w+ly |also |then )?(advised|offered|promised|recommended)\b"
)
"""Actions that a speaker performs by speaking."""
_AHEAD = re.compile(r"\b(?:will|shall|going to|yet to|still to|is to|are to|to be|yet)\b", re.IGNORECASE)
"""Words of a claim that looks ahead, and so reports nothing as done."""


def _plans(reading: ClaimReading) -> list[Found]:
    if reading.item.kind is ItemKind.OPEN_WORK or _AHEAD.search(reading.item.text):
        return []
    near = reading.text(reading.window)
    planned = _planned_and_left(reading) - _PLAIN_VERBS - SPEAKS - ASSENTS
    stated = frozenset(_WORD.findall(near))
    actions = frozenset(base for word in stated for base in bases_of_past(word))
    offered = frozenset(_OFFERED.findall(reading.compared.text.casefold()))
    for word in reading.words:
        bases = bases_of_past(word)
        if word in offered:
            continue
        if bases and word not in stated and bases & planned and not bases & actions:
            if _named_outside_plans({stem_of(base) for base in bases}, reading):
                continue
            message = f"`{word}` is reported as done; the source only plans it"
            return [_found("plan_told_done", message, reading, word)]
    return []


def _named_outside_plans(verbs: AbstractSet[str], reading: ClaimReading) -> bool:
    """Return whether a passage about the claim has a verb, or a noun derived from it, outside a plan."""
    rest = reading.compared.stems - verbs
    for segment in reading.window:
        left = _PLAN.sub(" ", reading.text((segment,)))
        if rest & segment.stems and any(
            stem_of(word).startswith(verb) for word in _WORD.findall(left) for verb in verbs if len(verb) > 3
        ):
            return True
    return False


def _planned_and_left(reading: ClaimReading) -> frozenset[str]:
    """Return the verbs planned near a claim, unless a file was changed or a command run after the plan."""
    last: dict[str, int] = {}
    for segment in reading.window:
        for match in _PLAN.finditer(reading.text((segment,))):
            last[match.group(1)] = max(segment.ordinal, last.get(match.group(1), -1))
    return frozenset(verb for verb, ordinal in last.items() if reading.index.last_action <= ordinal)


def _signs(reading: ClaimReading, *, certain: bool = False) -> list[Found]:
    window = reading.linked or reading.window
    near = [reading.text((segment,)) for segment in window]
    core = [reading.text((segment,)) for segment in reading.core]
    if reading.quoted:
        return []
    if added(reading.compared.text, core, near, certain=certain):
        message = "the claim denies something; nothing near its words does"
        return [_found("negation_added", message, reading)]
    denied = next(
        (stated for stated, share in dropped(reading.compared.text, core) if share >= SAME_MATTER), None
    )
    if denied is not None and not affirms_nothing(reading.item):
        message = f"the claim affirms what the source denies: {denied[:160]}"
        return [_found("negation_dropped", message, reading)]
    return []


_NO_MORE_THAN = re.compile(r"\b(?:only|solely|exclusively|just|alone)\b", re.IGNORECASE)
_TO_FIND_OUT = re.compile(
    r"^\W{0,4}(?:check|confirm|ensure|make sure|see|test|verify)\b|\bwhether\b", re.IGNORECASE
)


def affirms_nothing(item: Item) -> bool:
    """Return whether a claim leaves open what its source denies, or denies it by saying `only`."""
    asked = item.kind is ItemKind.OPEN_WORK and item.status != "done"
    return asked or bool(_NO_MORE_THAN.search(item.text) or _TO_FIND_OUT.search(item.text))


def _support(reading: ClaimReading) -> list[Found]:
    share = share_held(reading)
    if share is None or share >= UNSUPPORTED_BELOW:
        return []
    return [_found("unsupported", f"no passage contains more than {share:.0%} of its words", reading)]


def share_held(reading: ClaimReading) -> float | None:
    """Return the weighted share of a claim's words, or of their synonyms, that occur near them.

    None for a short claim, and for a denial about a session: what did not happen is written nowhere.
    """
    stems = sorted(reading.compared.stems)
    if len(stems) < 4 or reading.item.kind is ItemKind.ARTIFACT_REF:
        return None
    if reading.compared.tokens.negations and len(reading.index.events) > 1:
        return None
    near = reading.held.union(*(segment.stems for segment in reading.linked))
    held = frozenset(s for s in stems if s in near or synonyms(s) & near)
    return coverage(stems, held, reading.index.weight)
