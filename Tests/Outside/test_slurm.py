#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs scripts/slurm/workers.sbatch under a real Slurm on this machine, with a real PostgreSQL, and compares the bytes.

    Tests/Outside/test_slurm.py
    Tests/Outside/test_slurm.py --only limit    only the trials whose name contains this

munged, slurmctld and slurmd run with a key, a configuration, ports and a scratch folder of their own, and are gone afterwards.
Nothing of /etc/slurm or /etc/munge is read or written. The node pretends to have eight cores. Where the programs are not
installed (scripts/install --stores) or do not start, nothing is tested, which is said. Exits with 1 when a check fails.
"""

import argparse
import contextlib
import ctypes
import getpass
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from stores.server import Server
from stores.trials import PROGRAM, ROOT, Trials as StoreTrials, begin, cabrank

WORKERS = ROOT / "scripts/slurm/workers.sbatch"
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scancel", "scontrol", "sinfo", "squeue")
# Where Debian has the daemons, which is not on the path of everybody.
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
TRIALS = ("array", "killed", "bad_input", "limit", "preempted")
REPLICATIONS = 6
# Longer than a worker claims ahead, a second, so that one that is held has one replication and leaves the others.
WORDS = ("run", ROOT / "Scenarios/city-weekday.yaml", "--set", "length=60 h", "--replications", REPLICATIONS)


class Unavailable(Exception):
    """Slurm cannot run here."""


def descendants():
    """The living processes that this one began, at whatever remove."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            parents[int(path.parent.name)] = (int(parent), state)
    found, more = set(), {os.getpid()}
    while more:
        more = {process for process, (parent, _) in parents.items() if parent in more} - found
        found |= more
    return {process for process in found if parents[process][1] not in "ZX"}


def end(processes):
    """Kills processes and those that they begin meanwhile, until none is left."""
    until = time.monotonic() + 20
    while processes() and time.monotonic() < until:
        for process in processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.05)
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return not processes()


