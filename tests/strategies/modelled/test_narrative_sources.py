"""A model's narrative in a draft: each sentence is linked, or left out with a warning; the draft stays."""

from __future__ import annotations

import json

from gates.artifact import Artifact, parse
from gates.report import Verdict
from gates.source import SourceRange
from tests.facts.session import SESSION, Script
from tests.strategies.modelled.scripted import asker
from tests.strategies.source import Source
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.historian import HistorianDrafter

KEPT = (
    "The user asked never to prune the quince before March.",
    "The agent keeps to that with the medlar, to wait for the frost to end.",
)
LOOSE = "A calm routine for the whole orchard pleases everybody involved."


def orchard() -> Script:
    made = Script()
    for word in ("quince", "medlar", "plum", "damson", "pear"):
        made.user(f"Never prune the {word} before March.")
        made.agent(f"I keep to that with the {word}, and wait for the frost to end.")
    return made


def drafted(*narrative: str) -> tuple[Source, HistorianDrafter, Artifact, str]:
    made = orchard()
    source = Source(tuple(made.events), SourceRange(SESSION, 0, 9, frozenset()))
    own, _, _ = asker(json.dumps({"summaries": [], "narrative": " ".join(narrative)}))
    drafter = HistorianDrafter(own)
    artifact = parse(drafter.draft(DraftRequest(source.range, source.events)).payload)
    return source, drafter, artifact, artifact.narrative or ""


def test_a_sentence_without_a_source_is_left_out_and_the_others_stay() -> None:
    """With a warning that names it; gate B has nothing against the draft."""
    source, drafter, artifact, told = drafted(KEPT[0], LOOSE, KEPT[1])
    assert told == " ".join(KEPT)
    (problem,) = drafter.own_problems()
    assert "without a source" in problem.what
    assert LOOSE in problem.what
    assert source.judge(artifact).gates["B"].status is Verdict.PASS


def test_a_narrative_of_which_too_little_stays_is_written_offline() -> None:
    """One sentence is no narrative."""
    source, drafter, artifact, told = drafted(KEPT[0], LOOSE)
    assert told
    assert LOOSE not in told
    assert any(LOOSE in each.what for each in drafter.own_problems())
    assert source.judge(artifact).gates["B"].status is Verdict.PASS


def test_a_narrative_with_sources_stays_as_it_is() -> None:
    """Without a warning."""
    _, drafter, _, told = drafted(*KEPT)
    assert told == " ".join(KEPT)
    assert not drafter.own_problems()
