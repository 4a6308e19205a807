"""The made files of the formats, held against the packages that own the formats, where these are installed.

`pip install langchain langgraph openai anthropic atif inspect-ai` runs them all; without a package its tests
are skipped, as in CI.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.importers import formats, recordings
from tests.importers.reads import read, read_file
from workbench.importers.traffic.streams import assembled

pytestmark = pytest.mark.filterwarnings("ignore")


def package(name: str) -> Any:
    """A package that owns a format; the test is skipped without it."""
    return pytest.importorskip(name, reason=f"{name} is not installed: it checks its own format")


def test_langchain_loads_the_messages(tmp_path: Path) -> None:
    """The messages it writes are read as the same events, in each form."""
    messages = package("langchain_core.messages")
    load = package("langchain_core.load")
    made = formats.langchain_messages()[2]
    loaded = messages.messages_from_dict(made)
    plain = read("langchain", tmp_path, made)
    forms = [
        messages.messages_to_dict(loaded),
        [load.dumpd(each) for each in loaded],
        {"messages": [each.model_dump(mode="json") for each in loaded]},
    ]
    for form in forms:
        found = read("langchain", tmp_path, form)
        assert [(e.kind, e.text, e.native_id) for e in found.events] == [
            (e.kind, e.text, e.native_id) for e in plain.events
        ]


def test_langgraph_compacts_and_the_history_says_so(tmp_path: Path) -> None:
    """For a thread summarised by the middleware, the messages each state lost are reported as dropped."""
    agents, middleware = package("langchain.agents"), package("langchain.agents.middleware")
    memory = package("langgraph.checkpoint.memory")
    messages = package("langchain_core.messages")
    fake = package("langchain_core.language_models.fake_chat_models")
    summary = messages.AIMessage("## NEXT STEPS\n- Write the parser test")
    answers = (messages.AIMessage(f"answer {number}") for number in itertools.count())
    shorten = middleware.SummarizationMiddleware(
        model=fake.GenericFakeChatModel(messages=itertools.repeat(summary)),
        trigger=("messages", 6),
        keep=("messages", 3),
    )
    saver = memory.InMemorySaver()
    model = fake.GenericFakeChatModel(messages=answers)
    agent = agents.create_agent(model, tools=[], checkpointer=saver, middleware=[shorten])
    config = {"configurable": {"thread_id": "t1"}}
    for number in range(7):
        agent.invoke({"messages": [messages.HumanMessage(f"turn {number}")]}, config)
    history = list(agent.get_state_history(config))
    states = [
        {
            "values": {"messages": messages.messages_to_dict(each.values.get("messages", []))},
            "config": each.config,
            "metadata": each.metadata,
            "created_at": each.created_at,
        }
        for each in history
    ]
    found = read("langchain", tmp_path, json.dumps(states, default=str))
    held = [[each.id for each in state.values.get("messages", [])] for state in reversed(history)]
    lost = [set(one) - set(two) for one, two in itertools.pairwise(held) if set(one) - set(two)]
    assert len(found.totals.compactions) == len(lost) >= 2
    for compaction, gone in zip(found.totals.compactions, lost, strict=True):
        known = {found.events[n].native_id.removesuffix("#0") for n in compaction.kept}
        assert not known & gone
        assert not compaction.opaque and compaction.trigger == "auto"
    assert len(found.events) == len({each for ids in held for each in ids})


def test_openai_takes_the_log() -> None:
    """Requests and responses are of its types."""
    responses = package("openai.types.responses")
    pydantic = package("pydantic")
    items = pydantic.TypeAdapter(responses.ResponseInputParam)
    more = {"model": "gpt-5", "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    for exchange in recordings.responses_log():
        items.validate_python(exchange["request"]["input"])
        response = exchange["response"]
        usage = {**response["usage"], **details}
        kind = responses.CompactedResponse if "compaction" in response["object"] else responses.Response
        found = kind.construct(**{**more, **response, "usage": usage})
        assert [each.type for each in found.output] == [each["type"] for each in response["output"]]


def test_anthropic_puts_the_stream_together_alike() -> None:
    """The library's own accumulation of the events gives the same result."""
    streaming = package("anthropic.lib.streaming._messages")
    types = package("anthropic.types")
    pydantic = package("pydantic")
    event_type = pydantic.TypeAdapter(types.RawMessageStreamEvent)
    start: dict[str, Any] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "x",
        "content": [],
        "stop_reason": None,
    }
    start |= {"stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 1}}
    tool = {"type": "tool_use", "id": "t", "name": "bash", "input": {}}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Lo"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "ok."}},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": tool},
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": '{"command":'},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": ' "ls"}'},
        },
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 12}},
    ]
    whole: Any = None
    buffers: dict[int, bytes] = {}
    for event in events:
        whole = streaming.accumulate_event(
            event=event_type.validate_python(event), current_snapshot=whole, json_bufs=buffers
        )
    ours = assembled(recordings.sse(*events), "anthropic")
    theirs = whole.model_dump()
    assert [(b["type"], b.get("text"), b.get("input")) for b in ours["content"]] == [
        (b["type"], b.get("text"), b.get("input")) for b in theirs["content"]
    ]
    assert ours["usage"]["output_tokens"] == theirs["usage"]["output_tokens"] == 12


