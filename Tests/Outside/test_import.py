#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds `cabrank import` against counts of its own: demand, rides and taxis at work of real records, folded once more in Python; and opens the
page in a real browser.

Records lie beside the project, in the folder of CABRANK_DATA or in ../shared/data; without them their tests are skipped, and counted. Needs
playwright (pip), chromium and a build; CABRANK names another one, and CHROMIUM another browser than /usr/bin/chromium.
"""
import bisect
import collections
import csv
import gzip
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))
DATA = pathlib.Path(os.environ.get("CABRANK_DATA", ROOT.parent / "shared" / "data"))
REQUIRED = "CABRANK_DATA_REQUIRED" in os.environ
PAUSE = 600


def rows(path):
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def imported(folder, record, zones, *options):
    out = pathlib.Path(folder, "city")
    run = subprocess.run([COMMAND, "import", str(record), "--out", str(out), "--zones", str(zones), *options],
                         capture_output=True, text=True, check=False)
    if run.returncode:
        raise AssertionError(run.stderr)
    return out, run


def quantile(values, share):
    place = share * (len(values) - 1)
    low = int(place)
    return values[low] + (place - low) * (values[min(low + 1, len(values) - 1)] - values[low])


class City:
    """San Francisco's week: local time is seven hours behind, all week."""

    # Monday 2008-05-26 00:00.
    END = 1211760000
    # Hours since Tuesday 2008-05-20 00:00 that holes touch: from 7:05 to 8:35, and on Wednesday from 11:30 to 12:20, no ride begins at all.
    TUESDAY = 1211241600
    HOLED = (7, 8, 24 + 11, 24 + 12)

    def __init__(self):
        self.rides = []
        for row in rows(DATA / "sf-taxi" / "trips.csv.gz"):
            start, end = int(row["pickup_t"]), int(row["dropoff_t"])
            origin, destination = int(row["pickup_zone"]), int(row["dropoff_zone"])
            inside = 1 <= origin <= 41 and 1 <= destination <= 41
            self.rides.append((int(row["taxi"]), start - 7 * 3600, end - 7 * 3600, origin, destination, inside,
                               float(row["vacant_max_gap_s"])))
        self.rides.sort()

    @staticmethod
    def cell(wall):
        weekday = (wall // 86400 + 3) % 7
        return ("mon-fri" if weekday < 5 else "sat-sun", wall // 3600 % 24)

    @staticmethod
    def counts(wall):
        """Whether an hour counts: those that the hole touches do not."""
        return (wall - City.TUESDAY) // 3600 not in City.HOLED

    @staticmethod
    def days(cell):
        return {"mon-fri": 5, "sat-sun": 2}[cell[0]] - (cell[0] == "mon-fri" and cell[1] in (7, 8, 11, 12))

    @staticmethod
    def spread(sums, wall, seconds):
        while seconds > 0:
            part = min(seconds, 3600 - wall % 3600)
            # What reaches behind the record's last day is in no hour of it.
            if wall < City.END and City.counts(wall):
                sums[City.cell(wall)] += part
            wall += part
            seconds -= part


@unittest.skipUnless(REQUIRED or DATA.is_dir(), "no CABRANK_DATA and no ../shared/data")
class RealRecordTests(unittest.TestCase):
    """Records of real taxis."""

    def test_san_francisco(self):
        """real city: San Francisco's calls, rides and taxis at work are those that Python counts"""
        city = City()
        with tempfile.TemporaryDirectory() as folder:
            out, run = imported(
                folder, DATA / "sf-taxi" / "trips.csv.gz", DATA / "sf-taxi" / "zones.geojson", "--number", "zone", "--time-zone",
                "America/Los_Angeles", "--unknown", "0,99", "--map",
                "pickup=pickup_t,dropoff=dropoff_t,from=pickup_zone,to=dropoff_zone,taxi=taxi,silence=vacant_max_gap_s")
            demand, observed, duty, moves, facts = (
                rows(out / "demand.csv"), rows(out / "observed.csv"), rows(out / "on-duty.csv"), rows(out / "moves.csv"),
                json.loads((out / "import.json").read_text(encoding="utf-8")))
            dates = rows(out / "observed-days.csv")
        trips, lengths, riding, searching, searches = (
            collections.Counter(), collections.defaultdict(list), collections.Counter(), collections.Counter(), collections.Counter())
        vacant, moved, pauses, between = collections.defaultdict(list), collections.Counter(), 0, 0
        calls, last, rides = collections.Counter(), None, 0
        for ride in city.rides:
            taxi, start, end, origin, destination, inside, silence = ride
            if inside:
                rides += 1
                City.spread(riding, start, end - start)
            if inside and City.counts(start):
                trips[City.cell(start)] += 1
                calls[(*City.cell(start), origin)] += 1
                lengths[City.cell(start)].append(end - start)
            if last is not None and last[0] == taxi:
                between += 1
                if silence >= PAUSE:
                    pauses += 1
                elif inside and last[5]:
                    City.spread(searching, last[2], start - last[2])
                    if City.counts(start):
                        searches[City.cell(start)] += 1
                        vacant[City.cell(start)].append(start - last[2])
                    if City.counts(last[2]):
                        period = bisect.bisect_right([0, 6, 10, 16, 20], City.cell(last[2])[1]) - 1
                        moved[(City.cell(last[2])[0], [0, 6, 10, 16, 20][period], last[4], origin)] += 1
            last = ride
        self.assertEqual(facts["betweenRides"]["times"], between)
        self.assertEqual(facts["betweenRides"]["pauses"], pauses)
        self.assertEqual(facts["rides"], rides)
        self.assertIn("2008-05-20 from 7:05 to 8:35 (usually 968 rides), 2008-05-21 from 11:30 to 12:20 (usually 566 rides)", run.stderr)
        found = collections.Counter()
        for row in demand:
            found[(row["days"], int(row["from_hour"]), int(row["origin_zone"]))] += float(row["calls"])
        self.assertEqual(set(found), set(calls))
        for cell, count in calls.items():
            self.assertAlmostEqual(found[cell], count / City.days(cell), delta=2e-6)
        self.assertEqual(len(observed), 48)
        for row, taxis in zip(observed, duty):
            cell = (row["days"], int(row["hour"]))
            self.assertEqual((taxis["days"], int(taxis["hour"])), cell)
            count = City.days(cell)
            self.assertAlmostEqual(float(row["trips"]), trips[cell] / count, delta=1e-3)
            work = riding[cell] + searching[cell] * trips[cell] / searches[cell]
            self.assertAlmostEqual(float(row["taxis_at_work"]), work / count / 3600, delta=0.006)
            self.assertEqual(int(taxis["taxis"]), round(work / count / 3600))
            self.assertAlmostEqual(float(row["occupied_share"]), riding[cell] / work, delta=6e-4)
            for column, share in (("ride_q25_s", 0.25), ("ride_median_s", 0.5), ("ride_q75_s", 0.75)):
                self.assertAlmostEqual(float(row[column]), quantile(sorted(lengths[cell]), share), delta=0.06)
            for column, share in (("vacant_q10_s", 0.1), ("vacant_median_s", 0.5), ("vacant_q90_s", 0.9)):
                self.assertAlmostEqual(float(row[column]), quantile(sorted(vacant[cell]), share), delta=0.06)
        self.assertEqual({(row["days"], int(row["from_hour"]), int(row["from_zone"]), int(row["to_zone"])): int(row["weight"])
                          for row in moves}, dict(moved))
        self.assertEqual(len(dates), 7 * 24 - 4)
        self.assertEqual(round(sum(float(row["trips"]) * float(row["recorded_hours"]) for row in dates)), sum(trips.values()))

    def test_green(self):
        """real city: New York's green taxis, with a doubled hour, codes and rides that go nowhere"""
        with tempfile.TemporaryDirectory() as folder:
            out, run = imported(
                folder, DATA / "nyc-green-2025-11" / "trips.csv.gz", DATA / "nyc-taxi-zones" / "zones.geojson", "--time-zone",
                "America/New_York", "--unknown", "264,265", "--clip", "--distance-unit", "miles", "--holiday", "2025-11-11=sun", "--map",
                "pickup=pickup,dropoff=dropoff,from=pu_zone,to=do_zone,distance=miles,people=passengers")
            facts = json.loads((out / "import.json").read_text(encoding="utf-8"))
            demand = rows(out / "demand.csv")
            scenario = (out / "scenario.yaml").read_text(encoding="utf-8")
        self.assertEqual((facts["rows"], facts["doubledHour"]["rides"]), (25183, 55))
        self.assertIn("55 rides began in an hour that the clocks showed twice", run.stderr)
        self.assertIn("\nholidays: {2025-11-11: sun}\n", scenario)
        sums = collections.Counter()
        for row in demand:
            sums[row["days"]] += float(row["calls"])
        for kind in facts["kinds"]:
            self.assertAlmostEqual(sums[kind["days"]], kind["calls"], delta=1e-3)

    def test_porto(self):
        """real city: Porto's nine hours of one Monday, on hexagons"""
        outline = {"type": "FeatureCollection", "features": [{
            "type": "Feature", "properties": {"zone_id": 1, "name": "Porto"}, "geometry": {"type": "Polygon", "coordinates": [[
                [-8.70, 41.13], [-8.55, 41.13], [-8.55, 41.20], [-8.70, 41.20], [-8.70, 41.13]]]}}]}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "outline.geojson").write_text(json.dumps(outline), encoding="utf-8")
            subprocess.run([COMMAND, "layout", "hexagons", "--over", f"{folder}/outline.geojson", "--area", "4km2", "--out",
                            f"{folder}/zones.geojson"], check=True, capture_output=True)
            out, run = imported(
                folder, DATA / "porto-taxi" / "trips.csv.gz", pathlib.Path(folder, "zones.geojson"), "--time-zone", "Europe/Lisbon", "--clip",
                "--map", "pickup=start_t,duration=dur_s,from=pickup_lon/pickup_lat,to=dropoff_lon/dropoff_lat,taxi=taxi")
            facts = json.loads((out / "import.json").read_text(encoding="utf-8"))
            hours = {row["hour"] for row in rows(out / "observed.csv")}
        self.assertEqual(facts["rows"], 999)
        self.assertGreater(facts["rides"], 600)
        self.assertEqual(hours, {str(hour) for hour in range(1, 11)})
        self.assertIn("14 hours of mon-fri are not in the record", run.stderr)


class PageTests(unittest.TestCase):
    """The page in a browser."""

    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder, "trips.csv")
            subprocess.run([COMMAND, "bench", "import", "--zones", ROOT / "Scenarios" / "city" / "zones.geojson", "--rows", "20000",
                            "--taxis", "50", "--write", record], check=True, capture_output=True)
            with open(record, "a", encoding="utf-8") as file:
                file.write("1,<script>alert(1)</script>,2026-03-02 08:00:00,9,45,9,45,1,1,5,1\n")
            out, _ = imported(folder, record, ROOT / "Scenarios" / "city" / "zones.geojson", "--time-zone", "America/New_York",
                              "--distance-unit", "m", "--map",
                              "pickup=pickup,dropoff=dropoff,from=from_zone,to=to_zone,taxi=taxi,distance=metres,people=people")
            with sync_playwright() as play:
                browser = play.chromium.launch(
                    executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
                for width, scheme in ((1200, "light"), (1200, "dark"), (400, "light")):
                    with self.subTest(width=width, scheme=scheme):
                        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
                        page = context.new_page()
                        said = []
                        page.on("console", lambda message, said=said: said.append(message.text))
                        page.on("pageerror", lambda error, said=said: said.append(str(error)))
                        page.on("dialog", lambda dialog, said=said: said.append(dialog.message))
                        page.goto((out / "import.html").as_uri())
                        self.assertEqual(said, [])
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                        self.assertEqual(page.locator(".hours svg").count(), 7)
                        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
                        self.assertIn("<script>alert(1)</script>", page.locator("#read").inner_text())
                        violations = Axe().run(page).response["violations"]
                        self.assertEqual([violation["id"] for violation in violations], [])
                        context.close()
                browser.close()


if __name__ == "__main__":
    unittest.main()
