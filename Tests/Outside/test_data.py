#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of maps and tables: the shipped city is what its facts say and what its script makes; Chicago can be made on any machine;
real cities' files are cut right, and their scenarios run. Run by scripts/test.

Cities that lie beside the project are read from the folder of CABRANK_DATA, or from ../shared/data. Their tests have names that
begin with "real city:"; without the folder they are skipped, and counted at the end. With CABRANK_DATA_REQUIRED a missing file is a
failure. The environment variable CABRANK names another command to run, such as a debug build.
"""
import collections
import csv
import datetime
import gzip
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIOS = ROOT / "Scenarios"
CITY = SCENARIOS / "city"
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))
DATA = pathlib.Path(os.environ.get("CABRANK_DATA", ROOT.parent / "shared" / "data"))
REQUIRED = "CABRANK_DATA_REQUIRED" in os.environ
sys.path.insert(0, str(ROOT / "scripts" / "cities"))


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def features(path):
    return json.loads(path.read_text(encoding="utf-8"))["features"]


def numbers(path):
    return [feature["properties"]["zone_id"] for feature in features(path)]


def millionths(text):
    whole, fraction = text.split(".")
    return int(whole) * 1_000_000 + int(fraction.ljust(6, "0"))


def run(*command, **environment):
    done = subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env=dict(os.environ, CABRANK=COMMAND, **environment))
    return done.returncode, done.stdout + done.stderr


class CityTests(unittest.TestCase):
    """The city of Milan's size."""

    def test_every_file_is_what_the_script_makes(self):
        status, said = run(ROOT / "scripts" / "city", "shipped", "--check")
        self.assertEqual(status, 0, said)

    def test_other_facts_make_another_city(self):
        from drawing import City
        text = (CITY / "facts.toml").read_text(encoding="utf-8")
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(text.replace("seed = 1", "seed = 2").replace("residents = 1_390_000", "residents = 1_000_000"))
            file.flush()
            other, city = City(file.name), City(CITY / "facts.toml")
        self.assertNotEqual([zone.corners for zone in city.zones], [zone.corners for zone in other.zones])
        self.assertEqual(sum(zone.residents for zone in other.zones), 1_000_000)

    def test_size_is_that_of_the_facts(self):
        zones = rows(CITY / "zones.csv")
        self.assertEqual(sum(int(zone["residents"]) for zone in zones), 1_390_000)
        self.assertEqual(sum(int(zone["jobs"]) for zone in zones), 700_000)
        areas = [float(zone["area_km2"]) for zone in zones]
        self.assertAlmostEqual(sum(areas), 181.7, delta=0.05)
        self.assertAlmostEqual(sum(areas) / len(areas), 2, delta=0.1)
        self.assertTrue(1 < min(areas) and max(areas) < 4)
        corners = [corner for zone in features(CITY / "outline.geojson") for corner in zone["geometry"]["coordinates"][0]]
        self.assertAlmostEqual(sum(corner[0] for corner in corners) / len(corners), 9.19, delta=0.01)
        self.assertAlmostEqual(sum(corner[1] for corner in corners) / len(corners), 45.464, delta=0.01)

    def test_tables_and_map_have_the_same_zones(self):
        expected = list(range(1, 94))
        self.assertEqual(numbers(CITY / "zones.geojson"), expected)
        for table in ("zones.csv", "demand.csv"):
            self.assertEqual([int(row["zone_id"]) for row in rows(CITY / table)], expected)
        named = {feature["properties"]["name"] for feature in features(CITY / "zones.geojson")}
        self.assertEqual(len(named), 93)
        self.assertLessEqual({"Central Station", "Airport", "Fair", "Stadium", "Park"}, named)
        self.assertEqual(len({row["district"] for row in rows(CITY / "zones.csv")}), 9)

    def test_weights_and_hours_sum_to_one(self):
        for column in ("origin_weight", "destination_weight", "rank_weight"):
            self.assertEqual(sum(millionths(row[column]) for row in rows(CITY / "demand.csv")), 1_000_000)
        hours = rows(CITY / "hourly.csv")
        self.assertEqual([row["hour"] for row in hours], [str(hour) for hour in range(24)])
        self.assertEqual(sum(millionths(row["share"]) for row in hours), 1_000_000)

    def test_recorded_day_is_in_order_and_plausible(self):
        trips = rows(CITY / "recorded-day.csv")
        self.assertGreater(len(trips), 2000)
        times = [row["time"] for row in trips]
        self.assertEqual(times, sorted(times))
        known = set(numbers(CITY / "zones.geojson"))
        for row in trips:
            self.assertRegex(row["time"], r"^([01]\d|2\d):[0-5]\d:[0-5]\d$")
            self.assertTrue({int(row["origin_zone"]), int(row["destination_zone"])} <= known, row)
            self.assertTrue(1 <= int(row["travelers"]) <= 6, row)
            self.assertTrue(60 <= int(row["duration_s"]) <= 3 * 3600, row)
            self.assertTrue(0 < int(row["distance_m"]) < 40_000, row)

    def test_unknown_part_is_refused(self):
        status, said = run(ROOT / "scripts" / "city", "shipped", "--check", "roads")
        self.assertEqual(status, 2)
        self.assertIn('unknown part "roads"', said)


