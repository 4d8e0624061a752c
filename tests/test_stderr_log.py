from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOISY = """
import os, sys
from sweeplens.cli import answers
from sweeplens.cli.main import run
load = answers.load_collection
def loud(*given, **named):
    os.write(2, b"thread panicked\\n")
    return load(*given, **named)
answers.load_collection = loud
sys.exit(run(sys.argv[1:]))
"""


def sweeplens(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with a reader whose native code is loud."""
    return subprocess.run([sys.executable, "-c", NOISY, *arguments], capture_output=True, text=True, check=False)


def log() -> Path:
    return Path(os.environ["SWEEPLENS_STATE_DIR"]) / "stderr.log"


def test_what_native_code_says_goes_to_the_log_and_what_the_command_says_does_not(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("family,accuracy\na,0.512\nb,oops\nc,0.753\nd,0.625\n")
    done = sweeplens("state", str(tmp_path), "-f", "csv")
    assert done.returncode == 0
    assert done.stdout.startswith("status,cells")
    assert "panicked" not in done.stderr
    assert "oops" in done.stderr
    assert log().read_text() == "thread panicked\n"


@pytest.mark.parametrize("arguments", [("state", "--help"), ("completion", "bash"), ("--version",)])
def test_nothing_is_logged_where_native_code_says_nothing(arguments: tuple[str, ...]) -> None:
    sweeplens(*arguments)
    assert not log().exists()


def test_a_failure_is_told_where_standard_error_was(tmp_path: Path) -> None:
    done = sweeplens("state", str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "nowhere" in done.stderr
