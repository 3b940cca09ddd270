#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a live server over HTTPS on loopback, its client on the same cores: run by `scripts/bench live`.

So many people (1,500 by default, a third of them drivers) have accounts and a stream of events each, by HTTP/1.1 over TLS. Measured are: how
long the streams take to open, what one costs in memory, how long a notice to everybody takes, durable requests a second with all streams
open, how long a call takes at 60 a second (from the instant when it was due, whatever the one before it took), how long SIGTERM takes, and
the start from the log of all that.

Nothing is judged here. Needs openssl, and the server's program: CABRANKD, or the newest build.
"""
import argparse
import asyncio
import json
import os
import pathlib
import re
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("CABRANKD", str(ROOT / ".build" / "release" / "cabrankd"))
CITY = """
cabrank: 1
name: bench
title: Town of the benchmark
start: 2026-03-02
length: 1 d
city: {grid: {rows: 5, columns: 5, cell: 1 km, anchor: {longitude: 9.185, latitude: 45.456}}}
drivers: [{name: cabs, count: COUNT}]
server: {rate-limit: {per-second: 1000, burst: 10000, anonymous: 10000}}
"""


class Connection:
    """One connection by HTTP/1.1 that is kept."""

    def __init__(self, port, tls, token=None):
        self.port, self.tls, self.token = port, tls, token
        self.reader = self.writer = None

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=self.tls)

    def send(self, method, path, form=None, key=None):
        body = b"" if form is None else json.dumps(form).encode()
        lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if form is not None:
            lines.append("Content-Type: application/json")
        if key:
            lines.append(f"Idempotency-Key: {key}")
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)

    async def ask(self, method, path, form=None, keyed=False):
        if self.writer is None or self.writer.is_closing():
            await self.open()
        self.send(method, path, form, str(uuid.uuid4()) if keyed else None)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()).strip():
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        body = await self.reader.readexactly(length) if length else b""
        return status, json.loads(body) if body else None

    def close(self):
        if self.writer:
            self.writer.close()


class Stream(Connection):
    """A stream of events."""

    async def begin(self):
        await self.open()
        self.send("GET", "/events")
        # Until the first event has come.
        while b"event: open" not in await self.reader.readline():
            pass
        self.count = 0

    async def follow(self):
        try:
            while line := await self.reader.readline():
                if line.startswith(b"event: "):
                    self.count += 1
                    self.last = time.perf_counter()
        except (ConnectionError, ssl.SSLError, asyncio.IncompleteReadError):
            pass


def prepare(folder, drivers):
    (folder / "city.yaml").write_text(CITY.replace("COUNT", str(drivers)))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
         "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out",
         folder / "certificate.pem"], check=True, capture_output=True)
    (folder / "log.key").write_text(os.urandom(32).hex())
    (folder / "log.key").chmod(0o600)
    config = {"cabrankd": 1, "city": "city.yaml", "listen": "127.0.0.1:0", "certificate": "certificate.pem",
              "private-key": "key.pem", "mail": "outbox", "log": "inputs", "log-key": "log.key"}
    (folder / "server.yaml").write_text("".join(f"{key}: {value}\n" for key, value in config.items()))


def start(folder):
    begin = time.perf_counter()
    process = subprocess.Popen([PROGRAM, folder / "server.yaml"], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    found = re.search(r":(\d+)$", line.strip())
    if not found:
        sys.exit(f"the server did not start: {line}")
    return process, int(found[1]), time.perf_counter() - begin


def memory(process):
    """The resident memory of a process in KiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def register(port, tls, folder, number, kind, more):
    """Opens an account, and begins a session."""
    connection = Connection(port, tls)
    name = f"{kind[0]}{number:05}"
    form = dict(username=name, email=f"{name}@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="A", surname="B",
                consent=True, **more)
    status, answer = await connection.ask("POST", f"/accounts/{kind}", form, keyed=True)
    if status != 202:
        sys.exit(f"no account: {status} {answer}")
    for _ in range(1000):
        files = list((folder / "outbox").glob(f"{answer['account']}-*.txt"))
        text = files[0].read_text() if files else ""
        if found := re.search(r"/links/(\S+)", text):
            break
        await asyncio.sleep(0.01)
    await connection.ask("POST", f"/links/{found[1]}", keyed=True)
    status, answer = await connection.ask("POST", "/sessions", dict(username=name, password="Passw0rd1", token=True))
    connection.close()
    return answer["token"]


async def everybody(work, values, at_once):
    """Does something for each value, so many at once."""
    gate = asyncio.Semaphore(at_once)

    async def one(value):
        async with gate:
            return await work(value)

    return await asyncio.gather(*(one(value) for value in values))


