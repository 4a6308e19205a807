"""Replays: the cadence, rolling over its own results, what is judged against what, the store untouched."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.policy import DEFAULT_POLICY
from gates.source import EventKind, SourceEvent
from tests.cli.samples import write_transcript
from tests.services.test_drafting import environment, imported
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.facts.history import EventHistory
from workbench.presentation.passes import held_words
from workbench.services.drafts.ranges import Figures
from workbench.services.replays.replay import Replay, ReplayRequest, replay
from workbench.services.replays.replay_cuts import Cut, cadence
from workbench.services.replays.replay_points import LostItem, Point, Share, on_one_base
from workbench.services.replays.replay_series import ReplayGround, Series
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.strategies.base import Candidate, DraftRequest, candidate


def figures(turns: int) -> list[Figures]:
    """A question and an answer a turn."""
    return [
        Figures(2 * turn + place, kind, turn + 1, None)
        for turn in range(turns)
        for place, kind in enumerate(("user", "assistant"))
    ]


@pytest.mark.parametrize(
    ("turns", "every", "passes"),
    [(80, 10, 8), (81, 20, 5), (100, 20, 5), (200, 20, 10), (201, 21, 10), (8, 1, 8), (9, 2, 5), (1, 1, 1)],
)
def test_the_cadence_is_the_contracts_where_that_shows_drift(turns: int, every: int, passes: int) -> None:
    """Twenty turns where that gives 5 to 10 passes, else what gives a few; the last reaches the end."""
    found = cadence(figures(turns), [], None, 10)
    assert (found.every, len(found.cuts), found.left_out) == (every, passes, 0)
    assert found.cuts[-1] == Cut(2 * turns - 1, turns)
    assert (found.why == "the default cadence") == (every == 20)


def within(events: int, turns: int = 1) -> list[Figures]:
    """A session of a few turns with many events."""
    return [Figures(n, "user" if n < turns else "assistant", min(n + 1, turns), None) for n in range(events)]


@pytest.mark.parametrize(
    ("events", "apart", "passes"),
    [(176, 22, 8), (64, 8, 8), (63, 9, 7), (40, 8, 5), (16, 8, 2), (15, None, 1)],
)
def test_a_session_of_one_turn_is_cut_within_it(events: int, apart: int | None, passes: int) -> None:
    """About eight passes, each of eight events at least; the last reaches the end."""
    found = cadence(within(events), [], None, 10)
    assert (found.every_events, len(found.cuts)) == (apart, passes)
    assert found.cuts[-1].end == events - 1
    assert found.rhythm == (f"every {apart} events" if apart else "every turn")


def test_cuts_within_a_turn_split_no_tool_call_and_are_not_made_unasked() -> None:
    """A requested cadence in turns is kept; five turns are enough."""
    plain = cadence(within(24), [], None, 10)
    assert [cut.end for cut in plain.cuts] == [7, 15, 23]
    grown = cadence(within(24), [(7, 9)], None, 10)
    assert [cut.end for cut in grown.cuts] == [9, 15, 23]
    assert cadence(within(24), [], 1, 10).every_events is None
    assert len(cadence(within(24), [], 1, 10).cuts) == 1
    assert cadence(figures(5), [], None, 10).every_events is None
    assert cadence(within(40, 4), [], None, 10).every_events == 8
    assert cadence(within(39, 4), [], None, 10).every_events is None


def test_a_cadence_that_is_asked_for_is_kept_and_the_rest_left_out() -> None:
    """A requested cadence is kept; more turns per pass would show less drift."""
    found = cadence(figures(50), [], 5, 4)
    assert (found.every, found.left_out) == (5, 6)
    assert [cut.turn for cut in found.cuts] == [5, 10, 15, 20]
    assert cadence(figures(50), [], 5, 10).left_out == 0


def test_a_cut_splits_no_tool_call_from_its_result() -> None:
    """It grows to the result; a session without events has no cut."""
    plain = cadence(figures(6), [], 2, 10)
    grown = cadence(figures(6), [(2, 5)], 2, 10)
    assert [cut.end for cut in plain.cuts] == [3, 7, 11]
    assert [cut.end for cut in grown.cuts] == [5, 7, 11]
    assert cadence([], [], None, 10).cuts == ()


def test_a_share_of_nothing_is_null() -> None:
    """Shares add up by their counts."""
    assert Share(0, 0).value is None
    assert (Share(1, 2) + Share(2, 2)).value == 0.75


RULES = (
    "Never send the weekly report before nine in the morning.",
    "Always keep the invoice numbers unchanged.",
    "Do not rename the folder archive/2024.",
)


def ground() -> ReplayGround:
    """A session in which each turn adds a rule."""
    events = []
    for turn, rule in enumerate(RULES, 1):
        place = 2 * (turn - 1)
        events.append(SourceEvent(place, EventKind.USER, rule, f"u{turn}", turn=turn, tokens=12))
        stated = f"Understood, number {turn} is noted."
        events.append(SourceEvent(place + 1, EventKind.ASSISTANT, stated, f"a{turn}", turn=turn, tokens=8))
    return ReplayGround("ses_rules", EventHistory.of(events), True, DEFAULT_POLICY, (), RULES[0])


class Forgetful:
    """A maker that reports the rules of its new events, and only the newest item of those it rolls up."""

    name, prompt_version = "forgetful", "forgetful/1"

    def __init__(self) -> None:
        self.requests: list[DraftRequest] = []

    def draft(self, request: DraftRequest) -> Candidate:
        self.requests.append(request)
        start = request.rolled[-1].source.source_end + 1 if request.rolled else request.source.start
        said = [event.text for event in request.seen()[start:] if event.kind is EventKind.USER]
        items = [Item(kind=ItemKind.CONSTRAINT, text=text) for text in said]
        items += [item for each in request.rolled for item in each.items[:1]]
        return candidate(request, items, self.name, Origin.DRAFTED)


def test_rolling_rolls_up_its_own_result_and_is_judged_by_all_it_stands_for() -> None:
    """Items that the previous pass left out stay lost, although this one did not read them (SG1)."""
    maker, series = Forgetful(), Series(ground(), "rolling")
    points = [series.draft(maker, Cut(end, turn)) for end, turn in ((1, 1), (3, 2), (5, 3))]
    assert [len(request.rolled) for request in maker.requests] == [0, 1, 1]
    assert [request.source.start for request in maker.requests] == [0, 0, 0]
    assert maker.requests[2].rolled[0].source.source_end == 3
    assert [point.retained for point in points] == [Share(1, 1), Share(2, 2), Share(2, 3)]
    assert [item.generation for item in points[2].items] == [2, 2]
    (lost,) = points[2].lost
    assert (lost.text, lost.since, lost.was_kept) == (RULES[0], 3, True)
    assert "C" in points[2].failed


def test_items_say_since_which_pass_they_are_there() -> None:
    """A new item shows its text; later passes show its age."""
    maker, series = Forgetful(), Series(ground(), "rolling")
    first, second, third = (series.draft(maker, Cut(end, 0)) for end in (1, 3, 5))
    assert [(item.since, item.text) for item in first.items] == [(1, RULES[0])]
    assert {item.since: item.text for item in second.items} == {2: RULES[1], 1: None}
    assert second.carried == 1
    assert third.ages == {1: 1, 2: 1}


def test_a_pass_shows_how_much_of_what_earlier_ones_retained_it_holds() -> None:
    """What is summarised again loses by the pass, also where nothing of it counts; one-shot passes do not."""
    rolled, afresh = Series(ground(), "rolling"), Series(ground(), "intentional")
    cuts = (Cut(1, 1), Cut(3, 2), Cut(5, 3))
    assert [rolled.draft(Forgetful(), cut).held for cut in cuts] == [Share(0, 0), Share(1, 1), Share(1, 2)]
    last = [afresh.draft(Forgetful(), cut) for cut in cuts][-1]
    assert last.held == Share(2, 2)
    assert held_words(last) == "holds 2/2 statements that earlier passes retained, 100%"


def test_one_shot_passes_begin_again() -> None:
    """They read every event up to the cut, and stages only what follows the stage before."""
    maker = Forgetful()
    series = Series(ground(), "intentional")
    points = [series.draft(maker, Cut(end, 0)) for end in (1, 3, 5)]
    assert [point.retained.value for point in points] == [1.0, 1.0, 1.0]
    assert all(not request.rolled and request.source.start == 0 for request in maker.requests)
    staged = Forgetful()
    series = Series(ground(), "multi_session")
    points = [series.draft(staged, Cut(end, 0)) for end in (1, 3, 5)]
    assert [request.source.start for request in staged.requests] == [0, 2, 4]
    assert [bool(request.seed) for request in staged.requests] == [False, True, True]
    assert [point.retained for point in points] == [Share(1, 1), Share(1, 2), Share(1, 3)]


def test_kept_events_enter_the_context_too() -> None:
    """They count in the size, and their statements are retained."""
    plain = Artifact(
        source=ArtifactSource(session_id="ses_rules", source_start=0, source_end=5),
        strategy="native",
        prompt_version="imported:test/1",
        origin=Origin.IMPORTED,
        narrative="Three rules were given.",
    )
    kept = ArtifactSource(session_id="ses_rules", source_start=0, source_end=5, kept=(4, 5))
    cut = Cut(5, 3)
    without = Series(ground(), "transcript").found(plain, cut)
    verbatim = Series(ground(), "transcript").found(plain.model_copy(update={"source": kept}), cut)
    assert 19 <= verbatim.tokens - without.tokens <= 20  # the text is estimated by the other events
    assert verbatim.source_tokens == without.source_tokens == 60
    assert (without.retained, verbatim.retained) == (Share(0, 3), Share(1, 3))
    assert [each.text for each in verbatim.lost] == [RULES[0], RULES[1]]
    opaque = Series(ground(), "transcript").found(plain.model_copy(update={"opaque": True}), cut)
    assert opaque.skipped == "the summary is encrypted or absent"


def test_what_is_retained_is_what_gate_c_says() -> None:
    """For an answer kept without its question, replay reports the same loss as `score`."""
    stated = (
        (EventKind.ASSISTANT, "Should I drop the legacy_invoices table and keep its backup for thirty days?"),
        (EventKind.USER, "Yes, do that."),
    )
    events = [SourceEvent(n, kind, text, f"n{n}", turn=n) for n, (kind, text) in enumerate(stated)]
    asked = ReplayGround("ses_asked", EventHistory.of(events), True, DEFAULT_POLICY, (), "")
    for kept, retained in (((1,), 0), ((0, 1), 1)):
        made = Artifact(
            source=ArtifactSource(session_id="ses_asked", source_start=0, source_end=1, kept=kept),
            strategy="native",
            prompt_version="imported:test/1",
            origin=Origin.IMPORTED,
            narrative="A table was looked at.",
        )
        report = asked.judge(1, frozenset(kept)).evaluate(made, ())
        point = Series(asked, "transcript").found(made, Cut(1, 1))
        assert [each.item_id for each in point.lost] == [each.item_id for each in report.lost]
        assert point.retained == Share(retained, 1)


def test_passes_over_one_range_have_shares_of_the_same_items() -> None:
    """A request that was carried out and that one of them leaves out is in none, unless one denies it."""

    def point(series: str, counted: str, lost: str = "") -> Point:
        items = [LostItem(each, "decision", each, "contradicted", 1, was_kept=False) for each in lost]
        known = frozenset(("open_work" if each == "w" else "decision", each) for each in counted)
        return Point(series, 1, 9, 1, 60, counted=known, lost=tuple(items))

    skipped = Point("memory", 1, 9, 1, 0, skipped="nothing")
    found = on_one_base([point("a", "pqw"), skipped, point("b", "pqrsw", "r"), point("c", "pqsw")])
    assert [each.decisions for each in found] == [Share(3, 3), Share(0, 0), Share(2, 3), Share(3, 3)]
    assert [each.open_work for each in found] == [Share(1, 1), Share(0, 0), Share(1, 1), Share(1, 1)]
    assert on_one_base([skipped]) == [skipped]


def test_what_is_called_contradicted_is_in_the_count_of_contradictions() -> None:
    """The opposite of a captured rule counts once, whichever gate found it."""

    class Denying(Forgetful):
        def draft(self, request: DraftRequest) -> Candidate:
            text = "Always send the weekly report before nine in the morning."
            return candidate(request, [Item(kind=ItemKind.CONSTRAINT, text=text)], self.name, Origin.DRAFTED)

    point = Series(ground(), "denying").draft(Denying(), Cut(1, 1))
    assert [each.verdict for each in point.lost] == ["contradicted"]
    assert point.contradictions == 1


class Broken:
    """Gives what does not parse."""

    name, prompt_version = "broken", "broken/1"

    def draft(self, request: DraftRequest) -> Candidate:
        good = Forgetful().draft(request)
        return replace(good, payload={"items": 7})


def test_a_pass_that_cannot_be_made_says_why() -> None:
    """The others go on."""
    point = Series(ground(), "broken").draft(Broken(), Cut(3, 2))
    assert point.skipped.startswith("the draft does not parse: ")
    assert point.to_json()["size"] is None


def played(env: Env, session: str, *strategies: str) -> Replay:
    return replay(env, session, ReplayRequest(strategies or ("intentional", "rolling"), every=1))


def test_a_replay_shows_the_transcripts_own_summary_beside_the_strategies(tmp_path: Path) -> None:
    """The sample's summary drops work and twists a number; drafts of the same events lose nothing."""
    env = environment(tmp_path)
    found = played(env, imported(env, tmp_path))
    assert found.series == ("intentional", "rolling", "transcript")
    (own,) = found.of("transcript")
    assert own.retained.kept < own.retained.of
    assert {each.text for each in own.lost} >= {"Document the retry limit in docs/upload.md"}
    assert [point.number for point in found.of("rolling")] == [1, 2, 3]
    assert [point.end for point in found.points] == sorted(point.end for point in found.points)
    generations = [{item.generation for item in point.items} for point in found.of("rolling")]
    assert generations == [{0}, {1}, {2}]


