"""Schemas of tournaments."""

from sicbo.server.schemas import table as table_schemas


class TournamentSummary(table_schemas.Shape, frozen=True):
    """A tournament in a list."""

    name: str
    title: str
    rulebook: str
    stage: str
    entrants: int


class EntrantRow(table_schemas.Shape, frozen=True):
    """An entrant on the board. Without permission to show the name, `name` is the number of the entry."""

    rank: int
    move: int
    player: str
    number: int
    name: str
    table: str
    seat: int
    bank: int
    this_spin: int
    secrets: int
    passes: int
    status: str
    above_line: bool
    briefed: bool
    signed: bool
    present: bool
    staff: bool


class HeatShape(table_schemas.Shape, frozen=True):
    """A table in play, and why: a `round`, a `repechage` or a `play-off`; `seals` are commitments.

    `ends_at` is when its time is up; empty if it is not played by the clock or has not begun. `due` is the
    next step of the round `number`; `void_due` says that the round can only be declared void. `versions` are
    those of the slips on the layout.
    """

    table: str
    why: str
    phase: str
    spin: int
    spins: int
    minutes: int
    ends_at: str
    sealed: tuple[str, ...]
    seals: dict[str, str]
    wagered: tuple[str, ...]
    passing: tuple[str, ...]
    players: tuple[str, ...]
    number: int
    due: str
    void_due: bool
    versions: dict[str, int]
    faults: tuple[table_schemas.FaultShape, ...]


class CorrectionShape(table_schemas.Shape, frozen=True):
    """A spin of this round whose dice were entered wrongly."""

    table: str
    spin: int
    entered: tuple[int, int, int]
    dice: tuple[int, int, int]


class TableResult(table_schemas.Shape, frozen=True):
    """The last result of a table, which can still be corrected."""

    table: str
    spin: int
    dice: tuple[int, int, int]


class PrizeRow(table_schemas.Shape, frozen=True):
    """What a place pays with the pool as it is now."""

    place: int
    cents: int
    player: str


class FeesShape(table_schemas.Shape, frozen=True):
    """The fees of the entry desk."""

    entry: int
    re_buy: int
    add_on: int
    buy_back: int


class TermsChoices(table_schemas.Shape, frozen=True):
    """The choices that the terms offer to staff; `voids` are the grounds of the rulebook."""

    methods: tuple[str, ...]
    penalties: tuple[str, ...]
    disqualified_for: tuple[str, ...]
    substitute_for: tuple[str, ...]
    refunds: tuple[str, ...]
    voids: tuple[str, ...]
    features: tuple[str, ...]


class TournamentShape(table_schemas.Shape, frozen=True):
    """A tournament. It shows that a slip is sealed, but not what the slip holds.

    `signed` lists the commands that staff sign, each with a key of their own.
    """

    name: str
    title: str
    rulebook: str
    layout: str
    stage: str
    seq: int
    now: str
    version: int
    advised: bool
    needs_advice: bool
    committed: bool
    director: str
    present: tuple[str, ...]
    tables: tuple[str, ...]
    round: int
    heats: tuple[HeatShape, ...]
    corrections: tuple[CorrectionShape, ...]
    results: tuple[TableResult, ...]
    disputes: tuple[str, ...]
    signed: tuple[str, ...]
    play_off: tuple[str, ...] = ()
    level: str = ""
    repechage: bool = False
    sha256: str = ""
    needs_signature: bool = False
    tables_wanted: int = 0
    location: str = ""
    starts_at: str = ""
    rounds: int = 0
    round_name: str = ""
    progress: str = ""
    places: int = 0
    compulsory: int = 0
    starting_bank: int = 0
    pool: int = 0
    prizes: tuple[PrizeRow, ...] = ()
    rows: tuple[EntrantRow, ...] = ()
    fees: FeesShape | None = None
    choices: TermsChoices | None = None
