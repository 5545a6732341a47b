"""Operator routes: liveness, readiness, metrics, version."""

import time
from collections import Counter
from importlib.metadata import version

from litestar import MediaType, Response, get

from sicbo.server.live.stalled_journal import is_stalled
from sicbo.server.metrics import SECOND
from sicbo.server.openapi import also
from sicbo.server.requests import Asking, room_of
from sicbo.server.schemas import table as table_schemas
from sicbo.table.limits.notices import LIMITS, SUPER_STREAK, TABLE

OLDEST_CLOCK = 1_700_000_000


class Ready(table_schemas.Shape, frozen=True):
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


@get(["/readyz", "/healthz"], responses=also(503, Ready, "A check failed"))
async def readyz(request: Asking) -> Response[Ready]:
    """Check that the house takes commands, and check its journal, its signing key and its clock.

    The journal must be reachable and have space left.
    """
    room = room_of(request)
    checks = {
        "loop": room.plays,
        "journal": not room.journal.full and room.lookout.in_touch and not is_stalled(room),
        "key": room.floor.signer.signed(room.floor.signer.sign("ready\n")) == "ready\n",
        "clock": time.time() > OLDEST_CLOCK,
    }
    ready, warnings = all(checks.values()), tuple(room.witnessing.wrong.values())
    return Response(Ready(ready=ready, checks=checks, warnings=warnings), status_code=200 if ready else 503)


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(request: Asking) -> bytes:
    """Return the metrics for Prometheus."""
    room = room_of(request)
    figures, now, kinds = room.metrics, room.now(), Counter[str]()
    for live in map(room.live, room.lives):
        figures.records.labels(live.name).set(live.seq)
        if live.name in figures.signed:
            figures.checkpoint_age.labels(live.name).set((now - figures.signed[live.name]) / SECOND)
        figures.mismatches.inc(live.taken_mismatches())
        kinds.update(live.table.notices.keys())
    for kind in (LIMITS, TABLE, SUPER_STREAK):
        figures.notices.labels(kind).set(kinds[kind])
    figures.stalled.set(room.journal.stalled)
    figures.clock_offset.set(now / SECOND - time.time())
    return figures.text()


@get("/version")
async def program(request: Asking) -> Version:
    """Return the version of this program, and the name and profile of the house."""
    room = room_of(request)
    return Version(version=version("sicbo"), house=room.house, profile=room.settings.profile)


ROUTES = [livez, readyz, metrics, program]
