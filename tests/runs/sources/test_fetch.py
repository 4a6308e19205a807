"""Fetching a named page: bounded, robots respected, never a private address."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest

from workbench.runs.sources.charsets import may_be_western, named
from workbench.runs.sources.extract import SourceUnreadable, extract
from workbench.runs.sources.fetch import Fetcher, FetchLimits, FetchRefused, RememberingFetcher
from workbench.runs.sources.places import SourcePlace
from workbench.runs.sources.reader import content_of

PUBLIC = "93.184.216.34"


def fetcher(
    answer: Callable[[httpx.Request], httpx.Response], hosts: dict[str, str] | None = None, most: int = 1_000
) -> Fetcher:
    """Return a fetcher over a network that is a function."""

    def resolve(host: str, port: int) -> list[str]:
        del port
        return [(hosts or {}).get(host, PUBLIC)]

    return Fetcher(FetchLimits(most_bytes=most), transport=httpx.MockTransport(answer), resolve=resolve)


def served(pages: dict[str, httpx.Response]) -> Callable[[httpx.Request], httpx.Response]:
    """Return a server of some pages, by host and path; everything else is 404."""

    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url.host in (PUBLIC, "10.0.0.7")
        return pages.get(request.headers["host"] + request.url.path, httpx.Response(404))

    return answer


def test_a_page_is_fetched_from_the_address_that_was_checked() -> None:
    """The request keeps the page's own host name."""
    page = httpx.Response(200, content=b"hello", headers={"content-type": "text/plain"})
    found = fetcher(served({"host.example/a": page})).fetch("http://host.example/a")
    assert (found.content, found.declared) == (b"hello", "text/plain")


def test_looking_up_a_name_is_within_the_time_of_the_fetch() -> None:
    """A resolver that does not answer is abandoned at the time limit."""
    over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        del host, port
        over.wait()
        return [PUBLIC]

    slow = Fetcher(FetchLimits(seconds=0.05), transport=httpx.MockTransport(served({})), resolve=resolve)
    with pytest.raises(FetchRefused, match=r"took longer than 0\.05 seconds"):
        slow.fetch("http://host.example/a")
    over.set()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.7",
        "169.254.169.254",
        "192.168.1.1",
        "::1",
        "fe80::1",
        "::ffff:10.0.0.7",
        "0.0.0.0",
        "64:ff9b::a00:7",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:7",
        "2002:a00:7::1",
        "::a00:7",
        "fec0::1",
        "ff02::1",
    ],
)
def test_a_private_address_is_refused(address: str) -> None:
    """It is refused under any name, before anything is sent."""

    def never(_request: httpx.Request) -> httpx.Response:
        raise AssertionError("nothing may be sent")

    with pytest.raises(FetchRefused, match="private address"):
        fetcher(never, {"host.example": address}).fetch("http://host.example/")


@pytest.mark.parametrize("address", ["64:ff9b::5db8:d822", "::ffff:93.184.216.34", "2606:4700::1111"])
def test_a_public_address_written_within_another_is_fetched(address: str) -> None:
    """A network that speaks IPv6 alone translates public addresses too."""

    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url.host == address
        return httpx.Response(200 if request.url.path == "/a" else 404, text="seen")

    assert fetcher(answer, {"host.example": address}).fetch("http://host.example/a").content == b"seen"


def test_a_private_host_is_allowed_in_any_case() -> None:
    """The configuration may name a host in capitals."""
    page = httpx.Response(200, content=b"words", headers={"content-type": "text/plain"})
    own = Fetcher(
        FetchLimits(private=("Wiki.Example",)),
        transport=httpx.MockTransport(served({"wiki.example/a": page})),
        resolve=lambda _host, _port: ["10.0.0.7"],
    )
    assert own.fetch("http://wiki.example/a").content == b"words"


def test_a_redirect_to_a_private_address_is_refused() -> None:
    """Each hop passes the same checks."""
    away = httpx.Response(302, headers={"location": "http://inner.example/secret"})
    with pytest.raises(FetchRefused, match=r"inner\.example has the private address"):
        fetcher(served({"host.example/a": away}), {"inner.example": "10.0.0.7"}).fetch(
            "http://host.example/a"
        )


def test_robots_are_respected() -> None:
    """A page that they forbid is not requested.

    Nor is any page of a server that does not send its rules.
    """
    pages = {
        "host.example/robots.txt": httpx.Response(200, content=b"User-agent: *\nDisallow: /private"),
        "host.example/open": httpx.Response(200, content=b"x"),
        "shy.example/robots.txt": httpx.Response(503),
    }
    own = fetcher(served(pages))
    assert own.fetch("http://host.example/open").content == b"x"
    with pytest.raises(FetchRefused, match=r"robots\.txt"):
        own.fetch("http://host.example/private/page")
    with pytest.raises(FetchRefused, match=r"does not send its robots\.txt"):
        own.fetch("http://shy.example/page")


def test_bounds_hold() -> None:
    """Bytes when unpacked, redirects, status, and the form of an address are bounded."""
    around = httpx.Response(302, headers={"location": "/a"})
    pages = {"host.example/big": httpx.Response(200, content=b"x" * 2_000), "host.example/a": around}
    own = fetcher(served(pages))
    for url, message in (
        ("http://host.example/big", "over 1,000 bytes"),
        ("http://host.example/a", "redirects more than"),
        ("http://host.example/none", "status 404"),
        ("http://user:pass@host.example/", "password"),
        ("http://[/", "not an address"),
    ):
        with pytest.raises(FetchRefused, match=message):
            own.fetch(url)


