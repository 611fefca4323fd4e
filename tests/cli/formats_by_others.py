#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Formats that others write, as others read them: formats_by_others.py GUISE. Workbooks by openpyxl and pandas, Stata and SAS by
pandas, SPSS by R's foreign, SQLite by Python's module, PostgreSQL by psql and a server that this test starts, .npz by NumPy."""
import csv
import datetime
import io
import json
import math
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

import numpy
import openpyxl
import pandas

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import statistics_files as files  # noqa: E402

GUISE = str(pathlib.Path(sys.argv[1]).resolve())
N = 60
RNG = numpy.random.default_rng(5)
failures = []


def check(what, holds, found=""):
    if not holds:
        failures.append(f"{what}: {found}")


def run(*words, ok=True, **more):
    done = subprocess.run([GUISE, *words], capture_output=True, text=True, **more)
    if ok and done.returncode != 0:
        raise SystemExit(f"guise {' '.join(words)}: {done.stderr}")
    return done


def as_read(path, *words, **more):
    """All columns of a table as guise reads them: one is masked and forgotten, the others are kept."""
    table = json.loads(run("inspect", path, *words, "--json", **more).stdout)
    names = [column["name"] for column in table["columns"]]
    spare = next(name for name in names if name.startswith("spare"))
    keep = ",".join('"' + name.replace('"', '""') + '"' for name in names if name != spare)
    text = run("mask", path, *words, "-o", "-", "--mask", "round(width=1)", "--columns", spare, "--keep", keep, "--missing", "drop",
               "--forget-key", "--quiet", **more).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    return {column["name"]: column["sql_type"] for column in table["columns"]}, rows


def same(what, rows, name, values):
    """Texts and numbers exactly; what others call missing is empty."""
    found = [row[name] for row in rows]
    wanted = []
    for value in values:
        missing = value is None or value is pandas.NaT or (isinstance(value, float) and math.isnan(value))
        wanted.append("" if missing else value)
    right = len(found) == len(wanted) and all(
        a == "" if b == "" else (float(a) == b if isinstance(b, (int, float, numpy.number)) else a == str(b)) for a, b in zip(found, wanted))
    check(f"{what}, column {name}", right, f"{found[:6]} is not {wanted[:6]}")


NUMBERS = [round(float(x), 6) for x in RNG.normal(50, 20, N)]
GAPS = [None if i % 7 == 3 else x for i, x in enumerate(NUMBERS)]
WHOLE = [int(x) for x in RNG.integers(18, 90, N)]
WORDS = [["north", "süd, tief", 'the "east"'][i % 3] for i in range(N)]
DAYS = [datetime.date(1899 + 2 * i, 1 + i % 12, 1 + i % 28) for i in range(N)]
TIMES = [datetime.datetime(2020, 1, 1) + datetime.timedelta(minutes=37 * i) for i in range(N)]


def workbook():
    book = openpyxl.Workbook()
    book.active.title = "cover"
    book.active.append(["spare", "only"])
    book.active.append([1, 2])
    sheet = book.create_sheet("data & more")
    sheet.append(["spare", "x", "age", "town", "day", "at", "ill"])
    for i in range(N):
        sheet.append([i, GAPS[i], WHOLE[i], WORDS[i], DAYS[max(i, 1)], TIMES[i], i % 2 == 0])
    book.save("book.xlsx")
    types, rows = as_read("book.xlsx", "--table", "data & more")
    other = pandas.read_excel("book.xlsx", sheet_name="data & more")
    check("xlsx types", types == {"spare": "BIGINT", "x": "DOUBLE", "age": "BIGINT", "town": "VARCHAR", "day": "DATE", "at": "TIMESTAMP",
                                  "ill": "BOOLEAN"}, types)
    same("xlsx", rows, "x", list(other["x"]))
    same("xlsx", rows, "age", [int(a) for a in other["age"]])
    same("xlsx", rows, "town", list(other["town"]))
    same("xlsx", rows, "day", [str(d)[:10] for d in other["day"]])
    same("xlsx", rows, "at", [str(t.round("s")).removesuffix(" 00:00:00") for t in other["at"]])
    same("xlsx", rows, "ill", [str(bool(b)).lower() for b in other["ill"]])
    first = run("inspect", "book.xlsx")
    check("xlsx, first sheet", "only" in first.stdout and "guise reads the first, 'cover'" in first.stderr, first.stderr)
    check("xlsx, file:sheet", "town" in run("inspect", "book.xlsx:data & more").stdout)


def stata():
    frame = pandas.DataFrame({"spare": range(N), "x": GAPS, "age": numpy.array(WHOLE, dtype="int16"),
                              "town": pandas.Categorical(["ab"[i % 2] for i in range(N)]), "name": [f"p{i}" for i in range(N)],
                              "day": pandas.to_datetime([d for d in TIMES]).normalize(), "at": pandas.to_datetime(TIMES)})
    frame.to_stata("t.dta", write_index=False, convert_dates={"day": "td", "at": "tc"}, version=118)
    other = pandas.read_stata("t.dta")
    types, rows = as_read("t.dta")
    check("dta types", (types["age"], types["town"], types["day"], types["at"]) == ("BIGINT", "VARCHAR", "DATE", "TIMESTAMP"), types)
    for name in ("x", "age", "town", "name"):
        same("dta", rows, name, list(other[name]))
    same("dta", rows, "day", [str(d)[:10] for d in other["day"]])
    same("dta", rows, "at", [str(t) for t in other["at"]])
    files.write("tagged.dta", "dta", [files.Variable("spare", list(range(N))),
                                      files.Variable("income", [".b" if i % 5 == 0 else x for i, x in enumerate(NUMBERS)])])
    rows = as_read("tagged.dta")[1]
    same("dta with missing codes", rows, "income", list(pandas.read_stata("tagged.dta")["income"]))
    check("missing codes are said", "missing code are read as missing: income (12)" in run("inspect", "tagged.dta").stderr)


def spss():
    files.write("t.sav", "sav", [
        files.Variable("spare", [float(i) for i in range(N)]), files.Variable("x", GAPS),
        files.Variable("sex", [float(1 + i % 2) for i in range(N)], labels={1.0: "woman", 2.0: "man"}),
        files.Variable("age", [99.0 if i % 10 == 0 else float(w) for i, w in enumerate(WHOLE)], labels={99.0: "refused"}, missing=(99.0,)),
        files.Variable("town", [w[:12] for w in WORDS], files.STRING)])
    subprocess.run(["Rscript", "-e", "library(foreign); t <- read.spss('t.sav', to.data.frame=TRUE, use.value.labels=TRUE, "
                    "max.value.labels=2, reencode='UTF-8'); t$town <- trimws(t$town); write.csv(t, 'spss.csv', row.names=FALSE, na='')"],
                   check=True, capture_output=True)
    other = pandas.read_csv("spss.csv")
    types, rows = as_read("t.sav")
    check("sav types", (types["sex"], types["age"], types["x"]) == ("VARCHAR", "BIGINT", "DOUBLE"), types)
    for name in ("x", "sex", "age", "town"):
        same("sav", rows, name, list(other[name]))
    check("sav, 99 is missing", sum(row["age"] == "" for row in rows) == 6)
    check("labels are said", "every value of sex has a label" in run("inspect", "t.sav").stderr)


def sas():
    first = datetime.date(2020, 1, 1)
    days = [float((first - datetime.date(1960, 1, 1)).days + i) for i in range(N)]
    spare, x = files.Variable("spare", [float(i) for i in range(N)]), files.Variable("x", GAPS)
    day, town = files.Variable("day", days, form="DATE9"), files.Variable("town", [w[:3] for w in WORDS], files.STRING)
    files.write("t.xpt", "xport", [spare, x, day, town])
    subprocess.run(["Rscript", "-e", "library(foreign); t <- read.xport('t.xpt'); t$day <- as.Date(t$day, origin='1960-01-01'); "
                    "write.csv(t, 'sas.csv', row.names=FALSE, na='')"], check=True, capture_output=True)
    other = pandas.read_csv("sas.csv")
    types, rows = as_read("t.xpt")
    check("xpt types", types["day"] == "DATE", types)
    for name in ("x", "day", "town"):
        same("xpt", rows, name, list(other[name]))
    # pandas finds the values of libreadstat's .sas7bdat files and loses all names but the first: two columns at a time.
    for variable in (x, town):
        files.write("t.sas7bdat", "sas7bdat", [spare, variable])
        other = pandas.read_sas("t.sas7bdat", encoding="utf-8")
        same("sas7bdat", as_read("t.sas7bdat")[1], variable.name, list(other.iloc[:, 1]))


def sqlite():
    base = sqlite3.connect("t.sqlite")
    base.execute('CREATE TABLE "the people" (spare INTEGER, x REAL, age, town TEXT, big INTEGER, day TEXT)')
    base.executemany('INSERT INTO "the people" VALUES (?, ?, ?, ?, ?, ?)',
                     [(i, GAPS[i], WHOLE[i], WORDS[i], 2**60 + i, str(DAYS[i])) for i in range(N)])
    base.execute("CREATE TABLE other (spare, y)")
    base.execute("INSERT INTO other VALUES (1, 2)")
    base.commit()
    types, rows = as_read("t.sqlite", "--table", "the people")
    check("sqlite types", types == {"spare": "BIGINT", "x": "DOUBLE", "age": "BIGINT", "town": "VARCHAR", "big": "BIGINT", "day": "DATE"}, types)
    for at, name in enumerate(("x", "age", "town")):
        same("sqlite", rows, name, [row[at] for row in base.execute('SELECT x, age, town FROM "the people"')])
    check("sqlite, exact integers", [row["big"] for row in rows] == [str(2**60 + i) for i in range(N)])
    few = as_read("t.sqlite", "--sql", 'SELECT spare, x FROM "the people" WHERE age > 50')[1]
    check("sqlite, query", len(few) == sum(w > 50 for w in WHOLE))
    for words, part in ((("t.sqlite",), "holds 2 tables: the people and other"), (("t.sqlite", "--table", "x"), "no table 'x'"),
                        (("t.sqlite", "--sql", "DELETE FROM other"), "a query is one SELECT")):
        done = run("inspect", *words, ok=False)
        check(f"refusal of {words}", done.returncode == 2 and part in done.stderr, done.stderr)


def arrays():
    half = RNG.normal(0, 3, (40, 3)).astype(numpy.float16)
    numpy.savez_compressed("t.npz", a=half.astype(numpy.float64), b=half)
    numpy.save("half.npy", half)
    bits = (RNG.normal(0, 3, (40, 3)).astype(numpy.float32).view(numpy.uint32) >> 16).astype(numpy.uint16)
    numpy.save("brain.npy", bits.view("V2"))
    brain = (bits.astype(numpy.uint32) << 16).view(numpy.float32)
    for name, words, wanted in (("t.npz", ("--table", "b"), half), ("t.npz:a", (), half), ("half.npy", (), half), ("brain.npy", (), brain)):
        columns = json.loads(run("inspect", name, *words, "--json").stdout)["columns"]
        right = all(numpy.isclose(c["mean"], wanted[:, j].astype(float).mean(), rtol=1e-12) and c["least"] == float(wanted[:, j].min())
                    for j, c in enumerate(columns))
        check(name, right and len(columns) == 3, columns)
    check("npz without a name", "holds 2 arrays: a and b" in run("inspect", "t.npz", ok=False).stderr)


def texts():
    """The same table in other encodings, and with decimal commas."""
    rows = [["spare", "größe", "ort"]] + [[str(i), str(NUMBERS[i]), ["Köln", "Łódź", "Århus"][i % 3]] for i in range(N)]
    plain = "".join(",".join(row) + "\r\n" for row in rows)
    latin = plain.replace("Łódź", "Aarhus")
    euro = latin.replace("Köln", "Köln €")
    commas = "".join(";".join(field.replace(".", ",") for field in row) + "\n" for row in rows)
    thousands = "spare;x\n" + "".join(f"{i};{1000 + i}.{i:03}\n".replace(f"{1000 + i}.", f"1.{i:03},") for i in range(N))
    for name, text, encoding, said in (("utf16", plain, "utf-16", "as UTF-16"), ("big", "\ufeff" + plain, "utf-16-be", "as UTF-16"),
                                       ("latin", latin, "latin-1", "as Latin-1"), ("windows", euro, "cp1252", "as Windows-1252"),
                                       ("commas", commas, "utf-8", "größe have decimal commas")):
        pathlib.Path(f"{name}.csv").write_bytes(text.encode(encoding))
        found = as_read(f"{name}.csv")[1]
        words = [row.split(",")[2] for row in (latin if name == "latin" else euro if name == "windows" else plain).split("\r\n")[1:-1]]
        same(name, found, "größe", NUMBERS)
        same(name, found, "ort", words)
        check(f"{name} is said", said in run("inspect", f"{name}.csv").stderr, run("inspect", f"{name}.csv").stderr)
    pathlib.Path("thousands.csv").write_text(thousands)
    other = pandas.read_csv("thousands.csv", sep=";", decimal=",", thousands=".")
    same("thousands", as_read("thousands.csv")[1], "x", list(other["x"]))


def postgres():
    """A server of the test's own, without a network."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="guise_pg_"))
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    as_user = []
    if os.geteuid() == 0:
        as_user = ["runuser", "-u", "postgres", "--"]
        subprocess.run(["chown", "postgres", folder], check=True)
    (folder / "password").write_text("so secret\n")
    os.chmod(folder / "password", 0o644)
    command = lambda *words: subprocess.run([*as_user, *map(str, words)], check=True, capture_output=True, cwd="/")  # noqa: E731
    command(programs / "initdb", "-D", folder / "data", "-U", "owner", "-A", "scram-sha-256", "--pwfile", folder / "password", "-N", "-E", "UTF8",
            "--locale=C.UTF-8")
    command(programs / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o",
            f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off -c shared_buffers=1MB", "start")
    try:
        environment = {**os.environ, "PGPASSWORD": "so secret"}
        address = f"postgres://owner@/postgres?host={folder}"
        psql = lambda sql: subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-h", str(folder), "-U", "owner", "postgres", "-c", sql],  # noqa: E731
                                          check=True, capture_output=True, text=True, env=environment).stdout
        psql("CREATE SCHEMA ward; CREATE TABLE ward.people (spare int, x float8, age smallint, pay numeric(12, 2), town text, day date, ill boolean, "
             f"big bigint); INSERT INTO ward.people SELECT i, CASE WHEN i % 7 <> 3 THEN sin(i) END, 20 + i % 50, i * 1.25, 'süd, ' || i, "
             f"date '2020-01-01' + i, i % 2 = 0, 1152921504606846976 + i FROM generate_series(1, {N}) i")
        types, rows = as_read(address, "--table", "ward.people", env=environment)
        check("postgres types", types == {"spare": "INTEGER", "x": "DOUBLE", "age": "SMALLINT", "pay": "DOUBLE", "town": "VARCHAR", "day": "DATE",
                                          "ill": "BOOLEAN", "big": "BIGINT"}, types)
        other = [line.split("\t") for line in psql("SELECT x, age, town, day, big FROM ward.people").splitlines()]
        same("postgres", rows, "x", [float(row[0]) if row[0] else None for row in other])
        same("postgres", rows, "age", [int(row[1]) for row in other])
        for at, name in ((2, "town"), (3, "day"), (4, "big")):
            check(f"postgres, {name}", [row[name] for row in rows] == [row[at] for row in other], rows[:3])
        few = as_read(address, "--sql", "SELECT spare, age FROM ward.people WHERE age > 40 ORDER BY spare;", env=environment)[1]
        check("postgres, query", len(few) == int(psql("SELECT count(*) FROM ward.people WHERE age > 40")))
        check("postgres, whole name", run("inspect", address + "#ward.people", env=environment).stdout.count("town") > 0)
        for words, part in (((address, "--sql", "DELETE FROM ward.people"), "read-only transaction"),
                            ((address, "--sql", "SELECT 1; SELECT 2"), "multiple commands"), ((address,), "holds many tables"),
                            ((address, "--table", "nobody"), "does not exist")):
            done = run("inspect", *words, ok=False, env=environment)
            check(f"refusal of {words[1:]}", done.returncode == 2 and part in done.stderr and done.stderr.count("\n") <= 4, done.stderr)
        done = run("inspect", address, "--table", "ward.people", ok=False, env={**os.environ, "PGPASSWORD": "wrong"})
        check("wrong password", done.returncode == 1 and "cannot be reached" in done.stderr and "wrong" not in done.stderr, done.stderr)
    finally:
        command(programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
        subprocess.run(["rm", "-rf", folder], check=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for each in (workbook, stata, spss, sas, sqlite, arrays, texts, postgres):
            if len(sys.argv) < 3 or each.__name__ in sys.argv[2:]:
                each()
        os.chdir("/")
    if failures:
        raise SystemExit("\n".join(failures))


main()
