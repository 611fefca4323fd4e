# SPDX-License-Identifier: Apache-2.0
"""What tests that set `guise mine` beside other programs share: a table of four attributes in three groups, with a label and a number to
tell, which is mined as it is (--no-card), so that both see the same numbers."""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

RECORDS = 600
checks = []


def check(name, holds, detail=""):
    checks.append(holds)
    print(f"{'ok  ' if holds else 'FAIL'} {name} {detail}")


class Bench:
    def __init__(self, guise, folder):
        self.guise, self.folder = guise, pathlib.Path(folder)
        rng = np.random.default_rng(5)
        self.group = rng.integers(0, 3, RECORDS)
        centres = np.array([[0, 0, 0, 5], [4, 1, -2, 3], [1, 5, 2, 0]])
        self.x = centres[self.group] + rng.standard_normal((RECORDS, 4)) @ rng.standard_normal((4, 4))
        self.ill = (self.x @ [1, -0.5, 0.3, 0] + rng.standard_normal(RECORDS) > 1).astype(int)
        self.cost = self.x @ [2, 0, -1, 0.5] + 3 + rng.standard_normal(RECORDS)
        self.write("t.csv", np.c_[self.x, self.ill, self.cost], "a,b,c,d,ill,cost")

    def write(self, name, values, header):
        np.savetxt(self.folder / name, values, delimiter=",", header=header, comments="", fmt="%.17g")

    def run(self, *arguments):
        done = subprocess.run([self.guise, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"guise {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def mine(self, task, *more, plain=True):
        arguments = ["t.csv", "--no-card", "--columns", "a,b,c,d"] if plain else []
        return json.loads(self.run("mine", task, *arguments, *more, "--json"))

    def model(self):
        """Parameters of the model that was saved last."""
        return json.loads((self.folder / "model.json").read_text())["parameters"]

    def column(self, name):
        return np.genfromtxt(self.folder / name, delimiter=",", skip_header=1)


def estimate(document, name):
    return next(np.array(each["value"]) for each in document["estimates"] if each["name"].startswith(name))


def figure(document, name):
    return document["figures"][name]["value"]


def close(a, b, tolerance):
    return np.max(np.abs(np.asarray(a) - np.asarray(b)) / np.maximum(1, np.abs(b))) < tolerance


def run(parts):
    """Runs the parts on one bench; the program is the first argument."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        for part in parts:
            part(bench)
    if not all(checks):
        sys.exit(1)
