"""The interface as OpenAPI: what Litestar reads from the types, and that every "no" is a problem."""

from importlib.metadata import version

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, Reference

from sicbo.server.problems import ProblemShape

PROBLEM = "application/problem+json"
REFERENCE = "#/components/schemas/{name}"
METHODS = ("get", "put", "post", "delete")
GONE, EMPTY = "400", "204"
"""Litestar documents a form of its own for the first, and says that the second has a body."""

CONFIG = OpenAPIConfig(
    "Sic Bo, the house", version("sicbo"), path="/schema", render_plugins=[JsonRenderPlugin()]
)


def also(status: int, shape: type[msgspec.Struct] | None, says: str) -> dict[int, ResponseSpec]:
    """Another good answer of a route, to be documented."""
    return {status: ResponseSpec(shape, generate_examples=False, description=says)}


def document(app: Litestar) -> None:
    """Say of every operation that its refusals are problems."""
    schema = app.openapi_schema
    (_,), shapes = msgspec.json.schema_components([ProblemShape], ref_template=REFERENCE)
    assert schema.components is not None and not isinstance(schema.components, list)
    schema.components.schemas.update(shapes)
    content = {PROBLEM: OpenAPIMediaType(schema=Reference(REFERENCE.format(name=ProblemShape.__name__)))}
    for item in (schema.paths or {}).values():
        for method in METHODS:
            operation: Operation | None = getattr(item, method)
            if operation is not None and operation.responses is not None:
                operation.responses.pop(GONE, None)
                if EMPTY in operation.responses:
                    operation.responses[EMPTY] = OpenAPIResponse(description="Done")
                for statuses, says in (("4XX", "Refused"), ("5XX", "Not now: ask again")):
                    operation.responses[statuses] = OpenAPIResponse(description=says, content=content)
