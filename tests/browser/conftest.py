"""A house in a process of its own, and a browser that visits it."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.browser.finding import ARGUMENTS, browser_path

OPENED = re.compile(r"http://[^:]+:(\d+)\n")
SERVE = (sys.executable, "-m", "sicbo", "serve", "--no-browser")
PORTS = range(20_000, 32_000)
"""Ports that no system uses for outgoing connections: a port that is released for a moment is still free
afterwards.
"""
START_SECONDS = 60.0
LOG_SHOWN = 4_000
"""Characters of a house's log that a failed test shows."""
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "vi")
TABLES = (
    "canberra",
    "melbourne-a",
    "melbourne-b",
    "sydney",
    "singapore-1",
    "singapore-2",
    "singapore-3",
    "star",
)
LEAVE = """() => fetch("/api/v1/session").then((answer) => answer.json()).then(({ seats, consoles }) =>
  Promise.all([...seats.map((at) => `${at.table}/seats/mine`), ...consoles.map((at) => `${at.table}/console`)]
    .map((place) => fetch(`/api/v1/tables/${place}`,
      { method: "DELETE", headers: { "Idempotency-Key": crypto.randomUUID() } })))).catch(() => null)"""
"""Leave every seat, and hand every console back to its automatic dealer."""
Visit = Callable[..., Page]
expect.set_options(timeout=15_000)


class HouseProcess:
    """`sicbo serve` with a directory of its own; it can be killed and started again at the same address.

    Its output goes to a file next to its directory, so that it never blocks on an unread pipe.
    """

    def __init__(self, data: Path, betting_seconds: float = 600, pace: float = 0.05, **more: str) -> None:
        self.data, self.log = data, data.with_name(f"{data.name}.log")
        self.quick = {"SICBO_BETTING_SECONDS": str(betting_seconds), "SICBO_PACE": str(pace), **more}
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it prints its address."""
        settings = {name: value for name, value in os.environ.items() if not name.startswith("SICBO_")}
        before, wanted = len(self.log_text()), self.port or random.choice(PORTS)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*SERVE, f"--port={wanted}", f"--data={self.data}"],
                env={**settings, **self.quick, "SICBO_RATE": "1000"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        port = int(self.wait_for_log(OPENED, before))
        assert self.port in (0, port), f"The house moved from port {self.port} to {port}."
        self.port = port

    def log_text(self) -> str:
        """Return all output of the house, over every start."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def wait_for_log(self, wanted: re.Pattern[str], after: int = 0) -> str:
        """Wait until the house's output matches a pattern, and return its first group."""
        ends = time.monotonic() + START_SECONDS
        while (found := wanted.search(self.log_text(), after)) is None:
            ended = self.process.poll()
            assert ended is None, f"The house ended with {ended}:\n{self.log_text()[after:]}"
            assert time.monotonic() < ends, (
                f"The house did not print {wanted.pattern}:\n{self.log_text()[after:]}"
            )
            time.sleep(0.02)
        return found[1]

    @property
    def is_running(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    @property
    def address(self) -> str:
        """The address of the lobby."""
        return f"http://localhost:{self.port}"

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the process gracefully."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=40)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the output of the houses to the report of a failed test, and whether they still run."""
    report = yield
    houses = [one for one in getattr(item, "funcargs", {}).values() if isinstance(one, HouseProcess)]
    if report.failed:
        for one in houses:
            state = "runs" if one.is_running else f"ended with {one.process.poll()}"
            report.sections.append((f"the house at {one.address} {state}", one.log_text()[-LOG_SHOWN:]))
    return report


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house for all tests of one worker: bets stay open until a player requests the deal or the dealer
    closes.
    """
    house = HouseProcess(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, house: HouseProcess) -> Iterator[Visit]:
    """Open a page of the house as a new visitor; an error in the page fails the test.

    If an earlier test left the house dead, it is started again, so that one failure stays one failure.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []
    if not house.is_running:
        house.start()

    def open_page(
        path: str = "/", at: HouseProcess = house, width: int = 1280, height: int = 800, lang: str = "en"
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{at.address}{path}?lang={lang}")
        return page

    yield open_page
    for context in contexts:
        with suppress(Error):
            context.pages[0].evaluate(LEAVE)
        context.close()
    assert wrong == []
    assert house.is_running, f"The house ended with {house.process.poll()}."


def sit_down(page: Page, table: str, name: str = "Anna") -> None:
    """Click from the lobby to a seat."""
    page.locator("#name").fill(name)
    page.locator(f'[data-table="{table}"] button.main').click()
    page.wait_for_url(f"**/table/{table}")


def wait_for_bets(page: Page) -> None:
    """Wait until bets are open and the chips are shown."""
    expect(page.locator("body")).to_have_attribute("data-phase", "betting", timeout=20_000)
    expect(page.locator("#chips .pick").first).to_be_visible()


def cents(text: str) -> int:
    """Return an amount on the screen in cents."""
    return int(re.sub(r"[$,.+\s]", "", text.replace("−", "-")))
