"""`historian` with a model: summaries of long replies and the narrative of older turns (S3, "Two LLM Calls").

Each summary quotes its reply. A text that breaks the historian's rules is requested once more, with the
problem; after that it is written offline, which is reported. The rest of the ledger is facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gates.artifact import GenerationRecord
from workbench.masking import mask
from workbench.models.base import ModelAnswer, Prompt
from workbench.strategies.base import EXTRACTIVE, Candidate, DraftRequest, by_model
from workbench.strategies.historian.draft import drafting
from workbench.strategies.historian.extractive import ExtractiveHistory
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.narrative_sources import left_out
from workbench.strategies.historian.rules import narrative_problems
from workbench.strategies.historian.summarize import SUMMARIZE_THRESHOLD
from workbench.strategies.modelled.asking import Asker, Flaw, WrongAnswer, WrongForm
from workbench.strategies.modelled.history_answers import SCHEMA, NarrativeAnswer, stated_in
from workbench.strategies.modelled.history_checks import summary_problems, turned_sentences
from workbench.strategies.modelled.problems import AnswerProblem, going_back
from workbench.strategies.modelled.prompting import PromptFile, masked_json
from workbench.strategies.modelled.sourcing import RefusedParts
from workbench.strategies.modelled.tally import summed

NAME = "historian"
ANSWER_TOKENS = 4_000
LONGEST_TEXT = 6_000
"""Code points of one message that are sent; of a longer one its beginning and end."""
HISTORY = PromptFile("history", 3, SCHEMA)
WITHOUT_MODEL = "written without the model, "
"""Prefix of what a warning says of a text that broke its rules."""


@dataclass(frozen=True)
class PreparedHistory:
    """Summaries made earlier; any other summary is written offline."""

    summaries: dict[str, str]
    """The summary of each reply, by the reply's text."""
    offline: ExtractiveHistory = field(default_factory=ExtractiveHistory)

    def summarize_response(self, final_response: str) -> str:
        """Return the known summary, else an extractive one."""
        known = self.summaries.get(final_response)
        return known if known is not None else self.offline.summarize_response(final_response)

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """Return an extractive narrative."""
        return self.offline.compress_turns(turns, history_summary)


class HistorianDrafter:
    """`historian` for a range: one call for all its long replies and the narrative."""

    name = NAME
    calls_model = True

    def __init__(self, asker: Asker, *, allow_unsourced: bool = False) -> None:
        self.asker = asker
        self.prompt_version = by_model(HISTORY.version, asker.named)
        self.dropped = RefusedParts()
        del allow_unsourced  # the ledger is facts, and a summary without a quotation is written offline
        self._request: DraftRequest | None = None
        self._turns: list[Turn] = []
        self._summaries: dict[int, str] = {}
        self._narrative = ""
        self._problems: list[AnswerProblem] = []

    def estimate(self, request: DraftRequest) -> int:
        """Return the tokens that the first call may take."""
        prompt, _ = self._prompt(_older(request), "", ())
        return self.asker.needs(prompt)

    def draft(self, request: DraftRequest) -> Candidate:
        """Return a candidate with the model's summaries and narrative; see `ItemDrafter.draft`."""
        self.asker.begin()
        self._request, self._turns, self.dropped = request, _older(request), RefusedParts()
        self._summaries, self._narrative = {}, ""

        def read(answer: ModelAnswer) -> None:
            self._take(stated_in(answer))
            if not (self._summaries or self._narrative):
                wrong = (each.what.removeprefix(WITHOUT_MODEL) for each in self._problems[:3])
                raise WrongAnswer("; ".join(wrong), Flaw.RULES)

        self.asker.asked(lambda problem, _: self._prompt(self._turns, problem, ()), read)
        return self._candidate()

    def revise(self, problems: Sequence[AnswerProblem], note: str = "") -> Candidate | None:
        """Return the candidate with the model's answer to problems of its texts; see `ItemDrafter.revise`."""
        if self._request is None:
            return None
        prompt, secrets = self._prompt(self._turns, "", problems)
        if not self.asker.has_room(prompt):
            self.asker.on_progress("the cap of tokens leaves no room to repair what is wrong")
            return None
        before = (dict(self._summaries), self._narrative)
        self.asker.on_progress(note or going_back(len(problems), self.asker.named))
        try:
            self._take(self.asker.read(self.asker.ask(prompt, secrets), stated_in))
        except WrongAnswer as error:
            self.asker.on_progress(
                f"{self.asker.named}: the changes could not be used, {error}; the draft stays"
            )
            return None
        return self._candidate() if (self._summaries, self._narrative) != before else None

    def own_problems(self) -> list[AnswerProblem]:
        """Return the summaries and the narrative that broke their rules."""
        return self._problems

    def _take(self, stated: NarrativeAnswer) -> None:
        """Take the texts that follow the rules.

        The others become problems, and stay offline until repaired.
        """
        self._problems, self.dropped = [], RefusedParts()
        for turn in self._turns:
            if len(turn.assistant_message) <= SUMMARIZE_THRESHOLD:
                continue
            summary, quote = stated.summaries.get(turn.number, ("", ""))
            wrong = summary_problems(turn.assistant_message, summary, quote, doubts=self.dropped)
            if not wrong:
                self._summaries[turn.number] = summary
            elif turn.number not in self._summaries:
                self._refuse(f"the summary of turn {turn.number}: {'; '.join(wrong[:3])}")
        broken = narrative_problems(self._turns, "", stated.narrative)
        broken = broken or turned_sentences(stated.narrative, self._turns)
        if not broken:
            self._narrative = stated.narrative
        elif not self._narrative:
            self._refuse(f"the narrative: {'; '.join(broken[:3])}")

    def _refuse(self, what: str) -> None:
        self._problems.append(AnswerProblem("historian", f"{WITHOUT_MODEL}{what}"))

    def _candidate(self) -> Candidate:
        request = self._request
        if request is None:
            raise WrongForm("nothing was drafted yet")
        known = {
            turn.assistant_message: self._summaries[turn.number]
            for turn in self._turns
            if turn.number in self._summaries
        }
        told = self._narrative
        made = drafting(told or None, PreparedHistory(known), only_sourced=bool(told))(request)
        stays = made.payload.get("narrative") or ""
        if told and stays != told:
            gone = "; ".join(left_out(told, stays))
            why = "without a source" if request.size is None else "without a source or without room"
            self._problems.append(AnswerProblem("historian", f"left out of the narrative, {why}: {gone}"))
            self._narrative = stays
            made = made if stays else drafting(None, PreparedHistory(known))(request)
        record = self.asker.record()
        stated = {"prompt_version": self.prompt_version, "generation_record": record.model_dump(mode="json")}
        return Candidate({**made.payload, **stated}, record)

    def _prompt(
        self, turns: Sequence[Turn], problem: str, problems: Sequence[AnswerProblem]
    ) -> tuple[Prompt, int]:
        body: dict[str, object] = {"narrative": ""}
        if problems:
            stated = [{"turn": number, "summary": text} for number, text in sorted(self._summaries.items())]
            body["draft"] = {"summaries": stated, "narrative": self._narrative}
            body["problems"] = [f"{each.item_text}: {each.what}".strip(": ") for each in problems]
        return _request(turns, {**body, "problem": problem} if problem else body)


