# SPDX-License-Identifier: Apache-2.0
"""C15: several rows of one person are found by being alike, and averaged."""
import numpy as np
from lib import Case, at_least, recovered
from scipy.cluster.hierarchy import fcluster, linkage

MASK = "noise(snr=1)"


def people(persons, rows, columns, within=0.1):
    def make(room):
        who = room.rng.permutation(np.repeat(np.arange(persons), rows))
        x = room.rng.standard_normal((persons, columns))[who] + within * room.rng.standard_normal((len(who), columns))
        room.write("x.csv", x)
        return {"x": x, "y": room.mask("x.csv", "y.csv", MASK), "who": who}

    return make


def averaged(_, made):
    """Clusters by Ward's method and a few rounds of k-means, as many as leave the variance of the noise, which the card tells."""
    y = made["y"]
    noise, tree, best = y.var(axis=0).mean() / 2, linkage(y, "ward"), (np.inf, None)
    for count in [len(y) // size for size in (5, 8, 10, 12, 15, 18, 22, 30)]:
        label = fcluster(tree, count, "maxclust") - 1
        for _ in range(10):
            size = np.maximum(np.bincount(label, minlength=count), 1)
            centre = np.column_stack([np.bincount(label, column, count) for column in y.T]) / size[:, None]
            label = ((centre**2).sum(1) - 2 * y @ centre.T).argmin(axis=1)
        left = ((y - centre[label]) ** 2).sum() / ((len(y) - count) * y.shape[1])
        if abs(np.log(left / noise)) < best[0]:
            best = (abs(np.log(left / noise)), centre[label])
    return recovered(made["x"], best[1], made["who"])


def outsider(room, _):
    return room.audit("x.csv", "--mask", MASK, "--attackers", "outsider").recovered("outsider")


CASES = [
    Case("repeated_people", "C15", "15 rows of each of 60 people", people(60, 15, 30), outsider, at_least(0.05), averaged, known_open="few rows of a person leave some groups apart: up to eight points below the plain attack"),
    Case("repeated_people_long", "C15", "12 rows of each of 100 people", people(100, 12, 40, 0.2), outsider, at_least(0.05), averaged, short=False),
]
