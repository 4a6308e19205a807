"""Fetch one named page: limited in bytes and seconds, robots.txt respected, no private address.

Redirects are followed here, at most five, each to an address that passes the same checks. The connection goes
to the address that was checked, so that a name cannot point elsewhere a moment later. Links in a page are not
followed.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from workbench.errors import InputError
from workbench.runs.sources.cutoff import Cutoff, within
from workbench.runs.sources.masked_addresses import masked_address, without_passwords

if TYPE_CHECKING:
    import httpx

AGENT = "compaction-workbench"
REDIRECTS = 5
ROBOTS_BYTES = 500_000
_MOVED = frozenset({301, 302, 303, 307, 308})

Resolve = Callable[[str, int], Iterable[str]]
"""Resolves host and port to addresses."""


class FetchRefused(InputError):
    """An address is not fetched, or its content cannot be read; its message shows no password."""

    code = "fetch_refused"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(without_passwords(message), hint)


class HostNotFound(FetchRefused):
    """The name of a host was not looked up, or not in time; a later attempt may succeed."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The content of an address."""

    url: str
    """The address after all redirects."""
    content: bytes
    declared: str
    """The content type that the server states."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Limits of one fetch."""

    most_bytes: int = 16_000_000
    seconds: float = 20.0
    private: tuple[str, ...] = ()
    """Hosts that may be fetched although their address is private, from the configuration."""


