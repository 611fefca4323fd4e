# SPDX-License-Identifier: Apache-2.0
"""C19: columns whose spreads differ by 1e7 behind a known matrix; whole numbers that are there and that are not. C20: owners of other columns in another order."""
import numpy as np
from lib import Case, at_least, complaints, correlated, no_complaints, recovered, share


def spreads(alike):
    """`alike`: the matrix undoes the spreads, so that each column matters alike; else the largest drown the others to 1e-7."""

    def make(room, records=500, m=5):
        scale, k = np.logspace(0, 7, m), m - 1 if alike else m
        mix = room.rng.standard_normal((m, m))
        x = room.rng.standard_normal((records, m)) @ mix * scale
        matrix = room.rng.standard_normal((k, m)) / (scale if alike else 1)
        noise = 0.01
        y = x @ matrix.T + noise * room.rng.standard_normal((records, k))
        covariance = (mix * scale).T @ (mix * scale)
        room.write("x.csv", x)
        room.write("y.csv", y, [f"y{j + 1}" for j in range(k)])
        room.write("matrix.csv", matrix)
        room.write("mean.csv", np.zeros((1, m)))
        room.write("covariance.csv", covariance)
        return {"x": x, "y": y, "matrix": matrix, "mix": mix, "scale": scale, "noise": noise}

    return make


def posterior(_, made):
    """The most likely record: least squares in units of the prior, z = x / (mix scale), by QR."""
    h = (made["matrix"] * made["scale"]) @ made["mix"].T / made["noise"]
    rows = np.vstack([h, np.eye(h.shape[1])])
    wanted = np.vstack([made["y"].T / made["noise"], np.zeros((h.shape[1], len(made["y"])))])
    q, r = np.linalg.qr(rows)
    z = np.linalg.solve(r, q.T @ wanted).T
    return recovered(made["x"], z @ made["mix"] * made["scale"])


def bayes_said(room, made):
    facts = ["matrix=matrix.csv", "noise=0.01", "mean=mean.csv", "covariance=covariance.csv"]
    _, guess = room.attack("y.csv", "bayes", "--no-card", *[word for fact in facts for word in ("--knows", fact)])
    return recovered(made["x"], guess)


LEAST, MOST = np.array([4, 19, 1]), np.array([72, 75, 4])  # months, years, credits


def whole(digits, matrix_digits=17):
    """Whole numbers behind a known matrix, in a file of few significant digits."""

    def make(room, records=120):
        x = room.rng.integers(LEAST, MOST + 1, (records + 200, 3)).astype(float)
        matrix = room.rng.standard_normal((2, 3))
        y = x[:records] @ matrix.T
        room.write("x.csv", x[:records])
        room.write("others.csv", x[records:])
        short(room, "y.csv", y, digits, ["y1", "y2"])
        short(room, "matrix.csv", matrix, matrix_digits)
        known, _ = room.read("matrix.csv")
        return {"x": x[:records], "y": room.read("y.csv")[0], "matrix": known}

    return make


def short(room, file, values, digits, names=None):
    room.write(file, [[float(f"{v:.{digits}g}") for v in row] for row in values], names)


def enumerated(_, made):
    """All whole records between the least and the most, the one nearest to each released record."""
    grids = np.meshgrid(*[np.arange(low, high + 1) for low, high in zip(LEAST, MOST)], indexing="ij")
    every = np.column_stack([grid.ravel() for grid in grids]).astype(float)
    images = every @ made["matrix"].T
    nearest = [((images - row) ** 2).sum(axis=1).argmin() for row in made["y"]]
    return share((every[nearest] == made["x"]).all(axis=1))


def whole_said(room, made):
    _, guess = room.attack("y.csv", "integers", "--no-card", "--knows", "matrix=matrix.csv", "--knows", "sample=others.csv")
    return share((np.abs(guess - made["x"]) < 1e-6).all(axis=1))


def continuous(room, records=150):
    """Numbers that are not whole: behind a matrix that leaves little open and one that leaves much, and narrow ones behind noise."""
    rng = room.rng
    for name, k, m in (("few", 2, 3), ("many", 2, 8)):
        x = 40 + 9 * rng.standard_normal((records, m))
        matrix = rng.standard_normal((k, m))
        room.write(f"{name}.csv", x @ matrix.T, [f"y{j + 1}" for j in range(k)])
        room.write(f"{name}-matrix.csv", matrix)
        room.write(f"{name}-mean.csv", np.full((1, m), 40.0))
        room.write(f"{name}-covariance.csv", 81.0 * np.eye(m))
    room.write("narrow.csv", 3 + 0.15 * rng.standard_normal((4000, 2)) + 0.4 * rng.standard_normal((4000, 2)))