def test_a_page_that_moved_is_cited_by_both_addresses() -> None:
    """By the requested address and the one that answered."""
    pages = {
        "host.example/a": httpx.Response(302, headers={"location": "http://other.example/b"}),
        "other.example/b": httpx.Response(200, content=b"hello", headers={"content-type": "text/plain"}),
    }
    place = SourcePlace("http://host.example/a", "http://host.example/a")
    found, content, kind = content_of(place, fetcher(served(pages)), 1_000)
    assert (content, kind) == (b"hello", "text/plain") and found.source_id == place.source_id
    assert found.location == "http://host.example/a (moved to http://other.example/b)"


def moved(target: str) -> httpx.Response:
    """Return a redirect."""
    return httpx.Response(302, headers={"location": target})


def test_redirects_of_robots_are_followed_and_a_chain_is_named_by_its_beginning() -> None:
    """Rules that moved apply too; five redirects are followed, not six."""
    pages = {f"h.example/{n}": moved(f"/{n - 1}") for n in range(1, 8)}
    pages["h.example/0"] = httpx.Response(200, content=b"x")
    assert fetcher(served(pages)).fetch("http://h.example/5").url == "http://h.example/0"
    with pytest.raises(FetchRefused, match=r"http://h\.example/6 redirects more than 5 times"):
        fetcher(served(pages)).fetch("http://h.example/6")
    rules = httpx.Response(200, content=b"User-agent: *\nDisallow: /")
    pages |= {"h.example/robots.txt": moved("/rules"), "h.example/rules": rules}
    with pytest.raises(FetchRefused, match="does not allow"):
        fetcher(served(pages)).fetch("http://h.example/0")


@pytest.mark.parametrize("begun", [b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.0 200 OK\r\n\r\nwords "])
def test_a_page_that_never_ends_is_cut_off(begun: bytes) -> None:
    """A head or body that comes byte by byte does not delay a fetch, and half a page is not a page."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        gone = threading.Event()

        def drip() -> None:
            for status in (b"404 Not Found", b"200 OK"):  # the robots and a first page
                known, _ = listening.accept()
                with known:
                    known.recv(4_096)
                    known.sendall(b"HTTP/1.0 " + status + b"\r\ncontent-length: 0\r\n\r\n")
            connection, _ = listening.accept()
            with connection, suppress(OSError):
                connection.recv(4_096)
                connection.sendall(begun)
                while not gone.wait(0.05):
                    connection.sendall(b"a")
            gone.set()

        server = threading.Thread(target=drip, daemon=True)
        server.start()
        here = Fetcher(FetchLimits(seconds=120, private=("127.0.0.1",)))
        here.fetch(f"http://127.0.0.1:{listening.getsockname()[1]}/")
        here._limits = FetchLimits(seconds=0.4, private=("127.0.0.1",))
        with pytest.raises(FetchRefused, match=r"/a took longer than 0\.4 seconds"):
            here.fetch(f"http://127.0.0.1:{listening.getsockname()[1]}/a")
        server.join(120)
        assert gone.is_set()


def test_a_page_is_read_in_the_encoding_that_is_named() -> None:
    """The server or the page's head names it.

    A page that names none and is not Western text is refused, not misread.
    """
    words = "Маяк построили в 1893 году."
    for encoding, text in (
        ("windows-1251", words),
        ("shift_jis", "灯台は1902年に建てられた。"),
        ("gbk", "灯塔建于1898年。"),
    ):
        served_as = {"content-type": f"text/html; charset={encoding}"}
        page = httpx.Response(200, content=f"<p>{text}</p>".encode(encoding), headers=served_as)
        place = SourcePlace("http://h.example/a", "http://h.example/a")
        _, content, kind = content_of(place, fetcher(served({"h.example/a": page})), 1_000)
        assert extract(content, "a", kind).text.strip() == text
        head = f"<meta charset='{encoding}'><p>{text}</p>".encode(encoding)
        assert extract(head, "a.html", "text/html").text.strip() == text
        with pytest.raises(SourceUnreadable, match="encoding that is not named"):
            extract(text.encode(encoding), "a.txt", "text/plain")
    assert extract("Très cher élève".encode("cp1252"), "a.txt", "text/plain").text == "Très cher élève"
    assert may_be_western(b"abcdefg\xe9\xe9\xe9") and not may_be_western(b"abcdef\xe9\xe9\xe9")
    assert named("text/html; charset=hex") == named("text/html") == named("charset=gb-nothing") == ""


def test_a_page_is_fetched_once_for_several_runs() -> None:
    """What a page said the first time, and that it was refused, is remembered."""
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        there = request.url.path == "/a"
        return httpx.Response(200 if there else 404, content=f"reading {len(asked)}".encode())

    kept = RememberingFetcher(FetchLimits(private=("127.0.0.1",)), transport=httpx.MockTransport(answer))
    first = kept.fetch("http://127.0.0.1/a")
    assert kept.fetch("http://127.0.0.1/a") == first
    for _ in range(2):
        with pytest.raises(FetchRefused, match="404"):
            kept.fetch("http://127.0.0.1/none")
    assert asked == ["/robots.txt", "/a", "/none"]
