# SPDX-License-Identifier: Apache-2.0
"""C16: releases of other tools, without a card: what the mask did is in the two files."""
import numpy as np
from lib import Case, at_least, correlated, recovered


def noisy(law):
    def make(room, records=1000):
        x = correlated(room.rng, records, 6, 2, 0.4)
        sd = 1.5 * x.std(axis=0)
        y = x + sd * (room.rng.laplace(size=x.shape) / np.sqrt(2) if law == "laplace" else room.rng.standard_normal(x.shape))
        room.write("x.csv", x)
        room.write("y.csv", y)
        return {"x": x, "y": y, "noise": sd**2}

    return make


def filtered(_, made):
    """The linear filter for noise of this size, which is public with the method: covariances of the release less the noise."""
    y = made["y"] - made["y"].mean(axis=0)
    covariance = np.cov(y.T)
    size, axes = np.linalg.eigh(covariance - np.diag(made["noise"]))
    signal = axes @ np.diag(np.maximum(size, 0)) @ axes.T
    return recovered(made["x"], y @ np.linalg.solve(covariance, signal))


def outsider(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider").recovered("outsider")


def codes(room, records=1000):
    """Eight classes a column, under numbers that say nothing of their order."""
    x = np.exp(correlated(room.rng, records, 3, 1, 1.0) / 2)
    cell = (8 * np.argsort(np.argsort(x, axis=0), axis=0) / records).astype(int)
    y = np.column_stack([room.rng.permutation(8)[cell[:, j]] for j in range(3)])
    room.write("x.csv", x)
    room.write("y.csv", y)
    return {"x": x, "y": y}


def class_means(room, made, pairs=150):
    """Each class has the mean of the known people in it."""
    x, y = made["x"], made["y"]
    known = room.rng.permutation(len(x))[:pairs]
    rest = np.setdiff1d(np.arange(len(x)), known)
    mean = lambda j, c: x[known][y[known, j] == c, j].mean() if (y[known, j] == c).any() else x[known, j].mean()
    guess = np.column_stack([np.array([mean(j, c) for c in range(8)])[y[:, j]] for j in range(3)])
    return recovered(x[rest], guess[rest])


def pairs_said(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--attackers", "pairs=150").recovered("pairs")


CASES = [
    Case("unnamed_noise", "C16", "noise that no card tells", noisy("gaussian"), outsider, at_least(), filtered),
    Case("unnamed_laplace", "C16", "Laplace noise that no card tells", noisy("laplace"), outsider, at_least(), filtered, short=False),
    Case("class_codes", "C16", "codes of classes, known pairs", codes, pairs_said, at_least(0.06), class_means, short=False),
]
