# SPDX-License-Identifier: Apache-2.0
"""libguise by ctypes: the declarations of guise.h. Loaded when it is first needed, so that importing guise costs little."""
import ctypes
import os
import pathlib
from ctypes import POINTER, Structure, byref, c_char_p, c_int32, c_int64, c_uint8, c_void_p

API_VERSION = 1
FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, TEXT32, TEXT64 = range(13)
HOLD, SPOOL = 0, 1
SUMMARY, FULL = 0, 1
OK, ENVIRONMENT, USAGE, STOPPED, FORKED, FAULT = range(6)

PROGRESS = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int64, c_int64, c_char_p)
WARNING = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)


class Column(Structure):
    _fields_ = [("name", c_char_p), ("type", c_int32), ("data", c_void_p), ("step", c_int64), ("ends", c_void_p), ("valid", c_void_p)]


class Result(Structure):
    _fields_ = [("records", c_int64), ("numbers", c_int64), ("texts", c_int64), ("type", c_int32), ("values", c_void_p),
                ("columns", c_char_p), ("owner", c_void_p)]


class ArrowArrayStream(Structure):
    """Only moved around here; its functions are called by libguise and by other libraries."""
    _fields_ = [("get_schema", c_void_p), ("get_next", c_void_p), ("get_last_error", c_void_p), ("release", c_void_p),
                ("private_data", c_void_p)]


_FUNCTIONS = {  # name: (result, arguments)
    "guise_api_version": (c_int32, []),
    "guise_version": (c_char_p, []),
    "guise_describe": (c_char_p, []),
    "guise_free": (None, [c_void_p]),
    "guise_session_open": (c_int32, [POINTER(c_void_p)]),
    "guise_session_close": (None, [c_void_p]),
    "guise_error": (c_char_p, [c_void_p]),
    "guise_set_threads": (c_int32, [c_void_p, c_int32]),
    "guise_set_progress": (c_int32, [c_void_p, PROGRESS, c_void_p]),
    "guise_set_warning": (c_int32, [c_void_p, WARNING, c_void_p]),
    "guise_cancel": (None, [c_void_p]),
    "guise_table_columns": (c_int32, [c_void_p, c_char_p, POINTER(Column), c_int64, c_int64]),
    "guise_table_stream": (c_int32, [c_void_p, c_char_p, c_void_p, c_int32]),
    "guise_table_place": (c_int32, [c_void_p, c_char_p]),
    "guise_table_flow": (c_int32, [c_void_p, c_char_p, POINTER(ArrowArrayStream)]),
    "guise_table_take": (c_int32, [c_void_p, c_char_p, POINTER(Result)]),
    "guise_result_texts": (c_int32, [POINTER(Result), c_int64, POINTER(c_void_p), POINTER(POINTER(c_int64)), POINTER(POINTER(c_uint8))]),
    "guise_result_release": (None, [POINTER(Result)]),
    "guise_table_export": (c_int32, [c_void_p, c_char_p, POINTER(ArrowArrayStream)]),
    "guise_capsule_free": (None, [c_void_p]),
    "guise_drop": (c_int32, [c_void_p, c_char_p]),
    "guise_text_put": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "guise_text_get": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "guise_run": (c_int32, [c_void_p, c_char_p, c_int32, POINTER(c_void_p)]),
    "guise_audit_summary": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "guise_audit_save": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "guise_theory": (c_int32, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "guise_topics": (c_char_p, []),
    "guise_key_new": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "guise_key_show": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
}

_loaded = None


def _path():
    """GUISE_LIBRARY, the library of the wheel, or that of the system."""
    chosen = os.environ.get("GUISE_LIBRARY")
    if chosen:
        return chosen
    bundled = pathlib.Path(__file__).parent / "lib" / "libguise.so"
    return str(bundled) if bundled.exists() else "libguise.so.0"


def library():
    global _loaded
    if _loaded is None:
        try:
            loaded = ctypes.CDLL(_path())  # local symbols: no clash with another BLAS or OpenMP
        except OSError as error:
            raise ImportError(f"guise: its library cannot be loaded: {error}. Install the wheel again, or name the library by GUISE_LIBRARY") from error
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
        if loaded.guise_api_version() < API_VERSION:
            raise ImportError(f"guise: {_path()} has version {loaded.guise_api_version()} of the C interface, and this package needs {API_VERSION}")
        _loaded = loaded
    return _loaded


def taken(pointer):
    """The text that a function handed over, freed."""
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        library().guise_free(pointer)


__all__ = [name for name in dir() if not name.startswith("_")]
