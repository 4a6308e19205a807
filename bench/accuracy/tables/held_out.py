"""Thresholds chosen on all domains of SummEdits but one, and measured on that one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.documents import Document, artifact_of, rows
from bench.accuracy.frame import Figure, bootstrap, plain, share
from bench.accuracy.margins import COMMITTED, THRESHOLDS, margins
from bench.accuracy.sweep import Counts, Row, Sweep
from bench.accuracy.tables.seven_faults import CLEAN, claims, mean_rate, variants
from bench.accuracy.tables.summedits import macro
from gates.faults.text_faults import TEXT_FAULTS
from workbench.importers.summaries.headings import parse_summary

TITLE = "thresholds of the warnings chosen on six domains of SummEdits, measured on the seventh, in turn"

MOST_CLEAN = 0.05
"""Share of true claims that may be flagged where thresholds are chosen."""
GOOD, EDITED = "consistent", "inconsistent"


def _balanced(counts: dict[str, Counts]) -> float:
    """Balanced accuracy, averaged over domains."""
    each = [(1 - _rate(own[GOOD]) + _rate(own[EDITED])) / 2 for own in counts.values()]
    return sum(each) / len(each)


def _caught(counts: dict[str, Counts]) -> float:
    """The mean rate of the faults, where few enough true claims are flagged; else how far off that is."""
    total: Counts = {}
    for own in counts.values():
        for label, (hits, n) in own.items():
            before = total.get(label, (0, 0))
            total[label] = before[0] + hits, before[1] + n
    clean = _rate(total[CLEAN])
    made = [_rate(total[name]) for name in TEXT_FAULTS if name in total]
    return -clean if clean > MOST_CLEAN else sum(made) / len(made)


def _rate(counted: tuple[int, int]) -> float:
    return counted[0] / counted[1]


def _summaries(data: Path) -> dict[str, list[Row]]:
    """Document to its summaries."""
    documents: dict[str, Document] = {}
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows(data, "summedits"):
        document = documents.setdefault(row["doc"], Document(row["doc"]))
        made = margins(artifact_of(*parse_summary(row["summary"])), document.judge)
        found[row["doc"]].append(Row(row["domain"], GOOD if row["label"] == 1 else EDITED, made))
    return found


def _claims(data: Path) -> dict[str, list[Row]]:
    """Document to its claims, as they are and with each fault."""
    known = claims(data)
    found = {}
    for text, group in variants(known):
        judge, domain = Document(text).judge, known[text][0]
        found[text] = [Row(domain, name, margins(artifact_of((item,)), judge)) for name, item in group]
    return found


def figures(data: Path) -> Iterable[Figure]:
    """Held-out figures of SummEdits and of the seven faults, and how often the committed was chosen."""
    by_document = list(_summaries(data).values())
    sweep = Sweep([row for group in by_document for row in group])
    chosen = sweep.chosen(_balanced)
    stated = [
        [(row.fold, row.label == GOOD, row.margins.flagged(chosen[row.fold])) for row in group]
        for group in by_document
    ]
    every = [each for group in stated for each in group]
    bounds = bootstrap(stated, macro)
    yield plain("held out summedits macro balanced accuracy", macro(stated), len(every), interval=bounds)
    clean = [flagged for _fold, good, flagged in every if good]
    yield share("held out summedits consistent flagged", sum(clean), len(clean), better="lower")
    yield _agreement("summedits", list(chosen.values()))
    by_document = list(_claims(data).values())
    sweep = Sweep([row for group in by_document for row in group])
    chosen = sweep.chosen(_caught)
    faults = [[(row.label, row.margins.flagged(chosen[row.fold])) for row in group] for group in by_document]
    stated_clean = [flagged for group in faults for name, flagged in group if name == CLEAN]
    yield share("held out clean claims flagged", sum(stated_clean), len(stated_clean), better="lower")
    bounds = bootstrap(faults, mean_rate, times=300)
    size = sum(map(len, faults))
    yield plain("held out seven faults mean", mean_rate(faults), size, interval=bounds)
    yield _agreement("seven faults", list(chosen.values()))


def _agreement(name: str, choices: list[tuple[float, ...]]) -> Figure:
    """How many of the thresholds chosen are the committed ones; what was chosen is printed."""
    for number, threshold in enumerate(THRESHOLDS):
        made = sorted(choice[number] for choice in choices)
        print(f"  {threshold.name:<18} committed {threshold.committed:<5g} chosen {made}")
    same = sum(choice[n] == COMMITTED[n] for choice in choices for n in range(len(THRESHOLDS)))
    return share(f"held out {name}, thresholds as committed", same, len(choices) * len(THRESHOLDS))
