# SPDX-License-Identifier: Apache-2.0
"""C13: shuffled rows are matched by ranks, classes and exact values, not by straight lines only. C16: totals, equal rows."""
import numpy as np
from classes.monotone import bent, ranks, skewed
from lib import Case, Failed, Figure, at_least, complaints, correlated, grade_not, grade_of, no_complaints, safe_or_untold, share


def shuffle(room, x, y, **also):
    order = room.rng.permutation(len(y))
    room.write("x.csv", x)
    room.write("y.csv", y[order], [f"x{j + 1}" for j in range(y.shape[1])])
    return {"x": x, "y": y[order], "owner": order, **also}


def nearest(known, rows):
    """For each row the known record that is nearest, in the units of both."""
    d = (rows**2).sum(1)[:, None] + (known**2).sum(1) - 2 * rows @ known.T
    return d.argmin(axis=1)


def increasing(room):
    x = skewed(room.rng, 800)
    return shuffle(room, x, bent(x, room.rng))


def by_rank(_, made):
    return share(nearest(ranks(made["x"]), ranks(made["y"])) == made["owner"])


def eight_bins(room):
    """The middle of eight classes of equal size."""
    x = np.exp(correlated(room.rng, 800, 5, 2, 0.8) / 2)
    cell = (8 * ranks(x)).astype(int)
    y = np.column_stack([[np.median(x[cell[:, j] == c, j]) for c in range(8)] for j in range(5)])
    return shuffle(room, x, np.column_stack([y[cell[:, j], j] for j in range(5)]))


def by_class(_, made):
    """Classes of the originals by their ranks: a row belongs to one of those in its class."""
    theirs, ours = ([tuple(row) for row in (8 * below(table) + 1e-9).astype(int)] for table in (made["y"], made["x"]))
    members = {}
    for i, key in enumerate(ours):
        members.setdefault(key, []).append(i)
    chance = [1 / len(members[key]) if made["owner"][r] in members.get(key, []) else 0.0 for r, key in enumerate(theirs)]
    return Figure(float(np.mean(chance)), float(np.std(chance) / np.sqrt(len(chance))))


def below(table):
    """Share of the table below each value, by column."""
    return np.column_stack([np.searchsorted(np.sort(column), column) / len(column) for column in table.T])


def mdav(x, k=3):
    """Domingo-Ferrer and Mateo-Sanz 2002: groups of k around the records farthest from the mean; each member gets the group's mean."""
    z = (x - x.mean(axis=0)) / x.std(axis=0)
    left, group, count = list(range(len(x))), np.empty(len(x), int), 0
    while len(left) >= 2 * k:
        rows = np.array(left)
        far = rows[((z[rows] - z[rows].mean(axis=0)) ** 2).sum(1).argmax()]
        mine = rows[np.argsort(((z[rows] - z[far]) ** 2).sum(1))[:k]]
        group[mine], count = count, count + 1
        left = [i for i in left if i not in set(mine)]
    group[left] = count
    return np.array([x[group == g].mean(axis=0) for g in range(count + 1)])[group], group


def micro(room):
    x = np.exp(correlated(room.rng, 600, 5, 2, 0.8) / 2)
    y, group = mdav(x)
    return shuffle(room, x, y, group=group)


def turned(room):
    """Maps that fall, and columns in other places."""
    x = skewed(room.rng, 800)
    y = bent(x, room.rng) * [1, -1, 1, -1]
    order = room.rng.permutation(800)
    room.write("x.csv", x)
    room.write("y.csv", y[order][:, [2, 0, 3, 1]], ["a", "b", "c", "d"])
    return {"x": x, "y": y[order] * [1, -1, 1, -1], "owner": order}


def individual(room, k=4):
    """Each column sorted by itself, groups of k neighbours replaced by their mean."""
    x = np.round(np.exp(correlated(room.rng, 800, 4, 2, 0.8)), 2)
    y = np.empty_like(x)
    for j in range(x.shape[1]):
        place = np.argsort(x[:, j])
        for first in range(0, len(x), k):
            y[place[first : first + k], j] = x[place[first : first + k], j].mean()
    return shuffle(room, x, y)


def changed_codes(room):
    """Classes of ten, of which one in five was replaced by any (PRAM)."""
    x = np.round(100 * np.exp(correlated(room.rng, 700, 8, 2, 0.5) / 2))
    cell = np.minimum((10 * ranks(x)).astype(int), 9)
    return shuffle(room, x, np.where(room.rng.random(x.shape) < 0.8, cell, room.rng.integers(0, 10, x.shape)))


def most_in_common(_, made):
    """The original with most classes in common."""
    cell = np.minimum((10 * ranks(made["x"])).astype(int), 9)
    same = np.array([(cell == row).sum(axis=1) for row in made["y"]])
    best = same == same.max(axis=1)[:, None]
    return share(best[np.arange(len(best)), made["owner"]] / best.sum(axis=1))


