"""Shared results: each part of a view is built once for each immutable part of the state, as the same dict.

``patch.diff`` skips identical objects, so a view in which only the changed parts are new is compared in a few steps.
The memory is only a cache: without it the views would be equal, just slower to compare.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

_BY_VALUE = frozenset((str, int))
"""Types of which equal objects need not be the same; truth values and members of enums always are."""

_memories: list[OrderedDict[object, tuple[Any, ...]]] = []


def forget() -> None:
    """Clear the caches of all functions. Call it after dropping many states, to drop what was built from them."""
    for kept in _memories:
        kept.clear()


class Shared(Protocol[P, R_co]):
    """A function whose results are kept."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    remember: Callable[[Any, Any], None]
    """Keeps the result for a part that would be the only argument, where both are known already."""


def shared(size: int = 4096) -> Callable[[Callable[P, R]], Shared[P, R]]:
    """Decorate a pure function of immutable state parts so that the same part gives the same object.

    Arguments are compared by identity, but ``str`` and ``int`` by type and value. The ``size`` newest results are kept
    together with their arguments, so that no identity is reused meanwhile. Never change a returned value.

    ::

        @shared()
        def player_view(player: Player, own: bool) -> dict[str, Value]: ...
    """
    if size < 1:
        raise ValueError("the size of the cache must be positive")

    def decorate(function: Callable[P, R]) -> Shared[P, R]:
        kept: OrderedDict[object, tuple[Any, ...]] = OrderedDict()  # the result, then the arguments
        _memories.append(kept)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            if kwargs:
                raise TypeError(f"{function.__qualname__} is cached by its positional arguments; pass none by name")
            key: object
            if len(args) == 1 and type(args[0]) not in _BY_VALUE:  # nearly every call
                key = id(args[0])
            else:
                key = tuple([(type(each), each) if type(each) in _BY_VALUE else id(each) for each in args])
            entry = kept.get(key)
            result: R
            if entry is not None:
                kept.move_to_end(key)
                result = entry[0]
                return result
            result = function(*args, **kwargs)
            keep(key, result, args)
            return result

        def keep(key: object, result: R, args: tuple[Any, ...]) -> None:
            kept[key] = (result, *args)
            if len(kept) > size:
                kept.popitem(last=False)

        def remember(part: Any, result: R) -> None:
            keep(id(part), result, (part,))

        decorated = cast("Shared[P, R]", call)
        decorated.remember = remember
        return decorated

    return decorate