def test_atif_takes_the_trajectory() -> None:
    """It is of its strict models."""
    atif = package("atif")
    body = json.loads(formats.atif())
    assert len(atif.Trajectory.model_validate(body).steps) == len(body["steps"])


@pytest.mark.parametrize("kind", ["eval", "json"])
def test_inspect_reads_and_writes_the_log(tmp_path: Path, kind: str) -> None:
    """A log written by it gives the same events, also with its own compression."""
    log = package("inspect_ai.log")
    source = tmp_path / "made.json"
    source.write_text(json.dumps(full_log()))
    loaded = log.read_eval_log(str(source))
    written = tmp_path / f"written.{kind}"
    log.write_eval_log(loaded, str(written))
    ours, theirs = read_file("inspect", source), read_file("inspect", written)
    assert [(e.kind, e.text, e.native_id) for e in ours.events] == [
        (e.kind, e.text, e.native_id) for e in theirs.events
    ]
    assert ours.ranges() == theirs.ranges() and len(ours.ranges()) == 1


@pytest.mark.shared_data
@pytest.mark.parametrize(
    "name", ["browser.json", "popularity.eval", "compaction-summary.json", "compaction-trim.json"]
)
def test_inspect_and_we_read_the_same_messages(shared_data: Path, name: str) -> None:
    """Every message that its own reader gives of a sample is among our events, in its order."""
    log = package("inspect_ai.log")
    path = shared_data / "sessions" / "inspect" / name
    if not path.is_file():
        pytest.skip(f"{name} is not there")
    loaded = log.read_eval_log(str(path), resolve_attachments=True)
    for sample in loaded.samples:
        found = read_file("inspect", path, f"{sample.id}/{sample.epoch}")
        texts = [event.text.strip("\n") for event in found.events]
        at = 0
        for message in sample.messages:
            if message.text.strip():
                at = texts.index(message.text.strip("\n"), at) + 1


def full_log() -> dict[str, Any]:
    """The made log with the fields that Inspect requires."""
    made = formats.inspect_log()
    made["eval"] |= {
        "created": "2026-01-01T00:00:00+00:00",
        "task_id": "t",
        "dataset": {"samples": 1},
        "config": {"epochs": 1},
    }
    sample = made["samples"][0]
    sample |= {"input": "Read them all", "target": "done"}
    events = []
    for number, event in enumerate(sample["events"]):
        event |= {
            "timestamp": event.get("timestamp", f"2026-01-01T00:00:{number:02}+00:00"),
            "working_start": 0.0,
        }
        if event["event"] == "model":
            event |= {"tools": [], "tool_choice": "auto", "config": {}}
        if event["event"] != "tool":
            events.append(event)
    sample["events"] = events
    return made
