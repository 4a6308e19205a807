"""CPU of drafting a range without a model, by every strategy that drafts one, beside one tokenising pass.

Run: python -m bench.bench_strategies [TOKENS]. The range is made here: turns of prose, commands
and files, as many as it takes. The yardstick is `gates.language.tokens.tokenise` over its events,
in the same process. A strategy that needs a summary of the transcript is left out, since the range has none.
Exits 1 when a strategy is above the bound.
"""

from __future__ import annotations

import time
from contextlib import suppress

from bench.frozen.text import tokenise
from bench.usage import reported, typed
from gates.source import SourceEvent, SourceRange
from tests.facts.session import SESSION, Script
from workbench import plugin_registry
from workbench.errors import UsageError
from workbench.strategies.base import DraftRequest

MOST = 40.0
TOKENS = 150_000
_WORDS = (
    "batch column customer export figure invoice ledger limit migration order page price query record "
    "region report retry route schema session shelf stock table tariff timeout token unit vendor window"
).split()


def source(tokens: int) -> tuple[SourceEvent, ...]:
    """Return events of about this many tokens without repeated word sequences."""
    script = Script()
    work(script, tokens, "please move the {word} to src/{word}_{number}.py and test it")
    return tuple(script.events)


def work(script: Script, tokens: int, asked: str) -> None:
    """Add turns of work of about this many tokens; `asked` is the human's message in each."""
    number, used = 0, 0
    while used < tokens:
        number += 1
        before = len(script.events)
        script.user(asked.format(word=_word(number), number=number))
        for part in range(6):
            name = f"src/{_word(number + part)}_{part}.py"
            script.agent(f"The {_word(number * 7 + part)} of {name} needs {number + part} rows now.")
            script.run(f"cat {name}", "\n".join(_line(number, part, n) for n in range(24)))
            script.edit(name, f"old_{number}", f"new_{_word(part)}_{number} = {part}")
        script.run("make test", f"{number} failed: undefined name {_word(number)}", failed=number % 3 == 0)
        script.agent(f"I moved the {_word(number)} and all {number} checks of it pass. The rest is next.")
        used += sum(event.tokens for event in script.events[before:])


def _word(number: int) -> str:
    return _WORDS[number % len(_WORDS)]


def _line(number: int, part: int, line: int) -> str:
    words = " ".join(_word(number * 13 + part * 5 + line * k) for k in range(1, 7))
    return f"row {number * 100 + line}: {words}"


def ratios(tokens: int) -> dict[str, float]:
    """CPU of each strategy's draft over that of one tokenising pass, warm word classes in both."""
    events = source(tokens)
    request = DraftRequest(SourceRange(SESSION, 0, len(events) - 1), events)
    texts = [event.text for event in events]
    for text in texts:
        tokenise(text)
    began = time.process_time()
    for text in texts:
        tokenise(text)
    yardstick = time.process_time() - began
    found = {}
    for name in plugin_registry.names("strategies"):
        strategy = plugin_registry.load("strategies", name)()
        began = time.process_time()
        with suppress(UsageError):
            strategy.draft(request)
            found[name] = (time.process_time() - began) / yardstick
    return found


def main(tokens: int = TOKENS) -> int:
    """Print the ratio of every strategy."""
    found = ratios(tokens)
    print(f"drafting a range of {tokens:,} tokens, over the CPU of one tokenising pass of its text")
    for name, ratio in found.items():
        print(f"  {name:<14} {ratio:6.1f}   (at most {MOST:.0f})")
    return int(max(found.values()) > MOST)


if __name__ == "__main__":
    reported(lambda: main(*map(int, typed("[TOKENS]"))))
