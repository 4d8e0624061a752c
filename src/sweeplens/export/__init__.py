"""Figure to bytes: the formats in which an answer leaves."""
