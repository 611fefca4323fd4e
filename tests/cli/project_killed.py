#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Turns of a project that are killed at any moment lose nothing: project_killed.py GUISE. The parties run the same command
again until the project is finished, and nothing contradicts what was said before. A full disk is told, and the turn after it
goes on."""
import glob
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

GUISE = os.path.abspath(sys.argv[1])
PARTIES = ("bank", "shop", "lab")
SEED = 5
MOST_TURNS = 400


def guise(*words, **more):
    return subprocess.run([GUISE, *words], check=True, stdout=subprocess.DEVNULL, **more)


def words_of(who):
    words = [GUISE, "party", "next", "study", "--as", f"{who}/{who}.secret", "--agree", "--results", f"{who}/results"]
    return words if who == "lab" else words + ["--table", f"{who}/{who}.csv"]


def make(dice):
    for who in PARTIES:
        os.mkdir(who)
        guise("party", "new", who, cwd=who)
    for who, columns in (("bank", "id,income,debt"), ("shop", "id,spend,visits")):
        with open(f"{who}/{who}.csv", "w") as out:
            print(columns, file=out)
            for person in dice.sample(range(300), 200):
                print(f"{person},{dice.gauss(0, 1):.3f},{dice.gauss(0, 1):.3f}", file=out)
    guise("party", "plan", "study", "--owner", "bank/bank.pub", "--owner", "shop/shop.pub", "--miner", "lab/lab.pub", "--columns",
          "bank=income,debt", "--columns", "shop=spend,visits", "--by", "id", "--mask", "standardize | noise(sd=0.1)", "--task",
          "kmeans(k=2)", "--task", "correlation")


def turn(who, seconds):
    """Whether it was killed; fails where guise says anything but that it goes on."""
    process = subprocess.Popen(words_of(who), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    out, err = process.communicate()
    if process.returncode not in (0, -signal.SIGKILL):
        sys.exit(f"{who}: exit code {process.returncode}: {out}{err}")
    return process.returncode != 0


def no_space():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def full_disk(who):
    """Any write fails; what the turn says is one sentence, of the environment's fault."""
    result = subprocess.run(words_of(who), capture_output=True, text=True, preexec_fn=no_space)
    return result.returncode, result.stderr.strip()


def main():
    dice = random.Random(SEED)
    make(dice)
    print("seed", SEED)
    killed = full = 0
    for _ in range(MOST_TURNS):
        who = dice.choice(PARTIES)
        if dice.random() < 0.15:
            code, said = full_disk(who)
            assert code in (0, 1) and (code == 0 or (said.startswith("guise: ") and said.count("\n") == 0)), (who, code, said)
            full += code
        killed += turn(who, dice.choice((0.01, 0.02, 0.03, 0.05, 0.08, 0.3)))
        status = json.loads(subprocess.run([GUISE, "party", "status", "study", "--json"], check=True, capture_output=True).stdout)
        assert not status["stopped"] and not status["refused"], status
        if status["done"]:
            break
    assert status["done"], status
    for who in ("bank", "shop"):
        subprocess.run(words_of(who), check=True, stdout=subprocess.DEVNULL)
    rows = [sorted(open(f"{who}/results/1-kmeans.csv")) for who in ("bank", "shop")]
    assert rows[0] == rows[1] and len(rows[0]) > 50
    assert not glob.glob("*/*.projects/*/people.csv"), "originals were left behind"
    assert killed > 5 and full > 0, (killed, full)
    print(f"{killed} turns were killed, {full} had no space")


with tempfile.TemporaryDirectory(prefix="guise-project-") as folder:
    os.chdir(folder)
    main()
