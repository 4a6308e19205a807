"""Members of a class for which the session has another member in the same place.

Tools, libraries, kinds of tests, databases, models, environments: a statement with a sibling of the one in
the session states another fact. Warning: `kind_differs`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gates.artifact import Item
from gates.contradiction.in_place import BORNE_AT, LEAST_REST, MOST, passages, text_of
from gates.contradiction.placement import names_in, passages_with
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.similarity import coverage, statement
from gates.language.word_bounds import stands_before
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

SLOT_AT = 0.35
"""Share of a claim's other words that a passage with a sibling must contain."""

_CLASSES = """
unit integration e2e end-to-end regression smoke / jest vitest mocha jasmine pytest unittest nose /
playwright cypress selenium puppeteer webdriver / npm yarn pnpm / pip poetry uv conda pipenv / redis
memcached / postgres postgresql mysql mariadb sqlite mongodb duckdb dynamodb / chrome firefox safari / aws
gcp azure / docker podman / kubernetes nomad / react vue svelte angular preact / fastify koa nestjs hono /
django flask fastapi / webpack vite rollup esbuild parcel / eslint biome prettier / ruff flake8 pylint /
gosec gocritic errcheck staticcheck goconst / opus sonnet haiku / claude gemini codex copilot gpt / md5
sha1 sha256 sha512 / rs256 es256 hs256 / graphql grpc / localstorage sessionstorage indexeddb / staging
production / headed headless / radix ark chakra / tcp udp / json yaml toml xml / flock fcntl / sendgrid
mailgun / imagemagick pillow inkscape / stdout stderr / usestate useref usememo usecallback / squash
rebase / circleci jenkins travis / coderabbit sonarqube codecov / english german french spanish / java
kotlin / python ruby perl / typescript javascript
"""


@lru_cache(maxsize=1)
def _siblings() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for entry in _CLASSES.split("/"):
        words = frozenset(entry.split())
        for word in words:
            found[word] = found.get(word, frozenset()) | words
    return {word: others - {word} for word, others in found.items()}


_WORD = re.compile(r"(?<![\w/.-])(?:end-to-end|[A-Za-z][A-Za-z0-9]{1,15})(?![\w/-]|\.\w)")


_DENIED = re.compile(
    r"\b(?:no|not|without|never|instead of|rather than|unlike|than)\s+(?:\w+\s+)?\W?$", re.IGNORECASE
)


def kinds_differ(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find the first member of a class for which the session has a sibling in its place."""
    if item.speaker == "user" or is_code(item.text) or "\n" in item.text:
        return []
    filed = _by_folder(item, index, search)
    if filed:
        return filed
    compared = statement(item.text)
    matches = [m for m in _WORD.finditer(item.text)]
    words = dict.fromkeys(match.group().casefold() for match in matches)
    denied = {m.group().casefold() for m in matches if stands_before(_DENIED, item.text, m.start())}
    for word in words:
        if word in denied:
            continue
        rivals = _siblings().get(word, frozenset()) - words.keys()
        rest = compared.stems - statement(word).stems
        if not rivals or len(rest) < LEAST_REST:
            continue
        best = _rival(rivals, word, rest, index, search)
        if best is not None:
            rival, segment = best
            message = f"claims {word}; the session has {rival} there"
            return [Found("kind_differs", "warning", message, (*item.links, search.link_of(segment)), word)]
    return []


_TESTS = re.compile(r"\b(unit|integration|e2e|end-to-end)[- ]tests?\b", re.IGNORECASE)
_FOLDERS = {
    "unit": re.compile(r"(?:^|[/_.-])unit"),
    "integration": re.compile(r"(?:^|[/_.-])integration"),
    "e2e": re.compile(r"(?:^|[/_.-])(?:e2e|end[_-]to[_-]end)"),
}


def _by_folder(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find a named test that a claim assigns to one kind although its files are only in another's folders."""
    kinds = {match.group(1).casefold().replace("end-to-end", "e2e") for match in _TESTS.finditer(item.text)}
    if len(kinds) != 1:
        return []
    kind = kinds.pop()
    for name in names_in(item.text, ""):
        if not name.startswith(("Test", "test_")):
            continue
        found = passages_with(name, index, search) or ()
        tools = ((s, index.events[s.ordinal].tool) for s in found)
        paths = [(segment, tool.target) for segment, tool in tools if tool is not None and "/" in tool.target]
        if any(_FOLDERS[kind].search(path) for _, path in paths):
            continue
        for other in (each for each in _FOLDERS if each != kind):
            lies = [segment for segment, path in paths if _FOLDERS[other].search(path)]
            if lies:
                message = f"calls {name} {kind}; it lies with the {other} tests"
                return [
                    Found("kind_differs", "warning", message, (*item.links, search.link_of(lies[-1])), kind)
                ]
    return []


def _rival(
    rivals: frozenset[str], word: str, rest: frozenset[str], index: SourceIndex, search: SpanSearch
) -> tuple[str, TextSegment] | None:
    best: tuple[float, str, TextSegment] | None = None
    own = 0.0
    for share, segment in passages(rest, index, search):
        words = frozenset(match.group().casefold() for match in _WORD.finditer(text_of(segment, index)))
        if word in words:
            own = max(own, share)
        elif share >= SLOT_AT and (best is None or share > best[0]) and (held := sorted(rivals & words)):
            best = share, held[0], segment
    if best is None or own >= BORNE_AT * best[0] or _beside(word, rest, best[0], index, search):
        return None
    return best[1:]


def _beside(word: str, rest: frozenset[str], at: float, index: SourceIndex, search: SpanSearch) -> bool:
    """Return whether the word itself occurs anywhere with that share of the rest."""
    for stem in statement(word).stems:
        if search.count(stem) > MOST:
            return True
        for held in search.holding_with(stem, MOST)[1]:
            if coverage(rest, held, index.weight) >= BORNE_AT * at:
                return True
    return False
