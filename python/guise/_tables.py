# SPDX-License-Identifier: Apache-2.0
"""Tables as they come: arrays, data frames, streams, buffers and names of files, each without being copied where that is possible."""
import array
import ctypes
import os
import sys

from . import _library as c
from ._error import Error

_FORMATS = {"f": c.FLOAT32, "d": c.FLOAT64}
_WHOLE = {1: (c.INT8, c.UINT8), 2: (c.INT16, c.UINT16), 4: (c.INT32, c.UINT32), 8: (c.INT64, c.UINT64)}


def _top(value):
    return type(value).__module__.partition(".")[0]


class Source:
    """A table that was given to a session, and what is needed to give results back in its kind."""

    def __init__(self, path, kind, original=None, records=None, labels=None):
        self.path, self.kind, self.original, self.records, self.labels = path, kind, original, records, labels or {}


def add(session, name, table, what="the table"):
    """Makes the table known to the session as memory:NAME; a name of a file stays one."""
    if isinstance(table, (str, os.PathLike)):
        return Source(os.fspath(table), "file")
    top = _top(table)
    if top == "pandas":
        return _pandas(session, name, table, what)
    if top == "numpy":
        return _numpy(session, name, table, what)
    if top == "scipy" and hasattr(table, "toarray"):
        raise Error(f"{what} is a sparse matrix; guise masks every value, zeros too: pass {name}.toarray()")
    if hasattr(table, "__arrow_c_stream__"):
        return _stream(session, name, table, top)
    if hasattr(table, "__arrow_c_array__"):
        raise Error(f"{what} is one Arrow array; pass a table or a record batch reader")
    if hasattr(table, "__array__") and "numpy" in sys.modules:
        return _numpy(session, name, sys.modules["numpy"].asarray(table), what)
    if isinstance(table, (list, tuple)) and "numpy" in sys.modules:
        return _numpy(session, name, _from_lists(table, what), what)
    try:
        view = memoryview(table)
    except TypeError:
        raise Error(f"{what} is of type {type(table).__name__}; pass an array, a data frame, an Arrow stream, a buffer of two dimensions or the name of a file") from None
    return _buffer(session, name, view, what)


def _from_lists(table, what):
    numpy = sys.modules["numpy"]
    try:
        return numpy.asarray(table, dtype=float)
    except (TypeError, ValueError) as error:
        raise Error(f"{what} is a list that is no table of numbers: {error}") from None


def _put(session, name, columns, records, held):
    described = (c.Column * max(len(columns), 1))(*columns)
    session.call("guise_table_columns", name.encode(), described, len(columns), records)
    session.held.append(held)


def _column(name, kind, address, step, ends=None, valid=None):
    return c.Column(str(name).encode("utf-8", "surrogatepass") if name is not None else b"", kind, address, step, ends, valid)


def _type_of(dtype, what):
    """Of a NumPy type that guise reads as it is; None otherwise."""
    if dtype.kind == "f" and dtype.itemsize in (4, 8):
        return c.FLOAT32 if dtype.itemsize == 4 else c.FLOAT64
    if dtype.kind in "iu" and dtype.itemsize in _WHOLE:
        return _WHOLE[dtype.itemsize][dtype.kind == "u"]
    if dtype.kind == "f" and dtype.itemsize == 2:
        return None
    if dtype.kind == "f":
        raise Error(f"{what} holds {dtype}; guise computes with float64: pass it with astype('float64')")
    if dtype.kind == "c":
        raise Error(f"{what}: Complex data not supported; pass real and imaginary parts as columns")
    words = {"O": "Python objects", "U": "text", "S": "bytes", "T": "text", "b": "truth values", "M": "dates", "m": "spans of time", "V": "records"}
    raise Error(f"{what} holds {words.get(dtype.kind, dtype)} (dtype {dtype}); guise masks numbers: pass it with astype(float), or leave it out")


def _native(values):
    return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))


def _numpy(session, name, values, what):
    import numpy
    if isinstance(values, numpy.ma.MaskedArray):
        raise Error(f"{what} is a masked array; pass it with filled(numpy.nan), and say what becomes of missing values by missing=")
    if values.dtype.names:
        raise Error(f"{what} is a structured array; pass a data frame, or its numbers as an array of two dimensions")
    if values.ndim != 2:
        raise Error(f"{what} has {values.ndim} dimensions, and a table has two. Reshape your data: reshape(-1, 1) for one column, reshape(1, -1) for one record")
    kind = _type_of(values.dtype, what)
    if kind is None:
        values = values.astype(numpy.float32)
        kind = c.FLOAT32
    values = _native(values)
    records, width = values.shape
    _require_some(records, width, what)
    step, stride = values.strides
    start = values.__array_interface__["data"][0]
    columns = [_column(f"x{j + 1}", kind, start + j * stride, step) for j in range(width)]
    _put(session, name, columns, records, values)
    return Source("memory:" + name, "numpy", values, records)


def _require_some(records, width, what):
    if records == 0 or width == 0:  # in the words that scikit-learn expects
        raise Error(f"{what} is empty: 0 {'sample(s)' if records == 0 else 'feature(s)'} (shape=({records}, {width})) while a minimum of 1 is required.")


