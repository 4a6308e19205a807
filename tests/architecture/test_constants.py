"""Every named number of the gates and of the facts is held by a case just above and one just below.

`tests/constants` holds them and proves it: a pair must fail when its constant is moved. A new constant
needs a pair there. Those that have none yet are named here, so that the list can only become shorter.
"""

from __future__ import annotations

from tests.constants.holding import PAIRS
from tests.constants.listing import constants
from tests.constants.test_pairs import case_name

NO_THRESHOLDS = {
    "gates.contradiction.warning_weights:": "fitted weights, written by a script; measured with the ranking",
    "gates.retention.loss_weights:": "fitted weights, written by a script; measured with the ranking",
    "gates.language.numerals:SCALES": "what thousand and million mean",
    "gates.language.quantities:_ORDINALS": "what third and fourth mean",
    "gates.language.quantities:_SCALES": "what thousand and million mean",
    "gates.language.tokens:_UNITS": "what k and M mean behind a number",
    "gates.language.similarity:MILLION": "weights are whole millionths",
    "gates.search.fullest:MILLION": "weights are whole millionths",
    "workbench.facts.proposals.model:_SCALE": "weights are whole thousandths",
    "gates.canonical:_EXACT": "integers that a double holds exactly (RFC 8785)",
    "gates.snapshot.invariants:FIRST_SEQUENCE": "sequences begin at 1",
    "gates.snapshot.pairing:_FIRST_LETTER": "the private use area of Unicode",
    "gates.search.bitmaps:": "memory and machine words; any value finds the same",
    "gates.search.hay:": "how texts are cut up; any value finds the same",
    "gates.search.fullest:": "how the search is cut up; any value finds the same",
    "gates.search.kept_postings:": "what is kept in two ways; any value finds the same",
    "gates.snapshot.kept_tables:": "tables in memory; any value makes the same",
    "workbench.facts.history:": "pages of events in memory; any value reads the same",
    "workbench.facts.plans.plan_text:_PATH": "more of a path than its pattern can match",
}
"""Numbers by which nothing is decided, by the beginning of their key, each with its reason."""

NOT_YET = frozenset(
    """
    gates.artifact:MAX_ITEMS
    gates.artifact:MAX_TEXT
    gates.language.quantities:_FIGURE_REACH
    gates.language.quantities:_ORDINAL_REACH
    gates.language.quantities:_RUN_REACH
    gates.retention.alignment:LEAST_ROOT
    gates.retention.binding_edits:NEGATED_FROM
    gates.retention.best_match:LONG
    gates.retention.best_match:MAX_TOGETHER
    gates.retention.edits:CHATTER_HELD
    gates.retention.conditions:CLAUSE_HELD
    gates.retention.edits:FEW
    gates.retention.kept:HELD
    gates.retention.likelihood:LISTED_FROM
    gates.retention.times:LEAST_LIST
    gates.retention.swaps:LEAST_STATED
    gates.retention.swaps:MARGIN
    gates.retention.swaps:MOST_PAIRS
    gates.retention.swaps:MOST_PARTS
    gates.retention.swaps:NEAR
    gates.retention.user_message_list:LEAST_WORDS
    gates.retention.user_message_list:MOST_OF
    gates.retention.words:TITLE_FROM
    gates.search.prepared:HEAD_TARGETS
    gates.search.span_search:CANDIDATES
    gates.search.span_search:COMMON
    gates.snapshot.cadence:EVENT_THRESHOLD
    gates.snapshot.cadence:N_STEP_FALLBACK
    gates.snapshot.pairing:SIMILAR
    workbench.facts.proposals.fold:MOST_WORDS
    workbench.facts.superseding.revision:_MOST
    workbench.facts.plans.saved_plans:MAX_BODY
    workbench.facts.plans.saved_plans:MOST_PARTS
    workbench.facts.plans.saved_plans:OPENING
    workbench.facts.shown:THINKING_LENGTH
    workbench.facts.shown:TOOL_LENGTH
    workbench.facts.superseding.updates:_FULL
    """.split()
)
"""Thresholds without a pair of cases so close to them."""


def exempt(key: str) -> bool:
    """Whether a number decides nothing."""
    return key.startswith(tuple(NO_THRESHOLDS))


def test_every_constant_has_its_cases() -> None:
    """A pair that notices when it is moved."""
    held = set(map(case_name, PAIRS))
    missing = {key for key in constants() if not exempt(key)} - held - NOT_YET
    assert sorted(missing) == [], "add a pair to tests/constants"


def test_nothing_is_named_that_is_not_there() -> None:
    """A constant that is gone, or that has its cases by now, is named no more."""
    found, held = constants(), set(map(case_name, PAIRS))
    assert sorted(held - found) == []
    assert sorted((NOT_YET - found) | (NOT_YET & held)) == []
    assert [start for start in NO_THRESHOLDS if not any(key.startswith(start) for key in found)] == []