class ChicagoTests(unittest.TestCase):
    """The 77 community areas, out of a package that any machine can install."""

    def test_map_is_made_and_its_scenario_runs(self):
        status, said = run(ROOT / "scripts" / "city", "chicago")
        self.assertEqual(status, 0, said)
        self.assertIn("77 community areas, 598.6 km2", said)
        zones = SCENARIOS / "chicago" / "zones.geojson"
        self.assertEqual(numbers(zones), list(range(1, 78)))
        named = {feature["properties"]["zone_id"]: feature["properties"]["name"] for feature in features(zones)}
        self.assertEqual((named[1], named[8], named[32], named[76]), ("Rogers Park", "Near North Side", "Loop", "O'Hare"))
        ignored = subprocess.run(["git", "check-ignore", "--quiet", zones], cwd=ROOT, check=False).returncode
        self.assertIn(ignored, (0, 128), "Git keeps the map")  # 128: not a clone
        with tempfile.TemporaryDirectory() as folder:
            status, said = run(COMMAND, "run", SCENARIOS / "chicago-weekday.yaml", "--quiet", "--invariants", "--set", "length=5 h",
                               "--out", f"{folder}/run")
            self.assertEqual(status, 0, said)
            calls = json.loads(pathlib.Path(folder, "run", "summary.json").read_text(encoding="utf-8"))["metrics"]
        self.assertGreater(calls["calls.fulfilled"], 800)
        self.assertLess(calls["calls.abortRate"], 0.1)


