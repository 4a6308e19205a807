"""Addresses of requests: no redirect is followed, and no key or password is sent unencrypted."""

from __future__ import annotations

import time

import pytest

from tests.models.loopback import SLOW, loopback, whole
from tests.models.posts import poster, reason
from workbench.errors import UsageError
from workbench.models.posting import Poster, check_address


def test_redirects_are_not_followed() -> None:
    """The address that a service points to is sent nothing."""
    with loopback(lambda _request: whole(200, {})) as other:
        for status in (301, 302, 307, 308):
            moved = whole(status, {}, f"location: {other.url}/")
            with loopback(lambda _request, moved=moved: moved) as there:  # type: ignore[misc]
                trouble = reason(poster(there.url))
                assert trouble.reason == f"the address redirects ({status}), which is not followed"
                assert trouble.lasting and f"({other.url.removeprefix('http://')})" in trouble.hint
        assert other.requests == []


def test_the_target_of_a_redirect_is_named_without_its_secrets() -> None:
    for location, named in (
        ("https://me:pw@other.example/v2?key=1", "points to (other.example/v2), if"),
        ("http://[", "points to, if"),
        ("", "points to, if"),
    ):
        moved = whole(307, {}, f"location: {location}")
        with loopback(lambda _request, moved=moved: moved) as there:  # type: ignore[misc]
            assert named in reason(poster(there.url)).hint


def test_a_key_does_not_go_to_a_proxy_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain HTTP, which is for this machine, passes by every proxy of the environment."""
    with loopback(lambda _request: whole(200, {"by": "proxy"})) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        with loopback(lambda _request: whole(200, {"by": "service"})) as there:
            sender = Poster(there.url, {"x-api-key": "the-key"}, timeout_ms=5_000)
            assert sender.post({}).body == {"by": "service"}
            assert there.requests[0].headers["x-api-key"] == "the-key"
        assert proxy.requests == []


def test_an_https_address_goes_through_a_tunnel_that_sees_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy receives only the request to connect, without headers or text."""
    with loopback(lambda _request: [b"HTTP/1.1 502 no\r\n\r\n"]) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        sender = Poster("https://models.invalid/v1", {"x-api-key": "the-key"}, timeout_ms=5_000)
        assert reason(sender).message == ("the model gave no answer: cannot connect to models.invalid/v1")
        assert [each.line for each in proxy.requests] == ["CONNECT models.invalid:443 HTTP/1.1"]
        assert "the-key" not in str(proxy.requests)


def test_an_unknown_address_is_refused_before_anything_is_sent() -> None:
    """A key is sent only over an encrypted connection, or to this machine."""
    for url in ("http://models.example/v1", "ftp://host/", "nowhere", "http://["):
        with pytest.raises(UsageError):
            check_address(url, secret=True)
    started = time.monotonic()
    refused = reason(poster("http://me:word@127.0.0.1:9/v1/chat?key=k"))
    assert refused.message == "the model gave no answer: cannot connect to 127.0.0.1:9/v1/chat"
    assert (refused.reason, refused.lasting, refused.free) == ("cannot connect", True, True)
    assert time.monotonic() - started < SLOW


def test_a_password_in_an_address_is_sent_and_shown_like_a_key() -> None:
    with pytest.raises(UsageError, match=r"the password would be sent to host\.example unencrypted"):
        check_address("http://me:pw@host.example", secret=False)
    check_address("https://me:pw@host.example", secret=False)
    for given in ("ftp://me:pw@host.example", "https://me:pw@host.example:99999", "https://host.example:0"):
        with pytest.raises(UsageError, match="is not the address of a service") as caught:
            check_address(given, secret=False)
        assert "pw" not in caught.value.message
