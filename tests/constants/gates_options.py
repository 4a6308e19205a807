"""Constants of how an answered question, and a count given by names, is found again."""

from __future__ import annotations

from gates.retention.chosen_options import answer_retained
from gates.retention.enumerated import without_named_count
from tests.constants.holding import holds

ASKED = "Which queue holds the retries?"


@holds("gates.retention.chosen_options:LEAST_LABEL")
def an_option_of_one_word_is_none() -> None:
    """Two stems are an option and one is not."""
    assert answer_retained(f"{ASKED} Redis streams", "Retries: redis streams")
    assert not answer_retained(f"{ASKED} Redis", "Retries: redis")


@holds("gates.retention.chosen_options:ALONE_LABEL")
def an_option_of_four_words_is_known_by_itself() -> None:
    """Four stems without the question are enough, three are not."""
    assert answer_retained(f"{ASKED} Durable redis streams, sharded", "Now: durable redis streams, sharded")
    assert not answer_retained(f"{ASKED} Durable redis streams", "Now: durable redis streams")


@holds("gates.retention.chosen_options:NEAR_WORDS")
def an_option_is_refused_within_four_words() -> None:
    """Four words before it a refusal counts, five before it belongs to something else."""
    assert not answer_retained(f"{ASKED} Redis streams", "Retries: rejected for now the redis streams")
    assert answer_retained(f"{ASKED} Redis streams", "Retries: rejected for now but the redis streams")


@holds("gates.retention.enumerated:MOST_NAMED")
def twelve_names_are_a_count() -> None:
    """Twelve names say how many there are, thirteen need the number too."""
    names = "Ada Bo Cy Dan Eve Flo Gus Hal Ida Jo Kim Lou Max".split()
    for count, given in ((12, True), (13, False)):
        said = f"I'll call those {count}."
        stated = f"The user calls them all ({', '.join(names[:count])})."
        assert (without_named_count(said, stated) != said) is given
