#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kills `guise mask` before each change of a name, where it replaces an older release: card_commit.py GUISE. No card may ever stand
beside a release that it does not describe, and the ledger is believed after every kill."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

KILLER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int calls;
static void count(void) {
  if (++calls == atoi(getenv("KILL_AT"))) kill(getpid(), SIGKILL);
}
int rename(const char* from, const char* to) {
  count();
  return ((int (*)(const char*, const char*))dlsym(RTLD_NEXT, "rename"))(from, to);
}
int unlink(const char* name) {
  count();
  return ((int (*)(const char*))dlsym(RTLD_NEXT, "unlink"))(name);
}
"""


def check(condition, what):
    if not condition:
        raise SystemExit(f"card_commit.py: {what}")


def mask(guise, mask_text):
    return [guise, "mask", "in.csv", "-o", "out.csv", "--mask", mask_text, "--keep", "id", "--key", "my.key", "--quiet"]


def prepare(guise, folder):
    (folder / "in.csv").write_text("id,a,b\n" + "".join(f"p{i},{i % 13},{i * i % 29}\n" for i in range(3000)))
    subprocess.run([guise, "key", "new", "my.key"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(mask(guise, "noise(sd=3)"), cwd=folder, check=True)


def state_of(guise, folder, old, point):
    """(old or new release, with or without a card)"""
    release = (folder / "out.csv").read_bytes()
    has_card = (folder / "out.csv.card.json").exists()
    if has_card:
        run = subprocess.run([guise, "inspect", "out.csv", "--key", "my.key"], cwd=folder, capture_output=True, text=True)
        check(run.returncode == 0, f"killed at {point}, the card is not the release's: {run.stderr}")
    run = subprocess.run([guise, "ledger", "my.key"], cwd=folder, capture_output=True, text=True)
    check(run.returncode == 0, f"killed at {point}, the ledger is not believed: {run.stderr}")
    return "old" if release == old else "new", has_card


def main(guise):
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name)
        (base / "killer.c").write_text(KILLER)
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", base / "killer.so", base / "killer.c", "-ldl"], check=True)
        (base / "start").mkdir()
        prepare(guise, base / "start")
        old, states = (base / "start" / "out.csv").read_bytes(), []
        for point in range(1, 100):
            folder = base / f"at{point}"
            shutil.copytree(base / "start", folder)
            run = subprocess.run(mask(guise, "noise(sd=4)"), cwd=folder, env={**os.environ, "LD_PRELOAD": str(base / "killer.so"), "KILL_AT": str(point)}, stderr=subprocess.DEVNULL)
            states.append(state_of(guise, folder, old, point))
            if run.returncode == 0:
                break
            check(run.returncode == -signal.SIGKILL, f"at {point} the exit code is {run.returncode}")
        check(states[0] == ("old", True) and states[-1] == ("new", True), f"the first and the last state are {states[0]}, {states[-1]}")
        check(("old", False) in states and ("new", False) in states, f"the moments without a card were not seen: {states}")
        print(f"killed before each of {len(states) - 1} changes of a name: {states}")


if __name__ == "__main__":
    main(sys.argv[1])
