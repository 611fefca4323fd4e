#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sets `guise attack --with bayes --knows repeat=` beside the posterior mean written in NumPy: two_releases_by_numpy.py GUISE.

A Gaussian table with known moments is released twice, with two keys and masks that may differ in their number of columns. What
the secret matrices are is measured here on releases without noise that the same keys make. Guesses must be the same, record by
record, and their error that of the posterior, tr(S - S H'(H S H' + E)^-1 H S), within five standard errors.

Keys are new every time, and so are the matrices: now and then one is nearly singular, and digits are lost here and in guise. How
many follows from its condition, so that the tolerance is computed from it."""
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
    return mean, root, mean + rng.standard_normal((RECORDS, ATTRIBUTES)) @ root.T


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


def posterior(parts, mean, root):
    """Posterior means of all records, the expected squared error of one, and the condition of the equations without noise. With
    x = mean + root z and z ~ N(0, I): equations without noise by the singular values of their matrix, those with noise as least
    squares in the directions that the former leave open. H S H' is not made: its condition is the square."""
    g = np.vstack([matrix @ root for _, matrix, _, _ in parts])
    right = np.column_stack([y - shift - matrix @ mean for y, matrix, shift, _ in parts])
    sd = np.sqrt(np.concatenate([np.full(len(matrix), variance) for _, matrix, _, variance in parts]))
    size = np.linalg.norm(g, axis=1)
    left, values, across = np.linalg.svd(g[sd == 0] / size[sd == 0, None])
    rank = int((values > 1e-13).sum())
    fixed = (right[:, sd == 0] / size[sd == 0]) @ left[:, :rank] / values[:rank] @ across[:rank]
    free = across[rank:].T
    if (sd > 0).any() and free.shape[1] > 0:
        noisy = g[sd > 0] / sd[sd > 0, None]
        rows = np.vstack([noisy @ free, np.eye(free.shape[1])])
        q, r = np.linalg.qr(rows)
        wanted = right[:, sd > 0] / sd[sd > 0] - fixed @ noisy.T
        fixed = fixed + np.linalg.solve(r, q[: len(noisy)].T @ wanted.T).T @ free.T
        free = free @ np.linalg.inv(r)
    condition = values[0] / values[rank - 1] if rank else 1.0
    return mean + fixed @ root.T, np.linalg.norm(root @ free) ** 2, condition


def tolerance(parts, x, condition):
    """The matrices are least squares from x: known to eps times the condition of that table. What is lost of them and of the
    release grows by the condition of the equations. In standard deviations of all attributes together."""
    eps = np.finfo(float).eps
    design = np.linalg.cond(np.column_stack([x, np.ones(len(x))]))
    largest = max(np.abs(y).max() for y, _, _, _ in parts) / min(np.linalg.norm(y - y.mean(axis=0)) / np.sqrt(y.size) for y, _, _, _ in parts)
    return 10 * eps * design * condition * largest


def check(folder, case, mean, covariance, root, x):
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
    expected, error, condition = posterior(parts, mean, root)
    power = np.trace(covariance)
    apart, allowed = np.abs(guess["as told"] - expected).max() / np.sqrt(power), tolerance(parts, x, condition)
    squares = ((guess["as told"] - x) ** 2).sum(axis=1)
    near = abs(squares.mean() - error) < 5 * squares.std() / np.sqrt(RECORDS) + allowed**2 * power
    fine = apart < allowed and near and (guess["as told"] == guess["backwards"]).all()
    print(f"{first} + {second}{'' if own_key else ', one key'}: NumPy differs by {apart:.1e}, {allowed:.1e} allowed at condition {condition:.0e}; error {squares.mean() / power:.3g}, posterior {error / power:.3g}: {'ok' if fine else 'WRONG'}")
    return fine


def by_hand(folder, mean, root, x):
    """Matrices from files, 3 x 5 and 4 x 5, and noise: in every order the same guess."""
    rng = np.random.default_rng(3)
    parts = []
    for number, k in ((1, 3), (2, 4)):
        matrix = rng.standard_normal((k, ATTRIBUTES))
        y = x @ matrix.T + 0.5 * rng.standard_normal((RECORDS, k))
        write(folder.path / f"m{number}.csv", matrix)
        write(folder.path / f"h{number}.csv", y, "y")
        parts.append((y, matrix, np.zeros(k), 0.25))
    expected, _, condition = posterior(parts, mean, root)
    facts = ["noise=0.5", "matrix=m1.csv", "repeat=h2.csv", "second-matrix=m2.csv", "mean=mean.csv", "covariance=covariance.csv"]
    worst = 0
    for turn in range(len(facts)):
        told = [word for fact in facts[turn:] + facts[:turn] for word in ("--knows", fact)]
        notes = json.loads(folder.run("attack", "h1.csv", "-o", "guess.csv", "--with", "bayes", *told, "--json"))["notes"]
        worst = max(worst, np.abs(folder.read("guess.csv") - expected).max())
        if notes:
            worst = np.inf  # noise leaves more than one solution
    fine = worst < tolerance(parts, x, condition) * np.linalg.norm(root)
    print(f"matrices by hand, facts in any order: NumPy differs by {worst:.1e}: {'ok' if fine else 'WRONG'}")
    return fine


def main():
    mean, root, x = originals()
    covariance = root @ root.T
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(sys.argv[1], name)
        write(folder.path / "x.csv", x)
        write(folder.path / "mean.csv", mean[None, :])
        write(folder.path / "covariance.csv", covariance)
        for key in ("a.key", "b.key"):
            folder.run("key", "new", key)
        results = [check(folder, case, mean, covariance, root, x) for case in CASES]
        results.append(by_hand(folder, mean, root, x))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