async def measure(people, seconds, folder):
    drivers = people // 3
    prepare(folder, drivers)
    process, port, _ = start(folder)
    tls = ssl.create_default_context(cafile=folder / "certificate.pem")
    figures = {"people": people}
    begin = time.perf_counter()
    passengers = await everybody(lambda n: register(port, tls, folder, n, "passengers", {}), range(people - drivers), 16)
    taxis = await everybody(
        lambda n: register(
            port, tls, folder, n, "drivers",
            dict(address="Via 1", phone=f"+39 {n}", licence=n + 1, licenceExpiry="2035-01-01", taxiNumber=f"T{n}", seats=4)),
        range(drivers), 16)
    figures["accounts and logins, s"] = time.perf_counter() - begin

    before = memory(process)
    streams = [Stream(port, tls, token) for token in passengers + taxis]
    begin = time.perf_counter()
    await everybody(lambda stream: stream.begin(), streams, 200)
    figures["streams opened, s"] = time.perf_counter() - begin
    figures["memory of a stream, KiB"] = (memory(process) - before) / len(streams)
    following = [asyncio.create_task(stream.follow()) for stream in streams]

    # A notice to everybody: each driver goes in service, each passenger calls from where no taxi is.
    callers = [Connection(port, tls, token) for token in passengers]
    cabs = [Connection(port, tls, token) for token in taxis]
    place = {"latitude": 45.46, "longitude": 9.19}
    await everybody(lambda cab: cab.ask("PUT", "/me/location", place), cabs, 50)
    far = {"latitude": 45.48, "longitude": 9.23}
    for stream in streams:
        stream.count = 0
    sent = time.perf_counter()
    await asyncio.gather(
        everybody(lambda cab: cab.ask("PUT", "/me/status", {"inService": True}), cabs, 50),
        everybody(lambda c: c.ask("POST", "/calls", {"meeting": far}, keyed=True), callers, 50))
    answered = time.perf_counter()
    while any(stream.count == 0 for stream in streams):
        await asyncio.sleep(0.01)
    figures["a notice to everybody, s after the last answer"] = max(0, max(stream.last for stream in streams) - answered)
    figures["requests for it, a second"] = len(streams) / (answered - sent)

    # As many as it takes, on 100 connections.
    count, end = 0, time.perf_counter() + seconds

    async def hammer(connection):
        nonlocal count
        while time.perf_counter() < end:
            status, _ = await connection.ask("POST", "/calls", {"meeting": far}, keyed=True)
            count += status == 201

    begin = time.perf_counter()
    await asyncio.gather(*(hammer(connection) for connection in callers[:100]))
    figures["durable calls a second"] = count / (time.perf_counter() - begin)

    # 60 a second, each when it is due.
    spans, number = [], int(60 * seconds)
    begin = time.perf_counter() + 0.5

    async def due(index):
        at = begin + index / 60
        await asyncio.sleep(max(0, at - time.perf_counter()))
        status, _ = await callers[index % len(callers)].ask("POST", "/calls", {"meeting": far}, keyed=True)
        if status == 201:
            spans.append(time.perf_counter() - at)

    await asyncio.gather(*(due(index) for index in range(number)))
    figures["calls at 60 a second"] = len(spans)
    figures["p50, ms"] = statistics.median(spans) * 1000
    figures["p99, ms"] = percentile(spans, 0.99) * 1000
    figures["worst, ms"] = max(spans) * 1000
    figures["memory at the end, MiB"] = memory(process) / 1024

    begin = time.perf_counter()
    process.terminate()
    await asyncio.get_running_loop().run_in_executor(None, process.wait)
    figures["SIGTERM with all streams, s"] = time.perf_counter() - begin
    for task in following:
        task.cancel()
    figures["log, MB"] = sum(file.stat().st_size for file in (folder / "inputs").iterdir()) / 1e6
    process, _, span = start(folder)
    figures["start from that log, s"] = span
    process.kill()
    return figures


def main():
    parser = argparse.ArgumentParser(description="Measures a live server over HTTPS.")
    parser.add_argument("--people", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=10)
    arguments = parser.parse_args()
    if not pathlib.Path(PROGRAM).exists():
        sys.exit("the server's program is missing: scripts/cabrankd builds it")
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(arguments.people, arguments.seconds, pathlib.Path(folder)))
    print("| what | measured |\n| --- | --- |")
    for name, value in figures.items():
        print(f"| {name} | {value if isinstance(value, int) else f'{value:.3g}'} |")


main()
