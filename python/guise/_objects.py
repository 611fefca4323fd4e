# SPDX-License-Identifier: Apache-2.0
"""Results: what a job found, with the figures that matter as attributes."""
import html
import json
import os

from ._error import Error, LimitError, in_python
from ._session import Session


class Found:
    """The document that a job gives, as `guise JOB --json=full` prints it."""

    def __init__(self, document):
        self.document = document

    def __getitem__(self, name):
        return self.document[name]

    def __contains__(self, name):
        return name in self.document

    def keys(self):
        return self.document.keys()

    @property
    def notes(self):
        return self.document.get("notes", [])

    def to_json(self, indent=None):
        return json.dumps(self.document, indent=indent, ensure_ascii=False)

    def __repr__(self):
        return f"<guise.{type(self).__name__}: {', '.join(self.document)}>"


def _rows_to_frame(rows):
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


def _attacker_rows(mask):
    """One row per attacker: its worst attack, and of every risk the figure, that without the release, and the gain."""
    rows = []
    for attacker in mask.get("attackers", []):
        row = {"attacker": attacker["attacker"], "outcome": attacker["outcome"], "attack": (attacker.get("worst") or {}).get("attack")}
        for risk in attacker.get("risks", []):
            row[risk["risk"]], row[risk["risk"] + "_without"] = risk["value"], risk["baseline"]
        rows.append(row)
    return rows


class Audit(Found):
    """What leaks of a table, and whether to publish."""

    def __init__(self, document):
        super().__init__(document)
        self._summary = None

    @property
    def summary(self):
        """The part of the document that a decision needs (`guise audit --json`)."""
        if self._summary is None:
            with Session() as session:
                self._summary = json.loads(session.text("guise_audit_summary", json.dumps(self.document).encode()))
        return self._summary

    @property
    def masks(self):
        return self.document["masks"]

    def _one(self, what):
        values = [mask["verdict"].get(what) for mask in self.document["masks"]]
        return values[0] if len(values) == 1 else {mask["mask"]: value for mask, value in zip(self.document["masks"], values)}

    @property
    def grade(self):
        """Of the release: resists, leaks, …; by mask where there are several."""
        return self._one("grade")

    @property
    def verdict(self):
        """The decision in one line; by mask where there are several."""
        return self._one("headline")

    @property
    def next(self):
        """What to do next; by mask where there are several."""
        words = self._one("next")
        return {mask: in_python(each) for mask, each in words.items()} if isinstance(words, dict) else words and in_python(words)

    def to_frame(self):
        """One row per mask and attacker: a pandas data frame where pandas is installed, else a list of dicts."""
        rows = []
        for mask in self.summary["masks"]:
            rows += [{"mask": mask["mask"], **row} for row in _attacker_rows(mask)]
        return _rows_to_frame(rows)

    def save(self, folder):
        """Writes report.html and audit.json into the folder."""
        with Session() as session:
            session.call("guise_audit_save", json.dumps(self.document).encode(), os.fspath(folder).encode())

    @property
    def exceeded(self):
        """The limits of fail_above= that some attacker exceeds."""
        return [limit for limit in self.document.get("limits", []) if limit.get("exceeded")]

    def fail_above(self):
        """Raises guise.LimitError where an attacker recovers more than the limits that the audit was given allow."""
        if not self.document.get("limits"):
            raise Error("the audit was given no limits; pass fail_above=['within0.1=0.2'] to it")
        if self.exceeded:
            raise LimitError("; ".join(_limit_words(limit) for limit in self.exceeded), advice=[("fail_above", f"{limit['figure']}={limit['limit']}") for limit in self.exceeded])
        return self

    def _repr_html_(self):
        parts = ['<div style="font-family:sans-serif;max-width:60em">']
        for mask in self.summary["masks"]:
            verdict = mask["verdict"]
            parts.append(f"<p><b>{html.escape(verdict['headline'])}</b> <code>{html.escape(mask['mask'])}</code></p>")
            parts += [f"<p>{html.escape(line)}</p>" for line in verdict.get("sentences", [])]
            parts.append(f"<p><b>Next:</b> {html.escape(in_python(verdict.get('next') or 'nothing'))}</p>")
            parts.append(_html_table(_attacker_rows(mask)))
        return "".join(parts) + "</div>"

    def __repr__(self):
        return "\n".join(f"{mask['mask']}: {mask['verdict']['headline']}" for mask in self.document["masks"])


def _limit_words(limit):
    whom = f" by {limit['attacker']} with {limit['attack']}" if limit.get("attacker") else ""
    column = f" of {limit['attribute']}" if limit.get("attribute") else ""
    return f"{limit['mask']}: {limit['figure']}{column} is {limit['worst']:.3g}, up to {limit['ci'][1]:.3g}{whom}; the limit is {limit['limit']:g}"


def _shown(value):
    if isinstance(value, float):
        return f"{value:.3g}"
    return "" if value is None else html.escape(str(value))


def _html_table(rows):
    names = []
    for row in rows:
        names += [name for name, value in row.items() if name not in names and not isinstance(value, (dict, list))]
    if not names:
        return ""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{_shown(row.get(name))}</td>" for name in names) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Attack(Found):
    """A guess of the originals: `.guess` as the release came, `.sd` beside it where it was asked for."""
    guess = sd = None


class Measures(Found):
    """How close a guess comes to the truth."""

    def to_frame(self):
        """One row per column: a pandas data frame where pandas is installed, else a list of dicts."""
        rows = self.document.get("columns", [])
        return _rows_to_frame(rows if isinstance(rows, list) else [{"column": name, **values} for name, values in rows.items()])


class Inspection(Found):
    """What a table holds, and what to mind before masking it."""

    def to_frame(self):
        return _rows_to_frame(self.document["columns"])


class Advice(Found):
    """Which mask loses least within limits on what leaks."""

    @property
    def mask(self):
        """The mask that is advised; None where nothing qualifies."""
        advised = self.document.get("advised") or self.document.get("best")
        return advised.get("mask") if isinstance(advised, dict) else advised


class Mined(Found):
    """What a miner gets from releases: `.predictions` where a model was applied, `.model` where one was saved."""
    predictions = model = None


class Release:
    """A masked table with its public card, as others receive it."""

    def __init__(self, table, card):
        self.table, self.card = table, card

    def __repr__(self):
        return f"<guise.Release of {self.card.get('mask')!r}>"
