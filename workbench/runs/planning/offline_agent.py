"""The offline agent: it searches, reads, quotes what answers, and reports what it did not find."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

from workbench.runs.agent import StepView
from workbench.runs.answering.quoting import synthesis_of
from workbench.runs.language.languages import in_other_script
from workbench.runs.language.question_parts import asking_of, parts_of
from workbench.runs.language.sentence_ends import QUESTION_MARKS
from workbench.runs.language.terms import asked_stems, language
from workbench.runs.ranking.meaning import Meaning
from workbench.runs.records.events import ModelAsked, Synthesis
from workbench.runs.records.shapes import Intent, Plan, ToolCall
from workbench.runs.retrieval.retrieve import LexicalReranker, Reranker

MOST_SLICES = 2
MOST_REWORDED = 1
_INTENTS = (
    ("compare", re.compile(r"\b(?:compare|difference|versus|better than|rather than)\b", re.I)),
    ("list", re.compile(r"^\s*(?:list|which .{1,40}s\b|name all|what are)\b", re.I)),
    ("explain", re.compile(r"^\s*(?:why|how does|how do|explain)\b|\bwhat caused\b", re.I)),
    ("decide", re.compile(r"^\s*(?:should|may|can|is|are|do|does|did|was|were|has|have|will)\b", re.I)),
)
LEAST_NAMED = 2
"""Minimum stems of an objective that names its subject."""
_REFERS = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his"
    r"|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )there(?! (?:is|are|was|were)\b))\b",
    re.I,
)
"""Words that refer to an earlier sentence; the `there` of `are there` does not."""


_ENDS = QUESTION_MARKS + ".。!！ "
"""Characters removed from the end of a question before an answer is appended."""


class RuleAgent:
    """Decides by rules; sends nothing."""

    name = "rules"
    reads_prompt = False
    labels_by_rules = True
    money_left = inf
    tokens_left = inf
    """Infinite: rules cost nothing."""

    def __init__(self, meaning: Meaning | None = None) -> None:
        self.reranker: Reranker = LexicalReranker(meaning)

    def intent(self, objective: str, dialogue: Sequence[tuple[str, str]]) -> Intent:
        """Return the objective as a query, split into its questions; unclear if it names no subject."""
        words = asking_of(" ".join(objective.split()))
        first = asked_stems(words)
        if dialogue and len(first) < LEAST_NAMED:
            answers = " ".join(answer for _, answer in dialogue)
            named = words.rstrip(_ENDS)
            words = f"{named}, {answers}" if named else answers  # one question, not two
        stems = asked_stems(words)
        refers = bool(_REFERS.search(words)) and len(first) < LEAST_NAMED
        unclear = "" if dialogue or (stems and not refers) else "What is this about? Name the subject."
        parts = parts_of(words)
        if dialogue and first:
            parts += [answer.strip() for _, answer in dialogue if asked_stems(answer)]
        kind = next((name for name, pattern in _INTENTS if pattern.search(words)), "find")
        return Intent.model_validate(
            {
                "stand_alone_query": words[:4_000],
                "intent": kind,
                "sub_queries": [part[:600] for part in parts[:6]] if len(parts) > 1 else [],
                "unclear": unclear,
            }
        )

    def plan(self, view: StepView, problem: str = "") -> str:  # noqa: ARG002 - rules make no mistakes in JSON
        """Return the plan of the first rule that applies and is allowed."""
        for made in (_ask, _next_question, _slice, _reword, _ask_before_giving_up, _write):
            plan = made(view)
            if plan is not None and plan.action_type in view.allowed:
                return plan.model_dump_json()
        forced = _forced(view)
        return (forced or _stop(view)).model_dump_json()

    def synthesize(self, view: StepView) -> Synthesis:
        """Return an answer in the sources' own words."""
        return synthesis_of(view)

    def take_asked(self) -> Sequence[ModelAsked]:
        """Return nothing: rules ask no model."""
        return ()

    def finish(self) -> None:
        """Do nothing: there is no recording to save."""


def reworded(query: str) -> str:
    """Return the query's content words, longest first, as the next search; empty in other languages."""
    if language(query) or in_other_script(query):
        return ""  # function words show other languages, or no spaces separate words
    words = re.findall(r"[^\W_]{4,}", query)
    kept = [word for word in words if asked_stems(word)]
    return " ".join(sorted(dict.fromkeys(kept), key=lambda word: -len(word))[:5])


def _ask(view: StepView) -> Plan | None:
    if not view.settings.ask or not view.intent.unclear or view.state.dialogue:
        return None
    return _calling("ASK_HUMAN", "nothing can be looked for", "ask_human", {"question": view.intent.unclear})


def _next_question(view: StepView) -> Plan | None:
    waiting = [query for query in view.intent.sub_queries if query not in view.state.searched]
    if not waiting:
        return None
    return _calling(
        "SEARCH", "a part of the objective is not looked for yet", "search", {"query": waiting[0]}
    )


def _slice(view: StepView) -> Plan | None:
    if view.state.synthesis is not None or len(view.state.fetched) >= MOST_SLICES:
        return None
    fresh = [each for each in view.direct if each.chunk.chunk_id not in view.state.fetched]
    if not fresh or (view.state.fetched and fresh[0].scored.score < view.settings.threshold):
        return None
    name = fresh[0].chunk.chunk_id
    return _calling(
        "FETCH_SLICE", "a passage that answers is read in full", "fetch_slice", {"chunk_id": name}
    )


def _reword(view: StepView) -> Plan | None:
    if view.direct or not view.no_direct_evidence or view.state.synthesis is not None:
        return None
    query = reworded(view.intent.stand_alone_query)
    tried = [each for each in view.state.searched if each not in view.intent.sub_queries]
    if not query or query in tried or len(tried) > MOST_REWORDED:
        return None
    return _calling("SEARCH", "nothing answers directly; other words are tried", "search", {"query": query})


def _ask_before_giving_up(view: StepView) -> Plan | None:
    if not view.settings.ask or view.direct or view.state.dialogue or view.state.synthesis is not None:
        return None
    question = f"No passage answers {view.intent.stand_alone_query[:300]!r}. Which other words may it use?"
    return _calling("ASK_HUMAN", "nothing answers directly", "ask_human", {"question": question})


def _write(view: StepView) -> Plan | None:
    if view.state.synthesis is not None:
        return None
    why = "what was found answers" if view.direct else "nothing answers directly, and nothing is left to try"
    return _calling("SYNTHESIZE", why, "synthesize", {})


def _stop(view: StepView) -> Plan:
    del view
    return Plan(action_type="STOP", rationale="the answer is written", stop_condition="now")


def _forced(view: StepView) -> Plan | None:
    """Return a plan for the only allowed action, if no rule chose it."""
    if view.allowed == ("SYNTHESIZE",):
        return _calling("SYNTHESIZE", "the supervisor forces it", "synthesize", {})
    if view.allowed == ("SEARCH",):
        query = reworded(view.intent.stand_alone_query) or view.intent.stand_alone_query
        return _calling("SEARCH", "the supervisor forces it", "search", {"query": query})
    return None


def _calling(action: str, why: str, tool: str, arguments: dict[str, str]) -> Plan:
    outputs = {"SYNTHESIZE": ("output.json", "report.md")}.get(action, ())
    return Plan.model_validate(
        {
            "action_type": action,
            "rationale": why,
            "tool_calls": [ToolCall.model_validate({"name": tool, "arguments": arguments})],
            "expected_output_artifacts": outputs,
            "stop_condition": "an answer is written, or nothing else can be tried",
        }
    )
