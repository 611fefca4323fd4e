# SPDX-License-Identifier: Apache-2.0
"""A session of libguise: tables by name, jobs that can be interrupted, results."""
import ctypes
import json
import threading
import warnings
import weakref

from . import _library as c
from ._error import Error, Warning, in_python

_progress = True


def progress(show):
    """Whether long jobs show a bar (they do where tqdm is installed and somebody can see it)."""
    global _progress
    _progress = bool(show)


class _Bar:
    """tqdm where it is there; silent else."""

    def __init__(self):
        self.bar, self.stage = None, None

    def __call__(self, _context, stage, done, total, unit):
        try:
            if stage != self.stage:
                self.close()
                from tqdm.auto import tqdm
                self.bar = tqdm(desc=stage.decode(), total=total or None, unit=" " + unit.decode(), delay=1, leave=False, disable=None)
                self.stage = stage
            self.bar.update(done - self.bar.n)
        except Exception:  # a bar that cannot be shown must not stop the work
            pass

    def close(self):
        if self.bar is not None:
            self.bar.close()
            self.bar = None


def _has_tqdm():
    if not _progress:
        return False
    try:
        import tqdm  # noqa: F401
        return True
    except ImportError:
        return False


class Session:
    def __init__(self, threads=None):
        library = c.library()
        handle = ctypes.c_void_p()
        if library.guise_session_open(ctypes.byref(handle)) != c.OK:
            raise Error.from_json(json.loads(library.guise_error(None)))
        self._handle = handle
        self.held = []  # memory that tables lie in
        self._close = weakref.finalize(self, library.guise_session_close, handle)
        if threads is not None:
            if not isinstance(threads, int):
                raise Error(f"threads takes a whole number, got {threads!r}")
            self.call("guise_set_threads", threads)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._close()
        self.held = []

    def call(self, name, *arguments):
        library = c.library()
        if not self._close.alive:
            raise Error("the session is closed")
        status = getattr(library, name)(self._handle, *arguments)
        if status != c.OK:
            if not self._close.alive:  # the interpreter ends while a job runs
                raise KeyboardInterrupt("the session was closed")
            document = json.loads(library.guise_error(self._handle).decode())
            if status == c.STOPPED:
                raise KeyboardInterrupt(document["sentence"])
            raise Error.from_json(document)

    def text(self, name, *arguments):
        """Of a function that hands over a text."""
        out = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(out))
        return c.taken(out.value)

    def run(self, request):
        """Does a job, in a thread of its own where an interrupt from the keyboard should stop it."""
        document = json.dumps(request).encode()
        told = []
        warning = c.WARNING(lambda _context, sentence: told.append(in_python(sentence.decode())))
        bar = _Bar() if _has_tqdm() else None
        shown = c.PROGRESS(bar) if bar else c.PROGRESS()
        self.call("guise_set_warning", warning, None)
        self.call("guise_set_progress", shown, None)
        try:
            return json.loads(self._interruptible(lambda: self.text("guise_run", document, c.FULL)))
        finally:
            if bar:
                bar.close()
            self.call("guise_set_warning", c.WARNING(), None)
            self.call("guise_set_progress", c.PROGRESS(), None)
            for sentence in dict.fromkeys(told):
                warnings.warn(sentence, Warning, stacklevel=5)

    def _interruptible(self, work):
        if threading.current_thread() is not threading.main_thread():
            return work()
        outcome = {}

        def target():
            try:
                outcome["result"] = work()
            except BaseException as error:  # passed on to the caller
                outcome["error"] = error

        thread = threading.Thread(target=target, name="guise", daemon=True)
        thread.start()
        try:
            thread.join()
        except BaseException:
            c.library().guise_cancel(self._handle)
            thread.join()
            raise
        if "error" in outcome:
            raise outcome["error"].with_traceback(None) if isinstance(outcome["error"], Error) else outcome["error"]
        return outcome["result"]

    def put_text(self, name, text):
        self.call("guise_text_put", name.encode(), text.encode())

    def get_text(self, name):
        return self.text("guise_text_get", name.encode())

    def place(self, name):
        self.call("guise_table_place", name.encode())
        return "memory:" + name


