#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of the fuzzers: seeds.py FOLDER makes FOLDER/NAME/NN for every NAME of targets.def.

Small files of each kind, right ones first, then ones that were once a finding. What a fuzzer finds is added here as text.
"""
import io
import json
import pathlib
import sqlite3
import struct
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import statistics_files as files  # noqa: E402

DENSITY = {"low": 0, "width": 0.5, "probability": [0.5, 0.5]}


def npy(header, numbers=b"", version=1):
    text = header.encode().ljust(54) + b"\n"
    length = struct.pack("<H", len(text)) if version == 1 else struct.pack("<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text + numbers


def kind(name, version=1):
    """What stands in front of a statistic in binary form (base/form.h)."""
    return struct.pack("<Q", len(name)) + name.encode() + struct.pack("<i", version)


def doubles(*numbers, sizes):
    return struct.pack(f"<{len(sizes)}q{len(numbers)}d", *sizes, *numbers)


def moments(m):
    vector = doubles(*range(m), sizes=(m,))
    return kind("moments") + struct.pack("<q", 7) + 3 * vector + doubles(*([2.5] * m * m), sizes=(m, m))


def histogram(*cells):
    return kind("histogram") + struct.pack(f"<iqiqQ{len(cells)}q", 4096, sum(cells), -3, 5, len(cells), *cells)


NO_MOMENTS = kind("moments") + struct.pack("<q", 0) + 3 * doubles(sizes=(0,)) + doubles(sizes=(0, 0))
SAMPLE = kind("keyed sample") + struct.pack("<3q", 2, 5, 9) + doubles(1, 2, 3, 4, sizes=(2, 2))


def evidence(m):
    """Sample, histograms, and one block with moments, head and a stretch."""
    rows = doubles(*range(3 * m), sizes=(3, m))
    partial = struct.pack("<q", 7) + moments(m) + NO_MOMENTS + rows + struct.pack("<Qq", 1, 0) + rows
    return (b"e" + kind("evidence") + SAMPLE + kind("histograms") + struct.pack("<Q", m) + m * histogram(1, 2)
            + merge((0, 0, partial))[1:])


def comparison(m, records=7):
    attribute = struct.pack("<4d11q", 1, 0.5, 2, 3, *range(11)) + 3 * histogram(3)
    groups = struct.pack("<qQQ", records, m, 29 * m) + 29 * m * struct.pack("<7d11q", *range(18))
    return kind("comparison") + struct.pack("<Q", m) + m * attribute + 2 * moments(m) + groups + struct.pack("<2q", 1, 0)


def merge(*nodes):
    return b"m" + kind("ordered merge") + struct.pack("<Q", len(nodes)) + b"".join(
        struct.pack("<qi", block, level) + content for block, level, content in nodes)


def shape(of, descr="<f8", order="False"):
    return f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {of}, }}"


def fvecs(*rows):
    return b"".join(struct.pack("<i", len(row)) + struct.pack(f"<{len(row)}f", *row) for row in rows)


def model(task, parameters):
    return json.dumps({"guise_model": 1, "task": task, "columns": ["age", "income"], "mask": "rotate", "key_fingerprint": "",
                       "draws": ["rotation"], "label": {"column": "ill", "classes": ["no", "yes"]}, "parameters": parameters})


def node(records, *split):
    return {"records": records, **dict(zip(("attribute", "border", "left", "right"), split))}


def tree(*nodes):
    return model("tree", {"nodes": list(nodes), "law": "laplace", "records": "released", "attributes": [
        {"borders": [0.5], "noise": 0}, {"borders": [0.2, 0.4], "noise": 0.1, "density": DENSITY}]})


def linear(**changed):
    return model("svm", {"classes": [0, 1], "weights": [[1, 2], [3, 4]], "intercept": [0, 1], **changed})


def card(**changed):
    steps = [{"draws": "a289c0822c929c31c8371339e241efe5", "outputs": 2, "step": "rotate", "text": "rotate"},
             {"law": "gaussian", "sd": [1.0, 1.0], "step": "noise", "text": "noise(sd=1)"}]
    whole = {"attributes": ["age", "income"], "columns": ["y1", "y2"], "digest": "56" * 32, "first_record": 0, "guise_card": 2, "kept": [],
             "key_fingerprint": "ff" * 16, "mask": "rotate | noise(sd=1)", "own_tag": "37" * 16, "records": 3, "salt": "87" * 32,
             "shuffled": False, "steps": steps, "tool": "guise 0.1.0", **changed}
    return json.dumps(whole)


def entry(certificate, **changed):
    return {"time": "2026-01-02T03:04:05Z", "file": "m.csv", "mask": "noise(sd=1)", "attributes": ["age"], "records": 3, "first_record": 0, "table": "00" * 16,
            "rows": "11" * 16, "salt": "22" * 32, "certificate": certificate, **changed}


def ledger(**changed):
    entries = [entry({"guarantee": "gaussian", "unit": 1, "mu": 0.5, "extra_delta": 0}), entry({"guarantee": "laplace", "unit": 1, "epsilon": 2, "extra_delta": 1e-9}),
               entry({"guarantee": "none"})]
    return json.dumps({"guise_ledger": 2, "entries": entries, "accepted": [], "check": "00" * 32, **changed})


BINNED = card(columns=["age", "income"], mask="bin(count=2)",
              steps=[{"origin": [28.0, 1900.0], "step": "bin", "text": "bin(count=2)", "width": [8.5, 600.0]}])

MODELS = [
    linear(),
    model("svm", {"kernel": "rbf", "gamma": 0.5, "degree": 3, "classes": [0, 1], "center": [0, 0], "scale": [1, 2],
                  "vectors": [[1, 2], [3, 4], [5, 6]], "sizes": [1, 2], "coefficients": [[1], [-0.5], [-0.5]], "rho": [0.1]}),
    model("voted", {"classes": [0, 1], "problems": [{"vectors": [[1, 2], [0, 1]], "bias": [0, 1], "counts": [3, 1]}]}),
    model("kmeans", {"centres": [[0, 0], [1, 1], [2, 5]], "origin": [0.5, 0.5]}),
    model("pca", {"mean": [1, 2], "directions": [[1], [0]]}),
    model("regression", {"slopes": [1, 2], "intercept": 3}),
    model("naive-bayes", {"model": "gaussian", "records of classes": [3, 0], "mean": [[1, 2], []], "variance": [[1, 1], []],
                          "least variance": 1e-9, "noise": [0, 0.1], "cell": [0, 0], "law": "gaussian", "records": "released"}),
    model("naive-bayes", {"model": "density", "records of classes": [3, 4], "densities": [DENSITY] * 4, "noise": [0, 0.1],
                          "cell": [0, 0], "law": "uniform", "records": "original"}),
    tree(node([5, 3], 1, 2, 1, 2), node([5, 0]), node([0, 3], 0, 1, 3, 4), node([0, 1]), node([0, 2])),
    # Once crashes, or accepted.
    linear(classes=[]), linear(weights=[[1], [3]]), linear(weights=[[1, 2, 3], [3, 4, 5]]),
    tree(), tree(node([5, 3], 1, 2, 1000000000, 2), node([5, 0]), node([0, 3])), tree(node([5, 3], 1, 2, 0, 0)),
    tree(node([5, 3], 77777777, 2, 1, 2), node([5, 0]), node([0, 3])),
    model("kmeans", {"centres": [[0, 0], [1, 1]], "origin": []}),
]

# Of the two parties in tests/fuzz/party_seeds.h.
PARTY = ("untrusted comment: guise party north\n"
         "RWQBAgMEBQYHCNBKsjJ0K7SrOhNovUYV5ObQIkq3GgFrr4UgozLJd4c3\n"
         "guise-party-1\n"
         "name=north\n"
         "seal=e06Qm75//kTEZaIgA31gjuNYl9Me+XLwf3SJLLD3PxM=\n"
         "proof=NhGMOfCbwsbXnL/HFp1r/VVL6Ao3xCjPFXBijvusBFjf1QniiysqOoeDMRT8MeG1aFHmmEn9ijx4OLlOxHqtDw==\n")
SECRET = ("guise-secret-1\n"
          "name=north\n"
          "number=0102030405060708\n"
          "sign=1111111111111111111111111111111111111111111111111111111111111111\n"
          "seal=1111111111111111111111111111111111111111111111111111111111111111\n"
          "check=5361c1bfa435b608\n")
SHARE = ("guise-share-1\n"
         "from=north 65f77b8f9e4c6670b038736eb80efb133882e041d74447cf5ae3d7a13609453a\n"
         "for=south 00503425533aee4eb3b5f7b42164d6230df785725b99d150dc4f23105d6e600a\n"
         "sealed=Eh7xa6k4ttY2ZR8Pfce8rx+aUIQQeVIJPke+Fc9mu1R9d8aESbXsTrKBoCw4zz5HUwLP1Hy1vXFJek8c6/pGIa2CEKezYHnlgG7r4CGsat6W/43XkvxoGNDDWn/RfRG3ydvjInn13GDsOv5R0U/RGZymDFnm3ukGJCBXtLIxVBqLUHNl8DP2qpDzdH9JKTZ4\n"
         "check=bc86278581b2cb5a\n")
SIGNATURE = ("untrusted comment: signature of guise party north\n"
             "RUQBAgMEBQYHCNeSO9Hy+Q4wxCKN7PjgmNIAWyj60/bmQQyUbYEd1nSVMg8Cj+FmeGWF2c9zz5fHF2AItuSh/ep3cf5PX2ATgAE=\n"
             "trusted comment: file:m.csv\n"
             "5K5TshH01bL1jGrY6Yqnsz1/V1CLje24ydX6S6tIu6nv2Pu1Uy/NE69dBgXif2RNZ3jaYrPiOA8hrtchgKELDQ==\n")
PLAN_MESSAGE = ("guise-message-1\n"
                "session=00000000000000000000000000000000\n"
                "setup=89348f1a719bb0a8d52642a0bc9299bbb03b18ddfdeb0793b90389dfd06e6758\n"
                "step=plan\n"
                "from=north\n"
                "for=\n"
                "body=\n"
                "signature=X5sQnZqhxqZpCnIvv/unYZ0WvGysDZNBJ+1BWFeXefwrcwdfpn92K0XW3VarXDWyfyOWneSxJTFuF3MZjHVwCg==\n")
COMMIT_MESSAGE = ("guise-message-1\n"
                  "session=00000000000000000000000000000000\n"
                  "setup=89348f1a719bb0a8d52642a0bc9299bbb03b18ddfdeb0793b90389dfd06e6758\n"
                  "step=commit\n"
                  "from=north\n"
                  "for=\n"
                  "body=BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n"
                  "signature=KtAIY305kpyWIORjM0nRWfv+HnI5+ez9sCYIKm8BNCn0NRkAvQeW4Dcl/QLE0Lor0KUNCLtS1ye3rXQge5jFDQ==\n")

def archive(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
    return out.getvalue()


def statistics(ending, kind):
    """A file of two numbers and a text, with a label and a missing value."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/t.{ending}"
        labels = {1.0: "one", 2.0: "two"} if ending in ("sav", "dta") else None
        files.write(path, kind, [files.Variable("age", [1.0, 2.0, None], labels=labels), files.Variable("day", [100.0, 20000.0, 3.5]),
                                 files.Variable("town", ["a", "bc", ""], files.STRING)])
        return pathlib.Path(path).read_bytes()


