"""Operator routes: liveness, readiness, metrics, version."""

import time
from collections import Counter
from importlib.metadata import version

from litestar import MediaType, Response, get

from sicbo.server.live.stalled_journal import is_stalled
from sicbo.server.metrics import SECOND
from sicbo.server.openapi import other_response
from sicbo.server.requests import ApiRequest, house_of
from sicbo.server.schemas import table as table_schemas
from sicbo.table.limits.notices import LIMITS_SUBJECT, SUPER_STREAK_SUBJECT, TABLE_SUBJECT

OLDEST_CLOCK = 1_700_000_000


class Readiness(table_schemas.Shape, frozen=True):
    """Whether the house can play, with the outcome of each check."""

    ready: bool
    checks: dict[str, bool]
    warnings: tuple[str, ...] = ()
    """Problems that do not stop play, such as a witness that does not cosign."""


class Version(table_schemas.Shape, frozen=True):
    """The version of this program, and the house that it runs."""

    version: str
    house: str
    profile: str


@get("/livez", media_type=MediaType.TEXT)
async def livez() -> str:
    """Answer as long as the process runs."""
    return "ok\n"


@get(["/readyz", "/healthz"], responses=other_response(503, Readiness, "A check failed"))
async def readyz(request: ApiRequest) -> Response[Readiness]:
    """Check that the house takes commands, and check its journal, its signing key and its clock.

    The journal must be reachable and have space left.
    """
    house = house_of(request)
    checks = {
        "loop": house.is_playing,
        "journal": not house.journal.is_full and house.journal_watch.is_in_touch and not is_stalled(house),
        "key": house.floor.signer.verified_text(house.floor.signer.sign("ready\n")) == "ready\n",
        "clock": time.time() > OLDEST_CLOCK,
    }
    ready, warnings = all(checks.values()), tuple(house.witness_timer.failures.values())
    return Response(
        Readiness(ready=ready, checks=checks, warnings=warnings), status_code=200 if ready else 503
    )


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(request: ApiRequest) -> bytes:
    """Return the metrics for Prometheus."""
    house = house_of(request)
    figures, now, kinds = house.metrics, house.wall_time(), Counter[str]()
    for live in map(house.live_table, house.live_tables):
        figures.records.labels(live.name).set(live.seq)
        if live.name in figures.signed_at:
            figures.checkpoint_age.labels(live.name).set((now - figures.signed_at[live.name]) / SECOND)
        figures.mismatches.inc(live.take_mismatches())
        kinds.update(live.table.notices.keys())
    for kind in (LIMITS_SUBJECT, TABLE_SUBJECT, SUPER_STREAK_SUBJECT):
        figures.notices.labels(kind).set(kinds[kind])
    figures.stalled_seconds.set(house.journal.stalled_seconds)
    figures.clock_offset.set(now / SECOND - time.time())
    return figures.prometheus_text()


@get("/version")
async def show_version(request: ApiRequest) -> Version:
    """Return the version of this program, and the name and profile of the house."""
    house = house_of(request)
    return Version(version=version("sicbo"), house=house.house_name, profile=house.settings.profile)


ROUTES = [livez, readyz, metrics, show_version]
