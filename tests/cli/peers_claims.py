#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The claims of docs/peers.md, on fresh releases: peers_claims.py GUISE. First the peers' rules on figures worked out by hand."""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))
import peer_rules  # noqa: E402
import peers  # noqa: E402

checks = []


def check(name, holds, detail=""):
    checks.append(bool(holds))
    print(f"{'ok  ' if holds else 'FAIL'} {name} {detail}")


def rules():
    truth = np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
    release = truth + [[0, 0, 9], [0, 9, 9], [0.04, 0.04, 0.04]]  # one value outside, two outside, none; sds are above 1
    check("dRisk lets no value be outside", abs(peer_rules.sdc_risk(truth, release) - 1 / 3) < 1e-12)
    check("IL1s is a sum", abs(peer_rules.sdc_il1s(truth, truth + 1) - 9 / np.sqrt(2)) < 1e-12)
    check("eigenvalue loss of a copy", peer_rules.sdc_eigen(np.eye(3), 2 * np.eye(3)) < 1e-12)
    middle, half = peer_rules.rate(120, 500)
    check("Wilson's rate", abs(middle - 0.241982) < 5e-7 and abs(half - 0.037344) < 5e-7)
    risk, beats = peer_rules.excess(120, 50, 119, 500)
    check("risk beyond the control", abs(risk - 0.154894) < 5e-7 and beats)
    rng = np.random.default_rng(3)
    truth, control = rng.standard_normal((300, 4)) + 9, rng.standard_normal((300, 4)) + 9
    copied = peer_rules.anonymeter_figures(truth, truth, control, rng)
    check("a copy is at risk", all(risk > 0.5 and beats for risk, beats in copied.values()), copied)
    check("a negative guess is never wrong", peer_rules.right(np.array([-1.0, 1.0, 1.0]), np.array([50.0, 1.04, 1.1])).tolist() == [True, True, False])


def claims(found):
    rotated, rounded, noisy = (found[mask] for mask in ("rotate", "round(width=0.5)", "noise(snr=2)"))
    risks = peers.ROWS["anonymeter"] + ["dRisk", "own original closest"]
    check("no rule of the peers sees a risk in a rotation", all(rotated["peers"][name][0] < 0.25 for name in risks))
    check("eleven pairs undo it", rotated["guise"]["pairs"]["within"] > 0.99)
    check("eleven known people are found in it and undo it", rotated["guise"]["records"]["linked"] > 0.99)
    check("dRisk passes rounding to half a standard deviation", rounded["peers"]["dRisk"][0] < 0.05)
    check("anonymeter does not", rounded["peers"]["linkability"][0] > 0.4 and rounded["peers"]["inference"][0] > 0.3)
    check("nor does guise", rounded["guise"]["outsider"]["explained"] > 0.95)
    check("anonymeter sees little in noise", all(noisy["peers"][name][0] < 0.15 for name in peers.ROWS["anonymeter"]))
    check("an outsider takes noise out", noisy["guise"]["outsider"]["explained"] > 0.72, "the release itself explains 2/3")
    mixed = found["rotate | noise(sd=0.3)"]["guise"]
    check("noise after a rotation stays in what pairs get", mixed["pairs"]["within"] < 0.5 < mixed["pairs"]["explained"])


def documented(found):
    text = (ROOT / "docs/peers.md").read_text()
    check("docs/peers.md has every row", all(f"| {name} |" in text for name, _ in peers.rows(found)))


def main():
    rules()
    found = peers.compare(sys.argv[1], keys=1)
    claims(found)
    documented(found)
    sys.exit(0 if all(checks) else 1)


if __name__ == "__main__":
    main()
