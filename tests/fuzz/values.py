"""Values that a msgspec type allows, and values that it does not."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import inspect

T = TypeVar("T")

MOST: Final = 2**53 - 1
"""The largest integer of the protocol."""

anything: Final[st.SearchStrategy[Any]] = st.recursive(
    st.sampled_from([None, True, 0, -1, 16, 2**53, -(2**63), 2**64 - 1, 1.5, "", "x" * 300, "é\x00", b"\x00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["t", "id", "é", ""]), inner),
    max_leaves=4,
)
"""Values of all types that MessagePack knows, most of them out of place wherever they stand."""


def allowed(kind: Any, known: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    """Plain values that the type lets in; members named in ``known`` have one of the values given there."""
    return _of(inspect.type_info(kind), known)


def _of(info: inspect.Type, known: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    match info:
        case inspect.Metadata(type=inner):
            return _of(inner, known)
        case inspect.StructType():
            return _struct(info, known)
        case inspect.UnionType(types=types):
            return st.one_of([_of(kind, known) for kind in types])
        case inspect.StrType(pattern=None):
            return st.text(max_size=info.max_length or 12)
        case inspect.StrType(pattern=pattern):
            return st.from_regex(pattern or "", fullmatch=True)
        case inspect.IntType():
            low, high = -MOST if info.ge is None else info.ge, MOST if info.le is None else info.le
            return st.integers(low, min(high, low + 20)) | st.sampled_from([low, high])
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.VarTupleType(item_type=item, max_length=most):
            return st.lists(_of(item, known), max_size=most or 4)
        case inspect.DictType():
            return st.dictionaries(st.text(max_size=3), anything, max_size=2)
        case inspect.RawType():
            return anything
    raise TypeError(f"no values are known for {info}")


def _struct(info: inspect.StructType, known: dict[str, list[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """A struct as the map that is sent; members with a default are left out now and then."""
    given: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    if info.tag_field is not None:
        given[info.tag_field] = st.just(info.tag)
    for field in info.fields:
        values = st.sampled_from(known[field.name]) if field.name in known else _of(field.type, known)
        (given if field.required else optional)[field.encode_name] = values
    return st.fixed_dictionaries(given, optional=optional)


def pool(strategy: st.SearchStrategy[T], count: int) -> list[T]:
    """So many examples, the same each time. To draw one of them is some ten times faster than to make one."""
    found: list[T] = []

    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: T) -> None:
        found.append(example)

    collect()
    return found
