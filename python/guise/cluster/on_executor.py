# SPDX-License-Identifier: Apache-2.0
"""Tasks on a concurrent.futures.Executor: a pool of threads or processes, or what a batch system offers as one."""
from concurrent.futures import Executor, as_completed
from typing import Iterator

from .driver import Engine
from .stage import Task, run_task


def engine_of(executor: Executor) -> Engine:
    def work(tasks: list[Task]) -> Iterator[tuple[Task, bytes]]:
        waiting = [executor.submit(run_task, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            for each in waiting:
                each.cancel()

    return work
