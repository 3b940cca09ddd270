# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the city of Scenarios/city from its facts: outline, zones, residents, jobs, weights of trips."""
import math
import tomllib
from fractions import Fraction

# WGS 84.
SEMI_MAJOR, FLATTENING = 6_378_137.0, 1 / 298.257223563
STEP = 5  # degrees between two corners of a ring
UNITS = 1_000_000  # weights are written in millionths


class Lots:
    """Numbers from 0 up to 1, the same on every machine (the generator of Numerical Recipes, 64 bits)."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53


class Plane:
    """Kilometres east and north of the middle, and degrees; good to 0.1% within 10 km."""

    def __init__(self, latitude, longitude):
        self.latitude, self.longitude = latitude, longitude
        squared = FLATTENING * (2 - FLATTENING)
        bend = 1 - squared * math.sin(math.radians(latitude)) ** 2
        self.north = SEMI_MAJOR * (1 - squared) / bend**1.5 * math.pi / 180e3
        self.east = SEMI_MAJOR / bend**0.5 * math.cos(math.radians(latitude)) * math.pi / 180e3

    def degrees(self, east, north):
        """Longitude and latitude in whole millionths of a degree (a decimetre): what is written is exact."""
        return (round((self.longitude + east / self.east) * 1e6), round((self.latitude + north / self.north) * 1e6))


class Zone:
    def __init__(self, ring, start, end):
        self.ring, self.start, self.end = ring, start, end
        self.number, self.name, self.district, self.order, self.place = 0, "", "", (), None
        self.corners, self.area, self.residents, self.jobs = [], 0.0, 0, 0


class City:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.facts = tomllib.load(file)
        size = self.facts["size"]
        self.plane = Plane(size["latitude"], size["longitude"])
        self.border = self.facts["shape"]["border"]
        self.mean = math.sqrt(size["area"] / math.pi)
        self.ends = [ring.get("to") for ring in self.facts["shape"]["rings"]]
        self.cuts = self.drawn_cuts()
        # Twice: the form of the outline hardly depends on its size, but its corners do.
        for _ in range(2):
            larger = math.sqrt(size["area"] / self.area(self.outline()))
            self.border = [radius * larger for radius in self.border]
        self.zones = self.named(self.drawn())
        self.settle()

    # --- Shape

    @staticmethod
    def between(radii, degree):
        """The smooth curve (Catmull and Rom) through radii that are given at equal steps around."""
        step = 360 / len(radii)
        index, part = int(degree // step), degree % step / step
        a, b, c, d = (radii[(index + k) % len(radii)] for k in (-1, 0, 1, 2))
        return b + part / 2 * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))

    def radius(self, ring, degree):
        """Where a ring ends in this direction: round in the middle of the city, more like its border farther out."""
        border = self.between(self.border, degree % 360)
        end = self.ends[ring]
        return border if end is None else end * (1 + (border / self.mean - 1) * (end / self.mean) ** 2)

    def drawn_cuts(self):
        """Directions of the borders between the zones of each ring. The avenues among them stay in place."""
        shape = self.facts["shape"]
        lots = Lots(shape["seed"])
        sectors = len(self.facts["districts"]["names"]) - 1
        cuts = []
        for number, ring in enumerate(shape["rings"]):
            count, first = ring["zones"], -180 / sectors
            angles = []
            for index in range(count if count > 1 else 0):
                moved = (lots.next() * 2 - 1) * shape["unevenness"]
                is_avenue = index * sectors % count == 0
                angles.append((first + (index + (0 if is_avenue else moved)) * 360 / count) % 360)
            cuts.append(sorted(angles))
        return cuts

    def curve(self, ring):
        """All directions in which the end of a ring has a corner: its own borders, those of the next ring, and between."""
        angles = set(self.cuts[ring]) | set(range(0, 360, STEP))
        if ring + 1 < len(self.cuts):
            angles |= set(self.cuts[ring + 1])
        return sorted(angles)

    def corner(self, ring, degree):
        radius = self.radius(ring, degree)
        turn = math.radians(degree)
        return self.plane.degrees(radius * math.sin(turn), radius * math.cos(turn))

    def arc(self, ring, start, end):
        """Corners on the end of a ring from one direction clockwise to another, both included."""
        inside = [angle for angle in self.curve(ring) if 0 < (angle - start) % 360 < (end - start) % 360]
        inside.sort(key=lambda angle: (angle - start) % 360)
        return [self.corner(ring, angle) for angle in [start, *inside, end]]

    def drawn(self):
        zones = []
        for ring, cuts in enumerate(self.cuts):
            if not cuts:
                zone = Zone(ring, 0, 360)
                zone.corners = self.counterclockwise([self.corner(ring, angle) for angle in self.curve(ring)])
                zones.append(zone)
            for start, end in zip(cuts, cuts[1:] + cuts[:1]):
                zone = Zone(ring, start, end)
                outer, inner = self.arc(ring, start, end), self.arc(ring - 1, start, end)
                zone.corners = self.counterclockwise(outer + inner[::-1])
                zones.append(zone)
        for zone in zones:
            zone.area = self.area(zone.corners)
        return zones

    @staticmethod
    def counterclockwise(corners):
        kept = [corner for before, corner in zip(corners[-1:] + corners, corners) if corner != before]
        return kept[::-1]

    def outline(self):
        last = len(self.cuts) - 1
        return self.counterclockwise([self.corner(last, angle) for angle in self.curve(last)])

    def area(self, corners):
        """Square kilometres."""
        doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1]))
        return doubled / 2e12 * self.plane.east * self.plane.north

    # --- Names

    def named(self, zones):
        names = self.facts["districts"]["names"]
        sectors = len(names) - 1
        for zone in zones:
            middle = (zone.start + (zone.end - zone.start) % 360 / 2) % 360
            sector = int((middle + 180 / sectors) % 360 // (360 / sectors))
            zone.district = names[0] if zone.ring < self.facts["districts"]["centre-rings"] else names[sector + 1]
            zone.order = (names.index(zone.district), zone.ring, (middle + 180 / sectors) % 360)
        zones.sort(key=lambda zone: zone.order)
        counts = {}
        for number, zone in enumerate(zones, 1):
            counts[zone.district] = counts.get(zone.district, 0) + 1
            zone.number, zone.name = number, f"{zone.district} {counts[zone.district]}"
        for place in self.facts["places"]:
            position = self.plane.degrees(place["east"], place["north"])
            (zone,) = [zone for zone in zones if holds(zone.corners, position)]
            if zone.place:
                raise SystemExit(f"{place['name']} and {zone.place['name']} lie in one zone")
            zone.place, zone.name = place, place["name"]
        return zones

    # --- People

    def densities(self, zone):
        """Of residents and of jobs, on a scale of its own, at the middle of the zone."""
        law = self.facts["density"]
        far = sum(math.dist((0, 0), self.kilometres(corner)) for corner in zone.corners) / len(zone.corners)
        fields = law["fields"]
        is_field = zone.ring == len(self.cuts) - 1 and zone.district in fields["districts"]
        share = fields["share"] if is_field else 1
        return (share * math.exp(law["rise"] * far - law["fall"] * far**2), share * math.exp(-far / law["jobs-reach"]))

    def kilometres(self, corner):
        return ((corner[0] / 1e6 - self.plane.longitude) * self.plane.east,
                (corner[1] / 1e6 - self.plane.latitude) * self.plane.north)

    def settle(self):
        """Gives each zone its residents, who sum to the city's, and its jobs."""
        homes, jobs = [], []
        for zone in self.zones:
            at_home, at_work = self.densities(zone)
            lives = zone.place is None or zone.place.get("residents") != 0
            homes.append(round(at_home * zone.area * 1e6) if lives else 0)
            jobs.append(round(at_work * zone.area * 1e6) if lives else 0)
        for zone, home, job in zip(
                self.zones, dealt(homes, self.facts["size"]["residents"]), dealt(jobs, self.facts["density"]["jobs"])):
            zone.residents, zone.jobs = home, job

    def weights(self):
        """The weights of the zones as beginnings and as ends of trips, in millionths."""
        trips = self.facts["trips"]
        homes = sum(zone.residents for zone in self.zones)
        jobs = sum(zone.jobs for zone in self.zones)
        columns = []
        for key, share in (("begin", trips["begin-at-homes"]), ("end", trips["end-at-homes"])):
            at_places = [Fraction(zone.place.get(key, 0) if zone.place else 0, 10_000) for zone in self.zones]
            rest, share = 1 - sum(at_places), Fraction(str(share))
            columns.append(dealt([
                place + rest * (share * Fraction(zone.residents, homes) + (1 - share) * Fraction(zone.jobs, jobs))
                for place, zone in zip(at_places, self.zones)], UNITS))
        return columns

    def ranks(self):
        """Where taxis stand, in millionths: by the square root of the calls, as queues want it (more spare where few call)."""
        return dealt([round(math.sqrt(weight * UNITS)) for weight in self.weights()[0]], UNITS)

    def hours(self):
        """The share of each hour in the calls of a day, in millionths."""
        return dealt([Fraction(str(count)) for count in self.facts["trips"]["hours"]], UNITS)


def dealt(parts, total):
    """Whole numbers in the ratio of the parts that sum to the total (largest remainder; at ties the earlier one)."""
    whole = sum(parts)
    exact = [Fraction(part) * total / whole for part in parts]
    floors = [int(part) for part in exact]
    by_remainder = sorted(range(len(parts)), key=lambda index: (floors[index] - exact[index], index))
    for index in by_remainder[:total - sum(floors)]:
        floors[index] += 1
    return floors


def holds(corners, position):
    """Whether a ring holds a position (crossings of a line to the east)."""
    inside = False
    for (x, y), (other_x, other_y) in zip(corners, corners[1:] + corners[:1]):
        if (y > position[1]) != (other_y > position[1]):
            if position[0] < x + Fraction((position[1] - y) * (other_x - x), other_y - y):
                inside = not inside
    return inside
