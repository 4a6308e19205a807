"""Conflicts: labelled pairs, and what a draft finds in the events of a session, both sides cited."""

from __future__ import annotations

import pytest

from gates.artifact import ConflictDetail, Item
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact
from tests.strategies.snapshot.conflict_pairs import AGREEMENTS, CONFLICTS, PAIRS, Pair
from workbench.strategies import DraftRequest
from workbench.strategies.snapshot.clashes import clash, result_clash
from workbench.strategies.snapshot.conflicts import LOOK_BACK, conflicts

SESSION = "ses_c0ffee"


def judged(pair: Pair) -> bool:
    """Return whether the rules report a conflict."""
    speakers = (pair.earlier_by, pair.later_by)
    if speakers == ("agent", "tool"):
        return result_clash(pair.earlier, pair.later)
    if speakers == ("tool", "agent"):
        return result_clash(pair.later, pair.earlier)
    if pair.earlier_by != pair.later_by or "tool" in speakers:
        return False
    return clash(pair.earlier, pair.later, by="user" if pair.later_by == "user" else "agent") is not None


@pytest.mark.parametrize("half", [0, 1])
def test_labelled_pairs(half: int) -> None:
    """No false conflict in either half, and nine of ten found; half 1 was not fitted to."""
    wanted = [pair for pair in PAIRS if pair.half == half]
    false = [pair for pair in wanted if judged(pair) and not pair.conflict]
    true = [pair for pair in wanted if pair.conflict]
    assert false == []
    assert sum(map(judged, true)) >= 0.9 * len(true)


@pytest.mark.parametrize(
    ("earlier", "later", "why"),
    [
        ("The loader removes blank cells.", "The loader keeps blank cells.", "opposite"),
        ("A refund needs three signatures.", "A refund needs one signature.", "value"),
        ("The ledger is stored in Redis.", "The ledger is stored in Mnesia.", "value"),
        ("Only owners can archive a card.", "Every user can archive a card.", "opposite"),
        ("Node 18 ships with npm 9.", "Node 20 ships with npm 10.", None),
        ("Room 4 holds 12 people.", "Room 5 holds 30 people.", None),
        ("The hall 4 seats 90 guests.", "The hall 7 seats 90 guests.", None),
        ("The hall 4 seats 90 guests.", "The hall 4 seats 70 guests.", "value"),
        ("The chapter 4 has 90 pages.", "The chapter 4 has 70 pages.", None),
        ("The quota is 4 for 90 guests.", "The quota is 7 for 90 guests.", "value"),
        ("The ledger is stored in Redis.", "The outbox is stored in Mnesia.", None),
        ("The loader removes blank cells.", "The loader drops blank cells.", None),
    ],
)
def test_one_difference_is_a_conflict_and_two_are_another_thing(
    earlier: str, later: str, why: str | None
) -> None:
    """Inflected opposites, numbers in words and places of one value count; two other numbers do not."""
    assert clash(earlier, later, by="agent") == why


def test_there_are_enough_pairs() -> None:
    """At least forty of either kind, each once."""
    assert min(len(CONFLICTS), len(AGREEMENTS)) >= 40
    assert len({pair[:4] for pair in PAIRS}) == len(PAIRS)


def session(*said: tuple[str, str]) -> list[SourceEvent]:
    """Events by kind: `user`, `agent`, `edit` (a path), `run` (what the command returned)."""
    events: list[SourceEvent] = []

    def add(kind: EventKind, text: str, tool: ToolFact | None = None) -> None:
        events.append(SourceEvent(len(events), kind, text, f"n{len(events)}", tool=tool))

    for who, text in said:
        call = f"c{len(events)}"
        if who == "user":
            add(EventKind.USER, text)
        elif who == "agent":
            add(EventKind.ASSISTANT, text)
        elif who == "edit":
            tool = ToolFact("edit", call, ToolAction.CHANGE, text)
            add(EventKind.TOOL_CALL, f"edit\nfile_path: {text}", tool)
            add(EventKind.TOOL_RESULT, "done", tool._replace(failed=False))
        else:
            tool = ToolFact("bash", call, ToolAction.COMMAND, "make test")
            add(EventKind.TOOL_CALL, "bash\ncommand: make test", tool)
            add(EventKind.TOOL_RESULT, text, tool)
    return events


