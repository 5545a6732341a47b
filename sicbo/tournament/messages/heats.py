"""The messages of a table as a heat has them: with the name of the table, and a tag of their own.

A heat is dealt like any table, so a message is declared once, for tables. `HeatPerform` is `Perform` with the
field `table`; its tag is `heat-perform`.
"""

from types import new_class
from typing import Any, TypeVar, get_type_hints

from sicbo.machine.messages import Command, Event
from sicbo.machine.structs import field_defaults
from sicbo.table.messages import faults, people, round as rounds

Message = TypeVar("Message", bound=Command | Event)
HEAT_KINDS: dict[type[Any], type[Any]] = {}
"""The message of a heat for each message of a table."""


def _at_heat(kind: type[Message]) -> type[Message]:
    """Return the message of a heat, which is no subclass: code about tables must not take it for theirs."""
    base = Command if issubclass(kind, Command) else Event
    own = {name: type_ for name, type_ in get_type_hints(kind).items() if name not in base.__struct_fields__}
    body = {
        "__module__": __name__,
        "__doc__": kind.__doc__,
        "__annotations__": {"table": str, **own},
        **field_defaults(kind),
    }
    options = {"frozen": True, "kw_only": True}
    made: Any = new_class(f"Heat{kind.__name__}", (base,), options, lambda space: space.update(body))
    HEAT_KINDS[kind] = made
    return made  # type: ignore[no-any-return]


HeatPerform = _at_heat(rounds.Perform)
HeatRegisterSlip = _at_heat(rounds.RegisterSlip)
HeatDeclareVoid = _at_heat(rounds.DeclareVoid)
HeatCorrectResult = _at_heat(rounds.CorrectResult)
HeatReportFault = _at_heat(faults.ReportFault)
HeatNotifyPerson = _at_heat(faults.NotifyPerson)
HeatRectifyFault = _at_heat(faults.RectifyFault)

HeatStepPerformed = _at_heat(rounds.StepPerformed)
HeatSlipRegistered = _at_heat(rounds.SlipRegistered)
HeatResultEntered = _at_heat(rounds.ResultEntered)
HeatWagersCollected = _at_heat(rounds.WagersCollected)
HeatWagersPaid = _at_heat(rounds.WagersPaid)
HeatWagersReturned = _at_heat(rounds.WagersReturned)
HeatRoundVoided = _at_heat(rounds.RoundVoided)
HeatSettlementReversed = _at_heat(rounds.SettlementReversed)
HeatDebtSetOff = _at_heat(rounds.DebtSetOff)
HeatResultCorrected = _at_heat(rounds.ResultCorrected)
HeatWagersVoided = _at_heat(people.WagersVoided)
HeatWagersForfeited = _at_heat(people.WagersForfeited)
HeatFaultReported = _at_heat(faults.FaultReported)
HeatPersonNotified = _at_heat(faults.PersonNotified)
HeatFaultRectified = _at_heat(faults.FaultRectified)

TABLE_KINDS = {made: kind for kind, made in HEAT_KINDS.items()}


def as_heat_message(message: Any, table: str) -> Any:
    """Return a message of a table as the heat at that table has it."""
    return _with_kind(HEAT_KINDS[type(message)], message, table=table)


def as_table_message(message: Any) -> Any:
    """Return a message of a heat as its table has it."""
    return _with_kind(TABLE_KINDS[type(message)], message)


def _with_kind(kind: type[Any], message: Any, **more: str) -> Any:
    fields = {name: getattr(message, name) for name in kind.__struct_fields__ if name not in more}
    return kind(**fields, **more)
