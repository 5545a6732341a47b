"""Sign-in limits: in which lane a PIN is hashed, and which counts a wrong one adds to.

A person is counted alone in a browser that knows them, at an enrolled device of the house, and at an address
where staff of the house signed in before. Everywhere else all strangers of an id are counted together; of
these, an address without a wrong PIN of its own gets a try by lot: strangers cannot keep a person out.
"""

import hashlib
import secrets
from math import ceil
from typing import NamedTuple

from sicbo.server.access.attempts import AttemptLimit, AttemptLimiter
from sicbo.server.access.sessions import StaffAccount
from sicbo.server.access.sign_in.hashing_lanes import HashingQueue
from sicbo.server.access.sign_in.known_browsers import KnownBrowsers, SignInOrigin
from sicbo.server.problems import Problem

OWN, STRANGERS = (5, 900), (20, 300, False)
"""How many wrong PINs are free, and the longest delay after them: at one place, and of all strangers."""
BY_LOT = (1, 120, False)
"""The same for tries that were drawn by lot while all strangers wait."""
LOT_SECONDS, ONE_IN = 60, 8
"""How long a lot counts, and how many addresses there are for each that is drawn."""
MOST_SIGN_INS, MOST_OF_ONE_SOURCE, MOST_STEP_UPS = 16, 6, 32
MOST_AT_DEVICES, MOST_OF_ONE_DEVICE = 16, 2
STAFF = "staff"
"""In place of an address in the lane of people who are signed in or known: these share all of it."""


class Admission(NamedTuple):
    """A sign-in that was counted: its lane, its source in that lane, and what a right PIN takes back."""

    lane: HashingQueue
    source: str
    limits: tuple[AttemptLimit, ...]


class Lots:
    """Which addresses are drawn for an id, one in eight in each minute; no address can tell before."""

    def __init__(self) -> None:
        self.secret = secrets.token_bytes(32)

    def draws(self, member_id: str, address: str, now: float) -> bool:
        """Whether this address is drawn in this minute."""
        text = f"{member_id}\n{address}\n{int(now // LOT_SECONDS)}".encode()
        return hashlib.blake2b(text, key=self.secret).digest()[0] % ONE_IN == 0


class SignInLimits:
    """Admits sign-ins to the lanes in which PINs are hashed."""

    def __init__(self, tries: AttemptLimiter, known: KnownBrowsers) -> None:
        self._tries, self._known, self.lots = tries, known, Lots()
        self.strangers_lane = HashingQueue("sign-in", 2, MOST_SIGN_INS, MOST_OF_ONE_SOURCE)
        self.devices_lane = HashingQueue("device", 1, MOST_AT_DEVICES, MOST_OF_ONE_DEVICE)
        self.staff_lane = HashingQueue("step-up", 1, MOST_STEP_UPS, MOST_STEP_UPS)

    def admit(self, member: StaffAccount | None, member_id: str, place: SignInOrigin) -> Admission:
        """Count a sign-in before its PIN is looked at; refuse it if it comes too early after wrong ones."""
        if member and self._known.knows(member, place.browser):
            return self._admit_and_count(
                self.staff_lane, STAFF, AttemptLimit(f"{member_id} in {place.browser}", *OWN)
            )
        if place.device:
            own = AttemptLimit(f"{member_id} at device {place.device}", *OWN)
            return self._admit_and_count(self.devices_lane, place.device, own)
        here = AttemptLimit(f"{member_id} from {place.address}", *OWN)
        if (member and self._known.knows(member, place.address)) or self._known.is_of_house(place.address):
            return self._admit_and_count(self.strangers_lane, place.address, here)
        is_new = self._tries.wrong(here) == 0
        anywhere = AttemptLimit(f"{member_id} from anywhere", *STRANGERS)
        try:
            return self._admit_and_count(self.strangers_lane, place.address, here, anywhere)
        except Problem as problem:
            if problem.code != "too-many" or not is_new:
                raise
            return self._by_lot(member_id, place, here, problem)

    def _by_lot(self, member_id: str, place: SignInOrigin, here: AttemptLimit, early: Problem) -> Admission:
        """Admit an address that is drawn; tell any other to come back for the next lot."""
        now = self._tries.now()
        if not self.lots.draws(member_id, place.address, now):
            next_lot = ceil(LOT_SECONDS - now % LOT_SECONDS)
            raise self._tries.too_early(min(next_lot, early.retry_after or next_lot))
        drawn = AttemptLimit(f"{member_id} by lot", *BY_LOT)
        return self._admit_and_count(self.strangers_lane, place.address, here, drawn)

    def _admit_and_count(self, lane: HashingQueue, source: str, *limits: AttemptLimit) -> Admission:
        lane.refuse_if_full(source)
        self._tries.reserve(*limits)
        return Admission(lane, source, limits)
