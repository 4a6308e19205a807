"""A long sentence stated clause by clause below the verbatim limit, each clause with its conditions.

Words are only left out: none is added, changed or moved. A clause that gives a reason for the one before it,
or details, may be left out; a condition stays with its own clause, and a contrast is whole or left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gates.language.sentence_spans import sentences
from gates.language.tokens import tokenise
from workbench.facts.spans import GAP
from workbench.strategies.clause_kinds import (
    DASHES,
    Clause,
    clause_kind,
    is_aim,
    is_held_open,
    is_wide,
    opens_aim,
    turns_back,
)
from workbench.strategies.condensing import (
    CHAINS,
    VERBATIM_WORDS,
    Sentence,
    condense,
    opened,
    verbatim_run,
    word_of,
    words_of,
)
from workbench.strategies.condensing_words import (
    CAUSES,
    GENERAL,
    HOLDS_IF,
    LIMITING,
    OPENS_PHRASE,
    OPENS_SENTENCE,
    PHRASES,
    POINTERS,
    REASONS,
    SUBJECTS,
    TURNS,
    WITHIN,
)
from workbench.strategies.main_verbs import has_verb

FEWEST = 4
"""Fewest words of a clause that is stated by itself."""
FEWEST_QUOTED = 6
"""Fewest words of a sentence's beginning that is quoted up to a phrase."""

_ADVERBS = frozenset("also instead just still then".split())
_CODE_SIGN = re.compile(r"[`{}]|&&|\|\||[=!<>]=|=>|(?<!\w)!\w")
"""Signs that the words in parentheses are code, which is never cut."""
_ASIDE = re.compile(r" \((?:[^()`\n]{2,200}|(?:which|who|whose) [^()\n]{2,200})\)([,;:.!?]?)(?= |$)")


@dataclass(frozen=True, slots=True)
class MemoryClauses:
    """The parts of a text that a memory may contain, and the sentences that it cannot contain."""

    texts: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def memory_clauses(text: str, *, binds: bool = False) -> MemoryClauses:
    """Return a text as texts without a run of twelve of its words: condensed, else by sentences or clauses.

    Each is on one line and its words are in the text in the same order. A binding sentence (`binds`) that
    would be left out is quoted as far as the limit allows, if the rest does not change its meaning; it still
    counts as left out.
    """
    whole = condense(text)
    if whole is not None:
        return MemoryClauses((whole,) if whole else ())
    made: list[str] = []
    left: list[str] = []
    lost = False
    parts = _parts(text)
    for number, part in enumerate(parts):
        leans = lost and (part.points_back or part.turns)
        contrasted = number + 1 < len(parts) and parts[number + 1].turns
        texts = [] if leans else _stated(part, whole=contrasted)
        if part.turns and not texts and made and not lost:
            left.append(made.pop())  # it would say more than was said
        left += [] if texts else [part.text]
        quoted = opening_words(part.text) if binds and not texts and not leans else None
        made += texts if quoted is None else [quoted]
        lost = not texts
    return MemoryClauses(tuple(_together(made, text)), tuple(left))


