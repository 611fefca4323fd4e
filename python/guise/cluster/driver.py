# SPDX-License-Identifier: Apache-2.0
"""Drives the stages of a job: cuts them into tasks, hands these to an engine, merges what comes back."""
import json
import os
import pathlib
import tempfile
import time
from typing import Any, Callable, Iterable, Iterator, NamedTuple

from .stage import Task, called

BLOCK = 1024
# Records of a task, at first: long enough that starting a process costs little, short enough that a lost one does too.
RECORDS = 1024 * BLOCK

Engine = Callable[[list[Task]], Iterable[tuple[Task, bytes]]]
Progress = Callable[["Plan", int], None]

# Fields of requests that hold names of files.
FILES = ("input", "out", "key", "card", "save", "apply", "released", "exposed")
LISTS = ("releases", "truth")


class StageFailed(RuntimeError):
    """An engine did not bring back all records of a stage."""


class Plan(NamedTuple):
    """A stage and its tasks."""

    stage: str
    tasks: list[Task]


def whole(name: str) -> str:
    """A slash at the end, which names a folder, stays."""
    return os.path.abspath(name) + ("/" if name.endswith("/") else "")


def with_whole_names(request: dict[str, Any]) -> dict[str, Any]:
    """Workers start in folders of their own."""
    out = {"guise_request": 1, **request}
    for field in FILES:
        if out.get(field) and out[field] != "-":
            out[field] = whole(out[field])
    for field in LISTS:
        if out.get(field):
            out[field] = [whole(name) for name in out[field]]
    return out


def ranges(first: int, end: int, records: int) -> Iterator[tuple[int, int]]:
    """[first, end) cut at multiples of whole blocks."""
    step = max(1, records // BLOCK) * BLOCK
    while first < end:
        last = min(end, (first // step + 1) * step)
        yield first, last
        first = last


def engine_for(engine: Any) -> Engine:
    """The adaptor of an engine, by what it is; a function from tasks to results is one already."""
    kind = type(engine)
    home = f"{kind.__module__}.{kind.__name__}"
    if home.startswith("distributed.") or home.startswith("dask."):
        from .on_dask import engine_of
    elif home.startswith("pyspark."):
        from .on_spark import engine_of
    elif hasattr(engine, "submit"):
        from .on_executor import engine_of
    elif callable(engine):
        return engine
    else:
        raise TypeError(f"an engine is a Dask Client, a SparkSession or an Executor, not a {home}")
    return engine_of(engine)


class Run:
    """A job under way in a folder that all workers see."""

    def __init__(self, request: dict[str, Any], folder: pathlib.Path, records: int) -> None:
        self.folder, self.records = folder, records
        self.request = folder / "request.json"
        self.request.write_text(json.dumps(with_whole_names(request)))
        self.number = 0
        self.state = folder / "state.0"
        self.following = self._merged([])

    def _merged(self, parts: list[pathlib.Path]) -> dict[str, Any]:
        before = ["--state", self.state] if self.number else []
        self.state = self.folder / f"state.{self.number}"
        return json.loads(called("merge", self.request, *parts, *before, "-o", self.state, "--json"))

    def plan(self) -> Plan | None:
        if self.following["stage"] is None:
            return None
        stage = self.following["stage"]
        cut = ranges(self.following["first"], self.following["end"], self.records)
        return Plan(stage, [Task(str(self.request), first, last, stage, str(self.state)) for first, last in cut])

    def take(self, plan: Plan, results: Iterable[tuple[Task, bytes]], progress: Progress | None) -> None:
        """Keeps each range once, whatever the order and however often it comes."""
        parts: dict[Task, pathlib.Path] = {}
        for task, part in results:
            if task in parts:
                continue
            parts[task] = self.folder / f"{self.number}.{task.first}.part"
            descriptor = os.open(parts[task], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(part)
            if progress:
                progress(plan, len(parts))
        missing = [task for task in plan.tasks if task not in parts]
        if missing:
            raise StageFailed(f"stage '{plan.stage}': {len(missing)} of {len(plan.tasks)} tasks brought nothing back, the first one "
                              f"of records {missing[0].first}..{missing[0].last}")
        self.number += 1
        self.following = self._merged(list(parts.values()))
        if not plan.stage.startswith("transform"):  # these hold the release until it is written
            for part in parts.values():
                part.unlink()


def plan(request: dict[str, Any], *, folder: str | None = None, records: int = RECORDS) -> Plan | None:
    """The first stage of a job and its tasks; nothing of it is run."""
    with tempfile.TemporaryDirectory(prefix="guise-run-", dir=folder) as place:
        return Run(request, pathlib.Path(place), records).plan()


def run(request: dict[str, Any], engine: Any, *, folder: str | None = None, records: int = RECORDS,
        progress: Progress | None = None, seconds: dict[str, float] | None = None) -> dict[str, Any]:
    """Runs a job in stages on an engine; gives its result, which has the bits of one run.

    request   as `guise run` takes it, with "job": mask, mine or audit
    engine    a Dask Client, a SparkSession, an Executor, or a function from tasks to (task, bytes)
    folder    where the files of the run stand; all workers see it under this name. They hold statistics of the originals, are
              readable by their owner alone, and vanish in the end
    records   of a task, rounded to whole blocks of 1,024
    progress  called with the plan of the stage and the number of its tasks that are done
    seconds   receives the time of every stage
    """
    work = engine_for(engine)
    with tempfile.TemporaryDirectory(prefix="guise-run-", dir=folder) as place:
        under_way = Run(request, pathlib.Path(place), records)
        while (stage := under_way.plan()) is not None:
            start = time.monotonic()
            under_way.take(stage, work(stage.tasks), progress)
            if seconds is not None:
                seconds[stage.stage] = time.monotonic() - start
        return json.loads(called("run", under_way.request, "--state", under_way.state, "--json=full"))
