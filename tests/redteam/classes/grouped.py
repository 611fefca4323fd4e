# SPDX-License-Identifier: Apache-2.0
"""A1, A2: records that were masked group by group, and noise that is large for a part of the values. Nobody who sees a group by
itself, or who looks at the usual values, needs the size of the noise."""
import numpy as np
from lib import Case, at_least, correlated, recovered

GROUPS = 8


def grouped(way, records=1200):
    """`way(rng, x, group)`: the release."""

    def make(room):
        group = room.rng.integers(GROUPS, size=records)
        x = correlated(room.rng, records, 4)
        kept = {"town": [f"town{g}" for g in group]}
        y = way(room.rng, x, group)
        room.write("x.csv", x, **kept)
        room.write("y.csv", y, **kept)
        return {"x": x, "y": y, "group": group}

    return make


def constants(rng, x, group):
    return x + 10 * rng.standard_normal((GROUPS, x.shape[1]))[group]


def factors(rng, x, group):
    return (x + 3) * np.exp(1.5 * rng.standard_normal((GROUPS, x.shape[1])))[group]


def noise(rng, x, group):
    return x + np.where(group % 2 == 0, 0.2, 20)[:, None] * rng.standard_normal(x.shape)


def batches(rng, x, _, length=60):
    """A constant of each run of records, as a device has on a day."""
    days = np.arange(len(x)) // length
    return x + 10 * rng.standard_normal((days.max() + 1, x.shape[1]))[days]


def used_again(rng, x, _, length=50):
    """Noise that was drawn once, for the first records, and used again for the next ones."""
    return x + (5 * rng.standard_normal((length, x.shape[1])))[np.arange(len(x)) % length]


def places_centred(_, made, length=50):
    return recovered(made["x"], made["y"] - by_group(made["y"], np.arange(len(made["y"])) % length, lambda part: part.mean(axis=0)))


def heavy(rng, x, _):
    return x + 0.5 * rng.standard_cauchy(x.shape)


def gross(rng, x, _):
    return np.where(rng.random(x.shape) < 0.25, 100 * rng.standard_normal(x.shape), x)


def half_of_the_records(rng, x, _):
    return x + np.where(rng.random((len(x), 1)) < 0.5, 0.2, 15) * rng.standard_normal(x.shape)


def by_group(y, group, of):
    return np.array([of(y[group == g]) for g in range(group.max() + 1)])[group]


def centred(_, made):
    return recovered(made["x"], made["y"] - by_group(made["y"], made["group"], lambda part: part.mean(axis=0)))


def runs_centred(_, made, length=60):
    return recovered(made["x"], made["y"] - by_group(made["y"], np.arange(len(made["y"])) // length, lambda part: part.mean(axis=0)))


def scaled(_, made):
    return recovered(made["x"], made["y"] / by_group(made["y"], made["group"], lambda part: part.std(axis=0)))


def weighed(_, made):
    """Each group shrunk by how much wider it is than the narrowest."""
    wide = by_group(made["y"], made["group"], lambda part: part.var(axis=0).mean())
    return recovered(made["x"], made["y"] * (wide.min() / wide)[:, None])


def clipped(_, made):
    """Values beyond a few usual distances from the middle count less and less."""
    y = made["y"] - np.median(made["y"], axis=0)
    usual = np.median(np.abs(y), axis=0)
    return recovered(made["x"], y / (1 + (y / (4 * usual)) ** 4))


def said(*options):
    return lambda room, _: room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider", *options).recovered("outsider")


# The plain attack on runs of records knows how long they are, which nobody says: runs of another length leave a few % more.
town = said("--keep", "town")
alone = said("--columns", "x1,x2,x3,x4")
CASES = [
    Case("group_constants", "A1", "a secret constant of each kept town", grouped(constants), town, at_least(), centred),
    Case("group_factors", "A1", "a secret factor of each kept town", grouped(factors), town, at_least(), scaled, short=False),
    Case("group_noise", "A2", "noise of another size in each kept town", grouped(noise), town, at_least(), weighed, short=False),
    Case("batch_constants", "C14", "a secret constant of each run of records", grouped(batches), alone, at_least(0.06), runs_centred),
    Case("noise_used_again", "C14", "noise of 50 records, used again", grouped(used_again), alone, at_least(), places_centred),
    Case("heavy_noise", "A2", "Cauchy noise", grouped(heavy), alone, at_least(), clipped),
    Case("gross_errors", "B4", "a quarter of the values is noise", grouped(gross), alone, at_least(), clipped, short=False),
    Case("half_noise", "B4", "half of the records are noise", grouped(half_of_the_records), alone, at_least(), clipped, short=False),
]
