# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes square zones and their zone-to-zone table of travel times out of a road network.

The network is two tables: nodes (node, lon, lat) and directed arcs (from_node, to_node and a column of seconds). Zones are squares
that hold demand (lon, lat, weight) or a place that is to be reached. A drive begins at the zone's own node: the one nearest to the
first place in the zone, else to the middle of its demand. Its time is the mean over the nodes of the zone where it ends. Tables may be
packed (.gz).
"""
import argparse
import collections
import csv
import gzip
import heapq
import math
import pathlib
import sys

from files import geojson, refuse, table

METRES_A_DEGREE = 111_195.0  # of latitude, on a globe of 6,371 km


def rows(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Network:
    """Nodes by number, and what leads out of each."""

    def __init__(self, nodes, arcs, seconds):
        self.points = {int(row["node"]): (float(row["lon"]), float(row["lat"])) for row in nodes}
        self.arcs = {node: [] for node in self.points}
        for row in arcs:
            self.arcs[int(row["from_node"])].append((int(row["to_node"]), float(row[seconds])))
        # Calls are reached from these; a tunnel or a motorway is none.
        self.ends = {int(row["node"]) for row in nodes if row.get("off_road", "1") == "1"}
        self.narrow = math.cos(math.radians(next(iter(self.points.values()))[1]))
        self.boxes = collections.defaultdict(list)
        for node in sorted(self.points):
            self.boxes[self.box(self.points[node])].append(node)

    @staticmethod
    def box(point):
        return math.floor(point[0] * 100), math.floor(point[1] * 100)

    def nearest(self, point):
        """The node at the shortest distance as the crow flies; of several the first."""
        best, reach, (east, north) = None, 1, self.box(point)
        # A node outside the boxes that were looked at is at least `reach - 1` boxes away.
        while best is None or best[0] > ((reach - 2) * 0.01 * self.narrow) ** 2:
            for node in (node for x in range(east - reach, east + reach + 1) for y in range(north - reach, north + reach + 1)
                         if max(abs(x - east), abs(y - north)) == reach or reach == 1 for node in self.boxes.get((x, y), ())):
                away = ((self.points[node][0] - point[0]) * self.narrow) ** 2 + (self.points[node][1] - point[1]) ** 2
                best = min(best or (away, node), (away, node))
            reach += 1
            if reach > 400:
                refuse("there are no nodes near the demand")
        return best[1]

    def times(self, start):
        """Seconds from a node to each that can be reached (Dijkstra)."""
        found, queue = {start: 0.0}, [(0.0, start)]
        while queue:
            spent, node = heapq.heappop(queue)
            if spent > found[node]:
                continue
            for other, seconds in self.arcs[node]:
                time = spent + seconds
                if time < found.get(other, math.inf):
                    found[other] = time
                    heapq.heappush(queue, (time, other))
        return found


class Squares:
    """Equal squares over a region, numbered from the south-west, row by row; only those that are used."""

    def __init__(self, network, demand, places, metres):
        points = [(float(row["lon"]), float(row["lat"])) for row in demand] + places
        middle = sum(point[1] for point in points) / len(points)
        self.high = metres / METRES_A_DEGREE
        self.wide = self.high / math.cos(math.radians(middle))
        self.west, self.south = min(point[0] for point in points), min(point[1] for point in points)
        self.weights, self.first, centre = collections.Counter(), {}, collections.defaultdict(lambda: [0.0, 0.0, 0.0])
        for row in demand:
            point, weight = (float(row["lon"]), float(row["lat"])), float(row["weight"])
            square = self.square(point)
            self.weights[square] += weight
            sums = centre[square]
            sums[0], sums[1], sums[2] = sums[0] + weight * point[0], sums[1] + weight * point[1], sums[2] + weight
        for place in places:
            self.first.setdefault(self.square(place), place)
        self.numbers = {square: index + 1 for index, square in
                        enumerate(sorted({*self.weights, *self.first}, key=lambda square: square[::-1]))}
        nodes = collections.defaultdict(list)
        for node in sorted(network.ends):
            nodes[self.square(network.points[node])].append(node)
        self.start, self.nodes = {}, {}
        for square in self.numbers:
            sums = centre[square]
            middle = (sums[0] / sums[2], sums[1] / sums[2]) if sums[2] > 0 else self.corner(square, 0.5)
            self.start[square] = network.nearest(self.first.get(square, middle))
            self.nodes[square] = nodes[square] or [self.start[square]]

    def square(self, point):
        return math.floor((point[0] - self.west) / self.wide), math.floor((point[1] - self.south) / self.high)

    def corner(self, square, share=0.0):
        return (self.west + (square[0] + share) * self.wide, self.south + (square[1] + share) * self.high)

    def polygon(self, square):
        (west, south), (east, north) = self.corner(square), self.corner((square[0] + 1, square[1] + 1))
        ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        return [[[[round(longitude, 6), round(latitude, 6)] for longitude, latitude in ring]]]


def times(network, squares):
    """Rows of the table; a pair without a way has none."""
    for origin, number in squares.numbers.items():
        found = network.times(squares.start[origin])
        for target, other in squares.numbers.items():
            reached = [found[node] for node in squares.nodes[target] if node in found]
            if reached:
                yield number, other, max(1, round(sum(reached) / len(reached)))


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/city roads", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=pathlib.Path, required=True, help="node, lon, lat; off_road 1 where a call may be reached")
    parser.add_argument("--arcs", type=pathlib.Path, required=True, help="from_node, to_node and seconds")
    parser.add_argument("--seconds", default="seconds", help="the column of the arcs' seconds (default: seconds)")
    parser.add_argument("--demand", type=pathlib.Path, required=True, help="lon, lat, weight")
    parser.add_argument("--places", type=pathlib.Path, nargs="*", default=[], help="tables with lon, lat: stations, hospitals")
    parser.add_argument("--cell", type=float, default=400, help="side of a square, in metres (default: 400)")
    parser.add_argument("--out", type=pathlib.Path, required=True,
                        help="a folder; zones.geojson, zones.csv and times.csv are written there")
    chosen = parser.parse_args(arguments)
    if not 50 <= chosen.cell <= 10_000:
        parser.error("--cell is 50 to 10000 metres")
    try:
        network = Network(rows(chosen.nodes), rows(chosen.arcs), chosen.seconds)
        places = [(float(row["lon"]), float(row["lat"])) for path in chosen.places for row in rows(path)]
        squares = Squares(network, rows(chosen.demand), places, chosen.cell)
    except (OSError, KeyError, ValueError, ZeroDivisionError, StopIteration) as error:
        refuse(f"not a road network with its demand: {error!r}")
    if len(squares.numbers) > 1000:
        refuse(f"{len(squares.numbers)} zones, and at most 1000 are allowed: choose a larger --cell")
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "zones.geojson").write_text(
        geojson([({"zone_id": number, "name": f"square {number}"}, squares.polygon(square))
                 for square, number in squares.numbers.items()]), encoding="utf-8")
    (chosen.out / "zones.csv").write_text(
        table(["zone_id", "weight"],
              [(number, f"{squares.weights[square]:.8f}") for square, number in squares.numbers.items()]), encoding="utf-8")
    found = list(times(network, squares))
    (chosen.out / "times.csv").write_text(table(["from_zone", "to_zone", "seconds"], found), encoding="utf-8")
    print(f"city: {chosen.out}: {len(squares.numbers)} zones of {chosen.cell:g} m, {len(found)} travel times from "
          f"{len(network.points)} nodes")


if __name__ == "__main__":
    main(sys.argv[1:])
