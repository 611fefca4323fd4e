#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of the fuzzers: seeds.py FOLDER makes FOLDER/NAME/NN for every NAME of targets.def.

Small files of each kind, right ones first, then ones that were once a finding. What a fuzzer finds is added here as text.
"""
import json
import pathlib
import struct
import sys

DENSITY = {"low": 0, "width": 0.5, "probability": [0.5, 0.5]}


def npy(header, numbers=b"", version=1):
    text = header.encode().ljust(54) + b"\n"
    length = struct.pack("<H", len(text)) if version == 1 else struct.pack("<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text + numbers


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

SEEDS = {
    "csv_fields": [",q1,2,x\n3,4,y\n", ";q1.5;-2e3;\"a;b\"\n", ",q1,2,\"a\"\"b\nc\"\r\n3,4,\n", "\tn1\t2\tz\n", ",q\"1\",\"2\",x\n",
                   ",q1,2,\"open\n", ",q1,2\n", ",q,,\n", ",q1e999,nan,x\n", ",q0x1p3,1_000,x\n"],
    "csv_dialect": ["age,income\n31,2400\n45,3100\n", "a;b\n1,5;2\n2,5;3\n", "id\tx\n\"a\tb\"\t1\n", "a,b\n1,2\n3\n", "a,a\n1,2\n",
                    "# c\na,b\n1,2\n", "a,b\n\"x\n", "\ufeffa,b\n1,2\n", "a\n", ""],
    "npy": [npy(shape("(2, 2)"), struct.pack("<4d", 1, 2, 3, 4)), npy(shape("(3,)", "<f4"), struct.pack("<3f", 1, 2, 3)),
            npy(shape("(2, 2)", "<i2", "True"), struct.pack("<4h", 1, 2, 3, 4)), npy(shape("(1, 2)"), struct.pack("<2d", 1, 2), 2),
            npy(shape("(1, 2305843009213693952)")), npy(shape("(9223372036854775808,)")), npy(shape("(-1, 8)"), bytes(64)),
            npy(shape("(2, 2)", "<c16")), npy("{'descr': ", b"")[:20], b"\x93NUMPY\x02\x00\xff\xff\xff\xff"],
    "fvecs": [fvecs([1, 2], [3, 4]), fvecs([1]), struct.pack("<i", 2**31 - 1), struct.pack("<i", -1), struct.pack("<i", 0),
              fvecs([1, 2], [3])],
    "card": [card(), BINNED, card(records=-1), card(steps=[]), card(columns=["age"]), "{}", "[" * 500],
    "key": ["fresh", "guise-key-1\n", "guise-key-1\nshared=" + "00" * 32 + "\nown=" + "11" * 32 + "\ncheck=00\n"],
    "ledger": ["empty", json.dumps({"guise_ledger": 1, "entries": [], "check": "00"}), json.dumps({"guise_ledger": 1})],
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
