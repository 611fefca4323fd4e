# SPDX-License-Identifier: Apache-2.0
"""The jobs as functions. Their arguments are the fields of their requests (_fields.py, from the same table as the command line)."""
import inspect as _signatures
import json
import os
import re

from . import _objects, _results, _tables
from ._error import Error
from ._fields import JOBS
from ._session import Session

_SECRET = re.compile(r"[0-9a-fA-F]{64}|guise key|\n")
_RENAMED = {"attack": "with", "table": "input", "part": "table", "purposes": "for"}  # Python's name: the field's
_PYTHON = {field: name for name, field in _RENAMED.items()}


def _fields(job):
    return {field["name"]: field for field in JOBS[job]["fields"]}


def _checked(job, settings, taken):
    """Settings as fields of the request; unknown ones are refused with the nearest, as Python does."""
    known = _fields(job)
    out = {}
    for name, value in settings.items():
        field = _RENAMED.get(name, name)
        if field not in known or field in taken:
            import difflib
            near = difflib.get_close_matches(name, [_PYTHON.get(each, each) for each in known if each not in taken], 1)
            raise TypeError(f"{job}() got an unexpected argument {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        if value is None or value is False and known[field]["type"] == "flag":
            continue
        out[field] = _value(known[field], name, value)
    return out


def _value(field, name, value):
    if name == "key":
        return key_path(value)
    if field["type"] == "texts":
        if isinstance(value, dict):
            return [f"{key}={_number(each)}" for key, each in value.items()]
        return [str(value)] if isinstance(value, (str, os.PathLike)) else [str(each) for each in value]
    if field["type"] == "text":
        if not isinstance(value, (str, os.PathLike)):
            raise Error(f"{name} takes text, got {value!r}")
        return os.fspath(value)
    if hasattr(value, "item"):
        value = value.item()  # a number of NumPy
    return value


def _number(value):
    return repr(value) if isinstance(value, float) else str(value)


def key_path(key):
    """The path of a key file. A key itself is refused: it would end in histories, logs and tracebacks."""
    if isinstance(key, os.PathLike):
        return os.fspath(key)
    if not isinstance(key, str) or _SECRET.search(key):
        raise Error("key takes the path of a key file, never the key itself; make one by guise.keys.new(path)")
    return key


def _add(session, name, table, card=None, what=None):
    """A table, or a release with its card."""
    if isinstance(table, _objects.Release):
        table, card = table.table, table.card if card is None else card
    source = _tables.add(session, name, table, what or "the " + name)
    if card is not None and card is not False:
        if source.kind == "file":
            raise Error("a release in a file has its card beside it, in FILE.card.json; leave card out")
        text = card if isinstance(card, str) else json.dumps(card)
        session.put_text(name + ".card.json", text)
    return source


def _request(job, **fields):
    return {"guise_request": 1, "job": job, **{name: value for name, value in fields.items() if value is not None}}


def _input(session, table, settings):
    if table is None and settings.get("sql") is None:
        raise Error("no table: pass one, or a query by sql=")
    if table is None:
        return None
    return _add(session, "table", table)



def mask(table=None, mask=None, *, threads=None, **settings):
    if mask is None:
        raise Error("no mask: name its steps, such as 'rotate | noise(snr=2)'")
    fields = _checked("mask", settings, {"input", "mask"})
    with Session(threads) as session:
        source = _input(session, table, settings)
        in_memory = "out" not in fields
        if in_memory:
            fields["out"] = session.place("release")
            if "key" not in fields:
                fields.setdefault("forget_key", True)
        card = session.run(_request("mask", input=source and source.path, mask=mask, **fields))
        if not in_memory:
            return _objects.Release(fields["out"], card)
        written = _results.Table(session, "release")
        same = not fields.get("shuffle") and fields.get("missing") != "drop"
        if source is None or source.kind == "file":
            return _objects.Release(_detached(written), card)
        return _objects.Release(_results.back(written, source, same), card)


def _detached(table):
    """Of a file's or a query's release: a data frame where pandas is installed, else a guise.Table."""
    try:
        return table.to_pandas()
    except ImportError:
        return table


def audit(table=None, *, masks=None, released=None, card=None, threads=None, **settings):
    fields = _checked("audit", settings, {"input", "masks", "released"})
    with Session(threads) as session:
        source = _input(session, table, settings)
        if masks is not None:
            fields["masks"] = [masks] if isinstance(masks, str) else [str(each) for each in masks]
        if released is not None:
            fields["released"] = _add(session, "released", released, card, "the release").path
        if card is False:
            fields["no_card"] = True
        return _objects.Audit(session.run(_request("audit", input=source and source.path, **fields)))


def attack(release, attack, *, knows=None, truth=None, card=None, sd=False, threads=None, **settings):
    fields = _checked("attack", settings, {"release", "with", "truth", "sd", "knows"})
    with Session(threads) as session:
        source = _add(session, "release", release, card)
        fields["release"], fields["with"] = source.path, attack
        if card is False:
            fields["no_card"] = True
        in_memory = "out" not in fields
        if in_memory:
            fields["out"] = session.place("guess")
        if sd:
            fields["sd"] = session.place("sd") if sd is True else os.fspath(sd)
        if truth is not None:
            fields["truth"] = _add(session, "truth", truth).path
        if knows:
            fields["knows"] = _facts(session, knows)
        found = _objects.Attack(session.run(_request("attack", **fields)))
        if in_memory:
            found.guess = _given_back(session, "guess", source)
        if sd is True:
            found.sd = _given_back(session, "sd", source)
        return found


def _given_back(session, name, source):
    table = _results.Table(session, name)
    return _detached(table) if source.kind == "file" else _results.back(table, source, True)


def _facts(session, knows):
    """{"pairs": (originals, released), "noise": 2.5, "matrix": array}, or texts as on the command line."""
    if isinstance(knows, str):
        return [knows]
    if not isinstance(knows, dict):
        return [str(each) for each in knows]
    out = []
    for number, (fact, value) in enumerate(knows.items()):
        name = f"known{number}"
        if value is True:
            out.append(fact)
        elif isinstance(value, tuple):
            out.append(f"{fact}=" + ":".join(_add(session, f"{name}_{i}", each).path for i, each in enumerate(value)))
        elif isinstance(value, (str, int, float)):
            out.append(f"{fact}={_number(value)}")
        else:
            out.append(f"{fact}={_add(session, name, value).path}")
    return out


def measure(truth, guess, *, threads=None, **settings):
    fields = _checked("measure", settings, {"truth", "guess"})
    with Session(threads) as session:
        truth_path = _add(session, "truth", truth).path
        guess_path = _add(session, "guess", guess).path
        return _objects.Measures(session.run(_request("measure", truth=truth_path, guess=guess_path, **fields)))


def inspect(table=None, *, card=None, threads=None, **settings):
    fields = _checked("inspect", settings, {"input"})
    with Session(threads) as session:
        source = None if table is None else _add(session, "table", table, card)
        return _objects.Inspection(session.run(_request("inspect", input=source and source.path, **fields)))


def advise(table=None, *, threads=None, **settings):
    fields = _checked("advise", settings, {"input"})
    with Session(threads) as session:
        source = _input(session, table, settings)
        return _objects.Advice(session.run(_request("advise", input=source and source.path, **fields)))


def mine(task, *releases, truth=None, apply=None, card=None, threads=None, **settings):
    fields = _checked("mine", settings, {"task", "releases", "truth", "apply"})
    if len(releases) == 1 and isinstance(releases[0], (list, tuple)) and not isinstance(releases[0], str):
        releases = tuple(releases[0])
    if not releases:
        raise Error("no release: pass one, or those of several owners")
    with Session(threads) as session:
        sources = [_add(session, f"release{i + 1}", each, card if len(releases) == 1 else None) for i, each in enumerate(releases)]
        fields["releases"] = [source.path for source in sources]
        if card is False:
            fields["no_card"] = True
        if truth is not None:
            tables = truth if isinstance(truth, (list, tuple)) else [truth]
            fields["truth"] = [_add(session, f"truth{i + 1}", each).path for i, each in enumerate(tables)]
        found = _objects.Mined(session.run(_request("mine", task=task, **fields)))
        if "save" in fields:
            found.model = fields["save"]
        return found


def predict(model, release, *, card=None, out=None, threads=None, **settings):
    """Predictions of a saved model for the records of a release."""
    fields = _checked("mine", settings, {"task", "releases", "truth", "apply", "out", "save"})
    with Session(threads) as session:
        source = _add(session, "release", release, card)
        if card is False:
            fields["no_card"] = True
        place = os.fspath(out) if out is not None else session.place("predictions")
        found = _objects.Mined(session.run(_request("mine", task="", releases=[source.path], apply=os.fspath(model), out=place, **fields)))
        found.predictions = _given_back(session, "predictions", source) if out is None else place
        return found


def theory(topic, *, threads=None, **settings):
    """What is proved about masks and attacks, worked out: guise.theory("jl", records=100, eps=0.5). guise.list("theory") names the
    topics with their settings, which are numbers, lists of numbers, tables, or names of files. Gives a dict: text and figures."""
    with Session(threads) as session:
        given = {}
        for name, value in settings.items():
            if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
                value = value.item()
            if getattr(value, "ndim", 0) == 1:
                value = value.tolist()
            plain = isinstance(value, (str, int, float, os.PathLike)) or isinstance(value, (list, tuple)) and not any(hasattr(each, "__len__") for each in value)
            given[name] = (os.fspath(value) if isinstance(value, os.PathLike) else value) if plain else _add(session, name, value).path
        return json.loads(session.text("guise_theory", str(topic).encode(), json.dumps(given).encode()))


_OWN = {  # arguments that stand for fields: (Python's name, the fields it stands for, help)
    "mask": [("table", "input"), ("mask", "mask")],
    "audit": [("table", "input")],
    "attack": [("release", "release"), ("attack", "with")],
    "measure": [("truth", "truth"), ("guess", "guess")],
    "inspect": [("table", "input")],
    "advise": [("table", "input")],
    "mine": [("task", "task")],
}
_LEFT_OUT = {"no_card"}  # card=False


def _declare(function):
    """Signature and documentation of a job's function, from its fields."""
    job = function.__name__
    known = _fields(job)
    own = _signatures.signature(function)
    kind = _signatures.Parameter.KEYWORD_ONLY
    parameters = [p for p in own.parameters.values() if p.kind is not p.VAR_KEYWORD]
    named, stood_for = {p.name for p in parameters}, {field for _, field in _OWN[job]} | _LEFT_OUT
    parameters += [_signatures.Parameter(_PYTHON.get(name, name), kind, default=None) for name in known
                   if name not in stood_for and _PYTHON.get(name, name) not in named]
    function.__signature__ = own.replace(parameters=sorted(parameters, key=lambda p: p.kind))
    lines = [JOBS[job]["summary"][0].upper() + JOBS[job]["summary"][1:] + ".", ""]
    for parameter in function.__signature__.parameters.values():
        field = known.get(_RENAMED.get(parameter.name, parameter.name))
        words = _HELP.get(parameter.name) or (_in_python(field["help"]) if field else "")
        lines.append(f"{parameter.name}: {words}")
    function.__doc__ = "\n".join(lines)
    return function


_HELP = {
    "table": "an array, a data frame, an Arrow stream, a buffer of two dimensions, or the name of a file",
    "release": "the masked table: a guise.Release, or a table with card=",
    "releases": "guise.Release objects, or names of files with their cards beside them",
    "released": "judge this release of the table instead of making one, its rows in the same order or shuffled",
    "card": "the public card of the release, as a dict or JSON; False: there is none, or it is not to be read",
    "truth": "the originals, to compare with",
    "guess": "a guess of them, or a release: the same records in the same order",
    "knows": "facts besides the release, such as {'pairs': (originals, released), 'noise': 2.5}",
    "sd": "whether the standard deviation of every guess is wanted",
    "threads": "how many to use (default: all cores)",
}


def _in_python(text):
    from ._error import in_python
    return in_python(text)


for _function in (mask, audit, attack, measure, inspect, advise, mine):
    _declare(_function)
