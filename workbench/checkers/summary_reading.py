"""A model's answers about which captured items a summary reports, each with a quotation of the summary.

Everything is masked before it is sent. An answer whose quotation does not occur in the summary is dropped.
Answers are stored by item and summary, so that only new items are asked about. A failure leaves items
unjudged and ends no command.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from gates.artifact import Artifact
from gates.canonical import digest, encodable, text_digest
from gates.capture import Capture, CapturedItem
from gates.measure_words import masked_places, plural
from gates.second_opinion import REASON_LENGTH, CheckerAnswer, Opinion
from gates.summary_answers import summary_digest, summary_item_key, summary_of
from workbench.checkers.kept import UNQUOTED, AskedKeys, KeptReadings
from workbench.checkers.note_words import reasons
from workbench.checkers.serving import ask
from workbench.checkers.useless_answers import UselessAnswers
from workbench.checkers.windows import tokens_of
from workbench.facts.spans import fold
from workbench.masking import mask_json, mask_then_cut
from workbench.models.base import Deadline, LanguageModel, ModelTrouble, Prompt, Schema, Usage
from workbench.models.json_answers import object_in

PROMPT_FILE = "summary-1.md"
SUMMARY_VERSION = "1"
MOST_PROPOSED = 60
"""Number of proposed items that are asked about, the likeliest first."""
BATCH = 25
"""Items per request."""
MAX_ANSWER_TOKENS = 4_000
MOST_USELESS = 3
"""Useless answers in a row after which no further items are asked about."""
MOST_BESIDE = 2
BESIDE_LENGTH = 300
SHORTEST = 12
"""Minimum length of a quotation in code points; of one over `REASON_LENGTH` the beginning is used."""

SCHEMA = Schema(
    "report_what_is_told",
    {
        "type": "object",
        "properties": {
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "integer"},
                        "verdict": {"type": "string", "enum": ["reported", "altered", "omitted"]},
                        "quote": {"type": "string"},
                    },
                    "required": ["id", "verdict", "quote"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["items"],
        "additionalProperties": False,
    },
)
_OPINION = {
    "reported": Opinion.ENTAILED,
    "altered": Opinion.CONTRADICTED,
    "omitted": Opinion.NEUTRAL,
}


@cache
def instructions() -> str:
    """Return the prompt, from its file."""
    place = resources.files("workbench.checkers") / "prompts" / PROMPT_FILE
    return place.read_text(encoding="utf-8")


@dataclass
class SummaryTally:
    """Counts of questions and answers about summaries."""

    asked: int = 0
    """Number of items asked about."""
    answered: int = 0
    kept: int = 0
    masked: int = 0
    thrown: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    usage: list[Usage] = field(default_factory=list)


class SummaryReader:
    """A client that asks one model about items beside a summary."""

    def __init__(
        self, model: LanguageModel, answers: Path, *, cap_tokens: int, seconds: float, silent: str
    ) -> None:
        self._model = model
        self._cap = cap_tokens
        self._seconds = seconds
        self._silent = silent
        made_of = [model.provider, model.model, text_digest(instructions()), SCHEMA.body, MAX_ANSWER_TOKENS]
        self.version = f"{SUMMARY_VERSION}-{digest(made_of)[:12]}"
        self._kept = KeptReadings(answers / f"judge-summary-{self.version}.jsonl")
        self._spent = 0
        self._useless = UselessAnswers(MOST_USELESS)
        self._lock = threading.Lock()
        self.tally = SummaryTally()

    def answers(
        self, artifact: Artifact, capture: Capture, run: Deadline
    ) -> tuple[tuple[str, CheckerAnswer], ...]:
        """Return the model's answers about counted items and the first proposals, sorted by key.

        Items without an answer are left out: the word comparison decides about them.
        """
        with self._lock:
            return self._answers(artifact, capture, run)

    def _answers(
        self, artifact: Artifact, capture: Capture, run: Deadline
    ) -> tuple[tuple[str, CheckerAnswer], ...]:
        summary = summary_digest(artifact)
        found: dict[str, CheckerAnswer] = {}
        waiting: dict[str, CapturedItem] = {}
        for item in (*capture.items, *capture.proposed[:MOST_PROPOSED]):
            key = summary_item_key(summary, item)
            known = self._kept.get(self._keys(key).here) if item.counts else None
            if known is not None:
                if key not in found:
                    self._count_kept([known])
                found[key] = known
            elif item.counts:
                waiting[key] = item
        left = list(waiting.items())
        silent = self._silent or self._useless.stopped
        for at in range(0, len(left), BATCH):
            batch = left[at : at + BATCH]
            given, why, silent = (None, silent, silent) if silent else self._ask(artifact, batch, run)
            instead = self._from_anywhere([key for key, _ in batch]) if given is None else {}
            given = given or {}
            found.update(given | instead)
            self.tally.unread[why] += len(batch) - len(_judged(given)) - len(instead)
        return tuple(sorted(_judged(found).items()))

    def _from_anywhere(self, keys: Sequence[str]) -> dict[str, CheckerAnswer]:
        """Return the answers that other addresses gave, where this one gave none."""
        known = {key: self._kept.from_anywhere(self._keys(key).anywhere) for key in keys}
        found = {key: answer for key, answer in known.items() if answer is not None}
        self._count_kept(found.values())
        return found

    def _count_kept(self, answers: Iterable[CheckerAnswer]) -> None:
        for answer in answers:
            if answer.opinion is Opinion.UNJUDGED:
                self.tally.unread[answer.reason] += 1
            else:
                self.tally.kept += 1

    def notes(self, named: str) -> Iterator[str]:
        """Yield notes for the user about questions and answers."""
        tally = self.tally
        if tally.asked:
            thrown = f"; thrown away: {tally.thrown} with {UNQUOTED}" if tally.thrown else ""
            counts = [(u.input_tokens, u.cache_read_tokens, u.cache_creation_tokens) for u in tally.usage]
            given = sum(count or 0 for each in counts for count in each)
            made = sum(u.output_tokens or 0 for u in tally.usage)
            yield (
                f"judge {named}: asked what the summary reports of {plural(tally.asked, 'item')},"
                f" {tally.answered} answered ({given:,} tokens in, {made:,} out),"
                f" {masked_places(tally.masked)} before sending{thrown}"
            )
        if tally.kept:
            yield f"judge {named}: {plural(tally.kept, 'kept answer')} about items used"
        unread = +tally.unread
        if tally.asked and unread:
            yield f"judge {named}: {plural(unread.total(), 'item')} unjudged ({reasons(unread)})"
        yield from self._useless.note_for(named)
        yield from self._kept.answered_notes(named)
        yield from self._kept.trouble

    def _ask(
        self, artifact: Artifact, batch: Sequence[tuple[str, CapturedItem]], run: Deadline
    ) -> tuple[dict[str, CheckerAnswer] | None, str, str]:
        """Return the answers about some items, why others have none, and why to ask nothing more, if so.

        None in place of the answers: the model gave none.
        """
        prompt, reported, secrets = prompt_of(artifact, [item for _, item in batch])
        size = (
            tokens_of(prompt.system) + tokens_of(prompt.stable) + tokens_of(prompt.text) + MAX_ANSWER_TOKENS
        )
        if self._spent + size > self._cap:
            return None, "over the cap of tokens", "over the cap of tokens"
        if run.left() <= 0:
            return None, "the run took too long", "the run took too long"
        self._spent += size
        self.tally.asked += len(batch)
        self.tally.masked += secrets
        try:
            given = ask(self._model, prompt, Deadline(min(self._seconds, run.left())))
        except ModelTrouble as trouble:
            self._useless.note_trouble(trouble)
            return None, trouble.reason, trouble.reason if trouble.lasting else self._useless.stopped
        self.tally.usage.append(given.usage)
        found: dict[str, CheckerAnswer] = {}
        for number, answer in self._read(given.text, reported, len(batch)):
            key = batch[number][0]
            if key not in found or found[key].opinion is Opinion.UNJUDGED:
                found[key] = answer
        for key, answer in found.items():
            keys = self._keys(key)
            self._kept.put(keys.here, answer, keys.anywhere, given.reported)
        used = _judged(found)
        self.tally.answered += len(used)
        why = "cut at the limit of tokens" if given.cut else "without a usable answer"
        self._useless.note("" if used else why)
        return found, why, self._useless.stopped

    def _read(self, text: str, reported: Sequence[str], most: int) -> Iterator[tuple[int, CheckerAnswer]]:
        """Yield the answers in a text; one is unjudged if its quotation does not occur in the summary."""
        entries = object_in(text, "items").get("items")
        for entry in entries[: 2 * most] if isinstance(entries, list) else ():
            number, verdict, quote = (
                (entry.get("id"), entry.get("verdict"), entry.get("quote"))
                if isinstance(entry, dict)
                else (None, None, None)
            )
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < most:
                continue
            opinion = _OPINION.get(verdict) if isinstance(verdict, str) else None
            if opinion is Opinion.NEUTRAL:
                yield number, CheckerAnswer(opinion, 1.0)
            elif opinion is not None:
                words = fold(quote)[:REASON_LENGTH] if isinstance(quote, str) else ""
                if len(words) >= SHORTEST and any(words in each for each in reported):
                    yield number, CheckerAnswer(opinion, 1.0, words)
                else:
                    self.tally.thrown += 1
                    yield number, CheckerAnswer(Opinion.UNJUDGED, reason=UNQUOTED if words else "")

    def _keys(self, key: str) -> AskedKeys:
        return AskedKeys(self._model.url, self.version, key)


def _judged(answers: Mapping[str, CheckerAnswer]) -> dict[str, CheckerAnswer]:
    """Return the answers that were not thrown away."""
    return {key: answer for key, answer in answers.items() if answer.opinion is not Opinion.UNJUDGED}


def prompt_of(artifact: Artifact, items: Sequence[CapturedItem]) -> tuple[Prompt, list[str], int]:
    """Return the prompt about some items, the statements as sent, and the number of secrets masked."""
    summary, hidden = mask_json({"summary": list(summary_of(artifact))})
    bodies = [_body(number, item) for number, item in enumerate(items)]
    body, more = mask_json({"items": [each for each, _ in bodies]})
    hidden += sum(found for _, found in bodies)
    stable = json.dumps(summary, ensure_ascii=False, indent=1)
    text = json.dumps(body, ensure_ascii=False, indent=1)
    reported = [fold(each) for each in summary["summary"]]
    return Prompt(instructions(), text, MAX_ANSWER_TOKENS, SCHEMA, stable=stable), reported, hidden + more


def _body(number: int, item: CapturedItem) -> tuple[dict[str, object], int]:
    """Return an item as JSON, and the number of secrets masked before its evidence was cut."""
    texts = (fold(encodable(link.quote)) for link in item.evidence)
    text = fold(encodable(item.text))
    cut = [mask_then_cut(each, BESIDE_LENGTH) for each in texts if each not in text][:MOST_BESIDE]
    beside = [each for each, _ in cut]
    return {"id": number, "kind": item.kind, "text": text, "beside": beside}, sum(found for _, found in cut)
