# SPDX-License-Identifier: GPL-3.0-or-later
"""What the trials of a store share: the program, its files, the checks."""

import contextlib
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(os.environ.get("CABRANK", ROOT / ".build/release/cabrank"))
if not PROGRAM.exists():
    PROGRAM = ROOT / ".build/debug/cabrank"
QUICKSTART = ROOT / "Scenarios/quickstart.yaml"
# With a map, calibrations and includes.
CITY = ROOT / "Scenarios/city-weekday.yaml"
# A small city with much to do: a tenth of a second and more a replication, and hardly anything beside them.
BUSY = (
    QUICKSTART, "--set", "length=8 h", "--set", "passengers.residents.population.people=300", "--set", "record.events=false",
    "--set", "record.messages=false")
# What most trials run.
USUAL = ("run", *BUSY, "--set", "fleet.drivers=60", "--replications", 16)
# Half a second and more each, so that there is something to be taken away in the middle of.
SLOW = (*USUAL[:-2], "--set", "length=32 h", "--replications", 8)
# What tells of the machine and not of the city.
HOST = {"run.json"}
# A journal has what each replication cost, in the order in which they ended.
JOURNALS = ("journal", "trial-", "confirm-")

started = []


def cabrank(*arguments, program=None, **options):
    """Runs a command to its end."""
    return subprocess.run(
        [program or PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, timeout=600, **options)


def begin(*arguments, before=(), **options):
    """Starts a command; what is still running at the end of its trial is killed."""
    process = subprocess.Popen(
        [*before, PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        **{"stdout": subprocess.DEVNULL, **options})
    started.append(process)
    return process


def end(processes):
    """Asks processes to end, and waits for them."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=60)


def end_all():
    """Kills what a trial left running."""
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stderr.close()
    started.clear()


def files(folder):
    """The bytes of an experiment's files, without what tells of the machine."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and path.name not in HOST and not path.name.startswith((*JOURNALS, ".")):
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


class Trials:
    """Counts checks, and prints those that do not hold."""

    def __init__(self, server, folder):
        self.server = server
        self.folder = pathlib.Path(folder)
        self.problems = []
        self.skipped = []
        self.count = 0
        self.known = {}

    def check(self, name, holds, said=""):
        self.count += 1
        if not holds:
            self.problems.append(name)
            print(f"{name}\n{said}".rstrip(), flush=True)

    def skip(self, name, why):
        self.skipped.append(name)
        print(f"store: {name}: skipped, {why}")

    def fails(self, name, words, *arguments, **options):
        """Bad input: one message with these words, exit status 2, and nothing written."""
        out = self.folder / "nothing"
        found = cabrank(*arguments, **options)
        self.check(
            name, found.returncode == 2 and all(word in found.stderr for word in words) and not out.exists(),
            f"status {found.returncode}: {found.stdout[-300:]}{found.stderr[-600:]}")
        return found

    def expected(self, name, *arguments):
        """What a command writes without a store, on one thread; made once for each command."""
        if arguments not in self.known:
            out = self.folder / f"{name}-alone"
            found = cabrank(*arguments, "--threads", 1, "--quiet", "--out", out)
            self.check(f"{name}: alone", found.returncode in (0, 1), found.stderr)
            self.known[arguments] = files(out)
        return self.known[arguments]

    def same(self, name, wanted, out):
        found = files(out)
        differ = [file for file in wanted if wanted[file] != found.get(file)] + [f for f in found if f not in wanted]
        self.check(f"{name}: the same files", wanted and not differ, f"differ: {differ}")

    # --- the store

    def stored(self, *words, url=None):
        """A command with its `--store`."""
        return (*words, "--store", url or self.server.url)

    def owner(self, experiment, *words, threads=None, out=None, url=None, **options):
        """Starts the command of an experiment, which leaves the work to others as far as it can, or has so many threads."""
        return begin(
            *self.stored(*words, url=url), "--quiet", "--threads", 0 if threads is None else threads,
            "--experiment", experiment, "--out", out or self.folder / f"{experiment}-out", **options)

    def worker(self, *words, url=None, **options):
        """Starts a worker with one thread."""
        return begin(*self.stored("worker", url=url), "--threads", 1, "--quiet", *words, **options)

    def number(self, text, database="cabrank"):
        return int(self.server.sql(text, database))

    def schema(self):
        """The version of the tables."""
        return self.number("SELECT number FROM cabrank.version")

    def exists(self, experiment):
        """Whether a command has begun it."""
        return self.server.sql("SELECT to_regclass('cabrank.experiments')") and self.number(
            f"SELECT count(*) FROM cabrank.experiments WHERE name = '{experiment}'")

    def replications(self, experiment, where="true"):
        """How many of an experiment's replications are so; `r` is the replication, `w` its worker, if any."""
        if not self.exists(experiment):
            return 0
        return self.number(
            "SELECT count(*) FROM cabrank.replications r JOIN cabrank.members m ON m.id = r.member "
            "JOIN cabrank.experiments e ON e.id = m.experiment LEFT JOIN cabrank.workers w ON w.id = r.worker "
            f"WHERE e.name = '{experiment}' AND {where}")

    def done(self, experiment):
        return self.replications(experiment, "r.state = 2")

    def held(self, process):
        """How many replications a process has."""
        return self.number(
            "SELECT count(*) FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
            f"WHERE r.state = 1 AND w.process = {process.pid}")

    def expire(self, processes):
        """Lets go what dead workers have, as if the time of their lease were over."""
        numbers = ",".join(str(process.pid) for process in processes)
        if numbers:
            self.server.sql(
                "UPDATE cabrank.replications r SET lease = now() - interval '1 second' FROM cabrank.workers w "
                f"WHERE w.id = r.worker AND r.state = 1 AND w.process IN ({numbers})")

    def orphans(self, database="cabrank"):
        """Rows without what they belong to, by table."""
        text = {
            "members": "cabrank.members c LEFT JOIN cabrank.experiments p ON p.id = c.experiment",
            "replications": "cabrank.replications c LEFT JOIN cabrank.members p ON p.id = c.member",
            "results": "cabrank.results c LEFT JOIN cabrank.members p ON p.id = c.member",
            "member_inputs": "cabrank.member_inputs c LEFT JOIN cabrank.members p ON p.id = c.member",
        }
        found = {
            name: self.number(f"SELECT count(*) FROM {join} WHERE p.id IS NULL", database)
            for name, join in text.items() if self.server.sql(f"SELECT to_regclass('cabrank.{name}')", database)
        }
        found["inputs"] = self.number(
            "SELECT count(*) FROM cabrank.inputs i LEFT JOIN cabrank.member_inputs m USING (hash) WHERE m.hash IS NULL",
            database)
        return {name: count for name, count in found.items() if count}

    def wait_for(self, what, holds, seconds=60):
        """Waits until something holds; that it never does is a failed check."""
        finish = time.monotonic() + seconds
        while time.monotonic() < finish:
            with contextlib.suppress(subprocess.CalledProcessError):
                if holds():
                    return True
            time.sleep(0.03)
        self.check(f"{what}: waited {seconds} s in vain", False)
        return False
