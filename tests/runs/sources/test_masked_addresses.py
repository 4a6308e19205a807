"""No user name or password of an address is kept, printed or written by a run."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.cli.run import inside
from workbench.errors import UsageError
from workbench.runs.sources.fetch import Fetcher, FetchRefused
from workbench.runs.sources.masked_addresses import masked_address, without_passwords
from workbench.runs.sources.places import absolute, places

_SECRET = "opensesame7"


@pytest.mark.parametrize(
    ("given", "masked"),
    [
        (f"http://ann:{_SECRET}@host.example/a", "http://***@host.example/a"),
        (f"https://{_SECRET}@host.example", "https://***@host.example"),
        (f"http://ann:{_SECRET}@b@host.example:80/a?b=c@d", "http://***@host.example:80/a?b=c@d"),
        (f"http://ann:{_SECRET}/x#y@host.example/a", "http://***@host.example/a"),
        (f"ftp://ann:{_SECRET}@host.example/a", "ftp://***@host.example/a"),
        ("http://host.example:8080/@ann", "http://host.example:8080/@ann"),
        ("http://host.example/a?mail=ann@host.example", "http://host.example/a?mail=ann@host.example"),
    ],
)
def test_one_address(given: str, masked: str) -> None:
    """What precedes the host goes; an `@` of path or query stays."""
    assert masked_address(given) == masked


def test_addresses_in_a_sentence() -> None:
    """Each of them."""
    text = f"http://a:{_SECRET}@b.example moved to https://c:{_SECRET}@d.example/e; ask f@g.example"
    assert without_passwords(text) == (
        "http://***@b.example moved to https://***@d.example/e; ask f@g.example"
    )


def test_a_source_is_masked_before_a_run_has_it() -> None:
    """Also one of another scheme, in the words that refuse it."""
    assert absolute(f"HTTP://ann:{_SECRET}@host.example/a") == "http://***@host.example/a"
    with pytest.raises(UsageError) as caught:
        places([f"ftp://ann:{_SECRET}@host.example/a"])
    assert _SECRET not in caught.value.message


def test_a_run_keeps_no_password(tmp_path: Path) -> None:
    """It is refused before it begins: the password is in no file and not on the terminal."""
    (tmp_path / "a.md").write_text("The lamp of the quay was lit by Ann.\n", encoding="utf-8")
    done = inside(
        "run", "start", "--objective", "Who lit the lamp?", "--source", "a.md",
        "--source", f"http://ann:{_SECRET}@localhost:1/pw", "--store", "s.duckdb", "--out", "out",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.code == 2, done.err
    written = [each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()]
    assert not any(_SECRET.encode() in each or b"ann:" in each for each in written)
    assert _SECRET not in done.out + done.err
    assert "leave the password out" in done.err


@pytest.mark.parametrize(
    "target", [f"http://u:{_SECRET}@b.example/", f"http://u:{_SECRET}@b.example:x/", f"ftp://u:{_SECRET}@b/"]
)
def test_a_redirect_names_no_password(target: str) -> None:
    """A server may send one."""

    def reply(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/robots.txt":
            return httpx.Response(404)
        return httpx.Response(302, headers={"location": target})

    fetcher = Fetcher(transport=httpx.MockTransport(reply), resolve=lambda _host, _port: ["93.184.216.34"])
    with pytest.raises(FetchRefused) as caught:
        fetcher.fetch("http://a.example/")
    assert _SECRET not in caught.value.message + (caught.value.hint or "")
