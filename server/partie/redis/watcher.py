"""Run one program and end it when our parent is gone, however the parent died.

Started as a standalone file (see ``child``), it uses the standard library only. Standard input is a pipe whose other
end only the parent holds: when it closes, the program gets SIGTERM and, if it takes too long, SIGKILL. Unlike the
parent-death signal of Linux this works on every POSIX system, and from any thread.

Arguments: the seconds from SIGTERM to SIGKILL, a file for the program's output, then the program and its arguments.
Prints the program's process id and ends when it ends.
"""

import os
import select
import signal
import sys
from types import FrameType


def main() -> int:
    grace, output, program = float(sys.argv[1]), sys.argv[2], sys.argv[3:]
    # The files of the program are for our user alone.
    os.umask(0o077)
    ended, ended_write = os.pipe()
    os.set_blocking(ended_write, False)
    signal.set_wakeup_fd(ended_write, warn_on_full_buffer=False)
    # A handler that does nothing, unlike "ignore", is not inherited by the program.
    for caught in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(caught, _nothing)
    child = os.posix_spawn(
        program[0],
        program,
        dict(os.environ),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
    )
    print(child, flush=True)
    watched = [sys.stdin.fileno(), ended]
    patience = None
    while True:
        ready, _, _ = select.select(watched, [], [], patience)
        if ended in ready:
            os.read(ended, 4096)
            if os.waitpid(child, os.WNOHANG)[0]:
                return 0
        if not ready:
            os.kill(child, signal.SIGKILL)
            patience = None
        if sys.stdin.fileno() in ready and not os.read(sys.stdin.fileno(), 4096):
            watched = [ended]
            os.kill(child, signal.SIGTERM)
            patience = grace


def _nothing(_signal: int, _frame: FrameType | None) -> None:
    pass


if __name__ == "__main__":
    sys.exit(main())
