"""Numbers to numbers: spread, ranks, intervals, projections."""
