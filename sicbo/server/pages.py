"""Pages: the files of `sicbo/web` and the catalogues of texts, compressed if the browser accepts it."""

import gzip
import hashlib
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get
from litestar.params import FromPath

import sicbo
from sicbo.i18n import message
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest

WEB = Path(sicbo.__file__).parent / "web"
LOCALES = WEB.parent / "locales"
SCREENS = {
    "": "lobby",
    "table": "terminal",
    "console": "console",
    "display": "display",
    "pit": "pit",
    "replay": "replay",
    "pair": "pairing",
    "fair": "fairness",
    "promotions": "promotion",
    "registers": "registers",
    "tournament": "tournament",
    "director": "tournament/director",
    "entry": "tournament/entry",
    "seat": "tournament/seat",
}
"""The screen for the first part of an address."""
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
NO_SCREENS = b"<!doctype html><title>Sic Bo</title><p>The house runs. Its screens are not installed."
COMPRESSED = (".html", ".css", ".js", ".mjs", ".json", ".svg")
"""Files that become much smaller."""


class Page(NamedTuple):
    """A file as it is sent: the content, and its hash as the ETag. `packed` is empty unless it is smaller."""

    content: bytes
    packed: bytes
    etag: str


_pages: dict[Path, tuple[tuple[int, int], Page]] = {}


def read_page(path: Path) -> Page:
    """Return a file, read and compressed again only after a change."""
    stat = path.stat()
    version = (stat.st_mtime_ns, stat.st_size)
    known = _pages.get(path)
    if known is None or known[0] != version:
        content = path.read_bytes()
        packed = gzip.compress(content, mtime=0) if path.suffix in COMPRESSED else b""
        smaller = packed if len(packed) < len(content) else b""
        known = _pages[path] = version, Page(content, smaller, hashlib.sha256(content).hexdigest()[:32])
    return known[1]


def page_file(address: str) -> Path | None:
    """Return the file for an address, or None if there is none."""
    parts = [part for part in address.split("/") if part]
    if any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    path = LOCALES.joinpath(*parts[1:]) if parts[:1] == ["locales"] else WEB.joinpath(*parts)
    if parts and path.is_file():
        return path
    screen = SCREENS.get(parts[0] if parts else "")
    if screen is None or len(parts) > 2:
        return None
    return WEB / screen / "index.html"


@get(["/", "/{address:path}"], include_in_schema=False)
async def page(request: ApiRequest, address: FromPath[str] = "") -> Response[bytes]:
    """Return a file, or 304 if the browser has it already."""
    path = page_file(address)
    if path is None:
        raise Problem("not-found", message("requests.unknown-page"))
    if not path.is_file():
        return Response(NO_SCREENS, media_type="text/html")
    found = read_page(path)
    packed = bool(found.packed) and "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "etag": f'"{found.etag}{"-gzip" if packed else ""}"',
        "cache-control": "no-cache",
        "vary": "Accept-Encoding",
    }
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    kind = MEDIA_TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(found.packed if packed else found.content, media_type=kind, headers=headers)
