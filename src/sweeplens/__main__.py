"""`python -m sweeplens`, and the `sweeplens` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line; the process ends with its exit code."""
    from sweeplens.cli.main import run  # click is only needed here

    raise SystemExit(run())


if __name__ == "__main__":
    main()
