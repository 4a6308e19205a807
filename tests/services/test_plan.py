"""Plans: estimated input, calls and money of each strategy beside the contract's planning ranges."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from gates.policy import PurposeLimits
from gates.source import EventKind
from store.records import sessions
from tests.services.test_drafting import environment, imported
from tests.strategies.modelled.scripted import asker
from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.facts.shown import (
    BYTES_PER_TOKEN,
    MOST_PARTS,
    PART_LENGTH,
    THINKING_LENGTH,
    TOOL_LENGTH,
    most_shown,
)
from workbench.models.prices import read_prices
from workbench.modes import Switch, append, read
from workbench.services.drafts.draft import request_of
from workbench.services.drafts.model_choice import ModelChoice, drafter_of
from workbench.services.drafts.range_choice import choose_range
from workbench.services.plans.exact_check import ExactCheck
from workbench.services.plans.plan import CONTRACT, CostPlan, chosen_range, fit_of, plan_range
from workbench.services.plans.plan_runs import (
    KNOWN_TOKENS,
    NARRATIVE_TOKENS,
    PAGE_TOKENS,
    QUOTE_FACTOR,
    SENTENCE_TOKENS,
    TASK_TOKENS,
    PlannedGeneration,
    PlannedRange,
    historian,
    multi_session,
    one_shot,
    rolling,
)
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.strategies.modelled.historian import LONGEST_TEXT
from workbench.strategies.modelled.stage_room import INSTRUCTION_TOKENS, stage_room, stage_windows
from workbench.strategies.triggers import EventFacts

NEAR = TASK_TOKENS + KNOWN_TOKENS + 200
"""Tokens by which a plan may overestimate a request: what it assumes beside the events, and their ends."""

PRICES = """\
[prices."anthropic:large"]
input = 4
output = 10.0
cache_read = 1

