"""Structs, maps and their JSON in plain Python, for an installation without msgspec and immutables.

They do what this package uses of those two: frozen classes whose fields are their annotations, maps that
are copied on change, the same canonical JSON to the byte, and strict decoding by types.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

JSON_NAMES = {str: "str", int: "int", bool: "bool", type(None): "null", datetime: "datetime"}


class ValidationError(ValueError):
    """A value without the type that was asked for. The message ends with its place."""


class StructConfig(NamedTuple):
    """The fields of a struct class, and how its values are written."""

    positional: tuple[str, ...] = ()
    keyword_only: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = {}
    tag_from: Callable[[str], str] | None = None
    tag: str | None = None
    tag_field: str = ""
    array_like: bool = False
    omit_defaults: bool = False
    forbid_unknown_fields: bool = False


class StructType(type):
    """The class of struct classes. It makes the annotations of a class its fields."""

    __struct_config__: StructConfig
    __struct_fields__: tuple[str, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: Any) -> Any:
        """Create a struct class, with the fields and options of its base."""
        base = bases[0].__struct_config__ if bases and isinstance(bases[0], StructType) else StructConfig()
        own = tuple(body.get("__annotations__", ()))
        given = {field: body.pop(field) for field in own if field in body}
        only, tag_from = options.get("kw_only", False), options.pop("tag", base.tag_from)
        config = base._replace(
            positional=base.positional if only else (*base.positional, *own),
            keyword_only=(*base.keyword_only, *own) if only else base.keyword_only,
            defaults={**base.defaults, **given},
            tag_from=tag_from,
            tag=tag_from(name) if tag_from else None,
            **{key: value for key, value in options.items() if key in StructConfig._fields},
        )
        made: Any = super().__new__(mcs, name, bases, {**body, "__slots__": own})
        made.__struct_config__ = config
        made.__struct_fields__ = (*config.positional, *config.keyword_only)
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, body)


class Struct(metaclass=StructType):
    """A frozen value with named fields."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Set all fields. One that is not given has its default."""
        config = type(self).__struct_config__
        values = {**config.defaults, **dict(zip(config.positional, given, strict=False)), **named}
        wrong = values.keys() ^ {*type(self).__struct_fields__}
        if wrong or len(given) > len(config.positional):
            raise TypeError(f"{type(self).__name__} does not have exactly these fields: {sorted(wrong)}.")
        _set_fields(self, values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"immutable type: '{type(self).__name__}'")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Struct) and type(self) is type(other) and _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash((type(self), *_fields(self).values()))

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in _fields(self).items())
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), _fields(self))


def _fields(struct: Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in type(struct).__struct_fields__}


def _set_fields(made: Any, values: Mapping[str, Any]) -> Any:
    for name, value in values.items():
        object.__setattr__(made, name, value)
    getattr(made, "__post_init__", tuple)()
    return made


def _restore(kind: Any, values: Mapping[str, Any]) -> Any:
    return _set_fields(object.__new__(kind), values)


def field_defaults(struct: StructType) -> dict[str, Any]:
    """Return the defaults of the fields that have one."""
    return dict(struct.__struct_config__.defaults)


def replace(struct: Any, /, **changes: Any) -> Any:
    """Return a copy of a struct with other values in some fields."""
    before = _fields(struct)
    if unknown := changes.keys() - before.keys():
        raise TypeError(f"{type(struct).__name__} does not have these fields: {sorted(unknown)}.")
    return _restore(type(struct), before | changes)


class Map(Mapping[Any, Any]):
    """A mapping that is never changed. A change returns a copy."""

    __slots__ = ("_items",)

    def __init__(self, items: Any = (), **named: Any) -> None:
        self._items = dict(items, **named)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"Map({self._items})"

    def set(self, key: Any, value: Any) -> "Map":
        """Return the map with another value of one key."""
        return Map({**self._items, key: value})

    def delete(self, key: Any) -> "Map":
        """Return the map without a key that it has."""
        without = dict(self._items)
        del without[key]
        return Map(without)

    def update(self, *more: Any, **named: Any) -> "Map":
        """Return the map with other values of several keys."""
        return Map(self._items | dict(*more, **named))

    def mutate(self) -> "MapChanges":
        """Return a copy to change."""
        return MapChanges(self._items)


class MapChanges(dict[Any, Any]):
    """A copy of a map while it is changed."""

    def finish(self) -> Map:
        """Return the changed map."""
        return Map(self)