def database():
    with tempfile.TemporaryDirectory() as folder:
        base = sqlite3.connect(f"{folder}/t.sqlite")
        base.execute("PRAGMA page_size=512")
        base.execute("CREATE TABLE t (a INTEGER, b REAL, c TEXT)")
        base.executemany("INSERT INTO t VALUES (?, ?, ?)", [(1, 2.5, "x"), (None, 1e300, "2026-01-02"), (7, -1, "")])
        base.commit()
        base.close()
        return pathlib.Path(f"{folder}/t.sqlite").read_bytes()


def sheet(*rows):
    return "<worksheet><sheetData>" + "".join(rows) + "</sheetData></worksheet>"


HEAD = "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c></row>"
BOOK = {"xl/workbook.xml": "<workbook xmlns:r='r'><sheets><sheet name='a' r:id='r1'/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels": "<R><Relationship Id='r1' Type='x/worksheet' Target='s.xml'/></R>",
        "xl/s.xml": sheet("<row><c t='inlineStr'><is><t>a</t></is></c></row><row><c><v>1</v></c></row><row><c><v>2.5</v></c></row>")}

# A plan of three parties whose secrets nobody has, and a manifest.
PROJECT_PLAN = "\n".join((
    '{',
    '  "attempt": 1,',
    '  "by": "id",',
    '  "center": [',
    '    55.0,',
    '    140.0,',
    '    115.0',
    '  ],',
    '  "columns": {',
    '    "north": [',
    '      "age",',
    '      "pressure",',
    '      "sugar"',
    '    ],',
    '    "south": [',
    '      "age",',
    '      "pressure",',
    '      "sugar"',
    '    ]',
    '  },',
    '  "deadline": "2026-12-03T22:07:59Z",',
    '  "follows": "",',
    '  "guise_project": 1,',
    '  "keep": {},',
    '  "label": "",',
    '  "least_owners": 2,',
    '  "least_people": 1,',
    '  "made": "2026-11-19T22:07:59Z",',
    '  "mask": "rotate | noise(sd=0.3)",',
    "  \"miner\": \"untrusted comment: guise party lab\\nRWSzIxtW4GXo9mFg8c+ieBcM9RIjxXG5xzIntv1GtKm16bGthFoPmjV5\\nguise-party-1\\nname=lab\\nseal=STUq3VvdMQgs3vpmuGU6MEXIqtMMdfp0p1yKKWepNGE=\\nproof=HyeJzjW8kB289E5NncXpyPYoeq0CZXJAsGpfF0XiDi5vghn/El3ZnII6/WeGTBBXPqbGuuTTDpCyaSUCxCvODQ==\\n\",",
    '  "most_people": 100000,',
    '  "owners": [',
    "    \"untrusted comment: guise party north\\nRWTeqzm7Jp6WYwa4MtOXeogdg2ZTkKnfbQtkFbE+SlpXt0kg13qgpN3m\\nguise-party-1\\nname=north\\nseal=fWs3Pz0kw0hkGTDRpRZs2RK8BGxaM56gt+cF/PNrlg0=\\nproof=upD33eEbVMdpN4eOD/aGGjT+NZLspSf5ZyMN39ADEhgxo92p1bCoRdZHZ938Z42x1g3Iy2ef2P4OJ7hj7GwiDQ==\\n\",",
    "    \"untrusted comment: guise party south\\nRWT8pMFuXkLE/P1A81M5q9YanpuDNt5SQewO/vOP/ZOB8F9HJ0e5t83f\\nguise-party-1\\nname=south\\nseal=UKAa9O47AFHf6JDijU/RNcTe5Q/EPvJCpRl4YeKaezU=\\nproof=r+2rpJnijXslfL2teCc+APuV30dg40y/xPm+Wwj401w93LeSgOIh8pMSIdz+owOLLoiqmhbTEIzFCqwnxJyUCA==\\n\"",
    '  ],',
    '  "scale": [',
    '    20.0,',
    '    20.0,',
    '    25.0',
    '  ],',
    '  "session": "b10aa340c44533a1ec94a42e09330823",',
    '  "split": "records",',
    '  "tasks": [',
    '    "kmeans(k=3)",',
    '    "pca"',
    '  ],',
    '  "title": "three groups",',
    '  "units": "numbers",',
    '  "without": []',
    '}',
    ""))
