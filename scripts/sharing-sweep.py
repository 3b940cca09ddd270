#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the willingness to share does: runs a scenario for willingness 0 to 100 % and ten seeds each, and writes a table
# and a figure for the article TaxiSharing.
#
#   .tools/venv/bin/python scripts/sharing-sweep.py FOLDER
#
# Needs the release build and scripts/install (vl-convert draws the figure). CABRANK names another command to run.
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import vl_convert

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = [0, 0.25, 0.5, 0.75, 1]
SEEDS = range(1, 11)
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))
# Scenario, groups who may share, title.
CASES = [
    ("city-sharing", ["riders"], "A recorded day"),
    ("city-reservations", ["residents", "guests"], "Mornings to the stations"),
]
# Student t, 9 degrees of freedom, 97.5 %.
T9 = 2.262


def run(scenario, groups, willing, seed, folder):
    sets = [part for group in groups for part in ("--set", f"passengers.{group}.sharing.willing={willing}")]
    subprocess.run(
        [COMMAND, "run", ROOT / f"Scenarios/{scenario}.yaml", "--seed", str(seed),
         "--out", folder, *sets],
        check=True, capture_output=True)
    values = json.loads((pathlib.Path(folder) / "summary.json").read_text())["metrics"]
    saved = values["sharing.saved"]
    return {"saved": saved / (values["distance.withPassenger"] + saved) * 100,
            "together": values["sharing.together"], "wait": values["wait.mean"], "p90": values["wait.p90"],
            "aborted": values["calls.abortRate"] * 100}


def main(target):
    target = pathlib.Path(target)
    rows = []
    for scenario, groups, title in CASES:
        for willing in STEPS:
            found = []
            for seed in SEEDS:
                with tempfile.TemporaryDirectory() as folder:
                    found.append(run(scenario, groups, willing, seed, folder + "/run"))
            for name in found[0]:
                values = [one[name] for one in found]
                half = T9 * statistics.stdev(values) / len(values) ** 0.5
                rows.append({"scenario": title, "willing": willing * 100, "metric": name,
                             "mean": round(statistics.mean(values), 3), "half": round(half, 3)})
                print(rows[-1], flush=True)
    with open(target / "willing-to-share.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for row in rows:
        row["low"], row["high"] = row["mean"] - row["half"], row["mean"] + row["half"]

    def panel(metric, title):
        x = {"field": "willing", "type": "quantitative", "title": "willing to share, %"}
        return {
            "width": 220, "height": 160, "title": title,
            "transform": [{"filter": f"datum.metric == '{metric}'"}],
            "layer": [
                {"mark": {"type": "errorbar", "ticks": True},
                 "encoding": {"x": x, "y": {"field": "low", "type": "quantitative", "title": None},
                              "y2": {"field": "high"}, "color": {"field": "scenario", "type": "nominal"}}},
                {"mark": {"type": "line", "point": True},
                 "encoding": {"x": x, "y": {"field": "mean", "type": "quantitative", "title": None,
                                            "scale": {"zero": True}},
                              "color": {"field": "scenario", "type": "nominal", "title": None,
                                        "legend": {"orient": "bottom", "labelLimit": 300}},
                              "strokeDash": {"field": "scenario", "type": "nominal", "legend": None}}},
            ],
        }

    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "background": "white", "data": {"values": rows},
        "hconcat": [panel("saved", "way saved, % of all passengers' way"), panel("wait", "mean wait, s"),
                    panel("aborted", "aborted, %")],
        "config": {"range": {"category": ["#0072b2", "#d55e00"]}},
    }
    (target / "willing-to-share.svg").write_text(vl_convert.vegalite_to_svg(spec))


main(sys.argv[1])
