# SPDX-License-Identifier: GPL-3.0-or-later
"""Workers and commands that are killed, stopped and interrupted: what they had is done by others, and the bytes stay."""

import random
import signal
import time

from stores.trials import BUSY, CITY, QUICKSTART, SLOW, USUAL, cabrank, end

# Each takes some seconds on three threads.
COMMANDS = (
    (*USUAL[:-1], 24),
    ("sweep", *BUSY, "--set", "fleet.drivers=40,60", "--replications", 12),
    ("run", CITY, "--set", "length=2 h", "--replications", 16),
    ("compare", *BUSY, "--variant", "fewer", "--set", "fleet.drivers=40", "--replications", 12),
)


def killed(trials, rounds, commands, seed):
    """Experiments of three workers each, of which at least one is killed at a random time, and now and then the command."""
    chance = random.Random(seed)
    lost = owners = workers = 0
    for turn in range(rounds):
        found = one_killed(trials, f"killed-{seed}-{turn}", commands[turn % len(commands)], chance, turn % 4 == 1)
        lost, owners, workers = lost + found[0], owners + found[1], workers + found[2]
    trials.check("killed: replications were lost", lost > 0)
    print(f"store: {workers} workers and {owners} commands were killed in {rounds} experiments, and {lost} replications "
          "with them")


def one_killed(trials, name, words, chance, kills_command):
    wanted = trials.expected(f"killed-{words[0]}", *words)
    owner = trials.owner(name, *words)
    living = [trials.worker("--wait") for _ in range(3)]
    dead, lost, commands = [], 0, 0
    trials.wait_for(f"{name}: work begins", lambda: trials.replications(name, "r.state = 1") > 0)
    plan = sorted(chance.uniform(0, 1.2) for _ in range(chance.randint(1, 3)))
    began = time.monotonic()
    for instant in plan:
        time.sleep(max(0, began + instant - time.monotonic()))
        victim = living.pop(chance.randrange(len(living)))
        lost += kill(trials, victim)
        dead.append(victim)
        living.append(trials.worker("--wait"))
        if kills_command:
            kills_command = False
            commands += owner.poll() is None
            lost += kill(trials, owner)
            dead.append(owner)
            # The same words again: the database has the experiment, and its folder is gone on with.
            owner = trials.owner(name, *words)
    finish = time.monotonic() + 120
    while owner.poll() is None and time.monotonic() < finish:
        trials.expire(dead)
        time.sleep(0.1)
    trials.check(f"{name}: ends well", owner.poll() == 0, owner.poll() is not None and owner.stderr.read())
    end(living)
    trials.same(name, wanted, trials.folder / f"{name}-out")
    return lost, commands, len(plan)


def kill(trials, process):
    """Kills a process; how many replications it had."""
    process.kill()
    process.wait()
    return trials.held(process)


def killed_few(trials):
    """Three experiments with killed workers."""
    killed(trials, 3, [USUAL], seed=1)


def killed_fifty(trials):
    """Fifty experiments with killed workers."""
    killed(trials, 50, COMMANDS, seed=2)


def awaited_lease(trials):
    """Nothing helps here: what a killed worker had is taken over when its lease is over, and not before."""
    words = (*SLOW[:-1], 3)
    wanted = trials.expected("lease", *words)
    owner = trials.owner("lease", *words)
    worker = trials.worker("--experiment", "lease", "--wait") if trials.wait_for(
        "lease: begun", lambda: trials.exists("lease")) else None
    trials.wait_for("lease: the worker has something", lambda: trials.held(worker) > 0)
    lost = kill(trials, worker)
    left = float(trials.server.sql(
        "SELECT extract(epoch FROM max(r.lease) - now()) FROM cabrank.replications r JOIN cabrank.workers w "
        f"ON w.id = r.worker WHERE w.process = {worker.pid}"))
    began = time.monotonic()
    other = trials.worker("--experiment", "lease", "--wait")
    owner.wait(timeout=300)
    waited = time.monotonic() - began
    trials.check("lease: ends well", owner.returncode == 0, owner.stderr.read())
    trials.check(
        "lease: taken over after the lease, and soon", lost > 0 and left > 10 and left - 1 < waited < left + 60,
        f"{lost} lost, lease of {left:.0f} s, waited {waited:.0f} s")
    trials.check("lease: nothing of the dead one's is left", trials.held(worker) == 0)
    end([other])
    trials.same("lease", wanted, trials.folder / "lease-out")


