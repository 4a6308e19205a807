"""Values of an unexpected kind where a word is expected: the file is refused or the record is skipped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.importers.events.tools import fact_of
from workbench.importers.sniffing import detect

ODD: tuple[object, ...] = ([{}], {"a": 1}, 7, None, [[]])


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_record_type_of_any_kind_is_looked_at(odd: object, tmp_path: Path) -> None:
    """Detection does not fail if a list replaces the record type."""
    path = tmp_path / "session.jsonl"
    path.write_text(json.dumps({"type": odd, "uuid": "u1", "sessionId": "s", "message": {"role": "user"}}))
    with pytest.raises(InputError, match="no known format"):
        detect(path)


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_command_of_any_kind_is_taken(odd: object) -> None:
    """An edit tool whose command is no word is still an edit."""
    assert fact_of("str_replace_editor", "c1", {"command": odd, "path": "a.py"}).target == "a.py"
