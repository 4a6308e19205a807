"""The summarization function and its content policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.strategies.snapshot.build import InMemory
from workbench.strategies import ChatMessage, ExtractiveSummarizer, MemoryPolicies, MemoryRun, SummaryRefused
from workbench.strategies.clauses import memory_clauses
from workbench.strategies.condensing import role_label, verbatim_run
from workbench.strategies.memory.state import estimated_tokens
from workbench.strategies.memory.summary_text import Heading, SummaryBullet, bounded, check, parse, render


def summary(*said: str, current: str = "") -> str:
    """The extractive summary of user messages."""
    return ExtractiveSummarizer().summarize_memory(current, [ChatMessage("user", text) for text in said])


def test_the_whole_summary_is_rewritten() -> None:
    """A later summary contains everything of the earlier one that still holds, once, in the same form."""
    first = summary("Use sqlite for the order store. Never write to the ledger table.")
    second = summary("Keep the boards, sand and oil them.", current=first)
    assert parse(render(parse(second))) == parse(second)
    assert second.count("ledger") == 1
    assert [e.text for e in parse(second) if e.heading is Heading.DECISIONS] == [
        "Use sqlite for the order store.",
        "Keep the boards, sand and oil them.",
    ]


def test_information_is_deduplicated() -> None:
    """A repeated statement, or part of one, is stated once in its fuller form."""
    once = summary("Never write to the ledger table.", "Never write to the ledger table before Monday noon.")
    assert len(parse(once)) == 1
    assert "Monday" in once
    assert summary("Never write to the ledger table.", current=once) == once


@pytest.mark.parametrize(
    ("earlier", "later", "gone"),
    [
        ("Set the retry limit to 3.", "Actually set the retry limit to 5.", "3"),
        ("The deadline is Friday.", "The deadline is now Monday.", "Friday"),
        ("Use MySQL for the store.", "Actually, let's go with SQLite for the store.", "MySQL"),
        ("Never deploy on Friday.", "You may deploy on Friday from now on.", "Never"),
        ("Use PostgreSQL.", "Use SQLite instead of PostgreSQL.", "Use PostgreSQL."),
        ("Add a summary column to the report.", "Remove the summary column again from the report.", "- Add"),
    ],
)
def test_the_most_recent_explicit_decision_wins(earlier: str, later: str, gone: str) -> None:
    """Across a fold, the later of two decisions about the same thing is the one that is kept."""
    last = summary(later, current=summary(earlier))
    assert gone not in last
    assert len(parse(last)) == 1


def test_two_things_of_one_kind_do_not_replace_each_other() -> None:
    """Open points, and facts about different things, stay side by side."""
    stated = summary(
        "open: rent the sander for 18 april. open: test the grey boards.", "Set the page limit to 40."
    )
    stated = summary("Set the retry limit to 3.", current=stated)
    assert len(parse(stated)) == 4
    for one, two in (("Service 1 must use port 81.", "Service 2 must use port 82."), ("Room 1 gets 4 chairs.",
        "Room 2 gets 6 chairs.")):  # fmt: skip
        assert len(parse(summary(two, current=summary(one)))) == 2


def test_what_is_reported_as_closed_or_changed_goes() -> None:
    """The assistant's labels close or change earlier entries; each open point is separate."""
    said = (
        "Open: choose a sink before May; order the skip.",
        "Decision: white metro tiles up to the shelves.",
        "Closed: the sink.",
        "Decision changed: green zellige instead of white metro tiles.",
    )
    stated = ""
    for text in said:
        stated = ExtractiveSummarizer().summarize_memory(stated, [ChatMessage("assistant", text)])
    assert [entry.text for entry in parse(stated)] == [
        "green zellige instead of white metro tiles.",
        "order the skip.",
    ]


def test_opinions_filler_and_reasoning_stay_out() -> None:
    """Thanks, praise, guesses and announcements leave no trace."""
    messages = [
        ChatMessage("user", "Thanks, that is great! What do you think?"),
        ChatMessage(
            "assistant", "Great question! I think 40 rows might be too many. Let me look at src/app.py first."
        ),
    ]
    stated = ExtractiveSummarizer().summarize_memory("", messages)
    assert [entry.text for entry in parse(stated)] == ["src/app.py"]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("User: hello there", "not a bullet under a heading"),
        ("## Feelings\n- happy", "has a heading"),
        ("## Decisions Made\n- User: use sqlite", "role label"),
        (
            "## Decisions Made\n- one two three four five six seven eight nine ten eleven twelve",
            "word for word",
        ),
        ("## Decisions Made\n" + "- use sqlite\n" * 400, "tokens, over 1,000"),
    ],
)
def test_the_content_policy_is_checked(bad: str, why: str) -> None:
    """Dialogue, labels, other headings and too many tokens are refused from any summarizer."""
    said = ChatMessage(
        "user", "Well: one two three four five six seven eight nine ten eleven twelve thirteen."
    )
    with pytest.raises(SummaryRefused, match=why):
        check(bad, [said], 1_000, estimated_tokens)