class Slurm:
    """A Slurm of our own with one node."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("SLURM_", "SBATCH_", "CABRANK"))},
            "PATH": PATH, "SLURM_CONF": str(self.folder / "slurm.conf"), "CABRANK": str(PROGRAM.resolve())}
        self.daemons = []
        # Opened together, so that they differ.
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            second.bind(("127.0.0.1", 0))
            ports = first.getsockname()[1], second.getsockname()[1]
        host, user = socket.gethostname().split(".")[0], getpass.getuser()
        (self.folder / "slurm.conf").write_text(f"""
            ClusterName=cabrank
            SlurmctldHost={host}(127.0.0.1)
            SlurmctldPort={ports[0]}
            SlurmdPort={ports[1]}
            SlurmUser={user}
            SlurmdUser={user}
            AuthType=auth/munge
            AuthInfo=socket={self.folder}/munge.socket
            StateSaveLocation={self.folder}/state
            SlurmdSpoolDir={self.folder}/spool
            SlurmctldPidFile={self.folder}/slurmctld.pid
            SlurmdPidFile={self.folder}/slurmd.pid
            ProctrackType=proctrack/linuxproc
            SelectType=select/cons_tres
            SelectTypeParameters=CR_CPU
            SlurmdParameters=config_overrides
            ReturnToService=2
            KillWait=5
            PreemptType=preempt/partition_prio
            PreemptMode=REQUEUE
            NodeName=node NodeHostname={host} NodeAddr=127.0.0.1 CPUs=8 RealMemory=500
            PartitionName=work Nodes=node Default=YES MaxTime=INFINITE PriorityTier=1
            PartitionName=urgent Nodes=node MaxTime=INFINITE PriorityTier=2
            """.replace("            ", ""), encoding="utf-8")
        (self.folder / "munge.key").write_bytes(os.urandom(128))
        (self.folder / "munge.key").chmod(0o400)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        self.begin(
            "munged", "--foreground", "--num-threads=2", f"--socket={self.folder}/munge.socket",
            f"--key-file={self.folder}/munge.key", f"--log-file={self.folder}/munged.log",
            f"--pid-file={self.folder}/munge.pid", f"--seed-file={self.folder}/munge.seed")
        self.wait_for_daemons((self.folder / "munge.socket").exists, 10)
        self.begin("slurmctld", "-D")
        self.begin("slurmd", "-D", "-N", "node")
        self.wait_for_daemons(lambda: self.run("sinfo", "-h", "-p", "work", "-o", "%t").stdout.strip() == "idle", 60)

    def begin(self, name, *words):
        with open(self.folder / f"{name}.out", "w", encoding="utf-8") as out:
            self.daemons.append((name, subprocess.Popen(
                [shutil.which(name, path=PATH), *words], env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True)))

    def wait_for_daemons(self, holds, seconds):
        until = time.monotonic() + seconds
        while not holds():
            dead = [name for name, process in self.daemons if process.poll() is not None]
            if dead or time.monotonic() > until:
                name = dead[0] if dead else self.daemons[-1][0]
                said = (self.folder / f"{name}.out").read_text(errors="replace").strip().splitlines() or ["no word"]
                raise Unavailable(f"{name} does not start here: {said[-1]}")
            time.sleep(0.1)

    def run(self, program, *words, **variables):
        return subprocess.run(
            [program, *map(str, words)], env={**self.environment, **variables}, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)

    def job(self, task):
        """What `scontrol show job` tells of a task."""
        return dict(re.findall(r"(\w+)=(\S*)", self.run("scontrol", "-o", "show", "job", task).stdout))

    def queue(self):
        """What waits or runs."""
        return self.run("squeue", "-h", "-a", "-r", "-o", "%i").stdout.split()

    def output(self, task):
        with contextlib.suppress(OSError):
            return (self.folder / f"slurm-{task}.out").read_text()
        return ""


class Trials(StoreTrials):
    """Trials of the job array. The store's have another class, whose checks and comparisons these use."""

    def __init__(self, server, folder, slurm):
        super().__init__(server, folder)
        self.slurm = slurm
        self.wanted = self.expected("slurm", *WORDS)

    # --- parts of trials

    def put(self, experiment):
        """An experiment that only others work on: its command is killed as soon as everything is in the store."""
        command = begin(
            *WORDS, "--quiet", "--threads", 0, "--store", self.server.url, "--experiment", experiment, "--out",
            self.folder / experiment)
        self.reached(f"{experiment}: in the store", lambda: self.replications(experiment) == REPLICATIONS)
        command.kill()
        command.wait()
        self.server.sql(f"UPDATE cabrank.experiments SET seen = now() - interval '1 hour' WHERE name = '{experiment}'")

    def finish(self, experiment):
        """Everything was done by tasks, and the command, continued, writes the bytes of one thread."""
        self.check(f"{experiment}: all done by tasks", self.done(experiment) == REPLICATIONS, str(self.done(experiment)))
        out = self.folder / experiment
        found = cabrank(
            *WORDS, "--quiet", "--resume", "--threads", 1, "--store", self.server.url, "--experiment", experiment, "--out", out)
        self.check(f"{experiment}: continued", found.returncode == 0, found.stderr)
        self.same(experiment, self.wanted, out)

    def submit(self, experiment, tasks, *options):
        """Submits the array, and names its tasks."""
        words = ["--parsable", f"--array=1-{tasks}", "--cpus-per-task=1", *options, WORKERS]
        found = self.slurm.run("sbatch", *words, "--experiment", experiment, CABRANK_STORE=self.server.url)
        self.check(f"{experiment}: submitted", found.returncode == 0, found.stderr)
        return [f"{found.stdout.strip()}_{number + 1}" for number in range(tasks)]

    def worker(self, task):
        """The process of a task's worker, if it runs."""
        number = self.slurm.job(task).get("JobId")
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if f"SLURM_JOB_ID={number}".encode() in path.read_bytes().split(b"\0"):
                    if path.with_name("exe").resolve() == PROGRAM.resolve():
                        return int(path.parent.name)
        return None

    def holders(self, processes):
        """Which of these workers have a replication that they have not brought."""
        found = self.server.sql(
            "SELECT DISTINCT w.process FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
            f"WHERE r.state = 1 AND w.process IN ({','.join(map(str, [0, *processes]))})")
        return set(map(int, found.split()))

    def holds(self, process):
        return process in self.holders([process])

    def free(self, process):
        """What a worker has is let go, as if the minute of its lease were over."""
        self.server.sql(
            "UPDATE cabrank.replications SET lease = now() - interval '1 second' WHERE state = 1 AND worker IN "
            f"(SELECT id FROM cabrank.workers WHERE process = {process})")

    def hold(self, *tasks):
        """Stops the tasks' workers in the middle of a replication each, which stays theirs, so that no trial depends on speed."""
        workers, stopped = {}, set()

        def have_one():
            for task in tasks:
                if task not in workers and (found := self.worker(task)):
                    workers[task] = found
            for worker in self.holders(workers.values()) - stopped:
                os.kill(worker, signal.SIGSTOP)
                stopped.add(worker)
            # What was sent just before is in the store by then. One that brought its result is waited for again.
            time.sleep(0.1)
            for worker in stopped - self.holders(stopped):
                os.kill(worker, signal.SIGCONT)
                stopped.remove(worker)
            return len(stopped) == len(tasks)

        self.reached(f"{tasks[0]}: each worker has a replication", have_one)
        self.server.sql(
            "UPDATE cabrank.replications SET lease = now() + interval '10 minutes' WHERE state = 1 AND worker IN "
            f"(SELECT id FROM cabrank.workers WHERE process IN ({','.join(map(str, workers.values()))}))")
        return [workers[task] for task in tasks]

    def reached(self, name, holds, seconds=300):
        """Checks that something becomes true."""
        until = time.monotonic() + seconds
        while True:
            with contextlib.suppress(subprocess.CalledProcessError, ProcessLookupError):
                if holds():
                    break
            if time.monotonic() > until:
                self.check(name, False, f"not within {seconds} s")
                raise TimeoutError(name)
            time.sleep(0.1)
        self.check(name, True)

    def ends(self, task, state, status, restarts=0):
        """The task is over, in this state, with this exit status, and was queued again so often."""
        self.reached(f"{task}: over", lambda: task not in self.slurm.queue())
        found = self.slurm.job(task)
        seen = found.get("JobState"), found.get("ExitCode"), found.get("Restarts")
        self.check(f"{task}: {state}", seen == (state, status, str(restarts)), f"{seen}\n{self.slurm.output(task)}")

    def runs_again(self, task, restarts):
        """The task was queued again, and its time to begin is made now: Slurm's is two minutes later."""
        self.reached(f"{task}: queued again", lambda: self.slurm.job(task).get("JobState") == "PENDING")
        # The node takes no task whose credential is of the second in which it was told to end it ("Job credential revoked").
        time.sleep(2)
        self.check(f"{task}: Restarts={restarts}", self.slurm.job(task).get("Restarts") == str(restarts))
        found = self.slurm.run("scontrol", "update", f"JobId={task}", "StartTime=now", "TimeLimit=10")
        self.check(f"{task}: let go", found.returncode == 0, found.stderr)

    def said(self, tasks):
        """How many replications the workers of tasks say they did."""
        return sum(int(number) for task in tasks for number in re.findall(r"^(?:cabrank: )?(\d+) replications? done$",
                                                                         self.slurm.output(task), re.MULTILINE))

    # --- trials

    def before_limit(self):
        """Begins the trial of the time limit: two workers have a replication each, and the second one's task gets a short limit.

        The second one's job number is that of the whole array."""
        self.put("limit")
        self.limited = self.submit("limit", 2, "--time=10")
        self.stopped = self.hold(*self.limited)
        last = self.slurm.job(self.limited[1])
        self.check("limit: the last task has the array's number", last["JobId"] == last["ArrayJobId"], str(last))
        self.slurm.run("scontrol", "update", f"JobId={self.limited[1]}", "TimeLimit=1")
        self.told, self.had = None, False
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        """Notes how long the task had run when its worker was told to end, and lets it: other trials run meanwhile."""
        pending = re.compile(r"^ShdPnd:\s*(\w+)", re.MULTILINE)
        with contextlib.suppress(OSError):
            status = pathlib.Path(f"/proc/{self.stopped[1]}/status")
            while not int(pending.search(status.read_text())[1], 16) & 1 << (signal.SIGTERM - 1):
                time.sleep(0.1)
            self.had = self.holds(self.stopped[1])
            self.told = self.slurm.job(self.limited[1])["RunTime"]
            os.kill(self.stopped[1], signal.SIGCONT)
            self.postpone(self.limited[1])

    def postpone(self, task):
        """Lets a task that is queued again wait, with a longer limit: Slurm would begin it after two minutes, whatever trial runs then."""
        for _ in range(900):
            if self.slurm.job(task).get("JobState") == "PENDING":
                self.slurm.run("scontrol", "update", f"JobId={task}", "StartTime=now+1hour", "TimeLimit=10")
                return
            time.sleep(0.1)

    def limit(self):
        """Ends it: SIGTERM comes before the limit, the replication is given back, the task runs again and does the rest."""
        other, task = self.limited
        worker = self.stopped[1]
        self.reached("limit: SIGTERM", lambda: self.told)
        self.check("limit: before the minute is over", self.told < "00:01:00", self.told)
        self.runs_again(task, 1)
        self.check("limit: given back", self.had and not self.holds(worker))
        self.check("limit: its output says so", f"task {task} is queued again" in self.slurm.output(task), self.slurm.output(task))
        self.check("limit: the other task goes on", self.slurm.job(other)["JobState"] == "RUNNING" and self.holds(self.stopped[0]))
        # The other one still has its replication: all the rest is for the task that runs again.
        self.reached("limit: done by the task that runs again", lambda: self.done("limit") == REPLICATIONS - 1)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.stopped[0], signal.SIGCONT)
        self.ends(other, "COMPLETED", "0:0")
        self.ends(task, "COMPLETED", "0:0", restarts=1)
        self.check("limit: each once", self.said([other, task]) == REPLICATIONS, self.slurm.output(other) + self.slurm.output(task))
        self.finish("limit")

    def array(self):
        """Three tasks work an experiment off, and end by themselves."""
        self.put("array")
        tasks = self.submit("array", 3)
        for task in tasks:
            self.ends(task, "COMPLETED", "0:0")
        self.check("array: each once", self.said(tasks) == REPLICATIONS, "".join(map(self.slurm.output, tasks)))
        self.finish("array")

    def killed(self):
        """Tasks that are cancelled, and one whose worker is killed: none is queued again, and nothing is lost."""
        self.put("killed")
        tasks = self.submit("killed", 4)
        workers = self.hold(*tasks)
        self.slurm.run("scancel", tasks[0])
        self.ends(tasks[0], "CANCELLED", "143:0")
        self.check("scancel: given back", not self.holds(workers[0]))
        self.slurm.run("scancel", "--signal=KILL", tasks[1])
        self.ends(tasks[1], "CANCELLED", "143:0")
        os.kill(workers[2], signal.SIGKILL)
        self.ends(tasks[2], "FAILED", "137:0")
        self.check("kill: not given back", self.holds(workers[2]))
        self.free(workers[2])
        os.kill(workers[3], signal.SIGCONT)
        self.ends(tasks[3], "COMPLETED", "0:0")
        # A worker that is told to end may bring what it was about to finish.
        self.check("killed: each once", self.said(tasks) == REPLICATIONS, "".join(map(self.slurm.output, tasks)))
        self.finish("killed")

    def preempted(self):
        """A task gives way to an urgent job: Slurm queues it again, once."""
        self.put("preempted")
        task, = self.submit("preempted", 1)
        worker, = self.hold(task)
        urgent = self.slurm.run("sbatch", "--parsable", "-p", "urgent", "-c", "8", "--wrap", "true").stdout.strip()
        self.runs_again(task, 1)
        self.check("preempted: given back", not self.holds(worker))
        self.ends(urgent, "COMPLETED", "0:0")
        self.ends(task, "COMPLETED", "0:0", restarts=1)
        self.check("preempted: all done", self.done("preempted") == REPLICATIONS, self.slurm.output(task))

    def bad_input(self):
        """A store that cannot be used ends the task with a message, and the task is not queued again."""
        nowhere = "postgresql://cabrank@127.0.0.1:1/cabrank"
        cases = (
            ("no store", "2:0", ["error: CABRANK_STORE is not set"], {}),
            ("no server", "2:0", ["127.0.0.1:1", "cannot be opened"], {"CABRANK_STORE": nowhere}),
            ("no program", "127:0", ["/nowhere/cabrank"], {"CABRANK_STORE": nowhere, "CABRANK": "/nowhere/cabrank"}))
        words = ("--parsable", "--array=1", "--cpus-per-task=1", WORKERS)
        tasks = [self.slurm.run("sbatch", *words, **variables).stdout.strip() + "_1" for *_, variables in cases]
        for task, (name, status, words, _) in zip(tasks, cases):
            self.ends(task, "FAILED", status)
            said = self.slurm.output(task)
            self.check(f"{name}: one message", all(word in said for word in words) and said.count("\n") == 1, said)

    def all(self, only):
        # Slurm looks at time limits every thirty seconds: the other trials run meanwhile.
        chosen = [name for name in TRIALS if not only or only in name]
        if "limit" in chosen:
            self.before_limit()
        for name in chosen:
            getattr(self, name)()
        self.check("the queue is empty", self.slurm.queue() == [], str(self.slurm.queue()))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", help="only the trials whose name contains this")
    options = options.parse_args()
    missing = [name for name in PROGRAMS if not shutil.which(name, path=PATH)]
    if not list(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")) or not shutil.which("psql"):
        missing.append("PostgreSQL")
    if missing:
        print(f"slurm: 0 trials ran, {len(TRIALS)} skipped: {', '.join(missing)} not installed")
        return 0
    os.environ.pop("PGPASSWORD", None)
    # What daemons leave behind becomes this process's child, so that it can be found and ended (PR_SET_CHILD_SUBREAPER).
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    trials, skipped, server = None, None, None
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.chmod(folder, 0o755)
            for name in ("server", "slurm"):
                (pathlib.Path(folder) / name).mkdir()
            slurm = Slurm(pathlib.Path(folder) / "slurm")
            server = Server(pathlib.Path(folder) / "server")
            trials = Trials(server, folder, slurm)
            trials.all(options.only)
        except Unavailable as error:
            skipped = error
        except TimeoutError:
            print("slurm: the other trials were left out")
        finally:
            # Nothing may cut this short.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            if server:
                server.stop()
            ended = end(descendants)
    if skipped:
        print(f"slurm: 0 trials ran, {len(TRIALS)} skipped: {skipped}")
        return 0
    trials.check("nothing is left running", ended, str(descendants()))
    print(f"slurm: {trials.count} checks, {len(trials.problems)} problems")
    return 1 if trials.problems else 0


if __name__ == "__main__":
    sys.exit(main())
