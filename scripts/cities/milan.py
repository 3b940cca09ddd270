# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts the local identity units of Milan (data set ds964 of the Comune di Milano, a GeoJSON file) to zones for Cabrank."""
import argparse
import json
import pathlib
import sys

from files import geojson, refuse
from shapes import oriented, square_kilometres

# The city's official area, km2 (Comune di Milano).
AREA = 181.67


def cut(text):
    """Each unit with its number and name as the city gives them; other properties are dropped, outlines stay."""
    found = []
    for feature in json.loads(text)["features"]:
        properties, geometry = feature["properties"], feature["geometry"]
        several = geometry["type"] == "MultiPolygon"
        polygons = geometry["coordinates"] if several else [geometry["coordinates"]]
        rounded = [[[[round(position[0], 6), round(position[1], 6)] for position in ring] for ring in polygon]
                   for polygon in polygons]
        found.append(({"zone_id": int(properties["ID_NIL"]), "name": properties["NIL"].title()}, oriented(rounded)))
    return sorted(found, key=lambda zone: zone[0]["zone_id"])


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/city milan", description=__doc__)
    parser.add_argument("--zones", type=pathlib.Path, required=True, help="the city's file, such as ds964_nil_wm.geojson")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder; zones.geojson is written there")
    chosen = parser.parse_args(arguments)
    try:
        zones = cut(chosen.zones.read_text(encoding="utf-8"))
    except OSError as error:
        refuse(f"{error}")
    except (ValueError, KeyError, TypeError) as error:
        refuse(f"{chosen.zones}: not the city's map of local identity units (ID_NIL, NIL): {error!r}")
    whole = sum(square_kilometres(polygons) for _, polygons in zones)
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "zones.geojson").write_text(geojson(zones), encoding="utf-8")
    print(f"city: {chosen.out}/zones.geojson: {len(zones)} zones, {whole:.1f} km2 (the city: {AREA})")


if __name__ == "__main__":
    main(sys.argv[1:])
