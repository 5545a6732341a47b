"""Settings: values from the environment and the command line, all checked together."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from socket import inet_aton
from typing import Any

import msgspec

from sicbo.errors import BadInput, short_repr
from sicbo.house.export.sources import HIDDEN, is_address, without_passwords
from sicbo.house.responsible_gambling import OVERLAYS
from sicbo.journal.waits import PATIENCE
from sicbo.table.round.opening import FLOOR_PROFILE, PROFILES

PREFIX = "SICBO_"
HOUSE_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,60}[a-z0-9]")
ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?")
WITNESS = re.compile(r"https?://[^\s,]{1,200}")
HOST_NAME = re.compile(r"[a-z0-9._-]{1,253}|[0-9a-f:.]{2,45}")
NAMES_NEEDED = (
    "SICBO_HOST is every address of this machine: list the names by which people reach the house, "
    "with --hosts or SICBO_HOSTS, such as house.example,192.0.2.7."
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of this server."""

    data: Path
    journal: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    profile: str = "home"
    house: str = "home.sicbo"
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    betting_seconds: float = 20.0
    pace: float = 1.0
    bots: int = 3
    rate: int = 40
    connections: int = 1000
    signatures: bool = True
    overlay: str = ""
    help_line: str = ""
    common_pins: Path | None = None
    clock_behind: int = 600
    lock_patience: float = PATIENCE
    witnesses: tuple[str, ...] = ()
    witness_seconds: float = 60.0
    new_owner: bool = False
    console_seconds: float = 60.0

    @property
    def is_shared(self) -> bool:
        """Whether other processes may run this house too."""
        return bool(self.journal)

    @property
    def at_home(self) -> bool:
        """Whether this house plays with play chips and has automatic dealers."""
        return self.profile != FLOOR_PROFILE


class Setting(msgspec.Struct, frozen=True):
    """A setting: how its text is read, the condition on its value, and a description of valid values."""

    read: Callable[[str], Any]
    holds: Callable[[Any], bool]
    wants: str


def _comma_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _hosts(text: str) -> tuple[str, ...]:
    """Return host names and addresses in the form in which the `Host` header is compared with them."""
    return tuple(_normal_host(part.lower().strip("[]")) for part in _comma_list(text))


def _normal_host(host: str) -> str:
    try:
        return ip_address(host).compressed
    except ValueError:
        return host


def _is_network(text: str) -> bool:
    try:
        return bool(ip_network(text))
    except ValueError:
        return False


def is_every_address(host: str) -> bool:
    """Whether listening at this host means every address of the machine, as 0, 0.0.0.0 and :: do."""
    try:
        address = ip_address(host)
    except ValueError:
        return _is_zero_in_short(host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_unspecified


def _is_zero_in_short(host: str) -> bool:
    """Whether a host is a short form of 0.0.0.0, such as 0 or 0x0, which the system listens at too."""
    try:
        return not any(inet_aton(host))
    except OSError:
        return False


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text.lower()]


def _path(text: str) -> Path:
    return Path(text).expanduser()


