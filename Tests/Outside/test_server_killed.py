#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills `cabrankd` at drawn instants while passengers and drivers use it, and looks from outside whether anything was lost.

After each restart, every answer that a client had got is given again for its key, every notice that a client had read is there with its
number, and no request was carried out twice. `CABRANK_KILLS` says how often (8 by default; 200 for the acceptance), `CABRANK_KILL_SEED` draws
other instants.

Needs openssl and CABRANKD, which names the server's program. Run from anywhere; exits with 1 when something was lost.
"""

import http.client
import json
import os
import pathlib
import random
import ssl
import sys
import tempfile
import threading
import time
import uuid

import live_server

KILLS = int(os.environ.get("CABRANK_KILLS", "8"))
SEED = int(os.environ.get("CABRANK_KILL_SEED", "1"))
PASSENGERS, DRIVERS = 6, 3


class Person:
    """Somebody who uses the server: what they were answered, and what they were told."""

    def __init__(self, token):
        self.token = token
        # By key: what was sent, and what came back; None as long as there was no answer.
        self.requests = {}
        # By number: the event's name and content.
        self.notices = {}

    def post(self, server, path, form):
        key = str(uuid.uuid4())
        self.requests[key] = (path, form, None)
        status, answer, _ = server.ask("POST", path, form, self.token, key=key)
        if status < 500 and status != 429:
            self.requests[key] = (path, form, (status, answer))
        return status, answer


def passenger(person, server, stop, draw):
    while not stop.is_set():
        status, answer = person.post(server, "/calls", {"meeting": live_server.PLACE, "travelers": 1})
        if status == 201:
            time.sleep(draw.uniform(0, 0.3))
            server.ask("DELETE", f"/calls/{answer['request']}", token=person.token)
        else:
            # On a ride, or somebody else asks at this moment.
            time.sleep(0.05)


def driver(person, server, stop, draw):
    server.ask("PUT", "/me/location", live_server.PLACE, person.token)
    server.ask("PUT", "/me/status", {"inService": True}, person.token)
    while not stop.is_set():
        status, stands, _ = server.ask("GET", "/me/driver", token=person.token)
        if status != 200:
            # Too many requests of one sender.
            time.sleep(0.2)
            continue
        state = stands["state"]
        if state["offer"]:
            person.post(server, f"/offers/{state['offer']['offer']}/answer", {"accept": draw.random() < 0.7})
        elif state["ride"] and not state["ride"]["isAboard"]:
            server.ask("PUT", "/me/location", state["ride"]["meeting"], person.token)
            person.post(server, f"/rides/{state['ride']['request']}/boarded", {"travelers": 1})
        elif state["ride"]:
            person.post(server, f"/rides/{state['ride']['request']}/end", {})
        else:
            time.sleep(0.02)


def quietly(work, *arguments):
    """The server dies under this: what then fails is no fault."""
    try:
        work(*arguments)
    except (OSError, http.client.HTTPException, ssl.SSLError, ValueError):
        pass


def read(person, server, after, until=None):
    """Reads events into the person's notices, until the server is gone or a number has come."""
    connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=server.tls, timeout=30)
    connection.request("GET", f"/api/v1/events?after={after}", headers={"Authorization": f"Bearer {person.token}"})
    answer = connection.getresponse()
    event = {}
    found = {}
    for line in answer:
        line = line.decode().rstrip("\n")
        if line:
            name, _, value = line.partition(": ")
            event[name] = value
            continue
        if event.get("event") not in (None, "open", "gap", "end"):
            found[int(event["id"])] = (event["event"], event["data"])
            if until is None:
                person.notices[int(event["id"])] = found[int(event["id"])]
        if until is not None and int(event.get("id", -1)) >= until:
            break
        event = {}
    connection.close()
    return found


def look(people, server):
    """What was told is there, and what was answered is answered again."""
    lost = []
    for person in people:
        _, stands, _ = server.ask("GET", f"/me/{person.kind}", token=person.token)
        if person.notices:
            newest = max(person.notices)
            if stands["last"] < newest:
                lost.append(f"notice {newest}: the last one is {stands['last']} now")
                continue
            oldest = max(0, stands["last"] - 100)
            again = read(person, server, oldest, until=stands["last"]) if stands["last"] > oldest else {}
            for number, told in person.notices.items():
                if number > oldest and again.get(number) != told:
                    lost.append(f"notice {number}: {told} is {again.get(number)} now")
        for key, (path, form, answer) in list(person.requests.items())[-25:]:
            status, body, headers = server.ask("POST", path, form, person.token, key=key)
            if answer is not None and (status, body) != answer:
                lost.append(f"{path}: {answer} is {status} {body} now")
            # A server that died before it had kept its answer says so, as often as it is asked.
            is_unanswered = status == 409 and body["word"] == "unanswered"
            if answer is not None and not is_unanswered and headers.get("idempotent-replayed") != "true":
                lost.append(f"{path}: carried out again")
            if answer is None and status < 500 and status != 429:
                person.requests[key] = (path, form, (status, body))
    return lost


def main():
    draw = random.Random(SEED)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = live_server.prepare(pathlib.Path(temporary) / "city", drivers=DRIVERS)
        server = live_server.Server(folder)
        people = []
        for number in range(PASSENGERS):
            people.append(Person(server.person("passengers", f"user{number}")))
            people[-1].kind = "passenger"
        for number in range(DRIVERS):
            people.append(Person(server.person("drivers", f"taxi{number}", **live_server.driver(number + 1))))
            people[-1].kind = "driver"
        for kill in range(KILLS):
            stop = threading.Event()
            threads = []
            for person in people:
                work = passenger if person.kind == "passenger" else driver
                last = max(person.notices, default=0)
                own = random.Random(draw.random())
                threads.append(threading.Thread(target=quietly, args=(work, person, server, stop, own)))
                threads.append(threading.Thread(target=quietly, args=(read, person, server, last)))
            for thread in threads:
                thread.start()
            time.sleep(draw.uniform(0.05, 1.2))
            server.process.kill()
            server.process.wait()
            stop.set()
            for thread in threads:
                thread.join(20)
            server = live_server.Server(folder)
            if lost := look(people, server):
                print(f"killed: {kill + 1} times, then: " + "\n  ".join(lost[:20]))
                sys.exit(1)
        numbers = [answer[1]["request"] for person in people for path, _, answer in person.requests.values()
                   if path == "/calls" and answer is not None and answer[0] == 201]
        told = sum(len(person.notices) for person in people)
        server.process.terminate()
        server.process.wait(20)
    if len(numbers) != len(set(numbers)):
        print("killed: two calls have one number")
        sys.exit(1)
    print(f"killed: {KILLS} times in {time.monotonic() - began:.0f} s under {sum(len(p.requests) for p in people)} requests: "
          f"{len(numbers)} calls, {told} notices read, nothing lost, nothing done twice")


main()
