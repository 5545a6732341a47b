"""Sources to read from: a data directory, a database or a bundle, with the public keys that go with each."""

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
    """What can be read there, while whoever writes goes on: a data directory, a bundle, or a database."""
    if is_address(where):
        return open_journal(where)
    return BundleReader(Path(where)) if is_bundle(where) else SqliteReader(Path(where))


def public_keys(where: str, data: Path | None = None) -> dict[str, object]:
    """The public keys that go with a journal, as `keys.json` of a bundle has them."""
    if is_bundle(where):
        return BundleReader(Path(where)).keys()
    directory = data_directory(where, data)
    keys = Keys(directory)
    if not keys.house_vkeys():
        raise BadInput(f"There are no keys in {directory}: without them nobody can tell who signed.")
    return keys.public()


def manifest_source(where: str, data: Path | None = None) -> HouseSigner | str | None:
    """Where an export has its manifest from: the house's key, or the note that came with a copy."""
    if is_bundle(where):
        return BundleReader(Path(where)).manifest()
    directory = data_directory(where, data)
    keys = Keys(directory)
    return HouseSigner.of(keys) if keys.has_house() else kept_manifest(directory)


def kept_manifest(directory: Path) -> str | None:
    """The manifest that a backup brought along."""
    kept = directory / MANIFEST
    return kept.read_text("utf-8") if kept.is_file() else None


def data_directory(where: str, data: Path | None = None) -> Path:
    """Where the keys of a house are."""
    if is_address(where) and data is None:
        raise BadInput("Say with --data DIR where the keys are: a database keeps none.")
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
    """Whether a bundle is there: a zip file, or a directory that says so."""
    path = Path(where)
    return not is_address(where) and (path.is_file() or (path / BUNDLE).exists())
