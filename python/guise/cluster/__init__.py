# SPDX-License-Identifier: Apache-2.0
"""Jobs of guise on an engine that is there already: a pool of processes, Dask or Spark.

    from concurrent.futures import ProcessPoolExecutor
    from guise import cluster

    with ProcessPoolExecutor(4) as pool:
        found = cluster.run({"job": "mine", "releases": ["noise.parquet"], "task": "correlation"}, pool)

The engine gets tasks and gives bytes; it schedules, retries and moves data. The result has the bits of one run on one machine
(docs/stages.md). Workers need guise, and the files of the request under the same names. Tasks hold no key: a worker reads the
key file that the request names.
"""
from .driver import Plan, StageFailed, plan, run
from .stage import Task, run_stage, run_task

__all__ = ["Plan", "StageFailed", "Task", "plan", "run", "run_stage", "run_task"]
