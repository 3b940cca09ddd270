#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every shipped scenario conforms to the published JSON Schema, and that broken ones do not.

Needs the PyPI packages jsonschema and PyYAML. Run from anywhere; exits with 1 when a check fails.
"""

import copy
import json
import pathlib
import re
import sys

import yaml
from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parent.parent / "Scenarios"


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2's core types, as editors read them: 12:30 and dates are texts, yes is a text."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^({pattern})$"), list(first))
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(loader.construct_scalar(node)))
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(loader.construct_scalar(node)))


def with_text_keys(value):
    """JSON has text keys only: {1: 60%} is {"1": "60%"}."""
    if isinstance(value, dict):
        return {str(key): with_text_keys(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_text_keys(item) for item in value]
    return value


def mappings(value, path=()):
    """All mappings in a value, with their paths."""
    if isinstance(value, dict):
        yield path
        for key, item in value.items():
            yield from mappings(item, path + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from mappings(item, path + (index,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


BROKEN = [
    ("dispatch.offer-deadline", 60),
    ("dispatch.offer-deadline", "60 sec"),
    ("dispatch.policy", "best"),
    ("seed", -1),
    ("seed", "1"),
    ("start", "tomorrow"),
    ("travel.traffic", [1, 1]),
    ("travel.free-speed", "28 kph"),
    ("drivers.0.count", 0),
    ("drivers.0.count", "5"),
    ("drivers.0.seats", {"four": 1}),
    ("drivers.0.boarding", {"exponential": 60}),
    ("drivers.0.boarding", {"exponential": "60 s", "uniform": {"from": "1 s", "to": "2 s"}}),
    ("drivers.0.boarding", {"lognormal": {"median": "8 s", "sd": "2 s"}}),
    ("passengers.0.population", None),
    ("passengers.0.trace", "also.csv"),
    ("city.grid", None),
    ("city.zones", "also.geojson"),
    ("record.events", "yes"),
]


def main():
    schema = json.loads((ROOT / "scenario.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0
    files = sorted(ROOT.rglob("*.yaml"))
    strangers = 0
    for file in files:
        scenario = with_text_keys(yaml.load(file.read_text(encoding="utf-8"), CoreLoader))
        for error in validator.iter_errors(scenario):
            failures += 1
            print(f"{file.relative_to(ROOT)}: {error.json_path}: {error.message[:300]}")
        for path in mappings(scenario):
            changed = copy.deepcopy(scenario)
            at(changed, path)["zq-unknown"] = 1
            strangers += 1
            if validator.is_valid(changed):
                failures += 1
                print(f"{file.relative_to(ROOT)}: an unknown key at {path} is accepted")
    good = with_text_keys(yaml.load((ROOT / "quickstart.yaml").read_text(encoding="utf-8"), CoreLoader))
    for path, value in BROKEN:
        changed = copy.deepcopy(good)
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        if value is None:
            del at(changed, steps)[last]
        else:
            at(changed, steps)[last] = value
        if validator.is_valid(changed):
            failures += 1
            print(f"quickstart.yaml with {path} = {value!r} is accepted")
    print(f"{len(files)} scenarios, {strangers} unknown keys, {len(BROKEN)} broken values: {failures} failures")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
