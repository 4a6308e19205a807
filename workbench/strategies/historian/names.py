"""The names in a summary, and whether each occurs in the texts that it summarises (S3: exact entity names).

A name is a quotation, an identifier, a capitalised word that is no ordinary word of a summary, a number that
is no mere count, or the label of a known entity. Nothing is corrected here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from gates.language.lexicon import AUXILIARIES, SPOKEN_NUMBERS, STOPWORDS
from gates.language.sentence_spans import sentences
from gates.language.tokens import IdentifierKind, classify, humps, stem_of
from gates.language.word_bounds import occurs_in
from gates.search.index import STRONG_KINDS
from workbench.facts.sentences.words import ACTION_VERBS, EXPLAIN_VERBS, LOOK_VERBS
from workbench.strategies.historian.stance import SAYING, past_forms, regular_past

_QUOTED = re.compile(
    r"[\"“`]([^\"“”`\n]{2,120})[\"”`]|(?<![\w'])['‘]((?:[^'’\n]|['’](?=\w)){2,120})['’](?!\w)"
)
_NAME = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'-]{1,60}(?:\s+[A-ZÀ-ÖØ-Þ][\w'-]{1,60}){0,4}")
_OPENING = re.compile(r"[\"'“‘(\[]?([A-ZÀ-ÖØ-Þ][\w'-]{1,60})(?:\s+([\w']{1,40}))?")
_ABBREVIATION = re.compile(r"\b([A-Z][A-Z0-9]{1,20})(?![\w'-])")
_SEVERAL = re.compile(r"\b([A-Z][A-Z0-9]{1,20})s(?![\w'-])")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_COUNTED = 3
"""A number with this many digits was read in the source, not counted by the summary's author."""
_NUMBERED = frozenset(
    """
    chapter draft gate invoice issue item level line no number option order page phase plan platform point pr
    question release room route section step table task ticket variant version #
    """.split()
)
"""Words after which a number is a name."""
_ROOTED = re.compile(r"(?:\.{1,2}|~)?/\w")
_CODE = re.compile(r"\w_\w|\w\(\)|\w=+\w|\w::\w")
_ABBREVIATED = re.compile(r"(?:\d{1,2}(?:[.:]\d{2})?)?[ap]\.m|[bd]\.c|a\.d", re.IGNORECASE)
"""Times of day and similar forms that look like a file name."""
_EDGE = "\"'`“”‘’()[]{}<>,;:.!?*~"

_GENERAL = frozenset(
    """
    agent agents assistant bug bugs change changes code context conversation decision decisions detail details
    discussion error errors everything feature features file files goal issue issues item items list lists
    nobody note notes nothing option options people plan plans problem problems project proposal question
    questions reply request requests result results session several someone something step steps summary task
    tasks team test tests topic turn turns user users various work
    afterwards although earlier finally first however instead last lastly later meanwhile next perhaps second
    secondly soon third today tomorrow yesterday
    asked became began brought came felt found gave gone had held knew led lost made meant met read said saw
    sold sought spent spoke stood taught thought told took understood was went were won wrote
    """.split()
)


def ordinary(word: str) -> bool:
    """Return whether a word is one that any summary may use and that names nothing."""
    bare = word.casefold().removesuffix("'s")
    return (
        bare in STOPWORDS
        or bare in AUXILIARIES
        or bare in SPOKEN_NUMBERS
        or bare in _GENERAL
        or bare in past_forms()
        or bare in _stated()
    )


def exact_names(stated: str, sources: Iterable[str], labels: Iterable[str] = ()) -> list[str]:
    """Return the names of a summary that occur in none of its sources, as they are written.

    Args:
        stated: the summary.
        sources: the texts that it summarises.
        labels: of known entities, which are names however they are written.
    """
    texts = tuple(_straight(source) for source in sources)
    plain = _straight(stated)
    wanted = [name for name in names_in(plain) if not _stands_in(name, texts)]
    wanted += _invented_openings(plain, texts)
    wanted += _invented_numbers(plain, texts)
    wanted += _respelled(plain, texts, labels)
    return list(dict.fromkeys(wanted))


def names_in(text: str) -> list[str]:
    """Return the names in a text: quotations, identifiers, and capitalised words that open no sentence."""
    found = [match.group(1) or match.group(2) for match in _QUOTED.finditer(text)]
    found += [piece.strip(_EDGE) for piece in text.split() if technical(piece) is not None]
    openings = {start for start, _ in sentences(text)}
    for match in _NAME.finditer(text):
        words = match.group()
        if match.start() in openings:
            words = words.partition(" ")[2]
        words = words.removesuffix("'s").removesuffix("'")
        found += [words] if words and words != "I" else []
    return list(dict.fromkeys(found))