def constant_rows(room):
    x = skewed(room.rng, 600)
    room.write("x.csv", x)
    room.write("y.csv", np.tile(x[room.rng.integers(600)] if room.rng.random() < 0.5 else x.mean(axis=0), (600, 1)))


def groups_of_others(room):
    both = np.exp(correlated(room.rng, 1000, 4, 2, 0.8) / 2)
    room.write("x.csv", both[:500])
    room.write("y.csv", mdav(both[500:])[0][room.rng.permutation(500)])


def classes_of_others(room):
    both = np.exp(correlated(room.rng, 1400, 5, 2, 0.8) / 2)
    room.write("x.csv", both[:700])
    room.write("y.csv", (8 * below(both[700:])).astype(int))


def by_group(_, made):
    """The k originals that are nearest to a group's row, each with the chance 1/k."""
    x, y, owner = made["x"], made["y"], made["owner"]
    scale = x.std(axis=0)
    d = ((x / scale) ** 2).sum(1) + ((y / scale) ** 2).sum(1)[:, None] - 2 * (y / scale) @ (x / scale).T
    near = np.argsort(d, axis=1)[:, :3]
    chance = (near == owner[:, None]).any(axis=1) / 3
    return Figure(float(chance.mean()), float(chance.std() / np.sqrt(len(chance))))


def linked(room, _):
    """Share of the rows that guise gives to their owners: its placing of rows, or the attacker who has a register."""
    audit = room.audit("x.csv", "--released", "y.csv")
    placed = (audit.document.get("released") or {}).get("put_back") or {}
    figures = [placed.get("certainty") or 0.0]
    for attacker in audit.attackers():
        figures += [t["linked"]["value"] or 0.0 for t in attacker["attacks"] if t.get("linked")]
    if max(figures) <= 0:
        raise Failed(f"no row was matched: {audit.headline}")
    return Figure(max(figures))


def strangers(room):
    """130 rows as they are among rows of other people, 30 of 1,000 in the short form."""
    size, copies = (1000, 30) if room.short else (4000, 130)
    both = correlated(room.rng, 2 * size - copies, 5)
    x = both[:size]
    y = np.vstack([x[:copies], both[size:]])
    return shuffle(room, x, y)


def grade(room, _):
    return grade_of(room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider,records=50,population=100"))


def exact(_, made):
    there = {row.tobytes() for row in made["x"]}
    return share([row.tobytes() in there for row in made["y"]])


def totals(room):
    """x3 = x1 + x2 in both files."""
    x = np.round(np.exp(correlated(room.rng, 500, 2, 1, 0.7)), 4)
    x = np.column_stack([x, x.sum(axis=1)])
    return shuffle(room, x, x + 0.005 * x.std(axis=0) * room.rng.standard_normal(x.shape))


def totals_exact(room):
    made = totals(room)
    made["y"][:, 2] = made["y"][:, 0] + made["y"][:, 1]
    room.write("y.csv", made["y"])
    return made


def ends_well(room, _):
    audit = room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider,pairs=5")
    return complaints([] if audit.grade not in ("resists", "not assessed") else [f"noise of 0.5 %: '{audit.grade}'"])


WRONG_AT_RANDOM = "one value that is far off hides that all others agree: noise is fitted to whole rows"
CASES = [
    Case("shuffled_monotone", "C13", "rows behind increasing maps", increasing, linked, at_least(0.05), by_rank),
    Case("shuffled_classes", "C13", "rows of eight classes a column", eight_bins, linked, at_least(0.05), by_class, short=False),
    Case("shuffled_mdav", "C13", "microaggregated rows, groups of three", micro, linked, at_least(0.05), by_group, short=False),
    Case("verbatim_strangers", "C13", "130 rows as they are among strangers", strangers, grade, grade_not("resists", "not assessed"), exact),
    Case("shuffled_falling", "C13", "falling maps, columns in other places", turned, linked, at_least(0.05), by_rank, short=False),
    Case("shuffled_ranked_means", "C13", "means of four neighbours in each column", individual, linked, at_least(0.05), by_rank, short=False),
    Case("shuffled_changed_codes", "C13", "classes, one in five changed", changed_codes, linked, at_least(0.05), most_in_common, WRONG_AT_RANDOM, short=False),
    Case("constant_rows", "C13", "one row for everybody", constant_rows, grade, short=False, **safe_or_untold),
    Case("groups_of_others", "C13", "microaggregated rows of other people", groups_of_others, grade, short=False, **safe_or_untold),
    Case("classes_of_others", "C13", "classes of other people", classes_of_others, grade, short=False, **safe_or_untold),
    Case("shuffled_total", "C16", "a column that is the sum of others", totals, ends_well, no_complaints),
    Case("shuffled_exact_total", "C16", "the same in both files", totals_exact, ends_well, no_complaints),
]
