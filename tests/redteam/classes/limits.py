# SPDX-License-Identifier: Apache-2.0
"""B7: limits are checked against everything measured; what was not tested has not passed. Exit code 3 says so."""
import numpy as np
from lib import Case, complaints, correlated, no_complaints


def exits(code, *options, keys=1):
    def said(room, _):
        found = room.audit("x.csv", *options, keys=keys).code
        return complaints([] if found == code else [f"exit {found}, not {code}"])

    return said


def table(room):
    room.write("x.csv", correlated(room.rng, 300, 4))


def zeros(room):
    """Half of the values are exactly 0: a guess of 1e-15 has recovered them."""
    x = correlated(room.rng, 300, 4)
    x[room.rng.random(x.shape) < 0.6] = 0
    room.write("x.csv", x)


def one_leaks(room):
    """The attack with the largest mean is not the one that recovers x4."""
    x = correlated(room.rng, 600, 4, own=0.1)
    x[:, 3] = room.rng.standard_normal(600)
    y = x + np.array([1.0, 1, 1, 0.2]) * x.std(axis=0) * room.rng.standard_normal(x.shape)
    room.write("x.csv", x)
    room.write("y.csv", y)


CASES = [
    Case("limit_nobody_linked", "B7", "nobody of some hundred linked is no 0", table, exits(3, "--mask", "noise(snr=0.0001)", "--attackers", "records=25", "--fail-above", "linked=0.002", keys=3), no_complaints),
    Case("limit_mean_only", "B7", "--attacks mean, almost no mask", table, exits(3, "--mask", "noise(snr=10000)", "--attackers", "outsider", "--attacks", "mean", "--fail-above", "gets=0.5"), no_complaints),
    Case("limit_exact_zeros", "B7", "zeros recovered as 1e-15", zeros, exits(3, "--mask", "rotate", "--attackers", "pairs=20", "--fail-above", "recovery0.1=0.9"), no_complaints),
    Case("limit_one_column", "B7", "one column above the limit", one_leaks, exits(3, "--released", "y.csv", "--attackers", "outsider", "--fail-above", "gets:x4=0.9"), no_complaints, short=False),
    Case("limit_kept", "B7", "far below every limit: exit 0", table, exits(0, "--mask", "noise(snr=0.0001)", "--attackers", "outsider", "--fail-above", "gets=0.5"), no_complaints),
]
