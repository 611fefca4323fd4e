# SPDX-License-Identifier: Apache-2.0
"""A1: columns that stay in clear are public. Averages over records that share them remove noise, whatever its size."""
import csv

import numpy as np
from lib import SHARED, Case, Skipped, at_least, recovered
from sklearn.ensemble import RandomForestRegressor

MASK = "noise(snr=0.1)"


def towns(room, count=20, records=2500):
    town = room.rng.integers(count, size=records)
    level = 3 * room.rng.standard_normal((count, 2))
    x = level[town] + 0.7 * room.rng.standard_normal((records, 2)) + 50
    room.write("x.csv", x, town=[f"town{t}" for t in town])
    y = room.mask("x.csv", "y.csv", MASK, "--columns", "x1,x2", "--keep", "town")
    return {"x": x, "y": y, "group": town, "keep": "town", "columns": "x1,x2"}


def two_categories(room, records=3000):
    """Neither column tells much by itself; together they do."""
    sex, trade = room.rng.integers(2, size=records), room.rng.integers(8, size=records)
    level = 2 * room.rng.standard_normal((8, 1)) * np.array([[1.0, -1.0]])
    x = (level[trade, sex] + 0.7 * room.rng.standard_normal(records))[:, None]
    room.write("x.csv", x, sex=[f"s{s}" for s in sex], trade=trade)
    y = room.mask("x.csv", "y.csv", MASK, "--columns", "x1", "--keep", "sex,trade")
    return {"x": x, "y": y, "group": 2 * trade + sex, "keep": "sex,trade", "columns": "x1"}


def three_categories(room, records=4000):
    """Only all three together tell."""
    sizes = (3, 4, 5)
    kind = np.column_stack([room.rng.integers(size, size=records) for size in sizes])
    level = 2 * room.rng.standard_normal((*sizes, 2))
    for axis in range(3):
        level -= level.mean(axis=axis, keepdims=True)
    x = level[tuple(kind.T)] + 0.6 * room.rng.standard_normal((records, 2))
    return released(room, x, {f"c{j + 1}": [f"k{v}" for v in kind[:, j]] for j in range(3)}, group=kind @ [20, 5, 1])


def released(room, x, kept, **also):
    columns = ",".join(f"x{j + 1}" for j in range(x.shape[1]))
    room.write("x.csv", x, **kept)
    y = room.mask("x.csv", "y.csv", MASK, "--columns", columns, "--keep", ",".join(kept))
    return {"x": x, "y": y, "keep": ",".join(kept), "columns": columns, **also}


def many_codes(room, records=4000, codes=120):
    """Codes that are numbers in no order."""
    code = room.rng.integers(codes, size=records)
    x = 3 * room.rng.standard_normal((codes, 2))[code] + 0.6 * room.rng.standard_normal((records, 2))
    return released(room, x, {"code": room.rng.permutation(np.arange(10000, 99999))[:codes][code]}, group=code)


def postcodes(room, records=3000):
    """An area of two characters, and places in it: few records have a postcode in common."""
    area, place = room.rng.integers(25, size=records), room.rng.integers(16, size=records)
    x = 2.5 * room.rng.standard_normal((25, 3))[area] + 0.6 * room.rng.standard_normal((records, 3))
    return released(room, x, {"postcode": [f"{chr(65 + a)}{p:02d}" for a, p in zip(area, place)]}, group=area)


def seasons(text):
    """A value that follows the day of the year, which is kept as text or as a number."""

    def make(room, records=3000):
        day = room.rng.integers(0, 3 * 365, records)
        dates = (np.datetime64("2019-01-01") + day.astype("timedelta64[D]")).astype(str)
        x = np.column_stack([np.sin(4 * np.pi * day / 365), np.cos(2 * np.pi * day / 365) + day / 800])
        x += 0.25 * room.rng.standard_normal(x.shape)
        return released(room, x, {"day": dates if text else [d.replace("-", "") for d in dates]}, side=day)

    return make


def income(room, records=3000):
    """Beside a kept number with a heavy tail, of which 3 % are missing, written as 999999999."""
    z = room.rng.standard_normal(records)
    x = np.column_stack([z, np.sin(2 * z)]) + 0.3 * room.rng.standard_normal((records, 2))
    shown = np.where(room.rng.random(records) < 0.03, 999999999, np.round(np.exp(10 + z)))
    return released(room, x, {"income": shown.astype(int)}, side=shown)


