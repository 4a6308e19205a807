"""A word after a password's name is masked as a password where only one can follow; otherwise it stays."""

from __future__ import annotations

import pytest

from tests.masking.forms import letters
from workbench.masking import mask


@pytest.mark.parametrize(
    "text",
    [
        "password: str",
        "    password: Mapped[str]",
        "  password: required",
        "password: newPassword",
        "PASSWORD=PLACEHOLDER",
        "ADMIN_PASSWORD=$(pass show admin)",
        "db_password: ${{ secrets.DB }}",
        "password=password, user=user",
        "create(user=name, password=phrase)",
        "password = load_password",
        "password = settings.database.password",
        '"password": "string"',
        '{"password": "PASSWORD"}',
        "labels = { password: 'Password', hint: 'Token' }",
        "The password: field is empty.",
        "Leave out the user and use --password instead",
        "give both with the --username and --password options",
        "  -p, --password string   the password",
        "usage: backup --user NAME --password PASSWORD",
        "the password is 'required' and \"invalid\" without it",
        "passed=44 failed=0",
        "PASS: test_login",
        "mysql -p",
        "auth=(user, password)",
        "<password>string</password>",
        "user.set_password(new_password) and getPassword('primary-db')",
        "hash_password('hunter') == load_token(\"app-token-name\")",
        "field :password, 'Password'",
        "- name: APP_PASSWORD\n  valueFrom: secret",
        "mosquitto_pub -p 1883 and unzip -P",
        "passphrase: 'enter your passphrase twice'",
        "the password is required",
        "The password is wrong.",
        "the password is stored in the keyring.",
        "The password is incorrect!",
        "If the password is temporary, set a new one.",
        "the password was changed to something.",
        "Change your password to continue.",
        "| password | string |",
        "| Password | The password of the user |",
        "| field | type |\n|---|---|\n| password | varchar |",
        "| name | password |\n|---|---|\n| kind | required |",
        "see secret_passwords.py and secret_words.py",
    ],
)
def test_what_only_speaks_of_a_password_stays(text: str) -> None:
    """Types, labels, variables, placeholders, usage lines."""
    assert mask(text) == (text, 0)


def test_quotes_and_names_around_a_word_stay() -> None:
    """Only the word itself is masked."""
    mark = "[masked: password with its name]"
    assert mask('{"password": "cinnamon"}') == (f'{{"password": "{mark}"}}', 1)
    assert mask("export APP_PASSWORD=rainbow") == ("export APP_PASSWORD=[masked: password in a variable]", 1)


def test_words_behind_an_unfinished_key_stay() -> None:
    """A key whose end is missing ends where its lines end."""
    key = "\n".join(letters(64, f"open{number}") for number in range(3))
    shown, count = mask(f"-----BEGIN PRIVATE KEY-----\n{key}\nand then the server was started\n")
    assert (shown, count) == ("[masked: private key]\nand then the server was started\n", 1)


@pytest.mark.parametrize(
    "text",
    [
        "Deploy with password hunter2-Zebra!9 please.",
        "log in as bob, password Tr0ub4dor&3x, then go on",
        "use passphrase x9#Quail-77 today",
    ],
)
def test_a_password_beside_its_name_is_masked(text: str) -> None:
    """A value that is clearly no word needs no "is" before it."""
    masked, found = mask(text)
    assert (found, "[masked: password beside its name]" in masked) == (1, True)


@pytest.mark.parametrize(
    "text",
    [
        "reset the password bob2@example.com now",
        "see password org/repository#12, which is open",
        "the password policy2.0 holds",
        "password must contain 8+ signs",
        "Password argon2! It is a hash.",
    ],
)
def test_what_is_beside_the_name_and_is_no_password_stays(text: str) -> None:
    """Addresses, numbers of issues, words."""
    assert mask(text) == (text, 0)
