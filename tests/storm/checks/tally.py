"""The tally: counts of what happened, from the journal."""

from collections import Counter
from typing import Any

from sicbo.house.entries import Entry
from sicbo.table.messages import chip_events, events
from sicbo.table.messages.base import Command
from sicbo.table.messages.commands import Perform, RegisterSlip
from sicbo.table.messages.faults import FaultReported
from sicbo.table.messages.people import TableDesignated
from sicbo.tournament.messages.spins import SpinVoided

COUNTED: dict[type[Any], str] = {
    events.ResultCorrected: "corrections",
    events.RoundVoided: "voids",
    events.LimitsChanged: "limit changes",
    events.LimitsAgreed: "limits agreed",
    events.NoticeGiven: "notices",
    events.NoticeWithdrawn: "notices withdrawn",
    events.TableClosed: "tables closed",
    events.DebtSetOff: "debts set off",
    events.SlipRegistered: "slips registered",
    chip_events.ColoursIssued: "colour chips sold",
    chip_events.ColoursRedeemed: "colour chips redeemed",
    chip_events.VoucherExchanged: "vouchers taken",
    FaultReported: "faults",
    TableDesignated: "tables given to a tournament",
    SpinVoided: "spins of a tournament void",
}


def tally(counts: Counter[str], command: Command, entry: Entry) -> None:
    """Count the events of a record."""
    if entry.refusal is not None:
        counts["slips refused"] += isinstance(command, RegisterSlip)
        return
    if isinstance(command, Perform):
        counts["rounds settled"] += command.step == "pay"
    for event in entry.events:
        if (name := COUNTED.get(type(event))) is not None:
            counts[name] += 1
    if isinstance(command, RegisterSlip):
        for stake in command.stakes:
            kind = stake.instrument
            if kind == "token" or kind.startswith("colour"):
                counts["tokens staked" if kind == "token" else "colour chips staked"] += 1
