"""Condensing only removes words, as few as possible, and none that limits or negates a statement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.language.similarity import statement
from workbench.facts.spans import GAP
from workbench.strategies import condensing
from workbench.strategies.clauses import MemoryClauses, memory_clauses, opening_words
from workbench.strategies.condensing import (
    VERBATIM_WORDS,
    VerbatimRuns,
    condense,
    cues_of,
    verbatim_run,
    words_of,
)
from workbench.strategies.condensing_words import (
    ARTICLES,
    FILLERS,
    HOLDS_IF,
    LIMITING,
    OPENERS,
)

WORDS = """
    the a an and or not never no only just without must should may might can cannot don't won't
    shouldn't did do does have has been was is are if unless before after until always sometimes exactly
    about at between from of to in that this my its 9 12 40% 3.5 src/app.py --force order_total retry
    table rows, export; tests, deploy run keep delete please really very quite we're it's it is but than
    more few user server (stove) too once nobody `make check` "as is" because, which quietly we I then -
""".split()
GOES = ARTICLES | FILLERS | OPENERS | {"and", "is", "are"}
"""Words that may be left out of a sentence."""
sentences_of = st.lists(st.sampled_from(WORDS), min_size=12, max_size=40)


def stands_in_order(words: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether all words occur among those said, in the same order."""
    rest = iter(said)
    return all(word in rest for word in words)


def _held(text: str) -> list[str]:
    """Return the words that must be kept, in order."""
    return [word for word in words_of(text) if word not in GOES]


def _denied(text: str) -> set[tuple[str, str]]:
    """Return the negated or limited words, each with its negation, without articles."""
    words = [word for word in words_of(text) if word not in ARTICLES]
    return {pair for pair in pairwise(words) if pair[0] in LIMITING}


@settings(max_examples=200, deadline=None)
@given(sentences_of)
def test_no_word_is_added_changed_or_moved(words: list[str]) -> None:
    """Every word occurs in the sentence in the same order, and no twelve are adjacent."""
    said = " ".join(words)
    for text in memory_clauses(said).texts:
        assert text
        assert stands_in_order(words_of(text), words_of(said))
        assert verbatim_run(text, said) is None


@settings(max_examples=200, deadline=None)
@given(sentences_of)
def test_nothing_that_binds_is_left_out(words: list[str]) -> None:
    """A condensed sentence has every other word; polarity, force and numbers are the same."""
    said = " ".join(words)
    bare = " ".join(words[next((n for n, word in enumerate(words) if word not in OPENERS), 0) :])
    text = condense(said)
    if text is None:
        return
    assert _held(text) == _held(said)
    assert _denied(text) <= _denied(said)
    assert cues_of(text) in (cues_of(said), cues_of(bare))
    assert bool(statement(text).tokens.negations) == bool(statement(said).tokens.negations)


@settings(max_examples=120, deadline=None)
@given(sentences_of)
def test_what_is_not_reported_is_named(words: list[str]) -> None:
    """A sentence leads to texts, or it is left out and named; one without any word leads to neither."""
    said = " ".join(words)
    made = memory_clauses(said)
    assert made.texts or made.left_out
    for sentence in made.left_out:
        assert stands_in_order(words_of(sentence), words_of(said))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([word for word in WORDS if word not in OPENERS]), min_size=1, max_size=11))
def test_a_short_sentence_stays_as_said(words: list[str]) -> None:
    """Below the verbatim limit nothing has to go."""
    assert condense(" ".join(words)) == " ".join(words)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            "Keep in mind that the server did restart twice before the export was done by hand.",
            "Keep in mind that the server did restart twice before export was done by hand.",
        ),
        (
            "With one condition, the water must be off only between 9 and 12 because of the doctor upstairs.",
            "With one condition, water must be off only between 9 and 12 because of doctor upstairs.",
        ),
        (
            "I changed the exporter and the two tests that you named, so the run passes again now.",
            "I changed the exporter and two tests that you named, so the run passes again now.",
        ),
        ("Good luck with the plaster.", "Good luck with the plaster."),
        ("Ok, so far we have 14,710 in all.", "so far we have 14,710 in all."),
    ],
)
def test_a_condensed_sentence_still_reads_as_one(said: str, text: str) -> None:
    """Auxiliary verbs, pairs of numbers and `the only` stay; an article is enough."""
    assert condense(said) == text


def test_a_clause_about_things_is_shortened_and_one_in_parentheses_left_out() -> None:
    """`that are` goes before what was done to them; a clause with a name is no code. A denial stays."""
    said = "I will not have keys on my own ring that are shared by everybody of the crew"
    assert condense(said) == "I will not have keys on my own ring shared by everybody of the crew"
    assert condense(said.replace("that are shared", "that are not shared")) != said.replace("that are ", "")
    made = memory_clauses(
        "The cure was moving from the tarred rope of the mast (which needs `TarPot`) "
        "to plain hemp rope of the same strength (`hemp-12`)."
    )
    assert len(made.texts) == 1
    assert not made.left_out
    assert "TarPot" not in made.texts[0]
    assert "hemp-12" in made.texts[0]
    said = (
        "Sailors of both boats went from tarred ropes (which need `TarPot`) to plain hemp ropes everywhere."
    )
    assert memory_clauses(said).texts == (said.replace(" (which need `TarPot`)", ""),)


