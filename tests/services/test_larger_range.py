"""The range that is named where one is too small for a draft: as large as it must be, and no larger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.services.test_drafting import environment
from workbench.services.drafts import range_choice
from workbench.services.drafts.range_choice import ChosenRange, larger_range
from workbench.services.transcript_files.import_transcripts import import_paths

TURNS = 8
WORDS = "Move the exporter of the invoices to its own module, and keep the columns as they are"


def larger(folder: Path, start: int, end: int, share: float) -> tuple[int, int] | None:
    """The larger range of one in a session of equal turns, two events each."""
    said = [{"role": role, "content": WORDS} for _ in range(TURNS) for role in ("user", "assistant")]
    (folder / "talk.json").write_text(json.dumps(said), encoding="utf-8")
    env = environment(folder)
    session = import_paths(env, [str(folder / "talk.json")]).imported[0].appended.session_id
    return larger_range(env.open_store(), ChosenRange(session, start, end, "as asked for"), share)


@pytest.mark.parametrize(
    ("share", "end"), [(1.0, 3), (1.01, 5), (1.5, 5), (1.51, 7), (4.0, 15), (100.0, 2 * TURNS - 1)]
)
def test_it_ends_where_it_has_twice_the_tokens_of_the_draft(tmp_path: Path, share: float, end: int) -> None:
    """With the first turn that is enough; the last one where none is."""
    assert range_choice.GROWN == 2
    assert larger(tmp_path, 0, 1, share) == (0, end)


def test_it_begins_with_the_session_where_no_turn_follows(tmp_path: Path) -> None:
    """There is nothing to grow into but what was before; and of the whole session nothing is larger."""
    last = 2 * TURNS - 1
    assert larger(tmp_path, last - 1, last, 1.0) == (0, last)
    assert larger(tmp_path, 0, last, 1.0) is None
