"""One table's journal from its first line to its last: sequence, chain, checkpoints, signatures, the law."""

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import IO, Any

from sicbo.verify import persons
from sicbo.verify.bundle import Bundle, lines_of, whole
from sicbo.verify.canonical import Unusable, Wrong, loosely
from sicbo.verify.evidence.rolls import Rolls, Unopened
from sicbo.verify.forms import Forms
from sicbo.verify.glance import KINDS, head_of, taken
from sicbo.verify.ids import CHUNK, Ids, first_repeat
from sicbo.verify.keys import Keys
from sicbo.verify.marks import Marks
from sicbo.verify.promotions import Promotion
from sicbo.verify.replay import follow
from sicbo.verify.report import Listed, TableReport
from sicbo.verify.rules import Law, law_of, named
from sicbo.verify.schema import NESTED, stamp_of
from sicbo.verify.state import Table
from sicbo.verify.tournaments import Followed

KIND = "table"
OTHERS: dict[str, type[Promotion] | type[Followed]] = {"promotion": Promotion, "tournament": Followed}
"""What a log can be about besides a table, and who follows it."""
START = b"sicbo-journal-1\n"
FOUNDING = {"house", "kind", "layout", "profile", "readings", "rulebook", "sha256", "signed", "table"}
LISTS = {"readings", "signed"}
OPTIONAL = {"kind", "profile"} | LISTS
SHAPES = (
    {"command", "events"},
    {"command", "refusal"},
    {"command", "events", "signatures"},
    {"command", "refusal", "signatures"},
)
UNFOLLOWED = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    AssertionError,
    StopIteration,
)
SLIPS = frozenset(("register-slip", "place-streak", "heat-register-slip", "seal-slip"))
"""The house signs for these within a second, and at once for every other record."""
RANKS = (None, 1, 2, 3, 4)
are_texts = NESTED["S"]


