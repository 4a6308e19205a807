"""The examples at the end of each command's help, by the name of command and verb."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "demo": ("demo", "demo --headless"),
    "import": ("import ~/.claude/projects", "import session.jsonl --json"),
    "sessions": ("sessions", "sessions --json"),
    "timeline": ("timeline ses_8f3a12", "timeline ses_8f3a12 --range 0..40"),
    "show": (
        "show ses_8f3a12",
        "show ses_8f3a12:148",
        "show ses_8f3a12:d-3",
        "show ses_8f3a12@2 --narrative",
    ),
    "search": ("search retry limit", """search '"connection refused"' --session ses_8f3a12 --limit 5"""),
    "capture": ("capture ses_8f3a12", "capture ses_8f3a12 --range 0..412 --json"),
    "score": (
        "score session.jsonl",
        "score sessions/ --format junit=junit.xml --format html=report.html",
        "score summary.md --source session.jsonl --range 0..412",
        "score sessions/ --baseline baseline.json --max-warnings 20",
    ),
    "report": (
        "report ses_8f3a12 --format html=review.html",
        "report ses_8f3a12:d-3",
        "report results.parquet",
    ),
    "draft": (
        "draft ses_8f3a12",
        "draft ses_8f3a12 --range 10..57 --strategy native",
        "draft ses_8f3a12 --size 20%",
    ),
    "hooks": ("hooks install claude-code", "hooks status", "hooks log codex --last 5"),
    "hook": ("hook PreCompact --agent claude-code",),
    "serve": ("serve", "serve --read-only"),
    "mcp": ("mcp", "mcp --folder transcripts/"),
    "watch": ("watch", "watch transcripts/ --json --on-fail 'notify-send lost'", "watch --once"),
    "repair": ("repair ses_8f3a12:d-1", "repair ses_8f3a12:d-1 --drop-unsourced"),
    "edit": ("edit ses_8f3a12:d-1", "edit ses_8f3a12:d-1 --form", "edit ses_8f3a12:d-1 --apply form.md"),
    "run": (
        "run demo",
        'run start --objective "When did the link span fail, and why?" --source notes/',
        "run manifest run_5c1d2e:3 --prompt",
    ),
    "run demo": ("run demo", "run demo --out answer/"),
    "run start": (
        'run start --objective "When did the link span fail, and why?" --source notes/ --out answer/',
        'run start --objective "Which limit holds?" --source notes/ --source https://example.org/limits',
    ),
    "run resume": ("run resume run_5c1d2e",),
    "run answer": ('run answer run_5c1d2e "the one of March"',),
    "run status": ("run status run_5c1d2e", "run status run_5c1d2e --out answer/"),
    "run cancel": ('run cancel run_5c1d2e --reason "asked twice"',),
    "run manifest": ("run manifest run_5c1d2e:3", "run manifest run_5c1d2e:3 --requests"),
    "run eval": ("run eval", "run eval --golden cases.json --source notes/"),
    "review add": (
        'review add ses_8f3a12 --kind decision --text "Keep the old API" --event 148 --reason "said in chat"',
    ),
    "review dismiss": ('review dismiss cap_2e454b --reason "only a question"',),
    "hooks install": ("hooks install claude-code", "hooks install codex --project ."),
    "triggers": ("triggers ses_8f3a12", "triggers ses_8f3a12 --strategy memory"),
    "plan": ("plan ses_8f3a12", "plan ses_8f3a12 --range 0..412"),
    "replay": ("replay ses_8f3a12 --strategy intentional --strategy memory --plot drift.svg",),
    "modes": ("modes", 'modes rolling on --reason "long runs, nobody at the screen"'),
    "review": (
        'review add ses_8f3a12 --kind decision --text "Keep the old API" --event 148 --reason "said in chat"',
        'review dismiss cap_2e454b --reason "only a question"',
        'review clear fnd_5f5fa4 --reason "the count is of another file"',
    ),
    "accept": ('accept ses_8f3a12:d-3 --reason "keeps what was lost"', "accept art_3be8c0 --confirm C"),
    "rollback": ('rollback ses_8f3a12:d-3 --reason "not yet"',),
    "history": ("history", "history ses_8f3a12"),
    "diff": ("diff ses_8f3a12:d-1 ses_8f3a12:d-3", "diff ses_8f3a12@1 ses_8f3a12@2 --exit-code"),
    "context": (
        "context ses_8f3a12",
        "context ses_8f3a12 --format anthropic",
        "context ses_8f3a12 --with d-3 --format text",
    ),
    "verify": ("verify", "verify --heads noted.json"),
    "head": ("head --json",),
    "schema": ("schema score", "schema artifact"),
    "doctor": ("doctor",),
    "calibrate": ("calibrate session.jsonl", "calibrate --policy policy.toml"),
    "backup": ("backup copy.duckdb",),
    "restore": ("restore copy.duckdb --replace",),
    "export": ("export ses_8f3a12 --out bundle.zip",),
    "purge": ("purge ses_8f3a12", 'purge ses_8f3a12 --confirm --reason "asked to"'),
    "completion": (
        "completion bash",
        "completion zsh > ~/.zfunc/_workbench",
        "completion fish > ~/.config/fish/completions/workbench.fish",
    ),
    "manual": ("manual | man -l -", "manual > ~/.local/share/man/man1/workbench.1"),
}


def example_lines(name: str) -> str | None:
    """Return the examples for the help of a command, or of a verb such as `run demo`; None if none."""
    lines = EXAMPLES.get(name, ())
    if not lines:
        return None
    title = "example:" if len(lines) == 1 else "examples:"
    return "\n".join([title, *(f"  workbench {each}" for each in lines)])
