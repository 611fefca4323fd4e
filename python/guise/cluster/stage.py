# SPDX-License-Identifier: Apache-2.0
"""One task on a worker: one stage of a job on one range of its records."""
import os
import pathlib
import socket
import subprocess
import tempfile
from typing import NamedTuple


class Task(NamedTuple):
    """A row that an engine can move. `file`: the request; `state`: what the stages before have found. Both are names of files."""

    file: str
    first: int
    last: int  # behind the last record
    stage: str
    state: str


def program() -> str:
    """The guise that workers call: GUISE of their environment, or the one on their path."""
    return os.environ.get("GUISE", "guise")


def require_visible(path: str) -> None:
    if not pathlib.Path(path).is_file():
        raise FileNotFoundError(
            f"worker {socket.gethostname()} does not see {path}; put the folder of the run and the table where all workers have "
            "them under one name")


def called(*words: object) -> str:
    """What guise prints; its own sentence where it refuses."""
    done = subprocess.run([program(), *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"worker {socket.gethostname()}: {done.stderr.strip() or f'guise ended with {done.returncode}'}")
    return done.stdout


def run_stage(request: str, stage: str, first: int, last: int, state: str, threads: int = 1) -> bytes:
    """The partial result of a stage on the records [first, last). Run twice, late or elsewhere, it is the same."""
    for path in (request, state):
        require_visible(path)
    with tempfile.TemporaryDirectory(prefix="guise-part-") as folder:
        part = pathlib.Path(folder) / "part"
        called("part", request, stage, "--range", f"{first}..{last}", "--state", state, "-o", part, "--threads", threads, "--quiet")
        return part.read_bytes()


def run_task(task: Task) -> tuple[Task, bytes]:
    return task, run_stage(task.file, task.stage, task.first, task.last, task.state)
