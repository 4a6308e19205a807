"""A small session built event by event, as an importer would give it."""

from __future__ import annotations

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact

SESSION = "ses_0123456789abcdef0123"


class Script:
    """Collects events; every method returns the ordinal of what it added."""

    def __init__(self) -> None:
        self.events: list[SourceEvent] = []
        self._calls = 0
        self._turn = 0

    def add(
        self,
        kind: EventKind,
        text: str,
        *,
        tool: ToolFact | None = None,
        signals: tuple[Signal, ...] = (),
        sidechain: str | None = None,
    ) -> int:
        """One event with a token for every four characters."""
        ordinal = len(self.events)
        self.events.append(
            SourceEvent(
                ordinal=ordinal,
                kind=kind,
                text=text,
                native_id=f"n{ordinal}",
                turn=self._turn,
                sidechain=sidechain,
                tokens=max(1, len(text.encode()) // 4),
                tool=tool,
                signals=signals,
            )
        )
        return ordinal

    def user(self, text: str, sidechain: str | None = None) -> int:
        """A human's message."""
        self._turn += 1
        return self.add(EventKind.USER, text, sidechain=sidechain)

    def agent(self, text: str) -> int:
        """The agent's prose."""
        return self.add(EventKind.ASSISTANT, text)

    def todos(self, *entries: tuple[str, str], sidechain: str | None = None) -> int:
        """A todo list that replaces the one before: (text, status)."""
        text, made = "TodoWrite\ntodos:", []
        for said, status in entries:
            line = f"\n- [{status}] "
            start = len(text) + len(line)
            text += line + said
            made.append(SignalEntry(said, start, start + len(said), status=status))
        signal = Signal(SignalKind.TODO_LIST, tuple(made))
        self._calls += 1
        tool = ToolFact("TodoWrite", f"c{self._calls}", ToolAction.TODO)
        return self.add(EventKind.TOOL_CALL, text, tool=tool, signals=(signal,), sidechain=sidechain)

    def task(self, key: str, text: str) -> int:
        """A task that was created."""
        said = f"Task #{key} created: {text}"
        start = said.index(text)
        entry = SignalEntry(text, start, len(said), key=key, status="pending")
        return self.add(EventKind.TOOL_RESULT, said, signals=(Signal(SignalKind.TASK_CREATED, (entry,)),))

    def task_status(self, key: str, status: str) -> int:
        """A task whose status changed."""
        said = f"Updated task #{key} status"
        entry = SignalEntry("", 0, len(said), key=key, status=status)
        return self.add(EventKind.TOOL_RESULT, said, signals=(Signal(SignalKind.TASK_UPDATED, (entry,)),))

    def plan(self, text: str, outcome: SignalKind | None = SignalKind.PLAN_APPROVED) -> int:
        """A plan, and what became of it; the ordinal is that of the proposal."""
        said = f"ExitPlanMode\nplan: {text}"
        entry = SignalEntry(text, said.index(text), len(said))
        proposed = self.add(EventKind.TOOL_CALL, said, signals=(Signal(SignalKind.PLAN_PROPOSED, (entry,)),))
        if outcome is not None:
            self.add(EventKind.TOOL_RESULT, "User has decided.", signals=(Signal(outcome),))
        return proposed

    def answer(self, question: str, answer: str) -> int:
        """A question of the agent that a human answered."""
        said = f'User has answered your questions: "{question}"="{answer}".'
        start = said.rindex(answer)
        entry = SignalEntry(answer, start, start + len(answer), context=question)
        return self.add(EventKind.TOOL_RESULT, said, signals=(Signal(SignalKind.ANSWER, (entry,)),))

    def run(self, command: str, output: str, *, failed: bool | None = False) -> int:
        """A command and its result; the ordinal is that of the result."""
        return self._tool("Bash", ToolAction.COMMAND, command, f"command: {command}", output, failed)

    def edit(self, path: str, old: str, new: str, *, failed: bool = False) -> int:
        """An edit and its result; the ordinal is that of the call."""
        body = f"file_path: {path}\nold_string: {old}\nnew_string: {new}\nreplace_all: false"
        return self._tool("Edit", ToolAction.CHANGE, path, body, "The file was updated.", failed) - 1

    def write(self, path: str, content: str) -> int:
        """A document that is written as a whole, and its result; the ordinal is that of the call."""
        body = f"file_path: {path}\ncontent: {content}"
        return self._tool("Write", ToolAction.CHANGE, path, body, "File created successfully.", False) - 1

    def refuse(self, command: str, reason: str) -> int:
        """A command that a human refused, saying why; the ordinal is that of the refusal."""
        self._tool("Bash", ToolAction.COMMAND, command, f"command: {command}", "", None)
        call = self.events.pop()
        said = f"The user doesn't want to proceed with this tool use. the user said:\n{reason}"
        start = said.index(reason)
        entry = SignalEntry(reason, start, len(said), context=f"Bash {command}")
        tool = ToolFact("Bash", f"c{self._calls}", ToolAction.COMMAND, command, True)
        assert call.tool is not None
        signal = Signal(SignalKind.REFUSAL, (entry,))
        return self.add(EventKind.TOOL_RESULT, said, tool=tool, signals=(signal,))

    def _tool(
        self, name: str, action: ToolAction, target: str, body: str, output: str, failed: bool | None
    ) -> int:
        self._calls += 1
        call = f"c{self._calls}"
        self.add(EventKind.TOOL_CALL, f"{name}\n{body}", tool=ToolFact(name, call, action, target))
        tool = ToolFact(name, call, action, target, failed)
        return self.add(EventKind.TOOL_RESULT, output, tool=tool)
