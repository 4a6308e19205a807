"""The vectors that a search compares: hashed character n-grams, or those of an embeddings service.

If a service fails, this process does not ask it again: the search continues with n-grams, and the manifest of
each such step reports it. Passages without a vector of the service get one in batches that are stored at
once, so a killed run continues with the rest.
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
"""Version of the text of a passage that a service receives: title and headings, then its text."""
NEARNESS = 0.25
"""Weight of a rank by n-grams, where a rank by words is 1; chosen on AMI, see `docs/runs/accuracy.md`."""
FETCHED = 8 * BATCH
"""Maximum passages whose texts are in memory."""


@dataclass(frozen=True, slots=True)
class Near:
    """The vector of a query."""

    model: str
    vector: list[float] | None
    """None: the query has nothing to compare."""
    weight: float
    """Weight of a rank by it, where a rank by words is 1."""


class Nearness(Protocol):
    """Returns the vectors of queries."""

    asks: bool
    """Whether it asks a service and stores the vectors, so that no session of the store may be held open."""
    warning: str
    """Why the configured vectors are not used; empty if they are."""

    def of(self, query: str, rarity: Mapping[str, float]) -> Near:
        """Return the vector of a query; `rarity` is the weight of each of its stems."""

    def take_tokens(self) -> int:
        """Return and clear the number of tokens sent since the last call."""

    def finish(self) -> None:
        """Save recordings, if any, when the run ends or waits."""


class CharacterNearness:
    """Hashed character n-grams; sends nothing."""

    asks = False
    warning = ""

    def of(self, query: str, rarity: Mapping[str, float]) -> Near:
        """Return the n-grams of the query's stems; rare stems count more."""
        made = vector({stem: rarity.get(stem, 0.0) for stem in asked_stems(query)})
        return Near(NGRAM_MODEL, made if any(made) else None, NEARNESS)

    def take_tokens(self) -> int:
        """Return 0: nothing is sent."""
        return 0

    def finish(self) -> None:
        """Do nothing: there is no recording to save."""


class EmbeddedNearness:
    """The vectors of a service, or n-grams if it fails.

    Args:
        ledger: contains passages and their vectors.
        run_id: the run whose sources are compared.
        service: makes vectors.
        weight: weight of a rank by them, where a rank by words is 1.
        seconds: limit for all service calls of one query together.
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
        """The model of which every passage in scope has a vector."""
        self._known: dict[str, list[float]] = {}
        self.warning = ""

    def of(self, query: str, rarity: Mapping[str, float]) -> Near:
        """Return the vector of a query, after giving every passage one of the same model."""
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
        """Return and clear the tokens sent, as the service counts them, else at four bytes each."""
        spent, self._tokens = self._tokens, 0
        return spent

    def finish(self) -> None:
        """Write the recording, if one was requested."""
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
        """Store vectors for all passages of the run that have none."""
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
