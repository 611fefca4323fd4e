#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sets `guise attack --with bayes --knows repeat=` beside the posterior mean written in NumPy: two_releases_by_numpy.py GUISE.

A Gaussian table with known moments is released twice, with two keys and masks that may differ in their number of columns. What
the secret matrices are is measured here on releases without noise that the same keys make. Guesses must be the same, record by
record, and their error that of the posterior, tr(S - S H'(H S H' + E)^-1 H S), within five standard errors."""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

RECORDS, ATTRIBUTES = 2000, 5
# First mask, second mask, and whether the second has a key of its own.
CASES = [
    ("project(k=3)", "project(k=2)", True),
    ("project(k=2)", "project(k=4)", True),
    ("project(k=2) | noise(sd=0.3)", "project(k=3) | noise(sd=0.5)", True),
    ("project(k=2) | noise(sd=0.3)", "project(k=3) | noise(sd=0.5)", False),
    ("rotate | translate(sd=5) | noise(sd=0.2)", "rotate | translate(sd=5) | noise(sd=0.2)", True),
    ("rotate | translate(sd=5) | noise(sd=2)", "rotate | translate(sd=5) | noise(sd=0.2)", True),
    ("rotate | noise(sd=2)", "translate(sd=5) | project(k=2) | noise(sd=0.1)", True),
    ("project(k=2)", "rotate | noise(sd=1)", True),
    ("noise(sd=1)", "noise(sd=3)", True),
]


def write(path, values, prefix="x"):
    header = ",".join(f"{prefix}{j + 1}" for j in range(values.shape[1]))
    np.savetxt(path, values, delimiter=",", header=header, comments="", fmt="%.17g")


def originals():
    rng = np.random.default_rng(11)
    root = rng.standard_normal((ATTRIBUTES, ATTRIBUTES))
    mean = np.arange(ATTRIBUTES) * 3.0
    return mean, root @ root.T, mean + rng.standard_normal((RECORDS, ATTRIBUTES)) @ root.T


class Folder:
    def __init__(self, guise, name):
        self.guise, self.path = guise, pathlib.Path(name)

    def run(self, *arguments):
        return subprocess.run([self.guise, *arguments], cwd=self.path, check=True, capture_output=True, text=True).stdout

    def read(self, file):
        return np.loadtxt(self.path / file, delimiter=",", skiprows=1, ndmin=2)

    def release(self, file, mask, key, x):
        """Masks, and returns the release with its matrix, shift and the variance of its noise."""
        self.run("mask", "x.csv", "-o", file, "--mask", mask, "--key", key, "--quiet")
        steps = [step for step in mask.split(" | ") if not step.startswith("noise")]
        y, k = self.read(file), self.read(file).shape[1]
        sd = float(mask.split("noise(sd=")[1].rstrip(")")) if "noise" in mask else 0
        if not steps:
            return y, np.eye(k), np.zeros(k), sd**2
        self.run("mask", "x.csv", "-o", f"bare-{file}", "--mask", " | ".join(steps), "--key", key, "--quiet")
        fit = np.linalg.lstsq(np.column_stack([x, np.ones(len(x))]), self.read(f"bare-{file}"), rcond=None)[0]
        return y, fit[:-1].T, fit[-1], sd**2


def posterior(parts, mean, covariance):
    """Posterior means of all records, and the expected squared error of one."""
    seen = np.column_stack([y - shift for y, _, shift, _ in parts])
    h = np.vstack([matrix for _, matrix, _, _ in parts])
    noise = np.diag(np.concatenate([np.full(len(matrix), variance) for _, matrix, _, variance in parts]))
    gain = covariance @ h.T @ np.linalg.pinv(h @ covariance @ h.T + noise, rcond=1e-12, hermitian=True)
    return mean + (seen - h @ mean) @ gain.T, np.trace(covariance - gain @ h @ covariance)


def check(folder, case, mean, covariance, x):
    first, second, own_key = case
    for file in ("y1.csv", "y2.csv", "bare-y1.csv", "bare-y2.csv"):
        (folder.path / file).unlink(missing_ok=True)
    parts = [folder.release("y1.csv", first, "a.key", x), folder.release("y2.csv", second, "b.key" if own_key else "a.key", x)]
    facts = ["repeat=y2.csv", "mean=mean.csv", "covariance=covariance.csv"] + (["second-key=b.key"] if own_key else [])
    guess = {}
    for name, order in (("as told", facts), ("backwards", facts[::-1])):
        told = [word for fact in order for word in ("--knows", fact)]
        folder.run("attack", "y1.csv", "-o", "guess.csv", "--with", "bayes", "--key", "a.key", *told, "--quiet")
        guess[name] = folder.read("guess.csv")
    expected, error = posterior(parts, mean, covariance)
    power = np.trace(covariance)
    apart = np.abs(guess["as told"] - expected).max() / np.sqrt(power)
    squares = ((guess["as told"] - x) ** 2).sum(axis=1)
    # Rounding of the release and of NumPy's own matrix, 1e-16 of numbers that H makes up to 1e4 times smaller.
    near = abs(squares.mean() - error) < 5 * squares.std() / np.sqrt(RECORDS) + 1e-12 * power
    fine = apart < 1e-6 and near and (guess["as told"] == guess["backwards"]).all()
    print(f"{first} + {second}{'' if own_key else ', one key'}: NumPy differs by {apart:.1e}; error {squares.mean() / power:.3g}, posterior {max(error, 0) / power:.3g}: {'ok' if fine else 'WRONG'}")
    return fine


def by_hand(folder, mean, covariance, x):
    """Matrices from files, 3 x 5 and 4 x 5, and noise: in every order the same guess."""
    rng = np.random.default_rng(3)
    parts = []
    for number, k in ((1, 3), (2, 4)):
        matrix = rng.standard_normal((k, ATTRIBUTES))
        y = x @ matrix.T + 0.5 * rng.standard_normal((RECORDS, k))
        write(folder.path / f"m{number}.csv", matrix)
        write(folder.path / f"h{number}.csv", y, "y")
        parts.append((y, matrix, np.zeros(k), 0.25))
    expected = posterior(parts, mean, covariance)[0]
    facts = ["noise=0.5", "matrix=m1.csv", "repeat=h2.csv", "second-matrix=m2.csv", "mean=mean.csv", "covariance=covariance.csv"]
    worst = 0
    for turn in range(len(facts)):
        told = [word for fact in facts[turn:] + facts[:turn] for word in ("--knows", fact)]
        notes = json.loads(folder.run("attack", "h1.csv", "-o", "guess.csv", "--with", "bayes", *told, "--json"))["notes"]
        worst = max(worst, np.abs(folder.read("guess.csv") - expected).max())
        if notes:
            worst = np.inf  # noise leaves more than one solution
    print(f"matrices by hand, facts in any order: NumPy differs by {worst:.1e}: {'ok' if worst < 1e-6 else 'WRONG'}")
    return worst < 1e-6


def main():
    mean, covariance, x = originals()
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(sys.argv[1], name)
        write(folder.path / "x.csv", x)
        write(folder.path / "mean.csv", mean[None, :])
        write(folder.path / "covariance.csv", covariance)
        for key in ("a.key", "b.key"):
            folder.run("key", "new", key)
        results = [check(folder, case, mean, covariance, x) for case in CASES]
        results.append(by_hand(folder, mean, covariance, x))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