class CuttingTests(unittest.TestCase):
    """The scripts that cut official files, on small files of the same form."""

    def test_milan(self):
        square = [[9.19, 45.46], [9.2, 45.46], [9.2, 45.47], [9.19, 45.47], [9.19, 45.46]]
        units = [{"type": "Feature", "properties": {"ID_NIL": number, "NIL": name, "Valido_dal": "05/02/2020"},
                  "geometry": {"type": "Polygon", "coordinates": [square[::-1] if number == 2 else square]}}
                 for number, name in ((2, "BRERA"), (1, "DUOMO"))]
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "nil.geojson")
            source.write_text(json.dumps({"type": "FeatureCollection", "features": units}), encoding="utf-8")
            status, said = run(ROOT / "scripts" / "city", "milan", "--zones", source, "--out", f"{folder}/milan")
            self.assertEqual(status, 0, said)
            found = features(pathlib.Path(folder, "milan", "zones.geojson"))
            source.write_text(json.dumps({"features": [{"properties": {}, "geometry": None}]}), encoding="utf-8")
            status, said = run(ROOT / "scripts" / "city", "milan", "--zones", source, "--out", f"{folder}/no")
            self.assertEqual(status, 2, said)
            self.assertFalse(pathlib.Path(folder, "no").exists())
        self.assertEqual([zone["properties"] for zone in found], [{"zone_id": 1, "name": "Duomo"}, {"zone_id": 2, "name": "Brera"}])
        self.assertEqual(found[1]["geometry"]["coordinates"], [square])

    def test_new_york(self):
        import pyarrow
        import pyarrow.parquet
        import shapefile
        day = datetime.datetime(2025, 11, 5)

        def trip(begin, seconds, origin=1, destination=2, miles=2.0, passengers=1.0):
            start = day + datetime.timedelta(seconds=begin)
            return {"lpep_pickup_datetime": start, "lpep_dropoff_datetime": start + datetime.timedelta(seconds=seconds),
                    "PULocationID": origin, "DOLocationID": destination, "trip_distance": miles, "passenger_count": passengers}

        records = [trip(3600, 600), trip(60, 900, passengers=None), trip(90_000, 600), trip(70, 30), trip(80, 600, destination=264),
                   trip(85, 60, miles=9.0)]
        with tempfile.TemporaryDirectory() as folder:
            with shapefile.Writer(f"{folder}/taxi_zones") as writer:
                writer.field("LocationID", "N")
                writer.field("zone", "C")
                writer.field("borough", "C")
                # Feet east and north in Manhattan; the second zone is filed in two pieces, the first has a hole.
                for number, east, hole in ((1, 985_000, True), (2, 990_000, False), (2, 992_500, False)):
                    west, south = east, 200_000
                    rings = [[(west, south), (west, south + 2000), (west + 2000, south + 2000), (west + 2000, south), (west, south)]]
                    if hole:
                        rings.append([(west + 500, south + 500), (west + 1500, south + 500), (west + 1500, south + 1500),
                                      (west + 500, south + 1500), (west + 500, south + 500)])
                    writer.poly(rings)
                    writer.record(number, f"Zone {number}", "Manhattan")
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), f"{folder}/green.parquet")
            status, said = run(ROOT / "scripts" / "city", "new-york", "--zones", f"{folder}/taxi_zones.shp", "--trips",
                               f"{folder}/green.parquet", "--day", "2025-11-05", "--out", f"{folder}/cut")
            self.assertEqual(status, 0, said)
            self.assertIn("2 trips of 2025-11-05, 3 left out", said)
            found = features(pathlib.Path(folder, "cut", "zones.geojson"))
            trips = rows(pathlib.Path(folder, "cut", "trips.csv"))
        self.assertEqual([zone["geometry"]["type"] for zone in found], ["Polygon", "MultiPolygon"])
        self.assertEqual(len(found[0]["geometry"]["coordinates"]), 2, "a hole")
        self.assertAlmostEqual(found[0]["geometry"]["coordinates"][0][0][0], -73.99, delta=0.02)
        self.assertEqual([list(row.values()) for row in trips],
                         [["00:01:00", "1", "2", "1", "900", "3219"], ["01:00:00", "1", "2", "1", "600", "3219"]])

    def test_new_york_drops_voided_twins_and_joins_parts(self):
        import pyarrow
        import pyarrow.parquet
        import shapefile
        day = datetime.datetime(2025, 11, 5)

        def trip(begin, fare, seconds=600, destination=2, passengers=1.0):
            start = day + datetime.timedelta(seconds=begin)
            return {"tpep_pickup_datetime": start, "tpep_dropoff_datetime": start + datetime.timedelta(seconds=seconds),
                    "PULocationID": 1, "DOLocationID": destination, "trip_distance": 1.5, "passenger_count": passengers,
                    "fare_amount": fare, "total_amount": fare and fare * 1.1}

        # A void before its charge, a charge voided and made again, a row repeated, a void of no plausible trip, a void without a
        # charge; and two taxis that left one zone in one second.
        records = [trip(60, -9.0, passengers=None), trip(60, 9.0, passengers=3.0), trip(120, 8.0), trip(120, -8.0), trip(120, 7.0),
                   trip(180, None), trip(180, None), trip(240, 3.0, seconds=20), trip(240, -3.0, seconds=20), trip(300, -5.0),
                   trip(360, 5.0), trip(360, 5.0, seconds=601), trip(360, 5.0, destination=3)]

        def box(west, south, east, north):
            return [(west, south), (west, north), (east, north), (east, south), (west, south)]

        # Two neighbours under one number, where corners of the one lie on the other's slanted side; two islands, filed in three
        # parts of which two overlap; and a zone in one part.
        corners = [(982_000 + 0.53 * north, 200_000 + north) for north in range(0, 12_001, 120)]
        outlines = [(1, box(970_000, 200_000, 972_000, 202_000)),
                    (2, [(980_000, 200_000), (980_000, 212_000), corners[-1], corners[0], (980_000, 200_000)]),
                    (2, [*corners, (993_000, 212_000), (993_000, 200_000), corners[0]]),
                    (3, box(1_000_000, 200_000, 1_002_000, 202_000)),
                    (3, box(1_001_000, 201_000, 1_003_000, 203_000)),
                    (3, box(1_006_000, 200_000, 1_007_000, 201_000))]
        with tempfile.TemporaryDirectory() as folder:
            with shapefile.Writer(f"{folder}/taxi_zones") as writer:
                for field, kind in (("LocationID", "N"), ("zone", "C"), ("borough", "C")):
                    writer.field(field, kind)
                for number, ring in outlines:
                    writer.poly([ring])
                    writer.record(number, f"Zone {number}", "Manhattan")
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), f"{folder}/yellow.parquet")
            status, said = run(ROOT / "scripts" / "city", "new-york", "--zones", f"{folder}/taxi_zones.shp", "--trips",
                               f"{folder}/yellow.parquet", "--day", "2025-11-05", "--out", f"{folder}/cut")
            self.assertEqual(status, 0, said)
            # 4, 156 and 8 million square feet; where two parts overlap counts once.
            self.assertIn("3 zones, 15.6 km2; 5 parts joined to 2 zones", said)
            self.assertIn("7 trips of 2025-11-05, 1 left out; rows dropped: 3 voided twins, 2 repeats", said)
            found = [zone["geometry"] for zone in features(pathlib.Path(folder, "cut", "zones.geojson"))]
            trips = rows(pathlib.Path(folder, "cut", "trips.csv"))
            status, said = run(COMMAND, "layout", "check", f"{folder}/cut/zones.geojson")
            self.assertEqual(status, 0, said)
        self.assertEqual([zone["type"] for zone in found], ["Polygon", "Polygon", "MultiPolygon"])
        self.assertEqual([len(ring) for ring in found[1]["coordinates"]], [7], "nothing is left where the parts met")
        self.assertEqual(sorted(len(polygon[0]) for polygon in found[2]["coordinates"]), [5, 9])
        self.assertEqual([(row["time"][3:], row["travelers"], row["duration_s"], row["destination_zone"]) for row in trips],
                         [("01:00", "3", "600", "2"), ("02:00", "1", "600", "2"), ("03:00", "1", "600", "2"),
                          ("05:00", "1", "600", "2"), ("06:00", "1", "600", "2"), ("06:00", "1", "601", "2"),
                          ("06:00", "1", "600", "3")])


