"""Pairs for the constants by which gate C compares clauses, word forms and an item's topic."""

from __future__ import annotations

from unittest.mock import patch

from gates.language.similarity import similarity, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention import judging, separate_clauses, verb_forms, words
from gates.retention.match import Match
from tests.constants.gates_judging import even, unit, wanted
from tests.constants.holding import holds


@holds("gates.retention.judging:LEAST_SHARED", step=0.05)
def a_statement_is_taken_apart_from_some_shared_words() -> None:
    """At .32 of an item's words its clauses are compared, at .28 it is compared as a whole."""
    item, stated = wanted("Keep the shed locked."), unit("The shed stays locked; guests use the porch.")
    best = Match(Retention.DROPPED, "no_match", 0.1)
    found: list[tuple[ArtifactStatement, ...]] = []
    for shared in (0.32, 0.28):
        with patch.object(judging, "coverage", return_value=shared):
            found.append(judging._with_clauses(item, (stated,), best))
    assert [len(each) for each in found] == [3, 1]


@holds("gates.retention.separate_clauses:LEAST")
def a_clause_states_something_with_some_content_words() -> None:
    """Two do, one does not."""
    clauses = separate_clauses.binding_clauses.__wrapped__  # not what is remembered
    assert len(clauses("Never sand the door, please wait outside")) == 2
    assert clauses("Sand the door, always wait for me") == ()


@holds("gates.retention.verb_forms:LEAST_TOPIC")
def a_topic_has_some_words() -> None:
    """Without its words of conversation two other words of an item are compared; one is not enough."""
    likeness = []
    for said, told in (("I think we paint barns", "Paint barns."), ("I think barns", "Barns.")):
        item, stated = statement(said), statement(told)
        whole = similarity(item, stated, even)
        likeness.append(verb_forms.similarity_of_forms(item, stated, even) > whole)
    assert likeness == [True, False]


@holds("gates.retention.words:LONGEST_IRREGULAR")
def a_short_form_in_ed_is_irregular() -> None:
    """Four letters may be (`fled`), five are not (`freed`)."""
    assert words.base_stem("fled") == words.base_stem("flee")
    assert words.base_stem("freed") == "freed"
