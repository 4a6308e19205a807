"""Chats and meetings that were not in view when any rule, list or threshold was written.

Halves are by the hash of a dialogue's or a series' name. Half 0 may be read to repair rules; half 1 is
measured here. Any reading of half 1 (its words or single findings, other than these figures) must be recorded
in the README.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from bench.accuracy.documents import Document, rows
from bench.accuracy.frame import Figure, bootstrap, plain, share
from bench.accuracy.tables.seven_faults import CLEAN, Known, judged, mean_rate
from bench.accuracy.tables.summedits import Judged, balanced
from workbench.importers.summaries.headings import parse_summary

TITLE = "parts that were never looked at: summaries of chats (FacEval), claims about meetings (AMI)"

MEASURED = 1


def half(name: str) -> int:
    """The half that a dialogue or a series of meetings belongs to."""
    return hashlib.sha256(name.encode()).digest()[-1] % 2


def chats(data: Path, part: int) -> Iterable[tuple[str, str, bool]]:
    """Chat, summary and whether people found no error in it."""
    for row in rows(data, "faceval"):
        if half(row["DocID"]) == part:
            yield row["Dialogue"], row["Summary"], row["w/ Error"] == "no"


def meetings(data: Path, part: int) -> Known:
    """Meetings and the sentences that people wrote about them, each once."""
    known: Known = {}
    for meeting in rows(data, "ami"):
        if half(meeting["id"].split(".")[0][:6]) == part:
            text = "\n".join(f"{turn['speaker']}: {turn['text']}" for turn in meeting["turns"])
            texts = dict.fromkeys(item["text"] for item in meeting["items"])
            items = [item for each in texts for item in parse_summary(each)[0][:1]]
            known[text] = "meetings", items
    return known


def figures(data: Path, part: int = MEASURED) -> Iterable[Figure]:
    """Balanced accuracy on summaries, and the seven faults in claims that are right."""
    documents: dict[str, Document] = {}
    known: Known = {}
    stated: dict[str, list[Judged]] = {}
    hard = 0
    for text, summary, right in chats(data, part):
        found = documents.setdefault(text, Document(text)).of_summary(summary)
        stated.setdefault(text, []).append(("chats", right, bool(found)))
        if right:
            hard += sum(each.severity == "hard" for each in found)
            claims = known.setdefault(text, ("chats", []))[1]
            texts = {claim.text for claim in claims}
            claims += [claim for claim in parse_summary(summary)[0] if claim.text not in texts]
    every = [each for group in stated.values() for each in group]
    bounds = bootstrap(list(stated.values()), lambda groups: balanced([each for g in groups for each in g]))
    value = balanced(every)
    yield plain("unseen chats balanced accuracy", value, len(every), interval=bounds, tolerance=0.02)
    for right, name in ((True, "right"), (False, "wrong")):
        flagged = [each[2] for each in every if each[1] is right]
        title = f"unseen chats, {name} summaries flagged"
        better: Literal["lower", "higher"] = "lower" if right else "higher"
        yield share(title, sum(flagged), len(flagged), better=better, tolerance=0.02)
    size = sum(each[1] for each in every)
    yield share("unseen chats, hard findings in right summaries", hard, size, better="lower", tolerance=0.02)
    yield from _faults("chats", known)
    yield from _faults("meetings", meetings(data, part))


def _faults(name: str, known: Known) -> Iterable[Figure]:
    groups = judged(known)
    clean = [flagged for group in groups for fault, flagged in group if fault == CLEAN]
    title = f"unseen {name}, clean claims flagged"
    yield share(title, sum(clean), len(clean), better="lower", tolerance=0.02)
    bounds = bootstrap(groups, mean_rate, times=300)
    size = sum(map(len, groups))
    value = mean_rate(groups)
    yield plain(f"unseen {name}, seven faults mean", value, size, interval=bounds, tolerance=0.02)
