#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs experiments through a real PostgreSQL on the loopback address, with workers that are killed, and compares the bytes.

    scripts/tests-store.py             the trials that take seconds
    scripts/tests-store.py --long      fifty killed workers, a cut network, a full disk, clocks that differ, a restarted server
    scripts/tests-store.py --speed     what the store costs a replication

The server runs on a free port in a scratch folder, as the user postgres when this is root, and is gone afterwards. Without
PostgreSQL's programs nothing is tested, which is said. Exits with 1 when a check fails.
"""

import argparse
import contextlib
import glob
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = pathlib.Path(os.environ.get("CABRANK", ROOT / ".build/release/cabrank"))
if not PROGRAM.exists():
    PROGRAM = ROOT / ".build/debug/cabrank"
QUICKSTART = ROOT / "Scenarios/quickstart.yaml"
# What tells of the machine and not of the city.
HOST = {"run.json", "journal.jsonl"}


class Server:
    """A PostgreSQL of our own."""

    def __init__(self, folder, data=None):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        self.programs = pathlib.Path(programs[-1])
        self.folder = pathlib.Path(folder)
        self.data = pathlib.Path(data or self.folder / "data")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = "127.0.0.1"
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            if data:
                self.data.mkdir(mode=0o700)
                shutil.chown(self.data, "postgres")
        self.as_user("initdb", "-D", self.data, "-U", "cabrank", "--auth=trust", "-N")
        self.start()
        self.sql("CREATE DATABASE cabrank", database="postgres")

    def as_user(self, program, *arguments, check=True):
        before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        return subprocess.run(
            [*before, str(self.programs / program), *map(str, arguments)], check=check, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, address="127.0.0.1"):
        self.address = address
        options = f"-p {self.port} -k {self.folder} -c listen_addresses={address} -c max_connections=200"
        self.as_user("pg_ctl", "-D", self.data, "-o", options, "-l", self.folder / "log", "-w", "start")

    def stop(self, mode="immediate"):
        self.as_user("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop", check=False)

    def sql(self, text, database="cabrank"):
        return subprocess.run(
            ["psql", "-h", str(self.folder), "-p", str(self.port), "-U", "cabrank", "-d", database, "-qAtc", text],
            check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    @property
    def url(self):
        return f"postgresql://cabrank@{self.address}:{self.port}/cabrank"


def cabrank(*arguments, **options):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600, **options)


def begin(*arguments, before=(), **options):
    return subprocess.Popen(
        [*before, PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)


def files(folder):
    """The bytes of an experiment's files, without what tells of the machine."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and path.name not in HOST and not path.name.startswith(("journal", "trial-", "confirm-", ".")):
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


