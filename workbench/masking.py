"""Masks secrets in what leaves the workbench: exports, reports, and requests to a model.

The detectors of `detect-secrets` that recognise a token by its own form find them, with a few forms that
it does not know. Guesses by entropy or by a neighbouring word are left out, but for variables
named as a secret and set to letters with digits: transcripts are full of hashes, and a mask that hits a
commit id is worse than none. What is stored, judged, hashed and linked is never
masked, so that ids, digests and verdicts are those of the true text; only the copy that goes out is. A mask
depends on nothing but the text. It does not find a password that looks like any other word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gates.artifact import Artifact
    from gates.source import SourceEvent

Rule = tuple[str, re.Pattern[str], int]
"""What it finds, how, and which group is the secret."""

_LIBRARY = (
    ("aws", "AWSKeyDetector", 1),
    ("azure_storage_key", "AzureStorageKeyDetector", 0),
    ("basic_auth", "BasicAuthDetector", 1),
    ("discord", "DiscordBotTokenDetector", 0),
    ("github_token", "GitHubTokenDetector", 0),
    ("gitlab_token", "GitLabTokenDetector", 0),
    ("mailchimp", "MailchimpDetector", 0),
    ("pypi_token", "PypiTokenDetector", 0),
    ("sendgrid", "SendGridDetector", 0),
    ("slack", "SlackDetector", 0),
    ("square_oauth", "SquareOAuthDetector", 0),
    ("stripe", "StripeDetector", 0),
    ("telegram_token", "TelegramBotTokenDetector", 0),
    ("twilio", "TwilioKeyDetector", 0),
)
"""Modules and classes of the library, and the group of theirs that is the secret.

Its rules that try a whole line from each of its places are left out; bounded ones stand below.
"""

_OWN: tuple[Rule, ...] = (
    ("Anthropic API key", re.compile(r"\bsk-ant-[A-Za-z0-9_-]{20,200}"), 0),
    ("OpenAI API key", re.compile(r"\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,200}"), 0),
    ("OpenAI API key", re.compile(r"\bsk-[A-Za-z0-9]{48,64}\b"), 0),
    ("Google API key", re.compile(r"\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"), 0),
    ("npm token", re.compile(r"_authToken=[ \t]{0,4}(npm_[A-Za-z0-9]{20,200}|[A-Fa-f0-9-]{36})"), 1),
    ("npm token", re.compile(r"\bnpm_[A-Za-z0-9]{36}\b"), 0),
    ("GitHub token", re.compile(r"\bgithub_pat_[0-9A-Za-z_]{22,255}"), 0),
    ("Hugging Face token", re.compile(r"\bhf_[A-Za-z0-9]{30,40}\b"), 0),
    (
        "JSON Web Token",
        re.compile(
            r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{2,3000}\.[A-Za-z0-9_-]{0,1000}"
        ),
        0,
    ),
    ("bearer token", re.compile(r"\b[Bb]earer[ \t]{1,4}([A-Za-z0-9._~+/-]{20,2000}={0,2})"), 1),
    (
        "basic authorization",
        re.compile(
            r"(?i:\bauthorization)[\"']{0,2}[ \t]{0,3}[:=][ \t]{0,3}[\"']?[Bb]asic[ \t]{1,4}"
            r"([A-Za-z0-9+/]{8,2000}={0,2})"
        ),
        1,
    ),
    ("OpenRouter API key", re.compile(r"\bsk-or-v1-[0-9a-f]{32,128}\b"), 0),
    ("Groq API key", re.compile(r"\bgsk_[A-Za-z0-9]{40,60}\b"), 0),
    ("xAI API key", re.compile(r"\bxai-[A-Za-z0-9]{60,100}\b"), 0),
    ("Google OAuth token", re.compile(r"\bya29\.[0-9A-Za-z_-]{20,500}"), 0),
    ("Google client secret", re.compile(r"\bGOCSPX-[0-9A-Za-z_-]{20,60}"), 0),
    ("DigitalOcean token", re.compile(r"\bdo[opr]_v1_[0-9a-f]{64}\b"), 0),
    ("Shopify token", re.compile(r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b"), 0),
    ("webhook secret", re.compile(r"\bwhsec_[A-Za-z0-9+/]{24,100}={0,2}"), 0),
    ("age secret key", re.compile(r"\bAGE-SECRET-KEY-1[0-9A-Z]{50,70}\b"), 0),
    (
        "secret in a variable",
        re.compile(
            r"\b(?=[A-Z])[A-Z0-9_]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET_KEY)"
            r"=[\"']?(?=[^\s\"']{0,200}\d)(?=[^\s\"']{0,200}[A-Za-z])([^\s\"'`$<>\[{(;&|]{12,400})"
        ),
        1,
    ),
)

_CUES = re.compile(
    r"A3T|ABIA|ACCA|AKIA|ASIA|aws|AccountKey=|://[^\s:/@]{1,200}:[^\s/@]|[MNO][A-Za-z\d_-]{23,25}\.|gh[pousr]_"
    r"|github_pat_|gl(?:pat|dt|ft|soat|rt|cbt|imt|ptt|agent|oas)-|GR1348941|-us\d|_authToken|npm_|pypi-Ag|SG\.|xox[abposr]-"
    r"|hooks\.slack|sq0csp|k_live_|\d:[0-9A-Za-z_-]{35}|(?:AC|SK)[a-z0-9]{32}|sk-|AIza|hf_|eyJ|[Bb]earer"
    r"|[Bb]asic[ \t]|gsk_|xai-|ya29\.|GOCSPX-|do[opr]_v1_|shp(?:at|ca|pa|ss)_|whsec_|AGE-SECRET"
    r"|(?:SECRET|TOKEN|PASSWORD|PASSWD|KEY)="
)
"""A text without any of these has nothing that a rule would find; the library is not even loaded for it."""

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_KEY_BODY = re.compile(r"(?:[A-Za-z0-9+/=:,-]|\s|\\n){0,20000}")
_LONGEST_KEY = 20_000
_WINDOW = 8_192
_OVERLAP = 4_096
"""Long lines are searched in pieces that overlap, so that no rule runs over more than a window at once."""


def mask(text: str) -> tuple[str, int]:
    """The text with every secret found as `[masked: what it is]`, and how many there were."""
    spans = _merged([*_private_keys(text), *_tokens(text)])
    if not spans:
        return text, 0
    pieces, reached = [], 0
    for start, end, name in spans:
        pieces += [text[reached:start], f"[masked: {name}]"]
        reached = end
    return "".join([*pieces, text[reached:]]), len(spans)


def mask_json(value: Any) -> tuple[Any, int]:  # noqa: ANN401 (JSON data of any shape)
    """JSON data with the secrets in its strings masked (keys stay), and how many there were."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        masked = {key: mask_json(each) for key, each in value.items()}
        return {key: each for key, (each, _) in masked.items()}, sum(n for _, n in masked.values())
    if isinstance(value, list | tuple):
        several = [mask_json(each) for each in value]
        return [each for each, _ in several], sum(n for _, n in several)
    return value, 0


