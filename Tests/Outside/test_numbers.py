#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the numbers of a run a second time, from its event log alone, and compares them with what the run reported.

Nothing here is taken from the Swift code: every number follows the definition that the article Results and the list of
metrics give in words, with queues, offers and statuses replayed event by event. Calls are compared with the tables of
demand and of trips that the scenarios read. The standard library is enough.

    Tests/Outside/test_numbers.py                    runs the quick start and mornings of the working and the recorded
                                                day, then checks all three
    Tests/Outside/test_numbers.py path/to/run-folder checks a run that is there (recorded with record.events)

The environment variable CABRANK names another command to run.

Prints 'N passed, M failed'; exit status 0 when nothing failed."""
import bisect
import collections
import csv
import json
import math
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

repository = pathlib.Path(__file__).resolve().parent.parent.parent
second = 1_000_000_000
hour = 3600 * second
circuity = 1.3  # of every scenario that is run here
passed = failed = 0


def check(name, problem):
    global passed, failed
    if problem:
        failed += 1
        print(f"FAILED  {name}: {problem}")
    else:
        passed += 1
        print(f"ok      {name}")


def close(ours, theirs, tolerance=2e-6):
    if ours is None or theirs is None:
        return ours is None and theirs is None
    return abs(ours - theirs) <= tolerance * max(1.0, abs(ours))


def quantile(values, share):
    """The smallest value v such that at least this share of the values is <= v."""
    ordered = sorted(values)
    for value in ordered[max(0, int(share * len(ordered)) - 2):]:
        # In thousandths, so that no last bit of a float decides.
        if bisect.bisect_right(ordered, value) * 1000 >= round(share * 1000) * len(ordered):
            return value
    return ordered[-1]


def mean(values):
    return sum(values) / len(values) if values else None


def deviation(values):
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1)) if len(values) > 1 else 0.0


def ratio(part, whole):
    return part / whole if whole else None


def overlap(begin, end, low, high):
    return max(0, min(end, high) - max(begin, low))


class Request:
    def __init__(self, record, confirmed, order, counted):
        self.number, self.zone, self.passenger = record["request"], record["zone"], record["passenger"]
        self.caller = record["passenger"]  # whoever owns the request later
        self.travelers, self.order, self.counted = record["travelers"], order, counted
        self.seats = self.travelers  # of all who are on it now
        self.place = (record["placeEastMm"], record["placeNorthMm"])
        self.confirmed, self.stored = confirmed, record["timeNs"]
        self.accepted = self.agreed = self.arrived = self.aboard = self.fulfilled = self.ended = self.closed = None
        self.reason = self.outcome = self.pending = self.driver = None
        self.asked, self.polls = [], []
        self.aboard_odometer = self.metres = None
        self.ridden = 0.0
        self.pick_up = None  # agreed, of a reservation
        self.riders = {record["passenger"]: record["travelers"]}
        self.is_shared = False
        self.asked_before = 0  # in earlier rounds

    def offered(self):
        return self.asked_before + len(self.asked)

    def wait(self):
        """From the confirmed call to boarding; who reserved waits from the agreed pick-up on."""
        return (self.aboard - max(self.confirmed, self.pick_up or self.confirmed)) / second

    def delay(self):
        return (self.arrived - (self.agreed if self.pick_up is None else self.pick_up)) / second


class Driver:
    def __init__(self, number, seats, start):
        self.number, self.seats, self.status, self.since = number, seats, "offShift", start
        self.phase, self.phases = "offShift", []
        self.zone = self.pending = self.joined = self.fix = None
        self.odometer = self.rides = 0
        self.way = collections.Counter()
        self.answers = collections.Counter()
        self.spans = []


class Replay:
    """The city as the log tells it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text())
        run = self.summary["run"]
        self.start, self.end = int(run["startSeconds"] * second), int(run["endSeconds"] * second)
        self.measured = self.start + int(run["warmUpSeconds"] * second)
        self.requests, self.drivers, self.offers = {}, {}, {}
        self.queues, self.lengths = collections.defaultdict(list), collections.defaultdict(list)
        self.joined_at = {}
        self.unasked = collections.defaultdict(dict)  # open requests without a pending offer, by zone
        self.counts, self.refusals = collections.Counter(), collections.Counter()
        self.confirmed = {}
        self.queue_times = collections.defaultdict(list)
        self.overtakes = self.overtaking = 0
        self.inversions = self.violations = self.crossings = self.most_pending = 0
        self.problems = collections.defaultdict(list)
        self.touched = set()
        self.now = None
        self.legs = []
        self.total = self.open = self.most_open = 0
        self.first_prepared = {}
        self.reservations, self.activated, self.paused = {}, {}, {}
        self.shares, self.share_counts = {}, collections.Counter()
        self.last_stored = (0, 0)
        self.order = 0
        with open(self.folder / "events.jsonl") as lines:
            next(lines)
            for number, line in enumerate(lines, 1):
                record = json.loads(line)
                if record["number"] != number:
                    self.problem("numbers", record, "is not the next number")
                if record["timeNs"] != self.now:
                    if self.now is not None and record["timeNs"] < self.now:
                        self.problem("time", record, "goes back in time")
                    self.instant_ends()
                    self.now = record["timeNs"]
                self.begin_rounds(record)
                self.total += 1
                self.counts[record["event"]] += 1
                action = getattr(self, record["event"], None)
                if action:
                    action(record)
        self.instant_ends()
        for driver in self.drivers.values():
            self.enter(driver, None, self.end)
        for zone in self.queues:
            self.lengths[zone].append((self.end, 0))

    def problem(self, kind, record, text):
        self.problems[kind].append(f"event {record['number'] if record else '-'} at {self.now}: {text}")

    # At the end of each instant, drivers are queued if and only if they are available.
    def instant_ends(self):
        for number in self.touched:
            driver = self.drivers[number]
            if (driver.status == "available") != (driver.zone is not None):
                self.problem("available is queued", None, f"driver {number} is {driver.status}, zone {driver.zone}")
        self.touched.clear()

    def enter(self, driver, phase, now):
        driver.phases.append((driver.phase, driver.since, now))
        driver.phase, driver.since = phase, now

    def drive(self, driver, odometer, phase):
        way = odometer - driver.odometer
        if way < 0:
            self.problem("odometers", None, f"driver {driver.number} runs backwards")
        driver.odometer = odometer
        if self.now >= self.measured:
            driver.way[phase] += way

    def is_measured(self):
        return self.now >= self.measured

    def driverRegistered(self, e):
        self.drivers[e["driver"]] = Driver(e["driver"], e["seats"], self.start)

    def positionReported(self, e):
        driver = self.drivers[e["driver"]]
        self.drive(driver, e["odometerMm"],
                   driver.phase if driver.phase in ("toPickUp", "withPassenger") else "other")
        driver.fix = (e["placeEastMm"], e["placeNorthMm"], e["odometerMm"], self.now)

    def odometerRead(self, e):
        driver = self.drivers[e["driver"]]
        if self.start < self.measured == self.now:  # the way up to the end of the warm-up lies in it
            driver.odometer = e["odometerMm"]
        else:
            self.drive(driver, e["odometerMm"],
                       driver.phase if driver.phase in ("toPickUp", "withPassenger") else "other")

    def callPrepared(self, e):
        self.first_prepared.setdefault(e["passenger"], self.now)

    def callConfirmed(self, e):
        self.confirmed[e["passenger"]] = self.now

    def callRefused(self, e):
        if self.is_measured():
            self.refusals[e["reason"]] += 1

    def requestStored(self, e):
        reservation = self.activated.get(e["request"])
        confirmed = self.now if reservation else self.confirmed[e["passenger"]]
        self.order += 1
        request = Request(e, confirmed, self.order, self.is_measured())
        request.pick_up = reservation["pickUpNs"] if reservation else None
        self.last_stored = (e["request"], e["number"])
        self.requests[request.number] = request
        self.unasked[request.zone][request.number] = request
        self.open += 1
        self.most_open = max(self.most_open, self.open if self.is_measured() else 0)

    def close(self, request, outcome):
        if request.outcome is None:
            if self.is_measured():  # those of the warm-up that were open until now among them
                self.most_open = max(self.most_open, self.open)
            self.open -= 1
            request.outcome, request.closed = outcome, self.now
        self.unasked[request.zone].pop(request.number, None)

    def requestAborted(self, e):
        request = self.requests[e["request"]]
        request.reason = e["reason"]
        self.close(request, {"abandoned": "abandoned", "runEnded": "open"}.get(e["reason"], "aborted"))
        if request.outcome == "open":  # the run's end closes it, which is no outcome
            request.outcome = request.closed = None

    def passengerAbandoned(self, e):
        if len(self.requests[e["request"]].riders) > 1:  # one of several: the request goes on
            return
        self.close(self.requests[e["request"]], "abandoned")

    # A round of a reservation that failed: 60 s later it is a new arrival, and everybody may be asked again. At the
    # instant itself arrivals and state changes come first.
    def begin_rounds(self, record):
        for number, due in list(self.paused.items()):
            if due < record["timeNs"] or (due == record["timeNs"] and record["event"] == "reservationRetry"):
                del self.paused[number]
                request = self.requests[number]
                self.order += 1
                request.asked_before += len(request.asked)
                request.asked, request.order = [], self.order

    def reservationStored(self, e):
        self.reservations[e["reservation"]] = dict(
            e, counted=self.measured <= e["pickUpNs"] <= self.end, stored=self.now, activatedAt=None, held=0, waits=[], retries=0, outcome=None,
            request=None, cancelled=0)

    def reservationActivated(self, e):
        self.activated[e["request"]] = reservation = self.reservations[e["reservation"]]
        reservation["activatedAt"], reservation["request"] = self.now, e["request"]

    def reservationHeld(self, e):
        self.reservations[e["reservation"]]["held"] = 1

    def reservationWaiting(self, e):
        self.reservations[e["reservation"]]["waits"].append(e["reason"])
        if e["reason"] == "allRefused":
            self.paused[e["request"]] = self.now + 60 * second

    def reservationRetry(self, e):
        self.reservations[e["reservation"]]["retries"] += 1
        self.paused.pop(e["request"], None)

    def reservationCancelled(self, e):
        self.reservations[e["reservation"]]["cancelled"] += 1

    def reservationEnded(self, e):
        reservation = self.reservations[e["reservation"]]
        if reservation["outcome"]:
            self.problem("reservations end once", e, "ended before")
        reservation["outcome"] = e["outcome"]

    def reservationRejected(self, e):
        self.share_counts["rejected"] += self.is_measured()

    # Who is on a request from its storing on is noted right after it, and counted there.
    def passengerAttached(self, e):
        request = self.requests[e["request"]]
        if self.last_stored == (e["request"], e["number"] - 1):
            self.last_stored = (e["request"], e["number"])
            request.riders[request.passenger] -= e["travelers"]
        request.riders[e["passenger"]] = e["travelers"]
        request.seats = sum(request.riders.values())
        request.is_shared = True

    def passengerDetached(self, e):
        request = self.requests[e["request"]]
        del request.riders[e["passenger"]]
        request.seats = sum(request.riders.values())

    def count_share(self, e):
        self.share_counts[e["event"]] += self.is_measured()

    shareProposed = shareChosen = shareDeclined = joinRefused = sharedRideMissed = count_share

    def shareSearch(self, e):
        self.count_share(e)
        if self.is_measured():
            self.share_counts["candidates"] += e["candidates"]
            self.share_counts["feasible"] += e["feasible"]

    def shareJoined(self, e):
        self.count_share(e)

    def rideCreated(self, e):
        self.count_share(e)
        self.shares[e["ride"]] = {"aboard": {}, "drops": [], "fees": [], "ended": None}

    def travelersBoarded(self, e):
        if e["entered"] > 0:
            self.shares[e["ride"]]["aboard"][e["passenger"]] = e["entered"]

    def travelersDropped(self, e):
        self.shares[e["ride"]]["drops"].append((self.now, e))

    def feeShare(self, e):
        self.shares[e["ride"]]["fees"].append((self.now, e))

    def sharedRideEnded(self, e):
        self.shares[e["ride"]]["ended"] = (self.now, e)

    def offerSent(self, e):
        request, driver = self.requests[e["request"]], self.drivers[e["driver"]]
        queue = self.queues[e["zone"]]
        if driver.zone != e["zone"] or e["zone"] != request.zone:
            self.crossings += 1
        elif queue.index(driver.number) != e["place"]:
            self.problem("place in the queue", e, f"says {e['place']}, replay {queue.index(driver.number)}")
        if request.pending is not None:
            self.problem("one pending offer a request", e, "has another offer")
        for nearer in queue:
            if nearer == driver.number:
                break
            other = self.drivers[nearer]
            if other.pending is None and other.seats >= request.seats and nearer not in request.asked:
                self.violations += 1
                break
        if any(older.order < request.order and older.seats <= driver.seats and driver.number not in older.asked
               for older in self.unasked[request.zone].values()):
            self.inversions += 1
        if driver.seats < request.seats or driver.number in request.asked or e["travelers"] != request.seats:
            self.problem("eligible", e, "driver has too few seats or was asked before")
        self.most_pending = max(self.most_pending, 1 if driver.pending is None else 2)
        driver.pending = request.pending = e["offer"]
        request.asked.append(driver.number)
        self.unasked[request.zone].pop(request.number, None)
        self.offers[e["offer"]] = [request, driver, self.now, None, "open", e["place"], e["travelers"]]

    def end_offer(self, e, ending):
        offer = self.offers[e["offer"]]
        request, driver = offer[0], offer[1]
        if offer[4] != "open":
            self.problem("offers end once", e, "ended before")
        offer[3], offer[4] = self.now, ending
        if not 0 <= self.now - offer[2] <= 60 * second + (10 * second if ending.startswith("withdrawn") else 0):
            self.problem("offers end within 60 s", e, f"after {(self.now - offer[2]) / second} s")
        if ending == "timedOut" and self.now - offer[2] != 60 * second:
            self.problem("offers end within 60 s", e, "timed out early")
        driver.pending = request.pending = None
        driver.answers[ending.split(":")[0]] += 1
        if ending != "accepted" and request.outcome is None:
            self.unasked[request.zone][request.number] = request

    def offerAccepted(self, e):
        self.end_offer(e, "accepted")
        request, driver = self.requests[e["request"]], self.drivers[e["driver"]]
        request.accepted, request.driver = self.now, e["driver"]
        driver.spans.append(request)

    def offerRefused(self, e):
        self.end_offer(e, "refused")

    def offerTimedOut(self, e):
        self.end_offer(e, "timedOut")

    def offerWithdrawn(self, e):
        self.end_offer(e, "withdrawn:" + e["reason"])

    def driverEnqueued(self, e):
        driver, queue = self.drivers[e["driver"]], self.queues[e["zone"]]
        if driver.zone is not None:
            self.problem("one queue a driver", e, "is in two queues")
        if len(queue) != e["place"]:
            self.problem("place in the queue", e, f"joins at {e['place']}, bottom is {len(queue)}")
        queue.append(driver.number)
        driver.zone, driver.joined = e["zone"], self.now
        self.lengths[e["zone"]].append((self.now, len(queue)))
        self.touched.add(driver.number)

    def driverDequeued(self, e):
        driver, queue = self.drivers[e["driver"]], self.queues[e["zone"]]
        place = queue.index(driver.number)
        del queue[place]
        driver.zone = None
        self.lengths[e["zone"]].append((self.now, len(queue)))
        self.touched.add(driver.number)
        if e["reason"] == "accepted" and self.is_measured():
            self.queue_times[e["zone"]].append((self.now - driver.joined) / second)
            self.overtakes += place
            self.overtaking += place > 0

    def driverMovedToBottom(self, e):
        queue = self.queues[e["zone"]]
        queue.remove(e["driver"])
        queue.append(e["driver"])

    def statusChanged(self, e):
        driver = self.drivers[e["driver"]]
        if driver.status != e["from"]:
            self.problem("status", e, f"from {e['from']}, was {driver.status}")
        driver.status = e["to"]
        self.enter(driver, {"busy": "toPickUp"}.get(e["to"], e["to"]), self.now)
        self.touched.add(driver.number)

    def passengerNotified(self, e):
        if e["kind"] == "accepted":
            self.requests[e["request"]].agreed = e["etaNs"]

    def etaUpdated(self, e):
        request = self.requests[e["request"]]
        if e["passenger"] == request.passenger:
            request.polls.append(self.now)

    def boardingPrompted(self, e):
        request = self.requests[e["request"]]
        request.arrived = self.now if request.arrived is None else request.arrived

    def passengerAboard(self, e):
        request, driver = self.requests[e["request"]], self.drivers[e["driver"]]
        request.arrived = self.now if request.arrived is None else request.arrived
        request.aboard, request.aboard_odometer = self.now, e["odometerMm"]
        if driver.fix and driver.fix[3] > request.accepted:  # a fix on the way to the pick-up
            self.legs.append(("approach", math.dist(driver.fix[:2], request.place), e["odometerMm"] - driver.fix[2]))
        self.drive(driver, e["odometerMm"], "toPickUp")
        self.enter(driver, "withPassenger", self.now)
        if e["travelers"] > driver.seats:
            self.problem("eligible", e, "more travelers than seats")

    def requestFulfilled(self, e):
        request = self.requests[e["request"]]
        if request.aboard != self.now:
            self.problem("fulfilled at boarding", e, "not at the instant of boarding")
        self.close(request, "fulfilled")

    def rideReleased(self, e):
        request = self.requests[e["request"]]
        self.close(request, "released")
        request.ended = self.now

    def rideEnded(self, e):
        request, driver = self.requests[e["request"]], self.drivers[e["driver"]]
        request.ended = self.now
        request.metres = (e["odometerMm"] - request.aboard_odometer) / 1000
        # With stops on the way, the way is not one leg.
        self.legs.append(("shared" if request.is_shared else "ride", math.dist(request.place, (e["placeEastMm"], e["placeNorthMm"])),
                          e["odometerMm"] - request.aboard_odometer))
        self.drive(driver, e["odometerMm"], "withPassenger")
        if self.is_measured():
            driver.rides += 1

    # MARK: Numbers

    def counted(self):
        return [request for request in self.requests.values() if request.counted]

    def span(self, driver, phase, low=None, high=None):
        low, high = low or self.measured, high or self.end
        return sum(overlap(begin, end, low, high) for name, begin, end in driver.phases if name == phase)

    def wishes(self):
        """The first request and the outcome of each counted wish: who calls again at most 15 min after an abort wants the same ride."""
        chains, last = [], {}
        for request in self.requests.values():
            chain = last.get(request.caller)
            if chain and chain[-1].outcome == "aborted" and request.stored - chain[-1].closed <= 900 * second:
                chain.append(request)
            else:
                chain = last[request.caller] = [request]
                chains.append(chain)
        found = []
        for chain in chains:
            first, end = chain[0], chain[-1]
            if not first.counted:
                continue
            # A reservation's time begins at the agreed pick-up.
            began = first.confirmed if first.pick_up is None else max(first.stored, first.pick_up)
            until = end.aboard if end.outcome == "fulfilled" else self.end
            if end.outcome not in ("fulfilled", None):
                found.append((first, "unserved"))
            elif until - began > 600 * second:
                found.append((first, "late"))
            else:
                found.append((first, "inTime" if end.outcome else "undecided"))
        return found

    def metrics(self):
        values, requests = {}, self.counted()
        wishes = self.wishes()
        kinds = collections.Counter(kind for _, kind in wishes)
        for kind in ("inTime", "late", "unserved", "undecided"):
            values[f"wishes.{kind}"] = kinds[kind]
        values["wishes.total"] = len(wishes) - kinds["undecided"]
        values["wishes.notInTimeShare"] = ratio(kinds["late"] + kinds["unserved"], values["wishes.total"])
        for name, key in [("Zone", lambda r: r.zone), ("Hour", lambda r: (r.stored - self.start) // hour)]:
            parts = collections.defaultdict(list)
            for first, kind in wishes:
                if kind != "undecided":
                    parts[key(first)].append(kind != "inTime")
            values[f"wishes.notInTimeMax{name}"] = max((sum(part) / len(part) for part in parts.values() if len(part) >= 20),
                                                       default=None)
        outcomes = collections.Counter(request.outcome or "open" for request in requests)
        reasons = collections.Counter(request.reason for request in requests if request.outcome == "aborted")
        values["calls.stored"] = len(requests)
        values["calls.refused"] = sum(self.refusals.values())
        values["calls.total"] = len(requests) + sum(self.refusals.values())
        values["calls.travelers"] = sum(request.travelers for request in requests)
        for name, outcome in [("fulfilled",) * 2, ("aborted",) * 2, ("abandoned",) * 2, ("released",) * 2,
                              ("openAtEnd", "open")]:
            values[f"calls.{name}"] = outcomes[outcome]
        for name in self.summary["metrics"]:
            if name.startswith("calls.refused."):
                values[name] = self.refusals[name.rsplit(".", 1)[1]]
            if name.startswith("calls.aborted."):
                values[name] = reasons[name.rsplit(".", 1)[1]]
        values["calls.abortRate"] = ratio(outcomes["aborted"], len(requests))
        arrived = [r for r in requests if r.arrived is not None and r.agreed is not None]
        delays, errors = [r.delay() for r in arrived], [(r.arrived - r.agreed) / second for r in arrived]
        samples = {
            "wait": [r.wait() for r in requests if r.outcome == "fulfilled"],
            "acceptance": [(r.accepted - r.confirmed) / second for r in requests if r.accepted is not None],
            "arrivalDelay": delays, "etaError": [abs(error) for error in errors],
            "queueTime": [time for times in self.queue_times.values() for time in times]}
        for name, sample in samples.items():
            self.family(values, name, sample)
        values["etaError.bias"] = mean(errors)
        values["arrivalDelay.shareInTime"] = ratio(sum(delay <= 600 for delay in delays), len(delays))
        self.offer_metrics(values, requests)
        self.driver_metrics(values)
        zone_waits = collections.defaultdict(list)
        for r in requests:
            if r.outcome == "fulfilled":
                zone_waits[r.zone].append(r.wait())
        means = [mean(waits) for waits in zone_waits.values()]
        values["fairness.zoneWaitMin"], values["fairness.zoneWaitMax"] = min(means), max(means)
        values["fairness.zoneWaitSd"] = deviation(means) if len(means) > 1 else None
        span = self.end - self.measured
        open_spans = [(r.stored, r.closed if r.closed is not None else self.end) for r in self.requests.values()]
        seen = [overlap(begin, end, self.measured, self.end) for begin, end in open_spans if end >= self.measured]
        values["openRequests.mean"] = sum(seen) / span
        values["openRequests.rate"] = len(seen) / (span / hour)
        values["openRequests.meanTime"] = ratio(sum(seen) / second, len(seen)) or 0
        values["openRequests.max"] = max(self.most_open, self.open)
        self.reservation_metrics(values)
        self.sharing_metrics(values)
        values["events.total"] = self.total
        values["run.hours"] = span / hour
        return values

    def reservation_metrics(self, values):
        if "reservations" not in self.summary:
            return
        mine = [r for r in self.reservations.values() if r["counted"]]
        taxis = [(r, self.requests[r["request"]]) for r in mine if r["request"]]
        outcomes = collections.Counter(r["outcome"] for r in mine)
        late = [(t.arrived - r["pickUpNs"]) / second for r, t in taxis if t.arrived is not None]
        numbers = {
            "stored": len(mine), "shared": sum(r["shared"] for r in mine), "rejected": self.share_counts["rejected"],
            "activated": len(taxis), "held": sum(r["held"] for r in mine), "waits": sum(len(r["waits"]) for r in mine),
            "retries": sum(r["retries"] for r in mine), "cancelled": sum(r["cancelled"] for r in mine),
            "open": outcomes[None], "fulfilledShare": ratio(outcomes["fulfilled"], len(mine)),
            "within10": ratio(sum(x <= 600 for x in late), len(late)),
            "within20": ratio(sum(x <= 1200 for x in late), len(late))}
        for outcome in ("fulfilled", "cancelled", "dropped", "released", "unserved", "runEnded"):
            numbers["outcome." + outcome] = outcomes[outcome]
        values.update({"reservations." + name: value for name, value in numbers.items()})
        self.family(values, "reservations.lateness", late)
        self.family(values, "reservations.boarding",
                    [(t.aboard - r["pickUpNs"]) / second for r, t in taxis if t.aboard is not None])
        self.family(values, "reservations.search",
                    [(t.accepted - r["activatedAt"]) / second for r, t in taxis if t.accepted is not None])
        self.family(values, "reservations.lead", [(r["pickUpNs"] - r["stored"]) / second for r in mine])

    def sharing_metrics(self, values):
        if "sharing" not in self.summary:
            return
        counts = self.share_counts
        ended = [(share, share["ended"][1]) for share in self.shares.values()
                 if share["ended"] and share["ended"][0] >= self.measured]
        together = [share for share in self.shares.values() if len(share["aboard"]) > 1]
        driven, alone = (sum(e[key] for _, e in ended) / 1e6 for key in ("drivenMm", "aloneMm"))
        numbers = {
            "searches": counts["shareSearch"], "candidates": counts["candidates"], "feasible": counts["feasible"],
            "proposed": counts["shareProposed"], "chosen": counts["shareChosen"], "declined": counts["shareDeclined"],
            "joined": counts["shareJoined"], "joinRefused": counts["joinRefused"], "missed": counts["sharedRideMissed"],
            "created": counts["rideCreated"], "rides": len(ended),
            "together": sum(len(share["aboard"]) > 1 for share, _ in ended),
            "passengersPerRide": mean([len(share["aboard"]) for share, _ in ended]),
            "travelersPerRide": mean([sum(share["aboard"].values()) for share, _ in ended]),
            "driven": driven, "alone": alone, "saved": alone - driven, "savedShare": ratio(alone - driven, alone)}
        values.update({"sharing." + name: value for name, value in numbers.items()})
        drops = [e for share in together for now, e in share["drops"] if now >= self.measured]
        fees = [e for share in together for now, e in share["fees"] if now >= self.measured]
        self.family(values, "sharing.detour", [(e["distanceMm"] - e["directMm"]) / 1e6 for e in drops])
        self.family(values, "sharing.detourRatio",
                    [e["distanceMm"] / e["directMm"] for e in drops if e["directMm"] > 0])
        self.family(values, "sharing.delay", [e["delayNs"] / second for e in drops])
        self.family(values, "sharing.fee", [e["hundredths"] / 1e4 for e in fees])
        self.family(values, "sharing.feeDirect", [e["directHundredths"] / 1e4 for e in fees])
        self.family(values, "sharing.feeDifference",
                    [abs(e["hundredths"] - e["directHundredths"]) / 1e4 for e in fees])
        # The fee is split by driven distance and travelers; largest remainders, so off by less than 0.01 %.
        for number, share in self.shares.items():
            whole = sum(e["travelers"] * e["distanceMm"] for _, e in share["fees"])
            for _, e in share["fees"]:
                exact = 1e4 * e["travelers"] * e["distanceMm"] / whole if whole else None
                if exact is not None and abs(e["hundredths"] - exact) >= 1:
                    self.problem("fee shares", e, f"ride {number}: {e['hundredths']}, exact {exact}")
            if share["fees"] and sum(e["hundredths"] for _, e in share["fees"]) != 10_000:
                self.problem("fee shares", share["fees"][0][1], f"of ride {number} do not sum to 100 %")

    def family(self, values, name, sample):
        values[f"{name}.count"] = len(sample)
        values[f"{name}.mean"] = mean(sample)
        values[f"{name}.sd"] = deviation(sample) if sample else None
        values[f"{name}.max"] = max(sample, default=None)
        for share in (50, 90, 95, 99):
            values[f"{name}.p{share}"] = quantile(sample, share / 100) if sample else None

    def offer_metrics(self, values, requests):
        offers = [offer for offer in self.offers.values() if offer[0].counted]
        endings = collections.Counter(offer[4].split(":")[0] for offer in offers)
        reasons = collections.Counter(offer[4].split(":")[1] for offer in offers if ":" in offer[4])
        ended = len(offers) - endings["open"]
        values["offers.sent"] = len(offers)
        for ending in ("accepted", "refused", "timedOut", "withdrawn"):
            values[f"offers.{ending}"] = endings[ending]
        for name in self.summary["metrics"]:
            if name.startswith("offers.withdrawn."):
                values[name] = reasons[name.rsplit(".", 1)[1]]
        values["offers.timeoutShare"] = ratio(endings["timedOut"], ended)
        values["offers.refuseShare"] = ratio(endings["refused"], ended)
        values["offers.perRequest"] = ratio(len(offers), len(requests))
        values["offers.maxPending"] = self.most_pending
        values["offers.arrivalInversions"], values["offers.fifoViolations"] = self.inversions, self.violations
        values["offers.zoneCrossing"] = self.crossings

    def driver_metrics(self, values):
        drivers, span = list(self.drivers.values()), self.end - self.measured
        times = {phase: sum(self.span(driver, phase) for driver in drivers)
                 for phase in ("offShift", "available", "toPickUp", "withPassenger")}
        for phase, time in times.items():
            values[f"drivers.share.{phase}"] = time / (span * len(drivers))
        service = sum(times.values()) - times["offShift"]
        values["drivers.count"], values["drivers.inService"] = len(drivers), service / span
        values["drivers.utilisation"] = (times["toPickUp"] + times["withPassenger"]) / service
        values["drivers.serviceHours"] = service / hour
        rides = sum(driver.rides for driver in drivers)
        values["rides.ended"], values["rides.perServiceHour"] = rides, rides / (service / hour)
        rates = []
        for driver in drivers:
            served = sum(self.span(driver, phase) for phase in ("available", "toPickUp", "withPassenger"))
            if served > 0:
                rates.append(driver.rides / (served / hour))
        if sum(rates) > 0:
            # Half the mean difference of two drivers, by the mean; summed without sorting tricks over the counts.
            ordered, below, differences = sorted(rates), 0.0, 0.0
            for index, rate in enumerate(ordered):
                differences += rate * index - below
                below += rate
            values["fairness.gini"] = differences / (len(rates) * sum(rates))
            values["fairness.jain"] = sum(rates) ** 2 / (len(rates) * sum(rate * rate for rate in rates))
        values["fairness.overtakes"] = self.overtakes
        values["fairness.overtakingOffers"] = ratio(self.overtaking, sum(map(len, self.queue_times.values())))
        way = sum((driver.way for driver in drivers), collections.Counter())
        for phase in ("toPickUp", "withPassenger", "other"):
            values[f"distance.{phase}"] = way[phase] * 1e-6
        whole = sum(way.values())
        values["distance.emptyShare"] = ratio(whole - way["withPassenger"], whole)

    def queue_area(self, zone):
        area, level, since = 0, 0, self.start
        for now, length in self.lengths[zone]:
            area += level * overlap(since, now, self.measured, self.end)
            level, since = length, now
        return area

    def service_spans(self):
        """Of each zone: drivers' time on rides that began there, and the whole rides of counted requests."""
        busy, whole = collections.Counter(), collections.defaultdict(list)
        for r in self.requests.values():
            if r.accepted is None:
                continue
            end = r.ended if r.ended is not None else self.end
            busy[r.zone] += overlap(r.accepted, end, self.measured, self.end)
            if r.counted and r.ended is not None:
                whole[r.zone].append(r.ended - r.accepted)
        return busy, whole


def compare_metrics(replay, name):
    theirs, wrong, seen = replay.summary["metrics"], [], 0
    for metric, value in replay.metrics().items():
        seen += 1
        # Quantiles of many values lie at most 0.1 % above the exact ones.
        wide = re.search(r"\.p\d+$", metric) and theirs[metric.rsplit(".", 1)[0] + ".count"] > 16384
        if metric not in theirs:
            wrong.append(f"{metric} is missing")
        elif not close(value, theirs[metric], 1.1e-3 if wide else 2e-6):
            wrong.append(f"{metric} {theirs[metric]}, recomputed {value}")
    check(f"{name}: {seen} metrics", "; ".join(wrong))
    verdict = next(v for v in replay.summary["verdicts"] if v["id"] == "Little's law")
    check(f"{name}: Little's law", None if verdict["outcome"] == "PASS" else verdict["text"])


def compare_hours(replay, name):
    wrong = []
    hours = collections.Counter(((first.stored - replay.start) // hour, kind) for first, kind in replay.wishes())
    zones = collections.Counter((first.zone, kind) for first, kind in replay.wishes())
    for key, rows, counts in [("hour", replay.summary["hours"], hours), ("zone", replay.summary["zones"], zones)]:
        for row in rows:
            ours = {kind: counts[row[key], kind] for kind in ("inTime", "late", "unserved", "undecided")}
            if row["wishes"] != ours:
                wrong.append(f"{key} {row[key]} wishes {row['wishes']}, recomputed {ours}")
    for row in replay.summary["hours"]:
        low = replay.start + row["hour"] * hour
        high = min(low + hour, replay.end)
        mine = [r for r in replay.counted() if low <= r.stored < low + hour]
        outcomes = collections.Counter(r.outcome or "open" for r in mine)
        for key, outcome in [("stored", None), ("fulfilled", "fulfilled"), ("aborted", "aborted"), ("openAtEnd", "open")]:
            ours = len(mine) if outcome is None else outcomes[outcome]
            if row["calls"][key] != ours:
                wrong.append(f"hour {row['hour']} {key} {row['calls'][key]}, recomputed {ours}")
        waits = [r.wait() for r in mine if r.outcome == "fulfilled"]
        for key, ours in [("mean", mean(waits)), ("p95", quantile(waits, 0.95) if waits else None)]:
            # Quantiles of many values lie at most 0.1 % above the exact ones.
            if not close(ours, (row.get("wait") or {}).get(key), 1.1e-3 if key == "p95" and len(waits) > 4096 else 2e-6):
                wrong.append(f"hour {row['hour']} wait {key} {row['wait']}, recomputed {ours}")
        if sum(r.offered() for r in mine) != row["offers"]:
            wrong.append(f"hour {row['hour']} offers")
        whole = overlap(low, high, replay.measured, replay.end) * len(replay.drivers)
        for index, phase in enumerate(("offShift", "available", "toPickUp", "withPassenger")):
            if not whole:
                continue
            ours = sum(replay.span(d, phase, max(low, replay.measured), high) for d in replay.drivers.values()) / whole
            if not close(ours, row["driverShares"][index]):
                wrong.append(f"hour {row['hour']} {phase} {row['driverShares'][index]}, recomputed {ours}")
        if row["hourOfDay"] != low // hour % 24:
            wrong.append(f"hour of day {row['hourOfDay']}")
    check(f"{name}: {len(replay.summary['hours'])} hours", "; ".join(wrong[:8]))


def compare_zones(replay, name):
    wrong = []
    busy, whole = replay.service_spans()
    everything = [span for spans in whole.values() for span in spans]
    for row in replay.summary["zones"]:
        zone = row["zone"]
        mine = [r for r in replay.counted() if r.zone == zone]
        outcomes = collections.Counter(r.outcome or "open" for r in mine)
        rate = ratio(outcomes["aborted"], len(mine))
        waits = [r.wait() for r in mine if r.outcome == "fulfilled"]
        queued = replay.queue_area(zone)
        service = mean(whole[zone]) if whole[zone] else mean(everything) if everything else 0
        given = queued + busy[zone]
        pairs = [
            ("stored", row["calls"]["stored"], len(mine)), ("fulfilled", row["calls"]["fulfilled"], outcomes["fulfilled"]),
            ("aborted", row["calls"]["aborted"], outcomes["aborted"]), ("abort rate", row.get("abortRate"), rate),
            ("wait", (row.get("wait") or {}).get("mean"), mean(waits)),
            ("wait p95", (row.get("wait") or {}).get("p95"), quantile(waits, 0.95) if waits else None),
            ("queue time", (row.get("queueTime") or {}).get("mean"), mean(replay.queue_times[zone])),
            ("queue length", row["queueLength"], queued / (replay.end - replay.measured)),
            ("offered load", row.get("offeredLoad"), ratio(len(mine) * service, given))]
        wrong += [f"zone {zone} {what} {theirs}, recomputed {ours}" for what, theirs, ours in pairs
                  if not close(ours, theirs)]
        if row["isUndersupplied"] != ((rate or 0) > 0.05):
            wrong.append(f"zone {zone} undersupplied")
    check(f"{name}: {len(replay.summary['zones'])} zones", "; ".join(wrong[:8]))


def compare_tables(replay, name):
    database = sqlite3.connect(replay.folder / "results.sqlite")
    database.row_factory = sqlite3.Row
    wrong = []

    def at(time):
        return None if time is None else time / second

    def row_differs(what, row, expected):
        # Instants since 1970 are kept to a fraction of a microsecond.
        wrong.extend(f"{what} {key} {row[key]}, recomputed {ours}" for key, ours in expected.items()
                     if (row[key] != ours if isinstance(ours, str) else
                         not (row[key] is None and ours is None)
                         and (row[key] is None or ours is None or abs(row[key] - ours) > 1e-5)))

    rows = database.execute("SELECT * FROM requests WHERE request IS NOT NULL").fetchall()
    if {row["request"] for row in rows} != set(replay.requests):
        wrong.append(f"{len(rows)} requests, recomputed {len(replay.requests)}")
    for row in rows:
        r = replay.requests[row["request"]]
        row_differs(f"request {r.number}", row, {
            "driver": r.driver, "zone": r.zone, "travelers": r.travelers, "offers": r.offered(), "passenger": r.passenger,
            "called_s": at(r.confirmed), "stored_s": at(r.stored), "accepted_s": at(r.accepted),
            "told_arrival_s": at(r.agreed), "aboard_s": at(r.aboard),
            "ended_s": at(r.closed if r.accepted is None else r.ended),
            "wait_s": r.wait() if r.aboard else None, "counted": int(r.stored >= replay.measured),
            "ride_km": r.metres / 1000 if r.metres is not None else None, "outcome": r.outcome or "open"})
        if row["reason"] != (r.reason if r.outcome == "aborted" else None):
            wrong.append(f"request {r.number} reason {row['reason']}, recomputed {r.reason}")
    refused, = database.execute("SELECT count(*) FROM requests WHERE outcome = 'refused'").fetchone()
    if refused != replay.summary["eventCounts"]["callRefused"]:
        wrong.append(f"{refused} refused calls")
    rows = database.execute("SELECT * FROM offers").fetchall()
    if len(rows) != len(replay.offers):
        wrong.append(f"{len(rows)} offers, recomputed {len(replay.offers)}")
    for row in rows:
        request, driver, sent, ended, ending, place, travelers = replay.offers[row["offer"]]
        row_differs(f"offer {row['offer']}", row, {
            "request": request.number, "driver": driver.number, "zone": request.zone, "sent_s": at(sent),
            "ended_s": at(ended), "ending": ending, "place": place, "travelers": travelers})
    for row in database.execute("SELECT * FROM drivers"):
        driver = replay.drivers[row["driver"]]
        row_differs(f"driver {driver.number}", row, {
            "seats": driver.seats, "rides": driver.rides, "accepted": driver.answers["accepted"],
            "refused": driver.answers["refused"], "timed_out": driver.answers["timedOut"],
            "off_shift_s": replay.span(driver, "offShift") / second,
            "available_s": replay.span(driver, "available") / second,
            "to_pick_up_s": replay.span(driver, "toPickUp") / second,
            "with_passenger_s": replay.span(driver, "withPassenger") / second,
            "to_pick_up_km": driver.way["toPickUp"] * 1e-6, "with_passenger_km": driver.way["withPassenger"] * 1e-6,
            "other_km": driver.way["other"] * 1e-6})
    for metric, value in database.execute("SELECT name, value FROM metrics"):
        if value != replay.summary["metrics"][metric]:
            wrong.append(f"table metrics: {metric} {value}")
    for row in database.execute("SELECT * FROM zones"):
        zone = next(z for z in replay.summary["zones"] if z["zone"] == row["zone"])
        row_differs(f"table zones {row['zone']}", row, {
            "stored": zone["calls"]["stored"], "aborted": zone["calls"]["aborted"], "abort_rate": zone.get("abortRate"),
            "offered_load": zone.get("offeredLoad"), "queue_length": zone["queueLength"],
            "wait_p95_s": (zone.get("wait") or {}).get("p95")})
    for row in database.execute("SELECT * FROM hours"):
        line = replay.summary["hours"][row["hour"]]
        row_differs(f"table hours {row['hour']}", row, {
            "stored": line["calls"]["stored"], "aborted": line["calls"]["aborted"], "offers": line["offers"],
            "wait_mean_s": (line.get("wait") or {}).get("mean"), "with_passenger": line["driverShares"][3] if line["driverShares"] else None})
    for row in database.execute("SELECT zone, sum(stored) AS stored, sum(fulfilled) AS fulfilled, sum(aborted) AS aborted "
                                "FROM zone_hours GROUP BY zone"):
        calls = next(z for z in replay.summary["zones"] if z["zone"] == row["zone"])["calls"]
        row_differs(f"table zone_hours {row['zone']}", row, {key: calls[key] for key in row.keys() if key != "zone"})
    found = collections.Counter((first.zone, (first.stored - replay.start) // hour, kind) for first, kind in replay.wishes())
    for row in database.execute("SELECT * FROM zone_hours"):
        in_time, late, unserved = (found[row["zone"], row["hour"], kind] for kind in ("inTime", "late", "unserved"))
        row_differs(f"table zone_hours {row['zone']} {row['hour']}", row, {
            "wishes": in_time + late + unserved, "in_time": in_time, "late": late, "wishes_unserved": unserved})
    check(f"{name}: tables requests, offers, drivers, zones, hours", f"{len(wrong)}: " + "; ".join(wrong[:8]) if wrong else None)


def check_rules(replay, name):
    kinds = ("numbers", "time", "available is queued", "place in the queue", "one pending offer a request", "eligible",
             "offers end once", "offers end within 60 s", "one queue a driver", "status", "odometers",
             "fulfilled at boarding", "reservations end once", "fee shares")
    for kind in kinds:
        found = replay.problems.pop(kind, [])
        check(f"{name}: {kind}", f"{len(found)}: {found[0]}" if found else None)
    check(f"{name}: nothing else", str(dict(replay.problems)) if replay.problems else None)
    for what, value, limit in [("pending offers of one driver", replay.most_pending, 1),
                               ("FIFO violations", replay.violations, 0), ("arrival inversions", replay.inversions, 0),
                               ("offers across zones", replay.crossings, 0)]:
        check(f"{name}: {what}", None if value <= limit else str(value))
    wrong = []
    for driver in replay.drivers.values():
        for one, next_one in zip(driver.spans, driver.spans[1:]):
            if one.ended is None or one.ended > next_one.accepted:
                wrong.append(f"driver {driver.number}, requests {one.number} and {next_one.number}")
    passengers = collections.defaultdict(list)
    for request in replay.requests.values():
        if not request.is_shared:  # its owner may change, or be left behind
            passengers[request.passenger].append(request)
    for row in passengers.values():
        for one, next_one in zip(row, row[1:]):
            end = one.ended if one.accepted is not None else one.closed
            if end is None or end > next_one.stored:
                wrong.append(f"passenger {one.passenger}, requests {one.number} and {next_one.number}")
    check(f"{name}: rides of one person do not overlap", "; ".join(wrong[:5]))


def check_polls(replay, name, slack):
    """One new estimate each 90 s from acceptance to boarding; a slow network shifts them by its delays."""
    wrong, polls = [], 0
    for r in replay.requests.values():
        if r.accepted is None:
            continue
        polls += len(r.polls)
        until = r.aboard if r.aboard is not None else r.ended if r.ended is not None else replay.end
        span = until - r.accepted
        low, high = max(0, span - slack - 1) // (90 * second), span // (90 * second)
        if not low <= len(r.polls) <= high:
            wrong.append(f"request {r.number}: {len(r.polls)} polls in {span / second} s")
        wrong += [f"request {r.number}: poll {index} at {(time - r.accepted) / second} s"
                  for index, time in enumerate(r.polls, 1) if not 0 <= time - r.accepted - 90 * second * index <= slack]
    check(f"{name}: {polls} polls, one each 90 s", f"{len(wrong)}: " + "; ".join(wrong[:5]) if wrong else None)


def check_ways(replay, name, kinds):
    replay.legs = [leg for leg in replay.legs if leg[0] in kinds]
    wrong = [f"{kind}: {driven} mm driven, {straight:.0f} mm straight" for kind, straight, driven in replay.legs
             if abs(driven - circuity * straight) > 50]  # millimetres; places and odometers are whole millimetres
    check(f"{name}: {len(replay.legs)} ways are {circuity} times the straight line",
          f"{len(wrong)}: " + "; ".join(wrong[:5]) if wrong else None)


def check_demand(replay, name):
    """First calls of a morning by zone and by hour against the tables; the rain of the scenario from 7:00 on."""
    with open(repository / "Scenarios/city/demand.csv") as rows:
        weights = {int(row["zone_id"]): float(row["origin_weight"]) for row in csv.DictReader(rows)}
    with open(repository / "Scenarios/city/hourly.csv") as rows:
        shares = {int(row["hour"]): float(row["share"]) for row in csv.DictReader(rows)}
    first, hours, zones = set(), collections.Counter(), collections.Counter()
    for request in replay.requests.values():
        if request.passenger not in first:
            first.add(request.passenger)
            hours[request.stored // hour % 24] += 1
            zones[request.zone] += 1
    expected = {h: 17000 * shares[h] / sum(shares.values()) * (1.25 if h >= 7 else 1)
                for h in range(replay.start // hour % 24, replay.end // hour % 24)}
    whole, weight = sum(expected.values()), sum(weights.values())
    for what, counts, means in [("hour", hours, expected),
                                ("zone", zones, {zone: whole * w / weight for zone, w in weights.items()})]:
        stray = sum(count for key, count in counts.items() if not means.get(key))
        cells = [(counts[key], value) for key, value in means.items() if value >= 5]
        rest = [(counts[key], value) for key, value in means.items() if value < 5]
        cells.append((sum(count for count, _ in rest), sum(value for _, value in rest) or 1e-9)) if rest else None
        distance = sum((count - value) ** 2 / value for count, value in cells)
        # Chi-square: mean n, standard deviation sqrt(2 n). Five of them; the seed is fixed, so this never varies.
        limit = len(cells) + 5 * math.sqrt(2 * len(cells))
        check(f"{name}: {len(first)} first calls by {what}, chi-square {distance:.1f} of {len(cells)}",
              f"above {limit:.1f}; calls in zones without weight: {stray}" if distance > limit or stray else None)


def check_trace(replay, name):
    """Every trip recorded before the end is one call, begun in its second, with its zone, travelers, ride time and way."""
    with open(repository / "Scenarios/city/recorded-day.csv") as rows:
        rows = list(csv.DictReader(rows))

    def start(row):
        hours, minutes, seconds = map(int, row["time"].split(":"))
        return replay.start + (hours * 3600 + minutes * 60 + seconds) * second

    due = sorted(start(row) for row in rows if start(row) < replay.end)
    begun = sorted(replay.first_prepared.values())
    check(f"{name}: {len(due)} trips, each a call in its second", None if due == begun else f"{len(begun)} calls")
    trips = collections.Counter((start(row), int(row["origin_zone"]), int(row["travelers"])) for row in rows)
    calls = collections.Counter((replay.first_prepared[r.passenger], r.zone, r.travelers)
                                for r in replay.requests.values())
    late = sum(time > replay.end - 60 * second for time in due)  # still typing at the end
    missing = sum((trips - calls).values()) - (len(rows) - len(due))
    check(f"{name}: zone and travelers of {sum(calls.values())} calls",
          f"{sum((calls - trips).values())} of no trip, {missing} trips missing" if calls - trips or missing > late else None)
    whole = collections.Counter((start(row), int(row["duration_s"]), int(row["distance_m"])) for row in rows)
    ridden = collections.Counter((replay.first_prepared[r.passenger], round((r.ended - r.aboard) / second), round(r.metres))
                                 for r in replay.requests.values() if r.metres is not None)
    check(f"{name}: time and way of {sum(ridden.values())} rides", str(list(ridden - whole)[:5]) if ridden - whole else None)


def run(scenario, target, *sets):
    command = [os.environ.get("CABRANK", repository / "scripts/cabrank"), "run", repository / scenario, "--out", target, "--quiet", "--set",
               "record.events=true"]
    for text in sets:
        command += ["--set", text]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SystemExit(f"numbers: the run of {scenario} failed:\n{done.stdout}{done.stderr}")
    return target


def check_all(folder, name, slack, kinds=("approach", "ride")):
    replay = Replay(folder)
    compare_metrics(replay, name)
    compare_hours(replay, name)
    compare_zones(replay, name)
    compare_tables(replay, name)
    check_rules(replay, name)
    check_polls(replay, name, slack)
    check_ways(replay, name, kinds)
    return replay


def main():
    if len(sys.argv) > 1:
        for folder in sys.argv[1:]:
            # A way may come from a recorded trip, and then has nothing to do with the straight line.
            check_all(folder, pathlib.Path(folder).name, slack=10 * second, kinds=("approach",))
    else:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            check_all(run("Scenarios/quickstart.yaml", folder / "quickstart"), "quickstart", slack=0)
            city = check_all(run("Scenarios/city-weekday.yaml", folder / "city", "length=3 h"), "city", slack=10 * second)
            check_demand(city, "city")
            day = check_all(run("Scenarios/city-recorded-day.yaml", folder / "day", "length=12 h"), "recorded day", slack=0,
                            kinds=("approach",))
            check_trace(day, "recorded day")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
