#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Interrupts `guise mask` at moments spread over its run: interrupted.py GUISE. It ends by the signal, leaves no temporary file or
folder, and what stands under the target's name is whole. An ignored signal stays ignored. `guise audit` ends with what is done
after the first SIGINT: partial, never resists, over its limits. After the second it ends by the signal."""
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FORMATS = ((".csv", []), (".parquet", []), (".duckdb", []), (".csv", ["--shuffle"]))
ROUNDS = 6  # per format


def check(condition, what):
    if not condition:
        raise SystemExit(f"interrupted.py: {what}")


def table(path, records):
    draw = random.Random(1)
    with path.open("w") as out:
        out.write("a,b,c\n")
        for _ in range(records):
            out.write(f"{draw.gauss(0, 1):.6f},{draw.gauss(50, 9):.6f},{draw.gauss(7, 2):.6f}\n")


def left_in(folder):
    return [file.name for file in folder.iterdir() if file.name not in ("in.csv", "my.key", "my.key.ledger", "my.key.anchor") and not file.name.startswith("out")]


def torment(guise, folder, ending, options):
    out = folder / f"out{ending}"
    command = [guise, "mask", folder / "in.csv", "-o", out, "--mask", "noise(sd=1)", "--key", folder / "my.key", "--quiet", *options]
    started = time.perf_counter()
    subprocess.run(command, check=True)
    seconds, whole = time.perf_counter() - started, out.read_bytes()
    stopped = 0
    for round in range(ROUNDS):
        out.unlink(missing_ok=True)
        process = subprocess.Popen(command)
        # Not before it can have taken the signals over: the loader needs some tens of milliseconds.
        while not left_in(folder) and process.poll() is None:
            time.sleep(0.001)
        time.sleep(seconds * round / ROUNDS)
        wanted = SIGNALS[round % len(SIGNALS)]
        process.send_signal(wanted)
        code = process.wait(timeout=60)
        check(code in (0, -wanted), f"{ending} {options}: ends with {code} instead of {-wanted}")
        stopped += code != 0
        check(not left_in(folder), f"{ending} {options}: {left_in(folder)} left after {wanted.name}")
        check(not out.exists() or ending == ".duckdb" or out.read_bytes() == whole, f"{out.name} is there and not whole")
    check(stopped > 0, f"{ending} {options}: no run was under way when its signal came")
    print(f"{ending} {' '.join(options)}: {stopped} of {ROUNDS} runs interrupted within {seconds:.2f} s")


def ignores(guise, folder):
    """As under nohup."""
    out = folder / "out.csv"
    process = subprocess.Popen([guise, "mask", folder / "in.csv", "-o", out, "--mask", "noise(sd=1)", "--key", folder / "my.key", "--quiet"],
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    while not left_in(folder) and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGHUP)
    check(process.wait(timeout=60) == 0, "an ignored signal ended it")


def audit(guise, folder, signals):
    """An audit that takes some seconds, interrupted while it is under way."""
    command = [guise, "audit", folder / "few.csv", *["--mask=noise(snr=0.05)", "--mask=noise(snr=0.02)", "--keys=20", "--seed=1"],
               "--fail-above=gets=0.99", "--json=full"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    check(process.poll() is None, "the audit was over before it could be interrupted")
    process.send_signal(signal.SIGINT)
    if signals == 2:
        process.stderr.readline()  # it has taken the first one
        process.send_signal(signal.SIGINT)
    return process.communicate(timeout=60)[0], process.returncode


def audits(guise, folder):
    table(folder / "few.csv", 20_000)
    out, code = audit(guise, folder, 1)
    check(code == 3, f"an interrupted audit with a limit ends with {code} instead of 3")
    document = json.loads(out)
    grades = [mask["verdict"]["grade"] for mask in document["masks"]]
    check(document["partial"] and "resists" not in grades, f"an interrupted audit is partial: {document['partial']}, and says {grades}")
    check(any("interrupted" in warning for warning in document["warnings"]), "no warning says that it was interrupted")
    _, code = audit(guise, folder, 2)
    check(code == -signal.SIGINT, f"an audit that is interrupted twice ends with {code}")
    (folder / "few.csv").unlink()


def main(guise):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table(folder / "in.csv", 150_000)
        subprocess.run([guise, "key", "new", folder / "my.key"], check=True, stdout=subprocess.DEVNULL)
        for ending, options in FORMATS:
            torment(guise, folder, ending, options)
        ignores(guise, folder)
        audits(guise, folder)


if __name__ == "__main__":
    main(sys.argv[1])
