# SPDX-License-Identifier: Apache-2.0
"""What the Python tests share: a table of people, the command line, a folder."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy

import guise

PROGRAM = os.environ.get("GUISE_PROGRAM") or str(pathlib.Path(guise.__file__).parent / "bin" / "guise")


def people(records=600):
    """Three columns that move together; exact in decimal text."""
    i = numpy.arange(records)
    age = 20 + (i * 37 % 600) / 8
    own = (i * 101 % 97) / 64
    return numpy.column_stack([age, 1000 + 50 * age + 300 * own, 100 + 8 * age + 90 * own * own])


NAMES = ["age", "income", "tax"]


class InFolder(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.before = os.getcwd()
        os.chdir(self._folder.name)
        self.addCleanup(os.chdir, self.before)
        numpy.save("people.npy", people())
        numpy.savetxt("people.csv", people(), delimiter=",", header=",".join(NAMES), comments="", fmt="%.17g")
        guise.progress(False)


def command(*words, fails=False):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120)
    if fails:
        return done.stderr
    if done.returncode not in (0, 3):
        raise AssertionError(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def command_json(*words):
    return json.loads(command(*words, "--json=full"))


def plain(sentence):
    """A sentence of either door without the words of the door."""
    import re
    sentence = re.sub(r"^guise: ", "", " ".join(sentence.split()))
    sentence = re.sub(r"--[a-z-]+(?:[ =]\S+)?|\b[a-z_]+=\S+|\bguise list \w+", "", sentence)
    return re.sub(r"[^A-Za-z0-9']+", " ", sentence).strip()
