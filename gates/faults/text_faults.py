"""Text faults: operators that turn a true statement into one that its source does not support.

Used by `calibrate` to measure the gates, never by a gate. An operator is a pure function of the text, the
source and a seed; it returns None if it does not apply. That its result is false is presumed: a few mutants
stay true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gates.canonical import short_id
from gates.language.capitals import capitalised
from gates.language.lexicon import STOPWORDS
from gates.language.past_tense import base_and_past
from gates.language.tokens import IdentifierKind, Number, tokenise

FAULTS_VERSION = "faults/2"


@dataclass(frozen=True)
class Material:
    """The material that operators may use besides the claim."""

    source: str
    """The text that supports the claim: the linked span, or the whole source."""
    absent_names: tuple[str, ...] = ()
    """Names from elsewhere; those that occur in the source are skipped."""
    foreign_claims: tuple[str, ...] = ()
    """Claims of other sources, used as invented claims."""


Operator = Callable[[str, Material, str], "str | None"]


def pick(seed: str, size: int) -> int:
    """Return a number below `size` that depends on the seed alone."""
    return int(short_id("p", seed)[2:10], 16) % size


# Negation

_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|does|do|did)\b(?!\?)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(is|are|was|were|has|have|had|will|would|can|could|should|do|does|did)( not|n't)\b")
_CANNOT = re.compile(r"\b(?:cannot|can't|won't)\b")


def flip_negation(text: str, material: Material, seed: str) -> str | None:
    """Remove `not` after an auxiliary, or insert it after the first one."""
    del material, seed
    negated = _NEGATED.search(text)
    if negated is not None:
        return text[: negated.end(1)] + text[negated.end() :]
    cannot = _CANNOT.search(text)
    if cannot is not None:
        return text[: cannot.start()] + ("will" if cannot.group()[0] == "w" else "can") + text[cannot.end() :]
    found = _AUXILIARY.search(text)
    if found is None or text[: found.start()].strip() == "":
        return None
    return f"{text[: found.end()]} not{text[found.end() :]}"


# Numbers

_FIGURE = re.compile(r"(?<![\w./:-])([$€£]?)(\d{1,3}(?:,\d{3}){1,4}|\d{1,9})(\.\d{1,4})?(?![\w/:-]|\.\d)")


def change_number(text: str, material: Material, seed: str) -> str | None:
    """Replace a number by one of the same format that occurs neither in the claim nor in the source."""
    found = list(_FIGURE.finditer(text))
    if not found:
        return None
    taken = {n.value for n in _numbers(material.source)} | {n.value for n in _numbers(text)}
    match = found[pick(seed, len(found))]
    whole, decimals = match.group(2), match.group(3) or ""
    value = float(whole.replace(",", "") + decimals)
    ways = [value * 2, value + 1, value * 10, value + 3, value * 3 + 1]
    turn = pick(seed + "way", len(ways))
    for changed in ways[turn:] + ways[:turn]:
        if changed not in taken and changed != value:
            shown = f"{changed:.{max(0, len(decimals) - 1)}f}" if decimals else f"{changed:.0f}"
            shown = f"{float(shown):,.{max(0, len(decimals) - 1)}f}" if "," in whole else shown
            return f"{text[: match.start(2)]}{shown}{text[match.end() :]}"
    return None


def _numbers(text: str) -> tuple[Number, ...]:
    return tokenise(text).numbers


# Names

_WORD = capitalised(r"\w'&-", least=1)
_NAME = re.compile(rf"(?<![\w.]){_WORD}(?:\s{_WORD}){{0,3}}")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s|\n)\W{0,3}$")


def names_in(text: str) -> tuple[str, ...]:
    """Return the capitalised runs of a text that do not merely begin a sentence, each once, in order."""
    found = {}
    for match in _NAME.finditer(text):
        name = match.group().removesuffix("'s")
        starts = _SENTENCE_START.search(text[max(0, match.start() - 5) : match.start()]) is not None
        if not starts and len(name) > 2 and name.split()[0].casefold() not in STOPWORDS:
            found[name] = True
    return tuple(found)


def _spot(text: str, source: str, seed: str) -> str | None:
    """Pick a name of the claim that is also a name in its source; None if there is none."""
    known = frozenset(names_in(source))
    mentioned = [m.group().removesuffix("'s") for m in _NAME.finditer(text)]
    mine = [name for name in dict.fromkeys(mentioned) if name in known]
    return mine[pick(seed, len(mine))] if mine else None


def _swap(text: str, old: str, candidates: Sequence[str], seed: str) -> str | None:
    words = _words(text)
    fit = [name for name in candidates if not _words(name) & words]
    alike = [name for name in fit if len(name.split()) == len(old.split())] or fit
    if not alike:
        return None
    return re.sub(rf"\b{re.escape(old)}\b", lambda _: alike[pick(seed + "n", len(alike))], text)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def swap_entity_out(text: str, material: Material, seed: str) -> str | None:
    """Replace a name of the claim by one that the source does not contain."""
    old = _spot(text, material.source, seed)
    if old is None:
        return None
    folded = material.source.casefold()
    return _swap(text, old, [n for n in material.absent_names if n.casefold() not in folded], seed)


def swap_entity_in(text: str, material: Material, seed: str) -> str | None:
    """Replace a name of the claim by another name of the same source."""
    old = _spot(text, material.source, seed)
    return None if old is None else _swap(text, old, names_in(material.source), seed)


# Identifiers

_ENDINGS = ("Legacy", "Extra", "Backup", "Helper")
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,10}$")
_HUMP = re.compile(r"[A-Z][a-z0-9]{1,40}$")
_MUTABLE = frozenset({IdentifierKind.PATH, IdentifierKind.FILE, IdentifierKind.SYMBOL})


def change_identifier(text: str, material: Material, seed: str) -> str | None:
    """Give a path, file or symbol another stem or last part that the source does not contain."""
    names = [name for name, kind in dict.fromkeys(tokenise(text).identifiers) if kind in _MUTABLE]
    fit = [name for name in names if name in text]
    if not fit:
        return None
    old = fit[pick(seed, len(fit))]
    new = mutated_name(old, seed)
    return None if new.casefold() in material.source.casefold() else text.replace(old, new)


def mutated_name(name: str, seed: str) -> str:
    """Return a name of the same kind for another thing."""
    ending = _ENDINGS[pick(seed + "e", len(_ENDINGS))]
    extension = _EXTENSION.search(name)
    if extension is not None:
        return f"{name[: extension.start()]}_{ending.casefold()}{extension.group()}"
    hump = _HUMP.search(name)
    if hump is not None and hump.start() > 0:
        return name[: hump.start()] + ending
    return f"{name}_{ending.casefold()}"


# Status and opposites

_PAIRS = """
done/pending passed/failed passes/fails merged/reverted completed/unfinished fixed/broken
approved/rejected open/closed enabled/disabled added/removed accepted/refused accepts/refuses
agreed/refused agrees/refuses allow/forbid increase/decrease increased/decreased increases/decreases
higher/lower more/less before/after always/never start/stop started/stopped begin/end buy/sell bought/sold
good/bad better/worse best/worst large/small largest/smallest big/small strong/weak easy/difficult
easier/harder early/late success/failure successful/unsuccessful happy/unhappy win/lose won/lost
first/last new/old positive/negative possible/impossible true/false include/exclude includes/excludes
included/excluded public/private internal/external safe/dangerous cheap/expensive fast/slow faster/slower
improve/worsen improved/worsened improves/worsens rise/fall rose/fell high/low support/oppose
supports/opposes supported/opposed important/unimportant necessary/unnecessary useful/useless
likes/dislikes loves/hates love/hate likely/unlikely able/unable remember/forget profit/loss
majority/minority
"""
_OTHER: dict[str, str] = {}
for _pair in _PAIRS.split():
    _left, _, _right = _pair.partition("/")
    _OTHER.setdefault(_left, _right)
    _OTHER.setdefault(_right, _left)
_LOWER = re.compile(r"(?<![\w-])[A-Za-z]{3,16}(?![\w-])")


def flip_status(text: str, material: Material, seed: str) -> str | None:
    """Replace a status or another word by its opposite: done and pending, passed and failed."""
    del material
    found = [m for m in _LOWER.finditer(text) if m.group().casefold() in _OTHER]
    if not found:
        return None
    match = found[pick(seed, len(found))]
    other = _OTHER[match.group().casefold()]
    shown = other.capitalize() if match.group()[0].isupper() else other
    return f"{text[: match.start()]}{shown}{text[match.end() :]}"


# Plans stated as done

_PLANNED = re.compile(
    r"\b(?:(?:will|shall|should|would|could|can|may|might|must)"
    r"|(?:is|are|was|were)\s(?:going|planning|willing|expected|supposed)\sto"
    r"|(?:plans?|planned|wants?|wanted|needs?|needed|intends?|hopes?|agrees?|agreed|decides?|decided|aims?|has|have)\sto)"
    r"\s(?:also\s|be\sable\sto\s)?([a-z]{2,14})\b"
)


_NO_VERB = frozenset("not be have never also it we they he she you this that there be".split())


def proposed_as_done(text: str, material: Material, seed: str) -> str | None:
    """Turn a plan into a report: `will send` becomes `sent`."""
    del material
    found = [m for m in _PLANNED.finditer(text) if m.group(1) not in _NO_VERB and m.group(1)[-2:] != "ly"]
    if not found:
        return None
    match = found[pick(seed, len(found))]
    return f"{text[: match.start()]}{base_and_past(match.group(1))[1]}{text[match.end() :]}"


# Inventions


def invent_claim(text: str, material: Material, seed: str) -> str | None:
    """Replace the claim by one of another source."""
    others = [claim for claim in material.foreign_claims if claim != text]
    return others[pick(seed, len(others))] if others else None


TEXT_FAULTS: dict[str, Operator] = {
    "flip_negation": flip_negation,
    "change_number": change_number,
    "swap_entity_in": swap_entity_in,
    "swap_entity_out": swap_entity_out,
    "flip_status": flip_status,
    "proposed_as_done": proposed_as_done,
    "invent_claim": invent_claim,
}
"""The seven faults of a claim's text that use only a claim, its material and a seed."""
