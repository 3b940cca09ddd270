# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the search in timetables on Trento and Porto Alegre beside a hand-written C++ one and prints a Markdown table;
then plans over all means on the streets and lines of Porto Alegre, where its map lies there and osmium is installed.

Called by `scripts/bench transit`. Needs the folders gtfs-trento, transit-answers-trento and porto-alegre in CABRANK_DATA, or in
../shared/data, and a release build of the program. The feeds are read here once more, apart from Cabrank, so that the sums of all
arrivals show that both sides answered the same. All times are CPU times.
"""
import csv
import datetime
import io
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile

from processes import CABRANK, ROOT, run

DATA = pathlib.Path(os.environ.get("CABRANK_DATA", ROOT.parent / "shared" / "data"))
BUILT = ROOT / ".build" / "bench"
# The figures of the plan: a query at most so many times that of C++; an import at most so many seconds and bytes.
RATIO, SECONDS, BYTES = 1.5, 1, 250e6
# A plan over all means, in seconds of the processor: half of them, and 99 of 100.
PLAN_HALF, PLAN_MOST = 1.5e-3, 4e-3
LIMIT, DETOUR, SPEED, CHANGE = 400, 1.3, 1.2, 60


def rows(archive, name):
    """The rows of a table as dictionaries; none where there is no such table."""
    if name not in archive.namelist():
        return []
    reader = csv.DictReader(io.TextIOWrapper(archive.open(name), "utf-8-sig"), skipinitialspace=True)
    return [{key.strip(): (value or "").strip() for key, value in row.items() if key} for row in reader]


def seconds(clock):
    hours, minutes, rest = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)


class City:
    """The trips of a day, from feeds."""

    def __init__(self, paths, prefixes, day):
        self.stops, self.places, self.trips, self.transfers = {}, [], [], []
        for path, prefix in zip(paths, prefixes):
            with zipfile.ZipFile(path) as archive:
                self.read(archive, prefix, day)

    def read(self, archive, prefix, day):
        for row in rows(archive, "stops.txt"):
            self.stops[prefix + row["stop_id"]] = len(self.places)
            self.places.append(tuple(round(float(row[key]) * 1e7) for key in ("stop_lon", "stop_lat")))
        text, weekday = day.strftime("%Y%m%d"), day.strftime("%A").lower()
        services = {row["service_id"] for row in rows(archive, "calendar.txt")
                    if row["start_date"] <= text <= row["end_date"] and row[weekday] == "1"}
        for row in rows(archive, "calendar_dates.txt"):
            if row["date"] == text:
                (services.add if row["exception_type"] == "1" else services.discard)(row["service_id"])
        lines = {row["trip_id"]: prefix + row["route_id"] for row in rows(archive, "trips.txt")
                 if row["service_id"] in services}
        times = {}
        for row in rows(archive, "stop_times.txt"):
            if row["trip_id"] in lines:
                times.setdefault(row["trip_id"], []).append(row)
        for trip, calls in times.items():
            calls.sort(key=lambda row: int(row["stop_sequence"]))
            arrivals = [seconds(row["arrival_time"]) if row["arrival_time"] else None for row in calls]
            departures = [seconds(row["departure_time"]) if row["departure_time"] else None for row in calls]
            known = 0
            for index, arrival in enumerate(arrivals):
                if arrival is None:
                    continue
                for step in range(known + 1, index):
                    share = (arrival - departures[known]) * (step - known) // (index - known)
                    arrivals[step] = departures[step] = departures[known] + share
                known = index
            stops = [self.stops[prefix + row["stop_id"]] for row in calls]
            if len(stops) > 1:
                self.trips.append((lines[trip], stops, arrivals, departures))
        for row in rows(archive, "transfers.txt"):
            pair = self.stops[prefix + row["from_stop_id"]], self.stops[prefix + row["to_stop_id"]]
            self.transfers.append((*pair, int(row["min_transfer_time"] or 0)))

    def metres(self, a, b):
        """The straight line on the WGS 84 ellipsoid, as Cabrank has it."""
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        middle = math.radians((ay + by) / 2 / 1e7)
        radius, squash = 6_378_137.0, 0.00669437999014
        rest = 1 - squash * math.sin(middle) ** 2
        across, along = radius / math.sqrt(rest), radius * (1 - squash) / (rest * math.sqrt(rest))
        east = (bx - ax) / 1e7 * (across * math.cos(middle) * math.pi / 180)
        north = (by - ay) / 1e7 * (along * math.pi / 180)
        return math.sqrt(east * east + north * north)

    def walks(self):
        """The walks within the limit, and those that the feed names."""
        found = {}
        cells = {}
        for stop, (x, y) in enumerate(self.places):
            cells.setdefault((x // 60_000, y // 60_000), []).append(stop)
        for (column, row), members in cells.items():
            near = [stop for x in range(column - 1, column + 2) for y in range(row - 1, row + 2)
                    for stop in cells.get((x, y), [])]
            for a in members:
                for b in near:
                    if a != b and (metres := self.metres(a, b)) <= LIMIT:
                        found[a, b] = math.ceil(metres * DETOUR / SPEED) + CHANGE
        for a, b, least in self.transfers:
            if a != b:
                walk = found.get((a, b)) or math.ceil(self.metres(a, b) * DETOUR / SPEED) + CHANGE
                found[a, b] = max(walk, least)
        return [(a, b, found[a, b]) for a, b in sorted(found)]

    def write(self, path, walks, queries):
        lines = {}
        with open(path, "w") as file:
            file.write(f"{len(self.places)} {len(self.trips)}\n")
            for line, stops, arrivals, departures in self.trips:
                number = lines.setdefault(line, len(lines))
                calls = " ".join(f"{a} {b} {c}" for a, b, c in zip(stops, arrivals, departures))
                file.write(f"{number} {len(stops)} {calls}\n")
            file.write(f"{len(walks)}\n" + "".join(f"{a} {b} {c}\n" for a, b, c in walks))
            file.write(f"{len(queries)}\n" + "".join(
                f"{self.stops[a]} {self.stops[b]} {time}\n" for a, b, time in queries))


def measure(name, paths, prefixes, day, queries, folder):
    city = City(paths, prefixes, day)
    if queries is None:
        numbers, ids = random.Random(1), sorted(city.stops)
        queries = [(numbers.choice(ids), numbers.choice(ids), numbers.randrange(7 * 3600, 17 * 3600)) for _ in range(1000)]
    table = folder / "queries.csv"
    table.write_text("from_stop,to_stop,depart_s\n" + "".join(f"{a},{b},{time}\n" for a, b, time in queries))
    ours, _, _ = run(CABRANK, "bench", "transit", *paths, "--date", day.isoformat(), "--queries", table)
    for kind, walks in (("same_stop", []), ("walk", city.walks())):
        city.write(folder / "city.txt", walks, queries)
        theirs, _, _ = run(BUILT / "raptor", folder / "city.txt")
        mine, other = ours[f"{kind}_query_seconds"], theirs["query_seconds"]
        equal = "equal" if ours[f"{kind}_sum_of_arrivals"] == theirs["sum_of_arrivals"] else "**NOT EQUAL**"
        label = "with walks" if kind == "walk" else "same stop"
        print(f"| {name}, {label} | {mine * 1e6:.0f} us | {other * 1e6:.0f} us | {mine / other:.2f} | {RATIO} | {equal} |")
        print(f"| {name}, {label}: latest, with journey | {ours[f'{kind}_latest_seconds'] * 1e6:.0f} us | | | | |")
        print(f"| {name}, {label}: a day made ready | {ours[f'{kind}_day_seconds'] * 1e3:.1f} ms | | | | |")
    _, cpu, peak = run(CABRANK, "transit", "import", *paths, "--out", folder / f"{day}.timetable")
    print(f"| {name}, import | {cpu:.2f} s, {peak / 1e6:.0f} MB | | | {SECONDS} s, {BYTES / 1e6:.0f} MB | |")


def measure_plans(streets, paths, day, folder):
    """Plans over all means on a city's streets and lines."""
    if not streets.exists() or shutil.which("osmium") is None:
        return
    run(CABRANK, "roads", "import", streets, "--out", folder / "plans.roads")
    run(CABRANK, "transit", "import", *paths, "--out", folder / "plans.timetable")
    command = [CABRANK, "bench", "journeys", folder / "plans.roads", "--lines", folder / "plans.timetable", "--date", day.isoformat()]
    for kind, options in (("with all means", []), ("without cars", ["--without-cars"])):
        plans, _, _ = run(*command, *options)
        for name, key, limit in (("half of them", "p50_seconds", PLAN_HALF), ("99 of 100", "p99_seconds", PLAN_MOST)):
            most = "" if options else f"{limit * 1e3:.1f} ms"
            print(f"| Porto Alegre, a plan {kind}: {name} | {plans[key] * 1e3:.2f} ms | | | {most} | {plans['answers']} |")