def test_a_command_is_never_cut_or_added_to() -> None:
    """A command of twelve words or more is kept literally or left out; no word is added."""
    said = "Verify all of it with `mise run fmt` && `mise run lint` && `mise run test:ci` now."
    assert memory_clauses(said).texts == ()
    assert memory_clauses(said).left_out == (said,)
    one = f"Run `{' '.join(f'make --step={n}' for n in range(8))}` before the release is cut."
    assert memory_clauses(one).texts == ()


def test_names_stay_whole() -> None:
    """Underscores, paths, flags and code spans are unchanged."""
    said = (
        "The script at tools/make_all.sh reads phase_test.go and the `__init__` file of `my pkg/a b.py` "
        "with --dry-run, then the run of the check is done by `make the check` alone."
    )
    (text,) = memory_clauses(said).texts
    for name in (
        "tools/make_all.sh",
        "phase_test.go",
        "`__init__`",
        "`my pkg/a b.py`",
        "--dry-run",
        "`make the check`",
    ):
        assert name in text


@pytest.mark.parametrize(
    ("said", "texts", "left"),
    [
        (
            "Never push straight to main; open one pull request per change with two reviewers named in it.",
            ("Never push straight to main",),
            ("open one pull request per change with two reviewers named in it.",),
        ),
        (
            "Unless somebody objects by noon, move both batch jobs to staging, then tell Ana what moved.",
            (
                "Unless somebody objects by noon, move both batch jobs to staging",
                "Unless somebody objects by noon, then tell Ana what moved.",
            ),
            (),
        ),
        (
            "Write nightly reports below reports/daily with gzip, because uncompressed ones filled disks.",
            ("Write nightly reports below reports/daily with gzip",),
            (),
        ),
    ],
)
def test_a_sentence_without_a_word_to_spare_is_reported_by_clauses(
    said: str, texts: tuple[str, ...], left: tuple[str, ...]
) -> None:
    """Parts between semicolons are separate, each clause keeps the condition, and a reason may be cut."""
    assert memory_clauses(said) == MemoryClauses(texts, left)


def test_what_binds_is_quoted_up_to_a_phrase_before_it_is_lost() -> None:
    """Fewer than twelve literal words and a mark are kept; the sentence still counts as left out."""
    begun = "Keep masking inside one function shared by exports plus replies"
    for rest in (" under src/masking for our two importers.", ", not two regex copies kept alike."):
        made = memory_clauses(begun + rest, binds=True)
        assert made.texts == (f"{begun} {GAP}",)
        assert made.left_out == (begun + rest,)
        assert memory_clauses(begun + rest) == MemoryClauses((), (begun + rest,))


@pytest.mark.parametrize(
    "said",
    [
        "Should we defer each nightly export of both regions until Ana has signed both of those forms?",
        "Never delete uploaded drafts that editors marked as archived during last summer from either bucket.",
        "Delete all uploaded drafts that editors marked as archived during last summer from either bucket.",
        "Write both reports below reports/daily with gzip on Mondays only if somebody asked for them before.",
    ],
)
def test_what_follows_and_limits_a_sentence_is_not_cut_from_it(said: str) -> None:
    """With a condition, a negation or an exception cut off, the beginning would mean something else."""
    assert opening_words(said) is None
    assert memory_clauses(said, binds=True) == MemoryClauses((), (said,))


@settings(max_examples=200, deadline=None)
@given(sentences_of)
def test_no_word_inside_of_what_is_quoted_is_left_out(words: list[str]) -> None:
    """A binding sentence is quoted literally from its beginning."""
    said = " ".join(words)
    quoted = opening_words(said)
    if quoted is not None:
        begun = " ".join(words_of(quoted))
        assert begun in " ".join(words_of(said))
        assert len(words_of(quoted)) < VERBATIM_WORDS


def test_the_mark_of_what_is_cut_follows_a_word() -> None:
    """A dash before it would promise what does not come."""
    said = "The desk made anew the shared kiosk prices `lunchTable` - for every kiosk of the north"
    assert opening_words(said) == "The desk made anew the shared kiosk prices `lunchTable` …"


def test_a_condition_stands_with_every_clause() -> None:
    """No clause becomes more general."""
    said = "Unless somebody objects by noon, move both batch jobs to staging, then tell Ana what moved."
    for text in memory_clauses(said).texts:
        assert set(words_of(text)) & HOLDS_IF


def test_words_of_which_none_can_go_are_not_reported() -> None:
    """If every word matters and there is no clause boundary, no text is made."""
    said = " ".join(["no"] * 30)
    assert condense(said) is None
    assert memory_clauses(said).texts == ()
    assert memory_clauses(said).left_out == (said,)