class Chatty:
    """A summarizer that breaks the policy so many times, then keeps it."""

    def __init__(self, times: int) -> None:
        self.times, self.calls = times, 0

    def summarize_memory(self, current: str, messages: Sequence[ChatMessage]) -> str:
        self.calls += 1
        if self.calls <= self.times:
            return f"Sure! Here is the summary of {len(messages)} messages after {current!r}."
        return "## Decisions Made\n- Kept short"


def talked(run: MemoryRun) -> MemoryRun:
    """Six exchanges, after which the next message makes it fold."""
    run.ask("Never touch the invoices table.")
    run.answered("ok")
    for number in range(5):
        run.ask(f"message {number}")
        run.answered("ok")
    return run


def test_a_summary_that_breaks_the_policy_is_asked_for_once_more() -> None:
    """The second answer is used, and the first one's violation is recorded."""
    model = Chatty(1)
    run = talked(MemoryRun("r", summarizer=model))
    asked = run.ask("message 6")
    assert (model.calls, run.state.memory_summary) == (2, "## Decisions Made\n- Kept short")
    assert asked.folded is not None and asked.folded.lapse is not None
    assert (asked.folded.lapse.instead, len(asked.folded.lapse.broken)) == ("retry", 1)
    assert run.lapses == (asked.folded.lapse,)


def test_a_model_that_breaks_the_policy_twice_is_stood_in_for_offline() -> None:
    """No message is dropped unfolded, the conversation goes on, and the lapse is kept with the run."""
    keeper = InMemory()
    model = Chatty(2)
    run = talked(MemoryRun("r", summarizer=model, keeper=keeper))
    run.ask("message 6")
    assert model.calls == 2
    assert "invoices table" in run.state.memory_summary
    (lapse,) = run.lapses
    assert (lapse.call, lapse.instead, len(lapse.broken)) == ("memory summary", "offline", 2)
    assert "not a bullet under a heading" in lapse.broken[0]
    assert MemoryRun("r", keeper=keeper).lapses == run.lapses
    assert talked(MemoryRun("s")).ask("message 6").folded.lapse is None  # type: ignore[union-attr]


@pytest.mark.parametrize("empty", ["", " \n", "## Decisions Made\n"])
def test_an_answer_without_a_bullet_does_not_wipe_a_memory(empty: str) -> None:
    """It is requested once more, then the offline summary is used; existing bullets stay."""

    class Wiping:
        def summarize_memory(self, current: str, messages: Sequence[ChatMessage]) -> str:
            return empty if current else f"## Decisions Made\n- Kept all {len(messages)}"

    run = talked(MemoryRun("r", summarizer=Wiping(), keeper=InMemory()))
    run.ask("message 6")
    assert run.state.memory_summary.startswith("## Decisions Made\n- Kept all ")
    for _ in range(8):
        run.answered("ok")
        run.ask("one message more")
    assert "- Kept all " in run.state.memory_summary
    assert run.lapses[0].instead == "offline"


def test_a_long_sentence_is_reported_below_the_verbatim_limit_or_not_at_all() -> None:
    """Eleven words of a message may be adjacent, twelve may not, and no word is inserted."""
    said = "Never move the boards of the hall before the finance team has counted the 240 rows of the table."
    (entry,) = parse(summary(said))
    assert verbatim_run(entry.text, said) is None
    rest = iter(said.split())
    assert all(word in rest for word in entry.text.split())
    assert summary(f"Never use {' '.join(f'pkg_{n}' for n in range(12))}.") == ""
    assert role_label(" ".join(memory_clauses("User: use sqlite").texts)) is None


def test_who_repeats_a_bullet_word_for_word_is_not_refused() -> None:
    """A summary whose words were repeated in a message is shortened, and the conversation continues."""
    first = summary(
        "Keep the boards of the hall and move the 240 rows to the table that the finance team locked."
    )
    (bullet,) = parse(first)
    again = summary(bullet.text, current=first)
    assert len(parse(again)) == 1
    assert check(again, [ChatMessage("user", bullet.text)], 1_000, estimated_tokens) == again


def test_what_is_over_the_limit_goes_by_whole_bullets_least_binding_first() -> None:
    """References go before facts, facts before wishes, and decisions last, of equals the oldest."""
    entries = [SummaryBullet(heading, f"{heading.name.lower()} {n}") for heading in Heading for n in range(3)]
    for most in range(10, 120, 5):
        left = bounded(entries, most, estimated_tokens)
        assert estimated_tokens(render(left)) <= most
        headings = {entry.heading for entry in left}
        assert (
            Heading.ARTIFACTS not in headings or len([e for e in left if e.heading is Heading.DECISIONS]) == 3
        )
    assert bounded(entries, 30, estimated_tokens) == [*entries[6:9], *entries[10:12]]


def test_policies_must_make_sense() -> None:
    """No window, no budget, a share over one and what is no whole number are refused."""
    wrongs: tuple[dict[str, Any], ...] = (
        {"window": 0},
        {"window": 2.5},
        {"window": "6"},
        {"window": True},
        {"budget_tokens": 0},
        {"budget_share": 1.5},
        {"budget_share": None},
        {"buffer": -1},
    )
    for wrong in wrongs:
        with pytest.raises(ValueError, match="policies"):
            MemoryPolicies(**wrong)
