"""Sources to read from: a data directory, a database or a bundle, with the public keys of each."""

import re
from pathlib import Path
from urllib.parse import unquote

from sicbo.errors import BadInput
from sicbo.house.export.bundles import BundleReader
from sicbo.house.export.manifest import FILE as MANIFEST
from sicbo.house.export.readers import JournalReader, SqliteReader
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.signatures import HouseSigner
from sicbo.journal.opening import ADDRESSES, open_journal

BUNDLE = "bundle.json"
HIDDEN = "…"
SECRET_WORDS = ("pass", "pwd", "secret", "token", "key", "options", "credential")
"""What the name or the value of an option contains that may be a secret."""
URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
HOST = re.compile(r"(\[[0-9A-Fa-f:.%]*\]|[^:\[\]]*)(:[0-9]*)?")
PART = re.compile(r"[^?&;/]+")


def open_reader(where: str) -> JournalReader:
    """Open a data directory, a bundle or a database for reading, while its writer continues."""
    if is_address(where):
        return open_journal(where)
    return BundleReader(Path(where)) if is_bundle(where) else SqliteReader(Path(where))


def public_keys(where: str, data: Path | None = None) -> dict[str, object]:
    """Return the public keys of a journal, in the form of `keys.json` in a bundle."""
    if is_bundle(where):
        return BundleReader(Path(where)).keys()
    directory = data_directory(where, data)
    keys = Keys(directory)
    if not keys.house_vkeys():
        raise BadInput(
            f"There are no keys in {directory}, so signatures cannot be checked: give the folder of the keys."
        )
    return keys.public_keys()


def manifest_source(where: str, data: Path | None = None) -> HouseSigner | str | None:
    """Return what an export makes its manifest from: the house's key, or the note that came with a copy."""
    if is_bundle(where):
        return BundleReader(Path(where)).manifest()
    directory = data_directory(where, data)
    keys = Keys(directory)
    return HouseSigner.from_keys(keys) if keys.has_house_key() else stored_manifest(directory)


def stored_manifest(directory: Path) -> str | None:
    """Return the manifest of a backup, or None if it has none."""
    kept = directory / MANIFEST
    return kept.read_text("utf-8") if kept.is_file() else None


def data_directory(where: str, data: Path | None = None) -> Path:
    """Return the directory of a house's keys."""
    if is_address(where) and data is None:
        raise BadInput("A database holds no keys: give their directory with --data DIR.")
    return data or Path(where)


def is_address(where: str) -> bool:
    """Whether this is the address of a database."""
    return where.startswith(ADDRESSES)


def without_passwords(address: str) -> str:
    """Return an address with an ellipsis for each password, wherever a URL can carry one.

    If a sign of its own in a password hides where it ends, only the scheme is shown.
    """
    found = URL.fullmatch(address)
    if found is None:
        return HIDDEN if {*address} & {*":@=%#?"} else address
    scheme, authority, path, query, fragment = found.groups(default="")
    people, at, hosts = authority.rpartition("@")
    user, colon, _ = people.partition(":")
    if "@" in path + query + fragment or not all(map(HOST.fullmatch, hosts.split(","))):
        return f"{scheme}{HIDDEN}"
    masked = f"{user}{f'{colon}{HIDDEN}' if colon else ''}{at}{hosts}"
    places, options = (PART.sub(_without_secret, text) for text in (path, query))
    return f"{scheme}{masked}{places}{options}{f'#{HIDDEN}' if fragment else ''}"


def _without_secret(part: re.Match[str]) -> str:
    """Return `name=value`, or a value alone in a query, with an ellipsis for what may be secret."""
    name, equals, _ = part[0].partition("=")
    plain = unquote_fully(part[0]).lower()
    is_secret = any(word in plain for word in SECRET_WORDS) and (equals or part.string.startswith("?"))
    return f"{name if equals else ''}{equals}{HIDDEN}" if is_secret else part[0]


def unquote_fully(text: str) -> str:
    """Return a text without its percent signs, however often it was quoted."""
    while (plain := unquote(text)) != text:
        text = plain
    return text


def is_bundle(where: str) -> bool:
    """Whether this is a bundle: a zip file, or a directory with `bundle.json`."""
    path = Path(where)
    return not is_address(where) and (path.is_file() or (path / BUNDLE).exists())
