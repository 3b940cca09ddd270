# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of Scenarios/city: what is drawn from the facts, the layouts of `cabrank layout`, the recorded day."""
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

from drawing import City
from files import decimal, geojson, ring, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Scenarios" / "city"
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))

# The layouts, made in the folder Scenarios: name of the file, arguments of `cabrank layout`.
LAYOUTS = [
    ("districts", "merge city/zones.geojson --by district"),
    ("squares-2km2", "grid --over city/zones.geojson --area 2km2"),
    ("hexagons-1km2", "hexagons --over city/zones.geojson --area 1km2"),
    ("hexagons-3km2", "hexagons --over city/zones.geojson --area 3km2"),
    ("merged-20-drivers", "merge city/zones.geojson --drivers city-weekday.yaml --least 20"),
]

# The recorded day: one firm of the city, with a tenth of its calls and more than a tenth of its taxis.
DAY = ["run", "city-recorded-day.yaml", "--no-report", "--quiet"]


def drawn():
    city = City(FOLDER / "facts.toml")
    begin, end = city.weights()
    yield "outline.geojson", geojson([({"zone_id": 1, "name": "City"}, [[ring(city.outline())]])])
    yield "zones.geojson", geojson([
        ({"zone_id": zone.number, "name": zone.name, "district": zone.district}, [[ring(zone.corners)]])
        for zone in city.zones])
    yield "zones.csv", table(
        ["zone_id", "name", "district", "area_km2", "residents", "jobs"],
        [[zone.number, zone.name, zone.district, f"{zone.area:.2f}", zone.residents, zone.jobs] for zone in city.zones])
    yield "demand.csv", table(
        ["zone_id", "origin_weight", "destination_weight", "rank_weight"],
        [[zone.number, decimal(a), decimal(b), decimal(c)] for zone, a, b, c in zip(city.zones, begin, end, city.ranks())])
    yield "hourly.csv", table(["hour", "share"], [[hour, decimal(share)] for hour, share in enumerate(city.hours())])


def cabrank(arguments):
    environment = dict(os.environ)
    environment.pop("CABRANK_DATA_REQUIRED", None)
    done = subprocess.run([COMMAND, *arguments], cwd=ROOT / "Scenarios", stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, env=environment, check=False)
    if done.returncode != 0:
        sys.exit(f"scripts/city: cabrank {' '.join(map(str, arguments))} failed:\n{done.stdout}{done.stderr}")


def layouts():
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in LAYOUTS:
            made = pathlib.Path(folder) / f"{name}.geojson"
            cabrank(["layout", *arguments.split(), "--out", made])
            yield made.name, made.read_text(encoding="utf-8")
