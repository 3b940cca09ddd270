# SPDX-License-Identifier: GPL-3.0-or-later
"""A town whose server is troubled: its process, people, streams, and the orders of trouble.c."""

import http.client
import json
import mmap
import os
import pathlib
import re
import shutil
import socket
import ssl
import struct
import subprocess
import threading
import time
import uuid

import live_server
from live_server import PLACE

# Everything at its full length: 30 s, an hour, 5,000 connections.
LONG = os.environ.get("CABRANK_FAULTS") == "long"
SOURCE = pathlib.Path(__file__).with_name("trouble.c")


class Failed(Exception):
    """What should hold does not."""


class Skipped(Exception):
    """What this machine cannot do."""


counts = {}
_lock = threading.Lock()


def check(truth, says):
    """One check of the fault that this thread tries."""
    name = threading.current_thread().name.split(":")[0]
    with _lock:
        counts[name] = counts.get(name, 0) + 1
    if not truth:
        raise Failed(says() if callable(says) else says)


def within(seconds, truth, says):
    """Checks that something becomes true in time; returns what it came to."""
    end = time.monotonic() + seconds
    while not (found := truth()):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    check(found, says)
    return found


class Trouble:
    """The orders that trouble.c obeys in a server: a slow disk, a full one, another time of day, and a journal of its writes."""

    library = None

    def __init__(self, folder, journal=False):
        self.build(folder.parent)
        self.file = folder.parent / f"{folder.name}.orders"
        self.file.write_bytes(bytes(16))
        with open(self.file, "r+b") as file:
            self.orders = mmap.mmap(file.fileno(), 16)
        self.journal = folder.parent / f"{folder.name}.journal"
        self.environment = os.environ | {
            "LD_PRELOAD": str(Trouble.library), "TROUBLE_FILE": str(self.file), "TROUBLE_FOLDER": str(folder)}
        if journal:
            self.environment["TROUBLE_JOURNAL"] = str(self.journal)

    @staticmethod
    def build(folder):
        with _lock:
            if Trouble.library is None:
                if not shutil.which("gcc"):
                    raise Skipped("there is no gcc to build trouble.c with")
                library = pathlib.Path(folder) / "trouble.so"
                run = subprocess.run(
                    ["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"],
                    capture_output=True, text=True)
                if run.returncode:
                    raise Failed(run.stderr)
                Trouble.library = library

    def clock(self, seconds):
        """Sets the time of day on by so much, or back."""
        self.orders[0:8] = struct.pack("q", int(seconds * 1e9))

    def slow(self, milliseconds):
        self.orders[8:12] = struct.pack("i", milliseconds)

    def full(self, is_full):
        self.orders[12:16] = struct.pack("i", is_full)


class Town(live_server.Server):
    """A running server, which says what is wrong into a file."""

    def __init__(self, folder, trouble=None, **more):
        self.log = folder.parent / f"{folder.name}.errors"
        # One that crashes is gone at once, without looking for minutes where it was.
        more["env"] = (trouble.environment if trouble else os.environ) | {"SWIFT_BACKTRACE": "enable=no"}
        with open(self.log, "a") as errors:
            super().__init__(folder, stderr=errors, **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def says(self):
        return self.log.read_text()

    def metric(self, name):
        return float(re.search(rf"^{name} (\S+)$", self.health("/metrics")[1], re.M)[1])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """Kilobytes that it holds."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def lives(self, why):
        """It runs, and answers."""
        check(self.process.poll() is None, lambda: f"{why}: the server has ended: {self.says()}")
        status, zones, _ = self.ask("GET", "/zones")
        check(status == 200 and zones["zones"], f"{why}: {status} {zones}")

    def post(self, path, form, token=None, key=None, **more):
        return self.ask("POST", path, form, token, key=key or str(uuid.uuid4()), **more)

    def cab(self, name, number):
        """A driver in service at the place of all calls."""
        token = self.person("drivers", name, **live_server.driver(number))
        check(self.ask("PUT", "/me/location", PLACE, token)[0] == 204, "a driver's place")
        check(self.ask("PUT", "/me/status", {"inService": True}, token)[0] == 204, "in service")
        return token

    def call(self, token, key=None, travelers=1):
        status, called, _ = self.post("/calls", {"meeting": PLACE, "travelers": travelers}, token, key)
        check(status == 201, f"call: {status} {called}")
        return called["request"]

    def connect(self, handshake=True, receive=None, timeout=30):
        """A connection without any library of HTTP."""
        raw = socket.socket()
        if receive:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        raw.settimeout(timeout)
        raw.connect(("127.0.0.1", self.port))
        return self.tls.wrap_socket(raw, server_hostname="127.0.0.1") if handshake else raw


def prepare(folder, drivers=2, more="", plentiful=True, **changes):
    """The folder of a server; `plentiful`: nobody is told to send less."""
    if plentiful:
        more += "server: {rate-limit: {per-second: 100000, burst: 1000000}}\n"
    return live_server.prepare(folder, drivers, more, **changes)


def reset(connection):
    """Ends a connection as a machine does that knows nothing of it."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def head(method, path, token=None, **headers):
    """The head of a request."""
    lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: 127.0.0.1"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Stream:
    """What a person is told, read on a thread of its own; each with the instant at which it was read."""

    def __init__(self, server, token, after=None, last=None):
        self.events, self.ended, self.pulses = [], None, 0
        self.connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=server.tls, timeout=120)
        headers = {"Authorization": f"Bearer {token}"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.connection.request("GET", "/api/v1/events" + (f"?after={after}" if after is not None else ""), headers=headers)
        self.answer = self.connection.getresponse()
        check(self.answer.status == 200, f"a stream: {self.answer.status}")
        self.thread = threading.Thread(target=self.read, name=threading.current_thread().name, daemon=True)
        self.thread.start()

    def read(self):
        event = {}
        try:
            for line in self.answer:
                line = line.decode().rstrip("\n")
                if line.startswith(":"):
                    self.pulses += 1
                elif line:
                    name, _, value = line.partition(": ")
                    event[name] = value
                else:
                    if "event" in event:
                        self.events.append(
                            (int(event["id"]), event["event"], json.loads(event["data"]), time.monotonic()))
                    event = {}
            self.ended = "at its end"
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            # The last one: closed by this side, which http.client does not expect.
            self.ended = repr(error)

    def told(self, name):
        return [event for event in self.events if event[1] == name]

    def close(self):
        self.connection.sock.shutdown(socket.SHUT_RDWR)


def quietly(work, *arguments):
    """The server, or the connection, ends under this: what then fails is no fault."""
    try:
        return work(*arguments)
    except (OSError, http.client.HTTPException, ssl.SSLError, ValueError):
        return None


def together(*works):
    """Does these at once, and returns what each came to; the first failure is raised."""
    found, failed = [None] * len(works), []
    start = threading.Barrier(len(works))
    name = threading.current_thread().name

    def run(index, work):
        try:
            start.wait()
            found[index] = work()
        except BaseException as error:  # noqa: B902
            failed.append(error)

    threads = [threading.Thread(target=run, args=pair, name=name) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return found
