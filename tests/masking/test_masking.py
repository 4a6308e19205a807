"""Secrets are masked in what goes out, counted, and never touched where they are kept."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.source import EventKind, SourceEvent
from tests.cli.run import Result, inside
from workbench.masking import mask, mask_event, mask_json

LETTERS = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD"
BODY = (LETTERS * 60)[:1600]
SECRETS = {
    "AWS Access Key": "AKIA" + "J7QX5TR2LM4NPW3K",
    "GitHub Token": "ghp_" + BODY[:36],
    "GitHub token": "github_pat_" + BODY[:60],
    "Slack Token": "xoxb-" + "123456789012-" * 2 + "abcdefabcdefabcdefabcdef",
    "Stripe Access Key": "sk_live_" + BODY[:24],
    "Anthropic API key": "sk-ant-api03-" + BODY[:80],
    "OpenAI API key": "sk-proj-" + BODY[:60],
    "Google API key": "AIza" + BODY[:35],
    "JSON Web Token": f"eyJ{BODY[:40]}.eyJ{BODY[:200]}.{BODY[:43]}",
    "bearer token": "Authorization: Bearer " + BODY[:48],
    "Basic Auth Credentials": "https://builder:hunter2secret@example.org/repo.git",
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n-----END RSA PRIVATE KEY-----",
    "npm token": "//registry.example.org/:_authToken=npm_" + BODY[:36],
    "GitLab Token": "glpat-" + BODY[:20],
    "OpenRouter API key": "sk-or-v1-" + "0123456789abcdef" * 4,
    "Groq API key": "gsk_" + BODY[:52],
    "Google OAuth token": "ya29." + BODY[:80],
    "Google client secret": "GOCSPX-" + BODY[:28],
    "DigitalOcean token": "dop_v1_" + "0123456789abcdef" * 4,
    "Shopify token": "shpat_" + "0123456789abcdef" * 2,
    "webhook secret": "whsec_" + BODY[:32],
    "age secret key": "AGE-SECRET-KEY-1" + (LETTERS.upper() * 2)[:58],
    "basic authorization": "Authorization: Basic " + BODY[:24] + "==",
    "secret in a variable": "AWS_SECRET_ACCESS_KEY=" + BODY[:40],
}
"""Made up: the forms of secrets, put together here so that no scanner takes this file for a leak."""


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_masked_wherever_it_stands(name: str) -> None:
    """The words around it stay; none of its own remain."""
    secret = SECRETS[name]
    shown, count = mask(f"before {secret} after\n{'x' * 9000}\nand again: {secret}\n")
    assert count == 2
    assert shown.count(f"[masked: {name}]") == 2
    assert shown.startswith("before ") and " after\n" in shown
    assert BODY[:20] not in shown and "hunter2" not in shown and "J7QX5" not in shown


def test_a_secret_across_the_edge_of_a_window_is_masked_whole() -> None:
    """Long lines are searched in pieces; a piece's edge hides nothing."""
    secret = SECRETS["Anthropic API key"]
    for offset in (4000, 4090, 8150, 12200, 12280, 16300, 16380):
        shown, count = mask("x" * offset + " " + secret + " " + "y" * 9000)
        assert (count, BODY[:20] in shown) == (1, False)


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "art_" + "0123456789abcdef" * 4,
        "task-list, risk-free, disk-based sk-learn",
        "550e8400-e29b-41d4-a716-446655440000",
        "toolu_01A09q90qw90lq917835lq9 and call_" + LETTERS[:24],
        "data:image/png;base64," + BODY,
        "https://example.org:8080/path@v2",
        "the bearer of this letter",
        "Authorization: Basic or Bearer, both are read",
        "MAX_TOKEN=none API_KEY=$OTHER TOKEN=<your-token-1> SECRET_KEY=changeme",
        "GITHUB_TOKEN=${{ secrets.TOKEN_2 }} and API_KEY=(see vault 2)",
    ],
)
def test_what_only_looks_long_stays(text: str) -> None:
    """Hashes, ids, addresses and words are what transcripts are made of."""
    assert mask(text) == (text, 0)


@given(st.text())
def test_masking_is_stable(text: str) -> None:
    """A second pass finds nothing more, and text without a secret is the very same."""
    once, count = mask(text)
    assert mask(once) == (once, 0)
    assert count or once == text


def test_json_keeps_its_shape_and_keys() -> None:
    """Only strings change."""
    secret = SECRETS["AWS Access Key"]
    assert mask_json({secret: [1, None, True, {"a": f"x {secret}"}]}) == (
        {secret: [1, None, True, {"a": "x [masked: AWS Access Key]"}]},
        1,
    )


def test_an_event_without_a_secret_is_the_same_object() -> None:
    """Nothing is copied, and its digest is that of the stored event."""
    event = SourceEvent(0, EventKind.USER, "Keep the index.", "n0")
    assert mask_event(event) == (event, 0)


@pytest.mark.parametrize(
    "bait",
    [
        "eyJ",
        "sk-",
        "-----BEGIN RSA PRIVATE KEY-----",
        "://a:",
        "pypi-AgEIcHlwaS5vcmc",
        "aws key ",
        "Bearer  ",
        "password=",
        "curl -u ",
        '"kty" "d" ',
        "key key ",
        "?key=",
    ],
)
def test_hostile_text_costs_time_in_proportion(bait: str) -> None:
    """Eight times the text takes about eight times as long, not sixty-four: no rule backtracks over all."""

    def cost(length: int) -> float:
        text = (bait * length)[:length]
        best = sys.float_info.max
        for _ in range(3):
            began = time.thread_time()
            mask(text)
            best = min(best, time.thread_time() - began)
        return best

    mask(bait)
    short = cost(10_000)
    assert cost(80_000) < 24 * max(short, 0.002)


def test_an_export_masks_and_the_store_keeps(tmp_path: Path) -> None:
    """Every format is masked, stderr states the count, and the stored transcript is unchanged."""
    secret = SECRETS["GitHub Token"]
    messages = [
        {"role": "user", "content": f"Push with the token {secret} to the mirror."},
        {"role": "assistant", "content": "Pushed to the mirror with the token."},
    ]

    def cli(*arguments: str | Path) -> Result:
        return inside("--store", tmp_path / "store.duckdb", *arguments, cwd=tmp_path)

    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": messages}))
    imported = cli("import", path, "--json").json
    session = imported["sessions"][0]["session_id"]
    for output in ("text", "markdown", "anthropic", "openai"):
        stated = cli("context", session, "--format", output)
        assert secret not in stated.out and "[masked: GitHub Token]" in stated.out
        assert "secrets masked in 1 place" in stated.err
    assert secret in cli("timeline", session, "--json").out
    assert cli("verify").code == 0
