"""Who may ask the server: this machine's browser, from the server's own page, with the token.

The token is in the address that is opened, once; from then on it is a cookie that no script reads and no
other site sends. Names that only claim to be this machine are refused by their `Host`.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

NAMES = frozenset({"127.0.0.1", "localhost"})
"""What this machine may be called; its port may be another where it is forwarded."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Guard:
    """The rules of one server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def cookie(self) -> str:
        """Name of the cookie; servers on other ports have others."""
        return f"workbench_{self.port}"

    @property
    def address(self) -> str:
        """What is to be opened."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def is_here(self, host: str | None) -> bool:
        """Whether a `Host` header names this machine."""
        try:
            parts = urlsplit(f"//{host or ''}")
            return parts.hostname in NAMES and parts.username is None and parts.port is not None
        except ValueError:
            return False

    def is_own(self, origin: str | None, host: str | None) -> bool:
        """Whether an `Origin` header is the page of this server."""
        return self.is_here(host) and origin == f"http://{host}"

    def knows(self, given: str | None) -> bool:
        """Whether a token is the one."""
        return given is not None and hmac.compare_digest(given.encode(), self.token.encode())
