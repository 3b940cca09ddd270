# SPDX-License-Identifier: GPL-3.0-or-later
"""What `test_server.py` asks of the services that a city has beside taxis and stores: health monitoring, races and trips."""

import contextlib
import datetime
import json
import os
import sqlite3
import subprocess
import time
import uuid

import live_server
from live_server import PLACE, PROGRAM, Server, check, prepare

HEALTH = """
health:
  wearers: [{name: some, people: 3, every: 5 min, values: [{parameter: heart-rate, mean: 72}]}]
"""
# The scenario's own race is on a day that is over, and is not held.
RACES = """
races:
  events: [{name: half, start: "10:00", end: "11:00", maximum: 10}]
"""
TRIPS = """
people:
  - name: folk
    count: 1
    home: equal
    transit: 0%
    taxi: 0%
    planner: 100%
    days:
      - activities:
          - {name: work, place: equal, share: 90%, start: {uniform: {from: "09:00", to: "09:20"}}, length: 20 min}
trips: {margin: 5 min}
"""
MASK = (1 << 64) - 1


def mixed(word):
    """The finaliser of SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MASK
    return word ^ (word >> 31)


def seal(key, wearer, device, start, end, place, values):
    """The check value of a batch, as the interface's description states it."""
    def halves(milliseconds):
        nanoseconds = milliseconds * 1_000_000
        return nanoseconds >> 32, nanoseconds
    degrees = [round(place[name] * 1e7) for name in ("longitude", "latitude")]
    pairs = [(wearer, device), halves(start), halves(end), degrees]
    pairs += [(parameter | len(values) << 8, hundredths) for parameter, hundredths in values]
    word = key
    for high, low in pairs:
        word = mixed(word ^ ((high & 0xFFFFFFFF) << 32 | low & 0xFFFFFFFF))
    return f"{word:016x}"


