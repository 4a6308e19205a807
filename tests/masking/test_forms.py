"""Forms of secrets from public rule sets are found, and what looks like them is left."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.masking.forms import FORMS, Form, hexa, letters
from workbench.masking import holds_cut_key, mask, mask_json

DOCS = Path(__file__).resolve().parents[2] / "docs" / "secrets.md"


def found(form: Form) -> bool:
    """Whether the secret is masked and its surroundings are not."""
    shown, count = mask(f"before it\n{form.whole}\nand after")
    middle = form.secret[4:-4] if len(form.secret) > 12 else form.secret[1:-1]
    return (
        count > 0
        and middle not in shown
        and shown.startswith("before it\n")
        and shown.endswith("\nand after")
    )


def test_there_are_seventy_forms_and_three_of_each_family() -> None:
    """There are enough forms for a meaningful share."""
    families = Counter(form.family for form in FORMS)
    assert len(FORMS) >= 70
    assert min(families.values()) >= 3


def test_the_table_in_the_docs_has_every_form() -> None:
    """A row for each family: how many forms, and all their names."""
    table = DOCS.read_text(encoding="utf-8")
    for family in {form.family for form in FORMS}:
        names = [form.name for form in FORMS if form.family == family]
        assert f"| {family} | {len(names)} | {', '.join(names)} |" in table
    assert f"{len(FORMS)} forms of twelve families" in table


def test_nineteen_of_twenty_forms_are_found() -> None:
    """Of a hundred from public rule sets; those missed are named."""
    missed = [form.name for form in FORMS if not found(form)]
    assert len(missed) * 20 <= len(FORMS), missed


@pytest.mark.parametrize("family", sorted({form.family for form in FORMS}))
def test_no_family_is_left_out(family: str) -> None:
    """Each has its forms found, not only the families with many."""
    forms = [form for form in FORMS if form.family == family]
    missed = [form.name for form in forms if not found(form)]
    assert len(missed) * 10 <= len(forms), missed


@pytest.mark.parametrize(
    "text",
    [
        "def login(password: str, token: Optional[str] = None) -> Token1:",
        "const { password, apiKey } = req.body; user.password = hashPassword(password);",
        'password = os.environ["DB_PASSWORD_1"]',
        "api_key=self.settings.api_key_2, token=get_token1()",
        '{"max_tokens": 4096, "next_page_token": "page-0002-of-17", "token_type": "bearer"}',
        "PASSWORD=${DB_PASSWORD_1} docker compose up",
        "password: <your password here 1>",
        'primary_key: "orders_2024_01_id", sort_key: "created_at_2024_x"',
        "cache-key: linux-node-20-abc123def456abc123",
        "x-request-id: 7f3a9c1e2b4d5f60718293a4b5c6d7e8",
        "Cookie: theme=dark",
        "sk_learn_model_v2_final and hf_model_name and r8_config and pul-request-2",
        "s.handleUploadPackV2LSRefs(w, req)",
        "src/masking.py:5432:users:12:return value1",
        "curl -s -u $USER1:$TOKEN1 https://example.org",
        "keyboard: qwerty-105-keys, monkey: island2secret",
        "-----BEGIN CERTIFICATE-----\n" + letters(64) + "\n-----END CERTIFICATE-----",
        "etag: " + hexa(64),
        "/workspace/conversations/e18b827d3440425a9ff7353c4a6d6a3a/observations",
        "'passes_header_rows': 'header_rows=header_rows'",
        '{"encryptedRootPrivateKey": "' + hexa(96) + '"}',
        "--token-count 120000 --password-file /run/secrets/db_1",
        "the password is required only",
    ],
)
def test_code_ids_and_placeholders_stay(text: str) -> None:
    """A mask that hits what is no secret takes away what a reader needs."""
    assert mask(text) == (text, 0)


def test_a_value_longer_than_any_pattern_is_masked_whole() -> None:
    """No tail of it is left behind its mask."""
    value = letters(9_000, "long")
    shown, _ = mask(f"SIGNING_KEY={value} end")
    assert value[-40:] not in shown and shown.endswith(" end")


KEY = [letters(64, f"line{number}") for number in range(20)]
HEAD, END = "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_private_key_split_over_items_is_masked_in_each(size: int) -> None:
    """Head and end may be alone or together with key lines."""
    lines = [HEAD, *KEY, END]
    items = [{"text": "\n".join(lines[at : at + size])} for at in range(0, len(lines), size)]
    items.append({"text": "Keep the index, whatever happens."})
    shown, _ = mask_json({"items": items})
    said = str(shown)
    assert not [line for line in KEY if line[8:40] in said]
    assert "Keep the index, whatever happens." in said


def test_lines_before_the_end_of_a_key_are_masked_without_its_head() -> None:
    """A piece of a key is no less secret than all of it."""
    shown, count = mask("the rest of it:\n" + "\n".join([*KEY[:4], END]) + "\nand done")
    assert (shown, count) == ("the rest of it:\n[masked: private key]\nand done", 1)


def test_a_line_of_a_key_alone_is_masked() -> None:
    """A key's line is also masked when an item shows it alone."""
    assert mask(KEY[3]) == ("[masked: private key]", 1)
    assert mask(f"the hash is {KEY[3]}")[1] == 0


def test_whole_keys_and_texts_without_one_make_no_text_suspect() -> None:
    """Only a split key has its lines looked for in other texts."""
    assert not holds_cut_key([f"{HEAD}\n{KEY[0]}\n{END}", "Keep the index."])
    assert holds_cut_key([f"{HEAD}\n{KEY[0]}", END])
    assert mask_json([f"{HEAD}\n{KEY[0]}\n{END}", "see " + KEY[1]])[0][1] == "see " + KEY[1]