class _Collecting:
    """The offline calls, which record the turns that they receive."""

    def __init__(self) -> None:
        self.turns: tuple[Turn, ...] = ()

    def summarize_response(self, final_response: str) -> str:
        """Return the offline summary."""
        return ExtractiveHistory().summarize_response(final_response)

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """Return the offline narrative."""
        self.turns = tuple(turns)
        return ExtractiveHistory().compress_turns(turns, history_summary)


def _older(request: DraftRequest) -> list[Turn]:
    """Return the turns that are compressed, as the offline draft selects them.

    Raises:
        UsageError: the range has no turn beyond the ones that stay in full.
    """
    collecting = _Collecting()
    drafting(None, collecting)(request)
    return list(collecting.turns)


def _request(turns: Sequence[Turn], body: dict[str, object]) -> tuple[Prompt, int]:
    """Return a request about turns: the long replies in a separate list, the turns in order."""
    long = [turn for turn in turns if len(turn.assistant_message) > SUMMARIZE_THRESHOLD]
    ends = _Ends()
    replies = [{"turn": turn.number, "text": ends.of(turn.assistant_message)} for turn in long]
    stated = [
        {
            "turn": turn.number,
            "user": ends.of(turn.user_message),
            **_approved(turn),
            "agent": "(see replies)" if turn in long else turn.assistant_message,
        }
        for turn in turns
    ]
    stable, secrets = masked_json({"replies": replies, "turns": stated})
    prompt, more = HISTORY.prompt(body, ANSWER_TOKENS, stable)
    return prompt, secrets + more + ends.masked


def _approved(turn: Turn) -> dict[str, str]:
    """Return the plan that was approved in the turn, as part of the turn in a prompt."""
    return {} if turn.approved_plan is None else {"approved_plan": turn.approved_plan}


class _Ends:
    """Beginnings and ends of long messages, masked before they are cut: half a secret is not recognised."""

    def __init__(self) -> None:
        self.masked = 0
        """Number of secrets that were masked."""

    def of(self, text: str) -> str:
        """Return a message as it is sent."""
        if len(text) <= LONGEST_TEXT:
            return text
        plain, found = mask(text)
        self.masked += found
        half = LONGEST_TEXT // 2
        return plain if len(plain) <= LONGEST_TEXT else f"{plain[:half]}\n[...]\n{plain[-half:]}"


