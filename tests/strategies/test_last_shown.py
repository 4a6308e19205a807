"""The last result of a range is part of the state at its end, unless a message tells it."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.last_shown import SHOWN, last_shown

PRINTED = "Row 1: right\n\nRow 2: wrong\n\n*** FAULT FOUND ***\nThe second row has no date."


def session() -> Script:
    script = Script()
    script.user("Find out why the exporter drops rows of src/export.py.")
    script.agent("I will run a small script that exports two rows.")
    return script


def request_of(script: Script) -> DraftRequest:
    source = whole(script)
    return DraftRequest(source.range, source.events, objective="Find it")


def test_what_the_last_command_printed_is_stated() -> None:
    """Its last paragraph, with the command and without the folder."""
    script = session()
    script.run("cd desk && python try_rows.py", PRINTED)
    found = last_shown(request_of(script))
    assert found is not None
    said = found.item(request_of(script)).text
    assert said == (
        f'{SHOWN}`python try_rows.py`, which printed "*** FAULT FOUND *** The second row has no date."'
    )
    artifact = whole(script).draft(IntentionalStrategy())
    assert said in [item.text for item in artifact.items]


@pytest.mark.parametrize(
    ("command", "printed"), [("cat rows.txt", PRINTED), ("python try_rows.py", "7\n"), ("ls desk", "a b c d")]
)
def test_a_command_that_only_looks_or_says_nothing_is_not_stated(command: str, printed: str) -> None:
    """The text of a file is no result of the work."""
    script = session()
    script.run(command, printed)
    assert last_shown(request_of(script)) is None


def test_a_result_that_a_message_follows_is_not_stated() -> None:
    """The message says what it showed."""
    script = session()
    script.run("python try_rows.py", PRINTED)
    script.agent("The second row has no date, so the parser returns nothing for it.")
    assert last_shown(request_of(script)) is None


@pytest.mark.parametrize("echoed", [True, False])
def test_a_script_in_quotes_is_named_by_its_first_line(echoed: bool) -> None:
    """The mark that closes it is no command, and a terminal's copy of it is no output."""
    command = "cd desk && python -c \"\nfrom rows import Row\n\nprint('all the rows')\n\""
    copied = command.replace("\n\n", "\n") + "\n" if echoed else ""
    script = session()
    script.run(command, f"{copied}The second row has no date.")
    found = last_shown(request_of(script))
    assert found is not None
    said = found.item(request_of(script)).text
    assert said == f'{SHOWN}`python -c`, which printed "The second row has no date."'


def test_of_a_long_output_without_paragraphs_the_last_line_is_stated() -> None:
    """It says how the run ended; if it has no words, the output is stated from its beginning."""
    rows = "".join(f"Row {n} of the desk: {n}\n" for n in range(6))
    for last, stated in (
        ("All rows are right.", "All rows are right."),
        ("---", "Row 0 of the desk: 0 Row 1"),
    ):
        script = session()
        script.run("python try_rows.py", f"{rows}{last}")
        found = last_shown(request_of(script))
        assert found is not None
        assert f'printed "{stated}' in found.item(request_of(script)).text
