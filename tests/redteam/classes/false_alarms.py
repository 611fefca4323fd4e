# SPDX-License-Identifier: Apache-2.0
"""A3: safe releases. Whatever the law of a column, exact differential privacy with a small epsilon, noise and other people's rows
resist; a column of which everybody has the same value is guessed without a release."""
import numpy as np
from lib import Case, correlated, grade_of, safe, safe_or_untold
from scipy.stats import norm

EPSILON = 0.44
SHORT = "outsider,population,pairs=20"


def zero_heavy(rng, n):
    return np.where(rng.random((n, 2)) < 0.9, 0.0, rng.lognormal(0, 0.5, (n, 2)))


def rare_flag(rng, n):
    return np.column_stack([rng.random(n) < 0.02, rng.random(n) < 0.05]).astype(float)


def lognormal(rng, n):
    return rng.lognormal(0, 1.2, (n, 2))


def counts(rng, n):
    return rng.poisson([0.3, 1.0], (n, 2)).astype(float)


def private(law, noise):
    """Clipped to a public ball, and noise that two of its points differ by epsilon in."""

    def make(room):
        x = law(room.rng, 600 if room.short else 1500)
        radius = 3.0
        sd = np.sqrt(2) * 2 * radius * np.sqrt(2) / EPSILON if noise == "laplace" else 2 * radius / 0.12  # epsilon; mu of Gaussian privacy
        room.write("x.csv", x)
        return ["--mask", f"clip(radius={radius}) | noise(sd={sd:.6g},law={noise})"]

    return make


def own_mask(room, options):
    few = ["--attackers", SHORT] if room.short else []
    return grade_of(room.audit("x.csv", *options, *few, keys=2 if room.short else 5))


def external(room, options):
    return grade_of(room.audit("x.csv", "--released", "y.csv", *options, *(["--attackers", SHORT] if room.short else [])))


def noise_columns(count):
    def make(room):
        room.write("x.csv", correlated(room.rng, 600 if room.short else 2000, count))
        return ["--mask", "noise(snr=0.0001)"]

    return make


def behind_towns(room):
    """A kept town predicts the column, and the release adds nothing to that."""
    town = room.rng.integers(10, size=1500)
    x = 2 * room.rng.standard_normal((10, 3))[town] + 0.5 * room.rng.standard_normal((1500, 3))
    room.write("x.csv", x, town=[f"t{t}" for t in town])
    return ["--mask", "noise(snr=0.0005)", "--columns", "x1,x2,x3", "--keep", "town"]


def exchanged_in_groups(room):
    """Values change places among the people of a kept group, column by column."""
    group = room.rng.integers(6, size=1500)
    x = 2 * room.rng.standard_normal((6, 2))[group] + room.rng.standard_normal((1500, 2))
    y = x.copy()
    for g in range(6):
        rows = np.flatnonzero(group == g)
        for j in range(2):
            y[rows, j] = x[room.rng.permutation(rows), j]
    for file, table in (("x.csv", x), ("y.csv", y)):
        room.write(file, table, group=[f"g{g}" for g in group])
    return ["--keep", "group"]


def pareto(rng, n):
    return rng.pareto(1.5, (n, 3))


def answers(rng, n):
    """1 to 5, and many who always say 1."""
    return rng.integers(1, 6, (n, 4)) * (rng.random((n, 1)) < 0.7) + 1.0


def from_nowhere(room):
    room.write("x.csv", correlated(room.rng, 1000, 6))
    room.write("y.csv", room.rng.standard_normal((1000, 6)))
    return []


def other_people(room):
    both = correlated(room.rng, 2000, 6)
    room.write("x.csv", both[:1000])
    room.write("y.csv", both[1000:])
    return []


def skewed_table(rng, n):
    return np.exp(0.7 * correlated(rng, n, 5) / 1.5)


