"""The parts of `make_samples.py`: one module a collection, and what they share."""
