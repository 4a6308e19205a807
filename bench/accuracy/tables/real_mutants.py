"""Changed paths, symbols, numbers, signs and states in claims of real compactions, beside their links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.accuracy.frame import Figure, share
from bench.accuracy.real import Judged, compactions
from gates.artifact import Item, ItemKind
from gates.faults.text_faults import TEXT_FAULTS, Material, change_number, mutated_name
from gates.language.similarity import statement
from gates.language.tokens import IdentifierKind
from gates.report import Finding
from gates.search.index import SourceIndex

TITLE = "real compactions: one thing changed in a linked claim; found = a finding that the claim did not have"

PATHS = (IdentifierKind.PATH, IdentifierKind.FILE)
VARIANTS = 3


def figures(data: Path) -> Iterable[Figure]:
    """Shares of the mutants that were found, and of unchanged claims that are flagged."""
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for judged in compactions(data):
        for item in judged.artifact.items:
            before = {_key(each) for each in judged.findings(item)}
            made["clean"] += 1
            found["clean"] += bool(before)
            for name, mutant in _mutants(item, judged.judge.index):
                made[name] += 1
                found[name] += bool({_key(each) for each in judged.findings(mutant)} - before)
        for turned in _turned(judged):
            made["status"] += 1
            found["status"] += any(each.rule == "status_conflict" for each in judged.findings(turned))
    ids = made["path"] + made["symbol"]
    yield share("real path and symbol mutants found", found["path"] + found["symbol"], ids, must=0.99)
    yield share("real path mutants found", found["path"], made["path"])
    yield share("real symbol mutants found", found["symbol"], made["symbol"])
    yield share("real number change, linked", found["number"], made["number"], must=0.90)
    yield share("real negation flip, linked", found["negation"], made["negation"], must=0.85)
    yield share("real status flip, structured", found["status"], made["status"], must=0.95)
    yield share("real clean claims flagged", found["clean"], made["clean"], must=0.05, better="lower")


def _key(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.message


def _mutants(item: Item, index: SourceIndex) -> Iterator[tuple[str, Item]]:
    for name, kind in dict.fromkeys(statement(item.text).tokens.identifiers):
        mutable = kind in PATHS or kind is IdentifierKind.SYMBOL
        if mutable and name in item.text and index.mentions(name):
            new = mutated_name(name, item.text)
            if not index.mentions(new):
                yield "path" if kind in PATHS else "symbol", _with(item, item.text.replace(name, new))
    if not item.links:
        return
    said = "\n".join(link.quote for link in item.links)
    stated = {number.value for number in statement(item.text).tokens.numbers}
    held = {number.value for number in statement(said).tokens.numbers}
    for variant in range(VARIANTS):
        text = change_number(item.text, Material(said), f"{variant}:{item.text}")
        if text is not None:
            gone = stated - {number.value for number in statement(text).tokens.numbers}
            if gone and gone <= held:
                yield "number", _with(item, text)
    turned = TEXT_FAULTS["flip_negation"](item.text, Material(said), item.text)
    if turned is not None and item.speaker != "user":
        yield "negation", _with(item, turned)


def _with(item: Item, text: str) -> Item:
    return item.model_copy(update={"text": text})


def _turned(judged: Judged) -> Iterator[Item]:
    """Captured work restated in its own words with the other state."""
    capture = judged.judge.capture
    for wanted in capture.items if capture is not None else ():
        if wanted.kind == "open_work" and wanted.status in ("open", "done") and wanted.evidence:
            if wanted.status == "open":
                yield Item(kind=ItemKind.OPEN_WORK, text=wanted.text, status="done", links=wanted.evidence)
            else:
                yield Item(kind=ItemKind.OPEN_WORK, text=wanted.text, status="open", links=wanted.evidence)
