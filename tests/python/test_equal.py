# SPDX-License-Identifier: Apache-2.0
"""Python gives what the command line gives, bit for bit, for everything that is registered."""
import json
import pathlib
import unittest
import warnings

import numpy
from common import InFolder, command, command_json, people

import guise

# Of steps that need a parameter; all others run at their defaults.
SETTINGS = {"translate": "translate(sd=2)", "swap": "swap(p=5)", "noise": "noise(sd=2)", "multiply": "multiply(sd=0.1)", "affine": "affine(matrix=m.csv)", "distort": "distort(hidden=9)", "bin": "bin(width=5)", "round": "round(width=5)",
            "clip": "clip(radius=2000)", "project": "project(k=2)", "coarsen": "coarsen(digits=2)", "scale": "scale(low=0.5,high=2)"}
VARYING = ("finished", "seconds", "attack_seconds", "command", "released", "spent")


def without_times(document):
    if isinstance(document, dict):
        return {name: without_times(value) for name, value in document.items() if name not in VARYING}
    return [without_times(each) for each in document] if isinstance(document, list) else document


class Equal(InFolder):
    def setUp(self):
        super().setUp()
        warnings.simplefilter("ignore", guise.Warning)  # of earlier releases with the same key: they are what is tested
        guise.keys.new("a.key")
        numpy.savetxt("m.csv", [[2, 1, 0], [0, 1, 0], [0, 0, 1]], delimiter=",", fmt="%g")

    def test_every_mask(self):
        """Releases of a file, by the command line and by Python, one key: the same bits. Of memory where no noise depends on the file."""
        ran = 0
        for step in guise.list("masks"):
            mask = SETTINGS.get(step["name"], step["name"])
            try:
                command("mask", "people.npy", "--mask", mask, "--key", "a.key", "-o", "out.npy")
            except AssertionError as refused:
                with self.assertRaises(guise.Error, msg=mask):
                    guise.mask("people.npy", mask, key="a.key", out="py.npy")
                self.fail(f"{mask}: give it settings that work: {refused}")
            guise.mask("people.npy", mask, key="a.key", out="py.npy")
            with open("out.npy", "rb") as one, open("py.npy", "rb") as other:
                self.assertEqual(one.read(), other.read(), mask)
            memory = guise.mask("people.npy", mask, key="a.key")
            self.assertEqual(numpy.asarray(memory.table).tobytes(), numpy.load("out.npy").tobytes(), mask)
            card = json.loads(pathlib.Path("out.npy.card.json").read_text())
            self.assertEqual({name: card[name] for name in card if name not in ("created", "time")}, {name: memory.card[name] for name in card if name not in ("created", "time")}, mask)
            ran += 1
        self.assertEqual(ran, len(guise.list("masks")))

    def test_every_attack(self):
        """The same guess under the same seed, or the same refusal."""
        guise.mask("people.npy", "noise(sd=3)", key="a.key", out="masked.npy")
        guessed = refused = 0
        for attack in guise.list("attacks"):
            name = attack["name"]
            words = ["attack", "masked.npy", "--with", name, "-o", "cli.npy", "--seed", "1"]
            try:
                expected = command_json(*words)
            except AssertionError:
                with self.assertRaises(guise.Error, msg=name):
                    guise.attack("masked.npy", name, seed=1)
                refused += 1
                continue
            found = guise.attack("masked.npy", name, seed=1)
            self.assertEqual(numpy.asarray(found.guess).tobytes(), numpy.load("cli.npy").tobytes(), name)
            self.assertEqual(found["notes"], expected["notes"], name)
            guessed += 1
        self.assertEqual(guessed + refused, len(guise.list("attacks")))
        self.assertGreater(guessed, 8)

    def test_measures(self):
        guise.mask("people.npy", "noise(sd=3)", key="a.key", out="masked.npy")
        expected = command_json("measure", "people.npy", "masked.npy")
        self.assertEqual(guise.measure("people.npy", "masked.npy").document, expected)
        self.assertEqual(guise.measure(people(), numpy.load("masked.npy")).document, expected)

    def test_audit(self):
        expected = command_json("audit", "people.csv", "--mask", "noise(snr=2)", "--seed", "1", "--effort", "quick", "--keys", "2")
        found = guise.audit("people.csv", masks="noise(snr=2)", seed=1, effort="quick", keys=2)
        self.assertEqual(without_times(found.document), without_times(expected))
        summary = json.loads(command("audit", "people.csv", "--mask", "noise(snr=2)", "--seed", "1", "--effort", "quick", "--keys", "2", "--json"))
        self.assertEqual(without_times(found.summary), without_times(summary))
        found.save("report")
        self.assertEqual(json.loads(pathlib.Path("report/audit.json").read_text()), found.document)
        again = guise.audit("people.csv", **{("masks" if n == "masks" else n): v for n, v in found["provenance"]["request"].items() if n not in ("guise_request", "job", "input")})
        self.assertEqual(without_times(again.document), without_times(expected))

    def test_every_topic(self):
        """The examples of the topics that need no file, and a refusal."""
        import re
        tried = 0
        for topic in json.loads(command("theory", "--json")):
            words = topic["example"].split()[3:]
            given = dict(zip((word[2:] for word in words[::2]), words[1::2]))
            if any(re.search(r"\.\w", value) and not re.fullmatch(r"[-0-9.,]+", value) for value in given.values()):
                continue
            expected = json.loads(command("theory", topic["name"], *words, "--json"))
            self.assertEqual(guise.theory(topic["name"], **{name.replace("-", "_"): value for name, value in given.items()}), expected, topic["name"])
            tried += 1
        self.assertGreater(tried, 5)
        with self.assertRaisesRegex(guise.Error, "did you mean 'jl'"):
            guise.theory("jll")
        with self.assertRaisesRegex(guise.Error, "needs records"):
            guise.theory("jl", eps=0.5)

    def test_inspection(self):
        self.assertEqual(guise.inspect("people.csv").document, command_json("inspect", "people.csv"))

    def test_every_task(self):
        guise.mask("people.csv", "noise(sd=3)", key="a.key", out="masked.csv")
        mined = 0
        for task in guise.list("tasks"):
            label = ["--label", "tax"] if task["name"] in ("regress", "classify") else []
            try:
                expected = command_json("mine", task["name"], "masked.csv", *label, "--seed", "1")
            except AssertionError:
                with self.assertRaises(guise.Error, msg=task["name"]):
                    guise.mine(task["name"], "masked.csv", seed=1, label=label[1] if label else None)
                continue
            found = guise.mine(task["name"], "masked.csv", seed=1, label=label[1] if label else None)
            self.assertEqual(without_times(found.document), without_times(expected), task["name"])
            mined += 1
        self.assertGreater(mined, 3)


if __name__ == "__main__":
    unittest.main()
