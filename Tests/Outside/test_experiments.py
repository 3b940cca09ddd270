#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs small experiments and checks what they write against the published JSON Schemas and against plain arithmetic.

Needs the PyPI package jsonschema and a build, or CABRANK, which names one. Run from anywhere; exits with 1 when a check fails.
"""

import csv
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("CABRANK", ROOT / "scripts/cabrank")
SCHEMAS = ROOT / "Sources/City/Experiments/Experiments.docc/Schemas"
FLEETS = ROOT / "Sources/Programs/FleetFitting/FleetFitting.docc/Schemas"
SUMMARY = ROOT / "Sources/City/CitySlices/CitySlices.docc/Schemas/summary.schema.json"
QUICKSTART = ROOT / "Scenarios/quickstart.yaml"
# The value that a t variable with 5 degrees of freedom stays below with probability 0.975.
T5 = 2.570581835636314
# Shares that are the same 0 or 1 in every replication, and what they are shares of: Clopper and Pearson's bound, or the one that a
# single event would have given, and none above that of the replications alone.
SHARE_OF = {"arrivalDelay.shareInTime": "arrivalDelay.count"}


def command(*arguments):
    subprocess.run([PROGRAM, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def main():
    problems = []

    def check(name, holds):
        if not holds:
            problems.append(name)
            print(name)

    def conforms(file, schema):
        value = json.loads(file.read_text(encoding="utf-8"))
        rules = json.loads(schema.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(rules)
        for error in Draft202012Validator(rules).iter_errors(value):
            check(f"{file.name}: {error.json_path}: {error.message[:200]}", False)
        return value

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        command("run", QUICKSTART, "--quiet", "--replications", 6, "--out", folder / "six")
        found = conforms(folder / "six/replications.json", SCHEMAS / "replications.schema.json")
        summary = conforms(folder / "six/summary.json", SUMMARY)
        check("the intervals of summary.json and replications.json differ", summary["intervals"] == found["intervals"])
        with open(folder / "six/replications.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        check("six rows", [row["replication"] for row in rows] == list("012345"))
        for name, interval in found["intervals"]["metrics"].items():
            values = [float(row[name]) for row in rows if row[name] != ""]
            check(f"{name}: count", interval["count"] == len(values))
            check(f"{name}: mean", math.isclose(interval["mean"], statistics.fmean(values), abs_tol=2e-6))
            if len(values) == 6:
                half = T5 * statistics.stdev(values) / math.sqrt(6)
                if name in SHARE_OF and set(values) in ({0.0}, {1.0}):
                    units = sum(float(row[SHARE_OF[name]]) for row in rows)
                    half = min(1 - 0.025 ** (1 / 6), max(1 - 0.025 ** (1 / units), (1 + T5) / units))
                check(f"{name}: half width", math.isclose(interval["halfWidth"], half, rel_tol=1e-6, abs_tol=2e-6))
        command("run", QUICKSTART, "--quiet", "--set", "length=12 h", "--out", folder / "one")
        long = conforms(folder / "one/summary.json", SUMMARY)
        check("batch means", long["intervals"]["method"] == "batchMeans")
        for name, interval in long["intervals"]["metrics"].items():
            check(f"{name}: batches", math.isclose(interval["mean"], long["metrics"][name], rel_tol=1e-6, abs_tol=2e-6))
        check("many batch intervals", len(long["intervals"]["metrics"]) >= 20)
        command(
            "sweep", QUICKSTART, "--quiet", "--set", "fleet.drivers=4,6", "--replications", 2, "--out", folder / "points")
        conforms(folder / "points/sweep.json", SCHEMAS / "sweep.schema.json")
        command(
            "size", QUICKSTART, "--quiet", "--target", "calls.abortRate<40%", "--by", "fleet.drivers", "--to", 20,
            "--replications", 3, "--out", folder / "size")
        conforms(folder / "size/size.json", SCHEMAS / "size.schema.json")
        sets = ["length=2 d", "start=2026-03-03", "warm-up=0 s", "fleet.drivers=20", "passengers.residents.population.people=80"]
        command("run", QUICKSTART, "--quiet", "--out", folder / "made", *(word for value in sets for word in ("--set", value)))
        command("export", folder / "made", "--table", "requests", "--geojson", "--out", folder / "record")
        command(
            "import", folder / "record/requests.csv", "--out", folder / "fleet", "--zones", folder / "record/zones.geojson", "--number",
            "zone", "--time-zone", "UTC", "--map", "pickup=aboard_s,dropoff=ended_s,from=zone,to=to_zone,taxi=driver",
            "--drop-limit", "60%")
        command(
            "fit", folder / "fleet/scenario.yaml", "--to", folder / "fleet/observed.csv", "--change", "calls.by-hour", "--hold",
            "patience=15 min", "--ask", "fleet=-20%", "--allow-vacant", "--replications", 2, "--quiet", "--out", folder / "fit")
        fit = conforms(folder / "fit/fit.json", FLEETS / "fit.schema.json")
        rides = math.fsum(abs(hour["fitted"] - hour["recorded"]) for hour in fit["hours"])
        check(
            "the error of rides by hour", math.isclose(
                fit["errors"]["rides"], rides / math.fsum(hour["recorded"] for hour in fit["hours"]), rel_tol=1e-9))
        command(
            "predict", folder / "fit/scenario.yaml", "--observed", folder / "fleet/observed-days.csv", "--days", "2026-03-04",
            "--given", "calls,taxis", "--replications", 2, "--quiet", "--out", folder / "predict")
        conforms(folder / "predict/predict.json", FLEETS / "predict.schema.json")
        (folder / "city.yaml").write_text(
            f"include: {QUICKSTART}\nname: city\nbudgets: [{{metric: wait.p95, below: 5 h}}]\n", encoding="utf-8")
        command(
            "check", folder / "city.yaml", "--allow-include", "--quiet", "--replications", 2, "--out", folder / "check")
        conforms(folder / "check/check.json", SCHEMAS / "check.schema.json")
        command(
            "compare", QUICKSTART, f"same={QUICKSTART}", "--quiet", "--replications", 3, "--set", "length=2 h", "--out", folder / "two"
        )
        (folder / "row.yaml").write_text(
            "cabrank: 1\nname: row\nlength: 4 h\ncity: {grid: {rows: 1, columns: 4, cell: 600 m}}\n"
            "drivers:\n  - {name: cabs, count: 14, start: {1: 1, 3: 1}, answer: {accept: 100%},\n"
            "     idle: {return: {zones: {1: 1, 3: 1}, pause: 30 s}}}\n"
            "passengers:\n  - {name: callers, arrivals: {per-day: 1500}, origin: {2: 1, 4: 1},\n"
            "     destination: {zones: {1: 1, 3: 1}}}\n", encoding="utf-8")
        command(
            "layout", "improve", folder / "row.yaml", "--quiet", "--zones", "2..3", "--runs", 150, "--confirmations", 8,
            "--out", folder / "better")
        better = conforms(folder / "better/improve.json", SCHEMAS / "improve.schema.json")
        check("a better layout", better["isBetter"] and better["layouts"][1]["high"] < 0)
        pair = conforms(folder / "two/compare.json", SCHEMAS / "compare.schema.json")
        check("a scenario is like itself", all(
            row["finding"] in ("noDifferenceShown", "notMeasured") for row in pair["pairs"][0]["measures"]))
    print(f"experiments: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
