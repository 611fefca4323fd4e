#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Feeds guise files with random damage: mutated.py GUISE [ROUNDS [SEED]]. Whatever is in a table, a card, a key or a mask, guise
answers with a result or with one sentence and exit code 1 or 2; it never crashes, hangs or fails without a word."""
import pathlib
import random
import subprocess
import sys
import tempfile

FORMATS = (".csv", ".tsv", ".parquet", ".json", ".npy", ".fvecs")
SECONDS = 60


def run(arguments, folder):
    return subprocess.run([str(argument) for argument in arguments], cwd=folder, capture_output=True, timeout=SECONDS)


def damage(draw, data):
    """One to four cuts, flips, insertions or repetitions."""
    data = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(data) + 1)
        kind = draw.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << draw.randrange(8)
        elif kind == 1:
            del data[at:]
        elif kind == 2:
            del data[at:at + draw.randint(1, 40)]
        elif kind == 3:
            data[at:at] = bytes(draw.randrange(256) for _ in range(draw.randint(1, 12)))
        elif kind == 4:
            data[at:at] = draw.choice([b"nan", b"-inf", b"1e999", b"\"", b"\n", b",", b"\x00", b"\xff\xfe", b"0x10", b"--1", b"{", b"NULL"])
        else:
            data[at:at] = data[max(0, at - 60):at]
    return bytes(data)


def prepare(guise, folder):
    draw = random.Random(0)
    (folder / "in.csv").write_text("age,income,days\n" + "".join(
        f"{draw.randint(18, 90)},{draw.lognormvariate(8, 0.5):.2f},{draw.gauss(5, 2):.4f}\n" for _ in range(300)))
    run([guise, "key", "new", "my.key"], folder).check_returncode()
    for ending in FORMATS:
        run([guise, "mask", "in.csv", "-o", f"good{ending}", "--mask", "noise(snr=2)", "--key", "my.key"], folder).check_returncode()


def commands(guise, draw, folder):
    """A damaged file, and a command that reads it."""
    kind = draw.randrange(5)
    if kind <= 1:
        ending = draw.choice(FORMATS)
        (folder / f"bad{ending}").write_bytes(damage(draw, (folder / f"good{ending}").read_bytes()))
        return draw.choice([[guise, "inspect", f"bad{ending}"],
                            [guise, "mask", f"bad{ending}", "-o", "out.csv", "--mask", "noise(sd=1) | round(width=0.5)", "--forget-key", "--missing", "drop"],
                            [guise, "attack", f"bad{ending}", "-o", "out.csv", "--with", "bayes", "--knows", "noise=2", "--no-card"]])
    if kind == 2:
        (folder / "bad.csv").write_bytes((folder / "good.csv").read_bytes())
        (folder / "bad.csv.card.json").write_bytes(damage(draw, (folder / "good.csv.card.json").read_bytes()))
        return [guise, "attack", "bad.csv", "-o", "out.csv", "--with", draw.choice(["bayes", "spectral", "univariate"])]
    if kind == 3:
        (folder / "bad.key").write_bytes(damage(draw, (folder / "my.key").read_bytes()))
        (folder / "bad.key").chmod(0o600)
        return [guise, "mask", "in.csv", "-o", "out.csv", "--mask", "noise(sd=1)", "--key", "bad.key"]
    mask = damage(draw, b"clip(radius=9,center=1) | noise(snr=2,law=laplace) | round(width=0.1)")
    return [guise, "mask", "in.csv", "-o", "out.csv", "--mask", mask.replace(b"\x00", b"").decode("latin-1"), "--forget-key"]


def main(guise, rounds=150, seed=1):
    draw = random.Random(int(seed))
    codes = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(guise, folder)
        for number in range(int(rounds)):
            for old in list(folder.glob("bad*")) + list(folder.glob("out*")):
                old.unlink()
            command = commands(guise, draw, folder)
            result = run(command, folder)
            words = result.stderr.decode(errors="replace").strip()
            codes[result.returncode] = codes.get(result.returncode, 0) + 1
            # A note of how the file was read may stand before the sentence.
            said = [line for line in words.splitlines() if not line.startswith(("note: ", "      "))]
            if result.returncode not in (0, 1, 2) or (result.returncode and not "".join(said[:1]).startswith("guise: ")):
                raise SystemExit(f"mutated.py: round {number} of seed {seed}: {command[1:]} ended with {result.returncode} and said: {words[-500:]}")
    print(f"{rounds} damaged inputs: exit codes {dict(sorted(codes.items()))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
