"""Those who choose a seat's moves: a function in Python, or a program in any language.

A player gets a :class:`Decision` and answers with the place of a move in ``legal``, or with the move itself. Anything
else is a :class:`PlayerFailed`, in words for its author.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import os
import queue
import random
import re
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

Move = dict[str, Any]

LONGEST_ANSWER: Final = 64 * 1024
"""Maximum bytes of a program's line. Moves have at most a few hundred."""

TOKEN_VARIABLE: Final = "BOT_TOKEN"  # noqa: S105  # the name of a variable
"""The variable with the bot's token. Programs don't get it."""

_FUNCTION: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_END_SECONDS: Final = 2.0
_CHUNK: Final = 64 * 1024


class PlayerFailed(Exception):
    """A player gave no usable move: why, in words for its author. ``code`` is for programs."""

    code = "bot_failed"


class Nonsense(PlayerFailed):
    """The answer is no legal move."""

    code = "bot_nonsense"


class Late(PlayerFailed):
    """The answer did not come in time."""

    code = "bot_late"


class Dead(PlayerFailed):
    """The program could not be started, or ended instead of answering."""

    code = "bot_dead"


class Decision(NamedTuple):
    """What a player decides on: the game as its seat sees it, and all that the seat may do.

    ``offers`` is what each target on the board would cost and bring, if the player wants to know. ``seed`` differs from
    decision to decision; players that draw lots by it play the same game again.
    """

    game: str
    seat: int
    view: dict[str, Any]
    legal: Sequence[dict[str, Any]]
    seed: str
    offers: Sequence[dict[str, Any]] | None = None

    def chosen(self, answer: object) -> Move:
        """The move that an answer means. Raises :class:`Nonsense`."""
        if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(self.legal):
            return self.legal[answer]
        if isinstance(answer, dict) and answer in self.legal:
            return answer
        shown = repr(answer)
        shown = shown if len(shown) <= 200 else f"{shown[:200]}…"
        raise Nonsense(
            f"the answer is {shown}; expected one of the {len(self.legal)} legal moves, or its place from 0 on"
        )


class Player(Protocol):
    """One who chooses moves in one game. ``wants_offers``: decisions have to come with the offers."""

    wants_offers: bool

    def choose(self, decision: Decision, seconds: float) -> Move:
        """Choose a move within so many seconds. Blocks. Raises :class:`PlayerFailed`."""

    def close(self) -> None:
        """End the player."""


class Function:
    """A player that is a function, such as ``choose(view, legal)``.

    It gets what it has parameters for, by name: ``view``, ``legal``, ``seat``, ``game``, ``offers``, ``seed``, and
    ``random``, a generator that starts at the seed.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        parameters = inspect.signature(function).parameters.values()
        self._takes = {one.name for one in parameters}
        self._takes_all = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters)
        self.wants_offers = "offers" in self._takes
        self._answers: queue.SimpleQueue[tuple[Any, Exception | None]] = queue.SimpleQueue()

    def choose(self, decision: Decision, seconds: float) -> Move:
        """Call the function, in a thread of its own: nothing else can stop waiting for it."""
        given: dict[str, Any] = decision._asdict() | {"random": random.Random(decision.seed)}  # noqa: S311
        if not self._takes_all:
            given = {name: value for name, value in given.items() if name in self._takes}
        # A late answer goes where nobody waits any more.
        answers = self._answers = queue.SimpleQueue()

        def call() -> None:
            try:
                answers.put((self._function(**given), None))
            except Exception as error:
                answers.put((None, error))

        threading.Thread(target=call, daemon=True).start()
        try:
            answer, error = answers.get(timeout=seconds)
        except queue.Empty:
            raise _late(seconds) from None
        if isinstance(error, Dead):
            raise error
        if error is not None:
            raise PlayerFailed(f"the function raised {type(error).__name__}: {error}") from error
        return decision.chosen(answer)

    def close(self) -> None:
        """Wait no longer for an answer."""
        self._answers.put((None, Dead("the game is over")))


class Program:
    """A player that is a program: it reads one line of JSON for each decision, and writes one with its answer.

    It starts with the first decision. If it ends, it is started again and asked once more.
    """

    def __init__(self, arguments: Sequence[str], *, wants_offers: bool = False) -> None:
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self.wants_offers = wants_offers

    def choose(self, decision: Decision, seconds: float) -> Move:
        """Send the decision and read the answer."""
        members = {name: value for name, value in decision._asdict().items() if value is not None}
        line = json.dumps(members, separators=(",", ":")).encode() + b"\n"
        deadline = time.monotonic() + seconds
        running = self._process is not None
        try:
            return self._asked(decision, line, seconds, deadline)
        except Dead:
            if not running:
                raise
        # It died since the last decision, or of something in this one: the latter shows if it dies again.
        return self._asked(decision, line, seconds, deadline)

    def _asked(self, decision: Decision, line: bytes, seconds: float, deadline: float) -> Move:
        process = self._process or self._start()
        try:
            said = _exchange(process, line, seconds, deadline)
            try:
                answer = json.loads(said)
            except (ValueError, RecursionError):
                raise Nonsense(f"the line is no JSON: {said[:200]!r}") from None
            return decision.chosen(answer)
        except PlayerFailed:
            # A late answer would look like one to the next decision.
            self.close()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
        try:
            self._process = subprocess.Popen(
                self._arguments, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
            )
        except OSError as error:
            raise Dead(f"cannot start {self._arguments[0]}: {error.strerror}") from None
        return self._process

    def close(self) -> None:
        """Close the program's input, and kill it if it does not end by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def _late(seconds: float) -> Late:
    return Late(f"no answer within {seconds:g} s")


