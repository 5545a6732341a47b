"""One log from its first record to its last: sequence, chain, checkpoints, signatures, decisions."""

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import IO, Any

from sicbo.verify import persons
from sicbo.verify.bundle import Bundle, lines_of, whole
from sicbo.verify.canonical import Unusable, Wrong, loosely, read, understood
from sicbo.verify.evidence.compare import Difference, difference, expected_text, is_refused_outside
from sicbo.verify.evidence.listed import list_events, list_refusal, message_text
from sicbo.verify.evidence.rolls import Rolls, Unopened
from sicbo.verify.ids import CHUNK, Ids, first_repeat
from sicbo.verify.keys import Keys
from sicbo.verify.kinds import KINDS, Kind
from sicbo.verify.marks import Marks
from sicbo.verify.report import Listed, TableReport
from sicbo.verify.rules import Law, law_of, named
from sicbo.verify.schema import NESTED, stamp_of
from sicbo.verify.tournaments import Followed

FOLLOWED = "tournament"
"""The kind of log that is followed and not decided again."""
START = b"sicbo-journal-1\n"
EVENTS, SIGNATURES = b',"events":[', b',"signatures":['
UNREAD: list[Any] = []
"""Events that are not read, because they are compared as a text."""
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


class Differs(Wrong):
    """A record that is not what a second program expects."""

    def __init__(self, found: Difference) -> None:
        super().__init__("record", f"clause {found.clause}: {found}")
        self.found = found


