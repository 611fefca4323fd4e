#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random cuttings of jobs into stages: every range is worked on by a process of its own, in random order, some of them twice and
some on another number of threads. The outcome must have the bits of one run. Prints its seed; --seed repeats a run."""
import argparse
import json
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

BLOCK = 1024


class Runner:
    def __init__(self, guise, folder):
        self.guise, self.folder = guise, folder
        self.processes = 0

    def run(self, *words, threads=2):
        self.processes += 1
        done = subprocess.run([self.guise, *map(str, words), "--threads", str(threads), "--quiet"], cwd=self.folder,
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"guise {' '.join(map(str, words))} failed:\n{done.stderr}")
        return done.stdout


def ranges(rng, first, end):
    """The records [first, end) cut at random multiples of a block."""
    inner = list(range((first // BLOCK + 1) * BLOCK, end, BLOCK))
    cuts = sorted(rng.sample(inner, rng.randint(0, min(len(inner), 4))))
    return list(zip([first] + cuts, cuts + [end]))


def staged(runner, rng, request, folder):
    """Runs the job in stages; gives the last state."""
    state, number = folder / "state.0", 0
    following = json.loads(runner.run("merge", request, "-o", state, "--json"))
    while following["stage"]:
        number += 1
        tasks = ranges(rng, following["first"], following["end"])
        tasks += rng.sample(tasks, rng.randint(0, 1))  # some of them twice
        rng.shuffle(tasks)
        parts = []
        for place, (first, end) in enumerate(tasks):
            part = folder / f"part.{number}.{place}"
            runner.run("part", request, following["stage"], "--range", f"{first}..{end}", "--state", state, "-o", part,
                       threads=rng.choice([1, 2, 3]))
            parts.append(part)
        rng.shuffle(parts)
        after = folder / f"state.{number}"
        following = json.loads(runner.run("merge", request, *parts, "--state", state, "-o", after, "--json"))
        state = after
    return state


def write_table(path, rng, records):
    """Numbers of several laws, a class and a target that follow from them; the last block is not whole."""
    with open(path, "w") as out:
        out.write("a,b,c,d,class,target\n")
        for i in range(records):
            side = rng.random() < 0.4
            a, b = rng.gauss(3 * side, 1), rng.expovariate(0.5)
            c, d = a + rng.gauss(0, 0.5), float(rng.randint(0, 40))
            out.write(f"{a!r},{b!r},{c!r},{d!r},{'yes' if a + rng.gauss(0, 1) > 1 else 'no'},{a - b + rng.gauss(0, 1)!r}\n")


def write_gaps(csv, path, rng):
    """The same with a value missing here and there, and nowhere to be found in two whole blocks."""
    lines = csv.read_text().splitlines()
    for number in range(1, len(lines)):
        if rng.random() < 0.05 or 2 * BLOCK < number <= 4 * BLOCK and rng.random() < 0.9:
            lines[number] = "NA" + lines[number][lines[number].index(","):]
    path.write_text("\n".join(lines) + "\n")


def write_npy(csv, path):
    rows = [[float(x) for x in line.split(",")[:4]] for line in csv.read_text().splitlines()[1:]]
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, 4), }}".encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header +
                     b"".join(struct.pack("<4d", *row) for row in rows))


def mask_request(folder, table, mask, out, **more):
    return {"guise_request": 1, "job": "mask", "input": table, "mask": mask, "key": "the.key", "out": out, **more}


def mine_request(release, task, **more):
    return {"guise_request": 1, "job": "mine", "releases": [release], "task": task, "seed": 5, **more}


def requests(folder):
    """Name, request, and the files that it writes."""
    kept = {"keep": ["class", "target"]}
    masks = [
        ("noise", "table.csv", "noise(snr=2)", "noise.csv", kept),
        ("chain", "table.csv", "standardize | noise(sd=0.3) | rotate", "chain.csv", {"columns": ["a", "b", "c"], "keep": ["class"]}),
        ("shape", "table.npy", "noise(snr=1, shape=data)", "shape.npy", {}),
        ("gaps", "gaps.csv", "standardize | noise(sd=0.3)", "gaps-noise.csv", {"missing": "drop", "first_record": 1500, "columns": ["a", "b"]}),
        ("means", "gaps.csv", "noise(snr=2)", "means.csv", {"missing": "mean", "keep": ["class"], "columns": ["a", "b"]}),
        ("parquet", "noise.parquet", "noise(snr=3) | round(width=0.5)", "again.parquet", {}),
    ]
    for name, table, mask, out, more in masks:
        yield "mask " + name, mask_request(folder, table, mask, out, **more), [out, out + ".card.json"]
    tasks = ["covariance", "correlation", "pca", "density(cells=20)", "kmeans(k=3, restarts=2, iterations=4)", "products(from=1020, count=8)"]
    for task in tasks:
        yield "mine " + task, mine_request("noise.csv", task), []
    for task in ["logistic(folds=0)", "naive-bayes(folds=2)", "naive-bayes(folds=0, model=gaussian)"]:
        yield "mine " + task, mine_request("noise.csv", task, label="class"), []
    yield "mine gaps", mine_request("gaps.csv", "kmeans(k=2, restarts=2, iterations=3)", no_card=True, missing="drop", columns=["a", "b"]), []
    yield "mine regression", mine_request("noise.csv", "regression(folds=3)", label="target"), []
    yield "audit", {"guise_request": 1, "job": "audit", "input": "table.csv", "columns": ["a", "b", "c"], "masks": ["noise(snr=2)"],
                    "attackers": ["outsider", "attributes=a", "population=50", "repeat"], "attacks": ["bayes", "average", "smooth"],
                    "keys": 1, "brief": True, "effort": "quick", "seed": 11}, []
    yield "audit gaps", {"guise_request": 1, "job": "audit", "input": "gaps.csv", "columns": ["a", "b", "c"], "missing": "drop",
                         "masks": ["rotate | noise(sd=0.2)"], "attackers": ["outsider", "pairs=20"], "attacks": ["bayes", "wiener"],
                         "keys": 1, "brief": True, "effort": "quick", "seed": 12, "first_record": 1024}, []


def timeless(text):
    """A result without what no two runs share: when, where and how long."""
    def without(value):
        if isinstance(value, dict):
            return {key: without(each) for key, each in value.items() if key not in ("provenance", "seconds")}
        return [without(each) for each in value] if isinstance(value, list) else value
    return without(json.loads(text)) if text.startswith("{") else text


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("guise")
    words.add_argument("--cuttings", type=int, default=200)
    words.add_argument("--seed", type=int, default=None)
    words.add_argument("--records", type=int, default=9_700)
    words.add_argument("--only", default="")
    words = words.parse_args()
    seed = words.seed if words.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="guise-cuttings-"))
    runner = Runner(str(pathlib.Path(words.guise).resolve()), folder)
    write_table(folder / "table.csv", rng, words.records)
    write_npy(folder / "table.csv", folder / "table.npy")
    write_gaps(folder / "table.csv", folder / "gaps.csv", rng)
    runner.run("key", "new", "the.key")
    runner.run("mask", "table.csv", "--mask", "noise(snr=3)", "--key", "the.key", "--columns", "a,b,c,d", "-o", "noise.parquet")
    jobs = []
    for name, request, files in requests(folder):
        path = folder / f"request.{len(jobs)}.json"
        path.write_text(json.dumps(request))
        said = runner.run("run", path, "--json=full")
        jobs.append((name, path, files, said, [(folder / file).read_bytes() for file in files]))
    jobs = [job for job in jobs if words.only in job[0]]
    for number in range(words.cuttings):
        name, request, files, said, content = jobs[(seed + number) % len(jobs)]
        place = folder / f"cutting.{number}"
        place.mkdir()
        state = staged(runner, rng, request, place)
        again = runner.run("run", request, "--state", state, "--json=full")
        if timeless(again) != timeless(said):
            sys.exit(f"seed {seed}, cutting {number} of '{name}': the result differs from that of one run, see {place}")
        for file, expected in zip(files, content):
            if (folder / file).read_bytes() != expected:
                sys.exit(f"seed {seed}, cutting {number} of '{name}': {file} differs from that of one run, see {place}")
        shutil.rmtree(place)
    shutil.rmtree(folder)
    print(f"{words.cuttings} cuttings of {len(jobs)} jobs by {runner.processes} processes: the same bits")


if __name__ == "__main__":
    main()
