"""The row of a move. Only the boundary writes it; only the boundary and the schema know it."""

from __future__ import annotations

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field, SQLModel


class PointerRow(SQLModel, table=True):
    """One move (ST8); `displaced` and `confirmed` are JSON lists of strings."""

    __tablename__ = "pointer"
    __table_args__ = (UniqueConstraint("session_id", "sequence"),)
    pointer_id: str = Field(primary_key=True)
    session_id: str
    sequence: int = Field(sa_type=BigInteger)
    action: str
    artifact_id: str
    source_start: int = Field(sa_type=BigInteger)
    source_end: int = Field(sa_type=BigInteger)
    displaced: str
    confirmed: str
    undoes: str | None = None
    previous_pointer_id: str | None = None
    prompt_version: str
    policy_version: str
    report_id: str
    actor: str
    reason: str | None = None
    created_at: str
    hash: str
