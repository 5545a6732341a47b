"""Sources to read from: a data directory, a database or a bundle, with the public keys of each."""

from pathlib import Path
from urllib.parse import unquote

from sicbo.errors import BadInput
from sicbo.house.export.bundles import BundleReader
from sicbo.house.export.manifest import FILE as MANIFEST
from sicbo.house.export.readers import Readable, SqliteReader
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.signatures import HouseSigner
from sicbo.journal.opening import ADDRESSES, open_journal

BUNDLE = "bundle.json"


def open_reader(where: str) -> Readable:
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
    return keys.public()


def manifest_source(where: str, data: Path | None = None) -> HouseSigner | str | None:
    """Return what an export makes its manifest from: the house's key, or the note that came with a copy."""
    if is_bundle(where):
        return BundleReader(Path(where)).manifest()
    directory = data_directory(where, data)
    keys = Keys(directory)
    return HouseSigner.of(keys) if keys.has_house() else kept_manifest(directory)


def kept_manifest(directory: Path) -> str | None:
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
    """Return an address with an ellipsis for each password, wherever a URL can carry one."""
    scheme, slashes, rest = address.partition("://")
    if not slashes and {*address} & {"@", "=", "%"}:
        return "…"
    people, at, place = rest.rpartition("@")
    user, colon, _ = people.partition(":")
    place, mark, query = place.partition("?")
    options = (_without_password(option) for option in query.split("&"))
    return f"{scheme}{slashes}{user}{f'{colon}…' if colon else ''}{at}{place}{mark}{'&'.join(options)}"


def _without_password(option: str) -> str:
    name, equals, _ = option.partition("=")
    return f"{name}{equals}…" if "pass" in unquote(name).lower() else option


def is_bundle(where: str) -> bool:
    """Whether this is a bundle: a zip file, or a directory with `bundle.json`."""
    path = Path(where)
    return not is_address(where) and (path.is_file() or (path / BUNDLE).exists())