def killed_command(trials):
    """The command itself is killed: workers go on, and the same command finds their results."""
    words = ("run", QUICKSTART, "--replications", 100, "--set", "length=6 h")
    wanted = trials.expected("owner", *words)
    owner = trials.owner("owner", *words, threads=1)
    trials.wait_for("owner: begins", lambda: trials.done("owner") > 5)
    owner.kill()
    owner.wait()
    trials.server.sql("UPDATE cabrank.experiments SET seen = now() - interval '1 hour' WHERE name = 'owner'")
    trials.expire([owner])
    worker = cabrank(*trials.stored("worker"), "--threads", 2)
    trials.check("owner: the worker ends when nothing is left", worker.returncode == 0, worker.stderr)
    trials.check("owner: all done", trials.done("owner") == 100, str(trials.done("owner")))
    found = cabrank(
        *trials.stored(*words), "--quiet", "--resume", "--threads", 1, "--experiment", "owner", "--out",
        trials.folder / "owner-out")
    trials.check("owner: continued", found.returncode == 0, found.stderr)
    trials.same("owner", wanted, trials.folder / "owner-out")


def stopped_worker(trials):
    """SIGTERM gives back what is not finished, at once; a cancelled command says so."""
    owner = trials.owner("stopped", *SLOW, threads=1)
    trials.wait_for("stopped: work is left", lambda: trials.replications("stopped", "r.state = 0") > 0)
    worker = trials.worker()
    trials.wait_for("stopped: the worker has something", lambda: trials.held(worker) > 0)
    worker.terminate()
    trials.check("SIGTERM: status 143", worker.wait(timeout=20) == 143, str(worker.returncode))
    trials.check("SIGTERM: nothing is left with the worker", trials.held(worker) == 0)
    status = cabrank(*trials.stored("experiment", "status", "stopped"))
    trials.check("status names the command's worker", "worker on" in status.stdout, status.stdout + status.stderr)
    cancelled = cabrank(*trials.stored("experiment", "cancel", "stopped"))
    trials.check("cancelled", cancelled.returncode == 0, cancelled.stderr)
    owner.wait(timeout=60)
    said = owner.stderr.read()
    trials.check("a cancelled command says so", owner.returncode == 2 and "cancelled" in said, said)


def interrupted_command(trials):
    """Ctrl-C: status 130, nothing is left with the command, and --resume gives the same bytes."""
    words = USUAL
    wanted = trials.expected("interrupted", *words)
    owner = trials.owner("interrupted", *words, threads=2)
    trials.wait_for("interrupted: some are done", lambda: trials.done("interrupted") > 1)
    owner.send_signal(signal.SIGINT)
    trials.check("Ctrl-C: status 130", owner.wait(timeout=20) == 130, str(owner.returncode))
    said = owner.stderr.read()
    trials.check("Ctrl-C: says how to go on", "--resume" in said, said)
    trials.check("Ctrl-C: nothing is left with the command", trials.held(owner) == 0)
    done = trials.done("interrupted")
    trials.check("Ctrl-C: what is done stays done", 1 < done < 16, str(done))
    owner = trials.owner("interrupted", *words, "--resume", threads=2)
    trials.check("Ctrl-C: continued", owner.wait(timeout=120) == 0, owner.stderr.read())
    trials.same("Ctrl-C", wanted, trials.folder / "interrupted-out")