class RoadTests(unittest.TestCase):
    """Zones and travel times out of a road network."""

    NODES = "node,lon,lat,off_road\n1,9.0005,45.0005,1\n2,9.0305,45.0005,1\n3,9.0630,45.0005,1\n4,9.0640,45.0015,0\n"
    ARCS = "from_node,to_node,s\n1,2,100\n2,1,120\n2,3,50\n1,3,170\n3,4,7\n4,3,7\n"
    DEMAND = "lon,lat,weight\n9.0,45.0,3\n9.031,45.0,1\n9.065,45.001,0\n"

    def made(self, folder, *more, **changes):
        files = {"nodes": self.NODES, "arcs": self.ARCS, "demand": self.DEMAND, **changes}
        for name, text in files.items():
            pathlib.Path(folder, f"{name}.csv").write_text(text, encoding="utf-8")
        return run(ROOT / "scripts" / "city", "roads", "--nodes", f"{folder}/nodes.csv", "--arcs", f"{folder}/arcs.csv", "--seconds",
                   "s", "--demand", f"{folder}/demand.csv", "--out", f"{folder}/out", *more)

    def test_times_follow_the_arcs(self):
        with tempfile.TemporaryDirectory() as folder:
            status, said = self.made(folder)
            self.assertEqual(status, 0, said)
            self.assertIn("3 zones of 400 m, 7 travel times from 4 nodes", said)
            found = {(int(row["from_zone"]), int(row["to_zone"])): int(row["seconds"])
                     for row in rows(pathlib.Path(folder, "out", "times.csv"))}
            weights = [float(row["weight"]) for row in rows(pathlib.Path(folder, "out", "zones.csv"))]
            status, said = run(COMMAND, "layout", "check", f"{folder}/out/zones.geojson", "--number", "zone_id", "--name", "name")
            self.assertIn(status, (0, 1), said)
            self.assertNotIn("error", said)
        # By way of the second node it is 150 s, and 170 s direct; nothing leads away from the third zone, whose demand is nearest to
        # a node where no call is reached. No time at all is shown as the least that a table may have.
        self.assertEqual(found, {(1, 1): 1, (1, 2): 100, (1, 3): 150, (2, 1): 120, (2, 2): 1, (2, 3): 50, (3, 3): 7})
        self.assertEqual(weights, [3, 1, 0])

    def test_a_place_is_where_drives_of_its_zone_begin(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "places.csv").write_text("lon,lat\n9.0630,45.0005\n", encoding="utf-8")
            status, said = self.made(folder, "--places", f"{folder}/places.csv")
            self.assertEqual(status, 0, said)
            found = {(row["from_zone"], row["to_zone"]): row["seconds"] for row in rows(pathlib.Path(folder, "out", "times.csv"))}
        self.assertEqual(found["3", "3"], "1")

    def test_bad_tables_write_nothing(self):
        for changes in ({"arcs": "from_node,to_node,seconds\n1,2,3\n"}, {"arcs": "from_node,to_node,s\n9,2,3\n"},
                        {"nodes": "node,lon,lat\n1,x,45\n"}, {"nodes": "node,lon,lat\n"}, {"demand": "lon,lat,weight\n"}):
            with self.subTest(changes=changes), tempfile.TemporaryDirectory() as folder:
                status, said = self.made(folder, **changes)
                self.assertEqual(status, 2, said)
                self.assertNotIn("Traceback", said)
                self.assertFalse(pathlib.Path(folder, "out").exists())


