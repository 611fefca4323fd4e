# SPDX-License-Identifier: Apache-2.0
"""Releases that leave while they are made, for tables larger than memory."""
import json
import threading

from . import _library as c
from ._error import Error
from ._jobs import _add, _checked, _request
from ._results import capsule, new_stream
from ._session import Session


class Stream:
    """A release as an Arrow stream: pyarrow.RecordBatchReader.from_stream(stream), polars, DuckDB and others read it, once. The public card is
    there when the stream has ended."""

    def __init__(self, session, request):
        self._session, self._request, self._thread, self._card = session, request, None, None

    def __arrow_c_stream__(self, requested_schema=None):
        if self._thread is not None:
            raise Error("a stream can be read only once; make a new one")
        stream = new_stream()
        owner = capsule(stream)
        self._session.call("guise_table_flow", b"release", stream)
        session, request = self._session, json.dumps(self._request).encode()

        def work():
            try:
                self._card = json.loads(session.text("guise_run", request, c.FULL))
            except BaseException as error:  # whoever reads the stream gets the words; card raises it
                self._card = error

        self._thread = threading.Thread(target=work, name="guise", daemon=True)
        self._thread.start()
        return owner

    @property
    def card(self):
        if self._thread is None:
            raise Error("the stream was not read yet; its card is there at its end")
        self._thread.join()
        if isinstance(self._card, BaseException):
            raise self._card
        return self._card


def stream(table=None, mask=None, *, threads=None, **settings):
    """A masked release as an Arrow stream, made while it is read: neither table nor release need fit into memory. Arguments are those of mask."""
    if mask is None:
        raise Error("no mask: name its steps, such as 'rotate | noise(snr=2)'")
    fields = _checked("mask", settings, {"input", "mask", "out"})
    if "key" not in fields:
        fields.setdefault("forget_key", True)
    session = Session(threads)
    source = None if table is None else _add(session, "table", table)
    return Stream(session, _request("mask", input=source and source.path, mask=mask, out="memory:release", **fields))
