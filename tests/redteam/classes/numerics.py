# SPDX-License-Identifier: Apache-2.0
"""C19: columns whose spreads differ by 1e7 behind a known matrix. C20: owners of other columns in another order."""
import numpy as np
from lib import Case, Failed, at_least, complaints, correlated, no_complaints, recovered


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


def two_owners(room, records=300):
    """The bank and the shop hold other columns of the same people; the shop's file is sorted otherwise."""
    x = correlated(room.rng, records, 4)
    other = room.rng.permutation(records)
    room.write("bank.csv", x[:, :2], ["a", "b"], id=np.arange(records))
    room.write("shop.csv", x[other, 2:], ["c", "d"], id=other)
    room.write("fair.csv", x[:, 2:], ["c", "d"], id=np.arange(records))
    room.run("key", "new", "shared.key")


def mined(room, _):
    """Products over all records of two owners mean nothing where these are not in one order."""
    sums = "project(k=60, side=records)"
    for owner, names in (("bank", "a,b"), ("shop", "c,d"), ("fair", "c,d")):
        done = room.run("mask", f"{owner}.csv", "-o", f"{owner}.m.csv", "--columns", names, "--mask", sums, "--key", "shared.key", "--quiet", *label(room, owner), code=None)
        if done.returncode:
            raise Failed(" ".join(done.stderr.split())[:160])
    found = []
    if room.run("mine", "products", "bank.m.csv", "shop.m.csv", "--json", code=None).returncode == 0:
        found.append("misaligned owners are mined together")
    return complaints(found)


def label(room, owner):
    """Owners who can say how their records are ordered."""
    return ["--by", "id"] if "--by" in room.run("mask", "--help").stdout else []


CASES = [
    Case("spreads_1e7", "C19", "spreads from 1 to 1e7 behind a known matrix", spreads(False), bayes_said, at_least(0.02), posterior, "moments in the originals' units lose their digits"),
    Case("spreads_1e7_undone", "C19", "the same where the matrix makes them alike", spreads(True), bayes_said, at_least(0.02), posterior),
    Case("misaligned_owners", "C20", "two owners, two orders of records", two_owners, mined, no_complaints, known_open="nothing on the card tells the order"),
]
