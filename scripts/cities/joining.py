# SPDX-License-Identifier: GPL-3.0-or-later
"""Joins polygons that touch or overlap, by GEOS: Cabrank itself judges maps by this library."""
import ctypes
import json

from files import refuse
from shapes import oriented

LIBRARY = "libgeos_c.so.1"
# Degrees: maps are written with six decimals, so the joined outline lies on them and stays valid when it is written.
GRID = 1e-6


def joined(polygons):
    """The same ground without borders inside it; parts that lie apart stay polygons of their own."""
    try:
        geos = ctypes.CDLL(LIBRARY)
    except OSError as error:
        refuse(f"no GEOS to join zones with ({error}); scripts/install installs it")

    def call(name, *arguments):
        function = getattr(geos, name)
        function.restype = ctypes.c_void_p
        address = function(*arguments)
        if not address:
            raise ValueError(f"{name} failed on {json.dumps(polygons)[:200]}")
        return ctypes.c_void_p(address)

    # A collection, since polygons that share a border are no valid MultiPolygon. What GEOS makes lives as long as the script.
    parts = {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "coordinates": polygon} for polygon in polygons]}
    session = call("GEOS_init_r")
    reader, writer = call("GEOSGeoJSONReader_create_r", session), call("GEOSGeoJSONWriter_create_r", session)
    before = call("GEOSGeoJSONReader_readGeometry_r", session, reader, json.dumps(parts).encode())
    after = call("GEOSUnaryUnionPrec_r", session, before, ctypes.c_double(GRID))
    whole = json.loads(ctypes.string_at(call("GEOSGeoJSONWriter_writeGeometry_r", session, writer, after, ctypes.c_int(-1))))
    found = whole["coordinates"] if whole["type"] == "MultiPolygon" else [whole["coordinates"]]
    return oriented([[[[round(longitude, 6), round(latitude, 6)] for longitude, latitude in ring] for ring in polygon]
                     for polygon in found])
