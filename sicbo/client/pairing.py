"""Pairing: a device asks to be enrolled, shows a code, and waits until staff approve it."""

import time

import msgspec

from sicbo.client.http import HouseProblem, Http, Unreachable


class Pairing(msgspec.Struct, frozen=True):
    """A device that waits: show the `user_code` on its screen, and keep the `device_code` secret."""

    device_code: str
    user_code: str
    expires_in: int
    interval: int


class Enrolled(msgspec.Struct, frozen=True):
    """An enrolled device: its secret token, its role, and its table and seat."""

    device: str
    token: str
    name: str
    role: str
    table: str
    seat: int | None = None


def pair(house: Http, name: str, role: str = "terminal") -> Pairing:
    """Ask to be enrolled. Show the `user_code`, then call `wait_for_approval`."""
    return msgspec.convert(house.request("POST", "/devices/pairings", {"name": name, "role": role}), Pairing)


def wait_for_approval(house: Http, pairing: Pairing) -> Enrolled:
    """Wait until staff approve the device, and return its token. Keep it: the house shows it once."""
    ends = time.monotonic() + pairing.expires_in
    while time.monotonic() < ends:
        try:
            answer = house.request("POST", "/devices/tokens", {"device_code": pairing.device_code})
        except HouseProblem as problem:
            if problem.code != "pairing-pending":
                raise
            time.sleep(pairing.interval)
        else:
            return msgspec.convert(answer, Enrolled)
    raise Unreachable("Staff did not approve this device in time: ask for a new code.")
