"""Gate B on listings of code and files: they state nothing in words, so that no passage need carry them."""

from __future__ import annotations

import pytest

from gates.capture import make_capture
from gates.evaluate import Evaluator
from gates.language.code_lines import is_listing
from gates.report import GateResult
from gates.source import EventKind, SourceEvent, make_link
from tests.gates.build import SESSION, artifact_of, index_of, item

CODE = "class Sweeper {\n  get archives(), get manifest()\n  dispose()  // full cleanup\n}"
TREE = "src/\n├── cli.ts, main.ts  # Stay in root\n│\n├── core/\n│   ├── sweeper.ts\n└── index.ts"
STATED = "The sweep moves archives into quarantine."


@pytest.mark.parametrize(
    ("text", "listing"),
    [
        (CODE, True),
        (TREE, True),
        ("Layout:\n|-- core\n|-- modes", True),
        (STATED, False),
        ("Two steps:\nfirst the sweep\nthen the manifest", False),
        ("The tree is drawn by ├ and └,\nwhich the console shows as boxes.", False),
    ],
)
def test_code_and_trees_of_files_are_listings(text: str, listing: bool) -> None:
    """Program text, and files drawn as a tree; not prose of several lines."""
    assert is_listing(text) is listing


def judged(*texts: str) -> GateResult:
    """Gate B on these statements, none of them linked but the first."""
    said = f"{STATED} Its Sweeper class can get the manifest, dispose and do a full cleanup; see main.ts."
    events = (
        SourceEvent(0, EventKind.USER, "Please describe how it works.", "n0", tokens=5),
        SourceEvent(1, EventKind.ASSISTANT, said, "n1", tokens=20),
    )
    link = make_link(SESSION, 1, said, 0, len(STATED))
    first = item(STATED).model_copy(update={"links": (link,)})
    source = {"session_id": SESSION, "source_start": 0, "source_end": 1}
    artifact = artifact_of(first, *map(item, texts), source=source)
    return Evaluator(index_of(events), make_capture("test/1", ())).evaluate(artifact).gates["B"]


def test_a_listing_without_a_passage_is_not_counted() -> None:
    """It counts neither as sourced nor as unsourced and gives no finding; a sentence does."""
    alone = judged(CODE)
    assert alone.measures[0].value == 1.0
    assert not alone.findings
    beside = judged(CODE, "Nobody knows what dispose does to main.ts on a cold start.")
    assert beside.measures[0].value == 0.5


def test_a_listing_of_what_the_session_never_has_is_invented() -> None:
    """Its names occur nowhere."""
    found = judged("def restore_backup():\n    return load_backup(BACKUP_ROOT)").findings
    assert [each.rule for each in found] == ["no_source"]