class Journal:
    """One log under verification."""

    def __init__(self, name: str, house: str, bundle: Bundle, keys: Keys, report: TableReport) -> None:
        self.name, self.house, self.bundle, self.keys, self.report = name, house, bundle, keys, report
        self.place = f"tables/{name}.journal"
        self.marks: Marks
        self.kind: Kind | None = None
        self.state: Any = None
        self.other: Followed | None = None
        self.signed: frozenset[str] = frozenset()
        self.ids = Ids()
        self.sealed = self.elapsed = 0
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
        seen, grow, entry = ids.add, marks.tree.add, self._entry
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
            said = entry(number, time, actor, asked, text)
            self._rolled(number, asked, before, said)
            grow(before)
            seen(hash(asked))
            report.records = number
            if number == marks.due:
                marks.reached(number, time, before, said)
            if not number % CHUNK:
                ids.spill()

    def _rolled(self, number: int, asked: bytes, hash_: bytes, entry: Any) -> None:
        """Make electronic rolls again; a record that cannot be read is a finding elsewhere."""
        with suppress(*UNFOLLOWED):
            self.rolls.take(number, asked, hash_, entry.get("events", ()))

    def _unopened(self, one: Unopened) -> None:
        """List a commitment that was not opened."""
        listed = Listed(one.number, f"round {one.round}", one.by, one.rank, one.clause, one.says)
        self.report.note("commitments not opened", listed)

    def _entry(self, number: int, wall: int, actor: bytes, asked: bytes, text: bytes) -> Any:
        """Check the founding, or an order with what came of it, and return what the record says."""
        entry = self._read_entry(text)
        if number == 1:
            self._sealed(number)
            self._found(entry)
            return entry
        if type(entry) is not dict or entry.keys() not in SHAPES:
            raise Wrong("schema", "cannot vouch: a record is a command with its events or its refusal")
        try:
            order = entry["command"]
            self._check_stamp(order, wall, actor, asked)
            if self.signed or "signatures" in entry:
                self._persons(number, entry)
            if order["type"] not in SLIPS:
                self._sealed(number)
            if self.kind is not None:
                return self._compare(self.kind, number, entry, text)
            if self.other is not None:
                self.other.follow(entry)
        except Wrong as wrong:
            self._unfollowed(number, wrong.check, str(wrong))
        except UNFOLLOWED as error:
            self._unfollowed(
                number, "schema", f"it cannot be followed ({type(error).__name__}: {error})"[:200]
            )
        return entry

    def _read_entry(self, text: bytes) -> Any:
        """Return what a text says. If it is decided again only its order is read: its events are compared."""
        if self.kind is None:
            return understood(text)
        head, cut, _ = text.partition(EVENTS)
        whole = not cut or self.signed or SIGNATURES in text
        try:
            entry = read((text if whole else head + b"}").decode())[0]
        except (ValueError, RecursionError):
            raise Wrong("canonical", "its text is no JSON of whole numbers") from None
        if not whole and type(entry) is dict and entry.keys() == {"command"}:
            entry["events"] = UNREAD
        return entry

    def _check_stamp(self, order: Any, wall: int, actor: bytes, asked: bytes) -> None:
        """Check that an order is the one that its record names, and that its time does not run backwards."""
        stamp = order["stamp"]
        stamp_of(stamp)
        if order["id"].encode() != asked:
            raise Wrong("id", "its id is not that of its command")
        if not _is_of(order, asked, actor, wall):
            says = "actor or time are not those of the command's stamp, or there is no such rank"
            raise Wrong("stamp", says)
        if stamp["elapsed"] < self.elapsed:
            raise Wrong("time", "the time gone by runs backwards")
        self.elapsed = stamp["elapsed"]

    def _compare(self, kind: Kind, number: int, entry: Any, text: bytes) -> Any:
        """Decide an order again, and compare what the record says of it."""
        order, refusal = entry["command"], entry.get("refusal")
        shape = kind.shapes.get(order["type"])
        if shape is None:
            raise Wrong("schema", f"cannot vouch: unknown command {str(order['type'])[:60]}")
        if shape.check(order):
            raise Wrong("schema", f"{order['type']} lacks a field")
        if refusal is not None and not message_text(refusal["message"]):
            raise Wrong("schema", "a refusal has a clause and a message")
        sign, rounds = getattr(self.state, "sign", None), getattr(self.state, "rounds", 0)
        if is_refused_outside(entry):
            told = {name: value for name, value in refusal.items() if name != "message"}
            answer: dict[str, Any] = {"refusal": told}
        else:
            answer = kind.expected(self.state, order)
            self.report.count("rounds", getattr(self.state, "rounds", 0) - rounds)
        if expected_text(entry, answer).encode() != text:
            raise Differs(difference(understood(text), answer))
        if refusal is not None:
            list_refusal(self.report, number, order, refusal)
            if order["type"] == "register-slip" and refusal["clause"] == self.state.law.clause["wagers.late"]:
                self.report.count("late slips")
            return entry
        list_events(self.report, number, order, answer["events"], sign)
        return {"command": order, **answer}

    def _sealed(self, number: int) -> None:
        """A record that the house has to sign for: the first one since its last checkpoint is kept."""
        if self.sealed <= self.marks.last:
            self.sealed = number

    def _unfollowed(self, number: int, check: str, says: str) -> None:
        """From here on the chain alone is checked: what the table looks like is not known any more."""
        self.report.wrong(number, check, says)
        if (self.kind or self.other) is not None:
            self.kind = self.other = None
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
        kind = told.get("kind", "table")
        if kind not in KINDS and kind != FOLLOWED:
            raise Wrong("founding", f"cannot vouch: this verifier knows no log of kind {str(kind)[:40]}")
        if told["table"] != self.name or told["house"] != self.house:
            raise Wrong("founding", "it founds another table, or one of another house")
        self.signed = frozenset(told.get("signed", ()))
        law = self._law(told)
        layout = f"/{told['layout']}" if told["layout"] else ""
        self.report.rulebook = f"{law.key}{layout}, sha256 {told['sha256'][:16]}…"
        book = loosely(rulebook(self.bundle, told["sha256"]))
        try:
            if kind == FOLLOWED:
                self.other = Followed(self.name, book, self.report, told["layout"])
            else:
                self.kind = KINDS[kind]
                self.state = self.kind.new(self.name, law, book, told["layout"])
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
