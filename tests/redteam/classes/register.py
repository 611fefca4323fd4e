# SPDX-License-Identifier: Apache-2.0
"""C17: a register of all originals, linked by the best assignment of all together. C16: what links external releases."""
import numpy as np
from classes.monotone import ranks, skewed, swapped
from classes.shuffled import mdav
from lib import Case, Failed, Figure, at_least, correlated, share
from scipy.optimize import linear_sum_assignment

KNOWN = 60


def noisy(room, records=300):
    x = correlated(room.rng, records, 4, 2, 0.8)
    room.write("x.csv", x)
    return {"x": x, "y": room.mask("x.csv", "y.csv", "noise(snr=4)")}


def assigned(_, made):
    """One row for everybody, the sum of squared distances over the noise least."""
    scale = made["x"].std(axis=0)
    x, y = made["x"] / scale, made["y"] / scale
    rows, owners = linear_sum_assignment((y**2).sum(1)[:, None] + (x**2).sum(1) - 2 * y @ x.T)
    return share(rows == owners)


def register_said(room, _):
    return room.audit("x.csv", "--mask", "noise(snr=4)", "--attackers", "register").linked("register")


def register_released(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--attackers", "register").linked("register")


def with_total(room, records=400):
    """A table with a total, and noise on the parts that the total follows; released by others."""
    x = correlated(room.rng, records, 3, 2, 0.8)
    y = x + 0.4 * x.std(axis=0) * room.rng.standard_normal(x.shape)
    return written(room, *(np.column_stack([t, t.sum(axis=1)]) for t in (x, y)))


def written(room, x, y):
    room.write("x.csv", x)
    room.write("y.csv", y)
    return {"x": x, "y": y}


def partly_clear(room, records=800):
    """Two of six columns were not masked."""
    x = correlated(room.rng, records, 6)
    y = x + 5 * x.std(axis=0) * room.rng.standard_normal(x.shape)
    y[:, [1, 4]] = x[:, [1, 4]]
    return written(room, x, y)


def equal_values(_, made):
    """The row that has most values in common."""
    same = np.array([(made["y"] == row).sum(axis=1) for row in made["x"]])
    return share(same.argmax(axis=1) == np.arange(len(same)))


def rank_swapped(room, records=600):
    x = skewed(room.rng, records)
    x = np.column_stack([x, np.exp(correlated(room.rng, records, 2))])
    return written(room, x, swapped(x, room.rng, 0.03))


def rank_windows(_, made):
    """The row whose ranks are all within the narrowest window."""
    a, b = ranks(made["x"]), ranks(made["y"])
    window = np.max(np.abs(a[:, None] - b), axis=2)
    return share(window.argmin(axis=1) == np.arange(len(a)))


def microaggregated(room, records=500):
    x = np.exp(correlated(room.rng, records, 5, 2, 0.8) / 2)
    y, _ = mdav(x, 4)
    return written(room, x, y)


def one_in_clear(room, records=700):
    """One column of seven was not masked: whole numbers that a few people have in common."""
    x = np.round(30 * correlated(room.rng, records, 7, 3, 0.6))
    y = np.round(x + 4 * x.std(axis=0) * room.rng.standard_normal(x.shape))
    x[:, 3] = y[:, 3] = room.rng.integers(0, 20000, records)
    return written(room, x, y)


def swapped_integers(room, records=800):
    """Ranks of whole numbers, with ties, swapped within 5 %."""
    x = np.round(np.exp(correlated(room.rng, records, 6, 2, 0.8) / 2) * 100)
    return written(room, x, swapped(x, room.rng, 0.05))


def recoded(room, records=600):
    """Rounded so coarsely that rows are equal; a total is the sum of the first two columns."""
    x = np.exp(correlated(room.rng, records, 3, 2, 0.5) / 2)
    x = np.column_stack([x, x[:, 0] + x[:, 1]])
    step = 1.2 * x.std(axis=0)
    return written(room, x, np.round(x / step) * step)


def money(rng, records):
    """Whole numbers with heavy tails, a total, and a tax that two of them make."""
    x = np.round(np.exp(8 + correlated(rng, records, 4, 2, 0.7) / 1.5))
    return np.column_stack([x, x[:, 0] + x[:, 1], np.round(0.3 * x[:, 2] + 0.2 * x[:, 0])])


def swapped_money(room, records=800):
    x = money(room.rng, records)
    return written(room, x, swapped(x, room.rng, 0.05))


def multiplied(room, records=500):
    """Every value times a factor of its own."""
    x = np.exp(correlated(room.rng, records, 5, 2, 0.7) / 2)
    return written(room, x, x * np.exp(0.3 * room.rng.standard_normal(x.shape)))


def by_logarithms(_, made):
    x, y = np.log(made["x"]), np.log(made["y"])
    rows, owners = linear_sum_assignment((y**2).sum(1)[:, None] + (x**2).sum(1) - 2 * y @ x.T)
    return share(rows == owners)


def nearly_clear(room, records=500):
    """One column rounded, much noise on the others."""
    x = np.exp(correlated(room.rng, records, 5, 2, 0.7) / 2)
    y = x + x.std(axis=0) * room.rng.standard_normal(x.shape)
    y[:, 2] = np.round(x[:, 2], 1)
    return written(room, x, y)


def by_noise(_, made):
    """The assignment in standard deviations of the noise, which is in both files."""
    x, y = (made[name] / (made["y"] - made["x"]).std(axis=0) for name in "xy")
    rows, owners = linear_sum_assignment((y**2).sum(1)[:, None] + (x**2).sum(1) - 2 * y @ x.T)
    return share(rows == owners)


def in_groups(_, made):
    """Equal rows are one group: a person in the nearest one is found with one over its size."""
    scale = made["x"].std(axis=0)
    groups, member, size = np.unique(made["y"], axis=0, return_inverse=True, return_counts=True)
    near = (((made["x"][:, None] - groups) / scale) ** 2).sum(axis=2).argmin(axis=1)
    chance = (near == member.ravel()) / size[near]
    return Figure(float(chance.mean()), float(chance.std() / np.sqrt(KNOWN)))


def records_said(room, _):
    audit = room.audit("x.csv", "--released", "y.csv", "--attackers", f"records={KNOWN}")
    said = audit.linked("records")
    if audit.grade == "resists" and said.value > 0.2:
        raise Failed(f"{said} linked, and the grade is 'resists'")
    return said


def of_few(plain):
    """guise knows 60 people: their luck is in the tolerance."""

    def figure(room, made):
        all_of = plain(room, made)
        return Figure(all_of.value, max(all_of.error, np.sqrt(all_of.value * (1 - all_of.value) / KNOWN)))

    return figure


CASES = [
    Case("register", "C17", "all originals known, best assignment", noisy, register_said, at_least(0.04), assigned),
    Case("register_total", "C17", "the same with a total, released elsewhere", with_total, register_released, at_least(0.04), assigned, short=False),
    Case("register_multiplied", "C17", "noise that grows with the value", multiplied, register_released, at_least(0.04), by_logarithms, short=False),
    Case("register_rounded_column", "C17", "one column only rounded", nearly_clear, register_released, at_least(0.04), by_noise, short=False),
    Case("link_swapped_money", "C16", "money and totals, ranks swapped within 5 %", swapped_money, records_said, at_least(0.02), of_few(rank_windows)),
    Case("link_columns_in_clear", "C16", "two columns in clear among noise", partly_clear, records_said, at_least(0.02), of_few(equal_values)),
    Case("link_one_in_clear", "C16", "one column in clear, whole numbers", one_in_clear, records_said, at_least(0.02), of_few(equal_values), short=False),
    Case("link_rank_windows", "C16", "ranks swapped within 3 %", rank_swapped, records_said, at_least(0.02), of_few(rank_windows), short=False),
    Case("link_swapped_integers", "C16", "ranks of whole numbers swapped", swapped_integers, records_said, at_least(0.02), of_few(rank_windows), short=False),
    Case("link_equal_rows", "C16", "microaggregated: groups of four", microaggregated, records_said, at_least(0.02), of_few(in_groups)),
    Case("link_recoded", "C16", "recoded, with a total: equal rows", recoded, records_said, at_least(0.02), of_few(in_groups), short=False),
]
