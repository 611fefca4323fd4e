#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""guise.cluster on pools of threads and processes, and on an engine that repeats, reorders and delays: the bits of one run. A task
that is lost ends the run with nothing written."""
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cuttings import write_table  # noqa: E402
from guise.cluster import StageFailed, plan, run, run_task  # noqa: E402

RECORDS = 1024


def unruly(rng, seen):
    """An engine that runs tasks in any order, some twice, and keeps what it has run already."""
    def work(tasks):
        order = tasks + rng.sample(tasks, rng.randint(0, len(tasks)))
        rng.shuffle(order)
        for task in order:
            key = (task.stage, task.first, task.last, pathlib.Path(task.state).read_bytes())
            if key not in seen or rng.random() < 0.1:
                seen[key] = run_task(task)[1]
            yield task, seen[key]
    return work


def losing(tasks):
    yield from (run_task(task) for task in tasks[1:])


def expect(holds, sentence):
    if not holds:
        sys.exit(sentence)


def one_run(guise, request, folder):
    path = folder / "one.json"
    path.write_text(json.dumps({"guise_request": 1, **request}))
    done = subprocess.run([guise, "run", path, "--json=full"], capture_output=True, text=True, check=False)
    expect(done.returncode == 0, done.stderr)
    return json.loads(done.stdout)


def expect_refusal(request, folder, seed):
    """A lost task ends the run, and nothing stands under the name of the release."""
    try:
        run({**request, "out": str(folder / "lost.csv")}, losing, records=RECORDS)
        sys.exit("a lost task went unnoticed")
    except StageFailed:
        expect(not (folder / "lost.csv").exists(), f"seed {seed}: a release was written without all of its records")


def main():
    guise = str(pathlib.Path(sys.argv[1]).resolve())
    os.environ["GUISE"] = guise
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="guise-engines-") as place:
        folder = pathlib.Path(place)
        write_table(folder / "table.csv", rng, 4200)
        subprocess.run([guise, "key", "new", folder / "the.key"], check=True, capture_output=True)
        mask = {"job": "mask", "input": str(folder / "table.csv"), "columns": ["a", "b", "c"], "keep": ["class"],
                "mask": "noise(snr=2)", "key": str(folder / "the.key"), "out": str(folder / "noise.csv")}
        mine = {"job": "mine", "releases": [str(folder / "noise.csv")], "task": "correlation", "seed": 5}
        card = one_run(guise, mask, folder)
        released = (folder / "noise.csv").read_bytes()
        found = one_run(guise, mine, folder)
        first = plan(mine, records=RECORDS)
        expect(first and [task.last for task in first.tasks] == [1024, 2048, 3072, 4096, 4200], f"unexpected tasks: {first}")
        expect(not any("the.key" in str(field) for field in first.tasks[0]), "a task names a key")
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            expect(run(mask, pool, records=RECORDS) == card, f"seed {seed}: the card differs")
            one_run(guise, {**mask, "out": str(folder / "one") + "/"}, folder)
            run({**mask, "out": str(folder / "many") + "/"}, pool, records=RECORDS)
        expect((folder / "noise.csv").read_bytes() == released, f"seed {seed}: the release differs")
        for file in sorted((folder / "one").iterdir()):
            expect((folder / "many" / file.name).read_bytes() == file.read_bytes(), f"seed {seed}: {file.name} differs")
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            expect(run(mine, pool, records=RECORDS) == found, f"seed {seed}: on threads the result differs")
        seen = {}
        for schedule in range(5):
            expect(run(mine, unruly(rng, seen), records=RECORDS) == found, f"seed {seed}, schedule {schedule}: the result differs")
        expect_refusal(mask, folder, seed)
    print("the same bits on every engine")


if __name__ == "__main__":
    main()