def test_nothing_of_a_replay_is_kept(tmp_path: Path) -> None:
    """The store's bytes are unchanged; modes that are off can be replayed too."""
    env = environment(tmp_path, config=tmp_path / "none.toml")
    session = imported(env, tmp_path)
    before = hashlib.sha256(Path(env.store_location).read_bytes()).hexdigest()
    played(env, session, "rolling", "multi_session", "memory", "checkpoint")
    assert hashlib.sha256(Path(env.store_location).read_bytes()).hexdigest() == before


def test_a_replay_is_deterministic(tmp_path: Path) -> None:
    """Equal events, equal figures."""
    env = environment(tmp_path)
    session = imported(env, tmp_path)
    one, two = (json.dumps(played(env, session).to_json()) for _ in range(2))
    assert one == two


def test_a_strategy_that_cannot_draft_a_range_is_shown_without_figures(tmp_path: Path) -> None:
    """The historian needs work, or more turns than the first ones of a chat."""
    env = environment(tmp_path)
    chat = Path(__file__).resolve().parents[2] / "sample_sessions" / "kitchen-chat.json"
    session = import_paths(env, [str(chat)]).imported[0].appended.session_id
    found = played(env, session, "historian")
    first = [point for point in found.points if point.series == "historian"][:3]
    assert all("keeps the newest 3 turns" in point.skipped for point in first)
    assert found.of("historian")[0].number == len(first) + 1