@unittest.skipUnless(REQUIRED or DATA.is_dir(), "no CABRANK_DATA and no ../shared/data")
class RealCityTests(unittest.TestCase):
    """Cities beside the project."""

    def city_runs(self, text):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "real.yaml").write_text(text, encoding="utf-8")
            status, said = run(COMMAND, "run", f"{folder}/real.yaml", "--quiet", "--invariants", "--allow-include", "--out", f"{folder}/run",
                               CABRANK_DATA=str(DATA))
            self.assertEqual(status, 0, said)
            return json.loads(pathlib.Path(folder, "run", "summary.json").read_text(encoding="utf-8"))["metrics"]

    def test_milan_by_residents(self):
        """real city: taxis on the 88 zones of Milan, called by residents"""
        found = self.city_runs("""
cabrank: 1
name: milan
length: 2 h
city: {zones: $CABRANK_DATA/milan-zones/zones.geojson, number: zone_id, name: name}
drivers:
  - name: cabs
    count: 200
    start: &homes {file: $CABRANK_DATA/milan-zones/zones.csv, zone: zone_id, weight: population}
passengers:
  - name: callers
    arrivals: {per-day: 3000}
    origin: *homes
    destination: {zones: *homes}
""")
        self.assertGreater(found["calls.fulfilled"], 100)

    def test_new_york_by_its_records(self):
        """real city: a morning of New York's green taxis, called again"""
        with tempfile.TemporaryDirectory() as folder:
            with gzip.open(DATA / "nyc-green-2025-11" / "trips.csv.gz", "rt", encoding="utf-8", newline="") as file:
                day = [row for row in csv.DictReader(file) if row["pickup"].startswith("2025-11-05") and row["ok"] == "1"]
            known = {str(number) for number in numbers(DATA / "nyc-taxi-zones" / "zones.geojson")}
            lines = ["time,origin_zone,destination_zone,travelers,duration_s,distance_m"]
            for row in day:
                if not {row["pu_zone"], row["do_zone"]} <= known or row["pickup"] >= "2025-11-05 10" or row["pickup"][10] not in " T":
                    continue
                begin, end = (datetime.datetime.fromisoformat(row[key]) for key in ("pickup", "dropoff"))
                lines.append(f"{begin:%H:%M:%S},{row['pu_zone']},{row['do_zone']},{max(int(float(row['passengers'] or 1)), 1)},"
                             f"{round((end - begin).total_seconds())},{round(float(row['miles']) * 1609.344)}")
            trace = pathlib.Path(folder, "trips.csv")
            trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
            found = self.city_runs(f"""
cabrank: 1
name: new-york
start: 2025-11-05
length: 10 h
city: {{zones: $CABRANK_DATA/nyc-taxi-zones/zones.geojson, number: zone_id, name: name}}
drivers:
  - name: cabs
    count: 300
    start: {{74: 40%, 75: 20%, 95: 10%, 166: 10%, 43: 10%, 82: 10%}}
passengers:
  - name: riders
    trace: {trace}
""")
        self.assertGreater(len(lines), 300)
        self.assertEqual(found["calls.stored"] + found["calls.refused"], len(lines) - 1)

    def test_ambulances_of_manhattan(self):
        """real city: ambulances on the streets of Manhattan"""
        source = DATA / "ems-manhattan"
        from roads import Network, rows as packed
        network = Network(packed(source / "nodes.csv.gz"), packed(source / "arcs.csv.gz"), "siren_s")
        manned = {row["station"] for row in rows(source / "ambulances.csv")}
        stations = [row for row in rows(source / "stations.csv")]
        near = {}
        for row in stations:
            if row["station"] in manned:
                for node, time in network.times(network.nearest((float(row["lon"]), float(row["lat"])))).items():
                    near[node] = min(time, near.get(node, time))
        ways = [(near[network.nearest((float(row["lon"]), float(row["lat"])))], float(row["weight"]))
                for row in packed(source / "call-density.csv.gz")]
        exact = [sum(weight for time, weight in ways if time <= 60 * minutes) for minutes in (4, 6, 8, 10)]
        # The shares that the data's own description states, of the model's own roads.
        for share, stated in zip(exact, (0.560, 0.965, 0.998, 1.0)):
            self.assertAlmostEqual(share, stated, delta=0.0006)
        units = collections.Counter(row["station"] for row in rows(source / "ambulances.csv"))
        with tempfile.TemporaryDirectory() as folder:
            status, said = run(
                ROOT / "scripts" / "city", "roads", "--nodes", source / "nodes.csv.gz", "--arcs", source / "arcs.csv.gz", "--seconds",
                "normal_s", "--demand", source / "call-density.csv.gz", "--places", source / "stations.csv", source / "hospitals.csv",
                "--out", f"{folder}/map")
            self.assertEqual(status, 0, said)

            def place(row):
                return f"place: {{longitude: {row['lon']}, latitude: {row['lat']}}}"

            text = (MANHATTAN
                    .replace("STATIONS", "\n".join(f"    - {{name: s{row['station']}, {place(row)}, units: {units[row['station']]}}}"
                                                   for row in stations if units[row["station"]]))
                    .replace("HOSPITALS", "\n".join(f"    - {{name: h{row['hospital']}, {place(row)}}}"
                                                    for row in rows(source / "hospitals.csv"))))
            pathlib.Path(folder, "map", "day.yaml").write_text(text, encoding="utf-8")
            status, said = run(COMMAND, "run", f"{folder}/map/day.yaml", "--quiet", "--invariants", "--out", f"{folder}/quiet",
                               "--set", "ambulances.calls.per-day=10")
            self.assertEqual(status, 0, said)
            database = sqlite3.connect(f"{folder}/quiet/results.sqlite")
            drives = [row[0] for row in database.execute(
                "SELECT arrived_s - departed_s FROM ambulance_calls WHERE arrived_s IS NOT NULL")]
            database.close()
            status, said = run(COMMAND, "run", f"{folder}/map/day.yaml", "--quiet", "--out", f"{folder}/day",
                               "--set", "length=30 d")
            self.assertEqual(status, 0, said)
            loaded = json.loads(pathlib.Path(folder, "day", "summary.json").read_text(encoding="utf-8"))["metrics"]
        self.assertGreater(len(drives), 3000)
        seen = [sum(drive <= 60 * minutes for drive in drives) / len(drives) for minutes in (4, 6, 8, 10)]
        print(f"data: Manhattan, a call now and then: within 4, 6, 8, 10 min {seen}, roads alone {exact}; 451 a day: " + ", ".join(
            f"{name} {loaded['ambulances.' + name]:.3f}" for name in
            ("response.1.mean", "response.1.median", "response.1.p90", "response.1.in8", "utilisation", "queued")), flush=True)
        # What is left is the squares of 400 m: a zone is reached in the mean time of its nodes, or not.
        for share, simulated in zip(exact, seen):
            self.assertAlmostEqual(simulated, share, delta=0.03)


