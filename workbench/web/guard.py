"""Access rules of the server: requests from this machine's browser and the server's own page, with the token.

The token is in the opened address once; afterwards it is a cookie that no script can read and no other site
can send. A `Host` header that names another machine is rejected.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

NAMES = frozenset({"127.0.0.1", "localhost"})
"""Names of this machine in a `Host` header; the port may differ if it is forwarded."""

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
    """Access rules of one server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def cookie(self) -> str:
        """Name of the cookie, different for each port."""
        return f"workbench_{self.port}"

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def is_here(self, host: str | None) -> bool:
        """Return whether a `Host` header names this machine."""
        try:
            parts = urlsplit(f"//{host or ''}")
            return parts.hostname in NAMES and parts.username is None and parts.port is not None
        except ValueError:
            return False

    def is_own(self, origin: str | None, host: str | None) -> bool:
        """Return whether an `Origin` header is this server's page."""
        return self.is_here(host) and origin == f"http://{host}"

    def knows(self, given: str | None) -> bool:
        """Return whether a token is the server's."""
        return given is not None and hmac.compare_digest(given.encode(), self.token.encode())
