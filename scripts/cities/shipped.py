# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of Scenarios/city: what is drawn from the facts, the layouts of `cabrank layout`, the recorded day."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from drawing import City
from files import decimal, geojson, refuse, ring, table
from lines import Lines
from streets import Streets

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Scenarios" / "city"
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))

# The layouts, made in the folder Scenarios: name of the file, arguments of `cabrank layout`.
LAYOUTS = [
    ("districts", "merge city/zones.geojson --by district"),
    ("squares-2km2", "grid --over city/zones.geojson --area 2km2"),
    ("hexagons-1km2", "hexagons --over city/zones.geojson --area 1km2"),
    ("hexagons-3km2", "hexagons --over city/zones.geojson --area 3km2"),
    ("merged-20-drivers", "merge city/zones.geojson --drivers city-weekday.yaml --least 20"),
]

# The recorded day: calls at six places only (central station, middle, airport, two more stations, fair), a seventh of the working
# day's, with all of its taxis, so that nearly all are served.
DAY = [
    "--quiet", "--set", "record.events=true", "--set", "passengers.callers.arrivals.per-day=2400",
    "--set", "passengers.callers.origin={17: 35%, 1: 25%, 38: 15%, 6: 10%, 73: 10%, 89: 5%}",
    "--set", "passengers.callers.destination={zones: {1: 40%, 38: 20%, 89: 10%, 2: 6%, 3: 6%, 4: 6%, 5: 6%, 17: 2%, 6: 2%, 73: 2%}}",
]


def drawn():
    city = City(FOLDER / "facts.toml")
    begin, end = city.weights()
    yield "outline.geojson", geojson([({"zone_id": 1, "name": "City"}, [[ring(city.outline())]])])
    yield "zones.geojson", geojson([
        ({"zone_id": zone.number, "name": zone.name, "district": zone.district}, [[ring(zone.corners)]])
        for zone in city.zones])
    yield "zones.csv", table(
        ["zone_id", "name", "district", "area_km2", "residents", "jobs"],
        [[zone.number, zone.name, zone.district, f"{zone.area:.2f}", zone.residents, zone.jobs] for zone in city.zones])
    yield "demand.csv", table(
        ["zone_id", "origin_weight", "destination_weight", "rank_weight"],
        [[zone.number, decimal(a), decimal(b), decimal(c)] for zone, a, b, c in zip(city.zones, begin, end, city.ranks())])
    yield "hourly.csv", table(["hour", "share"], [[hour, decimal(share)] for hour, share in enumerate(city.hours())])


def cabrank(arguments):
    done = subprocess.run([COMMAND, *arguments], cwd=ROOT / "Scenarios", stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        refuse(f"cabrank {' '.join(map(str, arguments))} failed:\n{done.stdout}{done.stderr}")


def made(folder, name, *arguments):
    """A file that the command makes: its name and bytes."""
    file = pathlib.Path(folder) / name
    cabrank([*arguments, "--out", file])
    return name, file.read_bytes()


def layouts():
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in LAYOUTS:
            yield made(folder, f"{name}.geojson", "layout", *arguments.split())


def clock(seconds):
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def trips(events):
    """The rides of a run that ended, from its events: time of the call from the midnight before the start, both zones,
    travelers, time and way aboard. Where a ride ended is the zone whose queue the taxi joined there."""
    midnight, rides, driving = None, {}, {}
    for line in events:
        event = json.loads(line)
        if "event" not in event:  # the first line tells what the file is
            continue
        kind, time = event["event"], event["timeNs"] // 10**9
        if midnight is None:
            midnight = time - time % 86_400
        if kind == "requestStored":
            rides[event["request"]] = {"time": time - midnight, "from": event["zone"], "travelers": event["travelers"]}
        elif kind == "passengerAboard":
            rides[event["request"]].update(aboard=event["timeNs"], odometer=event["odometerMm"])
        elif kind == "rideEnded":
            ride = rides[event["request"]]
            ride.update(seconds=(event["timeNs"] - ride["aboard"]) // 10**9,
                        metres=(event["odometerMm"] - ride["odometer"]) // 1000)
            driving[event["driver"]] = (event["timeNs"], ride)
        elif kind == "driverEnqueued" and driving.get(event["driver"], (None,))[0] == event["timeNs"]:
            driving.pop(event["driver"])[1]["to"] = event["zone"]
    return sorted(
        (ride["time"], ride["from"], ride["to"], ride["travelers"], ride["seconds"], ride["metres"])
        for ride in rides.values() if "to" in ride and ride["seconds"] >= 60 and ride["metres"] > 0)


def recorded_day():
    with tempfile.TemporaryDirectory() as folder:
        cabrank(["run", "city-weekday.yaml", *DAY, "--out", f"{folder}/day"])
        with open(f"{folder}/day/events.jsonl", encoding="utf-8") as events:
            rows = trips(events)
    yield "recorded-day.csv", table(
        ["time", "origin_zone", "destination_zone", "travelers", "duration_s", "distance_m"],
        [[clock(row[0]), *row[1:]] for row in rows])


def streets():
    with tempfile.TemporaryDirectory() as folder:
        plan = pathlib.Path(folder) / "streets.opl"
        plan.write_text(Streets(City(FOLDER / "facts.toml")).opl(), encoding="utf-8")
        yield made(folder, "streets.roads", "roads", "import", plan)


def lines():
    with tempfile.TemporaryDirectory() as folder:
        feed = pathlib.Path(folder) / "lines"
        feed.mkdir()
        for name, text in Lines(Streets(City(FOLDER / "facts.toml"))).tables.items():
            (feed / name).write_text(text, encoding="utf-8")
        yield made(folder, "lines.timetable", "transit", "import", feed)


STEPS = {"drawn": drawn, "streets": streets, "lines": lines, "layouts": layouts, "day": recorded_day}


def main(arguments):
    check = "--check" in arguments
    steps = [argument for argument in arguments if argument != "--check"] or list(STEPS)
    unknown = [step for step in steps if step not in STEPS]
    if unknown:
        refuse(f"unknown part \"{unknown[0]}\" of the shipped city; known: {' '.join(STEPS)} --check")
    differing = []
    for step in steps:
        for name, content in STEPS[step]():
            file, content = FOLDER / name, content if isinstance(content, bytes) else content.encode()
            if check:
                if not file.exists() or file.read_bytes() != content:
                    differing.append(name)
            else:
                file.write_bytes(content)
    if differing:
        sys.exit(f"scripts/city: not what scripts/city shipped makes: {', '.join(differing)}")
    print(f"city: {'as made' if check else 'made'}: {', '.join(steps)}")


if __name__ == "__main__":
    main(sys.argv[1:])