def mask_event(event: SourceEvent) -> tuple[SourceEvent, int]:
    """An event to be shown elsewhere; with a secret masked, its digest is not that of the stored one."""
    text, found = mask(event.text)
    tool = event.tool
    if tool is not None:
        target, in_target = mask(tool.target)
        if in_target:
            tool, found = tool._replace(target=target), max(found, in_target)
    return (event._replace(text=text, tool=tool), found) if found else (event, 0)


def mask_artifact(artifact: Artifact) -> tuple[Artifact, int]:
    """An artifact to be shown elsewhere; with a secret masked, its id is not that of the stored one."""
    body, found = mask_json(artifact.to_json())
    return (type(artifact).model_validate(body), found) if found else (artifact, 0)


def _merged(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    merged: list[tuple[int, int, str]] = []
    for start, end, name in sorted(spans):
        if merged and start < merged[-1][1]:
            first, last, kept = merged[-1]
            merged[-1] = (first, max(last, end), kept)
        else:
            merged.append((start, end, name))
    return merged


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    for offset in range(0, len(text), _WINDOW - _OVERLAP):
        window = text[offset : offset + _WINDOW]
        if _CUES.search(window):
            for name, pattern, group in _rules():
                for found in pattern.finditer(window):
                    which = group if group <= pattern.groups and found.group(group) else 0
                    yield offset + found.start(which), offset + found.end(which), name
        if offset + _WINDOW >= len(text):
            return


def _private_keys(text: str) -> Iterator[tuple[int, int, str]]:
    """Whole blocks, from the first dash to the last; of one without an end, what looks like its body."""
    reached = 0
    while found := _BEGIN.search(text, reached):
        last = text.find("-----END", found.end(), found.end() + _LONGEST_KEY)
        if last >= 0:
            dashes = text.find("-----", last + 8, last + 80)
            reached = dashes + 5 if dashes >= 0 else last + 8
        else:
            body = _KEY_BODY.match(text, found.end())
            reached = body.end() if body else found.end()
        yield found.start(), reached, "private key"


@cache
def _rules() -> tuple[Rule, ...]:
    from importlib import import_module

    rules: list[Rule] = []
    for module, name, group in _LIBRARY:
        detector = getattr(import_module(f"detect_secrets.plugins.{module}"), name)
        rules += [(detector.secret_type, pattern, group) for pattern in detector.denylist]
    return (*rules, *_OWN)
