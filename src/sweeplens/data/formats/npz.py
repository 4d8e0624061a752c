"""NumPy's archives and single arrays, without ever unpickling anything."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweeplens.data.formats.archives import BROKEN, archive_names, refuse_large
from sweeplens.data.formats.base import Format, Sheet
from sweeplens.data.formats.names import unique_names
from sweeplens.data.formats.unpack import content_of
from sweeplens.data.problems import Problem
from sweeplens.errors import ReadError
from sweeplens.lazy import np, pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_SINGLE = b"\x93NUMPY"
_SUFFIX = ".npy"
_WIDEST = 64
"""Wider arrays are no columns of a table."""


def recognises(head: bytes, path: Path) -> bool:
    """Whether a file begins as a `.npy` file does, or as an archive of such files."""
    return head.startswith(_SINGLE) or any(name.endswith(".npy") for name in archive_names(head))


def read(path: Path) -> tuple[Sheet, ...]:
    """The arrays of a file as tables: arrays of one length are the columns of one table, longest first."""
    arrays, problems = arrays_in(content_of(path).data, path)
    columns = {name: values for key, array in arrays.items() for name, values in _columns(key, array).items()}
    lengths = dict.fromkeys(len(values) for values in columns.values())
    sheets = [
        _sheet({n: v for n, v in columns.items() if len(v) == length}) for length in sorted(lengths, reverse=True)
    ]
    if not sheets:
        raise ReadError(f"{path.name} holds no array that is a column of a table.")
    return (Sheet(sheets[0].frame, problems=problems), *sheets[1:])


def arrays_in(data: bytes, path: Path) -> tuple[dict[str, Array], tuple[Problem, ...]]:
    """All arrays of a file that hold plain values, by name, and a problem that names the others.

    `ReadError` where it holds none.
    """
    members = {path.stem + _SUFFIX: data} if data.startswith(_SINGLE) else _members(data, path)
    arrays: dict[str, Array] = {}
    bad: list[str] = []
    for name, member in members.items():
        try:
            arrays[name.removesuffix(_SUFFIX)] = np.load(io.BytesIO(member), allow_pickle=False)
        except (ValueError, OSError, EOFError, MemoryError):
            bad.append(name.removesuffix(_SUFFIX))
    if bad and not arrays:
        raise ReadError(f"{path.name} holds no whole array of plain values.")
    sentence = f"{', '.join(map(repr, bad))} could not be read: no arrays, pickled objects, or damaged."
    return arrays, ((Problem(path.name, sentence, "left out"),) if bad else ())


def _members(data: bytes, path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_large(archive, path)
            return {name: archive.read(name) for name in archive.namelist()}
    except BROKEN as error:
        raise ReadError(f"{path.name} is no whole archive: {error}.") from error


def _columns(name: str, array: Array) -> dict[str, Array]:
    """An array as columns: itself, one for each place in a row (`name.0`, `name.1`), or one for each named field."""
    if array.dtype.names:
        flat = array.reshape(-1)
        return {f"{name}.{field}": flat[field] for field in array.dtype.names if flat[field].ndim == 1}
    if array.dtype.kind not in "biufUSM":
        return {}
    if array.ndim < 2:
        return {name: array.reshape(-1)}
    if array.ndim == 2 and array.shape[1] <= _WIDEST:
        return {f"{name}.{at}": array[:, at] for at in range(array.shape[1])}
    return {}


def _sheet(columns: dict[str, Array]) -> Sheet:
    names = unique_names(list(columns))
    return Sheet(pl.DataFrame([_series(name, array) for name, array in zip(names, columns.values(), strict=True)]))


def _series(name: str, array: Array) -> pl.Series:
    """A column in a type that a table has: halves and long doubles as Float64, bytes and dates as text."""
    kind = array.dtype.kind
    if kind == "S":
        return pl.Series(name, [value.decode("utf-8", "replace") for value in array.tolist()], pl.String)
    if kind in "UM":
        return pl.Series(name, array.astype(str).tolist(), pl.String)
    return pl.Series(name, array if kind in "biu" else array.astype(np.float64))


FORMAT = Format("NumPy", (".npz", ".npy"), recognises, read)
