"""The contract's objects as models: intent, plan, manifest, overrides and the output of a run (seed 002, 4).

Every model refuses unknown keys, so that an invalid object fails at once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from workbench.escaping import folded

NO_DIRECT_EVIDENCE = "No direct evidence found; admit uncertainty."
"""The constraint, in the exact words of the contract."""
MOST_CLAIMS = 24
"""Maximum claims of one answer."""
MOST_CONFLICTS = 8
MOST_ARTIFACTS = 8
"""Maximum outputs that a plan names."""
MOST_UNCERTAIN = 12
MOST_SHORT = 600
"""Maximum characters of a rationale, a question, or a part of an intent."""
MOST_LONG = 4_000
"""Maximum characters of a query."""
MOST_PARTS = 6
"""Maximum questions of an intent."""
ACTIONS = ("SEARCH", "FETCH_SLICE", "SYNTHESIZE", "ASK_HUMAN", "STOP")

ActionType = Literal["SEARCH", "FETCH_SLICE", "SYNTHESIZE", "ASK_HUMAN", "STOP"]
Label = Literal["DIRECT", "CONTEXT", "NOT"]
Text = Annotated[str, Field(min_length=1, max_length=MOST_LONG)]
Short = Annotated[str, Field(min_length=1, max_length=MOST_SHORT)]


class Model(BaseModel):
    """Base: frozen, and refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Intent(Model):
    """The question of a run, understandable without earlier context."""

    stand_alone_query: Text
    intent: Literal["find", "compare", "list", "explain", "decide"]
    sub_queries: Annotated[tuple[Short, ...], Field(max_length=MOST_PARTS)] = ()
    """The questions in the query, if it has several."""
    unclear: Annotated[str, Field(max_length=MOST_SHORT)] = ""
    """The question to ask a person if nothing can be searched for; empty: none."""


class SearchArguments(Model):
    """Arguments of `search`."""

    query: Text


class SliceArguments(Model):
    """Arguments of `fetch_slice`: half-open code points of the source's extracted text."""

    chunk_id: Annotated[str, Field(pattern=r"^chk_[0-9a-f]{24}$")]
    start: Annotated[int, Field(ge=0)] | None = None
    end: Annotated[int, Field(ge=0)] | None = None


class AskArguments(Model):
    """Arguments of `ask_human`."""

    question: Short


class ToolCall(Model):
    """One call: a name and its arguments."""

    name: Literal["search", "fetch_slice", "synthesize", "ask_human"]
    arguments: dict[str, Any] = Field(default_factory=dict)


_TOOL = {
    "SEARCH": "search",
    "FETCH_SLICE": "fetch_slice",
    "SYNTHESIZE": "synthesize",
    "ASK_HUMAN": "ask_human",
}
_ARGUMENTS: dict[str, type[Model]] = {
    "search": SearchArguments,
    "fetch_slice": SliceArguments,
    "ask_human": AskArguments,
    "synthesize": Model,
}


class Plan(Model):
    """The result of PLAN."""

    action_type: ActionType
    rationale: Short
    tool_calls: Annotated[tuple[ToolCall, ...], Field(max_length=4)] = ()
    expected_output_artifacts: Annotated[tuple[Short, ...], Field(max_length=MOST_ARTIFACTS)] = ()
    stop_condition: Short

    @model_validator(mode="after")
    def _calls_fit(self) -> Plan:
        """Require exactly one call of the action's tool, with valid arguments; none for STOP."""
        wanted = _TOOL.get(self.action_type)
        if wanted is None and self.tool_calls:
            raise ValueError("STOP makes no tool call")
        if wanted is not None and [call.name for call in self.tool_calls] != [wanted]:
            raise ValueError(f"{self.action_type} makes exactly one call, of {wanted}")
        for call in self.tool_calls:
            _ARGUMENTS[call.name].model_validate(call.arguments)
        return self


class TokenBudget(Model):
    """Tokens of the prompt: the limit, the size of each part, and what was cut."""

    limit: int
    used: int
    parts: dict[str, int]
    cut: tuple[str, ...] = ()


class ManifestBody(Model):
    """The context manifest: the contract's nine fields, with run and step as one."""

    run_id: str
    step_id: str
    snapshot_id: str | None
    intent: Intent
    retrieval_query: str
    candidate_chunk_ids: tuple[str, ...]
    selected_chunk_ids: tuple[str, ...]
    reranker_model: str
    reranker_version: str
    token_budget: TokenBudget
    compiler_version: str


