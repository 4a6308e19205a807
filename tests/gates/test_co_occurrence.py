"""Gate B on words that occur in a passage without being stated there: their order, and numbers."""

from __future__ import annotations

import pytest

from gates.language.disorder import in_disorder
from gates.language.laid_out import is_frame, is_table_row
from gates.language.similarity import statement
from gates.search.co_occurrence import laid_out, missing_number, words_co_occur
from tests.gates.build import index_of
from tests.gates.test_link_support import carried, finding, link, session

SOURCE = (
    "The importer reads each archive twice and writes a manifest beside it. "
    "Broken archives are moved into quarantine by the nightly sweep."
)


def test_a_statement_of_the_passages_words_in_disorder_is_not_supported() -> None:
    """Every word occurs in the passage, but no two of them adjacent."""
    events = session(SOURCE)
    index = index_of(events)
    assert carried(index, "The nightly sweep moves broken archives into quarantine", link(events, 1))
    nonsense = "Quarantine reads the sweep beside archives nightly and the importer moved a manifest broken"
    assert not carried(index, nonsense, link(events, 1))
    found = finding(events, nonsense, link(events, 1))
    assert found is not None
    assert found.rule == "link_unsupported"
    assert "but not these words together" in found.message


def test_a_phrase_reversed_is_said_together() -> None:
    """`Archives moved by the sweep` and `the sweep moved archives` say the same."""
    events = session(SOURCE)
    assert carried(index_of(events), "Quarantine holds archives moved by sweep, nightly", link(events, 1))


@pytest.mark.parametrize(
    ("text", "disorder"),
    [
        ("The sweep of the archives is done, and the manifest was written", False),
        ("Sweep archives the of manifest and importer", True),
        ("The is sweep archives manifest", True),
        ("its in the manifest, so its the sweep that moved archives", False),
        ("Archives from were sweep moved manifest", True),
        ("Archives moved sweep the", True),
        ("Followed option a, then `the` of `is a`", False),
        ("A test (the, of) was added: the, of it", False),
    ],
)
def test_small_words_stand_where_a_sentence_has_them(text: str, disorder: bool) -> None:
    """Articles before verbs and prepositions, prepositions before verbs, an article at the end."""
    assert in_disorder(text) is disorder


def test_a_short_statement_needs_its_number() -> None:
    """A count from an earlier passage does not support a later one."""
    events = session(
        "Before the fix the listing shows 1 checkpoint.", "Fixed: the listing shows 4 checkpoints."
    )
    index = index_of(events)
    assert carried(index, "After fix: 4 checkpoints", link(events, 2))
    assert not carried(index, "After fix: 4 checkpoints", link(events, 1))
    found = finding(events, "After fix: 4 checkpoints", link(events, 1))
    assert found is not None
    assert "but not 4." in found.message


@pytest.mark.parametrize(("number", "missing"), [("31", ""), ("30", "30")])
def test_a_long_statement_needs_the_number_that_the_passage_gives_otherwise(
    number: str, missing: str
) -> None:
    """Another value for the same noun contradicts; a count of other things may be the writer's own."""
    stated = f"The nightly sweep moved {number} archives into quarantine, read twice by the importer"
    assert missing_number(statement(stated), ["The sweep moved 31 archives into quarantine."]) == missing
    assert missing_number(statement(stated), ["The sweep moved them into quarantine in 4 steps."]) == ""


def row(gap: int) -> list[str]:
    """Return four words with this distance between neighbours."""
    stems = ["alpha", "bravo", "charli", "delta"]
    made: list[str] = []
    for stem in stems:
        made += [stem, *(f"x{len(made)}{n}" for n in range(gap - 1))]
    return made


WANTED = statement("alpha bravo charlie delta")


@pytest.mark.parametrize(("gap", "together"), [(3, True), (4, False)])
def test_words_stand_close_together(gap: int, together: bool) -> None:
    """Three places behind are near enough, four are not."""
    assert WANTED.tokens.stems == ("alpha", "bravo", "charli", "delta")
    assert words_co_occur(WANTED, [row(gap)]) is together


@pytest.mark.parametrize(("pairs", "together"), [(3, True), (2, False)])
def test_a_share_of_the_pairs_stands_together(pairs: int, together: bool) -> None:
    """Three pairs of nine are enough, two are not."""
    words = [f"w{chr(97 + n)}rd" for n in range(10)]
    wanted = statement(" ".join(words))
    stems = list(wanted.tokens.stems)
    rows = [stems[: pairs + 1], *([stem] for stem in stems)]
    assert words_co_occur(wanted, rows) is together


@pytest.mark.parametrize(
    ("words", "together"), [("alpha bravo charlie", True), ("alpha bravo charlie delta", False)]
)
def test_few_words_say_nothing_of_order(words: str, together: bool) -> None:
    """Three pairs are asked, two are not."""
    wanted = statement(words)
    assert words_co_occur(wanted, [[stem] for stem in wanted.tokens.stems]) is together


@pytest.mark.parametrize(
    ("words", "missing"), [("bravo charlie delta", "7"), ("bravo charlie delta echo", "")]
)
def test_up_to_so_many_words_a_number_is_most_of_it(words: str, missing: str) -> None:
    """With five words it is required, with six it is not."""
    assert missing_number(statement(f"alpha 7 {words}"), ["alpha bravo charlie delta echo"]) == missing


TABLE = (
    "| Place | Weight | What is wrong | Reply |\n"
    "| --- | --- | --- | --- |\n"
    "| crates.py | minor | The parser throws a raw SyntaxError where the loader wants a CrateError "
    "| Wrap the call |"
)
TRACE = (
    'Traceback (most recent call last):\n  File "/srv/crates/loader.py", line 12, in load_crate\n'
    "    return parse(manifest, strict=True)\nCrateError: hinge missing"
)
CELLS = "Wrap minor, call crates.py: loader, parser wants raw"
FRAMES = "missing manifest: hinge, loader; strict line"


@pytest.mark.parametrize(("source", "text"), [(TABLE, CELLS), (TRACE, FRAMES)])
def test_a_row_of_a_table_and_a_trace_say_their_words_together(source: str, text: str) -> None:
    """Words of a table row or trace count as together at any distance; those of prose lines do not."""
    claim = statement(text)
    lines = source.split("\n")
    rows = [statement(line).tokens.stems for line in lines]
    assert words_co_occur(claim, rows, laid_out(lines, rows))
    assert not words_co_occur(claim, rows)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("| crates.py | minor |", True),
        ("  | a | b | c |  ", True),
        ("| alone |", False),
        ("either this | or that", False),
        ("| --- |", False),
    ],
)
def test_a_row_has_two_cells(text: str, row: bool) -> None:
    assert is_table_row(text) is row


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ('  File "/srv/a.py", line 3, in load', True),
        ("Traceback (most recent call last):", True),
        ("    at async Loader.load (/srv/a.ts:3:4)", True),
        ("thread 'main' panicked at src/main.rs:3:4:", True),
        ("look at the loader", False),
        ("the file has 3 lines", False),
    ],
)
def test_a_frame_is_known_by_its_form(text: str, frame: bool) -> None:
    assert is_frame(text) is frame
