# SPDX-License-Identifier: Apache-2.0
"""The same table in any form gives the same release, which comes in that form."""
import array
import unittest
import warnings

import numpy
from common import NAMES, InFolder, people

import guise

try:
    import duckdb
    import pandas
    import polars
    import pyarrow
except ImportError as error:  # an environment without them tests the rest
    pandas = polars = pyarrow = duckdb = None
    MISSING = str(error)
MASKS = ["rotate", "noise(snr=2)", "standardize | rotate | noise(sd=0.1)", "bin(width=5)"]


def values_of(table):
    if isinstance(table, guise._results.Table):
        return table.to_numpy()
    return table.to_numpy() if hasattr(table, "to_numpy") else numpy.column_stack([c.to_numpy() for c in table.columns]) if hasattr(table, "columns") else numpy.asarray(table)


class Numbers(InFolder):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("ignore", guise.Warning)
        guise.keys.new("a.key")

    def releases(self, mask, tables):
        return {name: guise.mask(table, mask, key="a.key").table for name, table in tables.items()}

    def test_arrays_in_any_order_of_memory(self):
        x = people()
        tables = {"C": x, "F": numpy.asfortranarray(x), "strided": numpy.repeat(x, 2, axis=0)[::2], "backwards": x[::-1].copy()[::-1],
                  "big-endian": x.astype(">f8"), "list": x.tolist(), "buffer": memoryview(x)}
        for mask in MASKS:
            bits = {name: numpy.asarray(table).tobytes() for name, table in self.releases(mask, tables).items()}
            for name in bits:
                self.assertEqual(bits[name], bits["C"], f"{mask}, {name}")

    def test_a_buffer_needs_no_numpy(self):
        flat = array.array("d", people().ravel())
        view = memoryview(flat).cast("B").cast("d", (600, 3))
        self.assertEqual(numpy.asarray(guise.mask(view, "rotate", key="a.key").table).tobytes(), guise.mask(people(), "rotate", key="a.key").table.tobytes())

    def test_single_precision_stays_single(self):
        x = people().astype(numpy.float32)
        y = guise.mask(x, "rotate", key="a.key").table
        self.assertEqual(y.dtype, numpy.float32)
        numpy.save("x.npy", x)
        guise.mask("x.npy", "rotate", key="a.key", out="y.npy")
        self.assertEqual(y.tobytes(), numpy.load("y.npy").tobytes())
        self.assertEqual(guise.mask(x.astype(numpy.float16), "rotate", key="a.key").table.dtype, numpy.float32)

    def test_whole_numbers(self):
        x = (people() * 8).astype(numpy.int64)
        self.assertEqual(guise.mask(x, "rotate", key="a.key").table.tobytes(), guise.mask(x.astype(float), "rotate", key="a.key").table.tobytes())

    def test_missing_values_as_on_the_command_line(self):
        x = people()
        x[3, 1] = numpy.nan
        with self.assertRaisesRegex(guise.Error, "row 4, column 'x2' is missing") as refused:
            guise.mask(x, "rotate", key="a.key")
        self.assertIn(("missing", "drop"), refused.exception.advice)
        self.assertEqual(guise.mask(x, "rotate", key="a.key", missing="drop").table.shape, (599, 3))
        self.assertTrue(numpy.isfinite(guise.mask(x, "rotate", key="a.key", missing="mean").table).all())

    def test_results_outlive_everything(self):
        y = guise.mask(people(), "rotate", key="a.key").table
        copy = y.copy()
        for _ in range(20):
            guise.mask(numpy.random.default_rng(1).normal(size=(600, 3)), "rotate", key="a.key")
        self.assertTrue((y == copy).all())