class ScoredChunk(Model):
    """A candidate with the score of each part and the reranker's label."""

    chunk_id: str
    location: str
    lexical: float | None
    vector: float | None
    fused: float
    label: Label
    score: Annotated[float, Field(ge=0, le=1)]


class ManifestDetail(Model):
    """The other data that rebuilds the prompt and explains why passages were chosen."""

    candidates: tuple[ScoredChunk, ...]
    max_score: float
    threshold: float
    fallback: bool
    """Whether filters were widened and more candidates taken."""
    no_direct_evidence: bool
    spans: tuple[tuple[str, int, int], ...]
    """Excerpts in the order of the prompt: chunk id, and code points of its source's text."""
    overrides: tuple[str, ...] = ()
    """Ids of the active overrides."""
    rerank_calls: int = 0
    cached: bool = False
    vector_model: str = ""
    """Model of the compared vectors; empty in manifests of older versions."""
    warning: str = ""
    """Why the vectors are not those of the configured embeddings service."""


class ToolBudget(Model):
    """At most `most` calls of an action while it is active."""

    kind: Literal["tool_budget"] = "tool_budget"
    action_type: ActionType
    most: Annotated[int, Field(ge=0)]


class ForceAction(Model):
    """The next step takes this action."""

    kind: Literal["force_action"] = "force_action"
    action_type: ActionType


class WidenRetrieval(Model):
    """The search uses no filters and more candidates."""

    kind: Literal["widen_retrieval"] = "widen_retrieval"
    factor: Annotated[int, Field(ge=2, le=10)] = 3


Override = Annotated[ToolBudget | ForceAction | WidenRetrieval, Field(discriminator="kind")]


class Citation(Model):
    """Words of a source: half-open code points of its extracted text."""

    chunk_id: str
    artifact_id: str
    source_id: str
    location: str
    start: int
    end: int
    line: int
    """Line of the extracted text, from 1."""
    page: int | None
    heading: str | None = None
    """Of an HTML page: the headings above the words; its source has other lines than its text."""
    quote: str
    """The exact characters."""
    words: str = ""
    """The quote as a reader would say it, without markup; empty: as it is."""

    @property
    def stated(self) -> str:
        """The quote in plain words, on one line."""
        return self.words or folded(self.quote)

    @property
    def place(self) -> str:
        """Where a reader finds the words in the source: a page, a heading or a line; may be empty."""
        if self.page is not None:
            return f"page {self.page}"
        if self.heading is not None:
            return f"under “{self.heading}”" if self.heading else ""
        return f"line {self.line}"


class ResearchClaim(Model):
    """One claim of the answer."""

    claim_id: str
    text: str
    status: Literal["verified", "candidate"]
    citations: tuple[Citation, ...]
    reason: str = ""
    """Why it is not verified."""


class ResearchConflict(Model):
    """Two sources that disagree; each side has a citation."""

    claim_id: str
    text: str
    side_a: Annotated[tuple[Citation, ...], Field(min_length=1)]
    side_b: Annotated[tuple[Citation, ...], Field(min_length=1)]


class ResearchSource(Model):
    """A named source and its status."""

    source_id: str
    location: str
    status: Literal["read", "skipped", "failed"]
    reason: str
    artifact_id: str | None
    cited: bool


class ResearchQuery(Model):
    """A query without direct evidence."""

    step: int
    query: str
    category: str
    max_score: float


class ResearchQuestion(Model):
    """One of several questions of the objective, with the claims that answer it; none: nothing does."""

    question: str
    claim_ids: tuple[str, ...]


class ResearchOutput(Model):
    """`workbench.research/1`: the result of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_: Literal["workbench.research/1"] = Field("workbench.research/1", alias="schema")
    run_id: str
    session_id: str
    objective: str
    done_definition: str
    ended: str
    """Why the run ended: `answered`, `uncertain`, `stopped`, or `budget:NAME`."""
    answer: str
    claims: tuple[ResearchClaim, ...]
    uncertainty: tuple[str, ...]
    conflicts: tuple[ResearchConflict, ...]
    sources: tuple[ResearchSource, ...]
    failed_queries: tuple[ResearchQuery, ...]
    metrics: dict[str, float | int | str | None]
    questions: tuple[ResearchQuestion, ...] = ()
    """The questions of an objective that has several, if it is known what answers which."""
