"""Commands and events about faults, spins without wagers and practice spins."""

from sicbo.table.messages.base import TableCommand, TableEvent


class ReportFault(TableCommand, frozen=True):
    """Report what does not work, whether it was mended at once, and which players' terminals it cut off."""

    fault: str
    note: str = ""
    mended: bool = False
    players: tuple[str, ...] = ()


class NotifyPerson(TableCommand, frozen=True):
    """Record that a manager, an inspector or surveillance was notified of a fault."""

    fault: str
    whom: str
    name: str


class RectifyFault(TableCommand, frozen=True):
    """Record that a fault is repaired, so that play may go on."""

    fault: str
    note: str = ""


class DirectIdleSpins(TableCommand, frozen=True):
    """Let the dealer spin while there is no wager on the layout, until the first slip."""


class StopIdleSpins(TableCommand, frozen=True):
    """Make the next round an ordinary one again."""


class SpinForPractice(TableCommand, frozen=True):
    """Show a practice spin between two rounds; it counts for nothing."""

    dice: tuple[int, int, int]


class FaultReported(TableEvent, frozen=True):
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


class PersonNotified(TableEvent, frozen=True):
    """A person was notified of a fault."""

    fault: str
    whom: str
    name: str


class FaultRectified(TableEvent, frozen=True):
    """The fault was repaired."""

    fault: str
    note: str


class IdleSpinsDirected(TableEvent, frozen=True):
    """Spins without wagers were directed; `last` is the last step of such a round."""

    last: str


class IdleSpinsStopped(TableEvent, frozen=True):
    """Spins without wagers ended; rounds are ordinary ones again."""


class PracticeSpun(TableEvent, frozen=True):
    """A practice spin was shown; nothing moved."""

    dice: tuple[int, int, int]


FaultCommand = ReportFault | NotifyPerson | RectifyFault | DirectIdleSpins | StopIdleSpins | SpinForPractice
FaultEvent = (
    FaultReported | PersonNotified | FaultRectified | IdleSpinsDirected | IdleSpinsStopped | PracticeSpun
)
