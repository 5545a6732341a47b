"""Secret wagers: a commitment binds an entrant to a slip at one seat and spin without revealing it."""

import hashlib
from collections.abc import Sequence

from sicbo.table.messages.parts import Stake

FORMAT = "sicbo-secret-1"
LEAST_SALT = 32


def slip_commitment(salt: str, table: str, seat: int, number: int, spin: int, stakes: Sequence[Stake]) -> str:
    """Hash one line with SHA-256: format, salt, table, seat, round, spin, and `bet=chips` of every stake."""
    slip = ",".join(f"{stake.bet}={stake.cents}" for stake in stakes)
    line = f"{FORMAT} {salt} {table} {seat} {number} {spin} {slip}\n"
    return hashlib.sha256(line.encode()).hexdigest()


def is_salt(salt: str) -> bool:
    """Return whether a salt is too long to search for: 32 or more hexadecimal digits."""
    return len(salt) >= LEAST_SALT and set(salt) <= set("0123456789abcdef")
