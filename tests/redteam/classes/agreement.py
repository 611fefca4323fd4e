# SPDX-License-Identifier: Apache-2.0
"""B5: choosing and reporting agree. Whatever a table and a mask are, audit.json may not contradict itself."""
import numpy as np
from lib import Audit, Case, complaints, correlated, no_complaints

# An attacker, and those who know a part of what it knows.
INCLUDED = {
    "population": ["outsider"],
    "records": ["outsider"],
    "pairs": ["outsider", "records"],
    "anchors": ["outsider", "population", "records", "pairs"],
    "repeat": ["outsider"],
    "insider": ["outsider"],
    "thief": ["outsider", "insider"],
}
KEYED = ("insider", "thief")  # the grade is about the others
SURE = 0.5  # share of known people found that no verdict may call resisting
ROUNDING = 1e-9


def kind(attacker):
    return attacker["attacker"].split("=")[0]


def reported(attacker):
    """The attack that the attacker's row shows: whether it succeeded, then the share it recovers. The larger tuple is worse news."""
    shown = [t for t in attacker["attacks"] if t["attack"] == attacker["worst"]]
    return max([(t["outcome"] == "succeeded", Audit.of(t)) for t in shown], default=(False, -1.0))


def contradictions(audit):
    found = []
    everybody = audit.attackers()
    for attacker in everybody:
        name = attacker["attacker"]
        outcomes = {t["outcome"] for t in attacker["attacks"]}
        if attacker["outcome"] != "succeeded" and "succeeded" in outcomes:
            found.append(f"{name} '{attacker['outcome']}', though one of its attacks succeeded")
        if attacker["outcome"] == "not assessed" and "resisted" in outcomes:
            found.append(f"{name} 'not assessed', though one of its attacks was")
        linked = max([t["linked"]["value"] or 0 for t in attacker["attacks"] if t.get("linked")], default=0)
        if audit.grade == "resists" and kind(attacker) not in KEYED and linked >= SURE:
            found.append(f"'resists', and {name} links {100 * linked:.0f} %")
        if audit.grade == "resists" and kind(attacker) not in KEYED and attacker["outcome"] == "succeeded":
            found.append(f"'resists', and {name} succeeded")
        for less in everybody:
            if kind(less) in INCLUDED.get(kind(attacker), []) and not less["known"] and not attacker["known"]:
                (succeeded, share), (without, lesser) = reported(attacker), reported(less)
                if (succeeded, share + ROUNDING) < (without, lesser):
                    found.append(f"{name} recovers {share:.3f}, {less['attacker']}, who knows less, {lesser:.3f}")
                if less["outcome"] == "succeeded" and attacker["outcome"] != "succeeded":
                    found.append(f"{less['attacker']} succeeded, {name}, who knows more, did not")
    return found


MASKS = ["noise(snr=1)", "rotate | noise(snr=10)", "noise(snr=0.2)", "project(k=2)", "round(width=1)", "noise(snr=3, shape=data)"]


def table(room):
    x = correlated(room.rng, 300 if room.short else 600, 4)
    x[:, 2] = np.exp(x[:, 2] / 2)
    room.write("x.csv", x)
    return MASKS[: 2 if room.short else None]


def said(room, masks):
    few = ["--attackers", "outsider,population=60,records=5,pairs=8"] if room.short else []
    return complaints([f"{mask}: {text}" for mask in masks for text in contradictions(room.audit("x.csv", "--mask", mask, *few, keys=2))])


CASES = [Case("one_rule", "B5", "who knows more never scores lower; outcomes agree", table, said, no_complaints)]
