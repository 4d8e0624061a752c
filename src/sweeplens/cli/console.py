"""The two streams and the exit codes: stdout is data, stderr is narration."""

from __future__ import annotations

import enum
import os
import sys
from collections.abc import Callable
from pathlib import Path

from sweeplens.errors import QueryError, SweeplensError, UsageError
from sweeplens.failures import log_failure
from sweeplens.text import visible


class Exit(enum.IntEnum):
    """What the process says at its end."""

    DONE = 0
    COULD_NOT = 1
    ASKED_WRONGLY = 2
    PROBLEMS = 3
    INTERRUPTED = 130


def with_streams() -> None:
    """Let what is written to a stream that the caller closed go nowhere."""
    nowhere = Path(os.devnull)
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


def narrate(sentence: str) -> None:
    """One line on stderr, whatever its encoding."""
    encoding = sys.stderr.encoding or "utf-8"
    print(visible(sentence).encode(encoding, "replace").decode(encoding), file=sys.stderr)


def emit(content: str | bytes) -> None:
    """`content` on stdout, ending with a line end; characters that its encoding lacks are replaced."""
    data = content if isinstance(content, bytes) else content.encode(sys.stdout.encoding or "utf-8", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(data if data.endswith(b"\n") or not data else data + b"\n")
    sys.stdout.buffer.flush()


def guarded(work: Callable[[], int]) -> int:
    """What `work` returns, or the exit code of its failure, told in one sentence; never a traceback."""
    try:
        return work()
    except (UsageError, QueryError) as error:
        narrate(f"sweeplens: {error}")
        return Exit.ASKED_WRONGLY
    except SweeplensError as error:
        narrate(f"sweeplens: {error}")
        return Exit.COULD_NOT
    except BrokenPipeError:
        _close_stdout()
        return Exit.DONE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception as error:
        narrate(f"sweeplens: {type(error).__name__}: {error}; the details are in {log_failure(error)}.")
        return Exit.COULD_NOT


def _close_stdout() -> None:
    """Keep the interpreter from flushing into a pipe that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
