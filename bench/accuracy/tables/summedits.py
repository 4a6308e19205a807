"""SummEdits: summaries that agree with their document or do not, flagged when gate D finds anything."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.accuracy.documents import Document, rows
from bench.accuracy.frame import Figure, bootstrap, plain, share

TITLE = "SummEdits, balanced accuracy by domain; flagged = any hard finding or warning of gate D"

Judged = tuple[str, bool, bool]
"""Domain, consistent, flagged."""


def balanced(judged: Iterable[Judged]) -> float:
    """Balanced accuracy: the mean of the shares judged right of consistent and of inconsistent ones."""
    right: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    for _domain, consistent, flagged in judged:
        total[consistent] += 1
        right[consistent] += flagged is not consistent
    shares = [right[label] / total[label] for label in (True, False) if total[label]]
    return sum(shares) / len(shares) if shares else 0.0


def macro(groups: Sequence[Sequence[Judged]]) -> float:
    """Balanced accuracy, averaged over the domains that occur; groups are documents."""
    by_domain: dict[str, list[Judged]] = defaultdict(list)
    for judged in groups:
        for each in judged:
            by_domain[each[0]].append(each)
    return sum(balanced(each) for each in by_domain.values()) / len(by_domain)


def figures(data: Path) -> Iterable[Figure]:
    """One figure a domain, the macro average, and how often each label is flagged."""
    documents: dict[str, Document] = {}
    groups: dict[str, list[Judged]] = defaultdict(list)
    for row in rows(data, "summedits"):
        text = row["doc"]
        document = documents.setdefault(text, Document(text))
        flagged = bool(document.of_summary(row["summary"]))
        groups[text].append((row["domain"], row["label"] == 1, flagged))
    judged = [each for group in groups.values() for each in group]
    for domain in sorted({each[0] for each in judged}):
        own = [each for each in judged if each[0] == domain]
        yield plain(f"summedits {domain}", balanced(own), len(own), tolerance=0.02)
    bounds = bootstrap(list(groups.values()), macro)
    value = macro(list(groups.values()))
    yield plain("summedits macro balanced accuracy", value, len(judged), interval=bounds, must=0.66)
    clean = [each[2] for each in judged if each[1]]
    edited = [each[2] for each in judged if not each[1]]
    yield share("summedits consistent flagged", sum(clean), len(clean), better="lower", tolerance=0.02)
    yield share("summedits inconsistent flagged", sum(edited), len(edited), tolerance=0.02)