def running_mean(_, made, width=60):
    order = np.argsort(made["side"], kind="stable")
    guess = np.empty_like(made["y"])
    window = np.ones(2 * width + 1) / (2 * width + 1)
    for j in range(guess.shape[1]):
        guess[order, j] = np.convolve(np.pad(made["y"][order, j], width, mode="reflect"), window, "valid")
    return recovered(made["x"], guess)


def group_means(_, made):
    """Mean of the release in each group, drawn to the mean of all by how much of its spread is noise."""
    y, group = made["y"], made["group"]
    means = np.array([y[group == g].mean(axis=0) if (group == g).any() else y.mean(axis=0) for g in range(group.max() + 1)])
    return recovered(made["x"], means[group], group)


def field(room, records=3000):
    place = np.round(room.rng.uniform(0, 10, (records, 2)), 2)
    x = sum(np.cos(place @ room.rng.uniform(-1, 1, (2, 2)) + room.rng.uniform(0, 6, 2)) for _ in range(4))
    x = x + 0.2 * room.rng.standard_normal((records, 2))
    room.write("x.csv", x, longitude=place[:, 0], latitude=place[:, 1])
    y = room.mask("x.csv", "y.csv", MASK, "--columns", "x1,x2", "--keep", "longitude,latitude")
    return {"x": x, "y": y, "side": place, "keep": "longitude,latitude", "columns": "x1,x2"}


def california(room, records=4000):
    file = SHARED / "california_housing.csv"
    if not file.exists():
        raise Skipped(f"{file.name} is not here")
    with open(file) as lines:
        rows = list(csv.DictReader(lines))
    chosen = [rows[i] for i in room.rng.choice(len(rows), records, replace=False)]
    names = [name for name in rows[0] if name.lower() not in ("longitude", "latitude", "ocean_proximity")]
    side = [name for name in rows[0] if name.lower() in ("longitude", "latitude")]
    x = np.array([[float(row[name] or "nan") for name in names] for row in chosen])
    names = [name for name, column in zip(names, x.T) if np.isfinite(column).all()]
    x = np.array([[float(row[name]) for name in names] for row in chosen])
    place = np.array([[float(row[name]) for name in side] for row in chosen])
    room.write("x.csv", x, names, **dict(zip(side, place.T)))
    y = room.mask("x.csv", "y.csv", MASK, "--columns", ",".join(names), "--keep", ",".join(side))
    return {"x": x, "y": y, "side": place, "keep": ",".join(side), "columns": ",".join(names)}


def forest(_, made):
    """The release, regressed on the place by a forest whose leaves average its noise away."""
    trees = RandomForestRegressor(60, min_samples_leaf=15, max_samples=0.5, random_state=0, n_jobs=1)
    return recovered(made["x"], trees.fit(made["side"], made["y"]).predict(made["side"]))


def outsider(room, made):
    return room.audit("x.csv", "--mask", MASK, "--columns", made["columns"], "--keep", made["keep"], "--attackers", "outsider").recovered("outsider")


CASES = [
    Case("kept_town", "A1", "group means behind a kept town", towns, outsider, at_least(), group_means),
    Case("kept_categories", "A1", "two kept categories that matter together", two_categories, outsider, at_least(), group_means, short=False),
    Case("kept_three_categories", "A1", "three that matter together only", three_categories, outsider, at_least(0.05), group_means, short=False),
    Case("kept_codes", "A1", "120 codes that are numbers", many_codes, outsider, at_least(), group_means, short=False),
    Case("kept_postcodes", "A1", "400 postcodes in 25 areas", postcodes, outsider, at_least(), group_means, short=False),
    Case("kept_dates", "A1", "dates as text", seasons(True), outsider, at_least(), running_mean),
    Case("kept_dates_as_numbers", "A1", "dates as numbers, 20190115", seasons(False), outsider, at_least(), running_mean, short=False),
    Case("kept_income", "A1", "a heavy tail, and 999999999 for missing", income, outsider, at_least(), running_mean, short=False),
    Case("kept_place", "A1", "a field over kept longitude and latitude", field, outsider, at_least(0.05), forest),
    Case("kept_california", "A1", "California's values by place", california, outsider, at_least(0.05), forest, short=False, seeds=1),
]