SETTINGS: dict[str, Setting] = {
    "data": Setting(_path, lambda path: not path.is_file(), "a directory"),
    "journal": Setting(
        str,
        lambda where: not where or is_address(where),
        "an address such as postgresql://db/house, or nothing",
    ),
    "host": Setting(str, lambda host: bool(host) and "/" not in host, "an address to listen at"),
    "port": Setting(int, lambda port: 0 <= port <= 65_535, "a port between 0 and 65535"),
    "profile": Setting(str, lambda profile: profile in PROFILES, f"one of {', '.join(PROFILES)}"),
    "house": Setting(str, lambda name: bool(HOUSE_NAME.fullmatch(name)), "a name such as house.example"),
    "hosts": Setting(
        _hosts,
        lambda all_: all(map(HOST_NAME.fullmatch, all_)),
        "names or addresses without a port, such as house.example,192.0.2.7",
    ),
    "origins": Setting(
        _comma_list, lambda all_: all(map(ORIGIN.fullmatch, all_)), "addresses such as https://house.example"
    ),
    "proxies": Setting(
        _comma_list,
        lambda all_: all(map(_is_network, all_)),
        "addresses or networks such as 10.0.0.5,10.1.0.0/16",
    ),
    "betting_seconds": Setting(float, lambda seconds: 0.05 <= seconds <= 3600, "seconds from 0.05 to 3600"),
    "pace": Setting(float, lambda pace: 0 <= pace <= 100, "a number from 0 to 100"),
    "bots": Setting(int, lambda bots: 0 <= bots <= 7, "a number from 0 to 7"),
    "rate": Setting(int, lambda rate: 1 <= rate <= 1_000_000, "requests a second, at least 1"),
    "connections": Setting(int, lambda most: 1 <= most <= 1_000_000, "connections, at least 1"),
    "signatures": Setting(_yes_or_no, lambda _: True, "yes or no"),
    "new_owner": Setting(_yes_or_no, lambda _: True, "yes or no"),
    "help_line": Setting(
        str, lambda text: len(text) <= 80 and text.isprintable(), "one line of at most 80 characters"
    ),
    "common_pins": Setting(_path, Path.is_file, "a file with a PIN on each line"),
    "clock_behind": Setting(int, lambda seconds: 0 <= seconds <= 10**11, "seconds, at least 0"),
    "console_seconds": Setting(float, lambda seconds: 0.1 <= seconds <= 3600, "seconds from 0.1 to 3600"),
    "witnesses": Setting(
        _comma_list,
        lambda all_: all(map(WITNESS.fullmatch, all_)),
        "addresses such as https://witness.example",
    ),
    "witness_seconds": Setting(float, lambda seconds: 0.1 <= seconds <= 86_400, "seconds from 0.1 to 86400"),
    "lock_patience": Setting(float, lambda seconds: 0.1 <= seconds <= 86_400, "seconds from 0.1 to 86400"),
    "overlay": Setting(str, lambda key: key in ("", *OVERLAYS), f"one of {', '.join(OVERLAYS)}"),
}

ADDRESS_SETTINGS = ("journal", "witnesses")
"""Settings that may contain a password; a text that is not a URL may be the password itself."""


def default_data(environment: Mapping[str, str]) -> str:
    """The default data directory of a house."""
    base = environment.get("XDG_DATA_HOME") or "~/.local/share"
    return f"{base}/sicbo"


def read_settings(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] = os.environ,
    *,
    strict: bool = False,
) -> Settings:
    """Return the settings; a flag overrides the environment, and one error lists every mistake.

    If `strict`, unknown `SICBO_` names are mistakes too, because a misspelt setting has no effect.
    """
    given: dict[str, str] = {"data": default_data(environment)}
    given |= {
        name: environment[PREFIX + name.upper()] for name in SETTINGS if PREFIX + name.upper() in environment
    }
    given |= {name: str(value) for name, value in (flags or {}).items() if value is not None}
    values: dict[str, Any] = {}
    mistakes = list(_unknown_names(environment)) if strict else []
    for name, text in given.items():
        setting = SETTINGS[name]
        try:
            value = setting.read(text)
            right = setting.holds(value)
        except (ValueError, KeyError):
            right = False
        if right:
            values[name] = value
        else:
            is_hidden = name in ADDRESS_SETTINGS and "://" not in text
            said = short_repr(HIDDEN if is_hidden else without_passwords(text))
            mistakes.append(f"{PREFIX}{name.upper()} is {said}: give {setting.wants}.")
    if is_every_address(values.get("host", "")) and not (values.get("hosts") or values.get("origins")):
        mistakes.append(NAMES_NEEDED)
    if mistakes:
        raise BadInput(" ".join(mistakes))
    return Settings(**values)


def _unknown_names(environment: Mapping[str, str]) -> Iterator[str]:
    names = [f"{PREFIX}{name.upper()}" for name in SETTINGS]
    for given in sorted(name for name in environment if name.startswith(PREFIX) and name not in names):
        near = get_close_matches(given, names, n=1)
        yield f"{given} is not a setting: {f'did you mean {near[0]}?' if near else 'leave it out.'}"