def found(events: list[SourceEvent], start: int = 0) -> list[Item]:
    """The conflicts of a range to the end."""
    return conflicts(DraftRequest(SourceRange(SESSION, start, len(events) - 1), events))


def sides(item: Item) -> tuple[str, str]:
    """The words of both sides."""
    assert isinstance(item.detail, ConflictDetail)
    quotes = {link.evidence_id: link.quote for link in item.links}
    one, other = (
        (" ".join(quotes[name] for name in side)) for side in (item.detail.side_a, item.detail.side_b)
    )
    return one, other


def test_the_same_statement_on_both_sides_is_no_conflict() -> None:
    """A repeated directive, also in other words, was not retracted."""
    for again in ("Never touch the invoices table!", "I said: never touch the invoices table."):
        assert found(session(("user", "Never touch the invoices table."), ("user", again))) == []


def test_directives_with_other_values_conflict() -> None:
    """Both are quoted; the earlier one may precede the range, the later one may not."""
    events = session(
        ("user", "Cap the upload at 500 MB."),
        ("agent", "It is capped."),
        ("user", "Cap the upload at 200 MB."),
    )
    (item,) = found(events, 2)
    assert sides(item) == ("Cap the upload at 500 MB.", "Cap the upload at 200 MB.")
    assert found([*events, *session(("agent", "Fine."))[:1]][:2]) == []


def test_statements_of_the_agent_conflict_while_nothing_was_changed() -> None:
    """An edit between them may be why they differ."""
    one, other = (
        ("agent", "The token expires after 15 minutes."),
        ("agent", "The token expires after 60 minutes."),
    )
    (item,) = found(session(("user", "How long?"), one, other))
    assert sides(item)[1].startswith("The token expires after 60 minutes")
    assert found(session(("user", "How long?"), one, ("edit", "src/token.py"), other)) == []


def test_a_statement_too_far_back_is_not_looked_at() -> None:
    """The agent's earlier side is looked for among the last events before the range."""
    one, other = (
        ("agent", "The token expires after 15 minutes."),
        ("agent", "The token expires after 60 minutes."),
    )
    for between, count in ((LOOK_BACK - 1, 1), (LOOK_BACK, 0)):
        events = session(one, *[("user", "Go on.")] * between, other)
        assert len(found(events, len(events) - 1)) == count, between


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ((("run", "3 failed, 41 passed in 2s"), ("agent", "All tests pass.")), 1),
        ((("agent", "All tests pass."), ("run", "3 failed, 41 passed in 2s")), 1),
        ((("run", "3 failed, 41 passed in 2s"), ("edit", "a.py"), ("agent", "All tests pass.")), 0),
        ((("run", "3 failed, 1 passed"), ("run", "44 passed"), ("agent", "All tests pass.")), 0),
        (
            (
                ("run", "error: 2 failed here\n" + "log\n" * 9 + "44 pass\n0 fail"),
                ("agent", "All tests pass."),
            ),
            0,
        ),
        ((("run", "3 failed, 41 passed in 2s"), ("user", "And now?"), ("agent", "All tests pass.")), 0),
    ],
)
def test_a_claim_that_the_result_beside_it_denies(said: tuple[tuple[str, str], ...], count: int) -> None:
    """Only the nearest result counts, and only its summary; nothing may have been changed or asked since."""
    events = session(("user", "Run the tests."), *said)
    items = found(events)
    assert len(items) == count
    for item in items:
        assert {"All tests pass", "3 failed, 41 passed in 2s"} <= {side.rstrip(".") for side in sides(item)}