class _Texts:
    """A column of texts in the form of Arrow: bytes, ends, bits of validity."""

    def __init__(self, values, name, what):
        ends, pieces, valid, at = array.array("q", [0]), [], bytearray((len(values) + 7) // 8), 0
        for i, value in enumerate(values):
            if isinstance(value, str):
                piece = value.encode("utf-8", "surrogatepass")
                pieces.append(piece)
                at += len(piece)
                valid[i // 8] |= 1 << i % 8
            elif not (value is None or value != value or type(value).__name__ == "NAType"):
                raise Error(f"{what}: column {name!r} holds objects such as {value!r}; convert it to numbers with astype(float), or to text with astype(str)")
            ends.append(at)
        self.bytes = ctypes.create_string_buffer(b"".join(pieces) or b"\0")
        self.ends = ends
        self.valid = (ctypes.c_uint8 * max(len(valid), 1)).from_buffer_copy(bytes(valid) or b"\0")

    def column(self, name):
        return _column(name, c.TEXT64, ctypes.addressof(self.bytes), 0, self.ends.buffer_info()[0], ctypes.addressof(self.valid))


def _is_missing(value):
    return value is None or value != value or type(value).__name__ in ("NAType", "NaTType")


def _pandas_column(series, name, what):
    """(column, what it lies in) of a series."""
    import numpy
    dtype = series.dtype
    if isinstance(dtype, numpy.dtype):
        if dtype.kind == "M" or dtype.kind == "m":
            texts = _Texts([None if _is_missing(v) else str(v) for v in series], name, what)
        elif dtype.kind == "O":
            texts = _Texts(list(series), name, what)
        elif dtype.kind == "b":
            values = numpy.ascontiguousarray(series.to_numpy()).view(numpy.uint8)
            return _column(name, c.BOOL, values.__array_interface__["data"][0], 1), values
        else:
            kind = _type_of(dtype, f"{what}, column {name!r}")
            values = _native(series.to_numpy() if kind is not None else series.to_numpy().astype(numpy.float32))
            kind = c.FLOAT32 if kind is None else kind
            return _column(name, kind, values.__array_interface__["data"][0], values.strides[0]), values
        return texts.column(name), texts
    numeric = getattr(dtype, "_is_numeric", False) and not getattr(dtype, "_is_boolean", False)
    if numeric:  # nullable numbers: missing ones are NaN
        whole = getattr(dtype, "kind", "f") in "iu" and not series.isna().any()
        target = numpy.dtype(getattr(dtype, "numpy_dtype", "float64")) if whole else numpy.dtype("float32" if "32" in str(dtype) and getattr(dtype, "kind", "") == "f" else "float64")
        values = series.to_numpy(dtype=target) if whole else series.to_numpy(dtype=target, na_value=numpy.nan)
        return _column(name, _type_of(values.dtype, what), values.__array_interface__["data"][0], values.strides[0]), values
    texts = _Texts([None if _is_missing(v) else v if isinstance(v, str) else str(v) for v in series], name, what)
    return texts.column(name), texts


def _pandas(session, name, table, what):
    if not hasattr(table, "columns"):
        raise Error(f"{what} is a {type(table).__name__}; Reshape your data: pass a data frame, such as to_frame()")
    if getattr(table.columns, "nlevels", 1) > 1:
        raise Error(f"{what} has columns of several levels; give them one name each")
    _require_some(len(table), table.shape[1], what)
    columns, held, labels = [], [], {}
    for j, label in enumerate(table.columns):
        column, memory = _pandas_column(table.iloc[:, j], str(label), what)
        columns.append(column)
        held.append(memory)
        labels[str(label)] = label
    _put(session, name, columns, len(table), (table, held))
    return Source("memory:" + name, "pandas", table, len(table), labels)


def _stream(session, name, table, top):
    shape = getattr(table, "shape", None)
    in_memory = isinstance(shape, tuple) and top != "duckdb"
    if in_memory and len(shape) == 2:
        _require_some(shape[0], shape[1], "the table")
    try:
        capsule = table.__arrow_c_stream__()
    except Exception as error:  # of whatever library
        raise Error(f"the table gives no Arrow stream: {error}") from error
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    session.call("guise_table_stream", name.encode(), get(capsule, b"arrow_array_stream"), c.HOLD if in_memory else c.SPOOL)
    session.held.append(capsule)
    if in_memory:
        session.held.append(table)
    kind = top if top in ("polars", "pyarrow", "duckdb") else "arrow"
    return Source("memory:" + name, kind, table, shape[0] if in_memory else None)


class _Buffer(ctypes.Structure):
    """Py_buffer, up to what is needed of it."""
    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
                ("readonly", ctypes.c_int), ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


def _buffer(session, name, view, what):
    if view.ndim != 2:
        raise Error(f"{what} is a buffer of {view.ndim} dimensions, and a table has two: memoryview(x).cast('B').cast('d', (records, columns))")
    code = view.format.lstrip("@=<") if view.format else "B"
    kind = _FORMATS.get(code)
    if kind is None and code in "bhilq":
        kind = _WHOLE[view.itemsize][0]
    if kind is None and code in "BHILQ":
        kind = _WHOLE[view.itemsize][1]
    if kind is None or (view.format or "").startswith(">"):
        raise Error(f"{what} is a buffer of items {view.format!r}; guise reads numbers of this machine, such as 'd' and 'f'")
    records, width = view.shape
    _require_some(records, width, what)
    held = _Buffer()
    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes, get.restype = [ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int], ctypes.c_int
    get(view, ctypes.byref(held), 0x18)  # PyBUF_STRIDES
    address = held.buf
    release = ctypes.pythonapi.PyBuffer_Release
    release.argtypes, release.restype = [ctypes.POINTER(_Buffer)], None
    release(ctypes.byref(held))  # the view itself keeps the memory
    columns = [_column(f"x{j + 1}", kind, address + j * view.strides[1], view.strides[0]) for j in range(width)]
    _put(session, name, columns, records, view)
    return Source("memory:" + name, "buffer", view, records)
