# SPDX-License-Identifier: Apache-2.0
"""B6: the verdict on one table is the same whatever the keys drawn, and however many. `undecided` may come in one run of ten."""
import collections

import numpy as np
from lib import Case, complaints, correlated, no_complaints

UNDECIDED = "undecided"


def skewed(room):
    x = np.exp(correlated(room.rng, 400, 4) / 2)
    room.write("x.csv", x)


def repeated(mask, attackers, clear):
    """Grades of many runs, with 2, 3 and 5 keys."""

    def said(room, _):
        runs = {2: 2, 3: 1} if room.short else {2: 20, 3: 20, 5: 20}
        found = []
        grades = {keys: collections.Counter(room.audit("x.csv", "--mask", mask, "--attackers", attackers, keys=keys).grade for _ in range(count)) for keys, count in runs.items()}
        decided = set().union(*grades.values()) - {UNDECIDED}
        if len(decided) > 1:
            found.append(f"grades differ: {', '.join(f'{k} keys {dict(g)}' for k, g in grades.items())}")
        undecided = sum(g[UNDECIDED] for g in grades.values())
        if undecided > (0 if clear else 0.1 * sum(runs.values()) + 1):
            found.append(f"undecided in {undecided} of {sum(runs.values())} runs")
        return complaints(found)

    return said


CASES = [
    Case("keys_rotation", "B6", "a rotation with noise, other people known", skewed, repeated("rotate | noise(snr=20)", "population=100", False), no_complaints, seeds=1),
    Case("keys_noise", "B6", "plain noise, a clear leak", skewed, repeated("noise(snr=5)", "outsider", True), no_complaints, seeds=1),
    Case("keys_projection", "B6", "a projection, pairs known", skewed, repeated("project(k=2)", "pairs=4", False), no_complaints, short=False, seeds=1),
    Case("keys_much_noise", "B6", "much noise, a clear case", skewed, repeated("noise(snr=0.001)", "outsider,population=100", True), no_complaints, short=False, seeds=1),
]
