"""The state that passes from screen to screen: the open session and the selection in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SessionState:
    """The open session, and the artifact, range, event or item that the next screen shows first."""

    session_id: str | None = None
    title: str = ""
    artifact_id: str | None = None
    number: int | None = None
    """The n of `d-n` of the selected artifact."""
    item_id: str | None = None
    """Item of the artifact to begin at (claims)."""
    event: int | None = None
    """Ordinal to begin at (timeline)."""
    words: tuple[str, ...] = ()
    """Words to mark in the opened event; the view begins at the first of them."""
    selected: tuple[int, int] | None = None
    """Selected range of events, inclusive."""
    compare: tuple[str, str] | None = None
    """The two things to compare, as `diff` takes them."""
    as_of: str | None = None
    """Id of the pointer whose context is shown; None: the current one."""
    revision: int = 0
    """Number of writes since the session was opened, so that screens below read again."""

    @property
    def is_open(self) -> bool:
        """Whether a session is open."""
        return self.session_id is not None
