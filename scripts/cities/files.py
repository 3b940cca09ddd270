# SPDX-License-Identifier: GPL-3.0-or-later
"""How the scripts of cities write: GeoJSON with one zone a line, tables with decimal millionths."""
import csv
import io
import json
import sys


def refuse(message):
    """Ends with the exit code of wrong arguments or files; nothing has been written."""
    print(f"scripts/city: {message}", file=sys.stderr)
    sys.exit(2)


def geojson(features):
    """The text of a map. A feature is its properties and its polygons: lists of rings, lists of (longitude, latitude)."""
    lines = []
    for properties, polygons in features:
        several = len(polygons) > 1
        geometry = {"type": "MultiPolygon" if several else "Polygon", "coordinates": polygons if several else polygons[0]}
        lines.append(json.dumps({"type": "Feature", "properties": properties, "geometry": geometry},
                                ensure_ascii=False, separators=(",", ":")))
    return '{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n"


def table(header, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def decimal(millionths):
    return f"{millionths // 1_000_000}.{millionths % 1_000_000:06d}"


def ring(corners):
    """A closed ring of degrees, from corners in whole millionths of a degree."""
    return [[longitude / 1e6, latitude / 1e6] for longitude, latitude in [*corners, corners[0]]]
