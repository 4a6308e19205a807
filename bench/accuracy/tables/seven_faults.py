"""The seven text faults, made by the operators of `calibrate` from claims of consistent summaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.accuracy.documents import Document, rows
from bench.accuracy.frame import Figure, bootstrap, plain, share
from gates.artifact import Item
from gates.faults.text_faults import TEXT_FAULTS, Material, names_in
from workbench.importers.summaries.headings import parse_summary

TITLE = "seven text faults in claims of consistent summaries; caught = anything that gate D finds"

CLEAN = "clean"
Stated = tuple[str, bool]
"""Fault class, or clean, and whether it was flagged."""


Known = dict[str, tuple[str, list[Item]]]
"""Document text to its domain and the claims of its consistent summaries, each once."""


def claims(data: Path) -> Known:
    """The claims of SummEdits."""
    found: Known = {}
    for row in rows(data, "summedits"):
        if row["label"] == 1:
            _domain, known = found.setdefault(row["doc"], (row["domain"], []))
            texts = {item.text for item in known}
            known += [item for item in parse_summary(row["summary"])[0] if item.text not in texts]
    return found


def materials(known: Known) -> dict[str, Material]:
    """Return the operators' material for each document: names and claims of others of its domain."""
    made = {}
    for text, (domain, _items) in known.items():
        others = [other for other in known if known[other][0] == domain and other != text]
        names = tuple(name for other in others for name in names_in(other))
        foreign = tuple(item.text for other in others for item in known[other][1])
        made[text] = Material(text, names, foreign)
    return made


def variants(known: Known) -> Iterator[tuple[str, list[tuple[str, Item]]]]:
    """For each document, every claim as it is and with each fault, by the name of its class."""
    for text, material in materials(known).items():
        group: list[tuple[str, Item]] = []
        for number, item in enumerate(known[text][1]):
            group.append((CLEAN, item))
            for name, operator in TEXT_FAULTS.items():
                changed = operator(item.text, material, f"{name}:{number}:{item.text}")
                if changed is not None:
                    group.append((name, item.model_copy(update={"text": changed})))
        yield text, group


def judged(known: Known) -> list[list[Stated]]:
    """For each document, every claim as it is and with each fault, flagged or not."""
    groups = []
    for text, group in variants(known):
        document = Document(text)
        groups.append([(name, bool(document.findings((item,)))) for name, item in group])
    return groups


def mean_rate(groups: Sequence[Sequence[Stated]]) -> float:
    """The mean over the seven faults of the share that was flagged."""
    stated: dict[str, list[bool]] = defaultdict(list)
    for group in groups:
        for name, flagged in group:
            stated[name].append(flagged)
    rates = [sum(stated[name]) / len(stated[name]) for name in TEXT_FAULTS if stated[name]]
    return sum(rates) / len(rates)


def figures(data: Path) -> Iterable[Figure]:
    """How often clean claims are flagged, each fault's rate, and their mean."""
    groups = judged(claims(data))
    every = [each for group in groups for each in group]
    for name in (CLEAN, *TEXT_FAULTS):
        stated = [flagged for fault, flagged in every if fault == name]
        if name == CLEAN:
            yield share(
                "seven faults clean claims flagged", sum(stated), len(stated), must=0.05, better="lower"
            )
        else:
            yield share(f"seven faults {name}", sum(stated), len(stated), tolerance=0.02)
    value = mean_rate(groups)
    bounds = bootstrap(groups, mean_rate, times=300)
    yield plain("seven faults mean", value, len(every), interval=bounds, must=0.60)
