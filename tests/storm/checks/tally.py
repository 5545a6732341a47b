"""The tally: counts of what happened, from the journal."""

from collections import Counter
from typing import Any

from sicbo.house.entries import Entry
from sicbo.machine.messages import Command
from sicbo.table.messages import chips, round as rounds
from sicbo.table.messages.faults import FaultReported
from sicbo.table.messages.people import TableDesignated
from sicbo.table.messages.round import Perform, RegisterSlip
from sicbo.tournament.messages.heats import HeatFaultReported, HeatResultCorrected, HeatRoundVoided

COUNTED: dict[type[Any], str] = {
    rounds.ResultCorrected: "corrections",
    rounds.RoundVoided: "voids",
    rounds.LimitsChanged: "limit changes",
    rounds.LimitsAgreed: "limits agreed",
    rounds.NoticeGiven: "notices",
    rounds.NoticeWithdrawn: "notices withdrawn",
    rounds.TableClosed: "tables closed",
    rounds.DebtSetOff: "debts set off",
    rounds.SlipRegistered: "slips registered",
    chips.ColoursIssued: "colour chips sold",
    chips.ColoursRedeemed: "colour chips redeemed",
    chips.VoucherExchanged: "vouchers taken",
    FaultReported: "faults",
    TableDesignated: "tables given to a tournament",
    HeatRoundVoided: "spins of a tournament void",
    HeatResultCorrected: "tournament corrections",
    HeatFaultReported: "tournament faults",
}


def count_record(counts: Counter[str], command: Command, entry: Entry) -> None:
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
