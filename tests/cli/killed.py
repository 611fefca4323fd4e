#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kills `guise mask` at moments spread over its whole run: killed.py GUISE. Nothing but a whole release may ever stand under the
target's name, with its card and its entry in the ledger of the key; the input stays as it is, no key lies readable in what is
left, and the next run clears that away."""
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROUNDS = 12  # per format


def table(path, records):
    draw = random.Random(1)
    with path.open("w") as out:
        out.write("id,a,b,c\n")
        for i in range(records):
            out.write(f"person{i},{draw.gauss(0, 1):.6f},{draw.gauss(50, 9):.6f},{draw.gauss(7, 2):.6f}\n")


def mask(guise, folder, ending):
    out = folder / f"out{ending}"
    return [guise, "mask", folder / "in.csv", "-o", out, "--mask", "noise(snr=1) | round(width=0.01)", "--keep", "id", "--key", folder / "my.key", "--quiet"]


def check(condition, what):
    if not condition:
        raise SystemExit(f"killed.py: {what}")


def ledger_files(guise, key):
    """The releases that the ledger beside the key names; it is refused unless whole."""
    shown = subprocess.run([guise, "ledger", key, "--json"], check=True, stdout=subprocess.PIPE)
    return [release["file"] for table in json.loads(shown.stdout)["tables"] for release in table["releases"]]


def torment(guise, folder, ending):
    command, out = mask(guise, folder, ending), folder / f"out{ending}"
    started = time.perf_counter()
    subprocess.run(command, check=True)
    seconds = time.perf_counter() - started
    whole, original = out.read_bytes(), (folder / "in.csv").read_bytes()
    secret = (folder / "my.key").read_text().split("own=")[1][:64]
    finished = 0
    for round in range(ROUNDS):
        for old in [*folder.glob(f"out{ending}*"), *folder.glob("my.key.ledger"), *folder.glob("my.key.anchor")]:
            old.unlink()
        process = subprocess.Popen(command)
        time.sleep(1.1 * seconds * round / ROUNDS)
        process.send_signal(signal.SIGKILL)
        process.wait()
        recorded = ledger_files(guise, folder / "my.key")
        if out.exists():
            finished += 1
            check(str(out) in recorded, f"{out.name} is there and not in the ledger")
            check(out.read_bytes() == whole, f"{out.name} is there and not whole after {round} of {ROUNDS}")
        if out.exists() and (folder / f"{out.name}.card.json").exists():
            subprocess.run([guise, "inspect", out, "--key", folder / "my.key"], check=True, stdout=subprocess.DEVNULL)
        for left in folder.glob(".*"):
            check(left.stat().st_mode & 0o077 == 0 or secret not in left.read_bytes().decode(errors="replace"), f"{left.name} shows the key")
        check((folder / "in.csv").read_bytes() == original, "the input changed")
    subprocess.run(command, check=True)
    check(out.read_bytes() == whole, "the last run gives another release")
    check(not list(folder.glob(".*")), f"the next run left {[left.name for left in folder.glob('.*')]}")
    print(f"{ending}: {ROUNDS} runs killed within {seconds:.2f} s, {finished} had finished")


def main(guise):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table(folder / "in.csv", 150_000)
        subprocess.run([guise, "key", "new", folder / "my.key"], check=True, stdout=subprocess.DEVNULL)
        for ending in (".csv", ".parquet"):
            torment(guise, folder, ending)


if __name__ == "__main__":
    main(sys.argv[1])
