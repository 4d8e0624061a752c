"""Disk to values: scanning, reading, roles, statuses, selections."""
