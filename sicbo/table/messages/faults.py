"""What is said of faults, of spins without wagers and of practice."""

from sicbo.table.messages.base import Command, Event


class ReportFault(Command, frozen=True):
    """Say what does not work, whether it was mended at once, and which players' terminals it cut off."""

    fault: str
    note: str = ""
    mended: bool = False
    players: tuple[str, ...] = ()


class NotifyPerson(Command, frozen=True):
    """Record that a manager, an inspector or surveillance was told of a fault."""

    fault: str
    whom: str
    name: str


class RectifyFault(Command, frozen=True):
    """Say that a fault is put right, so that play may go on."""

    fault: str
    note: str = ""


class DirectIdleSpins(Command, frozen=True):
    """Let the dealer spin while no wager lies on the layout, until the first slip."""


class StopIdleSpins(Command, frozen=True):
    """Let the next round be an ordinary one."""


class SpinForPractice(Command, frozen=True):
    """Show a spin between two rounds; it counts for nothing."""

    dice: tuple[int, int, int]


class FaultReported(Event, frozen=True):
    """Something does not work: who has to be told, and whether play stops."""

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
    """Somebody was told of a fault."""

    fault: str
    whom: str
    name: str


class FaultRectified(Event, frozen=True):
    """The fault is put right."""

    fault: str
    note: str


class IdleSpinsDirected(Event, frozen=True):
    """Spins without wagers were directed, up to the step that is the last of them."""

    last: str


class IdleSpinsStopped(Event, frozen=True):
    """Rounds are ordinary ones again."""


class PracticeSpun(Event, frozen=True):
    """A spin was shown for practice; nothing moved."""

    dice: tuple[int, int, int]


FaultCommand = ReportFault | NotifyPerson | RectifyFault | DirectIdleSpins | StopIdleSpins | SpinForPractice
FaultEvent = (
    FaultReported | PersonNotified | FaultRectified | IdleSpinsDirected | IdleSpinsStopped | PracticeSpun
)