def never_claimed(room, _):
    found = []
    for name in ("few", "many"):
        facts = [f"{fact}={name}-{fact}.csv" for fact in ("matrix", "mean", "covariance")]
        done = room.run("attack", f"{name}.csv", "-o", f"{name}-guess.csv", "--with", "integers", "--no-card", *[word for fact in facts for word in ("--knows", fact)], code=None)
        if done.returncode == 0:
            found.append(f"{name}: whole numbers are claimed")
    if room.run("attack", "narrow.csv", "-o", "narrow-guess.csv", "--with", "integers", "--no-card", "--knows", "noise=0.4", code=None).returncode == 0:
        found.append("narrow: multiples are claimed")
    return complaints(found)


def two_owners(room, records=300):
    """The bank and the shop hold other columns of the same people; the shop's file is sorted otherwise, or lacks a person."""
    x = correlated(room.rng, records, 4)
    other = room.rng.permutation(records)
    room.write("bank.csv", x[:, :2], ["a", "b"], id=np.arange(records))
    room.write("shop.csv", x[other, 2:], ["c", "d"], id=other)
    room.write("swap.csv", x[[1, 0, *range(2, records)], 2:], ["c", "d"], id=[1, 0, *range(2, records)])
    room.write("less.csv", x[1:, 2:], ["c", "d"], id=np.arange(1, records))
    room.write("fair.csv", x[:, 2:], ["c", "d"], id=np.arange(records))


def mined(mask, *options):
    """What is mined of two owners means nothing where their records are not in one order."""

    def said(room, _):
        for owner, names in (("bank", "a,b"), ("shop", "c,d"), ("swap", "c,d"), ("less", "c,d"), ("fair", "c,d")):
            key = room.path / f"{owner}.key"
            if owner == "bank":
                room.run("key", "new", key.name)
            else:
                key.write_text((room.path / "bank.key").read_text())
                key.chmod(0o600)
            room.run("mask", f"{owner}.csv", "-o", f"{owner}.m.csv", "--columns", names, "--mask", mask, "--key", key.name, "--quiet", *options)
        task = "products"
        found = [f"bank and {owner} are mined together" for owner in ("shop", "swap", "less") if room.run("mine", task, "bank.m.csv", f"{owner}.m.csv", "--json", code=None).returncode == 0]
        fair = room.run("mine", task, "bank.m.csv", "fair.m.csv", "--json", code=None)
        if fair.returncode or "not verified" in fair.stdout:
            found.append("owners in one order are refused or doubted")
        return complaints(found)

    return said


def not_said(room, made):
    """Without anything that tells the order a result comes with a warning."""
    sums = ("--mask", "project(k=60, side=records)", "--round", "r", "--quiet")
    room.run("key", "new", "one.key")
    (room.path / "two.key").write_text((room.path / "one.key").read_text())
    (room.path / "two.key").chmod(0o600)
    room.run("mask", "bank.csv", "-o", "bank.m.csv", "--columns", "a,b", "--key", "one.key", *sums)
    room.run("mask", "shop.csv", "-o", "shop.m.csv", "--columns", "c,d", "--key", "two.key", *sums)
    done = room.run("mine", "products", "bank.m.csv", "shop.m.csv", "--json", code=None)
    return complaints([] if done.returncode or "not verified" in done.stdout else ["misaligned owners are mined together without a warning"])


CASES = [
    Case("spreads_1e7", "C19", "spreads from 1 to 1e7 behind a known matrix", spreads(False), bayes_said, at_least(0.02), posterior),
    Case("spreads_1e7_undone", "C19", "the same where the matrix makes them alike", spreads(True), bayes_said, at_least(0.02), posterior),
    Case("integers_digits", "C19", "whole numbers, a release of 7 digits", whole(7), whole_said, at_least(0.02), enumerated),
    Case("integers_matrix_digits", "C19", "whole numbers, a matrix of 8 digits", whole(17, 8), whole_said, at_least(0.02), enumerated, short=False),
    Case("integers_continuous", "C19", "no whole numbers at all", continuous, never_claimed, no_complaints, seeds=8),
    Case("misaligned_owners", "C20", "two owners, two orders of records", two_owners, mined("project(k=60, side=records)", "--round", "r", "--by", "id"), no_complaints),
    Case("misaligned_rotated", "C20", "the same with rotated records", two_owners, mined("rotate", "--by", "id"), no_complaints),
    Case("misaligned_kept", "C20", "the same where both keep the identifier", two_owners, mined("rotate", "--keep", "id"), no_complaints),
    Case("misaligned_untold", "C20", "two orders, and nothing on the cards", two_owners, not_said, no_complaints),
]