def _stated(part: _Part, *, whole: bool = False) -> list[str]:
    """Return the texts of a part for a memory; a label and what it names are in one text, or none.

    A `whole` part keeps its reasons, because a contrast to them follows.
    """
    if not part.labelled:
        return _sentence(part.text, whole=whole)
    label, rest = part.text[: part.labelled].rstrip(), part.text[part.labelled :]
    texts = [_sentence(label), _sentence(rest)]
    tried = " ".join(each[0] for each in texts if len(each) == 1)
    return [tried] if all(len(each) == 1 for each in texts) and not verbatim_run(tried, part.text) else []


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence, or a part of one between semicolons and dashes."""

    text: str
    goes_on: bool
    """Whether it is not the beginning of its sentence."""
    labelled: int = 0
    """Characters of the label at its beginning that says what the rest is; 0 without one."""

    @property
    def points_back(self) -> bool:
        """Whether it refers to the words before it."""
        return word_of(self.text.split(maxsplit=1)[0]) in POINTERS

    @property
    def turns(self) -> bool:
        """Whether it begins as a contrast to the words before it."""
        first = word_of(self.text.split(maxsplit=1)[0])
        return first in TURNS - OPENS_SENTENCE


def _parts(text: str) -> list[_Part]:
    """Return the sentences of a text, and the parts between semicolons and dashes, in order."""
    found: list[_Part] = []
    for start, end in sentences(text):
        sentence = Sentence(text[start:end].split())
        cuts = [0]
        for position in range(1, len(sentence.pieces)):
            if _apart(sentence, position, cuts[-1]):
                cuts.append(position)
        for first, last in zip(cuts, [*cuts[1:], len(sentence.pieces)], strict=True):
            pieces = sentence.pieces[first + (sentence.pieces[first] in DASHES) : last]
            text_of = " ".join(pieces)
            if found and cuts[0] < first and found[-1].text.endswith(":") and any(map(word_of, pieces)):
                label = found.pop()
                found.append(_Part(f"{label.text} {text_of}", label.goes_on, len(label.text) + 1))
            elif any(map(word_of, pieces)):
                found.append(_Part(text_of, first > 0))
    return found


def _apart(sentence: Sentence, position: int, begin: int) -> bool:
    """Return whether a new statement begins at a piece after the one that begins at `begin`.

    It does after a semicolon, and at a dash; what a label names stays with the label.
    """
    inside = any(
        each[position] and each[position - 1] for each in (sentence.code, sentence.quoted, sentence.aside)
    )
    dash = sentence.pieces[position] in DASHES
    goes_on = TURNS if dash else TURNS | HOLDS_IF  # after dashes, conditions are entries of a list
    if position + dash < len(sentence.words) and sentence.words[position + dash] in goes_on:
        return False  # a contrast or a condition stays with what it is about
    marked = sentence.pieces[position] in DASHES or sentence.pieces[position - 1][-1] == ":"
    if sentence.pieces[position - 1][-1] == ":" and CHAINS.intersection(sentence.pieces[position:]):
        return False  # commands say nothing without their purpose
    if dash and not _has_subject(sentence.pieces[position + 1 :]):
        return False
    long = min(position - begin, len(sentence.pieces) - position - 1) >= FEWEST
    return not inside and (sentence.pieces[position - 1][-1] == ";" or (marked and long))


def _has_subject(pieces: Sequence[str]) -> bool:
    """Return whether words that begin after a dash or a comma have their subject with them."""
    first = word_of(pieces[0]) if pieces else ""
    if not first or not pieces[0][0].islower() or first in (SUBJECTS | LIMITING) - {"just", "this"}:
        return True
    return first not in _ADVERBS and has_verb(" ".join(pieces[1:]))


def _together(texts: Sequence[str], source_text: str) -> list[str]:
    """Return the texts, with consecutive ones joined as long as that makes no run of twelve words."""
    joined: list[str] = []
    for text in dict.fromkeys(texts):
        before = joined[-1].rstrip() if joined else ""
        mark = "" if before.endswith((".", "!", "?", ":", ";")) else ";"
        tried = f"{before}{mark} {text}"
        quoted = before.endswith(GAP)
        if (
            joined
            and not quoted
            and _in_order(tried, source_text)
            and verbatim_run(tried, source_text) is None
        ):
            joined[-1] = tried
        else:
            joined.append(text)
    return [text.rstrip("; ") for text in joined]


def _in_order(text: str, source_text: str) -> bool:
    rest = iter(words_of(source_text))
    return all(word in rest for word in words_of(text))


def _sentence(sentence: str, *, whole: bool = False) -> list[str]:
    """Return one sentence condensed, as a note, or by clauses; empty if none of these works."""
    short = condense(sentence)
    if short is not None:
        return [short] if short else []
    pieces = opened(sentence.split())
    text = " ".join(pieces)
    bare = without_aside(text)
    brief = None
    if bare != text:  # the aside left out may part the run already
        brief = condense(bare) if verbatim_run(bare, text) else bare
    if brief:
        return [brief]
    made = _by_clauses(pieces, whole=whole)
    return made if all(verbatim_run(each, text) is None for each in made) else []


def opening_words(sentence: str) -> str | None:
    """Return the beginning of a sentence, under twelve words up to a phrase, with a mark that it goes on.

    None if the rest limits it or has a condition, or if it negates something or is about all of something:
    the beginning alone would say more than was said. A mere contrast (`one function, not two`) limits
    nothing.
    """
    source_sentence = Sentence(opened(sentence.split()))
    end, words = 0, 0
    for position in range(len(source_sentence.pieces) - 1):
        words += bool(source_sentence.words[position])
        if words >= VERBATIM_WORDS:
            break
        if words >= FEWEST_QUOTED and _breaks(source_sentence, position + 1):
            end = position + 1
    contrasts = (
        source_sentence.words[end] == "not" and source_sentence.pieces[end - 1][-1] == ","
    )  # `one function, not two`
    head, rest = (
        " ".join(source_sentence.pieces[:end]).rstrip(" ,;:-–—"),
        " ".join(source_sentence.pieces[end + contrasts :]),
    )
    if not end or limits(rest) or limits(head) or GENERAL & set(words_of(head)):
        return None
    return f"{head} {GAP}"


def _breaks(sentence: Sentence, position: int) -> bool:
    """Return whether a sentence may be broken off before a piece."""
    inside = any(
        each[position] and each[position - 1] for each in (sentence.code, sentence.quoted, sentence.aside)
    )
    border = sentence.words[position] in PHRASES or sentence.pieces[position - 1][-1] in ",;:"
    return border and not inside and sentence.words[position - 1] not in OPENS_PHRASE


def without_aside(sentence: str) -> str:
    """Return the sentence without parentheses that neither limit nor name anything."""
    return _ASIDE.sub(lambda found: found.group() if _matters(found.group()) else found.group(1), sentence)


def _matters(aside: str) -> bool:
    related = aside.startswith((" (which ", " (who ", " (whose "))  # a clause about code is no code
    return limits(aside) or (not related and _CODE_SIGN.search(aside) is not None)


def limits(text: str) -> bool:
    """Return whether words limit or negate their context."""
    return bool(set(words_of(text)) & (LIMITING | HOLDS_IF | TURNS)) or bool(tokenise(text).negations)


def _by_clauses(pieces: Sequence[str], *, whole: bool) -> list[str]:
    """Return each statement of a sentence, with its reason if it fits; empty if one does not work."""
    found = clauses(pieces)
    made: list[str] = []
    for needed, reason in _statements(pieces, found):
        ways = [needed | reason]
        if reason and not whole and not _only_for(pieces, found, needed, reason):
            ways.append(needed)
        texts = (condense(_joined(pieces, found, wanted)) for wanted in ways)
        text = next((each for each in texts if each), None)
        if text is None:
            return []
        made.append(text)
    return made if len(found) > 1 else []


def _only_for(pieces: Sequence[str], found: Sequence[Clause], needed: set[int], reason: set[int]) -> bool:
    """Return whether a clause is limited or negated only for its reason: without it, the meaning changes."""
    causes = word_of(pieces[found[min(reason)].start]) in CAUSES
    main = found[max(needed)]
    return causes and limits(" ".join(pieces[main.start : main.end]))


def _joined(pieces: Sequence[str], found: Sequence[Clause], wanted: set[int]) -> str:
    """Return the wanted clauses in order, each with its own connective, without an opening `and` or `so`."""
    kept = [list(pieces[found[n].start : found[n].end]) for n in sorted(wanted)]
    first = kept[0]
    while len(first) > FEWEST and (word_of(first[0]) == "and" or first[0] in DASHES):
        first.pop(0)
    if len(first) > FEWEST and word_of(first[0]) == "so" and word_of(first[1]) in SUBJECTS - {"that"}:
        first.pop(0)
    last = kept[-1]
    while len(last) > 1 and (last[-1] in DASHES or not word_of(last[-1])):
        last.pop()
    return " ".join(piece for each in kept for piece in each).rstrip(",;:")


def main_clause_texts(pieces: Sequence[str]) -> list[str]:
    """Return each main clause of a sentence with its conditions and contrasts, in order."""
    found = clauses(pieces)
    return [_joined(pieces, found, needed) for needed, _ in _statements(pieces, found)]


def _statements(pieces: Sequence[str], found: Sequence[Clause]) -> list[tuple[set[int], set[int]]]:
    """Return the numbers of the clauses that are one statement, and of those that give its reason.

    A condition at the beginning goes with every statement; a later one with the clause before it, and one
    that may be about more, like a contrast, with all clauses before it.
    """
    lead: set[int] = set()
    made: list[tuple[set[int], set[int]]] = []
    for n, each in enumerate(found):
        if not made and each.kind == "condition":
            lead.add(n)
        elif made and (turns_back(pieces, each) or (each.kind == "condition" and is_wide(pieces, each))):
            aims = {m for m in range(n) if is_aim(found[m], pieces)}
            made = [(set(range(min(made[0][0]), n + 1)) - aims, aims)]
        elif made and each.kind == "condition":
            made[-1][1 if made[-1][1] else 0].add(n)
        elif made and (each.kind == "reason" or is_held_open(pieces, found, n)):
            made[-1][1 if each.kind == "reason" or made[-1][1] else 0].add(n)
        else:
            made.append(({n}, set()))
    return [(needed | lead, reason) for needed, reason in made]


def clauses(pieces: Sequence[str]) -> list[Clause]:
    """Return the clauses of a sentence, in order; one if it has no border."""
    sentence = Sentence(pieces)
    starts = [0]
    for position in range(1, len(pieces)):
        if _opens(sentence, position, starts[-1]):
            starts.append(position)
    ends = [*starts[1:], len(pieces)]
    return [
        Clause(start, end, clause_kind(sentence, start, first=start == 0))
        for start, end in zip(starts, ends, strict=True)
    ]


def _opens(sentence: Sentence, position: int, start: int) -> bool:
    """Return whether a clause begins at a piece; each has enough words, and no code or quotation is split."""
    inside = any(
        each[position] and each[position - 1] for each in (sentence.code, sentence.quoted, sentence.aside)
    )
    before, word = sentence.pieces[position - 1], sentence.words[position]
    if inside or position - start < FEWEST or len(sentence.pieces) - position < FEWEST:
        return False
    if sentence.words[position - 1] in TURNS:  # `however, it`
        return False
    if before[-1] in ";.!?" or before in DASHES:
        return bool(word) and (before not in DASHES or _has_subject(sentence.pieces[position:]))
    if word in HOLDS_IF:
        return before[-1] == "," or not (word in WITHIN or sentence.negated(position))
    if before[-1] == ",":
        if sentence.words[start] in HOLDS_IF:
            return True
        follows = sentence.words[position + 1]
        joins = word in ("and", "but", "so") and follows in SUBJECTS | {"then"}
        return (
            word in TURNS | {"then"}
            or word in REASONS
            or joins
            or (
                word in SUBJECTS - {"that"}
                and start == 0
                and has_verb(" ".join(sentence.pieces[position + 1 :]))
            )
        )
    return (
        word == "because"
        or opens_aim(sentence, position)
        or (word in ("and", "but") and sentence.words[position + 1] in SUBJECTS)
    )