MANHATTAN = """
cabrank: 1
name: manhattan-ambulances
title: The ambulances of a model of Manhattan
length: 365 d
warm-up: 1 d
seed: 1
city: {zones: zones.geojson, number: zone_id, name: name}
travel: {table: times.csv, circuity: 1.4, free-speed: 15.7 km/h}
ambulances:
  siren: 1.333
  stations:
STATIONS
  hospitals:
HOSPITALS
  calls: {per-day: 451.2, zones: {file: zones.csv, zone: zone_id, weight: weight}}
  priorities:
    - {name: high, share: 42%, handling: 150 s, turn-out: 0 s, transported: 85%, scene: {exponential: 7.6 min},
       clearing: {exponential: 7.6 min}, siren-transports: 100%, handover: {exponential: 4 min}}
    - {name: low, share: 58%, handling: 150 s, turn-out: 0 s, transported: 85%, scene: {exponential: 7.6 min},
       clearing: {exponential: 7.6 min}, siren-transports: 0%, handover: {exponential: 4 min}}
"""


class Counted(unittest.TextTestResult):
    """Counts the tests of real cities."""

    ran = skipped_cities = 0

    def startTest(self, test):
        super().startTest(test)
        self.ran += isinstance(test, RealCityTests)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.skipped_cities += isinstance(test, RealCityTests)

    def stopTestRun(self):
        super().stopTestRun()
        print(f"data: real cities: {self.ran - self.skipped_cities} ran, {self.skipped_cities} skipped", flush=True)


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(resultclass=Counted))
