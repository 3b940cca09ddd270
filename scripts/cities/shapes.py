# SPDX-License-Identifier: GPL-3.0-or-later
"""Polygons of a shapefile in degrees, and their areas on the globe."""
import pyproj
import shapely

GLOBE = pyproj.Geod(ellps="WGS84")


def area(ring):
    """Square metres within a ring of degrees; positive when it runs counterclockwise."""
    longitudes, latitudes = zip(*ring)
    return GLOBE.polygon_area_perimeter(longitudes, latitudes)[0]


def holds(ring, point):
    inside = False
    for (x, y), (other_x, other_y) in zip(ring, ring[1:]):
        if (y > point[1]) != (other_y > point[1]) and point[0] < x + (point[1] - y) * (other_x - x) / (other_y - y):
            inside = not inside
    return inside


def polygons(shape, transformer, decimals=6):
    """The polygons of a shape: lists of rings, the outer one first. In a shapefile outer rings run clockwise."""
    ends = [*shape.parts, len(shape.points)][1:]
    rings = []
    for start, end in zip(shape.parts, ends):
        eastings, northings = zip(*((point[0], point[1]) for point in shape.points[start:end]))
        rings.append([[round(longitude, decimals), round(latitude, decimals)]
                      for longitude, latitude in zip(*transformer.transform(eastings, northings))])
    outer = [ring[::-1] for ring in rings if area(ring) < 0]
    found = [[ring] for ring in outer]
    for hole in (ring[::-1] for ring in rings if area(ring) > 0):
        around = [polygon for polygon in found if holds(polygon[0], hole[0])]
        if around:
            min(around, key=lambda polygon: area(polygon[0])).append(hole)
    return found


def square_kilometres(found):
    return sum(area(ring) for polygon in found for ring in polygon) / 1e6


def oriented(found):
    """Outer rings counterclockwise and holes clockwise (RFC 7946)."""
    return [[ring if (area(ring) > 0) == (index == 0) else ring[::-1] for index, ring in enumerate(polygon)]
            for polygon in found]


def joined(found):
    """The same ground without borders inside it, in degrees of six decimals, as maps are written; parts that lie apart stay polygons of
    their own."""
    # On the grid of the file, so that the outline stays valid when it is written.
    whole = shapely.union_all([shapely.Polygon(outer, holes) for outer, *holes in found], grid_size=1e-6)
    parts = [[part.exterior, *part.interiors] for part in shapely.get_parts(whole)]
    return oriented([[[[round(east, 6), round(north, 6)] for east, north in ring.coords] for ring in part] for part in parts])
