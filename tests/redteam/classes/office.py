# SPDX-License-Identifier: Apache-2.0
"""C13, C16: a table like a statistics office's (skewed money, totals, whole numbers), released by methods of its tools."""
import numpy as np
from classes.shuffled import nearest, shuffle
from lib import Case, Failed, Figure, about, grade_of, safe_or_untold, share


def incomes(rng, n=500):
    """Ten columns: weight, wages, earned, interest, other, total = earned + other, taxable, two taxes, contributions."""
    z, own = rng.standard_normal((n, 2)), lambda size: size * rng.standard_normal(n)
    wages = np.exp(10.2 + 0.55 * z[:, 0] + own(0.25))
    earned = np.round(np.where(rng.random(n) < 0.7, wages, wages * np.exp(own(0.3))))
    interest = np.exp(6 + 1.3 * z[:, 1] + own(0.5))
    other = np.round(interest + np.where(rng.random(n) < 0.5, np.exp(6.5 + own(1.2)), 0))
    taxable = np.maximum(earned + other - 3000 * rng.integers(2, 6, n), 100)
    federal = 0.15 * taxable + 0.13 * np.maximum(taxable - 30000, 0) + np.abs(own(100))
    state, paid = 0.045 * taxable * np.exp(own(0.25)), 0.06 * wages * np.exp(own(0.5))
    weight = np.exp(11.5 + own(0.35))
    return np.round(np.column_stack([weight, wages, earned, interest, other, earned + other, taxable, federal, state, paid]))


def additive(size):
    return lambda x, rng: x + size * x.std(axis=0) * rng.standard_normal(x.shape)


def on_outliers(size, part):
    """Noise on the part of the records that is farthest from the middle, by logarithms."""

    def way(x, rng):
        far = (((np.log1p(x) - np.log1p(x).mean(axis=0)) / np.log1p(x).std(axis=0)) ** 2).sum(axis=1)
        hit = far > np.quantile(far, 1 - part)
        return x + np.where(hit[:, None], size * x.std(axis=0) * rng.standard_normal(x.shape), 0)

    return way


def heavy_tails(size):
    """One factor a record, so that few records have most of the noise."""
    return lambda x, rng: x + size * x.std(axis=0) * rng.standard_normal(x.shape) / np.sqrt(rng.chisquare(2, (len(x), 1)) / 2)


def shuffled(way):
    def make(room):
        x = incomes(room.rng)
        y = np.round(way(x, room.rng), 2)
        return shuffle(room, x, y)

    return make


def of_others(way):
    """The same of other people."""

    def make(room):
        x, others = incomes(room.rng), incomes(room.rng)
        room.write("x.csv", x)
        room.write("y.csv", np.round(way(others, room.rng), 2))

    return make


def by_distance(_, made):
    """The nearest original in standard deviations: the likelihood of noise in proportion to these."""
    sd = made["x"].std(axis=0)
    return share(nearest(made["x"] / sd, made["y"] / sd) == made["owner"])


def matched(room, _):
    """The share of rows that guise expects to match rightly."""
    placed = (room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider").document["released"] or {})["put_back"]
    if not placed["placed"]:
        raise Failed("no row was matched")
    return Figure(placed["certainty"])


def grade(room, _):
    return grade_of(room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider"))


few = {**safe_or_untold, "seeds": 5, "share": 1.0, "short": False}
CASES = [
    Case("office_shuffled_outliers", "C16", "noise on a fifth of the records, shuffled", shuffled(on_outliers(1.0, 0.2)), matched, about(0.04), by_distance, short=False),
    Case("office_shuffled_tails", "C16", "noise of few records, shuffled", shuffled(heavy_tails(0.05)), matched, about(0.06), by_distance, short=False),
    Case("office_noise_of_others", "C13", "noise of 0.4 sd on other people", of_others(additive(0.4)), grade, **few),
    Case("office_outliers_of_others", "C13", "noise on outliers of other people", of_others(on_outliers(1.0, 0.2)), grade, **few),
]