def _plain(value: Any) -> Any:
    """Return a value in types that JSON has. A map is a list of pairs in order."""
    if isinstance(value, Struct):
        config, shown = type(value).__struct_config__, _fields(value)
        if config.array_like:
            return [*shown.values()]
        if config.omit_defaults:
            usual = config.defaults.items()
            shown = {name: one for name, one in shown.items() if (name, one) not in usual}
        return {config.tag_field: config.tag} | shown if config.tag_field else shown
    if isinstance(value, Map):
        return sorted([key, one] for key, one in value.items())
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    return sorted(value)


def encode_sorted(value: Any) -> bytes:
    """Return the JSON of a value, without spaces and with sorted fields."""
    return _json(value, sort=True)


def encode_state(value: Any) -> bytes:
    """Return the JSON of a value with the fields of structs in their order. A map is a list of pairs."""
    return _json(value, sort=False)


def _json(value: Any, *, sort: bool) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort, default=_plain)
    return text.encode()


def to_builtins(value: Any) -> Any:
    """Return a value without structs, maps and enums."""
    if isinstance(value, tuple | list):
        items = map(to_builtins, value)
        return tuple(items) if isinstance(value, tuple) else [*items]
    if isinstance(value, dict):
        return {name: to_builtins(one) for name, one in value.items()}
    is_plain = value is None or (isinstance(value, str | int) and not isinstance(value, Enum))
    return value if is_plain else to_builtins(_plain(value))


def decoder(kind: Any) -> Callable[[bytes], Any]:
    """Return the function that reads a text as `kind` and refuses any other field or type."""
    return lambda text: convert(json.loads(text), kind)


@cache
def _field_types(struct: type) -> dict[str, Any]:
    return get_type_hints(struct)


def convert(value: Any, kind: Any, at: str = "$") -> Any:
    """Return a value of plain types as `kind`, or raise `ValidationError`. Nothing is coerced."""
    if get_origin(kind) in (Union, UnionType):
        return _convert_union(value, get_args(kind), at)
    if get_origin(kind) is tuple:
        return _convert_tuple(value, get_args(kind), at)
    if isinstance(kind, StructType):
        return _convert_struct(value, kind, at)
    if isinstance(kind, type) and issubclass(kind, Enum) and value in [one.value for one in kind]:
        return kind(value)
    if kind is Any or type(value) is kind:
        return value
    raise _type_error(value, JSON_NAMES.get(kind, str(kind)), at)


def _type_error(value: Any, wanted: str, at: str) -> ValidationError:
    got = JSON_NAMES.get(type(value)) or ("object" if isinstance(value, dict) else "array")
    return ValidationError(f"Expected `{wanted}`, got `{got}` - at `{at}`")


def _convert_union(value: Any, kinds: tuple[Any, ...], at: str) -> Any:
    structs = [one for one in kinds if isinstance(one, StructType)]
    if isinstance(value, dict) and len(structs) > 1:
        configs = {one.__struct_config__.tag: one for one in structs}
        tag = value.get(structs[0].__struct_config__.tag_field)
        if tag not in configs:
            raise ValidationError(f"Invalid value {tag!r} - at `{at}`")
        return convert(value, configs[tag], at)
    if value is None and type(None) in kinds:
        return None
    (only,) = [one for one in kinds if one is not type(None)]
    return convert(value, only, at)


def _convert_tuple(value: Any, kinds: tuple[Any, ...], at: str) -> Any:
    if not isinstance(value, list | tuple):
        raise _type_error(value, "array", at)
    if kinds[-1] is ...:
        return tuple(convert(one, kinds[0], f"{at}[...]") for one in value)
    if len(value) != len(kinds):
        raise ValidationError(f"Expected `array` of length {len(kinds)} - at `{at}`")
    return tuple(
        convert(one, kind, f"{at}[{place}]")
        for place, (one, kind) in enumerate(zip(value, kinds, strict=True))
    )


def _convert_struct(value: Any, kind: Any, at: str) -> Any:
    config, names = kind.__struct_config__, kind.__struct_fields__
    if config.array_like and isinstance(value, list | tuple):
        value = dict(zip(names, value, strict=False))
    if not isinstance(value, dict):
        raise _type_error(value, "object", at)
    given = {name: one for name, one in value.items() if not (config.tag_field and name == config.tag_field)}
    if config.forbid_unknown_fields and (unknown := sorted(given.keys() - {*names})):
        raise ValidationError(f"Object contains unknown field `{unknown[0]}` - at `{at}`")
    types = _field_types(kind)
    found = {name: convert(given[name], types[name], f"{at}.{name}") for name in names if name in given}
    if missing := [name for name in names if name not in found and name not in config.defaults]:
        raise ValidationError(f"Object missing required field `{missing[0]}` - at `{at}`")
    return _restore(kind, {**config.defaults, **found})