def _exchange(process: subprocess.Popen[bytes], line: bytes, seconds: float, deadline: float) -> bytes:
    """Write a line and read one, without waiting beyond the deadline for a program that does neither."""
    assert process.stdin is not None
    assert process.stdout is not None
    os.set_blocking(process.stdin.fileno(), False)
    os.set_blocking(process.stdout.fileno(), False)
    left, said = memoryview(line), b""
    if _read(process):
        raise Nonsense("the program wrote more than one line for a decision")
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdin, selectors.EVENT_WRITE)
        ready.register(process.stdout, selectors.EVENT_READ)
        while not said.endswith(b"\n"):
            for key, _ in ready.select(max(0.0, deadline - time.monotonic())):
                if key.fileobj is process.stdin:
                    left = left[_write(process, left) :]
                    if not left:
                        ready.unregister(process.stdin)
                else:
                    said += _read(process) or b""
            if len(said) > LONGEST_ANSWER:
                raise Nonsense(f"the line is longer than {LONGEST_ANSWER} bytes")
            if not said.endswith(b"\n") and time.monotonic() >= deadline:
                raise _late(seconds)
    if said.count(b"\n") > 1:
        raise Nonsense("the program wrote more than one line for a decision")
    return said


def _write(process: subprocess.Popen[bytes], data: memoryview) -> int:
    assert process.stdin is not None
    try:
        return process.stdin.write(data[:_CHUNK]) or 0
    except OSError:
        raise _dead(process) from None


def _read(process: subprocess.Popen[bytes]) -> bytes | None:
    """What the program has written; None if nothing. Raises :class:`Dead` if it has ended."""
    assert process.stdout is not None
    data: bytes | None = process.stdout.read(_CHUNK)
    if data == b"":
        raise _dead(process)
    return data


def _dead(process: subprocess.Popen[bytes]) -> Dead:
    """Say how a program ended that has closed its output."""
    try:
        code = process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        return Dead("the program closed its output instead of answering")
    return Dead(f"the program ended with {f'signal {-code}' if code < 0 else f'code {code}'} instead of answering")


def is_function(word: str) -> bool:
    """Whether a word names a function, as ``module:function``."""
    return _FUNCTION.fullmatch(word) is not None


def load_function(name: str) -> Function:
    """The function of that name, as ``module:function``. Modules in the current folder count.

    Raises :class:`PlayerFailed`.
    """
    module, _, attribute = name.partition(":")
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        function = getattr(importlib.import_module(module), attribute)
    except Exception as error:
        raise PlayerFailed(f"cannot load {name}: {type(error).__name__}: {error}") from error
    if not callable(function):
        raise PlayerFailed(f"cannot load {name}: it can't be called")
    return Function(function)
