"""The interface as OpenAPI: what Litestar reads from the types, and that every "no" is a problem."""

from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from sicbo.server.problems import ProblemShape

PROBLEM = "application/problem+json"
REFERENCE = "#/components/schemas/{name}"
METHODS = ("get", "put", "post", "delete")
GONE, EMPTY = "400", "204"
"""Litestar documents a form of its own for the first, and says that the second has a body."""


class Document(JsonRenderPlugin):
    """The document, made when it is first asked for: a house that opens does not wait for it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document as it is sent."""
        return self.render_json(request, documented(openapi_schema))


CONFIG = OpenAPIConfig("Sic Bo, the house", version("sicbo"), path="/schema", render_plugins=[Document()])


def also(status: int, shape: type[msgspec.Struct] | None, says: str) -> dict[int, ResponseSpec]:
    """Another good answer of a route, to be documented."""
    return {status: ResponseSpec(shape, generate_examples=False, description=says)}


def documented(schema: dict[str, Any]) -> dict[str, Any]:
    """Say of every operation that its refusals are problems; said twice it is the same."""
    (_,), shapes = msgspec.json.schema_components([ProblemShape], ref_template=REFERENCE)
    schema["components"]["schemas"].update(shapes)
    content = {PROBLEM: {"schema": {"$ref": REFERENCE.format(name=ProblemShape.__name__)}}}
    for item in schema["paths"].values():
        for responses in (item[method]["responses"] for method in METHODS if method in item):
            responses.pop(GONE, None)
            if EMPTY in responses:
                responses[EMPTY] = {"description": "Done"}
            for statuses, says in (("4XX", "Refused"), ("5XX", "Not now: ask again")):
                responses[statuses] = {"description": says, "content": content}
    return schema
