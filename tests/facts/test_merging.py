"""Restatements merge, and the result does not depend on the input order."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gates.language.similarity import subsumes
from workbench.facts.commitment import Basis, Commitment, CommitmentKind, Status
from workbench.facts.merging import Survivors, merge
from workbench.facts.spans import EventWords

WORDS = ("parser", "exporter", "retry", "limit", "docs", "update", "tests", "src/a.py", "3", "not")


def made(text: str, ordinal: int, status: Status = "in_force") -> Commitment:
    """A directive said at one event."""
    return Commitment(
        CommitmentKind.DECISION, Basis.REQUEST, text, status, (EventWords(ordinal, 0, 5),), (ordinal,)
    )


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5, unique=True).map(" ".join)
statuses: st.SearchStrategy[Status] = st.sampled_from(("in_force", "superseded"))


@given(st.lists(st.tuples(texts, statuses), max_size=14), st.randoms(use_true_random=False))
def test_no_two_survivors_restate_one_another(given_texts: list[tuple[str, Status]], rng: object) -> None:
    """No survivor contains another, every input is covered, and order does not matter."""
    items = [made(text, n, status) for n, (text, status) in enumerate(given_texts)]
    kept = merge(items)
    for one in kept:
        assert not any(subsumes(one.text, other.text) for other in kept if other is not one)
    for item in items:
        assert any(subsumes(k.text, item.text) or subsumes(item.text, k.text) for k in kept)
    shuffled = list(items)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merge(shuffled) == kept


@given(st.lists(st.tuples(texts, statuses), max_size=14))
def test_what_binds_outlives_what_does_not(given_texts: list[tuple[str, Status]]) -> None:
    """Every text in force is contained in a survivor in force."""
    items = [made(text, n, status) for n, (text, status) in enumerate(given_texts)]
    binding = [k for k in merge(items) if k.counts]
    for item in items:
        if item.counts:
            assert any(subsumes(k.text, item.text) for k in binding)


def test_a_restatement_adds_its_place() -> None:
    """The fuller statement stays, with the places of both."""
    short, full = made("add logging", 2), made("add logging to src/export.py", 7)
    (kept,) = merge([short, full])
    assert kept.text == full.text
    assert kept.touched == (2, 7)
    assert [w.ordinal for w in kept.words] == [2, 7]


def test_an_answer_is_not_counted_beside_its_question() -> None:
    """The words present in both decide: the question may contain a negation that the answer lacks."""
    answer, question = EventWords(4, 10, 40), EventWords(3, 0, 60)
    alone = Commitment(
        CommitmentKind.DECISION, Basis.REQUEST, "ensure it is in the log", "in_force", (answer,), (4,)
    )
    whole = EventWords(4, 0, 40)
    reply = Commitment(
        CommitmentKind.DECISION,
        Basis.REPLY,
        "What if it does not fit? A. is fine, ensure it is in the log",
        "in_force",
        (question, whole),
        (4,),
    )
    assert [each.text for each in merge((alone, reply))] == [reply.text]
    elsewhere = Commitment(
        CommitmentKind.DECISION,
        Basis.REQUEST,
        "ensure it is in the log",
        "in_force",
        (EventWords(9, 0, 9),),
        (9,),
    )
    assert len(merge((elsewhere, reply))) == 2


def test_kinds_do_not_merge() -> None:
    """A todo and a directive of the same words are two items."""
    todo = Commitment(
        CommitmentKind.OPEN_WORK, Basis.TODO, "add logging", "open", (EventWords(1, 0, 3),), (1,)
    )
    assert len(merge([made("add logging", 0), todo])) == 2


@given(st.lists(texts, max_size=20))
def test_survivors_find_what_a_full_comparison_finds(said: list[str]) -> None:
    """The index misses no fuller and no contained text."""
    survivors = Survivors()
    for text in said:
        fuller = [p for p, known in enumerate(survivors.texts) if subsumes(known, text)]
        found = survivors.fuller(text)
        assert (found is None) == (not fuller)
        assert found is None or found in fuller
        inner = [p for p, known in enumerate(survivors.texts) if subsumes(text, known)]
        assert survivors.contained(text) == (inner[0] if inner else None)
        survivors.add(text)


class Counted(EventWords):
    """Words that count how often any of them is compared."""

    __slots__ = ()
    compared = 0

    def __lt__(self, other: EventWords) -> bool:
        Counted.compared += 1
        return (self.ordinal, self.start, self.end) < (other.ordinal, other.start, other.end)


def test_a_place_is_joined_to_a_thousand_without_sorting_them_again() -> None:
    """Otherwise a daily repetition would cost quadratic time."""
    often = made("keep the exporter fast", 0)
    many = replace(often, words=tuple(Counted(n, 0, 5) for n in range(1_000)), touched=tuple(range(1_000)))
    Counted.compared = 0
    joined = many.joined(replace(often, words=(Counted(500, 3, 5),), touched=(500,)))
    assert joined.words[500:502] == (Counted(500, 0, 5), Counted(500, 3, 5))
    assert len(joined.words) == 1_001 and len(joined.touched) == 1_000
    assert Counted.compared < 50


def test_an_item_is_folded_into_what_replaced_it() -> None:
    """Both are over and say the same: the later one survives, with its own status."""
    earlier = replace(made("cap uploads at 40 megabytes", 2, "superseded"), touched=(2, 6))
    later = made("cap uploads at 40 megabytes", 6, "done")
    (kept,) = merge([earlier, later])
    assert (kept.text, kept.status) == (later.text, "done")
