# SPDX-License-Identifier: Apache-2.0
"""What jobs write, given back as what went in."""
import ctypes
import json
import sys

from . import _library as c
from ._error import Error


class _Owned:
    """The memory of a result, freed with the last that looks at it."""

    def __init__(self, result):
        self.result = result

    def __del__(self, release=c.library):
        release().guise_result_release(ctypes.byref(self.result))


class Table:
    """A table in guise's memory. Any library that reads Arrow takes it (`__arrow_c_stream__`)."""

    def __init__(self, session, name):
        self._session, self._name = session, name
        result = c.Result()
        session.call("guise_table_take", name.encode(), ctypes.byref(result))
        self._owned = _Owned(result)
        described = json.loads(result.columns.decode())
        self.kept = [(each["name"], each["was"]) for each in described if each["type"] == "text"]
        self.whole = [each["type"] == "integer" for each in described if each["type"] != "text"]
        self.numbers = [each["name"] for each in described if each["type"] != "text"]

    @property
    def columns(self):
        return [name for name, _ in self.kept] + self.numbers

    @property
    def shape(self):
        return self._owned.result.records, len(self.columns)

    def __len__(self):
        return self._owned.result.records

    def __repr__(self):
        return f"<guise.Table {self.shape[0]} x {self.shape[1]}: {', '.join(self.columns[:8])}{', …' if len(self.columns) > 8 else ''}>"

    def __arrow_c_stream__(self, requested_schema=None):
        stream = new_stream()
        owner = capsule(stream)
        self._session.call("guise_table_export", self._name.encode(), stream)
        return owner

    def values(self):
        """The numbers as a memoryview of two dimensions, without a copy."""
        result = self._owned.result
        kind = ctypes.c_float if result.type == c.FLOAT32 else ctypes.c_double
        block = (kind * max(result.records * result.numbers, 1)).from_address(result.values)
        block._owner = self._owned
        code = "f" if result.type == c.FLOAT32 else "d"
        return memoryview(block).cast("B").cast(code, (result.records, result.numbers))

    def texts(self, column):
        """A kept column as a list of texts; None where it is missing."""
        data, ends, valid = ctypes.c_void_p(), ctypes.POINTER(ctypes.c_int64)(), ctypes.POINTER(ctypes.c_uint8)()
        result = self._owned.result
        if c.library().guise_result_texts(ctypes.byref(result), column, ctypes.byref(data), ctypes.byref(ends), ctypes.byref(valid)) != c.OK:
            raise Error(f"there is no kept column {column}")
        records = result.records
        end = ends[0:records + 1]
        bits = valid[0:(records + 7) // 8]
        whole = ctypes.string_at(data.value, end[-1]) if end[-1] else b""
        return [whole[end[i]:end[i + 1]].decode("utf-8", "surrogatepass") if bits[i // 8] >> i % 8 & 1 else None for i in range(records)]

    def to_numpy(self):
        import numpy
        if self.kept:
            raise Error(f"an array holds numbers only, not the kept column {self.kept[0][0]!r}; use to_pandas()")
        return self._array(numpy)

    def _array(self, numpy):
        result = self._owned.result
        if result.records == 0 or result.numbers == 0:
            return numpy.empty((result.records, result.numbers))
        return numpy.frombuffer(self.values().cast("B"), numpy.float32 if result.type == c.FLOAT32 else numpy.float64).reshape(result.records, result.numbers)

    def to_pandas(self):
        import numpy
        import pandas
        frame = pandas.DataFrame(self._array(numpy), columns=self.numbers, copy=False)
        for j, (name, was) in enumerate(self.kept):
            frame.insert(j, name, _typed(pandas.Series(self.texts(j), dtype=object), was))
        return frame

    def to_polars(self):
        import polars
        return polars.DataFrame(self)

    def to_arrow(self):
        import pyarrow
        return pyarrow.table(self)


_WHOLE_TYPES = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT")


def _typed(series, was):
    """A kept column in the type that it had, where that can hold it."""
    if was in _WHOLE_TYPES and not series.isna().any():
        return series.astype("int64")
    if was in _WHOLE_TYPES or was in ("DOUBLE", "FLOAT"):
        return series.astype("float64")
    if was == "BOOLEAN" and not series.isna().any():
        return series == "true"
    return series


def new_stream():
    """Room for a stream that a capsule will own."""
    allocate = ctypes.CDLL(None).calloc
    allocate.restype, allocate.argtypes = ctypes.c_void_p, [ctypes.c_size_t, ctypes.c_size_t]
    return ctypes.cast(allocate(1, ctypes.sizeof(c.ArrowArrayStream)), ctypes.POINTER(c.ArrowArrayStream))


def capsule(stream):
    """Of a stream made by new_stream(): released and freed with the capsule, unless somebody takes it."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.cast(stream, ctypes.c_void_p), b"arrow_array_stream", ctypes.cast(c.library().guise_capsule_free, ctypes.c_void_p))


def back(table, source, same_records):
    """A result in the kind of the table that went in. `same_records`: record i is still record i of that table."""
    kind = source.kind
    if kind in ("numpy", "buffer"):
        if kind == "numpy" or "numpy" in sys.modules:
            return table.to_numpy()
        return table.values()
    if kind == "pandas":
        return _to_frame(table, source, same_records)
    if kind == "polars":
        return _to_polars(table, source, same_records)
    if kind == "pyarrow":
        return _to_arrow(table, source, same_records)
    if kind == "duckdb" and "pyarrow" in sys.modules:
        return table.to_arrow()
    return table


def _to_frame(table, source, same_records):
    import numpy
    import pandas
    original = source.original
    same = same_records and len(table) == len(original)
    values = table._array(numpy)
    index = original.index if same else None
    labels = [source.labels.get(name, name) for name in table.numbers]
    frame = pandas.DataFrame(values, columns=labels, index=index, copy=False)
    for label, whole in zip(labels, table.whole):
        if whole and label in original.columns and getattr(original[label].dtype, "kind", "f") in "iu":
            frame[label] = frame[label].astype(original[label].dtype)
    for j, (name, was) in enumerate(table.kept):
        label = source.labels.get(name, name)
        kept = original[label] if same else _typed(pandas.Series(table.texts(j), index=index, dtype=object), was)
        frame.insert(j, label, kept)
    return frame


def _to_polars(table, source, same_records):
    frame = table.to_polars()
    original = source.original
    if not hasattr(original, "collect_schema") or not hasattr(original, "height"):
        return frame
    same = same_records and frame.height == original.height
    for name, whole in zip(table.numbers, table.whole):
        if whole and name in original.columns and original[name].dtype.is_integer():
            frame = frame.with_columns(frame[name].cast(original[name].dtype))
    for name, _ in table.kept:
        frame = frame.with_columns(original[name] if same else frame[name].cast(original[name].dtype, strict=False))
    return frame


def _to_arrow(table, source, same_records):
    import pyarrow
    made = table.to_arrow()
    original = source.original
    if not isinstance(original, pyarrow.Table):
        return made
    same = same_records and made.num_rows == original.num_rows
    for name, whole in zip(table.numbers, table.whole):
        if whole and name in original.column_names and pyarrow.types.is_integer(original.schema.field(name).type):
            made = made.set_column(made.column_names.index(name), name, made.column(name).cast(original.schema.field(name).type))
    for name, _ in table.kept:
        column = original.column(name) if same else made.column(name)
        made = made.set_column(made.column_names.index(name), name, column)
    return made
