"""The Litestar application of a house: its routes, its middleware, and its errors as RFC 9457 problems."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from litestar import Litestar, Router
from litestar.datastructures import State

from sicbo.server import openapi, pages, systemd
from sicbo.server.access.authentication import StaffSignIn
from sicbo.server.access.sign_in.pin_policy import read_common_pins
from sicbo.server.calculations import calculations_lifespan
from sicbo.server.dealing.tumbler import Tumbler
from sicbo.server.http.error_responses import answer_problem
from sicbo.server.http.founding_limit import MOST_CONTESTS_IN_AN_HOUR, FoundingLimit
from sicbo.server.http.head_requests import HeadRequests
from sicbo.server.http.load_shedding import WaitingSlips
from sicbo.server.http.security import LARGEST_BODY, SecurityMiddleware
from sicbo.server.live import home_tables
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.stalled_journal import refuse_if_stalled
from sicbo.server.logs import log
from sicbo.server.requests import StrictRequest
from sicbo.server.routes.play import accessibility, fairness, new_tables, patron_limits, slips, stream, tables
from sicbo.server.routes.promotions import promotions
from sicbo.server.routes.public import analysis, health, rules
from sicbo.server.routes.staff import (
    accounts,
    approvals,
    console,
    devices,
    history,
    licence,
    registers,
    signing,
)
from sicbo.server.routes.tournaments import entrants, tournaments
from sicbo.server.settings import Settings
from sicbo.server.write_budget import WriteBudget

API = (
    *accounts.ROUTES,
    *licence.ROUTES,
    *accessibility.ROUTES,
    *patron_limits.ROUTES,
    *devices.ROUTES,
    *rules.ROUTES,
    *analysis.ROUTES,
    *tables.ROUTES,
    *slips.ROUTES,
    *new_tables.ROUTES,
    *console.ROUTES,
    *approvals.ROUTES,
    *history.ROUTES,
    *fairness.ROUTES,
    *signing.ROUTES,
    *promotions.ROUTES,
    *registers.ROUTES,
    *stream.ROUTES,
    *tournaments.ROUTES,
    *entrants.ROUTES,
)
OnOpen = Callable[[LiveHouse], None] | None


def _state(settings: Settings) -> State:
    """What routes keep from one request to the next."""
    return State(
        {
            "previews": {},
            "budget": WriteBudget(settings.rate),
            "founding_limit": FoundingLimit(),
            "contest_limit": FoundingLimit(MOST_CONTESTS_IN_AN_HOUR, "contests.too-many-this-hour"),
        }
    )


def make_app(
    settings: Settings, tumbler: Tumbler | None = None, on_open: OnOpen = None, made: LiveHouse | None = None
) -> SecurityMiddleware:
    """Return the application of a house, or of one `made` before; `on_open` is called with it."""
    waiting, api = WaitingSlips(), Router("/api/v1", route_handlers=API, before_request=refuse_if_stalled)
    common_pins = read_common_pins(settings.common_pins)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        house = made or LiveHouse(settings, tumbler)
        app.state.house, app.state.staff_sign_in = house, StaffSignIn(house.sessions.store, common_pins)
        waiting.on_rejection = house.metrics.refusals.labels("busy").inc
        house.metrics.build.labels(version("sicbo")).set(1)
        house.start()
        try:
            await home_tables.open_home_tables(house)
            log.info("started", extra={"tables": len(house.live_tables), "profile": settings.profile})
            if on_open is not None:
                on_open(house)
            systemd.notify(systemd.READY)
            watch = asyncio.create_task(systemd.report_alive(lambda: house.is_playing))
            yield
            watch.cancel()
        finally:
            systemd.notify(systemd.STOPPING)
            await home_tables.finish_dealers(house)
            await house.stop()
            log.info("stopped")

    app = Litestar(
        [api, *health.ROUTES, pages.page],
        state=_state(settings),
        lifespan=[lifespan, calculations_lifespan],
        exception_handlers={Exception: answer_problem},
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi.CONFIG,
        logging_config=None,
    )
    return SecurityMiddleware(slips.SlipRoute(HeadRequests(app), app, waiting), settings)
