# SPDX-License-Identifier: Apache-2.0
"""A1, A2: what a value in clear says in parts (parity, weekday, the last letter of a code), classes that were changed at random, and
principal scores."""
import numpy as np
from lib import Case, at_least, recovered

MASK = "noise(snr=0.1)"


def levels(rng, kind, spread=0.5):
    return 2 * rng.standard_normal((kind.max() + 1, 2))[kind] + spread * rng.standard_normal((len(kind), 2))


def beside(side):
    """`side(rng, records)`: what is kept, and the kind that it says."""

    def make(room, records=2500):
        text, kind = side(room.rng, records)
        x = levels(room.rng, kind)
        room.write("x.csv", x, side=text)
        return {"x": x, "y": room.mask("x.csv", "y.csv", MASK, "--columns", "x1,x2", "--keep", "side"), "kind": kind}

    return make


def weekdays(rng, n):
    day = rng.integers(3 * 365, size=n)
    return (np.datetime64("2019-01-01") + day.astype("timedelta64[D]")).astype(str), (day + 1) % 7


def hours(rng, n):
    second = rng.integers(365 * 86400, size=n)
    time = (np.datetime64("2020-01-01T00:00:00") + second.astype("timedelta64[s]")).astype(str)
    return [each.replace("T", " ") for each in time], second // 3600 % 24


def codes(rng, n):
    kind = rng.integers(5, size=n)
    return [f"No-{number:07d}/{'ABCDE'[k]}" for number, k in zip(rng.permutation(10**6)[:n], kind)], kind


def endings(rng, n):
    number = rng.integers(5000, size=n)
    return number, number % 10


def parity(room, records=2500):
    number = room.rng.integers(100, size=records)
    x = np.column_stack([number, 2.0 * (number % 2) + 0.5 * room.rng.standard_normal(records)])
    room.write("x.csv", x)
    return {"x": x[:, 1:], "y": room.mask("x.csv", "y.csv", MASK)[:, 1:], "kind": number % 2}


def kind_means(_, made):
    y, kind = made["y"], made["kind"]
    return recovered(made["x"], np.array([y[kind == k].mean(axis=0) for k in range(kind.max() + 1)])[kind])


def outsider(room, _):
    return room.audit("x.csv", "--mask", MASK, "--columns", "x1,x2", "--keep", "side", "--attackers", "outsider").recovered("outsider")


def parity_said(room, _):
    return room.audit("x.csv", "--mask", MASK, "--attackers", "attributes=x1").recovered("attributes", "x2")


def changed(room, records=1500, columns=8, classes=4, kinds=5, kept=0.55):
    """Classes of hidden kinds of people; each is kept, or another is drawn."""
    kind = room.rng.integers(kinds, size=records)
    law = room.rng.dirichlet(np.full(classes, 0.3), (kinds, columns)).cumsum(axis=2)
    x = (room.rng.random((records, columns, 1)) > law[kind]).sum(axis=2).clip(max=classes - 1)
    y = np.where(room.rng.random(x.shape) < kept, x, room.rng.integers(classes, size=x.shape))
    room.write("x.csv", x)
    room.write("y.csv", y)
    return {"x": x.astype(float), "y": y, "classes": classes}


def naive_bayes(room, made, pairs=200):
    """From known pairs: how often each released class of every column goes with the original ones, and the mean of those."""
    x, y, classes = made["x"], made["y"], made["classes"]
    known = room.rng.permutation(len(x))[:pairs]
    rest = np.setdiff1d(np.arange(len(x)), known)
    guess = np.empty((len(rest), x.shape[1]))
    for j in range(x.shape[1]):
        log = np.log(np.bincount(x[known, j].astype(int), minlength=classes) + 0.5)[None, :].repeat(len(rest), axis=0)
        for k in range(x.shape[1]):
            counts = np.full((classes, classes), 0.5)
            np.add.at(counts, (x[known, j].astype(int), y[known, k]), 1)
            log += np.log(counts / counts.sum(axis=1, keepdims=True)).T[y[rest, k]]
        chance = np.exp(log - log.max(axis=1, keepdims=True))
        guess[:, j] = chance / chance.sum(axis=1, keepdims=True) @ np.arange(classes)
    return recovered(x[rest], guess)


