#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sets `guise attack --with regress` beside kernel and linear ridge regression written in NumPy: regress_by_numpy.py GUISE.

A table of three attributes is bent by x* = B + Q tanh(A + W x) with W of three sizes; 100 pairs are known. Guesses must be the same,
record by record, and their errors of the order that is known for such masks."""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

RECORDS, PAIRS = 600, 100
# Relative error at sw = .3, 1 and 3 by kernel ridge: at most ten times these.
ORDER = {0.3: 1e-5, 1.0: 3e-4, 3.0: 0.03}
RIDGES = 1e-10 * 10 ** (np.arange(23) / 2)
WIDTHS = (1, 0.25, 0.5, 2, 4, 8, 16, 32)


def tables(sw):
    rng = np.random.default_rng(7)
    x = rng.uniform(-1, 1, (RECORDS, 3))
    w, a, q, b = sw * rng.standard_normal((50, 3)), rng.standard_normal(50), rng.standard_normal((50, 50)), rng.standard_normal(50)
    return x, b + np.tanh(a + x @ w.T) @ q.T


def write(path, values, prefix):
    header = ",".join(f"{prefix}{j + 1}" for j in range(values.shape[1]))
    np.savetxt(path, values, delimiter=",", header=header, comments="", fmt="%.17g")


def squared(u, v):
    return ((u[:, None, :] - v[None, :, :]) ** 2).sum(axis=2)


def centred(gram):
    p = len(gram)
    h = np.eye(p) - 1 / p
    return h @ gram @ h


def left_out(gram, x, ridge):
    """Mean over attributes of the leave-one-out error over that of the mean, by fitting again without each record."""
    total = np.zeros(x.shape[1])
    for i in range(len(x)):
        rest = np.delete(np.arange(len(x)), i)
        k, y = gram[np.ix_(rest, rest)], x[rest]
        weights = np.linalg.solve(centred(k) + ridge * np.eye(len(rest)), y - y.mean(axis=0))
        away = gram[i, rest] - k.mean(axis=0)
        total += (x[i] - y.mean(axis=0) - (away - away.mean()) @ weights) ** 2
    p = len(x)
    return (total / (((x - x.mean(axis=0)) ** 2).sum(axis=0) * (p / (p - 1)) ** 2)).mean()


def hat_error(gram, x, ridge):
    """The same in closed form, to choose among widths."""
    k, p = centred(gram), len(x)
    hat = k @ np.linalg.inv(k + ridge * np.eye(p)) + 1 / p
    y = x - x.mean(axis=0)
    errors = ((y - (hat - 1 / p) @ y) / (1 - np.diag(hat))[:, None]) ** 2
    return (errors.sum(axis=0) / ((y**2).sum(axis=0) * (p / (p - 1)) ** 2)).mean()


def ridges_of(gram):
    power = np.linalg.eigvalsh(centred(gram))
    return RIDGES * power[power > 1e-14 * power[-1]].mean()


def kernel_ridge(x, y):
    scale = y.std(axis=0, ddof=1)
    u = (y - y[:PAIRS].mean(axis=0)) / scale
    known, targets = u[:PAIRS], x[:PAIRS]
    distances = squared(known, known)
    below = np.sort(distances[np.triu_indices(PAIRS, 1)])
    median = below[len(below) // 2]
    grams = [np.exp(-distances / (2 * width * median)) for width in WIDTHS]
    errors = [min(hat_error(gram, targets, ridge) for ridge in ridges_of(gram)) for gram in grams]
    best = int(np.argmin(errors))
    best = best if errors[best] < 0.5 * errors[0] else 0
    gram, ridges = grams[best], ridges_of(grams[best])
    ridge = ridges[int(np.argmin([left_out(gram, targets, each) for each in ridges]))]
    weights = np.linalg.solve(centred(gram) + ridge * np.eye(PAIRS), targets - targets.mean(axis=0))
    bumps = np.exp(-squared(u, known) / (2 * WIDTHS[best] * median)) - gram.mean(axis=0)
    return targets.mean(axis=0) + (bumps - bumps.mean(axis=1, keepdims=True)) @ weights


def main():
    guise, failed = sys.argv[1], False
    for sw, order in ORDER.items():
        x, y = tables(sw)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write(folder / "released.csv", y, "y")
            write(folder / "known.csv", x[:PAIRS], "x")
            write(folder / "known-released.csv", y[:PAIRS], "y")
            command = [guise, "attack", "released.csv", "-o", "guess.npy", "--with", "regress(kind=kernel)", "--knows", "pairs=known.csv:known-released.csv", "--quiet"]
            subprocess.run(command, cwd=folder, check=True)
            guess = np.load(folder / "guess.npy")
        expected, others = kernel_ridge(x, y), slice(PAIRS, None)
        error = (((guess - x)[others] ** 2).mean(axis=0) / x[others].var(axis=0)).mean()
        apart = np.abs(guess - expected).max() / x.std()
        fine = apart < 1e-4 and error < 10 * order
        failed |= not fine
        print(f"sw = {sw:g}: guise and NumPy differ by {apart:.1e} of a standard deviation; relative error {error:.2e}, order {order:g}: {'ok' if fine else 'WRONG'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
