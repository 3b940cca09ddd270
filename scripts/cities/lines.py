# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the lines of Scenarios/city from its facts, along its streets, as a feed of GTFS: metro and trams on avenues, buses on the
streets between them and on the large rings."""
import math

from files import table

KINDS = {"metro": 1, "tram": 0, "bus": 3}


class Lines:
    def __init__(self, streets):
        self.streets, self.facts = streets, streets.city.facts["lines"]
        self.sectors = streets.sectors
        self.stops, self.lines = {}, []
        for kind in KINDS:
            for number, half in enumerate(self.facts[kind]["halves"], 1):
                self.across(kind, number, *half)
        for number, end in enumerate(self.facts["bus"]["rings"], 1):
            self.around(number, round(end / streets.step))
        self.tables = dict(self.feed())

    # --- Ways

    def stop(self, kind, ring, index):
        """The stop at a corner; a metro has a station of its own there."""
        place = (kind == "metro", ring, index % self.streets.counts[ring] if ring else 0)
        if place not in self.stops:
            self.stops[place] = f"{'m' if place[0] else 's'}{len(self.stops) + 1}"
        return place

    def across(self, kind, number, *ends):
        """From the border along one radial to the middle, and out again along another."""
        every, last = self.facts[kind]["rings-a-stop"], self.streets.rings
        halves = []
        for turn in ends:
            halves.append([
                self.stop(kind, ring, round(turn * self.streets.counts[ring] / self.sectors))
                for ring in range(every, last + 1, every) if self.streets.counts[ring] * turn % self.sectors == 0])
        middle = [self.stop(kind, 0, 0)] if kind != "bus" else []
        self.lines.append((kind, f"{kind[0].upper()}{number}", halves[0][::-1] + middle + halves[1]))

    def around(self, number, ring):
        count = self.streets.counts[ring]
        step = max(1, round(self.facts["bus"]["rings-a-stop"] * self.streets.step / (2 * math.pi * ring * self.streets.step / count)))
        way = [self.stop("bus", ring, index) for index in range(0, count, step)]
        self.lines.append(("bus", f"R{number}", way + way[:1]))

    def kilometres(self, place):
        _, ring, index = place
        return self.streets.city.kilometres(self.streets.place(ring, index)) if ring else (0, 0)

    def times(self, kind, way):
        """Seconds at each stop: arrival and departure."""
        facts, clock, times = self.facts[kind], 0, []
        for before, place in zip([None, *way], way):
            if before:
                clock += round(math.dist(self.kilometres(before), self.kilometres(place)) / facts["speed"] * 3600)
            times.append((clock, clock + (facts["dwell"] if times else 0)))
            clock = times[-1][1]
        return times

    # --- Tables

    @staticmethod
    def clock(seconds):
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"

    def feed(self):
        yield "agency.txt", table(
            ["agency_id", "agency_name", "agency_url", "agency_timezone"], [["city", "City Transport", "https://example.org", "Europe/Rome"]])
        rows = []
        for place, name in self.stops.items():
            east, north = self.streets.place(place[1], place[2]) if place[1] else self.streets.city.plane.degrees(0, 0)
            rows.append([name, f"Ring {place[1]}, street {place[2]}" if place[1] else "Centre", f"{north / 1e6:.6f}", f"{east / 1e6:.6f}"])
        yield "stops.txt", table(["stop_id", "stop_name", "stop_lat", "stop_lon"], rows)
        yield "routes.txt", table(
            ["route_id", "agency_id", "route_short_name", "route_type"], [[name, "city", name, KINDS[kind]] for kind, name, _ in self.lines])
        year = self.facts["year"]
        yield "calendar.txt", table(
            ["service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "start_date", "end_date"],
            [["week", 1, 1, 1, 1, 1, 0, 0, f"{year}0101", f"{year}1231"], ["end", 0, 0, 0, 0, 0, 1, 1, f"{year}0101", f"{year}1231"]])
        trips, calls, repeats = [], [], []
        windows = [int(hour) * 3600 + int(minute) * 60 for hour, minute in (text.split(":") for text in self.facts["windows"])]
        for kind, name, way in self.lines:
            for direction, stops in enumerate((way, way[::-1])):
                for service in ("week", "end"):
                    trip = f"{name}-{direction}-{service}"
                    trips.append([name, service, trip, direction])
                    for number, (place, (arrival, departure)) in enumerate(zip(stops, self.times(kind, stops)), 1):
                        calls.append([trip, self.clock(arrival), self.clock(departure), self.stops[place], number])
                    headways = self.facts[kind]["headways"] if service == "week" else [self.facts[kind]["weekend"]] * (len(windows) - 1)
                    for begin, end, headway in zip(windows, windows[1:], headways):
                        repeats.append([trip, self.clock(begin), self.clock(end), headway * 60, 1])
        yield "trips.txt", table(["route_id", "service_id", "trip_id", "direction_id"], trips)
        yield "stop_times.txt", table(["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"], calls)
        yield "frequencies.txt", table(["trip_id", "start_time", "end_time", "headway_secs", "exact_times"], repeats)
        # Between a station and the stop above it.
        yield "transfers.txt", table(["from_stop_id", "to_stop_id", "transfer_type", "min_transfer_time"], [
            pair for (is_metro, *corner), name in self.stops.items() if is_metro and (False, *corner) in self.stops
            for pair in ([name, self.stops[False, *corner], 2, self.facts["change"]], [self.stops[False, *corner], name, 2, self.facts["change"]])])