[prices."openai:small"]
input = 0.5
output = 2
currency = "EUR"
"""


def turns(count: int, tokens: int = 100, reply: int = 240) -> list[EventFacts]:
    """So many turns of a question and an answer, each of `tokens` tokens; answers of `reply` characters."""
    facts = []
    for turn in range(1, count + 1):
        ordinal = 2 * (turn - 1)
        facts.append(EventFacts(ordinal, "user", turn, turn, tokens, 240, None, None))
        facts.append(EventFacts(ordinal + 1, "assistant", turn, turn, tokens, reply, None, None))
    return facts


@pytest.mark.parametrize(("count", "runs"), [(20, 1), (21, 2), (40, 2), (41, 3)])
def test_rolling_runs_at_every_twentieth_turn(count: int, runs: int) -> None:
    """A turn more than twenty opens another run, and each takes in the page of the one before."""
    found = rolling(PlannedRange(turns(count), 40_000))
    assert len(found) == runs
    each = PlannedRange(turns(1), 40_000)
    assert sum(run.source for run in found) == count * each.checked
    assert found[0].input == min(count, 20) * each.sent + INSTRUCTION_TOKENS
    for number, (before, run) in enumerate(pairwise(found), start=2):
        own = each.sent * (min(count, 20 * number) - 20 * (number - 1))
        assert 0 < run.input - own - INSTRUCTION_TOKENS <= min(PAGE_TOKENS, before.input)


def test_an_answer_is_a_page_with_its_quotes_and_never_most_of_its_source() -> None:
    """35% of what is taken in where that is less."""
    assert one_shot(PlannedRange(turns(100), 40_000))[0].output == PAGE_TOKENS * QUOTE_FACTOR
    assert one_shot(PlannedRange(turns(2), 40_000))[0].output == 140


@pytest.mark.parametrize(
    ("kind", "speaks", "shown"),
    [
        ("tool_result", False, TOOL_LENGTH),
        ("tool_call", False, TOOL_LENGTH),
        ("tool_call", True, MOST_PARTS * PART_LENGTH),
        ("thinking", False, THINKING_LENGTH),
        ("assistant", False, MOST_PARTS * PART_LENGTH),
    ],
)
def test_a_plan_counts_what_a_request_would_show(kind: str, speaks: bool, shown: int) -> None:
    """Long results count by both ends, very long messages by four parts, and harness text not at all."""
    one = PlannedRange([EventFacts(0, kind, 1, 1, 10_000, 30_000, "c", None, speaks)], 40_000)
    parts = -(-shown // PART_LENGTH) if shown > THINKING_LENGTH else 1
    around = parts * (most_shown(EventKind(kind), 1) - 1)
    (run,) = one_shot(one)
    assert run.source == -(-(shown + around) // BYTES_PER_TOKEN)
    assert run.input - INSTRUCTION_TOKENS == round(10_000 * (shown + around) / 30_000)
    (whole,) = one_shot(PlannedRange([one.facts[0]._replace(tokens=20_000)], 40_000))
    assert whole.input - INSTRUCTION_TOKENS == whole.source, "an agent's count includes what nothing shows"
    (nothing,) = one_shot(PlannedRange([EventFacts(0, "meta", 1, 1, 10_000, 30_000, None, None)], 40_000))
    assert (nothing.source, nothing.input) == (0, INSTRUCTION_TOKENS)


def test_staged_windows_stay_below_the_cap() -> None:
    """Together they hold the whole range, each with room for its answer and for repairs, as drafts do."""
    scope = PlannedRange(turns(300), 40_000)
    found = multi_session(scope)
    assert sum(run.source for run in found) == scope.checked == 600 * PlannedRange(turns(1), 0).checked // 2
    assert len(found) == 4
    assert all(12_000 <= run.input <= 40_000 for run in found)
    assert all(run.source <= stage_room(40_000) for run in found)
    assert fit_of(one_shot(scope)[0], 40_000) == "refused"


def sentences(found: list[PlannedGeneration]) -> int:
    """Return how many long replies a plan of the historian summarizes."""
    (run,) = found
    assert run.calls == 1, "a draft asks for all sentences and the narrative at once"
    return (run.output - NARRATIVE_TOKENS) // SENTENCE_TOKENS


def test_the_historian_asks_once_for_the_narrative_and_each_long_reply() -> None:
    """Replies over 400 characters that are older than the last three turns; three leave nothing."""
    assert sentences(historian(PlannedRange(turns(5, reply=401), 40_000))) == 2
    assert sentences(historian(PlannedRange(turns(5, reply=400), 40_000))) == 0
    assert historian(PlannedRange(turns(3, reply=900), 40_000)) == []


def test_the_historian_of_a_short_range_asks_for_its_replies() -> None:
    """The newest 24,000 characters of them, where there was work between the messages."""
    work = EventFacts(9, "tool_call", 3, 3, 100, 240, "c", None)
    for reply, count in ((900, 3), (400, 0), (9_000, 2)):
        assert sentences(historian(PlannedRange([*turns(3, reply=reply), work], 40_000))) == count


@pytest.mark.parametrize(
    ("run", "fit"),
    [
        (PlannedGeneration(32_501, 30_000, 1), "refused"),
        (PlannedGeneration(32_500, 30_000, 1), "over_with_mending"),
        (PlannedGeneration(31_500, 30_000, 1, carried=1_001), "refused"),
        (PlannedGeneration(31_500, 30_000, 1, carried=1_000), "over_with_mending"),
        (PlannedGeneration(9_000, 9_000, 2_261), "over_with_mending"),
        (PlannedGeneration(9_000, 9_000, 2_260), "within"),
        (PlannedGeneration(0, 0, 0), "within"),
    ],
)
def test_a_run_fits_the_cap_with_its_answer_and_its_rounds(run: PlannedGeneration, fit: str) -> None:
    """Refused with its longest answer over it; within it where both corrections may send the events again."""
    assert fit_of(run, 40_000) == fit


def test_the_planning_ranges_are_the_contracts() -> None:
    """Numbers, trend and risk as in its table."""
    assert {each.mode: (each.low, each.high, each.unit) for each in CONTRACT} == {
        "rolling": (2_000, 10_000, "run"),
        "intentional": (8_000, 40_000, "run"),
        "multi_session": (12_000, 40_000, "stage"),
    }
    stated = {each.mode: (each.trend, each.risk) for each in CONTRACT}
    assert stated["rolling"] == (
        "medium ongoing; grows with session length",
        "highest drift risk (lossy-over-lossy)",
    )
    assert stated["intentional"] == ("medium one-time", "medium risk (single-pass loss)")
    assert stated["multi_session"] == (
        "high total; bounded by staged windows",
        "medium-high (cross-session context loss)",
    )


def plan(env: Env, name: str, turns: tuple[int, int] | None = None, model: str | None = None) -> CostPlan:
    return plan_range(env, chosen_range(env, name, turns), model=model)


def planned(folder: Path, config: str = "", model: str | None = None) -> CostPlan:
    file = folder / "config.toml"
    file.write_text(config, encoding="utf-8")
    env = environment(folder, config=file)
    return plan(env, imported(env, folder), (0, 17), model=model)


def test_a_plan_counts_the_events_of_its_range(tmp_path: Path) -> None:
    """Offline drafting needs no store, model or price, and costs nothing."""
    found = planned(tmp_path)
    body = found.to_json()
    assert body["source_tokens"] == found.tokens > 0
    assert (found.turns, body["source_start"], body["source_end"]) == (2, 0, 17)
    calls = {each["strategy"]: each["calls"] for each in body["strategies"]}
    assert calls["checkpoint"] == calls["native"] == 0
    assert calls["intentional"] == calls["rolling"] == calls["multi_session"] == 1
    assert all(not each["money"] for each in body["strategies"])
    assert [sum(m[key] for key in ("below", "inside", "above")) for m in body["modes"]] == [1, 1, 1]


def test_a_plan_has_the_stages_that_a_draft_then_makes(tmp_path: Path) -> None:
    """The same windows with the same tokens, results and calls cut short, lists and notes sent whole."""
    env = environment(tmp_path)
    name = long_session(env, tmp_path)
    store = env.open_store()
    last = sessions.get(store, name).events - 1
    found = plan(env, name, (0, last)).estimate("multi_session")
    made = stage_windows(request_of(store, choose_range(env, name, (0, last))), 40_000)
    assert found is not None
    assert [run.source for run in found.runs] == [window.tokens for window in made]
    assert len(made) > 2


@pytest.mark.parametrize("start", [0, 40])
@pytest.mark.parametrize("strategy", ["intentional", "memory", "snapshot"])
def test_a_plan_checks_what_a_draft_checks(tmp_path: Path, strategy: str, start: int) -> None:
    """From above, and not far: quotation marks, line ends and other alphabets take more than letters."""
    env = environment(tmp_path)
    name = long_session(env, tmp_path, 'Bitte das n\u00f6rdliche \u0422\u043e\u0440 pr\u00fcfen, "bald".\n')
    chosen = choose_range(env, name, (start, 79))
    found = plan_range(env, chosen).estimate(strategy)
    request = request_of(env.open_store(), chosen)
    needs = drafter_of(strategy, asker()[0], ModelChoice()).estimate(request)
    assert found is not None
    assert needs <= found.checked <= needs + NEAR
    assert found.input_tokens + found.runs[0].longest <= found.checked


def test_near_the_cap_a_plan_checks_exactly_what_a_draft_checks(tmp_path: Path) -> None:
    """At the cap and one token above it, so that neither refuses what the other takes."""
    env = environment(tmp_path)
    chosen = choose_range(env, long_session(env, tmp_path), (0, 19))
    store = env.open_store()
    request = request_of(store, chosen)
    one_call = ("intentional", "memory", "snapshot", "rolling")
    needs = {each: drafter_of(each, asker()[0], ModelChoice()).estimate(request) for each in one_call}
    for cap in (needs["intentional"] - 1, needs["memory"]):
        limits = {**env.policy.purpose, "compaction": PurposeLimits(cap_tokens=cap)}
        near = replace(env, policy=env.policy.model_copy(update={"purpose": limits}))
        found = {each.strategy: each for each in plan_range(near, chosen).estimates}
        assert {each: found[each].checked for each in one_call} == needs
        assert {each: found[each].fit == "refused" for each in one_call} == {
            each: size > cap for each, size in needs.items()
        }


def test_near_the_cap_the_historian_is_counted_in_a_range_of_any_length(tmp_path: Path) -> None:
    """Its estimate from lengths can be too low; the range itself is far over the cap."""
    env = environment(tmp_path)
    chosen = choose_range(env, long_session(env, tmp_path), (0, 79))
    store = env.open_store()
    facts = [EventFacts(n, "user", n, n, 20_000, 4_000, None, None) for n in range(1, 30)]
    (estimated,) = historian(PlannedRange(facts, 40_000))
    needs = drafter_of("historian", asker()[0], ModelChoice()).estimate(request_of(store, chosen))
    (found,) = ExactCheck(store, chosen, estimated.checked).counted("historian", [estimated])
    assert found.checked == needs != estimated.checked
    (far,) = ExactCheck(store, chosen, 3 * estimated.checked).counted("historian", [estimated])
    assert far == estimated


def test_the_historian_is_planned_with_the_ends_of_long_messages(tmp_path: Path) -> None:
    """What a person pasted in is sent as its ends, so the request is no larger for it."""
    small, large = turns(5), turns(5)
    large[0] = large[0]._replace(characters=300_000, tokens=90_000)
    (before,), (found,) = (historian(PlannedRange(facts, 40_000)) for facts in (small, large))
    assert before.checked < found.checked <= before.checked + LONGEST_TEXT // BYTES_PER_TOKEN
    assert fit_of(found, 40_000) == "within"


def long_session(env: Env, folder: Path, stated: str = '"Soon".\n') -> str:
    """A session of turns with results of every length, a list of work and written notes."""
    lines: list[dict[str, object]] = []
    for turn in range(60):
        words = f"Please see to the northern gate, number {turn}. {stated}" * (1 + turn % 7)
        lines.append({"role": "user", "content": words})
        call = {"name": "Write", "arguments": json.dumps({"file_path": "notes.md", "content": words * 3})}
        called = [{"id": f"c{turn}", "type": "function", "function": call}]
        lines.append({"role": "assistant", "content": None, "tool_calls": called})
        lines.append({"role": "tool", "tool_call_id": f"c{turn}", "content": "written\n" * 50 * (turn % 9)})
        lines.append({"role": "assistant", "content": "It is seen to.\n" * (1 + turn % 31)})
    path = folder / "long.json"
    path.write_text(json.dumps({"messages": lines}), encoding="utf-8")
    return import_paths(env, [str(path)]).imported[0].appended.session_id


def test_money_is_shown_where_prices_are_configured(tmp_path: Path) -> None:
    """With both rounds the prompt is sent twice more, at the price of cached input where there is one."""
    found = planned(tmp_path, PRICES)
    one = found.estimate("intentional")
    assert one is not None
    large, small = one.money
    given, answered = one.input_tokens, one.output_tokens
    assert (large.model, large.currency, small.currency) == ("anthropic:large", "USD", "EUR")
    assert large.least == pytest.approx((given * 4 + answered * 10) / 1e6, abs=1e-6)
    assert large.most == pytest.approx((given * 6 + answered * 30) / 1e6, abs=1e-6)
    assert small.most == pytest.approx(3 * small.least, abs=2e-6)
    assert found.estimate("checkpoint").money == ()  # type: ignore[union-attr]


def test_one_model_is_asked_for_by_name(tmp_path: Path) -> None:
    """Only its price is used; a model without one is named with what to write."""
    one = planned(tmp_path, PRICES, "openai:small").estimate("memory")
    assert one is not None
    assert [each.model for each in one.money] == ["openai:small"]
    with pytest.raises(UsageError, match=r"no price of 'openai:huge'") as refused:
        planned(tmp_path, PRICES, "openai:huge")
    assert '[prices."openai:huge"]' in refused.value.hint


def test_a_model_of_the_configuration_is_planned_by_its_name(tmp_path: Path) -> None:
    """`plan --model` accepts the same names as `draft --model`, and refuses unknown ones."""
    described = '[model.local]\nprovider = "openai"\nmodel = "small"\n'
    one = planned(tmp_path, PRICES + described, "local").estimate("memory")
    assert one is not None
    assert [each.model for each in one.money] == ["openai:small"]
    with pytest.raises(UsageError, match="there is no model 'locale'"):
        planned(tmp_path, PRICES + described, "locale")


def test_input_that_is_to_be_held_costs_what_that_costs(tmp_path: Path) -> None:
    """If a price for cache writes is set, newly sent input is charged at it."""
    written = '[prices."anthropic:large"]\ninput = 4\noutput = 10\ncache_read = 1\ncache_write = 5\n'
    one = planned(tmp_path, written).estimate("intentional")
    assert one is not None
    given, answered = one.input_tokens, one.output_tokens
    assert one.money[0].least == pytest.approx((given * 5 + answered * 10) / 1e6, abs=1e-6)
    assert one.money[0].most == pytest.approx((given * 7 + answered * 30) / 1e6, abs=1e-6)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ('[prices."a:b"]\ninput = 1\n', "needs input and output"),
        ('[prices."a:b"]\ninput = -1\noutput = 1\n', "needs input and output"),
        ('[prices."a:b"]\ninput = inf\noutput = 1\n', "needs input and output"),
        ('[prices."a:b"]\ninput = true\noutput = 1\n', "needs input and output"),
        ('[prices."a:b"]\ninput = 1\noutput = 1\nper = 7\n', "takes only"),
        ('[prices."a:b"]\ninput = 1\noutput = 1\ncurrency = ""\n', "short word"),
        ("[prices.large]\ninput = 1\noutput = 1\n", "no model as PROVIDER:NAME"),
        ("prices = 7\n", "not a table"),
        ("[prices\n", "not TOML"),
    ],
)
def test_prices_that_are_none_are_refused(tmp_path: Path, config: str, message: str) -> None:
    """The file and the table are named."""
    file = tmp_path / "config.toml"
    file.write_text(config, encoding="utf-8")
    with pytest.raises(InputError, match=message) as refused:
        read_prices(file)
    assert str(file) in refused.value.message


def test_prices_and_switches_share_a_file(tmp_path: Path) -> None:
    """Each reader ignores the other's tables, and a plan shows which modes are on."""
    file = tmp_path / "config.toml"
    file.write_text(PRICES, encoding="utf-8")
    append(file, Switch("rolling", True, "retention stayed at 1 in a replay"))
    assert [each.model for each in read_prices(file)] == ["anthropic:large", "openai:small"]
    assert read(file)[0].mode == "rolling"
    env = environment(tmp_path, config=file)
    found = plan(env, imported(env, tmp_path), (0, 17))
    assert {each.strategy for each in found.estimates if not each.on} == {"multi_session"}


def test_where_nothing_is_left_to_draft_the_whole_session_is_planned(tmp_path: Path) -> None:
    """With nothing left to draft, the plan covers the whole session and names that range."""
    env = environment(tmp_path)
    session = imported(env, tmp_path, summary=None, after=False)
    whole = plan(env, session)
    assert whole.chosen.start == 0
    assert whole.tokens > 0
