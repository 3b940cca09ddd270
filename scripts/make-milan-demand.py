#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes Scenarios/milan/demand.csv from Scenarios/milan/zones.csv: where taxi trips begin and end in Milan.

    scripts/make-milan-demand.py           writes the file
    scripts/make-milan-demand.py --check   compares; exit code 1 when the file on disk is another one

Milan publishes no taxi trips. The formula and its assumptions are in Scenarios/milan/PROVENANCE-demand.md.
All arithmetic is in whole numbers and fractions, so every machine writes the same bytes.
"""
import csv
import io
import pathlib
import sys
from collections import Counter, defaultdict
from fractions import Fraction

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Scenarios" / "milan"
MODES = ["commute_walk_bike", "commute_transit", "commute_car", "commute_other"]
# Of the trips that begin, this part begins at homes; of those that end, the same part ends at places of activity.
MAIN_PART = Fraction(2, 3)
UNITS = 1_000_000


def usable_figures(zones):
    """The commuting figures of each zone that can be believed, by zone."""
    figures = {zone["zone_id"]: [int(zone[mode]) for mode in MODES] for zone in zones if zone[MODES[0]] != ""}
    rows = Counter(tuple(row) for row in figures.values())
    believed = {}
    for zone in zones:
        row = figures.get(zone["zone_id"])
        # A zone cannot have more commuters than residents, and two zones with equal rows are one row copied.
        if row is not None and 0 < sum(row) <= int(zone["population"]) and rows[tuple(row)] == 1:
            believed[zone["zone_id"]] = row
    return believed


def shares(zones):
    """For each zone the part of its commuters who go by vehicle, and the part who walk or cycle."""
    believed = usable_figures(zones)
    pooled = defaultdict(lambda: [0] * len(MODES))
    for zone in zones:
        row = believed.get(zone["zone_id"])
        if row is not None:
            pooled[zone["municipio"]] = [a + b for a, b in zip(pooled[zone["municipio"]], row)]
    result = {}
    for zone in zones:
        walk, transit, car, other = believed.get(zone["zone_id"], pooled[zone["municipio"]])
        everyone = walk + transit + car + other
        result[zone["zone_id"]] = (Fraction(transit + car, everyone), Fraction(walk, everyone))
    return result


def normalised(weights):
    total = sum(weights)
    return [weight / total for weight in weights]


def in_units(parts):
    """Rounds parts of one to millionths that sum to exactly one (largest remainder; at ties the earlier zone)."""
    floors = [int(part * UNITS) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda index: (floors[index] - parts[index] * UNITS, index))
    for index in by_remainder[:UNITS - sum(floors)]:
        floors[index] += 1
    return [f"{units // UNITS}.{units % UNITS:06d}" for units in floors]


def demand():
    with open(FOLDER / "zones.csv", newline="", encoding="utf-8") as file:
        zones = list(csv.DictReader(file))
    part = shares(zones)
    homes = normalised([int(zone["population"]) * part[zone["zone_id"]][0] for zone in zones])
    activity = normalised([int(zone["population"]) * part[zone["zone_id"]][1] for zone in zones])
    origins = in_units([MAIN_PART * home + (1 - MAIN_PART) * act for home, act in zip(homes, activity)])
    destinations = in_units([(1 - MAIN_PART) * home + MAIN_PART * act for home, act in zip(homes, activity)])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["zone_id", "origin_weight", "destination_weight"])
    writer.writerows(zip((zone["zone_id"] for zone in zones), origins, destinations))
    return text.getvalue()


def main():
    target = FOLDER / "demand.csv"
    if sys.argv[1:] == ["--check"]:
        if not target.exists() or target.read_text(encoding="utf-8") != demand():
            sys.exit("Scenarios/milan/demand.csv is not what scripts/make-milan-demand.py makes of zones.csv")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        target.write_text(demand(), encoding="utf-8")


if __name__ == "__main__":
    main()
