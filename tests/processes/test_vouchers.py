"""One voucher given to two processes at the same moment: one of them takes it, whichever is first."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from threading import Barrier
from typing import Any

from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.postgres import PostgresJournal
from sicbo.table.messages.chips import ExchangeVoucher
from tests.house.houses import floor_on
from tests.journal.postgres_server import fresh_url

VOUCHERS, CENTS = 40, 2_500


def test_of_two_processes_in_a_race_one_takes_each_voucher() -> None:
    """Two floors with separate connections to one PostgreSQL start at one signal, again and again."""
    url = fresh_url()
    with ExitStack() as undo:
        floors = [floor_on(undo.enter_context(closing(PostgresJournal(url))))]
        a = SampleDay(floors[0], "crown-sydney-2024", name="A")
        b = SampleDay(floors[0], "star-sydney-2016", name="B")
        for day in (a, b):
            day.open()
        floors.append(floor_on(undo.enter_context(closing(PostgresJournal(url)))))
        begin, pool = Barrier(2), undo.enter_context(ThreadPoolExecutor(2))

        def submit(floor: Floor, asked: CommandRequest) -> CommandAnswer:
            begin.wait(10)
            return floor.handle([asked])[0]

        for number in range(VOUCHERS):
            said: dict[str, Any] = {"number": f"V-{number}", "kind": "promotional", "cents": CENTS}
            asked = [day.command(ExchangeVoucher, player=day.players[0], **said) for day in (a, b)]
            answers = list(pool.map(submit, floors, asked))
            assert sum(isinstance(answer.outcome, Refusal) for answer in answers) == 1
        for floor in floors:
            floor.catch_up()
            tokens = [floor.logs[day.name].table.rack(day.players[0], "token") for day in (a, b)]
            assert sum(tokens) == VOUCHERS * CENTS
