# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the import of a million recorded trips, of zones and of positions, and the run of a large fleet that was imported; prints
Markdown tables.

Called by `scripts/bench import`. Needs a release build of the program. The records are made by the program and written to a temporary
folder; the map of the imports is that of the shipped city. Times are CPU times, of an import with all its tables and its page, of a run with
its report; the memory is the peak of a process that does only this.
"""
import json
import pathlib
import tempfile

from processes import CABRANK, ROOT, run

MAP = ROOT / "Scenarios" / "city" / "zones.geojson"
# The figures of the plan.
SECONDS, BYTES = 4, 300e6
# A day of New York's yellow taxis: as many rides, zones and taxis.
RIDES, COLUMNS, ROWS, TAXIS = 226_000, 20, 13, 13_000
FLEET_SECONDS, FLEET_BYTES = 3, 300e6


def bench(*options):
    """The figures of `cabrank bench import`."""
    return run(CABRANK, "bench", "import", *options)[0]


def square_city(path):
    """A map of equal cells, 1.1 km wide and high, named by number."""
    east, north = 0.013, 0.0099
    cells = []
    for number in range(COLUMNS * ROWS):
        west, south = -74.1 + number % COLUMNS * east, 40.6 + number // COLUMNS * north
        corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
        ring = [[round(west + x * east, 6), round(south + y * north, 6)] for x, y in corners]
        cells.append({"type": "Feature", "properties": {"zone_id": number + 1, "name": f"Cell {number + 1}"},
                      "geometry": {"type": "Polygon", "coordinates": [ring]}})
    path.write_text(json.dumps({"type": "FeatureCollection", "features": cells}))


def fleet(folder):
    """A fleet as large as New York's, imported and run for a day."""
    folder.mkdir()
    square_city(folder / "zones.geojson")
    bench("--zones", folder / "zones.geojson", "--rows", RIDES, "--taxis", TAXIS, "--write", folder / "record.csv")
    columns = "pickup=pickup,dropoff=dropoff,from=from_zone,to=to_zone,taxi=taxi,distance=metres"
    _, seconds, peak = run(
        CABRANK, "import", folder / "record.csv", "--zones", folder / "zones.geojson", "--map", columns, "--time-zone",
        "America/New_York", "--distance-unit", "m", "--out", folder / "city")
    print("\n| fleet | CPU s | at most | peak memory | at most |\n| --- | ---: | ---: | ---: | ---: |")
    print(f"| import of {RIDES:,} rides, {COLUMNS * ROWS} zones, {TAXIS:,} taxis | {seconds:.2f} | | {peak / 1e6:.0f} MB | |")
    scenario = folder / "city" / "scenario.yaml"
    with_report = [run(CABRANK, "run", scenario, "--quiet", "--out", folder / f"run {number}")[1:] for number in range(3)]
    without = [run(CABRANK, "run", scenario, "--quiet", "--no-report")[1:] for _ in range(3)]
    # The figures of the plan are those of a run with report.
    for name, runs, limits in (("its day with report", with_report, (FLEET_SECONDS, f"{FLEET_BYTES / 1e6:.0f} MB")),
                               ("without report", without, ("", ""))):
        seconds, peak = sorted(seconds for seconds, _ in runs)[1], max(peak for _, peak in runs)
        print(f"| {name} | {seconds:.2f} | {limits[0]} | {peak / 1e6:.0f} MB | {limits[1]} |")


def main():
    print("| places | rows | CPU s | at most | peak memory | at most |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "trips.csv"
        bench("--zones", MAP, "--write", record)
        for name, options in (("zones", ()), ("positions", ("--points",))):
            figures = [bench("--zones", MAP, "--read", record, *options) for _ in range(3)]
            seconds = sorted(one["cpu_seconds"] for one in figures)[1]
            peak = max(one["peak_rss_bytes"] for one in figures)
            print(f"| {name} | {figures[0]['rows']:,} | {seconds:.2f} | {SECONDS} | {peak / 1e6:.0f} MB | {BYTES / 1e6:.0f} MB |")
        fleet(pathlib.Path(folder) / "fleet")


if __name__ == "__main__":
    main()
