# SPDX-License-Identifier: Apache-2.0
"""C15: several rows of one person are found by being alike, and averaged."""
import numpy as np
from lib import Case, at_least, recovered
from scipy.cluster.hierarchy import fcluster, linkage

MASK = "noise(snr=1)"


def people(counts, columns, within=0.1, mask=MASK):
    """`counts(rng)`: how many rows each person has."""

    def make(room):
        number = counts(room.rng)
        who = room.rng.permutation(np.repeat(np.arange(len(number)), number))
        x = room.rng.standard_normal((len(number), columns))[who] + within * room.rng.standard_normal((len(who), columns))
        room.write("x.csv", x)
        return {"x": x, "y": room.mask("x.csv", "y.csv", mask), "who": who, "mask": mask}

    return make


def each(persons, rows):
    return lambda _: np.full(persons, rows)


def between(persons, least, most):
    return lambda rng: rng.integers(least, most + 1, persons)


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


def linked_pairs(_, made, snr):
    """Few rows each: average linkage, cut where the rows of a cluster differ by as much as the noise makes them, and every mean
    shrunk by the size of its cluster towards the mean of all."""
    y = made["y"]
    centred, noise = y - y.mean(axis=0), y.var(axis=0) / (1 + snr)
    z, tree = centred / np.sqrt(noise), linkage(centred / np.sqrt(noise), "average")
    best = (np.inf, None)
    for height in np.quantile(tree[:, 2], np.linspace(0.2, 0.98, 40)):
        label = np.unique(fcluster(tree, height, "distance"), return_inverse=True)[1]
        size = np.bincount(label)
        centre = np.column_stack([np.bincount(label, column) for column in z.T]) / size[:, None]
        off = abs(np.log(((z - centre[label]) ** 2).sum() / ((len(z) - len(size)) * z.shape[1])))
        if off < best[0]:
            best = (off, (centre * (snr / (snr + 1 / size))[:, None])[label])
    return recovered(made["x"], best[1], made["who"])


def few(snr):
    return lambda room, made: linked_pairs(room, made, snr)


def outsider(room, made):
    return room.audit("x.csv", "--mask", made["mask"], "--attackers", "outsider").recovered("outsider")


CASES = [
    Case("repeated_people", "C15", "15 rows of each of 60 people", people(each(60, 15), 30), outsider, at_least(0.02), averaged),
    Case("repeated_people_long", "C15", "12 rows of each of 100 people", people(each(100, 12), 40, 0.2), outsider, at_least(0.02), averaged, short=False),
    Case("repeated_few_rows", "C15", "4 rows of each of 200 people", people(each(200, 4), 20, mask="noise(snr=3)"), outsider, at_least(0.02), few(3)),
    Case("repeated_three_rows", "C15", "3 rows of each of 300 people", people(each(300, 3), 40), outsider, at_least(0.02), few(1), short=False),
    Case("repeated_unequal", "C15", "2 to 30 rows of each of 60 people", people(between(60, 2, 30), 25), outsider, at_least(0.02), averaged, short=False),
    Case("repeated_unequal_few", "C15", "2 to 8 rows of each of 150 people", people(between(150, 2, 8), 20, mask="noise(snr=3)"), outsider, at_least(0.02), few(3), short=False),
]