def normal_scores(x):
    return norm.ppf((np.argsort(np.argsort(x, axis=0), axis=0) + 0.5) / len(x))


def copula(room):
    """Synthetic people: the marginals, and the correlations of the normal scores."""
    x = skewed_table(room.rng, 1000)
    z = room.rng.multivariate_normal(np.zeros(5), np.corrcoef(normal_scores(x).T), len(x))
    y = np.column_stack([np.quantile(x[:, j], norm.cdf(z[:, j])) for j in range(5)])
    room.write("x.csv", x)
    room.write("y.csv", y)
    return []


def shuffling(room):
    """Muralidhar and Sarathy 2006: values drawn from their law given the public columns, replaced by the originals of the same rank."""
    n = 1200
    region, sex = room.rng.integers(4, size=n), room.rng.integers(2, size=n)
    level = room.rng.standard_normal((4, 2, 2))
    x = np.exp(0.5 * (level[region, sex] + correlated(room.rng, n, 2, 1)))
    z = normal_scores(x)
    side = np.column_stack([region == r for r in range(4)] + [sex, sex * region]).astype(float)
    line = np.linalg.lstsq(side, z, rcond=None)[0]
    rest = np.cov((z - side @ line).T)
    drawn = side @ line + room.rng.multivariate_normal(np.zeros(2), rest, n)
    y = np.column_stack([np.sort(x[:, j])[np.argsort(np.argsort(drawn[:, j]))] for j in range(2)])
    kept = {"region": [f"r{r}" for r in region], "sex": [f"s{s}" for s in sex]}
    room.write("x.csv", x, **kept)
    room.write("y.csv", y, **kept)
    return ["--keep", "region,sex"]


CASES = [
    Case("private_zeros", "A3", "zero-heavy columns, Laplace noise", private(zero_heavy, "laplace"), own_mask, **safe),
    Case("private_flags", "A3", "rare flags, Laplace noise", private(rare_flag, "laplace"), own_mask, **safe),
    Case("private_lognormal", "A3", "lognormal columns, Gaussian noise", private(lognormal, "gaussian"), own_mask, **safe),
    Case("private_lognormal_laplace", "A3", "lognormal columns, Laplace noise", private(lognormal, "laplace"), own_mask, short=False, **safe),
    Case("private_counts", "A3", "small counts, Gaussian noise", private(counts, "gaussian"), own_mask, short=False, **safe),
    Case("private_zeros_gaussian", "A3", "zero-heavy columns, Gaussian noise", private(zero_heavy, "gaussian"), own_mask, short=False, **safe),
    Case("private_pareto", "A3", "Pareto tails, Gaussian noise", private(pareto, "gaussian"), own_mask, short=False, **{**safe, "seeds": 5, "share": 1.0}),
    Case("private_answers", "A3", "answers from 1 to 5, Laplace noise", private(answers, "laplace"), own_mask, short=False, **{**safe, "seeds": 5, "share": 1.0}),
    Case("noise_behind_towns", "A3", "noise, a kept town predicts", behind_towns, own_mask, short=False, **{**safe, "seeds": 5, "share": 1.0}),
    Case("exchanged_in_groups", "A3", "values exchanged within kept groups", exchanged_in_groups, external, short=False, **{**safe, "seeds": 5, "share": 1.0}),
    Case("pure_noise_20", "B4", "twenty columns of noise", noise_columns(20), own_mask, **safe),
    Case("pure_noise_3", "B4", "three columns of noise", noise_columns(3), own_mask, short=False, **safe),
    Case("noise_from_nowhere", "B4", "numbers without any originals", from_nowhere, external, **safe_or_untold),
    Case("other_people", "A3", "other people's rows", other_people, external, **safe_or_untold),
    Case("copula", "A3", "people drawn from a Gaussian copula", copula, external, **safe_or_untold),
    Case("data_shuffling", "A3", "values shuffled given public columns", shuffling, external, short=False, **safe),
]
