"""Request bodies, decoded strictly: JSON by content type, integers as integers, no conversion."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State

from sicbo.server.problems import Problem, undecoded

JSON = "application/json"


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is decoded once, as the exact type that its route takes."""

    async def json(self) -> Any:
        """Return the body, without converting text or fractions to integers."""
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Problem("wrong-type", f"Send the body as JSON, with Content-Type: {JSON}.")
        wanted = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return _decoder(wanted).decode(await self.body())
        except msgspec.DecodeError as error:
            raise undecoded(error) from None


@cache
def _decoder(wanted: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(wanted)
