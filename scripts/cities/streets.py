# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays the streets of Scenarios/city from its facts: rings and radials with blocks between them, classes, one-way streets, bus lanes,
bans on turns. Written as osmium writes a map (its form OPL), so that they are imported like those of a real city."""
import math


class Streets:
    def __init__(self, city):
        self.city, self.facts = city, city.facts["streets"]
        self.sectors = len(city.facts["districts"]["names"]) - 1
        self.step = self.facts["block"]
        # The last ring keeps a distance from the border, so that every street is in a zone.
        self.rings = int((city.mean - self.facts["margin"]) / self.step)
        self.counts = [1] + [self.radials(ring) for ring in range(1, self.rings + 1)]
        self.first = [sum(self.counts[:ring]) for ring in range(self.rings + 1)]
        self.ways, self.bans = [], []
        self.lay()

    def radials(self, ring):
        """How many streets cross a ring: a power of two for each sector, so that those of a smaller ring go on in the next one."""
        count = self.sectors
        while 2 * math.pi * ring * self.step / count > self.facts["longest-block"]:
            count *= 2
        return count

    def node(self, ring, index):
        return self.first[ring] + index % self.counts[ring] + 1

    def place(self, ring, index):
        """Round in the middle of the city, more like its border farther out, as its zones are."""
        degree = (index * 360 / self.counts[ring] - 180 / self.sectors) % 360
        border = self.city.between(self.city.border, degree)
        end = ring * self.step
        radius = end * (1 + (border / self.city.mean - 1) * (end / self.city.mean) ** 2)
        turn = math.radians(degree)
        return self.city.plane.degrees(radius * math.sin(turn), radius * math.cos(turn))

    # --- Classes

    def ring_class(self, ring):
        for name in ("primary", "secondary"):
            if any(ring == round(end / self.step) for end in self.facts["rings"][name]):
                return name
        return "tertiary" if ring % self.facts["collector-every"] == 0 else "residential"

    def radial_class(self, ring, index):
        part = self.counts[ring] // self.sectors
        if index % part == 0:
            return "primary"
        if part > 1 and index % (part // 2) == 0:
            return "secondary"
        return "tertiary" if part > 3 and index % (part // 4) == 0 else "residential"

    def limit(self, tags, ring):
        """The speed limit, in km/h."""
        limits = self.facts["limits"]
        if tags["highway"] == "living_street":
            return None
        if tags["highway"] == "residential":
            return limits["small"]
        return limits["outer-ring"] if ring == round(self.facts["rings"]["primary"][-1] / self.step) else limits["large"]

    def way(self, start, end, **tags):
        limit = self.limit(tags, start[0] if start[0] == end[0] else None)
        if limit:
            tags["maxspeed"] = str(limit)
        self.ways.append((start, end, tags))
        return len(self.ways)

    def lay(self):
        """Every block of a street is a way of its own, which bans on turns need."""
        one_way = round(self.facts["one-way-to"] / self.step)
        lanes = round(self.facts["bus-lanes-to"] / self.step)
        centre = round(self.facts["quiet-to"] / self.step)
        along, across = {}, {}
        for ring in range(1, self.rings + 1):
            name = self.ring_class(ring)
            for index in range(self.counts[ring]):
                tags = {"highway": name}
                if name == "residential" and ring <= centre:
                    tags["highway"] = "living_street"
                if name == "residential" and ring <= one_way:
                    tags["oneway"] = "yes" if ring % 2 else "-1"
                along[ring, index] = self.way((ring, index), (ring, index + 1), **tags)
        for ring in range(self.rings):
            for index in range(self.counts[ring] if ring else self.sectors):
                spread = self.counts[ring + 1] // max(self.counts[ring], self.sectors)
                name = self.radial_class(ring + 1, index * spread)
                tags = {"highway": name}
                # Of the smaller streets of the centre every fourth one is left to buses and taxis.
                if name == "tertiary" and ring < lanes and index % 4 == 1:
                    tags["motor_vehicle"], tags["psv"] = "no", "yes"
                elif name == "residential" and ring < one_way:
                    tags["oneway"] = "yes" if index % 2 else "-1"
                across[ring + 1, index * spread] = self.way((ring, index if ring else 0), (ring + 1, index * spread), **tags)
        # From an avenue nobody turns left into a large ring, but for buses and taxis on every second avenue.
        for ring in range(2, self.rings):
            if self.ring_class(ring) not in ("primary", "secondary"):
                continue
            for sector in range(self.sectors):
                index = sector * self.counts[ring] // self.sectors
                before = (index - 1) % self.counts[ring]
                outward = across.get((ring, index))
                if outward is None:
                    continue
                self.bans.append((outward, (ring, index), along[ring, before], sector % 2 == 0))

    # --- Text

    def position(self, node):
        east, north = self.place(*node) if node[0] else self.city.plane.degrees(0, 0)
        return f"x{east / 1e6:.6f}y{north / 1e6:.6f}"

    def opl(self):
        lines = []
        for ring in range(self.rings + 1):
            for index in range(self.counts[ring]):
                lines.append(f"n{self.node(ring, index)} T {self.position((ring, index))}")
        for number, (start, end, tags) in enumerate(self.ways, 1):
            nodes = ",".join(f"n{self.node(*node)}{self.position(node)}" for node in (start, end))
            lines.append(f"w{number} T{','.join(f'{key}={value}' for key, value in sorted(tags.items()))} N{nodes}")
        for number, (begin, via, end, free) in enumerate(self.bans, 1):
            tags = "restriction=no_left_turn,type=restriction"
            if free:
                tags = "except=psv," + tags
            lines.append(f"r{number} T{tags} Mw{begin}@from,n{self.node(*via)}@via,w{end}@to")
        return "\n".join(lines) + "\n"