def text(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Phone:
    """A phone of a person who wears a device: it measures in order."""

    def __init__(self, server, name):
        self.key = int.from_bytes(os.urandom(8), "big")
        form = dict(
            username=name, email=f"{name}@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="A", surname="B",
            identityNumber="RSSMRA85T10A562S", birth="1985-12-10", residence=PLACE, consentText=2, consent=True)
        status, answer, _ = server.ask("POST", "/accounts/wearers", form, key=str(uuid.uuid4()))
        check(status == 201, f"a wearer: {status} {answer}")
        self.token = session(server, "/health/sessions", name)
        self.wearer = server.ask("GET", "/me/wearer", token=self.token)[1]["wearer"]
        self.last = 0
        for path, form in [("/me/batch-key", {"key": f"{self.key:016x}"}), ("/me/permission", {"isGiven": True}), ("/me/devices/7", None)]:
            status, answer, _ = server.ask("PUT", path, form, self.token)
            check(status == 204, f"{path}: {status} {answer}")

    def batch(self, rate):
        """The next tenth of a second of a heart that beats so fast: over when it is sent, and not long before."""
        start = max(self.last, int(time.time() * 1000) - 300)
        self.last = start + 100
        time.sleep(max(0, self.last / 1000 + 0.05 - time.time()))
        return dict(
            device=7, start=text(start), end=text(self.last), place=PLACE, values=[{"parameter": "heartRate", "hundredths": rate * 100}],
            seal=seal(self.key, self.wearer, 7, start, self.last, PLACE, [(0, rate * 100)]))

    def send(self, server, batch, key):
        return server.ask("POST", "/me/batches", batch, self.token, key=key)


def session(server, path, name):
    status, answer, _ = server.ask("POST", path, dict(username=name, password="Passw0rd1", token=True))
    check(status == 201, f"session of {name}: {status} {answer}")
    return answer["token"]


def waited(look):
    """What is there soon."""
    for _ in range(100):
        if found := look():
            return found
        time.sleep(0.05)
    return look()


def kill(server):
    server.process.kill()
    server.process.wait()


def end(server):
    server.process.terminate()
    check(server.process.wait(20) == 0, f"the server ends as it was told to: {server.process.stderr.read()}")


def reported(folder):
    """The report of the day, twice: the same city each time. Whoever takes up a log that ended as it was told to is held to its city."""
    prints = []
    for name in ("day", "again"):
        run = subprocess.run(
            [PROGRAM, "report", folder / "server.yaml", "--out", folder / name], capture_output=True, text=True, timeout=120)
        check(run.returncode == 0, f"report: {run.returncode} {run.stdout} {run.stderr}")
        prints.append(json.loads((folder / name / "summary.json").read_text())["fingerprint"])
    check(prints[0] == prints[1], f"another fingerprint of the same day: {prints}")
    return sqlite3.connect(folder / "day" / "results.sqlite")


def health(folder):
    """A person's batches, an SOS and who may read the values are as they were after kill -9, and the day is a run."""
    key = os.urandom(20).hex()
    prepare(folder, more=HEALTH, devices="[{name: rescue, kind: rescue, key-file: rescue.key}]")
    live_server.secret(folder, "rescue.key", key)
    server = Server(folder)
    mario = Phone(server, "mario1")
    form = dict(name="Istituto", vatNumber="01234567890", password="Passw0rd1", passwordRepeat="Passw0rd1", consent=True)
    status, answer, _ = server.ask("POST", "/accounts/organisations", form, key="party")
    check(status == 201, f"an organisation: {status} {answer}")
    studies = session(server, "/health/sessions", "01234567890")
    person = {"identityNumber": "RSSMRA85T10A562S"}
    check(server.ask("POST", "/data-requests", person, studies, key="ask")[0] == 201, "a person is asked")
    check(server.ask("PUT", "/me/consents/1", {"isGiven": True}, mario.token)[0] == 204, "a person says yes")

    calm = mario.batch(71)
    check(mario.send(server, calm, "calm")[:2] == (201, {"isDangerous": False}), "a batch")
    status, again, headers = mario.send(server, calm, "calm")
    check((status, headers.get("idempotent-replayed")) == (201, "true"), f"a batch twice: {again}")
    status, problem, _ = mario.send(server, calm, "other")
    check((status, problem["word"]) == (409, "overlap"), f"a batch under another key: {problem}")
    forged = mario.batch(72) | {"values": [{"parameter": "heartRate", "hundredths": 7300}]}
    status, problem, _ = mario.send(server, forged, "forged")
    check((status, problem["word"]) == (422, "tampered"), f"another value than was sealed: {problem}")
    check(server.ask("POST", "/me/batches", calm, studies, key="x")[0] == 403, "an organisation sends a batch")
    check(mario.send(server, mario.batch(30), "danger")[:2] == (201, {"isDangerous": True}), "a dangerous batch")
    texts = waited(lambda: list((folder / "outbox").glob("sos-*.txt")))
    check(len(texts) == 1 and "RSSMRA85T10A562S" in texts[0].read_text() and texts[0].stat().st_mode & 0o077 == 0, f"the SOS: {texts}")
    path = f"/sos/{mario.wearer}/answer"
    check(server.ask("POST", path, {"reply": "taken"}, key="none")[0] == 401, "anybody answers an SOS")
    check(server.ask("POST", path, {"reply": "taken"}, device=key, key="answer")[0] == 204, "whoever sends ambulances answers")
    kill(server)

    server = Server(folder)
    status, again, headers = mario.send(server, calm, "calm")
    check((status, again, headers.get("idempotent-replayed")) == (201, {"isDangerous": False}, "true"), f"a batch after a restart: {again}")
    status, problem, _ = mario.send(server, calm, "late")
    check((status, problem["word"]) == (409, "overlap"), f"a stored batch is known: {status} {problem}")
    check(mario.send(server, mario.batch(74), "after")[0] == 201, "the phone goes on with its key and its device")
    times = {"from": text(mario.last - 120_000)[:19] + "Z", "to": text(mario.last + 60_000)[:19] + "Z"}
    status, read, _ = server.ask("POST", "/data-reads", person | times, studies)
    values = [batch["values"][0]["value"] for batch in read.get("batches", [])]
    check(status == 200 and values == [71, 30, 74], f"what an organisation reads after a restart: {status} {read}")
    end(server)
    with contextlib.closing(reported(folder)) as results:
        rows = results.execute("SELECT batches, dangerous, sos FROM wearers").fetchall()
    check(rows == [(3, 1, 1)], f"the report counts the person's batches: {rows}")
    # The log that has ended goes on.
    end(Server(folder))

    # Neither the number nor a value stands in clear in the log's files.
    content = b"".join(file.read_bytes() for file in (folder / "inputs").glob("inputs.sqlite*"))
    check(b"RSSMRA85T10A562S" not in content and b"heartRate" not in content and b"Passw0rd1" not in content, "the log is encrypted")


def races(folder):
    """A race is held from both sides; the runner's position and the race survive kill -9, and the day is a run."""
    server = Server(prepare(folder, more=RACES + HEALTH))

    def enter(kind, name):
        form = dict(username=name, email=f"{name}@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="A", surname="B", consent=True)
        status, answer, _ = server.ask("POST", f"/accounts/{kind}", form, key=name)
        check(status == 201, f"{kind}: {status} {answer}")
        return session(server, "/race/sessions", name)

    def now():
        return int(time.time() * 1000)

    club, ada = enter("organisers", "club1"), enter("race-users", "ada1")
    start = now() // 1000 * 1000 + 6000
    track = [PLACE, {"latitude": 45.46, "longitude": 9.2}]
    form = dict(name="run", start=text(start)[:19] + "Z", end=text(start + 3_600_000)[:19] + "Z", maximum=5, track=track)
    status, made, _ = server.ask("POST", "/races", form, club, key="race")
    check(status == 201 and made["race"] == 1, f"a race: {status} {made}")
    status, problem, _ = server.ask("POST", "/races/1/participants", token=ada, key="join")
    check((status, problem["word"]) == (409, "noConsent"), f"without consent: {status} {problem}")
    # The health service keeps the consents, and answers at once.
    status, answer, _ = server.ask("PUT", "/me/race-consents/1", token=ada)
    check(status == 204, f"consent: {status} {answer}")
    status, joined, _ = server.ask("POST", "/races/1/participants", token=ada, key="again")
    check(status == 201 and joined["state"] == "joined", f"joined: {status} {joined}")
    time.sleep(max(0, (start + 500 - now()) / 1000))
    status, answer, _ = server.ask("POST", "/races/1/start", token=ada, key="start")
    check(status == 204, f"the start line: {status} {answer}")
    check(server.ask("PUT", "/races/1/map", token=ada)[0] == 200, "the map")

    def runs(covered):
        """The runner says where it is until the map shows it."""
        for _ in range(5):
            status, answer, _ = server.ask("PUT", "/races/1/position", {"place": PLACE, "coveredMetres": covered}, ada)
            check(status == 204, f"a position: {status} {answer}")
            status, shown, _ = server.ask("GET", "/races/1/map/next", token=ada)
            check(status == 200, f"the map: {status} {shown}")
            if [runner["coveredMetres"] for runner in shown["runners"]] == [covered]:
                return True
        return False

    check(runs(100), "the map shows the runner")
    kill(server)

    server = Server(folder)
    status, again, headers = server.ask("POST", "/races/1/participants", token=ada, key="again")
    check((status, again, headers.get("idempotent-replayed")) == (201, joined, "true"), f"joined after a restart: {again}")
    status, numbers, _ = server.ask("GET", "/races/1/statistics", token=ada)
    check(status == 200 and numbers["running"] == 1 and numbers["first"][0]["coveredMetres"] == 100, f"where the runner was: {status} {numbers}")
    check(runs(200), "the map is still open, and shows the runner again")
    check(server.ask("POST", "/races/1/finish", token=ada, key="finish")[0] == 204, "the finish line")
    end(server)
    with contextlib.closing(reported(folder)) as results:
        rows = results.execute("SELECT name, participants, finished FROM races").fetchall()
    check(rows == [("race 1", 1, 1)], f"the report has the race: {rows}")
    end(Server(folder))


def trips(folder):
    """A user is known by the device's account after kill -9, with events and plans, and the day is a run."""
    server = Server(prepare(folder, more=TRIPS))

    def opened(identifier):
        """A session, and the number of the last change of the user's device."""
        status, answer, _ = server.ask("POST", "/device-sessions", {"identifier": identifier, "token": True})
        check(status == 201, f"an app opens: {status} {answer}")
        status, known, _ = server.ask("PUT", "/planner/1", token=answer["token"])
        check(status == 200, f"the planner: {status} {known}")
        return answer["token"], known["serial"]

    ada, last = opened("ada@cloud.example")
    check(last == 0, f"a new user: {last}")
    check(server.ask("PUT", "/planner/1/permission", {"isGiven": True}, ada)[0] == 204, "permission")
    check(server.ask("PUT", "/planner/1/position", {"position": PLACE}, ada)[0] == 204, "position")
    start = int(time.time() * 1000) // 1000 * 1000 + 7_200_000
    if start // 86_400_000 < (start + 1_800_000) // 86_400_000:
        start += 1_800_000  # An event does not run into the next day.
    form = {"serial": 1, "description": "meeting", "from": text(start)[:19] + "Z", "until": text(start + 1_800_000)[:19] + "Z",
            "position": {"latitude": 45.458, "longitude": 9.192}}
    status, added, _ = server.ask("POST", "/planner/1/events", form, ada, key="event")
    check(status == 201, f"an event: {status} {added}")
    way = f"/planner/1/routes/{added['event']}?start={form['from']}"
    status, route, _ = server.ask("GET", way, token=ada)
    check(status == 200, f"the way: {status} {route}")
    kill(server)

    server = Server(folder)
    status, again, headers = server.ask("POST", "/planner/1/events", form, ada, key="event")
    check((status, again, headers.get("idempotent-replayed")) == (201, added, "true"), f"an event after a restart: {again}")
    status, same, _ = server.ask("GET", way, token=ada)
    check((status, same["count"]) == (200, route["count"]), f"the way is the same: {status} {same}")
    check(opened("ada@cloud.example")[1] == 1, "the device's account is known")
    check(opened("bob@cloud.example")[1] == 0, "and another one is another user")
    end(server)
    reported(folder).close()
    end(Server(folder))
