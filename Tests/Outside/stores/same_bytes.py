# SPDX-License-Identifier: GPL-3.0-or-later
"""The same bytes, whoever ran the replications: every command in five ways."""

import os
import re

from stores.layouts import SEARCH
from stores.trials import CITY, JOURNALS, QUICKSTART, cabrank, end, files

BUDGETS = f"""cabrank: 1
include: {QUICKSTART}
name: budgets
budgets:
  - name: wait
    metric: wait.mean
    at-most: 30 min
  - name: aborts
    metric: calls.abortRate
    at-most: 1%
"""
OVERLOAD = f"""cabrank: 1
include: {QUICKSTART.parent / "reference-load.yaml"}
name: overload
length: 20 min
warm-up: 10 min
fleet: {{drivers: 60}}
demand: {{scale: 0.1}}
"""


def commands(trials):
    """Each command with the files that it writes beside its folder."""
    budgets, overload = trials.folder / "budgets.yaml", trials.folder / "overload.yaml"
    budgets.write_text(BUDGETS, encoding="utf-8")
    overload.write_text(OVERLOAD, encoding="utf-8")
    beside = ("--junit", "beside/junit.xml", "--markdown", "beside/summary.md", "--json-file", "beside/result.json")
    return {
        "run": ("run", CITY, "--set", "length=1 h", "--replications", 8, "--out", "out"),
        "compare": (
            "compare", QUICKSTART, f"other={QUICKSTART}", "--variant", "fewer", "--set", "fleet.drivers=4", "--set",
            "length=2 h", "--replications", 8, "--out", "out"),
        "sweep": ("sweep", QUICKSTART, "--set", "fleet.drivers=4..8/2", "--replications", 6, "--out", "out"),
        "size": (
            "size", QUICKSTART, "--target", "calls.abortRate<40%", "--by", "fleet.drivers", "--to", 20, "--replications", 4,
            "--json-file", "beside/result.json", "--out", "out"),
        "check": (
            "check", budgets, "--allow-include", "--replications", 8, "--store-baseline",
            "beside/baseline.json", *beside, "--out", "out"),
        "stress": (
            "stress", overload, "--allow-include", "--by", "server.service-scale", "--precision", "100%",
            "--json-file", "beside/result.json"),
        "improve": (*SEARCH, "--out", "out"),
    }


def same_bytes(trials):
    """One thread; eight threads; two threads with a store; a worker in a process; four workers in four processes.

    Compared are the standard output and every file but two: `run.json` holds time, memory, cores and command line, and a
    journal has what each replication cost, in the order in which they ended. Of these two it is only looked at that they are
    there. In JUnit's XML the wall time of the replications is left out.
    """
    all_commands = commands(trials)
    wanted = {}
    for name, words in all_commands.items():
        wanted[name] = written(trials, "alone", name, words, "--threads", 1)
    for name, words in all_commands.items():
        # One run after another, each of which decides the next.
        if name != "stress":
            compare(trials, wanted, "eight", name, words, "--threads", 8)
    for name, words in all_commands.items():
        store = trials.stored("--threads", 2, "--experiment", f"same-own-{name}")
        compare(trials, wanted, "own", name, words, *store)
        # The same again: the results are there, and nothing is run.
        before = trials.number("SELECT sum(tries) FROM cabrank.replications")
        compare(trials, wanted, "again", name, words, *store)
        trials.check(
            f"{name}: nothing was run again", before == trials.number("SELECT sum(tries) FROM cabrank.replications"))
    listed = cabrank(*trials.stored("experiment", "list")).stdout
    for name in all_commands:
        trials.check(
            f"{name}: complete", f"same-own-{name}  complete" in listed, listed)
    for way, count in (("worker", 1), ("workers", 4)):
        workers = [trials.worker("--wait") for _ in range(count)]
        trials.wait_for("workers sign on", lambda: signed_on(trials, workers) == count)
        for name, words in all_commands.items():
            store = trials.stored("--threads", 0, "--experiment", f"same-{way}-{name}")
            compare(trials, wanted, way, name, words, *store)
        for worker in workers:
            brought = trials.number(
                "SELECT count(*) FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
                f"WHERE r.state = 2 AND w.process = {worker.pid}")
            trials.check(f"{way}: each brought something", brought > 0)
        end(workers)


def signed_on(trials, workers):
    return trials.number(
        f"SELECT count(*) FROM cabrank.workers WHERE process IN ({','.join(str(w.pid) for w in workers)})")


def written(trials, way, name, words, *more):
    """The bytes that a command writes: its files, those beside them, and its standard output."""
    place = trials.folder / "same" / way / name
    (place / "beside").mkdir(parents=True)
    if name == "stress":
        more = more if "--store" in more else ()
    found = cabrank(*words, *more, "--quiet", cwd=place, env={**os.environ, "CABRANK_CORES": "8"})
    trials.check(f"{name}, {way}: ends well", found.returncode in (0, 1), f"{found.returncode}: {found.stderr}")
    left_out = [path.name for path in place.rglob("*") if path.name == "run.json" or path.name.startswith(JOURNALS)]
    report = place / "beside/junit.xml"
    if report.exists():
        report.write_text(re.sub(r' time="[0-9.]*"', "", report.read_text(encoding="utf-8")), encoding="utf-8")
    return {
        **files(place), "standard output": found.stdout, "exit status": found.returncode, "left out": sorted(left_out)}


def compare(trials, wanted, way, name, words, *more):
    found = written(trials, way, name, words, *more)
    differ = sorted(
        file for file in {*found, *wanted[name]} if found.get(file) != wanted[name].get(file))
    trials.check(f"{name}, {way}: the same bytes", len(found) > 2 and not differ, f"differ: {differ}")