def test_eleven_words_stand_and_twelve_do_not() -> None:
    """The limit itself."""
    words = "north south east west alpha beta gamma delta epsilon zeta eta theta".split()
    assert memory_clauses(" ".join(words[:11])).texts == (" ".join(words[:11]),)
    assert memory_clauses(" ".join(words)).texts == ()


def test_a_quotation_stands_as_it_was_said() -> None:
    """A run is broken outside of it, even where that costs more."""
    said = (
        "Should the exporter write every night, or keep waiting until somebody asks for a file? "
        '"Keep waiting: write on demand" in their words'
    )
    text = condense(said)
    assert text is not None
    assert text != said
    assert '"Keep waiting: write on demand"' in text


def test_a_quotation_that_has_to_be_broken_loses_its_marks() -> None:
    """Eleven of its words may stay quoted; with an article removed it is no quotation."""
    words = "north south east west alpha the gamma delta epsilon zeta eta theta".split()
    assert condense(f'"{" ".join(words[:11])}"') == f'"{" ".join(words[:11])}"'
    text = condense(f'"{" ".join(words)}"')
    assert text == " ".join(word for word in words if word != "the")


def test_no_word_of_a_chained_command_yields() -> None:
    """What binds is quoted up to a phrase elsewhere, never inside `a && b`, quoted or not."""
    commands = "make format && make lint --strict && make test ARGS=fast"
    alone = f"{commands} && make pack && make ship"
    whole = memory_clauses(alone, binds=True)
    assert (whole.texts, whole.left_out) == ((), (alone,))


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        (  # a contrast is whole or left out
            "So trust is decent for the first table, but not high enough to treat every row as final "
            "without a second reading.",
            (),
        ),
        ("yes, no, and about forty are empty.", ("yes, no, and about forty are empty.",)),
        (
            "Yes — the form keeps its old address until the end of the year for everybody.",
            ("the form keeps its old address until the end of year for everybody.",),
        ),
        (
            "`a1b2c3d` — Order rows by date of entry; `e4f5a6b` — Show totals of every month below it",
            ("`a1b2c3d` — Order rows by date of entry", "`e4f5a6b` — Show totals of every month below it"),
        ),
    ],
)
def test_a_part_stays_beside_what_it_is_said_of(said: str, texts: tuple[str, ...]) -> None:
    """A phrase stays in its clause, a name beside what it names, and pairs stay complete."""
    assert memory_clauses(said).texts == texts


@pytest.mark.parametrize(
    "said",
    [
        "Nightly exports only stopped because somebody else had filled our disk with old archives.",
        "Nightly exports did not stop because somebody else had filled our disk with old archives.",
    ],
)
def test_a_reason_that_limits_a_clause_does_not_go_without_it(said: str) -> None:
    """Without the reason the clause would mean something else."""
    made = memory_clauses(said, binds=True)
    assert made.texts == ()
    assert made.left_out == (said,)


def test_what_points_back_goes_with_what_it_points_to() -> None:
    """If the part before a dash is left out, `that was slow` is not attached to another one."""
    said = (
        "Added a cache to the page. Since nobody reads those old reports there is little reason for anybody "
        "to load each of them on every start — that was slow for guests."
    )
    made = memory_clauses(said)
    assert "Added a cache to the page." in made.texts
    assert not any("that was slow" in text for text in made.texts)
    assert any("that was slow" in text for text in made.left_out)


def test_what_a_label_says_is_not_stated_without_the_label() -> None:
    """`to be removed later, if at all: …` limits what follows it."""
    said = (
        "To be read again by somebody else: eleven older reports about shipping, "
        "such as those of last spring that nobody signed."
    )
    made = memory_clauses(said)
    assert made.texts == ()
    assert made.left_out == (said,)


def test_a_sentence_that_points_to_one_that_is_left_out_is_left_out_too() -> None:
    """`It holds for guests` has no meaning without its referent."""
    words = "north south east west alpha beta gamma delta epsilon zeta eta theta"
    made = memory_clauses(f"Set {words}. It holds for guests of last year.")
    assert made.texts == ()
    assert made.left_out == (f"Set {words}.", "It holds for guests of last year.")
    assert memory_clauses("Set north. It holds for guests.").left_out == ()


def test_runs_of_many_messages_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results equal those for each message alone, and no message is read again per text."""
    messages = [" ".join(f"word{n}{k}" for k in range(14)) for n in range(3)]
    texts = [messages[1], " ".join(messages[2].split()[2:]), " ".join(messages[0].split()[:11]), "alpha beta"]
    runs = VerbatimRuns(messages)
    read: list[str] = []
    words_of_text = condensing.words_of

    def counted(text: str) -> list[str]:
        read.append(text)
        return words_of_text(text)

    monkeypatch.setattr(condensing, "words_of", counted)
    assert [runs.stand_in(text) for text in texts] == [True, True, False, False]
    assert read == texts
    assert [any(verbatim_run(text, each) for each in messages) for text in texts] == [
        True,
        True,
        False,
        False,
    ]
