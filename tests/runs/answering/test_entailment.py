"""A model's claim is verified only if the words it quotes support it."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.sessions import load_events
from tests.runs.build import env_of
from tests.runs.served import LIT, RUNG, answered, claim, sides, synthesis
from workbench.runs.answering.entailment import AROUND, LEAST_QUOTED, quoted_words, why_unsupported
from workbench.runs.outputs.output_files import parted, report
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE
from workbench.services.runs.run_review import reviewed

AND = "Ann lit the lamp and Rolf rang the bell."
CARS = "The ferry carries 310 passengers and 40 cars."
PILOT = "Ships longer than 90 metres need a pilot."
CLOSED = "The harbour is closed from 5 January to 2 February."
ROWS = "Ash,porter,day\nBea,cook,night"


def why(statement: str, text: str, quote: str = "", above: str = "Notes") -> str:
    """Return why a text does not support a statement; empty if it does."""
    quote = quote or text
    start = text.index(quote)
    return why_unsupported(statement, [quoted_words(text, start, start + len(quote), above)])


@pytest.mark.parametrize(
    ("statement", "text", "quote"),
    [
        ("Mallory lit the lamp.", LIT, ""),
        ("The lamp of the quay was not lit by Ann.", LIT, ""),
        ("Ann never lit the lamp.", LIT, ""),
        ("Rolf, not Ann, lit the lamp of the quay.", LIT, ""),
        ("The lamp of the quay was lit by Ann.", LIT, "the"),
        ("Ann died at the quay because Rolf pushed her.", LIT, "lamp"),
        ("Ann was lit by the lamp of the quay.", LIT, ""),
        ("The lamp lit Ann.", LIT, ""),
        ("The lamp was lit by Anna.", LIT, ""),
        ("Only Ann lit the lamp.", LIT, ""),
        ("The lamp was lit without Ann.", LIT, ""),
        ("Rolf lit the lamp.", AND, "Ann lit the lamp"),
        ("Ann rang the bell.", AND, "Rolf rang the bell"),
        ("Ann rang the bell.", "Rolf rang the bell; Ann lit the lamp.", ""),
        ("Ann lit the lamp because Rolf rang the bell.", AND, ""),
        ("Ann lit the lamp.", "Rumour says that Ann lit the lamp.", "Ann lit the lamp"),
        ("Ann lit the lamp.", "The lamp was not lit by Ann.", "lit by Ann"),
        ("Ann lit the lamp.", "Was it Ann who lit the lamp?", ""),
        ("The bell is rung.", "When the fog comes, the bell is rung.", "the bell is rung"),
        ("The harbour is open from 5 January to 2 February.", CLOSED, ""),
        ("The ferry carries 310 cars.", CARS, ""),
        ("Rolf pushed Ann.", "Ann pushed Rolf.", ""),
        ("Ann pushed Rolf.", "Ann was pushed by Rolf.", ""),
        ("Ann was pushed.", "Ann pushed Rolf.", ""),
        ("All ships need a pilot.", PILOT, ""),
        ("Ships need a pilot.", PILOT, ""),
        ("Ships longer than 80 metres need a pilot.", PILOT, ""),
        ("The ferry sails from Oslo to Bergen.", "The ferry sails from Bergen to Oslo.", ""),
        ("Ash is a cook.", ROWS, ""),
        ("Dogs may board.", "Dogs may board only on Monday.", ""),
        ("Ann lit the lamp of the quay. Mallory sold it.", LIT, ""),
    ],
)
def test_what_the_words_quoted_do_not_say_is_not_borne_out(statement: str, text: str, quote: str) -> None:
    """Another name, number, sign, role, order or condition, or words that say too little."""
    assert why(statement, text, quote)


@pytest.mark.parametrize(
    ("statement", "text", "quote", "above"),
    [
        (LIT, LIT, "", ""),
        ("Ann lit the lamp of the quay.", LIT, "", ""),
        ("The lamp was lit by Ann.", LIT, "lit by Ann", ""),
        ("It is closed from 5 January to 2 February.", CLOSED, "from 5 January to 2 February", ""),
        ("The harbour is closed in winter from 5 January to 2 February.", CLOSED, "", "Rules > Winter"),
        (
            "The Runa has a crew of 14.",
            "The Runa has a crew of fourteen people.",
            "crew of fourteen people",
            "",
        ),
        (
            "The lamp was repaired in 1850.",
            "The lamp is old. It was repaired in 1850.",
            "repaired in 1850",
            "",
        ),
        ("Ships over 90 metres need a pilot.", PILOT, "", ""),
        ("Ash is a porter.", ROWS, "Ash,porter,day", "name, role, shift"),
        ("The ferry carries 40 cars.", CARS, "", ""),
        ("The ferry carries 310 passengers.", CARS, "", ""),
    ],
)
def test_what_they_say_in_other_words_is_borne_out(statement: str, text: str, quote: str, above: str) -> None:
    """Active for passive, less of it, a number in figures, a word of the heading, a row of a table."""
    assert not why(statement, text, quote, above)


def test_a_quotation_needs_two_content_words() -> None:
    """One is found anywhere; a whole statement may be shorter."""
    assert LEAST_QUOTED == 2
    assert why("Ann lit.", LIT, "by Ann") == "the words that it quotes say too little"
    assert why("The lamp was lit by Ann.", LIT, "lit by Ann") == ""
    assert why("Ann", "Ann\n\nBea", "Ann") == ""


def test_the_sentence_around_a_quotation_counts_however_far_it_goes() -> None:
    """Up to some hundred code points to either side."""
    text = f"{LIT[:-1]}, {'as everybody here knows well enough, ' * 8}not."
    assert len(text) < AROUND
    assert why("Ann lit the lamp.", f"Nobody knows whether {LIT}", "lit by Ann")


def test_a_lie_beside_a_true_quotation_is_a_candidate_apart_with_the_reason(tmp_path: Path) -> None:
    """It is not in the answer or any other field of the output, and the report names it as the model's."""
    lie = "Mallory lit the lamp."
    shown = answered(tmp_path, synthesis=synthesis(f"{lie} <script>x</script>", claim(lie, LIT)))
    made = shown.output
    assert made is not None and made.ended == "uncertain" and made.answer == NO_DIRECT_EVIDENCE
    assert [(c.status, c.reason) for c in made.claims] == [
        ("candidate", "the words quoted do not say: mallory")
    ]
    parts = parted(made)
    assert not parts.answer and [c.text for c in parts.unverified] == [lie]
    text = report(made)
    assert "## Said by the model, not verified" in text and "## Answer" not in text
    assert "the words quoted do not say: mallory" in text
    assert "Mallory" not in made.answer and "script" not in made.model_dump_json()
    review = reviewed(env_of(tmp_path), shown.record.session_id)
    assert review is not None
    assert [(c.text, c.status, c.reason) for c in review.claims] == [
        (lie, "candidate", "the words quoted do not say: mallory")
    ]


