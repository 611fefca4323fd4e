# SPDX-License-Identifier: Apache-2.0
"""Bad input gives an exception with a sentence: never a crash, never a release."""
import ctypes
import os
import pickle
import subprocess
import sys
import threading
import time
import unittest

import numpy
from common import InFolder, people

import guise

try:
    import pandas
    import pyarrow
except ImportError:
    pandas = pyarrow = None


class BadInput(InFolder):
    def refused(self, words, *arguments, job=guise.mask, **settings):
        with self.assertRaisesRegex(guise.Error, words) as caught:
            job(*arguments, **settings)
        sentence = str(caught.exception)
        self.assertNotIn("‘", sentence)
        self.assertNotIn("--", sentence)
        self.assertNotIn("/dev/shm", sentence)
        self.assertIsInstance(caught.exception, ValueError)
        return caught.exception

    def test_tables_that_are_none(self):
        x = people()
        for words, table in {"1 dimensions": x[:, 0], "3 dimensions": x[None], "0 sample": x[:0], "0 feature": x[:, :0], "Python objects": x.astype(object), "text": x.astype(str),
                             "Complex": x.astype(complex), "truth values": x > 100, "dates": x.astype("M8[D]"), "structured": numpy.zeros(3, "f8,f8"), "masked array": numpy.ma.masked_array(x),
                             "of type int": 5, "of type dict": {"a": [1]}, "no table of numbers": [["a", "b"]], "no table of number": [[1, 2], [3]], "buffer of 1": b"abc",
                             "no table": None, "does not exist|no such|cannot be": "nowhere.csv", "extension|no file|exist": "nowhere"}.items():
            with self.subTest(words):
                self.refused(words, table, "rotate")

    def test_values_that_are_none(self):
        x = people()
        x[2, 2] = numpy.inf
        self.refused("row 3, column 'x3' is infinite", x, "rotate")
        x[2, 2] = numpy.nan
        self.refused("row 3, column 'x3' is missing", x, "rotate")

    @unittest.skipIf(pandas is None, "pandas or pyarrow is not installed")
    def test_frames(self):
        frame = pandas.DataFrame({"a": range(20), "b": numpy.arange(20.0)})
        self.refused("is text|text", frame.assign(c=[str(i) for i in range(20)]), "rotate", columns=["a", "c"])
        self.refused("no numeric column|no column to mask", frame.astype(str), "rotate")
        self.refused("objects such as", frame.assign(c=[[1]] * 20), "rotate")
        self.refused("objects such as", frame.assign(c=pandas.Series(range(20), dtype=object)), "rotate")
        self.refused("text|categor", frame.assign(c=pandas.Categorical(["x", "y"] * 10)), "rotate", columns="c")
        self.refused("text|date", frame.assign(c=pandas.Timestamp("2026-01-01")), "rotate", columns="c")
        self.refused("two columns named 'a'", pandas.DataFrame(numpy.ones((3, 2)), columns=["a", "a"]), "rotate")
        self.refused("0 sample", frame[:0], "rotate")
        self.refused("several levels", pandas.DataFrame(numpy.ones((3, 2)), columns=pandas.MultiIndex.from_tuples([("a", "b"), ("a", "c")])), "rotate")
        self.refused("did you mean 'a'", frame, "rotate", columns=["aa"])
        self.refused("pass a data frame", frame["a"], "rotate")
        self.refused("cannot be kept", pyarrow.table({"a": [1.0, 2.0], "t": pyarrow.array([1, 2], pyarrow.time32("s"))}), "rotate", keep="t")
        self.refused("is missing", pyarrow.table({"a": [1.0, None], "b": [1.0, 2.0]}), "rotate")

    @unittest.skipIf(pandas is None, "pandas or pyarrow is not installed")
    def test_streams(self):
        reader = pyarrow.table({"a": [1.0, 2.0], "b": [2.0, 1.0]}).to_reader()
        guise.mask(reader, "rotate")
        self.refused("stream", reader, "rotate")  # a closed one

        def failing():
            yield pyarrow.record_batch({"a": [1.0]})
            raise OSError("the disk is gone")
        self.refused("the disk is gone", pyarrow.RecordBatchReader.from_batches(pyarrow.schema([("a", pyarrow.float64())]), failing()), "rotate")

    def test_settings(self):
        x = people()
        self.refused("did you mean 'rotate'", x, "rotat")
        self.refused("no mask", x)
        self.refused("never the key itself", x, "rotate", key="ab" * 32)
        self.refused("never the key itself", x, "rotate", key=b"secret")
        self.refused("is not|cannot|missing|no such|exist", x, "rotate", key="nowhere.key")
        self.refused("missing", x, "rotate", missing="dropp")
        self.refused("text", x, "rotate", budget=5)
        with self.assertRaisesRegex(TypeError, "did you mean 'columns'"):
            guise.mask(x, "rotate", column="a")
        self.refused("no attack|did you mean", x, "bayess", job=guise.attack, card=False)
        self.refused("no card|card", x, "bayes", job=guise.attack)
        self.refused("has no limits|no limits", job=guise.audit(x, masks="rotate", brief=True, seed=1, effort="quick", keys=1).fail_above)

    def test_limits(self):
        found = guise.audit(people(), masks="noise(snr=50)", brief=True, seed=1, effort="quick", keys=1, fail_above=["gets=0.01"])
        with self.assertRaises(guise.LimitError):
            found.fail_above()

    def test_nothing_is_left_behind(self):
        before = [name for name in os.listdir("/dev/shm") if name.startswith("guise-")] if os.path.isdir("/dev/shm") else []
        for _ in range(3):
            guise.mask(people(), "rotate")
            with self.assertRaises(guise.Error):
                guise.mask(people(), "rotat")
        after = [name for name in os.listdir("/dev/shm") if name.startswith("guise-")] if os.path.isdir("/dev/shm") else []
        self.assertLessEqual(len(after), len(before))

    def test_threads_at_once(self):
        guise.keys.new("a.key")
        expected = guise.mask(people(), "rotate", key="a.key").table
        outcomes = []

        def work():
            try:
                outcomes.append((guise.mask(people(), "standardize | rotate").table.shape, guise.inspect(people())["records"]))
            except BaseException as error:
                outcomes.append(error)
        threads = [threading.Thread(target=work) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(outcomes, [((600, 3), 600)] * 8)
        mask = guise.Mask("rotate", key="a.key").fit(people())
        self.assertTrue((mask.transform(people()) == expected).all())

    def test_an_interrupt_stops(self):
        """From the keyboard, at several moments: within seconds, and nothing is written."""
        x = numpy.random.default_rng(1).normal(size=(20_000, 12))
        for delay in (0.05, 0.3, 1.0):
            timer = threading.Timer(delay, lambda: os.kill(os.getpid(), 2))
            start = time.monotonic()
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                guise.audit(x, masks=["noise(snr=2)", "rotate"], seed=1, effort="full", out="report")
            self.assertLess(time.monotonic() - start, delay + 10)  # on a busy machine
            self.assertFalse(os.path.exists("report/audit.json"))
        self.assertEqual(guise.inspect(people())["records"], 600)

    def test_a_fork_after_work_is_refused(self):
        guise.inspect(people())
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                guise.inspect(people())
                os.write(write, b"worked")
            except BaseException as error:
                os.write(write, str(error).encode())
            os._exit(0)
        os.waitpid(child, 0)
        os.close(write)
        self.assertIn("spawn", os.read(read, 1000).decode())

    @unittest.skipIf(pandas is None, "pandas or pyarrow is not installed")
    def test_an_interpreter_may_end_while_a_job_runs(self):
        """With a stream that nobody reads to its end, and with one whose reader has just got the last batch."""
        for reading in ("reader.read_next_batch()", "[batch for batch in reader]"):
            code = f"import guise, numpy, pyarrow\nreader = pyarrow.RecordBatchReader.from_stream(guise.stream(numpy.ones((300_000, 4)), 'noise(sd=1)'))\n{reading}"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), reading)

    def test_a_key_in_memory_is_never_pickled(self):
        mask = guise.Mask("rotate").fit(people())
        with self.assertRaisesRegex(guise.Error, "never written"):
            pickle.dumps(mask)
        guise.keys.new("a.key")
        mask = guise.Mask("rotate", key="a.key").fit(people())
        again = pickle.loads(pickle.dumps(mask))
        self.assertTrue((again.transform(people()) == mask.transform(people())).all())
        self.assertEqual(os.stat("a.key").st_mode & 0o777, 0o600)
        with self.assertRaises(guise.Error):
            guise.keys.new("a.key")

    def test_sessions_of_many_processes_keep_their_folders(self):
        # One takes another's new folder for a leftover in the moment before it is locked.
        script = "import guise._session as s\nfor i in range(800):\n    with s.Session(): pass"
        runs = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(4)]
        self.assertEqual([run.wait() for run in runs], [0] * 4)

    def test_columns_of_rubbish_from_c(self):
        from guise import _library as c
        with guise._session.Session() as session:
            bad = (c.Column * 1)(c.Column(b"a", 99, 0, 8, None, None))
            with self.assertRaisesRegex(guise.Error, "which is none"):
                session.call("guise_table_columns", b"t", bad, 1, 5)
            bad[0].type = c.FLOAT64
            with self.assertRaisesRegex(guise.Error, "has no data"):
                session.call("guise_table_columns", b"t", bad, 1, 5)
            with self.assertRaises(guise.Error):
                session.call("guise_table_columns", b"../t", bad, 1, 0)
            with self.assertRaisesRegex(guise.Error, "is NULL"):
                session.call("guise_run", None, 1, ctypes.byref(ctypes.c_void_p()))


if __name__ == "__main__":
    unittest.main()