MANIFEST = ('{"card":"' + 64 * "1" + '","card_bytes":20,"data":"' + 64 * "2" + '","data_bytes":30,"guise_manifest":1,"records":3,"round":"",'
            '"tool":"guise 0.1.0","transcript":"' + 64 * "3" + '"}')

SEEDS = {
    "csv_fields": [",q1,2,x\n3,4,y\n", ";q1.5;-2e3;\"a;b\"\n", ",q1,2,\"a\"\"b\nc\"\r\n3,4,\n", "\tn1\t2\tz\n", ",q\"1\",\"2\",x\n",
                   ",q1,2,\"open\n", ",q1,2\n", ",q,,\n", ",q1e999,nan,x\n", ",q0x1p3,1_000,x\n"],
    "csv_head": [b"\0\0\1\1a,b\n1,2\n3,4\n", b"\1\0\1\1a;b\n1,5;2\n2,5;3\n", b"\0\0\1\2id,x,\n\"a\nb\",1,2\n", b"\0\2\0\1\xef\xbb\xbf1,2\r\n3,4\r\n",
                 b"\4\2\0\0a\n1\n", b"\0\0\x0d\1# c\na,b\n1,2\n", b"\0\0\1\1a,a\n1,2\n", b"\0\0\1\1a,b\n1,2\n3\n", b"\0\0\3\1a,b\r1,2\r",
                 b"\0\0\1\2a,,c1\n1,2,3\n4,5,6\n"],  # the last once left a column of numbers as the memory was
    "csv_dialect": ["age,income\n31,2400\n45,3100\n", "a;b\n1,5;2\n2,5;3\n", "id\tx\n\"a\tb\"\t1\n", "a,b\n1,2\n3\n", "a,a\n1,2\n",
                    "# c\na,b\n1,2\n", "a,b\n\"x\n", "\ufeffa,b\n1,2\n", "a\n", "",
                    "a,b\n1,2\n".encode("utf-16"), "a,ö\n1,2\n".encode("latin-1"), b"\xff\xfea\0\n\0\0\xd8", "a;b\n1,5;x\n1.234,5;y\n"],
    "npy": [npy(shape("(2, 2)"), struct.pack("<4d", 1, 2, 3, 4)), npy(shape("(3,)", "<f4"), struct.pack("<3f", 1, 2, 3)),
            npy(shape("(2, 2)", "<i2", "True"), struct.pack("<4h", 1, 2, 3, 4)), npy(shape("(1, 2)"), struct.pack("<2d", 1, 2), 2),
            npy(shape("(1, 2305843009213693952)")), npy(shape("(9223372036854775808,)")), npy(shape("(-1, 8)"), bytes(64)),
            npy(shape("(2, 2)", "<c16")), npy("{'descr': ", b"")[:20], b"\x93NUMPY\x02\x00\xff\xff\xff\xff"],
    "fvecs": [fvecs([1, 2], [3, 4]), fvecs([1]), struct.pack("<i", 2**31 - 1), struct.pack("<i", -1), struct.pack("<i", 0),
              fvecs([1, 2], [3])],
    "xlsx": [archive(BOOK), archive({**BOOK, "xl/workbook.xml": "<!DOCTYPE x [<!ENTITY a 'b'>]><workbook/>"}), archive({"a.txt": "b"}), b"PK\5\6" + bytes(18),
             b"\xd0\xcf\x11\xe0" + bytes(600)],
    "sheet": [sheet(HEAD, "<row r='2'><c r='A2'><v>1</v></c><c r='B2' s='1'><v>44000.5</v></c></row>"), sheet(HEAD, "<row r='900000'><c r='B900000'><v>1</v></c></row>"),
              sheet(HEAD, "<row r='2'><c r='B2' t='e'><v>#N/A</v></c><c r='XFD2'><v>1</v></c></row>"), sheet("<row><c><v>1</v></c><c t='b'><v>1</v></c></row>"),
              sheet(HEAD, "<row r='1'><c r='A1'><v>1</v></c></row>"), sheet(HEAD, "<row r='2'><c r='A2' t='s'><v>99</v></c></row>"), "<a>" * 100, ""],
    "npz": [archive({"a.npy": npy(shape("(2, 2)"), struct.pack("<4d", 1, 2, 3, 4))}), archive({"a.npy": b"", "b.npy": b""}), archive({"a.npy": npy(shape("(9, 9)"))})],
    "dta": [statistics("dta", "dta"), b"<stata_dta><header><release>118</release>"],
    "sav": [statistics("sav", "sav"), b"$FL2@(#)" + bytes(200)],
    "sas": [statistics("sas7bdat", "sas7bdat"), bytes(1024)],
    "xpt": [statistics("xpt", "xport"), b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!000000000000000000000000000000  "],
    "sqlite": [database(), b"SQLite format 3\0" + bytes(200)],
    "card": [card(), BINNED, card(records=-1), card(steps=[]), card(columns=["age"]), "{}", "[" * 500],
    "key": ["fresh", "guise-key-1\n", "guise-key-1\nshared=" + "00" * 32 + "\nown=" + "11" * 32 + "\ncheck=00\n"],
    "ledger": ["empty", ledger(), ledger(accepted=[{"time": "2026-01-02", "releases": 1, "expected": None}]), ledger(guise_ledger=1), ledger(entries=[entry({
        "guarantee": "sketch", "unit": 1, "extra_delta": 0, "sketch": {"leverage": 0.1, "rows": 5}}, records=None, summed=3, round="1")]), json.dumps({"guise_ledger": 1, "entries": [], "check": "00"}), json.dumps({"guise_ledger": 1})],
    "anchor": ["own\nreleases=1\nlast=" + "00" * 32 + "\n", "own\nreleases=0\nlast=" + "ab" * 32 + "\n", "own\nreleases=-1\nlast=\n", "own\nreleases=99999999999999999999\n",
               "guise-anchor-1\nkey=" + "ff" * 16 + "\nreleases=1\nlast=" + "00" * 32 + "\n", "guise-anchor-2\n"],
    "model": MODELS,
    "plan": ["input: people.csv\nmasks:\n  - noise(snr=2)\n  - rotate\nkeys: 5\n", "{input: a.csv, shuffle: true, share: 0.5}",
             "columns: [a, b]\n", "keys: 1000\n", "a: &x [*x]\n", "input: |\n  b\n", "? [a]\n: b\n", "[" * 2000,
             ",eople.csv\nmasks:\n  - rotate\n"],  # the last was once read without end
    "request": ["guise_request: 1\njob: audit\ninput: a.csv\nmasks:\n  - noise(snr=2)\nkeys: 5\nseed: 3\nno_utility: true\n",
                '{"guise_request": 1, "job": "mine", "task": "kmeans", "releases": ["a", "b"], "no_card": true, "truth": "c"}',
                "guise_request: 1\njob: advise\ninput: a\nseconds: 0.5\nfirst_record: 1e300\n", "guise_request: 9\n", "job: &x [*x]\n",
                "a: &a [1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d]\n"],
    "mask": ["noise(snr=2)", "standardize | rotate | noise(sd=0.5, law=laplace)", "bin(count=8)", "round(width=[1,10])", "clip(low=0,high=9)",
             "project(outputs=3, side=records)", "distort", "multiply(sd=0.1)", "noise(sd=)", "|", "noise((", "permute|translate(sd=5)"],
    "attacker": ["outsider", "attributes=age+income", "pairs=20", "population=500", "insider", "thief", "register", "repeat", "attributes=",
                 "attributes=a+b", "pairs=-1", "pairs=99999999999999999999"],
    "limit": ["within0.1=0.2", "gets<=0.3", "gets:income=0.3", "linked=0.05", "epsilon<=1", "gets:x<=y<=0.1", "gets=nan", "within=1e999", "=", "<="],
    "sql": ["SELECT 1 AS a", "SELECT range AS a, random() AS b FROM range(3);", "SELECT 1 AS a; SELECT 2", "DROP TABLE a", "SELECT", "-- c",
            "EXPORT DATABASE 'x'", "WITH t AS (SELECT 1 AS a) SELECT a FROM t -- end"],
    "identity": [PARTY, SECRET, PARTY[:150], PARTY.replace("north", "south"), SECRET.replace("seal=", "salt="), "guise-secret-1\n",
                 "guise-secret-1\nname=a\nnumber=00\nbox=\n", "untrusted comment: guise party \n\nguise-party-2\n"],
    "stage": [merge(), merge((0, 0, moments(2)), (1, 0, moments(2)), (1, 1, moments(2))), merge((3, 2, moments(1)), (0, 0, moments(2))),
              merge((2**62, 62, moments(1))), b"h" + kind("histograms") + struct.pack("<Q", 2) + histogram(1, 0, 4) + histogram(),
              b"s" + SAMPLE, evidence(2), evidence(3), b"v" + merge((0, 0, comparison(2)))[1:] + comparison(2),
              b"v" + merge((0, 0, comparison(2)), (1, 0, comparison(1)))[1:] + comparison(2), b"v" + merge((0, 0, comparison(2, 8)))[1:],
              b"s" + kind("keyed sample") + struct.pack("<q", 0) + doubles(sizes=(0, 0)),
              b"c" + kind("chunk") + struct.pack("<q", 1024) + doubles(1, 2, sizes=(2, 1)) + struct.pack("<Q2B", 2, 0, 1) + struct.pack("<Q", 1)
              + struct.pack("<Q3s", 3, b"abc") + struct.pack("<Q2I", 2, 1, 3) + struct.pack("<Q2B", 2, 0, 0),
              b"guise stage\n" + struct.pack("<iB", 1, 1), b"pguise stage\n" + struct.pack("<iBQ", 1, 2, 2**60), "guise stage\n"],
    "share": [SHARE, SHARE[:200], SHARE.replace("for=south", "for=east"), SHARE.replace("Eh7x", "AAAA"), "guise-share-1\n", "guise-share-2\ncheck=\n"],
    "signature": [SIGNATURE, SIGNATURE[:150], SIGNATURE.replace("RUQB", "RWQB"), SIGNATURE.replace("m.csv", "n.csv"), "untrusted comment: \n\n\n\n"],
    "message": [PLAN_MESSAGE, COMMIT_MESSAGE, COMMIT_MESSAGE[:200], PLAN_MESSAGE.replace("step=plan", "step=abort"), COMMIT_MESSAGE.replace("north", "south"), "guise-message-1\n"],
    "project": [PROJECT_PLAN, MANIFEST, PROJECT_PLAN[:600], MANIFEST.replace("30", "-1"), PROJECT_PLAN.replace('"records"', '"columns"'),
                PROJECT_PLAN.replace('"center": [', '"center": [1e999,'), MANIFEST.replace("records", "rows"), "{}", "[]"],
    "report": ["\"age\"", "\"</script><script>\"", "{\"a\": \"<!--\"}", "[\"\\u003c\", 1e9]", "</ScRiPt>", "\xff\xfe"],
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, seeds in SEEDS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (folder / name / f"{number:02}").write_bytes(seed if isinstance(seed, bytes) else seed.encode("utf-8", "surrogateescape"))


if __name__ == "__main__":
    main()
