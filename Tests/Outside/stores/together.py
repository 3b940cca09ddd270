# SPDX-License-Identifier: GPL-3.0-or-later
"""Several experiments, and several commands of one experiment, at once in one store."""

import signal

from stores.trials import BUSY, QUICKSTART, SLOW, USUAL, cabrank, end


def two_experiments(trials):
    """Workers without `--experiment` serve both, also the one that began later."""
    commands = {
        "first": USUAL,
        "second": ("sweep", *BUSY, "--set", "fleet.drivers=40,60", "--replications", 10),
    }
    wanted = {name: trials.expected(name, *words) for name, words in commands.items()}
    owners = {name: trials.owner(name, *words) for name, words in commands.items()}
    workers = [trials.worker("--wait") for _ in range(2)]
    numbers = ",".join(str(worker.pid) for worker in workers)
    for name, owner in owners.items():
        trials.check(f"{name} of two: ends well", owner.wait(timeout=120) == 0, owner.stderr.read())
        trials.same(f"{name} of two", wanted[name], trials.folder / f"{name}-out")
        trials.check(f"{name} of two: workers had a part", trials.replications(
            name, f"r.state = 2 AND w.process IN ({numbers})") > 0)
    end(workers)


def two_commands(trials):
    """The same command twice at once: both have the same bytes in the end."""
    words = USUAL
    wanted = trials.expected("twins", *words)
    owners = [trials.owner("twins", *words, threads=1, out=trials.folder / f"twin-{turn}") for turn in range(2)]
    for turn, owner in enumerate(owners):
        trials.check(f"twin {turn}: ends well", owner.wait(timeout=120) == 0, owner.stderr.read())
        trials.same(f"twin {turn}", wanted, trials.folder / f"twin-{turn}")
    trials.check("twins: each replication was run once", trials.replications("twins", "r.state = 2 AND r.tries = 1") == 16)


def two_commands_one_stopped(trials):
    """One of two commands of an experiment is interrupted: the other one has all that it wants nevertheless."""
    words = USUAL
    wanted = trials.expected("siblings", *words)
    owners = [trials.owner("siblings", *words, threads=1, out=trials.folder / f"sibling-{turn}") for turn in range(2)]
    trials.wait_for("siblings: both work", lambda: all(trials.held(owner) for owner in owners))
    owners[0].send_signal(signal.SIGINT)
    trials.check("sibling: interrupted", owners[0].wait(timeout=20) == 130, str(owners[0].returncode))
    if trials.wait_for("sibling: the other one ends", lambda: owners[1].poll() is not None, seconds=30):
        trials.check("sibling: the other one ends well", owners[1].returncode == 0, owners[1].stderr.read())
    trials.same("sibling", wanted, trials.folder / "sibling-1")


def two_lengths(trials):
    """Of two commands that differ only in how many replications they want, the shorter one ends nothing for the longer one."""
    words = USUAL[:-1]
    wanted = {count: trials.expected(f"lengths-{count}", *words, count) for count in (4, 16)}
    owners = {
        count: trials.owner("lengths", *words, count, threads=1, out=trials.folder / f"lengths-{count}")
        for count in (16, 4)}
    for count, owner in owners.items():
        trials.check(f"{count} of two lengths: ends well", owner.wait(timeout=120) == 0, owner.stderr.read())
        trials.same(f"{count} of two lengths", wanted[count], trials.folder / f"lengths-{count}")


def removed_under_work(trials):
    """An experiment is cancelled and removed while a worker works on it: the worker goes on living, nothing is half left."""
    owner = trials.owner("removed", *SLOW)
    trials.wait_for("removed: work is left", lambda: trials.replications("removed", "r.state = 0") > 0)
    worker = trials.worker("--wait")
    trials.wait_for("removed: the worker has something", lambda: trials.held(worker) > 0)
    for word in ("cancel", "remove"):
        found = cabrank(*trials.stored("experiment", word, "removed"))
        trials.check(f"removed: {word}", found.returncode == 0, found.stderr)
    trials.check("removed: the command ends", owner.wait(timeout=60) == 2, str(owner.returncode))
    said = owner.stderr.read()
    trials.check("removed: the command says so", "cancelled or removed" in said, said)
    # The worker is served with something else, after it has left what is not there any more.
    words = ("run", QUICKSTART, "--replications", 6)
    wanted = trials.expected("after", *words)
    following = trials.owner("after", *words)
    trials.check("removed: the next one ends well", following.wait(timeout=60) == 0, following.stderr.read())
    trials.same("after", wanted, trials.folder / "after-out")
    trials.check("removed: the worker goes on living", worker.poll() is None, str(worker.poll()))
    worker.terminate()
    trials.check("removed: the worker ends when asked", worker.wait(timeout=60) == 143, worker.stderr.read())
    trials.check("removed: nothing is half left", not trials.orphans(), str(trials.orphans()))
