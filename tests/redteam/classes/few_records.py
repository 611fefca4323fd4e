# SPDX-License-Identifier: Apache-2.0
"""B8: too few records, or too few attackers assessed: the headline says so, and the grade is capped."""
from lib import Case, complaints, correlated, no_complaints


def few(room, records=18):
    room.write("x.csv", correlated(room.rng, records, 3))


def few_said(room, _):
    audit = room.audit("x.csv", "--mask", "noise(snr=0.001)", "--attackers", "outsider,population")
    return complaints([f"18 records: {audit.headline}"] if audit.grade == "resists" else [])


def many(room):
    room.write("x.csv", correlated(room.rng, 300, 4))


def unassessed_said(room, _):
    audit = room.audit("x.csv", "--mask", "project(k=40, side=records)")
    graded = [a for a in audit.attackers() if a["attacker"].split("=")[0] not in ("insider", "thief")]
    silent = sum(a["outcome"] == "not assessed" for a in graded)
    found = []
    if 2 * silent > len(graded):
        if audit.grade == "resists":
            found.append(f"{silent} of {len(graded)} attackers not assessed, and the grade is 'resists'")
        if "not assessed" not in audit.headline.lower():
            found.append(f"the headline is silent about them: {audit.headline}")
    return complaints(found)


CASES = [
    Case("eighteen_records", "B8", "18 records under heavy noise", few, few_said, no_complaints),
    Case("mostly_unassessed", "B8", "sums over records: most attackers cannot try", many, unassessed_said, no_complaints),
]
