"""Commands and events about faults, spins without wagers and practice spins."""

from sicbo.machine.messages import Command, Event


class ReportFault(Command, frozen=True):
    """Report what does not work, whether it was mended at once, and which players' terminals it cut off."""

    fault: str
    note: str = ""
    mended: bool = False
    players: tuple[str, ...] = ()


class NotifyPerson(Command, frozen=True):
    """Record that a manager, an inspector or surveillance was notified of a fault."""

    fault: str
    whom: str
    name: str


class RectifyFault(Command, frozen=True):
    """Record that a fault is repaired, so that play may go on."""

    fault: str
    note: str = ""


class DirectIdleSpins(Command, frozen=True):
    """Let the dealer spin while there is no wager on the layout, until the first slip."""


class StopIdleSpins(Command, frozen=True):
    """Make the next round an ordinary one again."""


class SpinForPractice(Command, frozen=True):
    """Show a practice spin between two rounds; it counts for nothing."""

    dice: tuple[int, int, int]


class FaultReported(Event, frozen=True):
    """A fault was reported: who must be notified, and whether play stops."""

    fault: str
    round: int | None
    note: str
    mended: bool
    tell: str | None
    stops: bool
    halts: bool
    void_due: str | None
    players: tuple[str, ...]


class PersonNotified(Event, frozen=True):
    """A person was notified of a fault."""

    fault: str
    whom: str
    name: str


class FaultRectified(Event, frozen=True):
    """The fault was repaired."""

    fault: str
    note: str


class IdleSpinsDirected(Event, frozen=True):
    """Spins without wagers were directed; `last` is the last step of such a round."""

    last: str


class IdleSpinsStopped(Event, frozen=True):
    """Spins without wagers ended; rounds are ordinary ones again."""


class PracticeSpun(Event, frozen=True):
    """A practice spin was shown; nothing moved."""

    dice: tuple[int, int, int]
