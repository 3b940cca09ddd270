# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of the disk: a power cut, no room, slow writes.

The power cut is one of the disk that the kernel promises: the journal of trouble.c has every write to the log's folder, and every sync
that came back. At a drawn instant the folder is made as it may then be found: what was synced is there, and of each sector of 512 bytes
that was written since, the old or the new. A disk that says it has what it has not is not tried, nor a file system that loses what
was synced before.
"""

import collections
import os
import random
import re
import resource
import shutil
import struct
import subprocess
import threading
import time
import uuid

from live_server import PLACE, PROGRAM, secret

from faults.town import LONG, Stream, Town, Trouble, check, prepare, quietly

SECTOR = 512
Record = collections.namedtuple("Record", "time kind path offset length bytes")


def records(journal):
    """What trouble.c noted, in its order."""
    data, at, found = journal.read_bytes(), 0, []
    while at < len(data):
        instant, offset, length, size, kind = struct.unpack_from("qqqic3x", data, at)
        at += 32
        path = data[at:at + size].decode()
        at += size
        written = b""
        if kind == b"w":
            written = data[at:at + length]
            at += length
        found.append(Record(instant / 1e9, kind.decode(), path, offset, length, written))
    return found


def cut(noted, instant, draw, folder, to, forgets=False):
    """Makes the folder in `to` as a power cut at an instant may leave it. `forgets`: a disk that keeps nothing that it says to have
    synced, which shows that this test sees it."""
    past = [record for record in noted if record.time <= instant]
    synced = {}
    for index, record in enumerate(past):
        if record.kind == "s" and not forgets:
            synced[record.path] = index
    files = {}
    for index, record in enumerate(past):
        file = files.setdefault(record.path, bytearray()) if record.kind in "wt" else files.get(record.path)
        is_safe = index < synced.get(record.path, -1)
        if record.kind == "w":
            end = record.offset + record.length
            for begin in range(record.offset - record.offset % SECTOR, end, SECTOR):
                first, last = max(begin, record.offset), min(begin + SECTOR, end)
                if is_safe or draw.random() < 0.5:
                    if len(file) < last:
                        file.extend(bytes(last - len(file)))
                    file[first:last] = record.bytes[first - record.offset:last - record.offset]
        elif record.kind == "t" and (is_safe or draw.random() < 0.5):
            del file[record.length:]
            file.extend(bytes(record.length - len(file)))
        elif record.kind == "u":
            files.pop(record.path, None)
    to.mkdir()
    for path, content in files.items():
        if path.startswith(f"{folder}/") and not path.endswith(("-shm", "/lock")):
            (to / os.path.basename(path)).write_bytes(content)


class Asker(threading.Thread):
    """Calls taxis and takes the calls back, and remembers what it was answered, and when."""

    def __init__(self, server, token, stop):
        super().__init__(name=threading.current_thread().name)
        self.server, self.token, self.stop = server, token, stop
        self.answers = []
        self.start()

    def run(self):
        quietly(self.ask)

    def ask(self):
        while not self.stop.is_set():
            key = str(uuid.uuid4())
            begun = time.monotonic()
            status, answer, _ = self.server.post("/calls", {"meeting": PLACE, "travelers": 1}, self.token, key)
            self.answers.append((time.monotonic(), time.monotonic() - begun, key, status, answer))
            if status == 201:
                self.server.ask("DELETE", f"/calls/{answer['request']}", token=self.token)
            elif status == 503:
                return


def look(server, askers, until, why):
    """What had been answered before an instant is answered again, and was done once."""
    looked = 0
    for asker in askers:
        for read, _, key, status, answer in [found for found in asker.answers if found[0] <= until and found[3] < 500][-25:]:
            again, body, headers = server.post("/calls", {"meeting": PLACE, "travelers": 1}, asker.token, key)
            if (again, body.get("word")) == (409, "unanswered"):
                check(False, f"{why}: {key} was answered {status} {answer}, and that is lost")
            check((again, body) == (status, answer), f"{why}: {key} was answered {status} {answer}, and is {again} {body} now")
            check(headers.get("idempotent-replayed") == "true", f"{why}: {key} was done again")
            looked += 1
    return looked


def power(folder, forgets=False):
    """A power cut: what was answered or told before it is there, whatever else the disk had of the last writes."""
    folder = prepare(folder, drivers=1)
    trouble = Trouble(folder, journal=True)
    cuts, draw, stop = (100 if LONG else 4), random.Random(35), threading.Event()
    with Town(folder, trouble) as server:
        people = [server.person("passengers", f"power{number}") for number in range(3)]
        streams = [Stream(server, token) for token in people]
        begun = time.monotonic()
        askers = [Asker(server, token, stop) for token in people]
        time.sleep(20 if LONG else 2.5)
        stop.set()
        for asker in askers:
            asker.join()
        ended = time.monotonic()
        server.kill()
    noted = records(trouble.journal)
    check(any(record.kind == "s" for record in noted), "nothing was synced")
    inputs = folder / "inputs"
    whole = folder.parent / f"{folder.name}.whole"
    inputs.rename(whole)
    looked = told = 0
    for number in range(cuts):
        instant = draw.uniform(begun + 0.3, ended)
        shutil.rmtree(inputs, ignore_errors=True)
        cut(noted, instant, draw, inputs, inputs, forgets)
        with Town(folder) as server:
            looked += look(server, askers, instant, f"power cut {number}")
            for token, stream in zip(people, streams):
                seen = [event for event in stream.events if event[3] <= instant and event[1] != "open"]
                if not seen:
                    continue
                newest = max(event[0] for event in seen)
                last = server.ask("GET", "/me/passenger", token=token)[1]["last"]
                check(last >= newest, f"power cut {number}: notice {newest} was read, and the last one is {last} now")
                told += len(seen)
    safe = sorted({record.path for record in noted if record.kind == "s"})
    check({str(folder), str(inputs)} <= set(safe), f"the entries of the log's folder were not synced: {safe}")
    check(looked > 20 and told > 20, f"too little was seen: {looked} answers, {told} notices")
    return f"{cuts} cuts, {looked} answers and {told} notices of before, none lost"


def full(folder):
    """No room: nobody is answered what is not kept, the server says so and ends with exit code 4, and goes on when there is room."""
    found = []
    for kind in ("file size", "file system", "system call"):
        if kind == "file system" and os.geteuid() != 0:
            continue
        own = folder.with_name(f"{folder.name}-{kind.replace(' ', '-')}")
        prepare(own, drivers=1)
        if kind == "file system":
            (own / "inputs").mkdir(mode=0o700)
            run = subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=700k,mode=700", "cabrank-test", own / "inputs"], capture_output=True, text=True)
            if run.returncode:
                found.append(f"no small file system ({run.stderr.strip()})")
                continue
        try:
            found.append(f"{kind}: {one_full(own, kind)}")
        finally:
            if kind == "file system":
                subprocess.run(["umount", "-l", own / "inputs"], check=True)
    return "; ".join(found)


def one_full(folder, kind):
    trouble = Trouble(folder) if kind == "system call" else None
    stop = threading.Event()
    # A file that is too long is an error here, and not a signal that ends the process.
    more = {"restore_signals": False} if kind == "file size" else {}
    with Town(folder, trouble, **more) as server:
        people = [server.person("passengers", f"full{number}") for number in range(3)]
        stream = Stream(server, people[0])
        askers = [Asker(server, token, stop) for token in people]
        time.sleep(0.5)
        if trouble:
            trouble.full(True)
        elif kind == "file size":
            longest = max(file.stat().st_size for file in (folder / "inputs").iterdir())
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (longest + 20_000, longest + 20_000))
        ready = None
        end = time.monotonic() + 30
        while server.process.poll() is None and time.monotonic() < end:
            ready = quietly(server.health, "/health/ready") or ready
            time.sleep(0.01)
        check(server.process.poll() == 4, lambda: f"{kind}: the server ends with {server.process.poll()}: {server.says()}")
        stop.set()
        for asker in askers:
            asker.join()
        # What it says goes to a file of the same disk for a full system call: that ends nothing either.
        said = kind == "system call" or "the server cannot keep what it is told" in server.says()
        check(said, lambda: server.says())
        stream.thread.join(10)
        words = {answer.get("word") for asker in askers for _, _, _, status, answer in asker.answers if status >= 500}
        check(words <= {"notKept", "closed"}, f"what is not kept: {words}")
        ended = time.monotonic()
    if kind == "file system":
        # Room again.
        subprocess.run(["mount", "-o", "remount,size=64m", folder / "inputs"], check=True)
    with Town(folder) as server:
        looked = look(server, askers, ended, kind)
        check(looked > 5, f"{kind}: {looked} answers")
        newest = max((event[0] for event in stream.events if event[1] not in ("open", "end")), default=0)
        last = server.ask("GET", "/me/passenger", token=people[0])[1]["last"]
        check(last >= newest, f"{kind}: notice {newest} was read, and the last one is {last} now")
    return f"{looked} answers kept"


def slow(folder):
    """A slow disk: answers and notices come late, and what came is kept, also when the process dies among the writes."""
    delay = 200
    folder = prepare(folder, drivers=1)
    trouble, stop = Trouble(folder), threading.Event()
    with Town(folder, trouble) as server:
        people = [server.person("passengers", f"slow{number}") for number in range(3)]
        streams = [Stream(server, token) for token in people]
        trouble.slow(delay)
        time.sleep(0.3)
        askers = [Asker(server, token, stop) for token in people]
        time.sleep(10 if LONG else 3)
        status, text = server.health("/health/ready")
        check((status, text) == (200, "ready\n"), f"slow, and all the same ready: {status} {text}")
        server.kill()
        instant = time.monotonic()
        stop.set()
        for asker in askers:
            asker.join()
        found = sorted((span, status, answer) for asker in askers for _, span, _, status, answer in asker.answers if status < 500)
        spans = [span for span, _, _ in found]
        check(len(spans) > 5 and min(spans) > 0.9 * delay / 1000, f"answered before it was on the disk: {found[:3]}")
    trouble.slow(0)
    with Town(folder) as server:
        check(look(server, askers, instant, "slow") > 0, "slow: no answers")
        for token, stream in zip(people, streams):
            newest = max((event[0] for event in stream.events if event[1] != "open"), default=0)
            last = server.ask("GET", "/me/passenger", token=token)[1]["last"]
            check(last >= newest, f"slow: notice {newest} was read, and the last one is {last} now")
    return f"{len(spans)} answers after {min(spans):.2f} to {max(spans):.2f} s, all kept"


def reports(folder):
    """A report reads a log and leaves its files as they are, of a server that was killed and of one that runs."""
    folder = prepare(folder, drivers=1)

    def bytes_of():
        return {file.name: file.read_bytes() for file in (folder / "inputs").iterdir() if not file.name.endswith("-shm")}

    place = folder / "temporary"
    place.mkdir()

    def report(name):
        run = subprocess.run(
            [PROGRAM, "report", folder / "server.yaml", "--out", folder / name], capture_output=True, text=True, timeout=120,
            env=os.environ | {"TMPDIR": str(place)})
        check(run.returncode == 0, f"{name}: {run.returncode} {run.stdout} {run.stderr}")
        check((folder / name / "report.html").stat().st_size > 10_000, f"{name}: no page")

    with Town(folder) as server:
        token = server.person("passengers", "ada1")
        server.call(token)
        report("running")
        server.lives("beside a report")
        server.kill()
    before = bytes_of()
    check(len(before["inputs.sqlite-wal"]) > 0, "something is written ahead")
    report("killed")
    after = bytes_of()
    check(before == after, f"a report changes {[name for name in before if before[name] != after.get(name)]} of {list(before)}")
    check(not list(place.iterdir()), f"copies are left: {list(place.iterdir())}")
    with Town(folder) as server:
        check(server.ask("GET", "/me/passenger", token=token)[0] == 200, "it goes on")
    return f"{len(before)} files as they were"


def staff(folder):
    """Staff who cannot have accounts are refused at their key, before anything is written."""
    stores = (
        'stores: {groups: [{name: corner, chain: Corner, count: 1, zones: {1: 1}, limit: 2, quotas: {normal: 2, priority: 0, booking: 0}, '
        'hours: "00:00-24:00"}]}\n')
    for name, more, username, where in (("none", "", "chief1", "staff`"), ("refused", stores, "!", "staff.0`")):
        own = prepare(
            folder.with_name(f"{folder.name}-{name}"), more=more,
            staff=f'[{{number: 1, username: "{username}", email: chief@example.org, name: Ada, surname: B, password-file: chief.password}}]')
        secret(own, "chief.password", "Passw0rd1")
        run = subprocess.run([PROGRAM, own / "server.yaml"], capture_output=True, text=True, timeout=20)
        says = f"{name}: {run.returncode} {run.stderr}"
        check(run.returncode == 2 and re.search(rf"server\.yaml:\d+:\d+: error: `{re.escape(where)}", run.stderr), says)
        check(not (own / "inputs").exists() and not (own / "outbox").exists(), f"{name}: something was written")
    return "two of them"