def test_work_is_bounded_and_says_what_it_left_out(tmp_path: Path) -> None:
    """Passes beyond the limit, and events after the last requested one, are reported."""
    env = environment(tmp_path)
    session = imported(env, tmp_path)
    found = replay(env, session, ReplayRequest(("memory",), every=1, generations=2))
    assert (len(found.of("memory")), found.cadence.left_out) == (2, 1)
    short = replay(env, session, ReplayRequest(("memory",), every=1, until=9))
    assert short.last == 9
    assert short.unread == short.session.events - 10
    assert short.series == ("memory",)
    with pytest.raises(UsageError, match="lies outside the session"):
        replay(env, session, ReplayRequest(until=999))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ReplayRequest(("native",)), "native repairs a summary"),
        (ReplayRequest(("nonsense",)), "nonsense"),
        (ReplayRequest(every=0), "--every 0 makes no sense"),
        (ReplayRequest(generations=0), "--generations 0 makes no sense"),
    ],
)
def test_what_cannot_be_replayed_is_refused_before_any_work(
    tmp_path: Path, request_: ReplayRequest, message: str
) -> None:
    """Before the store is even opened."""
    with pytest.raises(UsageError, match=message):
        replay(environment(tmp_path), "ses_none", request_)


class Stop(Exception):
    """The user's request to stop."""


def test_a_replay_ends_when_its_listener_says_so(tmp_path: Path) -> None:
    """At the next pass, with nothing kept."""
    env = environment(tmp_path)
    session, heard = imported(env, tmp_path), list[str]()

    def say(text: str) -> None:
        heard.append(text)
        if len(heard) == 3:
            raise Stop

    with pytest.raises(Stop):
        replay(env, session, ReplayRequest(every=1), say)
    assert heard[0] == "reading the session"
    assert heard[1].endswith("intentional")


def test_a_transcript_without_a_summary_has_no_series_of_its_own(tmp_path: Path) -> None:
    """Only the strategies."""
    env = environment(tmp_path)
    path = write_transcript(tmp_path / "plain.jsonl", None)
    session = import_paths(env, [str(path)]).imported[0].appended.session_id
    assert played(env, session, "memory").series == ("memory",)
