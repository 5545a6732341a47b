"""Which events a command leads to: one that says what was asked, or several of which one is the point."""

from sicbo.verify.schema import COMMAND_SHAPES, EVENT_SHAPES

ONE = {
    "open-table": "table-opened",
    "close-table": "table-closed",
    "buy-in": "value-brought",
    "buy-credits": "value-brought",
    "cash-out": "chips-taken",
    "register-slip": "slip-registered",
    "give-notice": "notice-given",
    "withdraw-notice": "notice-withdrawn",
    "change-limits": "limits-changed",
    "agree-limits": "limits-agreed",
    "notify-person": "person-notified",
    "rectify-fault": "fault-rectified",
    "direct-idle-spins": "idle-spins-directed",
    "stop-idle-spins": "idle-spins-stopped",
    "spin-for-practice": "practice-spun",
    "take-seat": "seat-taken",
    "leave-seat": "seat-left",
    "require-to-vacate": "seat-left",
    "record-offence": "offence-recorded",
    "exclude-from-game": "player-sanctioned",
    "exclude-from-casino": "player-sanctioned",
    "lift-exclusion": "exclusion-lifted",
    "refer": "player-sanctioned",
    "detain": "player-sanctioned",
    "end-detention": "detention-ended",
    "determine-suspense": "suspense-determined",
    "refuse-wager": "wager-refused",
    "raise-dispute": "dispute-raised",
    "decide-dispute": "dispute-decided",
    "review-dispute": "dispute-decided",
    "request-review": "review-requested",
    "place-streak": "streak-wagered",
    "call-final-streaks": "final-streaks-called",
    "close-streaks": "streaks-closed",
    "issue-colours": "colours-issued",
    "redeem-colours": "colours-redeemed",
    "redeem-foreign-colours": "foreign-colours-redeemed",
    "surrender-colours": "colours-surrendered",
    "require-colours": "colours-required",
    "exchange-voucher": "voucher-exchanged",
    "dispense-ticket": "ticket-dispensed",
    "fill-float": "float-filled",
    "credit-float": "float-credited",
    "count-float": "float-counted",
    "designate-table": "table-designated",
    "release-table": "table-released",
    "sign-on": "signed-on",
    "sign-off": "signed-off",
}
STREAKS = frozenset(("streak-settled", "streaks-advanced"))
ANEW = frozenset(
    (
        "settlement-reversed",
        "winnings-freed",
        "debt-set-off",
        "wagers-collected",
        "wagers-paid",
        "winnings-withheld",
        "player-warned",
        "streak-returned",
        "streak-reversed",
        "streaks-rewound",
        "streak-end-forced",
        "fault-reported",
    )
)
BACK = frozenset(
    (
        "settlement-reversed",
        "winnings-freed",
        "debt-set-off",
        "wagers-returned",
        "wagers-forfeited",
        "fault-reported",
    )
)
MANY: dict[str, tuple[str, frozenset[str]]] = {
    "correct-result": ("result-corrected", ANEW | STREAKS),
    "declare-void": ("round-voided", BACK | STREAKS),
    "report-fault": ("fault-reported", frozenset(("streak-end-forced", "streak-returned")) | STREAKS),
    "begin-gaming-day": ("gaming-day-begun", STREAKS),
    "withhold-winnings": ("player-sanctioned", frozenset(("winnings-withheld",))),
    "void-players-wagers": ("player-sanctioned", frozenset(("wagers-voided", "streak-returned"))),
    "perform": ("step-performed", STREAKS),
}
WITH_STEP = {
    "enter": frozenset(("result-entered",)),
    "collect": frozenset(("wagers-collected",)) | STREAKS,
    "pay": frozenset(("wagers-paid", "winnings-withheld", "player-warned")) | STREAKS,
}
ASKED_OTHERWISE = {
    "perform": {"tumbles", "round"},
    "change-limits": {"unit", "chip"},
    "agree-limits": {"minimum", "maximum"},
    "issue-colours": {"value"},
    "declare-void": {"round", "player"},
    "correct-result": {"round"},
    "place-streak": {"side"},
    "redeem-foreign-colours": {"traced"},
    "refuse-wager": set(),
}
COMMON = {"id", "stamp", "type", "clause", "command"}


def _shared(command: str, event: str) -> tuple[str, ...]:
    both = COMMAND_SHAPES[command].names & EVENT_SHAPES[event].names
    return tuple(sorted(both - COMMON - ASKED_OTHERWISE.get(command, set())))


MAIN = {**ONE, **{command: main for command, (main, _) in MANY.items()}}
SHARED = {command: _shared(command, event) for command, event in MAIN.items()}
