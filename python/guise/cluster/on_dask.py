# SPDX-License-Identifier: Apache-2.0
"""Tasks on a Dask cluster. The scheduler sees rows of names and numbers; it repeats tasks whose worker is lost."""
from typing import Iterator

from distributed import Client, as_completed

from .driver import Engine
from .stage import Task, run_task

RETRIES = 3  # of a task whose worker was lost or whose disk was full for a moment


def engine_of(client: Client) -> Engine:
    def work(tasks: list[Task]) -> Iterator[tuple[Task, bytes]]:
        waiting = client.map(run_task, tasks, pure=False, retries=RETRIES)
        try:
            for _, done in as_completed(waiting, with_results=True):
                yield done
        finally:
            client.cancel(waiting)

    return work
