"""The session inside real runs of the SDK: older items are replaced by a summary, and the review is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.talk import ASKED, RULE, shown
from tests.cli.run import inside
from workbench.strategies.reviewing import ReviewPolicy

agents = pytest.importorskip("agents", reason="the extra openai-agents is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")


def model(heard: list[Any]) -> Any:
    """A model that notes its input and calls a tool every other time."""
    from agents.items import ModelResponse
    from agents.models.interface import Model
    from agents.usage import Usage
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    class Fake(Model):
        async def get_response(self, *given: Any, **named: Any) -> Any:
            stated = named.get("input", given[1] if len(given) > 1 else None)
            heard.append(stated)
            number = len(heard)
            output: Any
            if number % 2:
                output = ResponseFunctionToolCall(
                    type="function_call",
                    name="read",
                    arguments=f'{{"path": "file_{number}.py"}}',
                    call_id=f"c{number}",
                )
            else:
                text = ResponseOutputText(
                    type="output_text", text=f"Step {number} sorts the orders.", annotations=[]
                )
                output = ResponseOutputMessage(
                    id=f"m{number}", type="message", role="assistant", status="completed", content=[text]
                )
            return ModelResponse(output=[output], usage=Usage(), response_id=None)

        def stream_response(self, *_: Any, **_more: Any) -> Any:
            raise NotImplementedError

    return Fake()


def talk(session: Any, texts: list[str], heard: list[Any]) -> list[Any]:
    """Run an agent over one message after the other; the items of the session."""

    @agents.function_tool
    def read(path: str) -> str:
        """Read a file."""
        return f"{path} holds 34 lines. " + "It sorts the orders by date. " * 8

    made = agents.Agent(name="clerk", instructions="Be brief.", tools=[read], model=model(heard))

    async def run() -> list[Any]:
        config = agents.RunConfig(tracing_disabled=True)
        for text in texts:
            await agents.Runner.run(made, text, session=session, run_config=config)
        return list(await session.get_items())

    return asyncio.run(run())


def reviewed(folder: Path, **options: Any) -> Any:
    from workbench.adapters.openai_agents import ReviewedSession

    kept = agents.SQLiteSession("chat-1", folder / "items.db")
    return ReviewedSession(kept, str(folder / "s.duckdb"), **{"max_tokens": 1_200, "keep": 4, **options})


def test_a_long_conversation_is_compacted_and_goes_on(tmp_path: Path) -> None:
    heard: list[Any] = []
    items = talk(reviewed(tmp_path), ASKED, heard)
    assert items[0]["role"] == "user" and items[0]["content"].startswith("<summary>\n")
    assert "Never write to config.toml" in items[0]["content"] and "DuckDB" in items[0]["content"]
    assert len(items) < 20
    for given in heard:
        calls = [each["call_id"] for each in given if each.get("type") == "function_call"]
        assert calls == [each["call_id"] for each in given if each.get("type") == "function_call_output"]
    assert len(shown(tmp_path / "s.duckdb")["artifacts"]) >= 2


def test_a_session_of_another_process_goes_on(tmp_path: Path) -> None:
    talk(reviewed(tmp_path), ASKED[:9], [])
    first = talk(reviewed(tmp_path), ASKED[9:], [])[0]["content"]
    assert "config.toml" in first
    assert (
        len(inside("--store", tmp_path / "s.duckdb", "sessions", "--json", cwd=tmp_path).json["sessions"])
        == 1
    )


def test_nothing_applies_that_a_person_has_not_accepted(tmp_path: Path) -> None:
    session = reviewed(tmp_path, review=ReviewPolicy(without_decision="stop"))
    assert talk(session, ASKED[:8], [])[0]["content"] == RULE
    (draft,) = shown(tmp_path / "s.duckdb")["artifacts"]
    chosen = ("accept", draft["artifact_id"], "--confirm", "C", "--confirm", "D")
    done = inside("--store", tmp_path / "s.duckdb", *chosen, cwd=tmp_path)
    assert done.code == 0, done.err
    assert talk(session, ASKED[8:9], [])[0]["content"].startswith("<summary>")


def test_items_are_popped_and_cleared_as_of_any_session(tmp_path: Path) -> None:
    session = reviewed(tmp_path)

    async def use() -> None:
        await session.add_items([{"role": "user", "content": "Hello"}, {"role": "user", "content": "There"}])
        assert (await session.pop_item())["content"] == "There"
        assert [each["content"] for each in await session.get_items()] == ["Hello"]
        await session.clear_session()
        assert await session.get_items() == [] and await session.pop_item() is None

    asyncio.run(use())
    assert isinstance(session, agents.memory.Session)


def said(count: int) -> list[Any]:
    """Messages of a person, long enough that a few are over the limit."""
    return [
        {"role": "user", "content": f"Use SQLite for store {n}. " + "It is small. " * 40}
        for n in range(count)
    ]


def test_what_comes_while_older_items_are_compacted_stays(tmp_path: Path) -> None:
    session = reviewed(tmp_path)

    async def use() -> list[Any]:
        late = {"role": "user", "content": "And never write to config.toml."}
        await asyncio.gather(session.add_items(said(20)), session.add_items([late]))
        return list(await session.get_items())

    items = asyncio.run(use())
    assert items[0]["content"].startswith("<summary>") and len(items) < 21
    assert items[-1]["content"] == "And never write to config.toml."


def test_a_session_that_fails_keeps_its_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The underlying one is cleared before the shorter form is added: it must not stay empty."""
    session = reviewed(tmp_path)
    underlying, given = session._underlying, said(20)
    add = underlying.add_items

    async def failing(items: list[Any]) -> None:
        await add(items)
        if items[0]["content"].startswith("<summary>"):
            raise OSError("the disk is full")

    monkeypatch.setattr(underlying, "add_items", failing)
    with pytest.raises(OSError, match="the disk is full"):
        asyncio.run(session.add_items(given))
    assert asyncio.run(session.get_items()) == given
