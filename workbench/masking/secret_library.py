"""The rules of the library `detect-secrets` that recognise a token by its own form.

Importing one of its detectors imports a network client, which takes longer than to score a short session. So
it is imported once a text has one of the detector's cues, and the start of what its patterns match.
"""

# ruff: noqa: E501 (a detector is read on one line)

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from workbench.masking.secret_rule import Patterns, Rule

_NO_DELIMITER = r"[^/?#\[\]@!$&'()*+,;=\s]"
_LIBRARY: tuple[tuple[str, str, str, int, tuple[str, ...], str | None], ...] = (
    ("AWS Access Key", "aws", "AWSKeyDetector", 1, ("a3t", "abia", "acca", "akia", "asia", "aws"),
     "(?:A3T|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}|(?i:aws.{0,20}(?:key|pwd|pw|pass|token))"),
    ("Azure Storage Account access key", "azure_storage_key", "AzureStorageKeyDetector", 0, ("accountkey=",), None),
    ("Basic Auth Credentials", "basic_auth", "BasicAuthDetector", 1, ("://",), f"://{_NO_DELIMITER}+@"),
    ("Discord Bot Token", "discord", "DiscordBotTokenDetector", 0, (".",), r"[MNO][a-zA-Z\d_-]{23,25}\.[a-zA-Z\d_-]{6}\."),
    ("GitHub Token", "github_token", "GitHubTokenDetector", 0, ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), None),
    ("GitLab Token", "gitlab_token", "GitLabTokenDetector", 0, ("gl", "gr1348941"), "gl[a-z]{2,5}-|GR1348941"),
    ("Mailchimp Access Key", "mailchimp", "MailchimpDetector", 0, ("-us",), "[0-9a-z]{32}-us"),
    ("PyPI Token", "pypi_token", "PypiTokenDetector", 0, ("pypi-ag",), None),
    ("SendGrid API Key", "sendgrid", "SendGridDetector", 0, ("sg.",), r"SG\.[a-zA-Z0-9_-]{22}\."),
    ("Slack Token", "slack", "SlackDetector", 0, ("xox", "hooks.slack.com"), None),
    ("Square OAuth Secret", "square_oauth", "SquareOAuthDetector", 0, ("sq0csp",), None),
    ("Stripe Access Key", "stripe", "StripeDetector", 0, ("k_live_",), None),
    ("Telegram Bot Token", "telegram_token", "TelegramBotTokenDetector", 0, (":",), r"\d{8,10}:[0-9A-Za-z_-]{35}"),
    ("Twilio API Key", "twilio", "TwilioKeyDetector", 0, ("ac", "sk"), "(?:AC|SK)[a-z0-9]{32}"),
)  # fmt: skip
"""For each: its name, module and class, the group that is the secret, the cues, and the start of what its
patterns match; None where a cue is rare enough."""


def of_library() -> list[Rule]:
    """Return one rule for each detector."""
    return [
        Rule(name, cues, _denylist(module, detector), group, sign=re.compile(sign) if sign else None)
        for name, module, detector, group, cues, sign in _LIBRARY
    ]


def _denylist(module: str, detector: str) -> Patterns:
    @cache
    def patterns() -> tuple[re.Pattern[str], ...]:
        return tuple(getattr(import_module(f"detect_secrets.plugins.{module}"), detector).denylist)

    return patterns
