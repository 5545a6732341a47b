"""Electronic rolls made again: each opened seed, the roll that follows from it, and what was never opened.

The id of a step before the close commits to a seed, `commit-<its SHA-256>`. The id of the entry opens it,
`open-<seed>`, with a number behind it if a first try was refused. The roll is HMAC-SHA-256 with the seed as
key over `sicbo-roll-1`, the hash of the record of the close and a counter. It shows that the rule was kept,
not that the house did not choose: the house writes that record.
"""

import hmac
import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

COMMIT, OPEN = b"commit-", b"open-"
LABEL, LARGEST = b"sicbo-roll-1\n", 252
KEPT = 12
"""Rounds that a correction can still reach: the one in play, the one before, and ten more."""
is_hash = re.compile(rb"[0-9a-f]{64}").fullmatch
Wrong = Callable[[int, str], None]


def roll_of(seed: bytes, close: bytes) -> list[int]:
    """The roll that a seed and the hash of a closing record make, in order of the faces."""
    faces: list[int] = []
    for number in count():
        if len(faces) >= 3:
            break
        block = hmac.digest(seed, LABEL + close + number.to_bytes(4, "big"), "sha256")
        faces += [byte % 6 + 1 for byte in block if byte < LARGEST]
    return sorted(faces[:3])


class Unopened(NamedTuple):
    """A commitment without an opening: where it stands, and what became of its round."""

    number: int
    round: int
    by: str
    rank: int | None
    clause: str
    says: str


class Committed:
    """A round that was committed: by which record, and what is known of its roll."""

    def __init__(self, round_: int, number: int, commitment: bytes, step: Any) -> None:
        self.round, self.number, self.commitment, self.step = round_, number, commitment, step
        self.close: tuple[int, bytes] | None = None
        self.roll: list[int] | None = None
        self.opened = self.over = False


class Rolls:
    """The electronic rolls of one table, record by record; `wrong` puts down what does not hold."""

    def __init__(self, wrong: Wrong, remark: Callable[[Unopened], None]) -> None:
        self.wrong, self.remark = wrong, remark
        self.made = 0
        self._rounds: dict[int, Committed] = {}
        self._closed = 0

    def take(self, number: int, name: bytes, hash_: bytes, events: Iterable[Any]) -> None:
        """Take in the events of one record, which has this number, id and hash."""
        for event in events:
            match event["type"]:
                case "step-performed":
                    self._performed(number, name, hash_, event)
                case "result-entered":
                    self._entered(number, name, event)
                case "result-corrected":
                    self._corrected(number, event)
                case "round-voided":
                    self._voided(number, event)

    def ended(self) -> None:
        """After the last record: what is still in play."""
        for known in self._rounds.values():
            if not known.over:
                self._unopened(known, "it is still in play")

    def _performed(self, number: int, name: bytes, hash_: bytes, event: Any) -> None:
        known = self._rounds.get(event["round"])
        if name.startswith(COMMIT):
            self._commits(number, name.removeprefix(COMMIT), event, known)
        if event["step"] == "close":
            self._closed = event["round"]
            if known is not None:
                known.close = (number, hash_)

    def _commits(self, number: int, commitment: bytes, event: Any, known: Committed | None) -> None:
        clause = event["clause"]
        if known is not None:
            says = f"expected no commitment after that of record {known.number}, found another in its round"
            self.wrong(number, f"{says} ({clause})")
        elif event["round"] == self._closed or event["step"] == "close":
            self.wrong(number, f"expected a commitment while bets are taken, found one later ({clause})")
        else:
            known = self._rounds[event["round"]] = Committed(event["round"], number, commitment, event)
            for old in list(self._rounds)[:-KEPT]:
                del self._rounds[old]
            if not is_hash(commitment):
                self.wrong(number, f"expected a commitment of 64 hex digits, found {_text(commitment)}")

    def _entered(self, number: int, name: bytes, event: Any) -> None:
        known, dice = self._rounds.get(event["round"]), sorted(event["dice"])
        clause = event["clause"]
        if not name.startswith(OPEN):
            if known is not None:
                known.over = True
                says = f"expected the seed that opens the commitment of record {known.number}"
                self.wrong(number, f"{says}, found {_dice(dice)} entered without it ({clause})")
                self._unopened(known, f"{_dice(dice)} were entered without it at record {number}")
            return
        seed = name.removeprefix(OPEN).partition(b"-")[0]
        if known is None:
            says = "expected a commitment while bets are taken, found a seed without one"
            self.wrong(number, f"{says} ({clause})")
            return
        known.over = known.opened = True
        self._opens(number, known, seed, clause)
        if known.roll is not None:
            self._same(number, known, dice, clause)

    def _opens(self, number: int, known: Committed, seed: bytes, clause: str) -> None:
        """Check a seed against its commitment, and make the roll again."""
        if not is_hash(seed):
            self.wrong(number, f"expected a seed of 64 hex digits, found {_text(seed)} ({clause})")
            return
        value = bytes.fromhex(seed.decode())
        told = sha256(value).hexdigest().encode()
        if told != known.commitment:
            says = f"expected the seed of the commitment {_text(known.commitment)} at record {known.number}"
            self.wrong(number, f"{says}, found one with the hash {_text(told)} ({clause})")
        if known.close is not None:
            known.roll = roll_of(value, known.close[1])
            self.made += 1

    def _same(self, number: int, known: Committed, dice: list[int], clause: str) -> None:
        """Whether dice are those of the roll made again."""
        assert known.roll is not None and known.close is not None
        if dice != known.roll:
            says = f"expected {_dice(known.roll)}, from the seed and the close at record {known.close[0]}"
            self.wrong(number, f"{says}, found {_dice(dice)} ({clause})")

    def _corrected(self, number: int, event: Any) -> None:
        known = self._rounds.get(event["round"])
        if known is not None and known.roll is not None:
            self._same(number, known, sorted(event["dice"]), event["clause"])

    def _voided(self, number: int, event: Any) -> None:
        known = self._rounds.get(event["round"])
        if known is None or known.over:
            return
        known.over = True
        when = "before" if known.close is None else "after"
        said = f"it is void for {event['ground']} at record {number}, {when} its bets were closed"
        self._unopened(known, said, event["clause"])

    def _unopened(self, known: Committed, says: str, clause: str = "") -> None:
        stamp = known.step["stamp"]
        found = clause or known.step["clause"]
        self.remark(Unopened(known.number, known.round, stamp["by"], stamp["rank"], found, says))


def _dice(dice: Iterable[int]) -> str:
    return "-".join(map(str, dice))


def _text(word: bytes) -> str:
    return repr(word.decode(errors="replace")[:16])
