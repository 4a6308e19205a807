"""Gate B on statements that no passage carries alone but the neighbouring events of one exchange do."""

from __future__ import annotations

import pytest

from gates.language.similarity import statement
from gates.search.exchange import carried_by_exchange, exchange_score, exchange_spans
from gates.search.index import Resolution, SourceIndex
from gates.search.linking import link_statement
from gates.search.span_search import SpanSearch
from gates.traceability import traceable
from tests.gates.build import index_of, item
from tests.gates.test_link_support import FILLER, session

QUESTION = "Should the nightly sweep move broken archives?"
ANSWER = "Yes, into quarantine folders beside the manifest."
STATED = "Nightly sweep moves broken archives into quarantine folders"
OTHER = "The invoice table is sorted by customer."


def test_a_question_and_its_answer_carry_a_statement_together() -> None:
    """Neither contains enough of it; both are linked, and gate B counts it."""
    index = index_of(session(QUESTION, ANSWER))
    search = SpanSearch(index)
    assert [span.ordinal for span in exchange_spans(STATED, search)] == [1, 2]
    stated = item(STATED)
    stated = stated.model_copy(update={"links": link_statement(search, stated)})
    assert traceable(stated, index, None, search)


def resolutions(index: SourceIndex, *ordinals: int) -> list[Resolution]:
    """Whole events, as links to them resolve."""
    return [Resolution(True, "", True, o, 0, len(index.events[o].text)) for o in ordinals]


@pytest.mark.parametrize(("between", "carried"), [(3, True), (4, False)])
def test_events_far_from_one_another_are_no_exchange(between: int, carried: bool) -> None:
    """Two on either side of the one in the middle are; a question is not answered much later."""
    texts = (QUESTION, *[OTHER] * between, ANSWER)
    index = index_of(session(*texts))
    claim = statement(STATED)
    links = resolutions(index, 1, 2 + between)
    assert carried_by_exchange(claim, links, [[QUESTION], [ANSWER]], index) is carried


@pytest.mark.parametrize(
    ("stated", "carried"),
    [
        (STATED, True),
        (f"{STATED} within 9 days", True),
        (f"{STATED} within 7 days", False),
        ("Nightly sweep moves the of broken archives into quarantine folders", False),
    ],
)
def test_what_the_events_do_not_say_is_not_carried(stated: str, carried: bool) -> None:
    """A number that they give otherwise, and small words that make no sentence."""
    said = [QUESTION, f"{ANSWER} Kept for 9 days."]
    index = index_of(session(*said))
    passages = [[said[0]], [said[1]]]
    assert carried_by_exchange(statement(stated), resolutions(index, 1, 2), passages, index) is carried


def test_a_name_that_the_session_never_has_is_in_no_exchange() -> None:
    """An unknown name prevents the match, however much of the rest matches."""
    search = SpanSearch(index_of(session(QUESTION, ANSWER)))
    assert exchange_spans(f"{STATED} by `quarantine_mover.py`", search) == []


def test_words_that_stand_apart_count_less() -> None:
    """The same words in the same events, with others between them."""
    index = index_of(session(QUESTION, ANSWER))
    rows = [statement(text).tokens.stems for text in (QUESTION, ANSWER)]
    spread = [[stem for word in row for stem in (word, "x1", "x2", "x3")] for row in rows]
    claim = statement(STATED)
    assert exchange_score(claim, rows, index) > exchange_score(claim, spread, index) + 0.5


def test_the_events_of_an_exchange_are_neighbours() -> None:
    """With ten other events between them none is found."""
    texts = (QUESTION, *[f"{OTHER} {FILLER[n]}" for n in range(10)], ANSWER)
    assert exchange_spans(STATED, SpanSearch(index_of(session(*texts)))) == []


def test_a_statement_that_no_passage_carries_is_linked_to_its_exchange() -> None:
    """The linker takes it where nothing else is found."""
    asked = "Which port does the staging proxy listen on, and is it behind the load balancer?"
    answer = "8443 with mutual authentication, yes, since the last rollout of the gateway team in spring."
    stated = "Staging proxy: behind load balancer, mutual authentication since gateway rollout"
    index = index_of(session(*FILLER[:20], asked, answer, *FILLER[20:]))
    links = link_statement(SpanSearch(index), item(stated))
    assert [link.ordinal for link in links] == [21, 22]
