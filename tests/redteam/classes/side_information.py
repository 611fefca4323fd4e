# SPDX-License-Identifier: Apache-2.0
"""A2: known columns, kept columns and known pairs used without straight lines."""
import numpy as np
from lib import Case, at_least, recovered, rotation


def sine(room, records=3000):
    x = room.rng.uniform(-3, 3, records)
    table = np.column_stack([x, np.sin(3 * x) + 0.25 * room.rng.standard_normal(records)])
    room.write("x.csv", table)
    y = room.mask("x.csv", "y.csv", "noise(snr=0.1)")
    return {"x": table, "y": y}


def neighbours_mean(_, made, width=75):
    """Released x2 of the records whose known x1 is next: noise averages away."""
    order = np.argsort(made["x"][:, 0])
    guess = np.empty(len(order))
    guess[order] = np.convolve(np.pad(made["y"][order, 1], width, mode="reflect"), np.ones(2 * width + 1) / (2 * width + 1), "valid")
    return recovered(made["x"][:, 1], guess)


def sine_said(room, _):
    return room.audit("x.csv", "--mask", "noise(snr=0.1)", "--attackers", "attributes=x1").recovered("attributes", "x2")


def step(room, records=3000):
    """Two known columns of which only the product tells."""
    known = room.rng.uniform(-1, 1, (records, 2))
    table = np.column_stack([known, 2 * np.sign(known[:, 0] * known[:, 1]) + 0.5 * room.rng.standard_normal(records)])
    room.write("x.csv", table)
    y = room.mask("x.csv", "y.csv", "noise(snr=0.1)")
    return {"x": table, "y": y}


def quadrants(_, made):
    side = (made["x"][:, 0] > 0) * 2 + (made["x"][:, 1] > 0)
    means = np.array([made["y"][side == q, 2].mean() for q in range(4)])
    return recovered(made["x"][:, 2], means[side])


def step_said(room, _):
    return room.audit("x.csv", "--mask", "noise(snr=0.1)", "--attackers", "attributes=x1+x2").recovered("attributes", "x3")


def slopes(room, records=3000, towns=12):
    """Along a known number the other column rises or falls, in every town differently."""
    town, x = room.rng.integers(towns, size=records), room.rng.uniform(-1, 1, records)
    table = np.column_stack([x, 3 * room.rng.standard_normal(towns)[town] * x + 0.5 * room.rng.standard_normal(records)])
    room.write("x.csv", table, town=[f"town{t}" for t in town])
    y = room.mask("x.csv", "y.csv", "noise(snr=0.1)", "--columns", "x1,x2", "--keep", "town")
    return {"x": table, "y": y, "group": town}


def lines_by_town(_, made):
    """A line from the known column to the released one for each town."""
    x, y, town = made["x"][:, 0], made["y"][:, 1], made["group"]
    guess = np.empty(len(x))
    for t in range(town.max() + 1):
        guess[town == t] = np.polyval(np.polyfit(x[town == t], y[town == t], 1), x[town == t])
    return recovered(made["x"][:, 1], guess)


def slopes_said(room, _):
    return room.audit("x.csv", "--mask", "noise(snr=0.1)", "--columns", "x1,x2", "--keep", "town", "--attackers", "attributes=x1").recovered("attributes", "x2")


def noise_by_group(room, records=1600):
    group = room.rng.integers(4, size=records)
    x = room.rng.standard_normal((records, 3))
    y = x + np.array([0.3, 0.3, 30, 30])[group][:, None] * room.rng.standard_normal(x.shape)
    return released(room, x, y, group)


def turned_by_group(room, records=1600):
    """Every group has a secret rotation of its own."""
    group = room.rng.integers(3, size=records)
    x = room.rng.standard_normal((records, 4)) * [1, 1.3, 1.6, 2]
    turns = np.array([rotation(room.rng, 4) for _ in range(3)])
    y = np.einsum("nj,njk->nk", x, turns[group]) + 0.2 * room.rng.standard_normal(x.shape)
    return released(room, x, y, group)


def released(room, x, y, group):
    room.write("x.csv", x, group=[f"g{g}" for g in group])
    room.write("y.csv", y, group=[f"g{g}" for g in group])
    return {"x": x, "y": y, "group": group}


def fit_by_group(room, made, pairs=200):
    """A line from released to original for each group, from the pairs alone; judged on the others."""
    x, y, group = made["x"], made["y"], made["group"]
    with_one = np.column_stack([y, np.ones(len(y))])
    known = room.rng.permutation(len(x))[:pairs]
    guess = np.empty_like(x)
    for g in range(group.max() + 1):
        mine = known[group[known] == g]
        guess[group == g] = with_one[group == g] @ np.linalg.lstsq(with_one[mine], x[mine], rcond=None)[0]
    rest = np.setdiff1d(np.arange(len(x)), known)
    return recovered(x[rest], guess[rest])


def pairs_said(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--keep", "group", "--attackers", "pairs=200").recovered("pairs")


CASES = [
    Case("known_sine", "A2", "x2 = sin 3 x1, x1 known", sine, sine_said, at_least(), neighbours_mean),
    Case("known_product", "A2", "x3 follows the sign of x1 x2", step, step_said, at_least(), quadrants, short=False),
    Case("known_slopes", "A2", "x2 rises with x1 by kept town", slopes, slopes_said, at_least(), lines_by_town, short=False),
    Case("pairs_noise_by_group", "A2", "noise by kept group, known pairs", noise_by_group, pairs_said, at_least(0.05), fit_by_group, short=False),
    Case("pairs_rotation_by_group", "A2", "a rotation by kept group, known pairs", turned_by_group, pairs_said, at_least(0.05), fit_by_group, short=False),
]
