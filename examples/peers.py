#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What users of sdcMicro, anonymeter and scikit-learn would compute on releases made by guise, beside its audit: peers.py GUISE.

Prints the table of docs/peers.md, which says what it means; the rules are in peer_rules.py. --keys N draws every mask N times (5),
and figures are means over them.

Table: ten measurements of the cell nuclei of 569 tumours (Wisconsin diagnostic breast cancer, from scikit-learn's package), each
divided by its standard deviation: positive and of one scale, which is what the rules ask for. Half of the people are released, the
other half are the control.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from sklearn import datasets

import peer_rules

MASKS = ["noise(snr=2)", "rotate", "round(width=0.5)", "rotate | noise(sd=0.3)"]
ATTACKERS = ["outsider", "population", "pairs", "records", "insider"]


class Bench:
    def __init__(self, guise, folder):
        self.guise, self.folder = guise, pathlib.Path(folder)
        data = datasets.load_breast_cancer()
        order = np.random.default_rng(1).permutation(len(data.data))
        x = data.data[order, :10] / data.data[:, :10].std(axis=0)
        half = len(x) // 2
        names = [name.removeprefix("mean ").replace(" ", "_") for name in data.feature_names[:10]]
        self.truth, self.control = x[:half], x[half:2 * half]
        self.label, self.control_label = data.target[order][:half], data.target[order][half:2 * half]
        np.savetxt(self.folder / "people.csv", self.truth, delimiter=",", header=",".join(names), comments="", fmt="%.17g")

    def run(self, *arguments):
        done = subprocess.run([self.guise, *arguments, "--quiet"], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"guise {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def peers(self, mask, keys):
        """{figure: (mean over the keys, beats guessing with most of them)}"""
        rng, drawn = np.random.default_rng(2), []
        for key in range(keys):
            self.run("mask", "people.csv", "--mask", mask, "-o", f"{len(mask)}-{key}.csv", "--forget-key")
            release = np.genfromtxt(self.folder / f"{len(mask)}-{key}.csv", delimiter=",", skip_header=1)
            plain = peer_rules.sdc_figures(self.truth, release)
            plain.update(peer_rules.sklearn_figures(self.truth, release, self.control, self.label, self.control_label))
            figures = {name: (value, True) for name, value in plain.items()}
            figures.update(peer_rules.anonymeter_figures(self.truth, release, self.control, rng))
            drawn.append(figures)
        return {name: (float(np.mean([each[name][0] for each in drawn])), np.mean([each[name][1] for each in drawn]) > 0.5)
                for name in drawn[0]}

    def audit(self, keys):
        """{mask: {attacker: what its worst attack recovers}}, and the share of entries within 0.1 sd of the mean."""
        masks = [word for mask in MASKS for word in ("--mask", mask)]
        document = json.loads(self.run("audit", "people.csv", *masks, "--attackers", ",".join(ATTACKERS), "--keys", str(keys), "--json=full"))
        found = {mask["mask"]: {each["attacker"].split("=")[0]: worst(each) for each in mask["attackers"]} for mask in document["masks"]}
        return found, document["baseline"]["within"]["0.1"]


def worst(attacker):
    attack = next(each for each in attacker["attacks"] if each["attack"] == attacker["worst"])
    return {"attack": attack["attack"].split("(")[0], "within": attack["within"]["0.1"], "explained": 1 - attack["residual"],
            "linked": max((each["linked"]["value"] for each in attacker["attacks"] if "linked" in each), default=None)}


def compare(guise, keys):
    """{mask: {"peers": …, "guise": …, "mean": …}}"""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(guise).resolve()), folder)
        audit, mean = bench.audit(keys)
        return {mask: {"peers": bench.peers(mask, keys), "guise": audit[mask], "mean": mean} for mask in MASKS}


ROWS = {"sdcMicro": ["dRisk", "IL1s", "eigenvalue loss"],
        "anonymeter": ["singling out, one column", "singling out, three columns", "linkability", "inference"],
        "scikit-learn": ["own original closest", "nearer to released", "correlation gap", "train on release, test on originals",
                         "train and test on release"]}


def rows(found):
    """Name of the row and its cells, one per mask."""
    for group, names in ROWS.items():
        for name in names:
            cells = [found[mask]["peers"][name] for mask in MASKS]
            yield f"{group}: {name}", [f"{value:.2f}" + "†" * (not beats) for value, beats in cells]
    yield "guise: the mean for all records, within 0.1 sd", [f"{found[mask]['mean']:.2f}" for mask in MASKS]
    for attacker in ATTACKERS:
        cells = [found[mask]["guise"][attacker] for mask in MASKS]
        yield f"guise: `{attacker}`, within 0.1 sd", [f"{each['within']:.2f}" for each in cells]
        yield f"guise: `{attacker}`, variance explained", [f"{each['explained']:.2f} `{each['attack']}`" for each in cells]
        if any(each["linked"] is not None for each in cells):
            yield f"guise: `{attacker}`, known people linked", ["-" if each["linked"] is None else f"{each['linked']:.2f}" for each in cells]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("guise")
    parser.add_argument("--keys", type=int, default=5)
    arguments = parser.parse_args()
    escaped = [mask.replace("|", "\\|") for mask in MASKS]
    print("| figure | " + " | ".join(f"`{mask}`" for mask in escaped) + " |\n| --- |" + " ---: |" * len(MASKS))
    for name, cells in rows(compare(arguments.guise, arguments.keys)):
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
