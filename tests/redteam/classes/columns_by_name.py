# SPDX-License-Identifier: Apache-2.0
"""B9: columns of a release are matched by name, constant ones are left out, and a unique kept one caps the grade."""
import numpy as np
from lib import Case, Failed, about, at_least, complaints, correlated, grade_not, grade_of, no_complaints, recovered


def more_columns(room, records=1000):
    x = correlated(room.rng, records, 5)
    y = x + 0.5 * x.std(axis=0) * room.rng.standard_normal(x.shape)
    room.write("x.csv", x)
    order = [3, 0, 4, 1, 2]
    room.write("y.csv", y[:, order], [f"x{j + 1}" for j in order])
    return {"x": x, "y": y}


def two_columns(_, made):
    return recovered(made["x"][:, :2], made["y"][:, :2])


def by_name(room, _):
    return room.audit("x.csv", "--released", "y.csv", "--columns", "x1,x2", "--attackers", "outsider").recovered("outsider")


def constant(value_of):
    """A column that is the same for everybody, or but for rounding, beside three that leak."""

    def make(room):
        x = correlated(room.rng, 800, 4)
        x[:, 1] = value_of(room.rng, 800)
        y = x + 0.5 * x.std(axis=0) * room.rng.standard_normal(x.shape)
        y[:, 1] = x[:, 1]
        room.write("x.csv", x)
        room.write("y.csv", y)
        return {"x": x, "y": y}

    return make


def the_others(_, made):
    return recovered(made["x"][:, [0, 2, 3]], made["y"][:, [0, 2, 3]])


def constant_said(room, _):
    audit = room.audit("x.csv", "--released", "y.csv", "--attackers", "outsider")
    if "x2" not in " ".join(audit.document["warnings"] + audit.mask["notes"] + audit.mask["warnings"] + audit.mask["verdict"]["sentences"]):
        raise Failed("x2 is constant, and nothing says so")
    return audit.recovered("outsider")


def unique_kept(room, records=400):
    room.write("x.csv", correlated(room.rng, records, 3), code=room.rng.permutation(records) + 1000)


def unique_said(room, _):
    return grade_of(room.audit("x.csv", "--mask", "noise(snr=0.0001)", "--columns", "x1,x2,x3", "--keep", "code", "--attackers", "outsider"))


CASES = [
    Case("more_columns_released", "B9", "five columns released, two audited", more_columns, by_name, at_least(), two_columns),
    Case("constant_column", "B9", "a constant column among others", constant(lambda rng, n: np.full(n, 7.0)), constant_said, about(0.02), the_others),
    Case("nearly_constant_column", "B9", "a column with sd 1e-31", constant(lambda rng, n: 1e-31 * rng.standard_normal(n)), constant_said, about(0.02), the_others, short=False),
    Case("unique_kept_column", "B9", "a kept code that singles everybody out", unique_kept, unique_said, grade_not("resists")),
]
