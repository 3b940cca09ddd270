# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts the taxi zones and trip records of New York's Taxi and Limousine Commission (TLC) to zones and a trace for Cabrank.

A trip is kept when it lasts 60 s to 3 h, is 0.05 to 60 miles long, slower than 70 mph on average, and begins and ends in a zone
with ground. Who drove with whom is not known; an unknown number of passengers counts as 1.

Rows that agree in both times, both zones and the distance are one trip. A charge that was voided has such a twin with a negative
amount; the trip stays, since the taxi drove it, and its twin is dropped. So are repeats of a row.
"""
import argparse
import collections
import pathlib
import sys

import pyproj
import shapefile
from files import geojson, refuse, table
from shapes import joined, polygons, square_kilometres

# New York Long Island, US survey feet: the system of the TLC's shapefile.
SYSTEM = 2263
METRES_A_MILE = 1609.344


def zones(path):
    """The zones by number, where outlines under one number are one zone; and how many outlines were joined to how many zones."""
    transformer = pyproj.Transformer.from_crs(SYSTEM, 4326, always_xy=True)
    found = {}
    with shapefile.Reader(str(path)) as reader:
        for item in reader.iterShapeRecords():
            record = item.record.as_dict()
            properties = {"zone_id": int(record["LocationID"]), "name": record["zone"], "borough": record["borough"]}
            known = found.setdefault(properties["zone_id"], (properties, []))
            known[1].append(item.shape)
    whole, parts = [], []
    for _, (properties, shapes) in sorted(found.items()):
        if len(shapes) == 1:
            whole.append((properties, polygons(shapes[0], transformer)))
        else:
            # The border between two parts is still the same line here; rounded, its corners would lie beside it.
            exact = [polygon for shape in shapes for polygon in polygons(shape, transformer, decimals=12)]
            whole.append((properties, joined(exact)))
            parts.append(len(shapes))
    return whole, sum(parts), len(parts)


def trips(path, day, known):
    """The plausible trips of one day, by the time of the pick-up, as rows of a trace; and how many rows were left out, why."""
    import pyarrow.parquet
    names = pyarrow.parquet.ParquetFile(path).schema_arrow.names
    prefix = next((prefix for prefix in ("lpep", "tpep") if f"{prefix}_pickup_datetime" in names), None)
    if prefix is None:
        refuse(f"{path}: no column lpep_pickup_datetime (green) or tpep_pickup_datetime (yellow)")
    columns = [f"{prefix}_pickup_datetime", f"{prefix}_dropoff_datetime", "PULocationID", "DOLocationID", "trip_distance",
               "passenger_count", *(name for name in ("fare_amount", "total_amount") if name in names)]
    records = {}
    for values in zip(*(pyarrow.parquet.read_table(path, columns=[name]).column(0).to_pylist() for name in columns)):
        begin, end, origin, destination, miles, passengers, *amounts = values
        if begin is None or f"{begin:%Y-%m-%d}" != day:
            continue
        # Two taxis do not leave one zone in the same second and arrive in the same second with the same hundredth of a mile.
        void = any((amount or 0) < 0 for amount in amounts)
        records.setdefault((begin, end, origin, destination, miles), []).append((void, passengers))
    rows, left_out = [], collections.Counter()
    for (begin, end, origin, destination, miles), twins in records.items():
        (_, passengers), *others = sorted(twins, key=lambda twin: twin[0])
        left_out.update("voided" if void else "repeated" for void, _ in others)
        seconds = (end - begin).total_seconds() if end else 0
        plausible = 60 <= seconds <= 3 * 3600 and 0.05 <= (miles or 0) <= 60 and miles < 70 * seconds / 3600
        if not plausible or origin not in known or destination not in known:
            left_out["implausible"] += 1
            continue
        rows.append((begin, [f"{begin:%H:%M:%S}", origin, destination, max(int(passengers or 1), 1), round(seconds),
                             round(miles * METRES_A_MILE)]))
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])], left_out


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/city new-york", description=__doc__)
    parser.add_argument("--zones", type=pathlib.Path, required=True, help="the TLC's taxi_zones.shp, its .dbf and .shx beside it")
    parser.add_argument("--trips", type=pathlib.Path, help="the TLC's file of a month, such as green_tripdata_2025-11.parquet")
    parser.add_argument("--day", help="the day to cut from it, YYYY-MM-DD")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder; zones.geojson and trips.csv are written there")
    chosen = parser.parse_args(arguments)
    if (chosen.trips is None) != (chosen.day is None):
        parser.error("--trips and --day belong together")
    try:
        found, parts, joins = zones(chosen.zones)
        if chosen.trips:
            rows, left_out = trips(chosen.trips, chosen.day, {zone[0]["zone_id"] for zone in found})
    except (OSError, KeyError, ValueError, shapefile.ShapefileException) as error:
        refuse(f"not the TLC's files: {error!r}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "zones.geojson").write_text(geojson(found), encoding="utf-8")
    whole = sum(square_kilometres(shape) for _, shape in found)
    print(f"city: {chosen.out}/zones.geojson: {len(found)} zones, {whole:.1f} km2; {parts} parts joined to {joins} zones")
    if chosen.trips:
        header = ["time", "origin_zone", "destination_zone", "travelers", "duration_s", "distance_m"]
        (chosen.out / "trips.csv").write_text(table(header, rows), encoding="utf-8")
        print(f"city: {chosen.out}/trips.csv: {len(rows)} trips of {chosen.day}, {left_out['implausible']} left out; "
              f"rows dropped: {left_out['voided']} voided twins, {left_out['repeated']} repeats")


if __name__ == "__main__":
    main(sys.argv[1:])
