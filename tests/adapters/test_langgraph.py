"""The middleware inside a real agent: older messages are replaced by a summary, and the review is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.talk import ASKED, RULE, shown
from tests.cli.run import inside
from workbench.strategies.reviewing import ReviewPolicy

pytest.importorskip("langchain", reason="the extra langgraph is not installed")
pytest.importorskip("langgraph", reason="the extra langgraph is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")


def agent(store: Path, heard: list[Any], **options: Any) -> Any:
    """Return an agent whose model records its input and calls a tool every other time."""
    from langchain.agents import create_agent
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.tools import tool
    from langgraph.checkpoint.memory import InMemorySaver

    from workbench.adapters.langgraph import CompactionMiddleware

    @tool
    def read(path: str) -> str:
        """Read a file."""
        return f"{path} holds 34 lines. " + "It sorts the orders by date. " * 8

    class Model(GenericFakeChatModel):
        def bind_tools(self, *_: Any, **_more: Any) -> Any:
            return self

        def _generate(self, messages: list[BaseMessage], *given: Any, **more: Any) -> Any:
            heard.append(list(messages))
            return super()._generate(messages, *given, **more)

    def answers() -> Any:
        number = 0
        while True:
            call = {"name": "read", "args": {"path": f"file_{number}.py"}, "id": f"call_{number}"}
            yield AIMessage("I look.", tool_calls=[call])
            yield AIMessage(f"Step {number} is done: it sorts the orders.")
            number += 1

    middleware = CompactionMiddleware(str(store), **{"max_tokens": 700, "keep": 4, **options})
    return create_agent(
        Model(messages=answers()), [read], middleware=[middleware], checkpointer=InMemorySaver()
    )


def talk(made: Any, texts: list[str], thread: str = "t-1") -> list[Any]:
    from langchain_core.messages import HumanMessage

    state: dict[str, Any] = {}
    for text in texts:
        state = made.invoke({"messages": [HumanMessage(text)]}, {"configurable": {"thread_id": thread}})
    return list(state["messages"])


def test_a_long_conversation_is_compacted_and_goes_on(tmp_path: Path) -> None:
    heard: list[Any] = []
    store = tmp_path / "s.duckdb"
    messages = talk(agent(store, heard), ASKED)
    first = messages[0].text
    assert first.startswith("<summary>\nThis summary replaces events 0 to ")
    assert "Never write to config.toml" in first and "DuckDB" in first
    assert messages[-1].text.startswith("Step 14 is done")
    assert [each.text for each in messages if each.type == "human"][1:], "the newest stay"
    assert max(len(given) for given in heard) < 40
    for given in heard:
        calls = [call["id"] for each in given if each.type == "ai" for call in each.tool_calls]
        assert calls == [each.tool_call_id for each in given if each.type == "tool"]
    value = shown(store)
    assert len(value["artifacts"]) >= 2, "every draft is kept"
    assert value["events"] > 20


def test_the_gates_or_a_person_decide_where_the_policy_says_so(tmp_path: Path) -> None:
    heard: list[Any] = []
    store = tmp_path / "s.duckdb"
    accepting = ReviewPolicy(without_decision="accept", confirm=("C", "D"))
    messages = talk(agent(store, heard, review=accepting), ASKED)
    assert messages[0].text.startswith("<summary>")
    moves = inside("--store", store, "history", "--json", cwd=tmp_path).json["pointers"]
    assert moves and {move["actor"] for move in moves} == {"review-policy"}

    store = tmp_path / "stop.duckdb"
    waiting = agent(store, [], review=ReviewPolicy(without_decision="stop"))
    messages = talk(waiting, ASKED[:8])
    assert messages[0].text == RULE, "nobody decided: the context stays as it is"
    (draft,) = shown(store)["artifacts"]
    done = inside(
        "--store", store, "accept", draft["artifact_id"], "--confirm", "C", "--confirm", "D", cwd=tmp_path
    )
    assert done.code == 0, done.err
    messages = talk(waiting, ASKED[8:9])
    assert messages[0].text.startswith("<summary>"), "what a person accepted applies at the next call"


def test_a_rejected_draft_leaves_the_context_and_the_next_one_is_of_more(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    waiting = agent(store, [], review=ReviewPolicy(without_decision="stop"))
    talk(waiting, ASKED[:8])
    (draft,) = shown(store)["artifacts"]
    stated = inside(
        "--store", store, "review", "reject", draft["artifact_id"], "--reason", "too short", cwd=tmp_path
    )
    assert stated.code == 0, stated.err
    assert talk(waiting, ASKED[8:9])[0].text == RULE
    talk(waiting, ASKED[9:10])
    assert len(shown(store)["artifacts"]) == 2


def test_as_a_node_and_without_need_nothing_happens(tmp_path: Path) -> None:
    from langchain_core.messages import HumanMessage, SystemMessage

    from workbench.adapters.langgraph import CompactionMiddleware

    node = CompactionMiddleware(str(tmp_path / "s.duckdb"), max_tokens=50, keep=2)
    assert node({"messages": [HumanMessage("Hello")]}) == {}
    many = [SystemMessage("Be brief."), *(HumanMessage(text) for text in ASKED)]
    found = node({"messages": many})["messages"]
    assert [each.type for each in found] == ["remove", "system", "human", "human", "human"]
    assert [each.text for each in found[-2:]] == ASKED[-2:]
    assert found[2].text.startswith("<summary>")


def test_another_process_goes_on_with_the_same_thread(tmp_path: Path) -> None:
    from langchain_core.messages import HumanMessage

    from workbench.adapters.langgraph import CompactionMiddleware

    def compact(messages: list[Any]) -> list[Any]:
        node = CompactionMiddleware(str(tmp_path / "s.duckdb"), max_tokens=50, keep=2, thread_id="t")
        return list(node({"messages": messages})["messages"][1:])

    once = compact([HumanMessage(text) for text in ASKED])
    again = compact([*once, *(HumanMessage(f"And step {n}?") for n in range(6))])
    assert again[0].text.startswith(f"<summary>\nThis summary replaces events 0 to {len(ASKED) + 6 - 3} of")
    assert "config.toml" in again[0].text