class ModelHistory:
    """Both calls of the historian with a language model, for a `Historian` (S3).

    A text that breaks its rules is requested once more, with the problem; after that it is written offline,
    the asker's `on_progress` reports it and `fallbacks` counts it. A model that does not answer raises
    `ModelTrouble`, and the run's state is unchanged.

    Args:
        asker: the model, its cap and its time, new for each call; may be shared with other runs.
        entity_ids: ids of known entities, which no narrative may contain; a run sets them.
        labels: labels of known entities, which are names however they are written; a run sets them.
    """

    def __init__(self, asker: Asker, entity_ids: Sequence[str] = (), labels: Sequence[str] = ()) -> None:
        self.asker = asker.apart()
        self.model = asker.named
        self.fallbacks = 0
        self.lapsed = ""
        """Why the last text was written without the model; empty if it was not."""
        self._ids, self._labels = tuple(entity_ids), tuple(labels)
        self._known: dict[str, str] = {}
        self._spent: list[GenerationRecord] = []
        self._versions: set[str] = set()
        """Prompt versions of the texts of this turn."""

    def knowing(self, entity_ids: Sequence[str], labels: Sequence[str]) -> ModelHistory:
        """Return itself, ready for a new turn with the entities against which summaries are checked."""
        self._ids, self._labels, self._spent = tuple(entity_ids), tuple(labels), []
        self._versions = set()
        return self

    @property
    def known(self) -> PreparedHistory:
        """The summaries made so far, for a ledger of turns summarised earlier: the model is not asked."""
        return PreparedHistory(self._known, self._offline)

    @property
    def _offline(self) -> ExtractiveHistory:
        return ExtractiveHistory(self._ids, self._labels)

    def generation(self) -> tuple[str, GenerationRecord]:
        """Return the prompt versions of this turn's texts, joined by `and`, and the cost of its calls."""
        versions = sorted(self._versions) or [by_model(HISTORY.version, self.model)]
        return " and ".join(versions), summed(self._spent, self.asker.named)

    def summarize_response(self, final_response: str) -> str:
        """Return one sentence on what a reply accomplished."""
        self.lapsed = ""
        if final_response not in self._known:
            turn = Turn(number=1, user_message="", assistant_message=final_response)

            def read(answer: ModelAnswer) -> str:
                summary, quote = stated_in(answer).summaries.get(1, ("", ""))
                return _good(summary, summary_problems(final_response, summary, quote, self._labels))

            def prompts(problem: str, _whole: bool) -> tuple[Prompt, int]:
                body: dict[str, object] = {"problem": problem} if problem else {}
                ends = _Ends()
                replies = [{"turn": 1, "text": ends.of(turn.assistant_message)}]
                reply, secrets = masked_json({"replies": replies, "turns": []})
                prompt, more = HISTORY.prompt(body, ANSWER_TOKENS, reply)
                return prompt, secrets + more + ends.masked

            made = self._made(prompts, read)
            stated = made if made is not None else self._offline.summarize_response(final_response)
            self._known[final_response] = stated
        return self._known[final_response]

    def compress_turns(self, turns: Sequence[Turn], history_summary: str) -> str:
        """Return two or three sentences that replace the previous narrative and cover the turns."""

        def read(answer: ModelAnswer) -> str:
            narrative = stated_in(answer).narrative
            wrong = narrative_problems(turns, history_summary, narrative, self._ids, self._labels)
            return _good(narrative, wrong or turned_sentences(narrative, turns, history_summary))

        def prompts(problem: str, _whole: bool) -> tuple[Prompt, int]:
            body: dict[str, object] = {"narrative": history_summary}
            ends = _Ends()
            stated = [
                {
                    "turn": turn.number,
                    "user": ends.of(turn.user_message),
                    **_approved(turn),
                    "agent": ends.of(turn.stated()),
                }
                for turn in turns
            ]
            stable, secrets = masked_json({"replies": [], "turns": stated})
            body |= {"problem": problem} if problem else {}
            prompt, more = HISTORY.prompt(body, ANSWER_TOKENS, stable)
            return prompt, secrets + more + ends.masked

        made = self._made(prompts, read)
        return made if made is not None else self._offline.compress_turns(turns, history_summary)

    def _made(self, prompts: Any, read: Any) -> str | None:  # noqa: ANN401 - as `Asker.asked` takes them
        """Return the model's text; None if it broke the rules twice."""
        self.asker.begin()
        self.lapsed = ""
        try:
            made: str = self.asker.asked(prompts, read)
        except WrongForm as error:
            self.fallbacks += 1
            self.lapsed = error.message
            self._versions.add(EXTRACTIVE)
            self.asker.on_progress(f"warning: {error.message}; it was written without a model")
            return None
        finally:
            self._spent.append(self.asker.record())
        self._versions.add(by_model(HISTORY.version, self.model))
        return made


def _good(text: str, wrong: Sequence[str]) -> str:
    if wrong:
        raise WrongAnswer("; ".join(wrong[:3]), Flaw.RULES)
    return text
