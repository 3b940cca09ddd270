#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `cabrank calendar` with other readers of calendars: rules with dateutil, files with icalendar, zones with zoneinfo.

Needs the PyPI packages icalendar and python-dateutil, libical, and a build, or CABRANK, which names one. Run from anywhere; exits with
1 when a check fails.
"""

import csv
import datetime
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import zoneinfo

import icalendar
from dateutil.rrule import rrulestr

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("CABRANK", ROOT / "scripts/cabrank")
ZONE = zoneinfo.ZoneInfo("Europe/Rome")
NEW_YORK = zoneinfo.ZoneInfo("America/New_York")
UTC = datetime.timezone.utc
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def command(*arguments):
    run = subprocess.run([PROGRAM, "calendar", *map(str, arguments)], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: status {run.returncode}: {run.stderr[:2000]}")
    return run


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def is_shown(wall, zone):
    """Whether a clock of the zone shows the time at all."""
    return wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) == wall


def instant(wall, zone):
    """With the first of two, and with the offset before where a clock shows none: what Python does by itself."""
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def random_rule(numbers):
    """A rule that RFC 5545 allows and Cabrank reads, without an end."""
    frequency = numbers.choice(["MINUTELY", "HOURLY", "DAILY", "DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if numbers.random() < 0.5:
        parts.append(f"INTERVAL={numbers.randint(2, 4)}")
    days = sorted(numbers.sample(DAYS, numbers.randint(1, 4)), key=DAYS.index)

    def some(low, high, most, ends=False):
        picked = numbers.sample(range(low, high + 1), numbers.randint(1, most))
        return ",".join(str(-number if ends and numbers.random() < 0.3 else number) for number in sorted(picked))

    if frequency in ("MINUTELY", "HOURLY"):
        if numbers.random() < 0.7:
            parts.append(f"BYHOUR={some(0, 23, 12)}")
        if numbers.random() < 0.5:
            parts.append(f"BYDAY={','.join(days)}")
        if numbers.random() < 0.4:
            parts.append(f"BYMINUTE={some(0, 59, 20)}")
    elif frequency == "DAILY":
        if numbers.random() < 0.2:
            parts.append(f"BYMONTHDAY={some(1, 31, 9, ends=True)}")
        if numbers.random() < 0.4:
            parts.append(f"BYMONTH={some(1, 12, 6)}")
        if numbers.random() < 0.4:
            parts.append(f"BYDAY={','.join(days)}")
        if numbers.random() < 0.3:
            parts.append(f"BYHOUR={some(0, 23, 3)};BYMINUTE={some(0, 59, 2)}")
    elif frequency == "WEEKLY":
        parts.append(f"BYDAY={','.join(days)}")
        if numbers.random() < 0.4:
            parts.append(f"WKST={numbers.choice(DAYS)}")
    elif frequency == "MONTHLY":
        kind = numbers.random()
        if kind < 0.4:
            parts.append(f"BYDAY={','.join(numbers.choice(['1', '2', '-1', '3', '']) + day for day in days)}")
        elif kind < 0.7:
            parts.append(f"BYMONTHDAY={some(1, 31, 3, ends=True)}")
        else:
            parts.append(f"BYDAY={','.join(days)};BYSETPOS={numbers.choice(['1', '-1', '2', '1,-1'])}")
    else:
        kind = numbers.random()
        if kind < 0.3:
            parts.append(f"BYMONTH={some(1, 12, 3)};BYDAY={','.join(numbers.choice(['1', '-1', '']) + day for day in days)}")
        elif kind < 0.5:
            parts.append(f"BYYEARDAY={some(1, 360, 4, ends=True)}")
        elif kind < 0.7:
            parts.append(f"BYWEEKNO={some(2, 51, 3, ends=True)};BYDAY={','.join(days)};WKST={numbers.choice(DAYS)}")
        else:
            months = f"BYMONTH={some(1, 12, 4)};" if numbers.random() < 0.7 else ""
            parts.append(f"{months}BYMONTHDAY={some(1, 31, 3, ends=True)}")
    return ";".join(parts)


def check_rules(check, folder):
    """The first 40 instants of 300 rules, begun at the first time that they name."""
    numbers = random.Random(5545)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    expected = {}
    for number in range(300):
        begin = datetime.datetime(2026, 1, 1) + datetime.timedelta(days=numbers.randint(0, 700))
        # Many where clocks are put forward or back.
        begin += datetime.timedelta(hours=numbers.choice([2, 2, numbers.randint(0, 23)]), minutes=numbers.choice([0, 30]))
        start = None
        while start is None:
            rule = random_rule(numbers)
            try:
                start = next((wall for wall in rrulestr(rule, dtstart=begin) if is_shown(wall, ZONE)), None)
            except ValueError:
                # It meets none of its hours, and one without any instant is no rule either.
                continue
        uid = f"rule {number}: {rule}"
        shown = (wall for wall in rrulestr(rule, dtstart=start) if is_shown(wall, ZONE))
        # Those of the hour that comes twice may be alike.
        walls = []
        for wall in shown:
            if wall.year > 2150 or len(walls) == 40:
                break
            walls.append(wall)
        expected[uid] = [instant(wall, ZONE) for wall in walls]
        lines += ["BEGIN:VEVENT", f"UID:{icalendar.vText(uid).to_ical().decode()}", f"DTSTART;TZID=Europe/Rome:{start:%Y%m%dT%H%M%S}"]
        lines += [f"RRULE:{rule};COUNT={len(walls)}", "END:VEVENT"]
    (folder / "rules.ics").write_text("\r\n".join([*lines, "END:VCALENDAR", ""]), encoding="utf-8", newline="")
    run = command("import", folder / "rules.ics", "--zone", "Europe/Rome", "--out", folder / "rules.csv")
    found = {}
    for row in rows(folder / "rules.csv"):
        found.setdefault(row["uid"], []).append(datetime.datetime.fromisoformat(row["occurrence"].replace("Z", "+00:00")))
    check(f"300 rules, {len(found)} found", len(found) == 300)
    check("few instants", sum(map(len, expected.values())) > 9000)
    check("some occurrences in a gap", " 0 in a gap of the clock" not in run.stdout)
    for uid, instants in expected.items():
        check(f"{uid}: {found.get(uid)} instead of {instants}", sorted(found.get(uid, [])) == sorted(set(instants)))


def check_export(check, folder):
    """Events across clock changes, read back by icalendar with the instants that their times mean."""
    numbers = random.Random(3)
    table = []
    for number in range(400):
        change = numbers.choice([datetime.datetime(2026, 3, 8), datetime.datetime(2026, 11, 1)])
        start = change + datetime.timedelta(minutes=5 * numbers.randint(-600, 900))
        end = start + datetime.timedelta(minutes=5 * numbers.randint(13, 400))
        name = "".join(numbers.choice("abc è☕,;\\\"\t:") for _ in range(numbers.randint(0, 90))) + "."
        table.append((f"u{number}", name, start, end, numbers.choice(["", "Room; 7"])))
    with open(folder / "events.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["uid", "name", "start", "end", "place", "lon", "lat"])
        for uid, name, start, end, place in table:
            writer.writerow([uid, name, f"{start:%Y-%m-%d %H:%M:%S}", f"{end:%Y-%m-%d %H:%M}", place, "11.125", "-46.5"])
    command("export", folder / "events.csv", "--zone", "America/New_York", "--out", folder / "events.ics")
    made = (folder / "events.ics").read_bytes()
    lines = made.split(b"\r\n")
    check("lines end otherwise", b"\n" not in made.replace(b"\r\n", b""))
    check("a line is longer than 75 bytes", max(map(len, lines)) <= 75)
    calendar = icalendar.Calendar.from_ical(made)
    events = {str(event["UID"]): event for event in calendar.walk("VEVENT")}
    check(f"400 events, {len(events)} read", len(events) == 400)
    for uid, name, start, end, place in table:
        event = events[uid]
        times = [event["DTSTART"].dt, event["DTEND"].dt]
        check(f"{uid}: {times} for {start}, {end}", times == [instant(start, NEW_YORK), instant(end, NEW_YORK)])
        check(f"{uid}: {event['SUMMARY']!r} for {name!r}", str(event["SUMMARY"]) == name)
        check(f"{uid}: place", str(event.get("LOCATION", "")) == place)
        check(f"{uid}: position", (event["GEO"].latitude, event["GEO"].longitude) == (-46.5, 11.125))


def check_import(check, folder):
    """A calendar that icalendar writes, with its foldings, escapes and zones."""
    numbers = random.Random(4)
    calendar = icalendar.Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", "-//test//")
    expected = {}
    for number in range(200):
        zone = numbers.choice([ZONE, NEW_YORK, zoneinfo.ZoneInfo("Asia/Kathmandu"), UTC])
        start = datetime.datetime(2026, 10, 20, 12, tzinfo=UTC) + datetime.timedelta(minutes=7 * numbers.randint(0, 2000))
        event = icalendar.Event()
        name = "".join(numbers.choice("abc è☕,;\\\":") for _ in range(numbers.randint(1, 90)))
        event.add("UID", f"u{number}")
        event.add("SUMMARY", name)
        event.add("DTSTART", start.astimezone(zone))
        event.add("DURATION", datetime.timedelta(minutes=50))
        # What local times with a zone say of an instant that comes second is the first.
        meant = start if zone is UTC else instant(start.astimezone(zone).replace(tzinfo=None), zone)
        expected[f"u{number}"] = (name, meant.astimezone(ZONE).replace(tzinfo=None))
        calendar.add_component(event)
    (folder / "made.ics").write_bytes(calendar.to_ical())
    command("import", folder / "made.ics", "--zone", "Europe/Rome", "--out", folder / "made.csv")
    found = {row["uid"]: (row["name"], datetime.datetime.fromisoformat(row["start"])) for row in rows(folder / "made.csv")}
    check("200 events", len(found) == 200)
    for uid, wanted in expected.items():
        check(f"{uid}: {found.get(uid)} instead of {wanted}", found.get(uid) == wanted)


def check_run(check, folder):
    """A calendar that icalendar writes is what somebody in a scenario does: two events in the city, one of them weekly, one abroad."""
    calendar = icalendar.Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", "-//test//")
    for name, hour, position, rule in (
        ("lecture", 9, (0.0045, 0.0225), {"FREQ": "DAILY", "COUNT": 3}), ("call", 14, None, None), ("abroad", 18, (45.0, 9.0), None),
    ):
        event = icalendar.Event()
        event.add("UID", name)
        event.add("SUMMARY", name)
        event.add("DTSTART", datetime.datetime(2026, 3, 4, hour, tzinfo=ZONE))
        event.add("DURATION", datetime.timedelta(minutes=50))
        if position:
            event.add("GEO", position)
        if rule:
            event.add("RRULE", rule)
        calendar.add_component(event)
    (folder / "days.ics").write_bytes(calendar.to_ical())
    command("import", folder / "days.ics", "--zone", "Europe/Rome", "--out", folder / "days.csv")
    (folder / "days.yaml").write_text(
        "cabrank: 1\nname: days\nstart: 2026-03-04\nlength: 3 d\ncity: {grid: {rows: 4, columns: 4, cell: 1 km}}\n"
        "people: [{name: students, count: 2, home: equal, calendar: days.csv, planner: 50%, transit: 0%, taxi: 0%, shared-bicycle: 0%, shared-car: 0%, walk: 10 km}]\n"
    )
    out = folder / "run"
    run = subprocess.run([PROGRAM, "run", folder / "days.yaml", "--out", out, "--invariants"], capture_output=True, text=True)
    check(f"status {run.returncode}: {run.stderr}", run.returncode == 0)
    check(f"no word of what lies abroad: {run.stderr}", "days.csv:4:1: warning: the event lies outside the city" in run.stderr)
    # Two people, with three lectures and a call each.
    metrics = json.loads((out / "summary.json").read_text())["metrics"]
    check(f"{metrics['trips.activities']} activities, {metrics['trips.inTime']} in time", metrics["trips.activities"] == 8 and metrics["trips.inTime"] == 8)


def main():
    problems = []

    def check(name, holds):
        if not holds:
            problems.append(name)
            print(name[:1000])

    with tempfile.TemporaryDirectory() as folder:
        for test in (check_rules, check_export, check_import, check_run):
            test(check, pathlib.Path(folder))
    if problems:
        sys.exit(f"{len(problems)} checks failed")
    print("ok calendars agree with dateutil, icalendar and zoneinfo")


if __name__ == "__main__":
    main()
