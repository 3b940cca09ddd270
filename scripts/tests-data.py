#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the data files beside the scenarios: they are what their PROVENANCE files say. Run by scripts/test."""
import csv
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "Scenarios"


def rows(path):
    with open(SCENARIOS / path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def zone_ids(city):
    shapes = json.loads((SCENARIOS / city / "zones.geojson").read_text(encoding="utf-8"))
    return {str(feature["properties"]["zone_id"]) for feature in shapes["features"]}


def millionths(text):
    whole, fraction = text.split(".")
    return int(whole) * 1_000_000 + int(fraction.ljust(6, "0"))


class MilanTests(unittest.TestCase):
    def test_demand_is_what_the_script_makes(self):
        script = [sys.executable, str(ROOT / "scripts" / "make-milan-demand.py"), "--check"]
        answer = subprocess.run(script, capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 0, answer.stderr)

    def test_weights_sum_to_one(self):
        for column in ("origin_weight", "destination_weight"):
            self.assertEqual(sum(millionths(row[column]) for row in rows("milan/demand.csv")), 1_000_000)

    def test_hours_are_whole_and_sum_to_one(self):
        hours = rows("milan/hourly.csv")
        self.assertEqual([row["hour"] for row in hours], [str(hour) for hour in range(24)])
        self.assertEqual(sum(millionths(row["share"]) for row in hours), 1_000_000)

    def test_tables_and_map_have_the_same_zones(self):
        expected = {row["zone_id"] for row in rows("milan/zones.csv")}
        self.assertEqual({row["zone_id"] for row in rows("milan/demand.csv")}, expected)
        self.assertEqual(zone_ids("milan"), expected)


class NewYorkTests(unittest.TestCase):
    def test_trace_is_one_whole_day_in_order(self):
        trips = rows("new-york/green-2025-11-05.csv")
        self.assertEqual(len(trips), 1726)
        times = [row["time"] for row in trips]
        self.assertEqual(times, sorted(times))
        for row in trips:
            self.assertRegex(row["time"], r"^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$")
            self.assertTrue(1 <= int(row["travelers"]) <= 6, row)
            self.assertTrue(60 <= int(row["duration_s"]) <= 3 * 3600, row)
            self.assertGreater(int(row["distance_m"]), 0, row)

    def test_trips_stay_on_the_map(self):
        trips = rows("new-york/green-2025-11-05.csv")
        used = {row[column] for row in trips for column in ("origin_zone", "destination_zone")}
        self.assertEqual(used - zone_ids("new-york"), set())
        self.assertEqual(len(used), 191)


if __name__ == "__main__":
    unittest.main()