@pytest.mark.parametrize(
    ("earlier", "later", "why"),
    [
        ("The staging server listens at 10.0.0.12.", "The staging server listens at 10.0.0.13.", "value"),
        ("The staging server listens at 10.0.0.12.", "The staging server listens at 10.0.0.12.", None),
        ("The mill library has version 14.10.12.", "The mill library has version 14.10.15.", "value"),
        ("The staging server listens at 10.0.0.12.", "The staging server never listens at 10.0.0.13.", None),
    ],
)
def test_long_addresses_and_versions_are_compared_whole(earlier: str, later: str, why: str | None) -> None:
    """Two that differ in their last character are two values, and a denial of one is none of the other."""
    assert clash(earlier, later, by="agent") == why


@pytest.mark.parametrize(
    ("earlier", "later", "why"),
    [
        (
            "The session timeout is 30 minutes according to README_ops.md.",
            "The session timeout is 45 minutes according to app_config.yaml.",
            "value",
        ),
        (
            "According to README_ops.md, the session timeout is 30 minutes.",
            "The session timeout is 45 minutes as set in the app_config.yaml file.",
            "value",
        ),
        (
            "The session timeout is 30 minutes according to README_ops.md.",
            "The session timeout is 30 minutes according to app_config.yaml.",
            None,
        ),
        (
            "The session timeout is 30 minutes according to README_ops.md.",
            "The idle timeout is 45 minutes according to app_config.yaml.",
            None,
        ),
    ],
)
def test_two_sources_that_give_another_value_conflict(earlier: str, later: str, why: str | None) -> None:
    """The named source is not part of the statement."""
    assert clash(earlier, later, by="agent") == why


@pytest.mark.parametrize(
    ("demand", "stated"),
    [
        ("The retry limit must be 3.", "I set the retry limit to 5 in client.toml."),
        ("Use Redis 7 for the cache.", "The cache runs Redis 6, as it did."),
        ("Cap the upload at 500 MB.", "The upload is capped at 300 MB."),
    ],
)
def test_another_value_than_the_user_demanded_is_a_conflict(demand: str, stated: str) -> None:
    """Both speakers are cited; a value that was stated before the demand is no conflict."""
    events = session(("user", demand), ("agent", stated))
    (item,) = found(events)
    assert sides(item) == (demand, stated)
    assert found(session(("agent", stated), ("user", demand))) == []


def test_a_settled_value_is_no_conflict() -> None:
    """The agent states the demanded value later, or the user accepts the other one."""
    demand, stated = (
        ("user", "The retry limit must be 3."),
        ("agent", "I set the retry limit to 5 in a.toml."),
    )
    assert found(session(demand, stated, ("agent", "I set the retry limit to 3 in a.toml."))) == []
    assert len(found(session(demand, stated, ("user", "Fine.")))) == 1


@pytest.mark.parametrize(
    ("demand", "stated"),
    [
        ("The retry limit must be at most 5.", "I set the retry limit to 3."),
        ("The retry limit must be 3.", "The retry limit was 5 before."),
        ("The retry limit must be 3.", "I set the upload limit to 5."),
        ("The retry limit must be 3.", "Should the retry limit be 5?"),
        ("Cap the upload at 500 MB.", "The upload is capped at 500000 KB."),
        ("Use Redis 7 for the cache.", "The session store runs Redis 6."),
        (
            "Keep the logs for 30 days.",
            "The nightly job that rotates the old logs took 4 seconds in all 12 runs.",
        ),
    ],
)
def test_a_value_that_keeps_to_the_demand_is_no_conflict(demand: str, stated: str) -> None:
    """A bound, an earlier state, another thing, a question, the same amount in another unit."""
    assert found(session(("user", demand), ("agent", stated))) == []


def test_tests_that_fail_for_the_user_contradict_the_claim_that_all_pass() -> None:
    """Not after a change, and not if it counts other tests."""
    claim, report = ("agent", "All 31 tests pass."), ("user", "For me 4 of 31 tests fail.")
    (item,) = found(session(claim, report))
    assert sides(item) == (claim[1], report[1])
    assert found(session(claim, ("edit", "a.py"), report)) == []
    assert found(session(claim, ("user", "For me 4 of 90 tests fail."))) == []
