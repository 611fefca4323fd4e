# SPDX-License-Identifier: Apache-2.0
"""C12: a secret increasing map of every column keeps ranks, and ranks with a sample of other people are values."""
import numpy as np
from lib import Case, at_least, correlated, recovered
from scipy.stats import norm

OTHERS = 250


def skewed(rng, n):
    z = correlated(rng, n, 4, 2, 0.7)
    return np.column_stack([np.exp(z[:, 0]), z[:, 1], z[:, 2] ** 3, np.exp(-0.5 * z[:, 3])])


def ranks(x):
    return (np.argsort(np.argsort(x, axis=0), axis=0) + 0.5) / len(x)


def bent(x, rng):
    """Each column by a map of its own."""
    z = (x - np.median(x, axis=0)) / x.std(axis=0)
    return np.column_stack([np.log(x[:, 0]), np.sinh(3 * z[:, 1]), np.cbrt(z[:, 2]), np.exp(4 * np.tanh(z[:, 3]))])


def powers(x, rng):
    """A power of each column's own, and a size."""
    z = (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0)) + 0.01
    power = rng.uniform(0.2, 3, x.shape[1])
    return z**power * rng.uniform(1, 30, x.shape[1])


def noisy_scores(x, rng):
    """Normal scores with noise, then bent."""
    return np.sinh(1.5 * (norm.ppf(ranks(x)) + 0.3 * rng.standard_normal(x.shape)))


def uniform(x, rng):
    return ranks(x)


def swapped(x, rng, window=0.05):
    """Rank swapping: values change places with others whose rank is at most this share of the records away."""
    y = x.copy()
    for j in range(x.shape[1]):
        order = np.argsort(x[:, j])
        free = np.ones(len(x), bool)
        for i in range(len(x)):
            near = [k for k in range(i + 1, min(len(x), i + 1 + int(window * len(x)))) if free[k]]
            if free[i] and near:
                k = rng.choice(near)
                free[i] = free[k] = False
                y[order[i], j], y[order[k], j] = x[order[k], j], x[order[i], j]
    return y


def release(way, shuffled=False, records=1000):
    def make(room):
        x = skewed(room.rng, records + OTHERS)
        x, others = x[:records], x[records:]
        y = way(x, room.rng)
        order = room.rng.permutation(records) if shuffled else np.arange(records)
        room.write("x.csv", x)
        room.write("y.csv", y[order])
        return {"x": x, "y": y, "others": others}

    return make


def quantile_map(_, made):
    """The value that has the same rank among the other people."""
    r = ranks(made["y"])
    return recovered(made["x"], np.column_stack([np.quantile(made["others"][:, j], r[:, j]) for j in range(r.shape[1])]))


def population(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--attackers", f"population={OTHERS}").recovered("population")


# Slack: the sample's extremes weigh much in a skewed column, and guise's sample is another one.
CASES = [
    Case("monotone_maps", "C12", "secret increasing maps, other people known", release(bent), population, at_least(0.06), quantile_map),
    Case("rank_transform", "C12", "ranks instead of values", release(uniform), population, at_least(0.06), quantile_map, short=False),
    Case("rank_swapping", "C12", "values swapped within 5 % of the ranks", release(swapped), population, at_least(0.06), quantile_map, short=False),
    Case("monotone_powers_shuffled", "C12", "powers, rows shuffled", release(powers, True), population, at_least(0.06), quantile_map, short=False),
    Case("monotone_noise", "C12", "normal scores with noise, bent", release(noisy_scores), population, at_least(0.06), quantile_map, short=False),
    Case("monotone_maps_shuffled", "C12", "the same, rows shuffled", release(bent, True), population, at_least(0.06), quantile_map, short=False),
]
