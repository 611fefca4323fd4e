# SPDX-License-Identifier: Apache-2.0
"""C11: known records are found behind a rotation with noise by their lengths and all their distances, and then turn it back."""
import numpy as np
from lib import Case, at_least, correlated, recovered, share

KNOWN = 12


def make(mask, records):
    def made(room):
        x = correlated(room.rng, records, 10, 3, 1.0) * np.linspace(1, 2, 10)
        room.write("x.csv", x)
        y = room.mask("x.csv", "y.csv", mask)
        who = room.rng.choice(records, KNOWN, replace=False)
        room.write("known.csv", x[who])
        return {"x": x, "y": y, "who": who, "mask": mask}

    return made


def placed(y, known, noise, beam=6000):
    """Rows of the known records, by likelihood and one record at a time; `noise`: variances of the columns."""
    power, total, least = (y**2) @ noise, noise.sum(), (noise**2).sum()
    lengths, size = (known**2).sum(axis=1), (y**2).sum(axis=1) - total
    spread = np.maximum(4 * power - 2 * least, 2 * least)
    by_length = -0.5 * (size - lengths[:, None]) ** 2 / spread - 0.5 * np.log(spread)
    apart = np.maximum((y**2).sum(1)[:, None] + (y**2).sum(1) - 2 * y @ y.T, 0) - 2 * total
    error = np.maximum(8 * (power[:, None] + power - 2 * (y * noise) @ y.T) - 8 * least, 8 * least)
    between = ((known[:, None] - known) ** 2).sum(axis=2)
    order = np.argsort(-lengths)
    places = np.argsort(-by_length[order[0]])[:beam, None]
    score = by_length[order[0]][places[:, 0]]
    for step, i in enumerate(order[1:], 1):
        rows = np.argsort(-by_length[i])[: max(250, len(y) // 3)]
        total_score = score[:, None] + by_length[i][rows] * (step < 3)
        for t in range(step):
            fit = -0.5 * (apart[:, rows] - between[i, order[t]]) ** 2 / error[:, rows] - 0.5 * np.log(error[:, rows])
            total_score += fit[places[:, t]]
        total_score[(places[:, :, None] == rows).any(axis=1)] = -np.inf
        best = np.argpartition(-total_score, beam, axis=None)[:beam]
        first, second = np.unravel_index(best, total_score.shape)
        places, score = np.column_stack([places[first], rows[second]]), total_score[first, second]
    return order, places[np.argsort(-score)[:500]]


def turn(y, x):
    u, _, v = np.linalg.svd(y.T @ x)
    return u @ v


def found(made):
    """The placement that a rotation fits best, then each record at the row that it turns into."""
    y, known = made["y"], made["x"][made["who"]]
    noise = y.var(axis=0) / 101  # the card says snr=100
    order, finalists = placed(y, known, noise)
    miss = [((y[rows] @ turn(y[rows], known[order]) - known[order]) ** 2).sum() for rows in finalists]
    rows = finalists[int(np.argmin(miss))]
    for _ in range(5):
        back = y @ turn(y[rows], known[order])
        rows = ((known[order][:, None] - back) ** 2).sum(axis=2).argmin(axis=1)
    return order, rows, back


def linked(_, made):
    order, rows, _ = found(made)
    return share(rows == made["who"][order])


def undone(_, made):
    return recovered(made["x"], found(made)[2])


def linked_said(room, made):
    done, _ = room.attack("y.csv", "match", "--knows", "records=known.csv")
    rows = {link["known"]: link["released"] for link in done.get("links", [])}
    return share([rows.get(i) == who for i, who in enumerate(made["who"])])


def undone_said(room, made):
    return recovered(made["x"], room.attack("y.csv", "match", "--knows", "records=known.csv")[1])


# Slack: one of twelve people.
CASES = [
    Case("match_noise", "C11", "12 records among 600, snr = 100", make("rotate | noise(snr=100)", 600), linked_said, at_least(1 / 12, errors=1), linked),
    Case("match_noise_thousands", "C11", "12 records among 3,000", make("rotate | noise(snr=100)", 3000), linked_said, at_least(1 / 12, errors=1), linked, short=False),
    Case("match_noise_values", "C11", "and everybody's values", make("rotate | noise(snr=100)", 800), undone_said, at_least(0.1), undone, short=False),
]
