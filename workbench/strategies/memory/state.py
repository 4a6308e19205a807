"""The state of a conversation with summarization memory (S4 section 2): summary, recent messages, policies.

Values only; nothing here folds or drops a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

TokenCount = Callable[[str], int]
"""Tokens of a text for the target model."""


def estimated_tokens(text: str) -> int:
    """Return the tokens of a text, estimated at four UTF-8 bytes each and rounded up, as everywhere else."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class MemoryPolicies:
    """The fixed settings of a whole conversation (S4 section 2 C).

    Raises:
        ValueError: a figure is no whole number or not positive, or the share is not in 0..1.
    """

    window: int = 6
    """K: messages that stay verbatim."""
    buffer: int = 4
    """B: messages by which the window may be exceeded."""
    budget_tokens: int = 40_000
    """Token budget of the target model; by default the contract's cap of a generation."""
    budget_share: float = 0.70
    """Share of the budget above which the token trigger fires."""
    safety_turns: int = 10
    """User turns between two safety triggers."""
    max_summary_tokens: int = 1_000

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole and not (field.name == "budget_share" and isinstance(value, float)):
                kind = "a number" if field.name == "budget_share" else "a whole number"
                raise ValueError(f"memory policies: {field.name} must be {kind}, not {value!r}")
        figures = (self.window, self.budget_tokens, self.safety_turns, self.max_summary_tokens)
        if min(figures) < 1 or self.buffer < 0 or not 0 < self.budget_share <= 1:
            raise ValueError("memory policies must be positive, and budget_share in 0..1")

    @property
    def most(self) -> int:
        """K + B: the most messages that a context may contain verbatim."""
        return self.window + self.buffer

    @property
    def token_limit(self) -> float:
        """Input tokens above which the token trigger fires."""
        return self.budget_share * self.budget_tokens


DEFAULT_POLICIES = MemoryPolicies()


@dataclass(frozen=True, slots=True)
class MemoryState:
    """The state of a conversation between two cycles."""

    policies: MemoryPolicies = DEFAULT_POLICIES
    memory_summary: str = ""
    """The only durable memory; empty until the first summarization."""
    recent_messages: tuple[ChatMessage, ...] = ()
    """Verbatim, oldest first; disposable."""
    folded: int = 0
    """Messages that were folded into the summary and dropped; also the position of the first recent one."""
    user_turns: int = 0
    """User messages so far."""
    cycles: int = 0
    """Chat completions so far."""

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON data."""
        return {
            "policies": asdict(self.policies),
            "memory_summary": self.memory_summary,
            "recent_messages": [asdict(message) for message in self.recent_messages],
            "folded": self.folded,
            "user_turns": self.user_turns,
            "cycles": self.cycles,
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> MemoryState:
        """Return the state from its JSON data. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            policies=MemoryPolicies(**body["policies"]),
            memory_summary=str(body["memory_summary"]),
            recent_messages=tuple(ChatMessage(m["role"], m["text"]) for m in body["recent_messages"]),
            folded=int(body["folded"]),
            user_turns=int(body["user_turns"]),
            cycles=int(body["cycles"]),
        )
