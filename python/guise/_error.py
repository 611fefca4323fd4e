# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as an exception with a sentence."""
import re

_SETTING = re.compile("‘([^’=]+)(?:=([^’]*))?’")
_SPELLED = {"with": "attack", "input": "table", "table": "part", "no_card": "card=False", "for": "purposes"}


def _spell(match):
    name, value = match.groups()
    name = _SPELLED.get(name, name)
    if value is None:
        return name
    return f"{name}={value}" if value[:1] in "\"'" else f"{name}={value!r}"


def in_python(sentence):
    """Settings as keyword arguments, tables in memory by what they are."""
    sentence = re.sub(r"memory:(\w+)(?:\.memory)?", r"the \1", _SETTING.sub(_spell, sentence))
    return sentence.replace(" is missing; ", " is missing (NaN); ")


class Error(ValueError):
    """A refusal or a failure. `kind` is usage, environment, stopped or fault; `advice` lists (argument, value) pairs to supply, to
    change or to leave out."""

    def __init__(self, sentence, kind="usage", advice=()):
        super().__init__(sentence)
        self.kind = kind
        self.advice = list(advice)

    @classmethod
    def from_json(cls, document):
        advice = [(_SPELLED.get(each["field"], each["field"]), each.get("value")) for each in document.get("advice", [])]
        return cls(in_python(document["sentence"]), document["kind"], advice)


class LimitError(Error):
    """An attacker recovers more than a limit allows (Audit.fail_above)."""


class Warning(UserWarning):  # noqa: A001 - guise.Warning
    """Something that should not wait for the result, such as that these records were released before."""