class Trials:
    def __init__(self, server, folder):
        self.server = server
        self.folder = pathlib.Path(folder)
        self.problems = []
        self.count = 0

    def check(self, name, holds, said=""):
        self.count += 1
        if not holds:
            self.problems.append(name)
            print(f"{name}\n{said}".rstrip())

    def fails(self, name, words, *arguments, **options):
        """Bad input: one message with these words, exit status 2, and nothing written."""
        out = self.folder / "nothing"
        found = cabrank(*arguments, **options)
        self.check(
            name, found.returncode == 2 and all(word in found.stderr for word in words) and not out.exists(),
            f"status {found.returncode}: {found.stdout[-300:]}{found.stderr[-600:]}")

    def expected(self, name, *arguments):
        """What a command writes without a store, on one thread."""
        out = self.folder / f"{name}-alone"
        found = cabrank(*arguments, "--threads", 1, "--quiet", "--out", out)
        self.check(f"{name}: alone", found.returncode in (0, 1), found.stderr)
        return files(out)

    def same(self, name, wanted, out):
        found = files(out)
        differ = [file for file in wanted if wanted[file] != found.get(file)] + [f for f in found if f not in wanted]
        self.check(f"{name}: the same files", not differ, f"differ: {differ}")

    # ---

    commands = {
        "run": ("run", QUICKSTART, "--replications", 24),
        "sweep": ("sweep", QUICKSTART, "--set", "fleet.drivers=4..8/2", "--replications", 6),
        "compare": (
            "compare", QUICKSTART, f"other={QUICKSTART}", "--variant", "fewer", "--set", "fleet.drivers=4", "--set", "length=2 h", "--replications", 8),
        "size": (
            "size", QUICKSTART, "--target", "calls.abortRate<40%", "--by", "fleet.drivers", "--to", 20,
            "--replications", 4),
        "improve": (
            "layout", "improve", QUICKSTART, "--set", "city.grid.columns=4", "--set", "city.grid.cell=600 m",
            "--set", "drivers.cabs.count=14", "--set", "drivers.cabs.start={1: 1, 3: 1}",
            "--set", "passengers.residents.population.people=150", "--set", "length=4 h",
            "--zones", "2..3", "--runs", 60, "--confirmations", 8),
    }

    def every_command(self):
        """Each command with its own threads, and with four workers of other processes and none of its own."""
        for name, words in self.commands.items():
            wanted = self.expected(name, *words)
            out = self.folder / f"{name}-own"
            found = cabrank(*words, "--quiet", "--threads", 2, "--store", self.server.url, "--out", out)
            self.check(f"{name}: with a store", found.returncode in (0, 1), found.stderr)
            self.same(f"{name}, two threads of its own", wanted, out)
            self.check(
                f"{name}: complete", "complete" in cabrank("experiment", "list", "--store", self.server.url).stdout)
            # The same again: the results are there, and nothing is run.
            before = self.server.sql("SELECT count(*) FROM cabrank.replications WHERE state = 2")
            out = self.folder / f"{name}-again"
            cabrank(*words, "--quiet", "--store", self.server.url, "--out", out)
            self.same(f"{name}, from the store's results", wanted, out)
            self.check(
                f"{name}: nothing was run again",
                before == self.server.sql("SELECT count(*) FROM cabrank.replications WHERE state = 2"))

    def killed_workers(self, kills, seed=1, experiment="killed"):
        """Workers are killed at random times and others come; the bytes are those of one thread."""
        chance = random.Random(seed)
        words = ("run", ROOT / "Scenarios/city-weekday.yaml", "--set", "length=2 h", "--replications", max(16, kills * 2))
        wanted = self.expected(experiment, *words)
        out = self.folder / f"{experiment}-out"
        owner = begin(
            *words, "--quiet", "--threads", 1, "--store", self.server.url, "--experiment", experiment, "--out", out)
        self.wait_for(lambda: self.server.sql("SELECT count(*) FROM cabrank.replications WHERE state = 0") != "0")
        # A lease of a minute would make the trial long: the killed one's work is let go as if the minute were over.
        workers, killed = [], 0
        while owner.poll() is None:
            workers = [worker for worker in workers if worker.poll() is None]
            while len(workers) < 4:
                workers.append(begin("worker", "--store", self.server.url, "--threads", 1, "--quiet"))
            time.sleep(chance.uniform(0.05, 0.4))
            if killed < kills:
                victim = chance.choice(workers)
                victim.kill()
                victim.wait()
                killed += 1
            self.server.sql(
                "UPDATE cabrank.replications r SET lease = now() - interval '1 second' WHERE state = 1 AND worker IN "
                "(SELECT id FROM cabrank.workers WHERE process NOT IN "
                f"({','.join(str(p.pid) for p in [owner, *workers])}))")
        self.check(f"{experiment}: the command ends well", owner.returncode == 0, owner.stderr.read())
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait(timeout=60)
        self.check(f"{experiment}: {kills} workers were killed", killed == kills, f"{killed}")
        self.same(f"{experiment}: {killed} killed workers", wanted, out)

    def better_layout(self):
        """A search over cells of a file: a worker is killed, the command is stopped and goes on; the bytes are those of one
        thread."""
        first = self.folder / "first"
        cabrank(*self.commands["improve"], "--quiet", "--out", first)
        cells = self.folder / "cells.geojson"
        found = cabrank("layout", "hexagons", "--over", first / "layout.geojson", "--area", "6ha", "--out", cells)
        self.check("improve: cells", found.returncode == 0, found.stderr)
        words = (
            *self.commands["improve"], "--cells", cells, "--against", first / "layout.geojson", "--zones", "2..6", "--runs", 200)
        wanted = self.expected("improve-cells", *words)
        self.check("improve: a better layout", "layout.geojson" in wanted, str(list(wanted)))
        out = self.folder / "improve-out"
        words = (*words, "--quiet", "--threads", 1, "--store", self.server.url, "--experiment", "improve", "--out", out)
        owner = begin(*words)
        self.wait_for(lambda: self.done("improve") > 0)
        # Workers without this folder: all that they read comes from the store.
        place = self.folder / "elsewhere"
        place.mkdir()
        workers = [
            begin("worker", "--store", self.server.url, "--threads", 1, "--quiet", "--wait", "--experiment", "improve", cwd=place)
            for _ in range(2)]
        mine = f"worker IN (SELECT id FROM cabrank.workers WHERE process = {workers[0].pid})"
        self.wait_for(
            lambda: self.server.sql(f"SELECT count(*) FROM cabrank.replications WHERE state = 1 AND {mine}") != "0")
        workers[0].kill()
        workers[0].wait()
        # As if the minute of its lease were over.
        self.server.sql(
            f"UPDATE cabrank.replications SET lease = now() - interval '1 second' WHERE state = 1 AND {mine}")
        done = self.done("improve")
        self.wait_for(lambda: self.done("improve") > done + 20)
        owner.send_signal(signal.SIGINT)
        owner.wait(timeout=60)
        self.check("improve: stopped by Ctrl-C", owner.returncode == 130, owner.stderr.read())
        found = cabrank(*words, "--resume")
        self.check("improve: continued", found.returncode == 0, found.stderr)
        workers[1].terminate()
        self.check("improve: the other worker", workers[1].wait(timeout=60) == 143, workers[1].stderr.read())
        self.same("improve", wanted, out)
        others = self.server.sql(
            "SELECT count(*) FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
            f"WHERE r.state = 2 AND w.process IN ({workers[0].pid}, {workers[1].pid})")
        self.check("improve: workers brought results", int(others) > 10, others)

    def killed_command(self):
        """The command itself is killed: workers go on, and the same command finds their results."""
        words = ("run", QUICKSTART, "--replications", 200, "--set", "length=6 h")
        wanted = self.expected("owner", *words)
        out = self.folder / "owner-out"
        owner = begin(*words, "--quiet", "--threads", 1, "--store", self.server.url, "--experiment", "owner", "--out", out)
        self.wait_for(lambda: self.done("owner") > 5)
        owner.kill()
        owner.wait()
        self.server.sql("UPDATE cabrank.experiments SET seen = now() - interval '1 hour' WHERE name = 'owner'")
        self.server.sql("UPDATE cabrank.replications SET lease = now() - interval '1 second' WHERE state = 1")
        worker = cabrank("worker", "--store", self.server.url, "--threads", 2)
        self.check("owner: the worker ends when nothing is left", worker.returncode == 0, worker.stderr)
        self.check("owner: all done", self.done("owner") == 200, str(self.done("owner")))
        found = cabrank(
            *words, "--quiet", "--resume", "--threads", 1, "--store", self.server.url, "--experiment", "owner", "--out", out)
        self.check("owner: continued", found.returncode == 0, found.stderr)
        self.same("owner", wanted, out)

    def stopped_worker(self):
        """SIGTERM gives back what is not finished, at once."""
        owner = begin(
            "run", ROOT / "Scenarios/city-weekday.yaml", "--replications", 6, "--quiet", "--threads", 1, "--store",
            self.server.url, "--experiment", "stopped", "--out", self.folder / "stopped")
        self.wait_for(lambda: self.server.sql("SELECT count(*) FROM cabrank.replications WHERE state = 0") != "0")
        worker = begin("worker", "--store", self.server.url, "--threads", 1)
        self.wait_for(
            lambda: self.server.sql(
                "SELECT count(*) FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
                f"WHERE r.state = 1 AND w.process = {worker.pid}") != "0")
        worker.terminate()
        self.check("SIGTERM: status 143", worker.wait(timeout=20) == 143, str(worker.returncode))
        left = self.server.sql(
            "SELECT count(*) FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
            f"WHERE r.state = 1 AND w.process = {worker.pid}")
        self.check("SIGTERM: nothing is left with the worker", left == "0", left)
        status = cabrank("experiment", "status", "stopped", "--store", self.server.url)
        self.check("status names the command's worker", "worker on" in status.stdout, status.stdout + status.stderr)
        cancelled = cabrank("experiment", "cancel", "stopped", "--store", self.server.url)
        self.check("cancelled", cancelled.returncode == 0, cancelled.stderr)
        owner.wait(timeout=60)
        said = owner.stderr.read()
        self.check("a cancelled command says so", owner.returncode == 2 and "cancelled" in said, said)

    def bad_input(self):
        url = self.server.url
        words = ("run", QUICKSTART, "--replications", 2, "--quiet", "--out", self.folder / "nothing")
        self.fails("no address", ["postgresql://"], *words, "--store", "db.example")
        self.fails("no server", ["cannot be opened"], *words, "--store", "postgresql://cabrank@127.0.0.1:1/cabrank")
        self.fails("no database", ["does not exist"], *words, "--store", url.replace("/cabrank", "/nowhere"))
        found = cabrank(*words, "--store", url.replace("cabrank@", "cabrank:s3cret@"))
        self.check(
            "a password in the address", found.returncode == 2 and "PGPASSWORD" in found.stderr
            and "s3cret" not in found.stdout + found.stderr, found.stderr)
        cabrank("run", QUICKSTART, "--replications", 2, "--quiet", "--store", url, "--experiment", "taken", "--out",
                self.folder / "taken")
        self.fails("other inputs", ["other inputs", "remove"], *words, "--seed", 5, "--store", url, "--experiment", "taken")
        self.fails("a name alone", ["--store"], *words, "--experiment", "taken")
        self.fails("unknown", ["did you mean `taken`"], "experiment", "status", "takn", "--store", url)
        self.server.sql("UPDATE cabrank.experiments SET state = 'open', build = 'x' WHERE name = 'taken'")
        self.fails("another build", ["another build", "takes nothing"], "worker", "--store", url, "--experiment", "taken")
        self.fails("an open one is not removed", ["cancel"], "experiment", "remove", "taken", "--store", url)
        self.server.sql("UPDATE cabrank.version SET number = 99")
        self.fails("a later schema", ["version 99"], *words, "--store", url)
        self.server.sql("UPDATE cabrank.version SET number = 1")
        cabrank("experiment", "cancel", "taken", "--store", url)
        removed = cabrank("experiment", "remove", "taken", "--store", url)
        self.check("removed", removed.returncode == 0, removed.stderr)
        self.check("its replications too", self.server.sql(
            "SELECT count(*) FROM cabrank.replications r LEFT JOIN cabrank.members m ON m.id = r.member WHERE m.id IS NULL") == "0")

    def broken_result(self):
        """A worker that cannot make the experiment gives the replication back, names it, and the command ends with it."""
        words = ("run", QUICKSTART, "--replications", 3, "--quiet", "--threads", 1)
        self.server.sql("CREATE OR REPLACE FUNCTION cabrank.spoil() RETURNS trigger LANGUAGE plpgsql AS "
                        "'BEGIN NEW.recipe := ''{}''; RETURN NEW; END'")
        self.server.sql("CREATE TRIGGER spoil BEFORE INSERT ON cabrank.members FOR EACH ROW EXECUTE FUNCTION cabrank.spoil()")
        found = cabrank(*words, "--store", self.server.url, "--experiment", "broken", "--out", self.folder / "broken")
        self.server.sql("DROP TRIGGER spoil ON cabrank.members")
        self.check("broken: named", found.returncode == 2 and "replication 0: its inputs" in found.stderr, found.stderr)
        status = cabrank("experiment", "status", "broken", "--store", self.server.url)
        self.check("broken: listed", "failed: replication 0" in status.stdout, status.stdout)
        cabrank("experiment", "cancel", "broken", "--store", self.server.url)

    # --- long trials

    def long_run(self, experiment, disturb, before=()):
        """A run of some ten seconds with two workers, disturbed in its middle; the bytes are those of one thread."""
        words = ("run", ROOT / "Scenarios/city-weekday.yaml", "--set", "length=4 h", "--replications", 40)
        if not hasattr(self, "wanted"):
            self.wanted = self.expected("long", *words)
        out = self.folder / experiment
        owner = begin(
            *words, "--quiet", "--threads", 1, "--store", self.server.url, "--experiment", experiment, "--out", out)
        workers = [
            begin("worker", "--store", self.server.url, "--threads", 1, "--quiet", "--wait", "--experiment", experiment,
                  before=b) for b in (before or [(), ()])]
        self.wait_for(lambda: self.done(experiment) > 3)
        disturb()
        owner.wait(timeout=300)
        self.check(f"{experiment}: ends well", owner.returncode == 0, owner.stderr.read())
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait(timeout=60)
        self.same(experiment, self.wanted, out)

    def restarted_server(self):
        def disturb():
            self.server.stop()
            time.sleep(5)
            self.server.start()
        self.long_run("restarted", disturb)

    def other_clocks(self):
        faketime = shutil.which("faketime")
        if not faketime:
            print("store: clocks that differ: skipped, no faketime")
            return
        self.long_run("clocks", lambda: None, [(faketime, "-f", "+1h"), (faketime, "-f", "-1h")])

    def full_disk(self):
        """The database's disk is full for a while."""
        ballast = self.server.data / "ballast"

        def disturb():
            with contextlib.suppress(OSError), open(ballast, "wb") as file:
                while True:
                    file.write(b"0" * 65536)
            time.sleep(5)
            ballast.unlink()
        self.long_run("full", disturb)

    def cut_network(self, seconds=60):
        """A worker's network is cut: a namespace whose link goes down and comes up again."""
        name = f"cabrank{os.getpid()}"
        host, guest = "10.231.77.1", "10.231.77.2"
        run = lambda *words: subprocess.run(words, check=True)  # noqa: E731
        try:
            run("ip", "netns", "add", name)
            run("ip", "link", "add", "cabrank0", "type", "veth", "peer", "name", "cabrank1", "netns", name)
            run("ip", "addr", "add", f"{host}/30", "dev", "cabrank0")
            run("ip", "link", "set", "cabrank0", "up")
            run("ip", "-n", name, "addr", "add", f"{guest}/30", "dev", "cabrank1")
            run("ip", "-n", name, "link", "set", "cabrank1", "up")
            run("ip", "-n", name, "link", "set", "lo", "up")
        except (OSError, subprocess.CalledProcessError):
            print("store: a cut network: skipped, no network namespaces")
            subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)
            return
        self.server.stop("fast")
        with open(self.server.data / "pg_hba.conf", "a", encoding="utf-8") as file:
            file.write("host all all 10.231.77.0/30 trust\n")
        self.server.start(host)
        try:
            def disturb():
                run("ip", "link", "set", "cabrank0", "down")
                time.sleep(seconds)
                run("ip", "link", "set", "cabrank0", "up")
            inside = ("ip", "netns", "exec", name)
            self.long_run("cut", disturb, [inside, inside])
        finally:
            subprocess.run(["ip", "link", "del", "cabrank0"], check=False)
            subprocess.run(["ip", "netns", "del", name], check=False)
            self.server.stop("fast")
            self.server.start()

    # --- speed

    def speed(self):
        """What the store costs: the same replications with and without, in turn; figures, no verdict."""
        words = ("run", ROOT / "Scenarios/city-weekday.yaml", "--set", "length=4 h", "--replications", 200, "--quiet")
        rounds = []
        for turn in range(3):
            began = time.monotonic()
            cabrank(*words, "--threads", 2, "--no-report")
            alone = time.monotonic() - began
            began = time.monotonic()
            cabrank(
                *words, "--threads", 2, "--no-report", "--store", self.server.url, "--experiment", f"speed{turn}")
            rounds.append((alone, time.monotonic() - began))
        alone, stored = min(r[0] for r in rounds), min(r[1] for r in rounds)
        print(f"store: 200 replications of {alone * 2 / 200:.3f} s on two threads: {alone:.2f} s without the store, "
              f"{stored:.2f} s with it: {(stored / alone - 1) * 100:.1f} %, {(stored - alone) * 1000 / 200:.2f} ms each")
        print("store: bytes a replication: " + self.server.sql(
            "SELECT round(pg_total_relation_size('cabrank.replications') / greatest(1, count(*))) "
            "FROM cabrank.replications WHERE state = 2"))

    # ---

    def done(self, experiment):
        return int(self.server.sql(
            "SELECT count(*) FROM cabrank.replications r JOIN cabrank.members m ON m.id = r.member JOIN "
            f"cabrank.experiments e ON e.id = m.experiment WHERE r.state = 2 AND e.name = '{experiment}'")
            if self.server.sql("SELECT to_regclass('cabrank.experiments')") else 0)

    @staticmethod
    def wait_for(holds, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(subprocess.CalledProcessError):
                if holds():
                    return
            time.sleep(0.05)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--long", action="store_true")
    options.add_argument("--speed", action="store_true")
    options.add_argument("--only", help="only the trials whose name contains this")
    options = options.parse_args()
    if not glob.glob("/usr/lib/postgresql/*/bin/initdb") or not shutil.which("psql"):
        print("store: skipped, PostgreSQL is not installed")
        return 0
    os.environ.pop("PGPASSWORD", None)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        place = pathlib.Path(folder) / "server"
        place.mkdir()
        disk = None
        if options.long and os.geteuid() == 0:
            disk = pathlib.Path(folder) / "disk"
            disk.mkdir()
            if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m,mode=0755", "tmpfs", disk], check=False).returncode:
                disk = None
        server = None
        try:
            server = Server(place, disk and (disk / "data"))
            trials = Trials(server, folder)
            names = ["every_command", "better_layout", "killed_command", "stopped_worker", "bad_input", "broken_result"]
            if options.long:
                names += ["restarted_server", "other_clocks", "cut_network"] + (["full_disk"] if disk else [])
            if options.speed:
                names = ["speed"]
            for name in names:
                if not options.only or options.only in name:
                    getattr(trials, name)()
            if not options.speed and (not options.only or options.only in "killed_workers"):
                trials.killed_workers(50 if options.long else 4)
        finally:
            if server:
                server.stop()
            if disk:
                subprocess.run(["umount", "-l", disk], check=False)
    print(f"store: {trials.count} checks, {len(trials.problems)} problems")
    return 1 if trials.problems else 0


if __name__ == "__main__":
    sys.exit(main())