def main():
    if not (DATA / "gtfs-trento").is_dir():
        sys.exit(f"bench: there is no folder {DATA / 'gtfs-trento'}; CABRANK_DATA names where it lies")
    if not CABRANK.exists():
        sys.exit("bench: there is no release build of the program; `scripts/cabrank --version` makes it")
    BUILT.mkdir(parents=True, exist_ok=True)
    subprocess.run(["g++", "-O2", "-std=c++17", ROOT / "scripts" / "benchmark" / "raptor.cpp", "-o", BUILT / "raptor"],
                   check=True)
    with open(DATA / "transit-answers-trento" / "trento-20250612.csv", newline="") as file:
        queries = [(row["from_stop"], row["to_stop"], int(row["depart_s"])) for row in csv.DictReader(file)]
    print("| what | here | C++ | ratio | at most | sum of arrivals, or hash of answers |\n| --- | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as name:
        measure("Trento", [DATA / "gtfs-trento" / "gtfs.zip"], [""], datetime.date(2025, 6, 12), queries,
                pathlib.Path(name))
        both = [("poa_eptc.zip", "eptc:"), ("poa_trensurb.zip", "trensurb:")]
        there = [(DATA / "porto-alegre" / file, prefix) for file, prefix in both if (DATA / "porto-alegre" / file).exists()]
        if there:
            prefixes = [prefix for _, prefix in there] if len(there) > 1 else [""]
            measure("Porto Alegre", [path for path, _ in there], prefixes, datetime.date(2019, 4, 17), None,
                    pathlib.Path(name))
            measure_plans(DATA / "porto-alegre" / "poa_osm.pbf", [path for path, _ in there],
                          datetime.date(2019, 4, 17), pathlib.Path(name))


if __name__ == "__main__":
    main()