class Journal:
    """One table under verification."""

    def __init__(self, name: str, house: str, bundle: Bundle, keys: Keys, report: TableReport) -> None:
        self.name, self.house, self.bundle, self.keys, self.report = name, house, bundle, keys, report
        self.place = f"tables/{name}.journal"
        self.marks: Marks
        self.table: Table | None = None
        self.other: Promotion | Followed | None = None
        self.signed: frozenset[str] = frozenset()
        self.ids, self.forms = Ids(), Forms()
        self.sealed = 0
        self.glances: bool
        self.rolls = Rolls(lambda number, says: report.wrong(number, "dice", says), self._unopened)

    def verify(self, marks: Marks) -> None:
        """Read everything once; put down whatever does not hold."""
        self.marks = marks
        found = self.bundle.open(self.place)
        if found is None:
            raise Unusable(f"The bundle has no {self.place}.")
        with found:
            try:
                self._read(found)
            except Wrong as wrong:
                self.report.wrong(self.report.records + 1, wrong.check, str(wrong))
                self.report.stop(self.report.records + 1)
                self.ids.close()
                return
        self._ended()

    def _read(self, found: IO[bytes]) -> None:
        name, marks, ids, report = self.name.encode() + b"\n", self.marks, self.ids, self.report
        before, time = sha256(START + self.name.encode()).digest(), 0
        seen, grow, entry, glance = ids.add, marks.tree.add, self._entry, self._glance
        for number, line in enumerate(lines_of(found, self.place), 1):
            fields = line.split(b"\t")
            if len(fields) != 6 or line[-1] != 10 or fields[0] != b"%d" % number:
                raise Wrong("sequence", "it is not the next record, or its line is broken")
            _, wall, actor, asked, told, text = fields
            text = text[:-1]
            before = sha256(
                b"%b%b%d\n%b\n%b\n%b\n%b" % (before, name, number, wall, actor, asked, text)
            ).digest()
            if before.hex().encode() != told:
                raise Wrong("chain", "its hash does not follow from its text and the record before")
            if not wall.isdigit() or len(wall) > 18 or wall[0] == 48 or int(wall) < time:
                raise Wrong("sequence", "its time runs backwards or is no time")
            time = int(wall)
            said = glance(number, time, actor, asked, text)
            if said is None:
                said, known = self.forms.understood(text)
                if not entry(number, time, actor, asked, said, known) and not known:
                    self._learn(text)
                self._rolled(number, asked, before, said)
            grow(before)
            seen(hash(asked))
            report.records = number
            if number == marks.due:
                marks.reached(number, time, before, said)
            if not number % CHUNK:
                ids.spill()

    def _glance(self, number: int, wall: int, actor: bytes, asked: bytes, text: bytes) -> Any:
        """A record that says letter for letter what it must; None where it has to be read."""
        table = self.table
        if table is None or not self.glances:
            return None
        table.number = number
        try:
            command = taken(table, self.forms, text)
        except UNFOLLOWED:
            return None
        if command is None:
            return None
        if not _is_of(command, asked, actor, wall):
            check = "stamp" if command["id"].encode() == asked else "id"
            self.report.wrong(number, check, "id, actor, rank or time are not those of the command")
        if command["type"] not in SLIPS:
            self._sealed(number)
        return {"command": command, "events": ()}

    def _rolled(self, number: int, asked: bytes, hash_: bytes, entry: Any) -> None:
        """Make electronic rolls again; a record that cannot be read is a finding elsewhere."""
        with suppress(*UNFOLLOWED):
            self.rolls.take(number, asked, hash_, entry.get("events", ()))

    def _unopened(self, one: Unopened) -> None:
        """List a commitment that was not opened."""
        listed = Listed(one.number, f"round {one.round}", one.by, one.rank, one.clause, one.says)
        self.report.note("commitments not opened", listed)

    def _learn(self, text: bytes) -> None:
        """Remember what a good record looks like, and what its command does."""
        self.forms.learn(text)
        head = head_of(text)
        if head is not None:
            self.forms.learn(head)

    def _entry(self, number: int, wall: int, actor: bytes, asked: bytes, entry: Any, known: bool) -> bool:
        """Check the founding, or a command with what came of it; whether its shape is not to be learnt."""
        if number == 1:
            self._sealed(number)
            self._found(entry)
            return True
        if not known and (type(entry) is not dict or entry.keys() not in SHAPES):
            raise Wrong("schema", "cannot vouch: a record is a command with its events or its refusal")
        try:
            command = entry["command"]
            stamp = command["stamp"]
            if not known:
                stamp_of(stamp)
            if command["id"].encode() != asked:
                raise Wrong("id", "its id is not that of its command")
            if not _is_of(command, asked, actor, wall):
                raise Wrong(
                    "stamp", "actor or time are not those of the command's stamp, or there is no such rank"
                )
            if self.signed or "signatures" in entry:
                self._persons(number, entry)
            if command["type"] not in SLIPS:
                self._sealed(number)
            if self.table is not None:
                self.table.number = number
                return follow(self.table, entry, known=known)
            if self.other is not None:
                self.other.follow(entry)
        except Wrong as wrong:
            self._unfollowed(number, wrong.check, str(wrong))
        except UNFOLLOWED as error:
            self._unfollowed(
                number, "schema", f"it cannot be followed ({type(error).__name__}: {error})"[:200]
            )
        return True

    def _sealed(self, number: int) -> None:
        """A record that the house has to sign for: the first one since its last checkpoint is kept."""
        if self.sealed <= self.marks.last:
            self.sealed = number

    def _unfollowed(self, number: int, check: str, says: str) -> None:
        """From here on the chain alone is checked: what the table looks like is not known any more."""
        self.report.wrong(number, check, says)
        if (self.table or self.other) is not None:
            self.table = self.other = None
            self.report.unfollowed = number

    def _persons(self, number: int, entry: Any) -> None:
        needed = "events" in entry and persons.needs(self.signed, entry["command"])
        try:
            held = persons.check(self.name, entry, self.keys, needed=needed)
            if held:
                self.report.count("personal signatures", held)
        except Wrong as wrong:
            self.report.wrong(number, "person", str(wrong))

    def _found(self, entry: Any) -> None:
        """The founding: whose table it is, and the law it is dealt under."""
        told: Any = entry.get("founding") if type(entry) is dict and len(entry) == 1 else None
        if not _founds(told):
            raise Wrong("founding", "cannot vouch: the first record does not found the table")
        kind = told.get("kind", KIND)
        if kind != KIND and kind not in OTHERS:
            raise Wrong("founding", f"cannot vouch: this verifier knows no log of kind {str(kind)[:40]}")
        if told["table"] != self.name or told["house"] != self.house:
            raise Wrong("founding", "it founds another table, or one of another house")
        self.signed = frozenset(told.get("signed", ()))
        self.glances = not self.signed & (KINDS | {"perform"})
        law = self._law(told)
        layout = f"/{told['layout']}" if told["layout"] else ""
        self.report.rulebook = f"{law.key}{layout}, sha256 {told['sha256'][:16]}…"
        if kind == KIND:
            self.table = Table(self.name, law, self.report)
        else:
            book = loosely(rulebook(self.bundle, told["sha256"]))
            try:
                self.other = OTHERS[kind](self.name, book, self.report, told["layout"])
            except UNFOLLOWED:
                raise Wrong("rulebook", f"the published rulebook has no readable clause on {kind}s") from None

    def _law(self, told: Any) -> Law:
        sought = told["sha256"]
        if len(sought) != 64 or not sought.isalnum():
            raise Wrong("founding", "it names no rulebook")
        text = rulebook(self.bundle, sought)
        law = law_of(text, told["layout"])
        if law.key != told["rulebook"] or not law.is_read(dict(told.get("readings", ()))):
            raise Wrong("rulebook", "the published rulebook is another, or has other readings")
        return law

    def _ended(self) -> None:
        """After the last record: what should have been there, and whether an id came twice."""
        report = self.report
        if not report.records:
            report.wrong(1, "sequence", "the journal is empty")
        self.marks.ended(report.records, self.sealed)
        self.rolls.ended()
        if self.rolls.made:
            report.count("electronic rolls", self.rolls.made)
        hashes = self.ids.repeated()
        self.ids.close()
        if hashes:
            number = first_repeat(self._asked(), hashes)
            if number is not None:
                report.wrong(number, "id", "its id was used before")

    def _asked(self) -> Iterator[bytes]:
        found = self.bundle.open(self.place)
        assert found is not None
        with found:
            yield from (line.split(b"\t")[3] for line in lines_of(found, self.place))


def _founds(told: Any) -> bool:
    """Whether a founding has what it needs and nothing else, all of it texts, and each reading once."""
    if type(told) is not dict or not FOUNDING - OPTIONAL <= told.keys() <= FOUNDING:
        return False
    signed, readings = told.get("signed", []), told.get("readings", [])
    pairs = type(readings) is list and all(are_texts(one) and len(one) == 2 for one in readings)
    texts = all(type(told[name]) is str for name in told.keys() - LISTS)
    return texts and are_texts(signed) and pairs and len(dict(readings)) == len(readings)


def _is_of(command: Any, asked: bytes, actor: bytes, wall: int) -> bool:
    """Whether a command is the one that its record names: id, actor, time, and a rank that there is."""
    stamp = command["stamp"]
    same = command["id"].encode() == asked and stamp["by"].encode() == actor and stamp["wall"] == wall
    return same and stamp["rank"] in RANKS


def rulebook(bundle: Bundle, sought: str) -> bytes:
    """A published rulebook of the bundle, which must have the hash that is its name."""
    text = whole(bundle, f"rulebooks/{sought}.json")
    if named(text) != sought:
        raise Wrong("rulebook", "the published rulebook does not have the hash that is its name")
    return text