def _stands_in(name: str, sources: Sequence[str]) -> bool:
    """Return whether a name occurs in a source.

    An abbreviation and its plural are the same (`PDF`, `PDFs`).
    """
    forms = {name, _SEVERAL.sub(r"\1", name), _ABBREVIATION.sub(r"\1s", name)}
    return any(occurs_in(form, source) for form in forms for source in sources)


def technical(piece: str) -> IdentifierKind | None:
    """Return the kind of identifier that a run of characters is, if it is a technical detail."""
    bare = piece.strip(_EDGE)
    if _ABBREVIATED.fullmatch(bare):
        return None
    if _ROOTED.match(bare):
        return IdentifierKind.PATH
    token = classify(bare) if bare else None
    kind = token.kind if token is not None else None
    if kind in STRONG_KINDS or kind is IdentifierKind.URL:
        return kind
    compound = kind is IdentifierKind.CAMEL and min(map(len, humps(bare)), default=0) >= 3
    return IdentifierKind.SYMBOL if compound or _CODE.search(bare) else None


_PROSE_NAME = re.compile(r"[A-Z][a-zA-Z]{2,40}")


def prose_name(piece: str, sources: Iterable[str]) -> bool:
    """Return whether a run of characters is a name in ordinary prose, such as `CodeRabbit`, and not code.

    Such a name has the form of a symbol, so it counts only if the sources always write it as plain text.
    """
    bare = piece.strip(_EDGE).removesuffix("'s")
    if _PROSE_NAME.fullmatch(bare) is None:
        return False
    stated = False
    for source in sources:
        if _as_code(bare).search(source) is not None:
            return False
        stated = stated or occurs_in(bare, source)
    return stated


@lru_cache(maxsize=1_000)
def _as_code(name: str) -> re.Pattern[str]:
    """Return a pattern for the name as code: in backticks, called, in a path or as a member, or declared."""
    return re.compile(
        rf"[`./:<@_#$]{name}\b|\b{name}(?:[`(<\[{{_=]|[./:]\w)"
        rf"|\b(?:class|const|enum|field|func|function|interface|method|new|struct|type|var) {name}\b"
    )


def _straight(text: str) -> str:
    return text.replace("’", "'").replace("‘", "'")


def _invented_openings(stated: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield words that open a sentence, are not ordinary and occur in no source in any form."""
    lower = [source.casefold() for source in texts]
    for start, _ in sentences(stated):
        match = _OPENING.match(stated, start)
        if match is None or ordinary(match.group(1)) or _verb_like(match.group(1), match.group(2)):
            continue
        word = match.group(1).casefold().removesuffix("'s")
        if not any(occurs_in(word, source) or _stem_in(word, source) for source in lower):
            yield match.group(1)


def _stem_in(word: str, source: str) -> bool:
    stem = stem_of(word)
    words = re.findall(rf"\b{re.escape(word[:3])}\w{{0,40}}", source)
    return any(stem_of(each) == stem for each in dict.fromkeys(words))


def _verb_like(word: str, following: str | None) -> bool:
    """Return whether a word names an action or its manner.

    Before an auxiliary it is the sentence's subject.
    """
    subject = following is not None and following.casefold() in AUXILIARIES - {"and", "or", "but", "to"}
    return len(word) > 5 and word.endswith(("ed", "ing", "ly")) and not subject


def _invented_numbers(stated: str, texts: Sequence[str]) -> Iterator[str]:
    wanted = []
    for match in _NUMBER.finditer(stated):
        before = stated[max(0, match.start() - 16) : match.start()]
        naming = before.endswith("#") or before.rstrip(" .").rpartition(" ")[2].casefold() in _NUMBERED
        if naming or sum(map(str.isdigit, match.group())) >= _COUNTED:
            wanted.append(match.group())
    if wanted:
        there = {_figures(each) for source in texts for each in _NUMBER.findall(source)}
        yield from (number for number in wanted if _figures(number) not in there)


def _figures(number: str) -> str:
    return _THOUSANDS.sub("", number).replace(":", ".").replace(",", ".")


def _respelled(stated: str, texts: Sequence[str], labels: Iterable[str]) -> Iterator[str]:
    """Yield labels that the summary spells as no source does; a sentence may open with a capital letter."""
    openings = {start for start, _ in sentences(stated)}
    for label in dict.fromkeys(map(_straight, labels)):
        if not label.strip() or all(map(ordinary, label.split())):
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(label)}(?!\w)", stated, re.IGNORECASE):
            written = match.group()
            forms = [written]
            if match.start() in openings:
                forms += [written[0].lower() + written[1:]]
            if not any(occurs_in(form, source) for form in forms for source in texts):
                yield written


@cache
def _stated() -> frozenset[str]:
    """Return the past forms of verbs of speech, thought and action."""
    verbs = SAYING | EXPLAIN_VERBS | LOOK_VERBS | ACTION_VERBS
    return frozenset(form for verb in verbs for form in regular_past(verb))
