#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every shipped scenario conforms to the published JSON Schema, and that broken ones do not; and that what
`cabrank check`, `sweep` and `size` write conforms to theirs.

Needs the PyPI packages jsonschema and PyYAML, and a build, or CABRANK, which names one. Run from anywhere; exits with 1 when a check fails.
"""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml
from jsonschema import Draft202012Validator

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
ROOT = HOME / "Scenarios"


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
    ("fleet", {"drivers": 0}),
    ("demand", {"scale": "1.2"}),
    ("budgets", [{"metric": "wait.p95"}]),
    ("budgets", [{"metric": "wait.p95", "at-most": "5 min", "below": "5 min"}]),
    ("budgets", [{"metric": "wait.p95", "at-most": "5 minutes"}]),
    ("budgets", [{"metric": "wait p95", "at-most": "5 min"}]),
    ("budgets", [{"metric": "wait.p95", "at-most": "5 min", "judge": "all"}]),
]

BUDGETS = """
budgets:
  - {metric: wait.p95, at-most: 1 h}
  - {name: hopeless, metric: calls.abortRate, below: 0%}
  - {name: worst, metric: wait.max, at-most: 10 h, judge: each}
  - {name: before, metric: wait.mean, at-most: baseline, tolerance: 5%, baseline: b.json}
  - {metric: run.wall-time, at-most: 10 min}
"""


def written():
    """What the commands write, each checked against its schema; the number of failures."""
    program = os.environ.get("CABRANK", HOME / "scripts/cabrank")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "city.yaml").write_text(f"include: {ROOT}/quickstart.yaml\nname: city\n{BUDGETS}", encoding="utf-8")
        commands = [
            ("check city.yaml --replications 3 --quiet --json-file c.json --store-baseline b.json", 1, {"check": "c.json", "baseline": "b.json"}),
            ("check city.yaml --replications 1 --quiet --json-file d.json", 1, {"check": "d.json"}),
            ("sweep city.yaml --set fleet.drivers=4,5 --replications 2 --quiet --out s", 0, {"sweep": "s/sweep.json"}),
            ("sweep city.yaml --set fleet.drivers=4..8 --design latin --points 2 --replications 1 --quiet --out t", 0,
             {"sweep": "t/sweep.json"}),
            ("size city.yaml --target calls.abortRate<50% --by fleet.drivers --replications 10 --to 20 --quiet --json-file z.json", 0,
             {"size": "z.json"}),
        ]
        for command, status, files in commands:
            run = subprocess.run([program, *command.split(), "--allow-include"], cwd=place, capture_output=True, text=True)
            if run.returncode != status:
                failures += 1
                print(f"cabrank {command}: status {run.returncode}, not {status}: {run.stderr[:500]}")
                continue
            for name, file in files.items():
                schemas = HOME / "Sources/City/Experiments/Experiments.docc/Schemas"
                schema = json.loads((schemas / f"{name}.schema.json").read_text(encoding="utf-8"))
                Draft202012Validator.check_schema(schema)
                judge = Draft202012Validator(schema)
                document = json.loads((place / file).read_text(encoding="utf-8"))
                for error in judge.iter_errors(document):
                    failures += 1
                    print(f"{file}: {error.json_path}: {error.message[:300]}")
                if judge.is_valid({**document, "stranger": 1}):
                    failures += 1
                    print(f"{name}.schema.json accepts unknown keys")
    return failures


def main():
    schema = json.loads((ROOT / "scenario.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0
    # Measured service times have a form of their own.
    files = sorted(file for file in ROOT.rglob("*.yaml") if file.parent.name != "calibration")
    strangers = 0
    for file in files:
        scenario = with_text_keys(yaml.load(file.read_text(encoding="utf-8"), CoreLoader))
        for error in validator.iter_errors(scenario):
            failures += 1
            print(f"{file.relative_to(ROOT)}: {error.json_path}: {error.message[:300]}")
        for path in mappings(scenario):
            changed = copy.deepcopy(scenario)
            # A table of zones may have any name for a key, but none that begins with a blank.
            section = at(changed, path)
            is_table = bool(section) and all(str(key).isdigit() for key in section)
            section[" zq" if is_table else "zq-unknown"] = 1
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
    failures += written()
    print(f"{len(files)} scenarios, {strangers} unknown keys, {len(BROKEN)} broken values: {failures} failures")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