def addresses(host: str, port: int) -> list[str]:
    """Return the addresses of a host, as the system resolves them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Fetcher:
    """Fetches named pages; requests each host's robots.txt once.

    Args:
        limits: limits of each fetch.
        transport: replaces the network, in tests.
        resolve: replaces the system's resolver, in tests.
    """

    def __init__(
        self,
        limits: FetchLimits | None = None,
        *,
        transport: httpx.BaseTransport | None = None,
        resolve: Resolve = addresses,
    ) -> None:
        self._limits = limits or FetchLimits()
        self._transport = transport
        self._resolve = resolve
        self._robots: dict[str, RobotFileParser | None] = {}

    def check(self, urls: Iterable[str]) -> None:
        """Check that pages may be fetched, without a request to them.

        Names are looked up within the seconds of one fetch; one that is not found is left for `fetch`.

        Raises:
            FetchRefused: an address is private or not http(s), or contains a password.
        """
        deadline = time.monotonic() + self._limits.seconds
        for url in urls:
            try:
                self._checked(url, deadline)
            except HostNotFound:
                continue

    def fetch(self, url: str) -> Fetched:
        """Return one page.

        Raises:
            FetchRefused: the address is private or not http(s), robots.txt or the server refuses, or the page
                is too large or too slow.
        """
        deadline = time.monotonic() + self._limits.seconds
        found, status = self._followed(url, self._limits.most_bytes, deadline, robots=True)
        if status != 200:
            raise FetchRefused(f"{found.url} answered with status {status}", "check the address")
        return found

    def _followed(self, url: str, most: int, deadline: float, *, robots: bool) -> tuple[Fetched, int]:
        """Return content and status of an address after its redirects, each checked the same way."""
        at = url
        for _ in range(REDIRECTS + 1):
            self._checked(at, deadline)
            if robots:
                self._check_robots(at, deadline)
            status, declared, content, target = self._get(at, most, deadline)
            if status not in _MOVED or not target:
                return Fetched(at, content, declared), status
            at = urljoin(at, target)
        raise FetchRefused(f"{url} redirects more than {REDIRECTS} times", "name the page itself")

    def _check_robots(self, url: str, deadline: float) -> None:
        parts = urlsplit(url)
        host = f"{parts.scheme}://{parts.netloc}"
        if host not in self._robots:
            self._robots[host] = self._read_robots(host, deadline)
        rules = self._robots[host]
        if rules is not None and not rules.can_fetch(AGENT, url):
            raise FetchRefused(
                f"robots.txt of {parts.hostname} does not allow {url}", "save the page as a file"
            )

    def _read_robots(self, host: str, deadline: float) -> RobotFileParser | None:
        found, status = self._followed(f"{host}/robots.txt", ROBOTS_BYTES, deadline, robots=False)
        if status in (401, 403) or status >= 500:
            raise FetchRefused(f"{host} does not send its robots.txt ({status})", "save the page as a file")
        if status != 200:
            return None
        rules = RobotFileParser()
        rules.parse(found.content.decode("utf-8", "replace").splitlines())
        return rules

    def _get(self, url: str, most: int, deadline: float) -> tuple[int, str, bytes, str]:
        """Return status, content type, body and redirect target of one request."""
        import httpx

        address, parts = self._checked(url, deadline)
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._slow(url)
        pinned = httpx.URL(url).copy_with(host=address)
        headers = {"Host": parts, "User-Agent": AGENT, "Accept-Encoding": "gzip, deflate"}
        cutoff = Cutoff(left)
        extensions = {"sni_hostname": urlsplit(url).hostname or "", "trace": cutoff.follow}
        try:
            with (
                cutoff,
                httpx.Client(transport=self._transport, timeout=left, trust_env=False) as client,
                client.stream("GET", pinned, headers=headers, extensions=extensions) as reply,
            ):
                body = bytearray()
                for piece in reply.iter_bytes():
                    body += piece
                    if len(body) > most:
                        raise FetchRefused(f"{url} is over {most:,} bytes", "save a part of it as a file")
                    if time.monotonic() > deadline:
                        raise self._slow(url)
                if cutoff.met:  # a body without a length ends like a complete one
                    raise self._slow(url)
                stated = reply.headers
                return (
                    reply.status_code,
                    stated.get("content-type", ""),
                    bytes(body),
                    stated.get("location", ""),
                )
        except httpx.HTTPError as error:
            if isinstance(error, httpx.TimeoutException) or cutoff.met:
                raise self._slow(url) from error
            raise FetchRefused(
                f"{url} cannot be fetched: {type(error).__name__}", "check the address"
            ) from error

    def _slow(self, url: str) -> FetchRefused:
        return FetchRefused(f"{url} took longer than {self._limits.seconds:g} seconds", "try again later")

    def _checked(self, url: str, deadline: float) -> tuple[str, str]:
        """Return the address to connect to, and the host name to send."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError:
            raise FetchRefused(
                f"{masked_address(url)!r} is not an address", "write it as in https://host/page"
            ) from None
        if parts.scheme not in ("http", "https") or not host:
            raise FetchRefused(
                f"{masked_address(url)!r} is not an http(s) address", "write it as in https://host/page"
            )
        if parts.username or parts.password:
            raise FetchRefused("an address with a password in it is not fetched", "leave the password out")
        try:
            found = within(deadline - time.monotonic(), lambda: list(self._resolve(host, port)))
        except TimeoutError as error:
            raise HostNotFound(str(self._slow(url)), "try again later") from error
        except OSError as error:
            raise HostNotFound(f"{host} cannot be found", "check the address") from error
        allowed = host in {each.lower() for each in self._limits.private}  # `hostname` is in lower case
        for each in found:
            if not allowed and not _public(each):
                stated = "is a private address" if host == each else f"has the private address {each}"
                raise FetchRefused(
                    f"{host} {stated}, and only public pages are fetched",
                    f"if it is meant, name {host} in `private_hosts` of [run] or WORKBENCH_RUN_PRIVATE_HOSTS",
                )
        if not found:
            raise FetchRefused(f"{host} has no address", "check the address")
        return found[0], parts.netloc


class RememberingFetcher(Fetcher):
    """A fetcher that fetches and checks each page once, for several runs over the same sources."""

    def __init__(self, limits: FetchLimits, *, transport: httpx.BaseTransport | None = None) -> None:
        super().__init__(limits, transport=transport)
        self._checks: set[str] = set()
        self._pages: dict[str, Fetched | FetchRefused] = {}

    def check(self, urls: Iterable[str]) -> None:
        """Check pages that were not checked before. Raises as `Fetcher.check`."""
        fresh = [url for url in urls if url not in self._checks]
        super().check(fresh)
        self._checks.update(fresh)

    def fetch(self, url: str) -> Fetched:
        """Return one page as it was the first time. Raises as `Fetcher.fetch`, each time again."""
        if url not in self._pages:
            try:
                self._pages[url] = super().fetch(url)
            except FetchRefused as error:
                self._pages[url] = error
        found = self._pages[url]
        if isinstance(found, FetchRefused):
            raise found
        return found


def _public(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or _translated(found)
        if inside is not None:
            return inside.is_global and not inside.is_multicast
        if found.is_site_local:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses by which a network that speaks IPv6 alone reaches one of IPv4, which is their last part."""


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _TRANSLATED else None