def pairs_said(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--attackers", "pairs=200").recovered("pairs")


def changed_in_groups(room, records=2000, classes=5):
    group = room.rng.integers(6, size=records)
    x = np.column_stack([(f * group + room.rng.integers(2, size=records)) % classes for f in (1, 2)])
    y = np.where(room.rng.random(x.shape) < 0.5, x, room.rng.integers(classes, size=x.shape))
    kept = {"group": [f"g{g}" for g in group]}
    room.write("x.csv", x, **kept)
    room.write("y.csv", y, **kept)
    return {"x": x.astype(float), "y": y, "group": group, "classes": classes}


def class_shares(_, made, kept=0.5):
    """In each group the shares of the classes without what was drawn, and Bayes' rule for every value."""
    x, y, group, classes = made["x"], made["y"], made["group"], made["classes"]
    channel = kept * np.eye(classes) + (1 - kept) / classes
    guess = np.empty_like(x)
    for g in range(group.max() + 1):
        for j in range(x.shape[1]):
            seen = y[group == g, j]
            shares = np.maximum(np.linalg.solve(channel.T, np.bincount(seen, minlength=classes) / len(seen)), 1e-3)
            chance = shares[:, None] * channel
            guess[group == g, j] = (np.arange(classes) @ (chance / chance.sum(axis=0)))[seen]
    return recovered(x, guess)


def groups_said(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--keep", "group", "--attackers", "outsider").recovered("outsider")


def scores(white):
    """The first eight principal scores of 24 columns, in falling order; signs as a library of numerics leaves them."""

    def make(room, records=2000, columns=24, count=8):
        parts = room.rng.exponential(size=(records, columns)) * 0.7 ** np.arange(columns)
        x = parts @ np.linalg.qr(room.rng.standard_normal((columns, columns)))[0]
        axes = np.linalg.eigh(np.cov(x.T))[1][:, ::-1][:, :count] * room.rng.choice([-1, 1], count)
        y = (x - x.mean(axis=0)) @ axes
        room.write("x.csv", x)
        room.write("y.csv", y / y.std(axis=0) if white else y, [f"pc{j + 1}" for j in range(count)])
        return {"x": x, "y": y}

    return make


def by_skewness(room, made, others=400):
    """Axes of other people, signs by the third moments of the scores."""
    x, y = made["x"], made["y"]
    place = room.rng.permutation(len(x))
    sample, rest = x[place[:others]], place[others:]
    count = y.shape[1]
    axes = np.linalg.eigh(np.cov(sample.T))[1][:, ::-1][:, :count]
    third = lambda z: ((z - z.mean(axis=0)) ** 3).mean(axis=0)
    signs = np.sign(third((sample - sample.mean(axis=0)) @ axes) * third(y[rest]))
    return recovered(x[rest], (y[rest] * signs) @ axes.T)


def population_said(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--attackers", "population=400").recovered("population")


CASES = [
    Case("part_weekday", "A1", "the weekday of a kept date", beside(weekdays), outsider, at_least(), kind_means),
    Case("part_hour", "A1", "the hour of a kept time", beside(hours), outsider, at_least(), kind_means, short=False),
    Case("part_letter", "A1", "the last letter of a kept code", beside(codes), outsider, at_least(), kind_means, short=False),
    Case("part_ending", "A1", "the last digit of a kept number", beside(endings), outsider, at_least(), kind_means, short=False),
    Case("part_parity", "A2", "the parity of a known number", parity, parity_said, at_least(), kind_means),
    Case("changed_classes", "C16", "classes changed at random, known pairs", changed, pairs_said, at_least(), naive_bayes),
    Case("changed_in_groups", "C16", "classes changed at random in kept groups", changed_in_groups, groups_said, at_least(), class_shares, short=False),
    Case("scores_of_axes", "C16", "principal scores, a sample of others", scores(False), population_said, at_least(0.05), by_skewness, short=False),
    Case("scores_white", "C16", "principal scores of equal length", scores(True), population_said, at_least(0.05), by_skewness, short=False),
]
