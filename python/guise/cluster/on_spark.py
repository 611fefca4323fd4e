# SPDX-License-Identifier: Apache-2.0
"""Tasks on Spark. Each is a partition of its own; Spark repeats those whose executor is lost."""
from typing import Iterator

from pyspark.sql import SparkSession

from .driver import Engine
from .stage import Task, run_task


def engine_of(session: SparkSession) -> Engine:
    def work(tasks: list[Task]) -> Iterator[tuple[Task, bytes]]:
        rows = session.sparkContext.parallelize([tuple(task) for task in tasks], len(tasks))
        found = rows.map(lambda row: tuple(run_task(Task(*row))))
        for row, part in found.collect():
            yield Task(*row), bytes(part)

    return work
