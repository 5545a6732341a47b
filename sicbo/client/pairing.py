"""Pairing: a device asks to be enrolled, shows a code, and waits until somebody at the pit desk agrees."""

import time

import msgspec

from sicbo.client.http import Http, Problem, Unreachable


class Pairing(msgspec.Struct, frozen=True):
    """A device that waits: `user_code` is for the screen, `device_code` for nobody."""

    device_code: str
    user_code: str
    expires_in: int
    interval: int


class Enrolled(msgspec.Struct, frozen=True):
    """An enrolled device: its secret token, what it is, and where."""

    device: str
    token: str
    name: str
    role: str
    table: str
    seat: int | None = None


def pair(house: Http, name: str, role: str = "terminal") -> Pairing:
    """Ask to be enrolled; show the `user_code`, then wait with `enrolled`."""
    return msgspec.convert(house.ask("POST", "/devices/pairings", {"name": name, "role": role}), Pairing)


def enrolled(house: Http, pairing: Pairing) -> Enrolled:
    """The token, once somebody has agreed; it is told once, so keep it."""
    ends = time.monotonic() + pairing.expires_in
    while time.monotonic() < ends:
        try:
            answer = house.ask("POST", "/devices/tokens", {"device_code": pairing.device_code})
        except Problem as problem:
            if problem.code != "pairing-pending":
                raise
            time.sleep(pairing.interval)
        else:
            return msgspec.convert(answer, Enrolled)
    raise Unreachable("Nobody at the pit desk agreed in time: ask for a new code.")