def test_the_answer_is_made_of_verified_claims_and_counts_what_it_leaves_out(tmp_path: Path) -> None:
    """Each sentence of the model that no verified claim states is counted."""
    answer = "Ann lit the lamp [1]. Mallory helped. And Zed paid 5 million."
    made = answered(tmp_path, synthesis=synthesis(answer, claim("Zed paid.", LIT), claim(LIT, LIT))).output
    assert made is not None and made.answer == f"{LIT} [1]" and made.ended == "answered"
    assert [(c.text, c.status) for c in made.claims] == [(LIT, "verified"), ("Zed paid.", "candidate")]
    assert made.uncertainty == (
        "2 sentences of the model's answer left out: no verified claim says as much.",
    )


def test_a_model_s_conflict_quotes_words_of_its_own_on_each_side(tmp_path: Path) -> None:
    """The same words twice are no conflict, and a conflict is reported in the quoted words alone."""
    conflicts = [sides([LIT], [LIT]), sides([LIT], []), sides([LIT], [RUNG])]
    made = answered(tmp_path, synthesis=synthesis("", claim(LIT, LIT), conflicts=conflicts)).output
    assert made is not None
    assert [([q.quote for q in c.side_a], [q.quote for q in c.side_b]) for c in made.conflicts] == [
        ([LIT], [RUNG])
    ]
    assert [c.reason for c in made.claims if c.status == "candidate"] == [
        "it does not quote different words on its two sides"
    ]
    assert any("1 of the model's conflicts left out" in each for each in made.uncertainty)


@pytest.mark.usefixtures("recorded")
def test_no_snapshot_states_what_nothing_bears_out(tmp_path: Path) -> None:
    """The session's claims are the verified ones."""
    lie = "Mallory lit the lamp."
    shown = answered(tmp_path, synthesis=synthesis("", claim(lie, LIT), claim(LIT, LIT)))
    events = load_events(env_of(tmp_path).open_store(), shown.record.session_id)
    answer = next(e.text for e in events if e.text.startswith("Answer:"))
    assert (
        f"- {lie} (not verified: the words quoted do not say: mallory)" in answer and f"- {LIT}\n" in answer
    )
