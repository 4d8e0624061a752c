"""Where the details of an unexpected error go, so that its user reads one sentence and not a traceback."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from sweeplens.settings import state_dir


def log_failure(error: BaseException) -> Path:
    """Add the traceback of `error` to the log file, and say where that is; `/dev/null` where nothing can be written."""
    log = state_dir() / "sweeplens.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as out:
            traceback.print_exception(error, file=out)
    except OSError:
        return Path(os.devnull)
    return log
