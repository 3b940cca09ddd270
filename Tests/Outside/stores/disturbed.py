# SPDX-License-Identifier: GPL-3.0-or-later
"""Disturbed machines: a restarted server, clocks that differ, a full disk, a cut network."""

import contextlib
import os
import shutil
import subprocess
import time

from stores.trials import USUAL, end


def long_run(trials, experiment, disturb, before=((), ())):
    """A run of some ten seconds with two workers, disturbed in its middle; the bytes are those of one thread."""
    words = (*USUAL[:-1], 60)
    wanted = trials.expected("long", *words)
    owner = trials.owner(experiment, *words, threads=1)
    trials.wait_for(f"{experiment}: begun", lambda: trials.exists(experiment))
    workers = [trials.worker("--wait", "--experiment", experiment, before=words) for words in before]
    trials.wait_for(f"{experiment}: all work", lambda: trials.number(
        "SELECT count(DISTINCT r.worker) FROM cabrank.replications r JOIN cabrank.members m ON m.id = r.member JOIN "
        f"cabrank.experiments e ON e.id = m.experiment WHERE e.name = '{experiment}'") == 3)
    trials.check(f"{experiment}: disturbed before its end", owner.poll() is None and trials.done(experiment) < 60)
    disturb()
    owner.wait(timeout=300)
    trials.check(f"{experiment}: ends well", owner.returncode == 0, owner.stderr.read())
    trials.check(f"{experiment}: the workers live", all(worker.poll() is None for worker in workers))
    end(workers)
    trials.same(experiment, wanted, trials.folder / f"{experiment}-out")


def restarted_server(trials):
    def disturb():
        trials.server.stop()
        time.sleep(5)
        trials.server.start()
    long_run(trials, "restarted", disturb)


def other_clocks(trials):
    faketime = shutil.which("faketime")
    if not faketime:
        trials.skip("clocks that differ", "there is no faketime")
        return
    long_run(trials, "clocks", lambda: None, [(faketime, "-f", "+1h"), (faketime, "-f", "-1h")])


def full_disk(trials):
    """The database's disk is full for a while."""
    if not os.path.ismount(trials.server.data.parent):
        trials.skip("a full disk", "no disk of its own can be mounted")
        return
    ballast = trials.server.data / "ballast"

    def disturb():
        with contextlib.suppress(OSError), open(ballast, "wb") as file:
            while True:
                file.write(b"0" * 65536)
        time.sleep(5)
        ballast.unlink()
    long_run(trials, "full", disturb)


def cut_network(trials, seconds=60):
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
        trials.skip("a cut network", "there are no network namespaces")
        subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)
        return
    trials.server.stop("fast")
    with open(trials.server.data / "pg_hba.conf", "a", encoding="utf-8") as file:
        file.write("host all all 10.231.77.0/30 trust\n")
    trials.server.start(host)
    try:
        def disturb():
            run("ip", "link", "set", "cabrank0", "down")
            time.sleep(seconds)
            run("ip", "link", "set", "cabrank0", "up")
        inside = ("ip", "netns", "exec", name)
        long_run(trials, "cut", disturb, [inside, inside])
    finally:
        subprocess.run(["ip", "link", "del", "cabrank0"], check=False)
        subprocess.run(["ip", "netns", "del", name], check=False)
        trials.server.stop("fast")
        trials.server.start()
