"""A name that the matched statement lacks and the next statement of the summary has."""

from __future__ import annotations

import pytest

from gates.report import Retention
from tests.gates.test_named_by_label import RETAINED, verdict

RULE = "Keep the sorted parcels of the depot in `depot/parcels/sorted.py`"
SAID = "Keep the sorted parcels of the depot in their own module"


def test_a_path_alone_missing_is_lost() -> None:
    """What the statement lacks, and no neighbour has."""
    assert verdict("decision", RULE, SAID) == (Retention.WEAKENED, "identifier_lost")


def test_the_next_statement_lends_its_path() -> None:
    """A bullet states the thing, the one below it the place."""
    assert verdict("decision", RULE, SAID, "Path: `depot/parcels/sorted.py`")[0] is Retention.PARAPHRASED


@pytest.mark.parametrize(
    "after",
    [
        ("Path: `depot/parcels/scales.py`",),
        ("It is not in `depot/parcels/sorted.py`",),
        ("The van leaves at noon", "Path: `depot/parcels/sorted.py`"),
    ],
)
def test_other_statements_lend_nothing(after: tuple[str, ...]) -> None:
    """Another path, a denial, and a statement further away."""
    assert verdict("decision", RULE, SAID, *after)[0] not in RETAINED
