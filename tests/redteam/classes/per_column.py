# SPDX-License-Identifier: Apache-2.0
"""B4: the worst column and the people in it count, not the average over all."""
import numpy as np
from lib import Case, Failed, Figure, at_least, correlated, grade_not, grade_of, recovered, share


def one_of_many(room, count=12):
    records = 600 if room.short else 2000
    x = room.rng.standard_normal((records, count))
    noise = np.full(count, 30.0)
    noise[7] = 0.8  # 1 / (1 + 0.64) = 61 % of x8
    y = x + noise * room.rng.standard_normal(x.shape)
    room.write("x.csv", x)
    room.write("y.csv", y)
    return {"x": x, "y": y}


def as_released(_, made):
    return recovered(made["x"][:, 7], made["y"][:, 7])


def column_said(room, _):
    audit = room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider")
    if audit.grade == "resists":
        raise Failed(f"{audit.recovered(column='x8')} of x8, and the grade is 'resists'")
    return audit.recovered(column="x8")


def verbatim(count, records, shape=(0.05, 6)):
    def make(room):
        n = 1000 if room.short and records > 1000 else records
        snr, m = shape
        x = correlated(room.rng, n, m)
        y = x + x.std(axis=0) / np.sqrt(snr) * room.rng.standard_normal(x.shape)
        chosen = room.rng.choice(n, max(count * n // records, 8), replace=False)
        y[chosen] = x[chosen]
        room.write("x.csv", x)
        room.write("y.csv", y)
        return {"x": x, "y": y}

    return make


def equal_rows(_, made):
    """Rows of the release that are rows of the originals, number by number."""
    there = {row.tobytes() for row in made["x"]}
    return share([row.tobytes() in there for row in made["y"]])


def grade_said(room, _):
    return grade_of(room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider" if room.short else "outsider,records=50"))


def exact_column(room, records=1500):
    """One column in clear among noise; nothing of the others."""
    x = room.rng.standard_normal((records, 8))
    y = x + 50 * room.rng.standard_normal(x.shape)
    y[:, 3] = x[:, 3]
    room.write("x.csv", x)
    room.write("y.csv", y)
    return {"x": x, "y": y}


def in_clear(_, made):
    return share(made["x"][:, 3] == made["y"][:, 3])


def exact_said(room, _):
    audit = room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider")
    if audit.grade == "resists":
        raise Failed("a column in clear, and the grade is 'resists'")
    return Figure(audit.recovered(column="x4").value)


CASES = [
    Case("one_column_of_12", "B4", "61 % of one column, nothing of eleven", one_of_many, column_said, at_least(0.05), as_released),
    Case("verbatim_rows", "B4", "105 of 4,000 rows as they are", verbatim(105, 4000), grade_said, grade_not("resists", "not assessed"), equal_rows),
    Case("verbatim_rows_few", "B4", "20 of 4,000 rows as they are", verbatim(20, 4000, (0.2, 3)), grade_said, grade_not("resists", "not assessed"), equal_rows, short=False),
    Case("column_in_clear", "B4", "one column in clear among noise", exact_column, exact_said, at_least(0.02), in_clear, short=False),
]
