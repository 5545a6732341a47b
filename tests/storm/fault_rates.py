"""The fault rates of a seed: which faults happen, and how often. Some kinds are switched off altogether."""

from dataclasses import dataclass, fields
from random import Random

MILLISECOND, SECOND, MINUTE, HOUR = 1_000, 1_000_000, 60_000_000, 3_600_000_000
"""Virtual time is counted in microseconds."""


@dataclass
class FaultRates:
    """Chances and rates of faults; 0 means none. Those of the last group are chances in each tick of an
    actor.
    """

    loss: float = 0.0
    twice: float = 0.0
    delay: int = 50 * MILLISECOND
    clog: float = 0.0
    longest_clog: int = 45 * SECOND
    swizzle: float = 0.0
    late: float = 0.0
    lag: int = 20 * MILLISECOND

    crash: float = 0.0
    torn: float = 0.9
    crash_again: float = 0.0
    full: float = 0.0
    sync_fails: float = 0.0
    jump: float = 0.0
    snapshot: float = 0.0
    kill: float = 0.0
    leap: float = 0.0

    double_click: float = 0.0
    second_dealer: float = 0.0
    wrong_result: float = 0.0
    few_tumbles: float = 0.0
    void: float = 0.0
    limits: float = 0.0
    fault: float = 0.0
    restart: float = 0.0
    attack: float = 0.0
    conduct: float = 0.0
    overreach: float = 0.0
    chips: float = 0.0
    closing: float = 0.0

    @classmethod
    def random_rates(cls, random: Random) -> "FaultRates":
        """Return the rates of a seed: each kind of fault is on in two seeds of three."""

        def random_share(most: float) -> float:
            return random.uniform(most / 10, most) if random.random() < 0.67 else 0.0

        return cls(
            loss=random_share(0.30),
            twice=random_share(0.50),
            delay=random.choice((5, 50, 50, 300)) * MILLISECOND,
            clog=random_share(0.02),
            swizzle=random_share(0.8),
            crash=random_share(0.30),
            torn=random.uniform(0.8, 1.0),
            crash_again=random_share(0.3),
            full=random_share(0.05),
            sync_fails=random_share(0.04),
            jump=random_share(0.05),
            snapshot=random_share(0.10),
            double_click=random_share(0.3),
            second_dealer=random_share(0.10),
            wrong_result=random_share(0.8),
            few_tumbles=random_share(0.10),
            void=random_share(0.10),
            limits=random_share(0.15),
            fault=random_share(0.03),
            restart=random_share(0.05),
            attack=random_share(0.5),
            conduct=random_share(0.05),
            late=random_share(0.04),
            lag=random.choice((20, 200, 2_000, 8_000)) * MILLISECOND,
            kill=random_share(0.30),
            leap=random_share(0.25),
            overreach=random_share(0.30),
            chips=random_share(0.60),
            closing=random_share(0.10),
        )

    def switch_off(self) -> None:
        """Switch every fault off, in place, so that all users of these rates see it at once."""
        fair = FaultRates()
        for field in fields(self):
            setattr(self, field.name, getattr(fair, field.name))
