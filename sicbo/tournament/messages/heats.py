"""The messages of a table as a heat has them: with the name of the table, and a tag of their own.

A heat is dealt like any table, so a message is declared once, for tables. `HeatPerform` is `Perform` with the
field `table`; its tag is `heat-perform`.
"""

from typing import Any, TypeVar

import msgspec

from sicbo.machine.messages import Command, Event
from sicbo.table.messages import faults, people, round as rounds

Message = TypeVar("Message", bound=Command | Event)
HEAT_KINDS: dict[type[Any], type[Any]] = {}
"""The message of a heat for each message of a table."""
SHARED = {*Command.__struct_fields__, *Event.__struct_fields__}


def _at_heat(kind: type[Message]) -> type[Message]:
    """Return the message of a heat, which is no subclass: code about tables must not take it for theirs."""
    fields = [
        (field.name, field.type) if field.required else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(kind)
        if field.name not in SHARED
    ]
    made: Any = msgspec.defstruct(
        f"Heat{kind.__name__}",
        [("table", str), *fields],
        bases=(Command if issubclass(kind, Command) else Event,),
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        frozen=True,
        kw_only=True,
    )
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
