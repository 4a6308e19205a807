"""The vectors that a search compares: hashed character n-grams, or those of an embeddings service.

A service that gives none is said once and not asked again by this process: the search goes on with n-grams,
and the manifest of each such step says so. Passages that have no vector of the service yet get one, in
batches that are each kept at once, so a killed run goes on with the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from store.ngrams import DIMENSIONS, NGRAM_MODEL
from store.run_values import QueryScope
from workbench.masking import mask
from workbench.models.base import Deadline, LanguageModel, ModelTrouble, Prompt
from workbench.models.embeddings import BATCH, MOST_CHARACTERS, batches
from workbench.models.recordings import Recorder
from workbench.runs.language.terms import asked_stems, vector
from workbench.runs.records.ledger import Ledger

TEXT_VERSION = "1"
"""Of how a passage is worded for a service: title and headings, then its text."""
NEARNESS = 0.25
"""What a rank by n-grams counts of a rank by words; chosen on AMI, see `docs/runs/accuracy.md`."""
FETCHED = 8 * BATCH
"""Passages whose texts are in memory at a time."""


@dataclass(frozen=True, slots=True)
class Near:
    """What a query is compared by."""

    model: str
    vector: list[float] | None
    """None: the query has nothing to compare."""
    weight: float
    """What a rank by it counts of a rank by words."""


class Nearness(Protocol):
    """Gives the vector of a query."""

    asks: bool
    """Whether it asks a service and keeps what that gives, so that no look at the store may be held open."""
    warning: str
    """Why the vectors that were asked for are not used; empty: they are."""

    def of(self, query: str, rarity: Mapping[str, float]) -> Near:
        """What a query is compared by; rarity says how much each of its stems tells."""

    def take_tokens(self) -> int:
        """Tokens that were sent since this was last asked."""

    def finish(self) -> None:
        """The run ended or waits: keep what was to be kept."""


class CharacterNearness:
    """Hashed character n-grams; needs nothing and sends nothing."""

    asks = False
    warning = ""

    def of(self, query: str, rarity: Mapping[str, float]) -> Near:
        """The n-grams of its stems, rare ones counting more."""
        made = vector({stem: rarity.get(stem, 0.0) for stem in asked_stems(query)})
        return Near(NGRAM_MODEL, made if any(made) else None, NEARNESS)

    def take_tokens(self) -> int:
        """None."""
        return 0

    def finish(self) -> None:
        """Nothing was to be kept."""


class EmbeddedNearness:
    """The vectors of a service, n-grams where it gives none.

    Args:
        ledger: where passages and their vectors are.
        run_id: whose sources are compared.
        service: makes vectors.
        weight: what a rank by them counts of a rank by words.
        seconds: of one look for vectors, all its calls together.
    """

    asks = True

    def __init__(
        self, ledger: Ledger, run_id: str, service: LanguageModel, *, weight: float, seconds: float
    ) -> None:
        self._ledger = ledger
        self._run_id = run_id
        self._service = service
        self._weight = weight
        self._seconds = seconds
        self._otherwise = CharacterNearness()
        self._tokens = 0
        self._complete = ""
        """The model by which every passage in scope is known to have a vector."""
        self._known: dict[str, list[float]] = {}
        self.warning = ""

    def of(self, query: str, rarity: Mapping[str, float]) -> Near:
        """The vector of a query, once every passage has one of the same model."""
        if not self.warning:
            try:
                return self._embedded(query)
            except ModelTrouble as trouble:
                named = f"{self._service.provider}:{self._service.model}"
                self.warning = (
                    f"embeddings of {named} are not used: {trouble.reason}; searched by words and "
                    "character n-grams"
                )
        return self._otherwise.of(query, rarity)

    def take_tokens(self) -> int:
        """Tokens of the texts that were sent, as the service counts them or four bytes each."""
        spent, self._tokens = self._tokens, 0
        return spent

    def finish(self) -> None:
        """Write the recording, where one was asked for."""
        if isinstance(self._service, Recorder):
            self._service.write()

    def _embedded(self, query: str) -> Near:
        deadline = Deadline(self._seconds)
        made = self._known.get(query) or self._asked([query], deadline)[0]
        self._known[query] = made
        model = f"{self._service.provider}:{self._service.model}/{len(made)}/{TEXT_VERSION}"
        if self._complete != model:
            self._complete_passages(model, len(made), deadline)
            self._complete = model
        return Near(model, _filled(made), self._weight)

    def _complete_passages(self, model: str, length: int, deadline: Deadline) -> None:
        """Give every passage of the run that has none a vector."""
        scope = QueryScope(self._run_id)
        last = 0
        while waiting := self._ledger.without_vector(scope, model, last, FETCHED):
            last = waiting[-1].number
            bodies = self._ledger.texts(list(dict.fromkeys(chunk.artifact_id for chunk in waiting)))
            known = self._ledger.artifacts(list(bodies))
            texts = []
            for chunk in waiting:
                above = [part for part in (known[chunk.artifact_id].title, chunk.heading) if part]
                own = bodies[chunk.artifact_id][chunk.span_start : chunk.span_end]
                texts.append(f"{' > '.join(above)}\n{own}")
            for places in batches(texts):
                made = self._asked([texts[place] for place in places], deadline)
                if len(made[0]) != length:
                    stated = f"vectors of {len(made[0])} numbers, {length} before"
                    raise ModelTrouble(stated, lasting=True)
                numbers = [waiting[place].number for place in places]
                self._ledger.put_vectors(numbers, [_filled(each) for each in made], model)

    def _asked(self, texts: list[str], deadline: Deadline) -> list[list[float]]:
        sent = [mask(text[:MOST_CHARACTERS])[0] for text in texts]
        answer = self._service.answer(Prompt("", json.dumps(sent)), deadline)
        counted = answer.usage.input_tokens
        self._tokens += counted if counted is not None else sum(len(text.encode()) for text in sent) // 4
        made: list[list[float]] = json.loads(answer.text)
        return made


def _filled(made: list[float]) -> list[float]:
    return [*made, *[0.0] * (DIMENSIONS - len(made))]
