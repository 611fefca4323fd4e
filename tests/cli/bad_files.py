#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A corpus of bad files, generated: bad_files.py GUISE [SECTION]. Each row is a file, a command that reads it, and the exit code and a
part of the sentence that guise answers with. Whatever the file claims, guise takes less than MEMORY and SECONDS, says one line of
printable text, leaves nothing beside the file, and never calls its own code wrong. A new kind of file is a function like tables()."""
import gzip
import io
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import zipfile

MEMORY = 3 << 30  # bytes of address space; a sentence takes some hundred megabytes of it, mostly of libraries
SECONDS = 60
MASK = ["-o", "out.csv", "--mask", "noise(sd=1)", "--forget-key"]


def npy(shape, content=b"", kind="<f8", version=1):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header + content


def sparse(start, size):
    """A file that claims much and takes nothing of the disk."""
    return lambda path: (path.write_bytes(start), os.truncate(path, size))


def pipe(path):
    os.mkfifo(path)


def wide(columns):
    return ",".join(f"c{i}" for i in range(columns)) + "\n" + 2 * (",".join("1" for _ in range(columns)) + "\n")


def tables():
    two = struct.pack("<dd", 1, 2)
    for shape in ("(1, 2305843009213693952)", "(2305843009213693952, 1)", "(4294967296, 4294967296)", "(3, 1)"):
        yield "t.npy", npy(shape, two), ["inspect", "t.npy"], 2, "t.npy is cut off"
    for shape in ("(-1, 8)", "(9223372036854775808, 1)", "(1e3, 2)", "(2, 1", "[2]"):
        yield "t.npy", npy(shape, two), ["inspect", "t.npy"], 2, "gives no shape that a table can have"
    yield "t.npy", npy("(0, 2)"), ["inspect", "t.npy"], 2, "has no records"
    yield "t.npy", npy("(1, 1, 2)", two), ["inspect", "t.npy"], 2, "3 dimensions"
    yield "t.npy", npy("(1, 2)", two, kind=">f8"), ["inspect", "t.npy"], 2, "elements of type '>f8'"
    yield "t.npy", npy("(1, 2)", two, kind="\x1b[31m"), ["inspect", "t.npy"], 2, "elements of type '\\x1b[31m'"
    yield "t.npy", sparse(b"\x93NUMPY\x02\x00\xff\xff\xff\xff", 1 << 33), ["inspect", "t.npy"], 2, "header claims 4294967295 bytes"
    yield "t.npy", sparse(npy("(1, 1000000000)", kind="|u1"), 1 << 31), ["inspect", "t.npy"], 2, "claims 1000000000 columns"
    yield "t.npy", b"\x93NUMPY", ["inspect", "t.npy"], 2, "is not a .npy file"
    yield "t.fvecs", struct.pack("<i", 2**31 - 1) + bytes(8), ["inspect", "t.fvecs"], 2, "is not a .fvecs file"
    yield "t.fvecs", sparse(struct.pack("<i", 2**31 - 1), 1 << 33), ["inspect", "t.fvecs"], 2, "claims 2147483647 columns"
    yield "t.fvecs", struct.pack("<i", -1) + bytes(8), ["inspect", "t.fvecs"], 2, "is not a .fvecs file"
    for deep in ("[" * 20_000 + "]" * 20_000, '{"a":' * 5_000 + "1" + "}" * 5_000, "[" * 3_000_000):
        yield "t.json", deep.encode(), ["inspect", "t.json"], 2, "t.json is nested more than 64 levels deep"
    yield "t.json", b'[{"a": 1}, {"a": 2', ["inspect", "t.json"], 2, "t.json: "
    yield "t.jsonl", b'{"v": [' + b"0," * 1_000_000 + b"0]}\n", ["inspect", "t.jsonl"], 2, "claims 1000001 columns"
    yield "t.parquet", b"PAR1" + bytes(100) + b"PAR1", ["inspect", "t.parquet"], None, "t.parquet: "
    yield "t.parquet", b"{}", ["inspect", "t.parquet"], 2, "does not begin with PAR1"
    yield "t.duckdb", bytes(20_000), ["inspect", "t.duckdb"], None, "t.duckdb: "
    yield "t.csv.gz", gzip.compress(b"a,b\n1,2\n3,4\n")[:20], ["inspect", "t.csv.gz"], None, "t.csv.gz"
    yield "t.csv", bytes(100), ["inspect", "t.csv"], 2, "holds binary data"
    yield "t.csv", b"\n" * 3_000_000, ["inspect", "t.csv"], 2, "t.csv"
    yield "t.csv", wide(30_000).encode(), ["inspect", "t.csv"], 2, "has about 30000 columns, and guise reads at most 20000 from CSV"
    for ending in (".csv", ".parquet", ".json", ".npy", ".fvecs", ".duckdb"):
        yield f"t{ending}", pipe, ["inspect", f"t{ending}"], 2, "is not a regular file"
    yield "d1.csv", b"a\n1\n2\n", ["mask", "d[1].csv", *MASK], 2, "d[1].csv does not exist; names are no patterns"
    yield "t.csv", b"x\x1b[2J\xe2\x80\xaey,x\x1b[2J\xe2\x80\xaey\n1,2\n", ["inspect", "t.csv"], 2, "named 'x\\x1b[2J\\u202ey'"
    for sql in ("EXPORT DATABASE 'made'", "COPY (SELECT 1) TO 'made'", "ATTACH 'made'", "SELECT 1; SELECT 2", "INSTALL httpfs"):
        yield "t.csv", b"a\n1\n", ["mask", "--sql", sql, *MASK], 2, "the query must be a single SELECT"
    yield ("t.csv", b"a\n1\n", ["mask", "--sql", "SELECT * FROM enable_logging(storage := 'file', storage_path := 'made')", *MASK], 2,
           "the query calls enable_logging()")


def zipped(members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def book(rows, **changed):
    members = {"xl/workbook.xml": "<workbook xmlns:r='r'><sheets><sheet name='a' r:id='r1'/></sheets></workbook>",
               "xl/_rels/workbook.xml.rels": "<R><Relationship Id='r1' Type='x/worksheet' Target='s.xml'/></R>",
               "xl/s.xml": f"<worksheet><sheetData>{rows}</sheetData></worksheet>"}
    return zipped({**members, **{name.replace("__", "/").replace("_", "."): text for name, text in changed.items()}})


def foreign():
    """Workbooks, archives, statistics packages, databases, other encodings."""
    head = "<row r='1'><c r='A1' t='inlineStr'><is><t>a</t></is></c></row>"
    def xlsx(content, sentence, code=2):
        return "t.xlsx", content, ["inspect", "t.xlsx"], code, sentence
    yield xlsx(b"a,b\n1,2\n", "is not an .xlsx workbook: it is no zip archive")
    yield xlsx(b"\xd0\xcf\x11\xe0" + bytes(1000), "has a password")
    yield xlsx(zipped({"a": "b"}), "holds no xl/workbook.xml")
    yield xlsx(book(""), "has no cells")
    yield xlsx(book(head), "has no records")
    yield xlsx(book(head + "<row r='1'/>"), "follows row 1")
    yield xlsx(book(head + "<row r='1048577'/>"), "rise to 1048576")
    yield xlsx(book(head + "<row r='2'><c r='B2'><v>1</v></c></row>"), "cell B2 stands outside")
    yield xlsx(book(head + "<row r='2'><c r='ZZZZ2'><v>1</v></c></row>"), "is no place of a cell")
    yield xlsx(book(head + "<row r='2'><c r='A2' t='s'><v>5</v></c></row>"), "refers to text '5'")
    yield xlsx(book(head + "<row r='2'><c r='A2'><v>\u202ex</v></c></row>"), "where a number should be")
    wide_head = "<row r='1'>" + "".join(f"<c r='{a}{b}1' t='inlineStr'><is><t>{a}{b}</t></is></c>" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJ") + "</row>"
    yield xlsx(book(wide_head + "<row r='1000000'><c r='AA1000000'><v>1</v></c></row>"), "more empty cells than a sheet of its size")
    yield xlsx(book(head + "<row>" * 100), "nested more than 64 levels")
    yield xlsx(book(head + "<row r='2'><c"), "is damaged")
    yield xlsx(book("", xl__workbook_xml="<!DOCTYPE w [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><workbook>&b;</workbook>"), "declares a document type")
    yield xlsx(book(head + "<row r='2'><c r='A2' t='inlineStr'><is><t>" + "x" * 3_000_000 + "</t></is></c></row>"), "is longer than 1 MiB")
    bomb = bytearray(zipped({"a.npy": bytes(1000)}))
    at = bomb.rfind(b"PK\1\2")
    bomb[at + 24:at + 28] = struct.pack("<I", 2**31 - 1)
    yield "t.npz", bytes(bomb), ["inspect", "t.npz"], 2, "claims 2147483647 bytes, more than can be compressed"
    yield "t.npz", zipped({"a.txt": "x"}), ["inspect", "t.npz"], 2, "holds no .npy array"
    yield "t.npz", zipped({"a.npy": b"x" * 500}), ["inspect", "t.npz"], 2, "is not a .npy file"
    right = zipped({"a.npy": npy("(3, 1)", bytes(24))}, zipfile.ZIP_STORED)
    yield "t.npz", right.replace(bytes(24), b"\1" * 24), ["inspect", "t.npz"], 2, "its checksum is wrong"
    for ending in ("dta", "sav", "zsav", "por", "sas7bdat", "xpt"):
        yield f"t.{ending}", b"\x00\xff" * 3000, ["inspect", f"t.{ending}"], 2, "export it as .csv"
    yield "t.sav", b"$FL2@(#) SPSS" + bytes(51) + struct.pack("<5i", 2, 2**30, 0, 0, -1) + bytes(200), ["inspect", "t.sav"], 2, ""
    yield "t.sqlite", bytes(4096), ["inspect", "t.sqlite"], 2, "is not an SQLite database"
    yield "t.sqlite", b"SQLite format 3\0" + b"\xff" * 4000, ["inspect", "t.sqlite"], 2, "t.sqlite: "
    yield "t.csv", b"\xff\xfea\0,\0b\0\n", ["inspect", "t.csv"], 2, "odd number of bytes"
    yield "t.csv", "a,b\n1,2\n".encode("utf-16") + b"\0\xdc", ["inspect", "t.csv"], 2, "is not UTF-16"
    for ending, way in (("xls", "save it as .xlsx"), ("ods", "LibreOffice"), ("feather", "read_feather"), ("rds", "readRDS"), ("pkl", "read_pickle"), ("h5", "read_hdf")):
        yield f"t.{ending}", b"x", ["audit", f"t.{ending}", "--mask", "noise(sd=1)"], 2, way
    for address in ("postgres://me:hidden@localhost/d", "postgresql://localhost/d?user=me&password=hidden", "postgres://localhost/d?%70assword=hidden"):
        yield "t.csv", b"a\n1\n", ["inspect", address, "--table", "t"], 2, "may not hold a password"
        yield "t.csv", b"a\n1\n", ["mask", address, "--table", "t", *MASK, "--save-request", "made.json"], 2, "may not hold a password"


def plans():
    def audit(text, sentence, *options):
        return "p.yaml", text.encode(), ["audit", "--plan", "p.yaml", *options], 2, sentence
    yield audit("[" * 5_000, "nested more than 8 levels deep")
    yield audit("- " * 5_000, "nested more than 8 levels deep")
    yield audit("{a: " * 5_000, "nested more than 8 levels deep")
    yield audit("# " + "x" * 2_000_000, "a plan has at most 1048576")
    yield audit(", a: 1", "is empty, or does not begin with a field")
    yield audit("a: 1\n---\n" * 3, "holds several documents; a plan is one")
    yield audit("masks: [", "p.yaml, line 1: not YAML")
    yield audit("x\x1b[2J: 1", "")
    yield audit("&a [*a, *a]", "a plan is lines of 'field: value'")
    yield audit("sql: \"SELECT * FROM read_csv('/etc/passwd')\"\nmasks: noise(sd=1)", "reads a file outside of its folder")
    yield audit("sql: \"SELECT * FROM read_csv('../x.csv')\"\nmasks: noise(sd=1)", "reads a file outside of its folder")
    yield audit("sql: \"COPY (SELECT 1) TO 'made'\"\nmasks: noise(sd=1)", "must be a single SELECT")
    yield audit("input: postgres://localhost/d\nsql: SELECT 1\nmasks: noise(sd=1)", "it reads a database over the network")
    yield audit("input: postgres://localhost/d\ntable: t\nmasks: noise(sd=1)", "it reads a database over the network")
    yield audit("input: postgres://a:hidden@localhost/d\ntable: t\nmasks: noise(sd=1)", "may not hold a password")
    yield audit("trust_plan: true", "no field named 'trust_plan'")


SECTIONS = {"tables": tables, "foreign": foreign, "plans": plans}


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def problems(guise, row):
    name, content, command, code, sentence = row
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.write_bytes(content) if isinstance(content, bytes) else content(path)
        try:
            done = subprocess.run([guise, *command], cwd=folder, capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return [f"takes more than {SECONDS} seconds"]
        left = sorted(each.name for each in pathlib.Path(folder).iterdir())
    said = done.stderr.decode("utf-8", "backslashreplace")
    last = said.splitlines()[-1] if said else ""
    found = []
    if done.returncode != code and not (code is None and done.returncode in (1, 2)):
        found.append(f"exit code {done.returncode}, expected {code or '1 or 2'}")
    if not last.startswith("guise: ") or sentence not in last:
        found.append(f"expected '{sentence}'")
    if "internal error" in said or "INTERNAL" in said or "/proc/" in said:
        found.append("speaks of itself")
    if "hidden" in said:
        found.append("shows a password")
    if any(not character.isprintable() for line in said.split("\n") for character in line):
        found.append("prints what a terminal obeys")
    if left != [name]:
        found.append(f"left {left}")
    return found and [*found, f"said: {said[:400]!r}"]


def main():
    guise, wanted = sys.argv[1], sys.argv[2:] or list(SECTIONS)
    rows = [row for section in wanted for row in SECTIONS[section]()]
    failed = 0
    for row in rows:
        found = problems(guise, row)
        failed += bool(found)
        if found:
            print(f"{row[0]}: guise {' '.join(row[2])}\n  " + "\n  ".join(found))
    print(f"{len(rows)} bad files, {failed} answered wrongly")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