@unittest.skipIf(pandas is None, "pandas, polars, pyarrow or duckdb is not installed")
class Frames(InFolder):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("ignore", guise.Warning)
        guise.keys.new("a.key")
        self.frame = pandas.DataFrame(people(), columns=NAMES)

    def test_every_library_gives_the_same_bits_and_its_own_kind(self):
        frame = self.frame
        arrow = pyarrow.Table.from_pandas(frame)
        kinds = {"pandas": frame, "polars": polars.from_arrow(arrow), "pyarrow": arrow, "reader": None,  # read once, so made anew
                 
                 "duckdb": duckdb.sql("SELECT * FROM arrow"), "nullable": frame.astype("Float64"), "arrow types": frame.astype("double[pyarrow]")}
        for mask in MASKS:
            one = guise.mask(frame, mask, key="a.key").table
            for name, table in kinds.items():
                table = arrow.to_reader(max_chunksize=77) if table is None else table
                release = guise.mask(table, mask, key="a.key").table
                self.assertEqual(numpy.ascontiguousarray(values_of(release)).tobytes(), numpy.ascontiguousarray(one.to_numpy()).tobytes(), f"{mask}, {name}")
        self.assertIsInstance(guise.mask(kinds["polars"], "rotate", key="a.key").table, polars.DataFrame)
        self.assertIsInstance(guise.mask(arrow, "rotate", key="a.key").table, pyarrow.Table)

    def test_kept_columns_stay_what_they_are(self):
        frame = self.frame.assign(id=range(600), name=[f"n{i}" if i % 7 else None for i in range(600)], day=pandas.Timestamp("2026-01-31") + pandas.to_timedelta(range(600), unit="h"),
                                  kind=pandas.Categorical(["a", "b", "c"] * 200), flag=[True, False] * 300)
        frame.index = range(1000, 1600)
        kept = ["id", "name", "day", "kind", "flag"]
        release = guise.mask(frame, "bin(width=5)", key="a.key", keep=kept).table
        self.assertEqual(list(release.columns), kept + NAMES)
        pandas.testing.assert_frame_equal(release[kept], frame[kept])
        shuffled = guise.mask(frame, "bin(width=5)", key="a.key", keep=["id", "name", "flag"], shuffle=True).table
        self.assertEqual(sorted(shuffled["id"]), list(range(600)))
        self.assertNotEqual(list(shuffled["id"]), list(range(600)))
        lost = frame.set_index("id").loc[shuffled["id"]]
        self.assertEqual([x if isinstance(x, str) else None for x in lost["name"]], [x if isinstance(x, str) else None for x in shuffled["name"]])

    def test_kept_columns_of_arrow(self):
        table = pyarrow.table({"id": pyarrow.array(range(600)), "s": pyarrow.array([f"ß{i}" if i % 5 else None for i in range(600)]).dictionary_encode(),
                               "d": pyarrow.array([None if i == 3 else i for i in range(600)], pyarrow.timestamp("ms")), **{n: people()[:, j] for j, n in enumerate(NAMES)}})
        release = guise.mask(table, "rotate", key="a.key", keep=["id", "s", "d"]).table
        for name in ("id", "s", "d"):
            self.assertTrue(release.column(name).equals(table.column(name)), name)
        polar = polars.from_arrow(table)
        self.assertTrue(guise.mask(polar, "rotate", key="a.key", keep=["id", "s"]).table.select("id", "s").equals(polar.select("id", "s")))
        cards = {guise.mask(t, "rotate", key="a.key", keep=["id", "s"]).card["kept_digest"] for t in (table, table.to_reader(), polar, table.select(["id", "s", *NAMES]).to_pandas())}
        self.assertEqual(len(cards), 1)

    def test_lists_of_numbers_are_columns(self):
        x = people()
        fixed = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(x.ravel()), 3)
        loose = pyarrow.ListArray.from_arrays(pyarrow.array(range(0, 1801, 3), pyarrow.int32()), pyarrow.array(x.ravel()))
        for lists in (fixed, loose, loose.cast(pyarrow.large_list(pyarrow.float64()))):
            table = pyarrow.table({"v": lists}).slice(100)
            release = guise.mask(table, "rotate", key="a.key").table
            self.assertEqual(release.num_columns, 3)
            plain = pyarrow.table({f"v_{j + 1}": x[100:, j] for j in range(3)})
            self.assertTrue(release.equals(guise.mask(plain, "rotate", key="a.key").table))
        ragged = pyarrow.table({"v": pyarrow.array([[1.0, 2.0], [3.0]])})
        with self.assertRaisesRegex(guise.Error, "lists of 2 and of 1 numbers"):
            guise.mask(ragged, "rotate", key="a.key")

    def test_a_large_stream_is_read_in_pieces(self):
        schema = pyarrow.schema([(n, pyarrow.float64()) for n in NAMES])
        batches = [pyarrow.record_batch([people()[i:i + 50, j] for j in range(3)], schema=schema) for i in range(0, 600, 50)]
        reader = pyarrow.RecordBatchReader.from_batches(schema, iter(batches))
        release = guise.mask(reader, "noise(snr=2)", key="a.key").table
        expected = guise.mask(self.frame, "noise(snr=2)", key="a.key").table.to_numpy()
        self.assertTrue((values_of(release) == expected).all())
        flow = guise.stream(pyarrow.RecordBatchReader.from_batches(schema, iter(batches)), "noise(snr=2)", key="a.key")
        made = pyarrow.RecordBatchReader.from_stream(flow).read_all()
        self.assertTrue((numpy.column_stack([c.to_numpy() for c in made.columns]) == expected).all())
        self.assertEqual(flow.card["digest"], guise.mask(self.frame, "noise(snr=2)", key="a.key").card["digest"])
        with self.assertRaisesRegex(guise.Error, "only once"):
            flow.__arrow_c_stream__()

    def test_streams_that_fail_or_are_given_up(self):
        bad = pyarrow.table({"a": [1.0, None, 3.0], "b": [1.0, 2.0, 3.0]})
        flow = guise.stream(bad, "rotate")
        with self.assertRaisesRegex(Exception, "row 2, column 'a' is missing"):
            pyarrow.RecordBatchReader.from_stream(flow).read_all()
        with self.assertRaisesRegex(guise.Error, "row 2, column 'a' is missing"):
            flow.card
        large = guise.stream(numpy.random.default_rng(1).normal(size=(400_000, 8)), "noise(sd=1)", keep=None)
        reader = pyarrow.RecordBatchReader.from_stream(large)
        self.assertGreater(reader.read_next_batch().num_rows, 0)
        del reader
        with self.assertRaisesRegex(guise.Error, "closed before its end"):
            large.card
        kept = guise.stream(self.frame.assign(id=[f"n{i}" if i % 3 else None for i in range(600)]), "bin(width=5)", keep="id")
        self.assertEqual(pyarrow.table(kept).column("id").null_count, 200)


if __name__ == "__main__":
    unittest.main()
