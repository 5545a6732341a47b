"""The contest of a tournament: seats, spins, who goes on and what is won, computed a second time."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import FORMAT, check_draw, recomputed
from sicbo.verify.heats import CHIP, Heat, HeatTable, opened, wagered
from sicbo.verify.report import TableReport
from sicbo.verify.rules import Law

Event = dict[str, Any]


class Tournament:
    """A tournament as its events have made it."""

    def __init__(self, rulebook: Any, report: TableReport) -> None:
        self.book, self.report = rulebook, report
        self.terms: Any = {}
        self.version = self.advised = self.round = self.repechages = 0
        self.sha256, self.director = "", ""
        self.commitments: list[str] = []
        self.seed = self.promise = ""
        self.deputies: set[str] = set()
        self.present: set[str] = set()
        self.tables: list[str] = []
        self.entrants: dict[str, dict[str, Any]] = {}
        self.heats: list[Heat] = []
        self.ranks: list[str] = []
        self.ranked = self.awarded = self.over = False
        self.pool: int | None = None
        self.disputes: set[str] = set()
        self.law: Law
        self.games: dict[str, HeatTable] = {}
        self.before: dict[str, int] = {}
        self.spun: Heat | None = None

    def must(self, holds: bool, check: str, says: str) -> None:
        """Something that has to hold."""
        if not holds:
            raise Wrong(check, says)

    def read_layout(self) -> None:
        """The law of the game, from the published rulebook."""
        self.law = Law(self.book, self.terms.get("layout", ""))

    def enter(self, event: Event) -> None:
        """Another entrant."""
        self.entrants[event["player"]] = {
            "bank": event["bank"], "fee": event["fee"], "buy_ins": event["buy_in"], "staff": event["staff"],
            "status": "playing" if self.round else "entered", "round": 0, "present": True,
            "number": len(self.entrants) + 1, "counts": [], "played_off": None,
            "bought": {}, "features": {}, "refunded": False,
        }  # fmt: skip

    def give(self, player: str, chips: int) -> None:
        """Chips into a bank, or out of it."""
        one = self.entrants[player]
        one["bank"] += chips
        self.must(one["bank"] >= 0, "money", f"{player} has fewer chips than none")

    def phase(self, heat: Heat) -> str:
        """Whether a heat is open or closed to wagers, waits for a spin, or is over."""
        table, now = self.games.get(heat.table), self.active(heat.table)
        if heat.over or table is None or table.round is None or now is not heat:
            return "over" if heat.over else "waiting"
        return "closed" if "close" in table.round.steps else "open"

    def active(self, table: str) -> Heat | None:
        """The heat that is played at a table now."""
        return next((one for one in self.heats if one.table == table and not one.over), None)

    def at(self, table: str, phase: str) -> Heat:
        """The heat that is played at a table now, in this phase."""
        heat = self.active(table)
        if heat is None or self.phase(heat) != phase:
            raise Wrong("order", f"at {table} this does not follow")
        return heat

    def heat_of(self, player: str) -> Heat | None:
        """The heat in which somebody plays now, or last played in this round."""
        return next((one for one in reversed(self.heats) if player in one.players), None)

    def between_spins(self, player: str, *status: str) -> None:
        """Somebody of one of these statuses, while no spin of theirs is in play."""
        one, heat = self.entrants.get(player), self.heat_of(player)
        fits = one is not None and one["status"] in status
        fits = fits and (heat is None or self.phase(heat) in ("waiting", "over"))
        self.must(fits, "order", f"{player} is not in play, or in the middle of a spin")

    def may_wager(self, heat: Heat, player: str, stakes: list[Any]) -> None:
        """Whether a slip keeps to the terms: whole units, and at least the compulsory wager."""
        wagers = self.terms["wagers"]
        self.must(player in self.live(heat), "order", f"{player} does not play in this heat")
        self.must(len({bet for bet, _, _ in stakes}) == len(stakes), "slip", "a slip names a bet twice")
        for bet, chips, kind in stakes:
            fits = bet in self.law.bets and kind == CHIP and chips > 0 and not chips % wagers["unit"]
            self.must(
                fits and (not wagers["maximum"] or chips <= wagers["maximum"]), "limits", "no such wager"
            )
        total = sum(chips for _, chips, _ in stakes)
        self.must(not stakes or total >= wagers["compulsory"], "limits", "less than the compulsory wager")

    def live(self, heat: Heat) -> list[str]:
        """Who still plays in a heat."""
        return [name for name in heat.players if self.entrants[name]["status"] == "playing"]

    def by_entry(self, *status: str, reached: int | None = None) -> list[str]:
        """Everybody of some status, and of one round where it is named, in the order of entry."""
        found = [
            (one["number"], name)
            for name, one in self.entrants.items()
            if one["status"] in status and reached in (None, one["round"])
        ]
        return [name for _, name in sorted(found)]

    def key(self, name: str, way: str) -> tuple[int, ...]:
        """What somebody is ranked by: the round reached, the bank, a play-off, a countback."""
        one = self.entrants[name]
        level = one["bank"] if one["played_off"] is None else one["played_off"]
        back = [-bank for bank in one["counts"][-2::-1]] if way == "countback" else []
        return (-one["round"], -level, -one["bank"], *back)

    def groups(self, names: list[str], way: str = "") -> list[list[str]]:
        """Names by rank, level ones together in the order of entry."""
        found: dict[tuple[int, ...], list[str]] = {}
        for name in sorted(names, key=lambda name: int(self.entrants[name]["number"])):
            found.setdefault(self.key(name, way), []).append(name)
        return [found[key] for key in sorted(found)]

    def final(self) -> list[list[str]]:
        """Everybody who is ranked, level ones together, as the winners are found."""
        barred = ("withdrawn", "substituted", "disqualified")
        names = [name for name, one in self.entrants.items() if one["status"] not in barred]
        return self.groups(names, self.terms["winners"]["level"])

    def level_for_a_prize(self) -> list[str]:
        """Who has to play off, where the terms say so: the best who are level and can all make a wager."""
        place, wagers = 0, self.terms["wagers"]
        least = max(wagers["compulsory"], wagers["unit"])
        for group in self.final() if self.terms["winners"]["level"] == "play-off" else []:
            able = [
                name
                for name in group
                if (one := self.entrants[name])["status"] == "playing"
                and one["round"] == self.round
                and one["bank"] >= least
            ]
            if place < len(self.terms["pool"]["places"]) and len(able) == len(group) > 1:
                return group
            place += len(group)
        return []

    def promises(self) -> dict[str, str]:
        """The commitment of every draw that the terms may need, by its name."""
        names, given = draw_names(self.terms), self.commitments
        fits = len(given) == len(set(given)) == len(names)
        self.must(fits, "draw", "not every draw has a promise of its own")
        return dict(zip(names, given, strict=True))

    def opened(self, draw: str, seed: str) -> None:
        """A seed is opened, which has to be the one that was promised for this draw."""
        self.must(not self.ranked, "order", "a tournament is played on when its ranks stand")
        made = sha256(f"{FORMAT} seed {seed}\n".encode()).hexdigest()
        self.must(made == self.promises().get(draw), "draw", f"another seed was promised for “{draw}”")
        self.seed, self.promise = seed, made

    def draw(self, names: list[str], label: str) -> list[str]:
        """A draw of the seed that was opened last."""
        seed = self.seed
        listed = "".join(f"1 {name}\n" for name in names)
        entrants = [(name, 1) for name in names]
        hashed = sha256(listed.encode()).hexdigest()
        came = recomputed(seed, entrants, hashed, label, len(names))
        told = {"format": FORMAT, "label": label, "entrants": [[name, 1] for name in names], "drawn": came}
        check_draw(told | {"commitment": self.promise, "entrants_hash": hashed, "seed": seed})
        self.report.count("draws recomputed")
        return came


def draw_names(terms: Any) -> list[str]:
    """Every draw that terms may need, in the order of their promises."""
    names, last = [], len(terms["format"]["rounds"])
    for number in range(1, last):
        names += [f"seats {number}", f"level {number}"]
        if terms["format"].get("repechage_offered"):
            names += [f"repechage seats {number}", f"repechage {number}"]
    return [*names, f"seats {last}", "level at the end"]


def _begun(to: Tournament, event: Event) -> None:
    plan = to.terms["format"]["rounds"][event["round"] - 1]
    names = to.by_entry("entered", "playing")
    fits = event["round"] == to.round + 1 and not to.heats and bool(names)
    to.must(fits, "order", "a round begins out of order")
    to.must(to.advised in (0, to.version), "notice", "the regulator does not know of the changed terms")
    to.opened(f"seats {event['round']}", event["seed"])
    came = to.draw(names, f"seats {event['round']}")
    own = [
        [to.tables[index % plan["tables"]], came[index :: plan["heats"]]]
        for index in range(min(plan["heats"], len(came)))
    ]
    to.must(event["heats"] == own, "draw", "the seats are not those of the draw")
    to.round = event["round"]
    to.heats = [Heat(table, players, plan["spins"], minutes=plan["minutes"]) for table, players in own]
    bank = to.terms["format"]["starting_bank"] if plan["banks"] == "fresh" else None
    to.must(event["fresh"] == bank, "money", "a round begins with other banks than the terms say")
    _seat(to, event["fresh"])


def _seat(to: Tournament, fresh: int | None) -> None:
    for name in (name for heat in to.heats for name in heat.players):
        one = to.entrants[name]
        one |= {"status": "playing", "round": to.round, "bank": one["bank"] if fresh is None else fresh}
        one["counts"] = []


def _again(to: Tournament, event: Event) -> None:
    out, (table, players) = to.by_entry("eliminated", reached=to.round), event["heat"]
    to.must(bool(out) and to.repechages < to.round, "order", "a repechage for nobody, or a second one")
    to.opened(f"repechage seats {to.round}", event["seed"])
    came = to.draw(out, f"repechage seats {to.round}")
    to.must(players == came and not to.heats, "draw", "the seats are not those of the draw")
    to.must(table in to.tables, "order", f"{table} is no table of the tournament")
    to.heats = [Heat(table, players, to.terms["format"]["repechage_spins"], "repechage")]
    to.repechages = to.round
    to.must(event["fresh"] == to.terms["format"]["starting_bank"], "money", "a repechage has other banks")
    _seat(to, event["fresh"])


def _used(to: Tournament, used: dict[str, int], player: str, most: str) -> None:
    used[player] = used.get(player, 0) + 1
    wagers = to.terms["wagers"]
    fits = wagers.get(f"{most}_offered") and used[player] <= wagers[most]
    to.must(bool(fits), "limits", f"more of {most} than the terms give")


def _first(to: Tournament, heat: Heat, player: str) -> None:
    to.must(player in to.live(heat), "order", f"{player} does not play in this heat")
    table = to.games[heat.table].round
    lies = table is not None and table.slips.get(player, (0, []))[1]
    free = not lies and player not in heat.passing and player not in heat.seals
    to.must(free, "slip", "a second wager for a spin")


def _sealed(to: Tournament, event: Event) -> None:
    heat, player = to.at(event["table"], "open"), event["player"]
    _first(to, heat, player)
    _used(to, heat.secrets, player, "secret")
    heat.seals[player] = event["commitment"]


def _passed(to: Tournament, event: Event) -> None:
    heat, player = to.at(event["table"], "open"), event["player"]
    _first(to, heat, player)
    _used(to, heat.passes, player, "passes")
    heat.passing.add(player)


def _opened(to: Tournament, event: Event) -> None:
    heat, player = to.at(event["table"], "closed"), event["player"]
    seat = heat.players.index(player) + 1
    slip = ",".join(f"{bet}={chips}" for bet, chips, _ in event["stakes"])
    line = f"sicbo-secret-1 {event['salt']} {heat.table} {seat} {to.round} {heat.spin + 1} {slip}\n"
    made = sha256(line.encode()).hexdigest()
    to.must(made == heat.seals.get(player), "seal", "what was opened is not what was sealed")
    to.must(player not in heat.done, "seal", "a seal was opened twice")
    heat.done.add(player)
    to.may_wager(heat, player, event["stakes"])
    to.give(player, -sum(chips for _, chips, _ in event["stakes"]))
    opened(to.games[heat.table], player, event["stakes"])
    to.report.count("seals opened")


def _lapsed(to: Tournament, event: Event) -> None:
    heat = to.at(event["table"], "closed")
    waits = event["player"] in heat.seals.keys() - heat.done
    to.must(waits, "seal", "a seal lapsed that is not there")
    heat.done.add(event["player"])


def _counted(to: Tournament, event: Event) -> None:
    heat = to.at(event["table"], "waiting")
    to.must(event["spin"] == heat.spin + 1, "order", "a spin has another number")
    without = {name: _without(to, heat, name) for name in to.live(heat)}
    forfeits = {name: lost for name, (lost, _) in without.items() if lost}
    warned = [name for name, (_, is_warned) in without.items() if is_warned]
    told = (event["forfeits"], event["warned"])
    own = ([list(one) for one in forfeits.items()], warned)
    to.must(told == own, "settlement", "a forfeit is not as the terms say")
    for name, lost in forfeits.items():
        to.give(name, -lost)
    for name in to.live(heat):
        to.entrants[name]["counts"].append(to.entrants[name]["bank"])
    to.spun, heat.spin = heat, event["spin"]
    heat.clear()


def _without(to: Tournament, heat: Heat, player: str) -> tuple[int, bool]:
    """What somebody without a wager forfeits, and whether that earns a warning."""
    if wagered(to.games[heat.table], player) or player in heat.passing or player in heat.excused:
        return 0, False
    one, conduct = to.entrants[player], to.terms["conduct"]
    if one["present"]:
        follows = to.terms["wagers"]["if_not_made"]
    else:
        follows = conduct["late"] if one["late"] else conduct["absent"]
    compulsory = to.terms["wagers"]["compulsory"]
    lost = min(compulsory, one["bank"]) if follows == "forfeit" else 0
    return lost, follows == "warning" and compulsory > 0


HOW: dict[str, Callable[[Any, Event], None]] = {
    "round-begun": _begun,
    "repechage-held": _again,
    "slip-sealed": _sealed,
    "pass-played": _passed,
    "seal-opened": _opened,
    "seal-lapsed": _lapsed,
    "spin-counted": _counted,
}
