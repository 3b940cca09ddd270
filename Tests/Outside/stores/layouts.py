# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for a better layout through a store."""

import signal

from stores.trials import QUICKSTART, cabrank

SEARCH = (
    "layout", "improve", QUICKSTART, "--set", "city.grid.columns=4", "--set", "city.grid.cell=600 m", "--set",
    "drivers.cabs.count=14", "--set", "drivers.cabs.start={1: 1, 3: 1}", "--set",
    "passengers.residents.population.people=150", "--set", "length=4 h", "--zones", "2..3", "--runs", 60, "--confirmations", 8)


def better_layout(trials):
    """A search over cells of a file: a worker is killed, the command is stopped and goes on; the bytes are those of one thread."""
    first = trials.folder / "first"
    cabrank(*SEARCH, "--quiet", "--out", first)
    cells = trials.folder / "cells.geojson"
    found = cabrank("layout", "hexagons", "--over", first / "layout.geojson", "--area", "6ha", "--out", cells)
    trials.check("improve: cells", found.returncode == 0, found.stderr)
    words = (
        *SEARCH, "--cells", cells, "--against", first / "layout.geojson", "--zones", "2..6", "--runs", 200)
    wanted = trials.expected("improve", *words)
    trials.check("improve: a better layout", "layout.geojson" in wanted, str(list(wanted)))
    owner = trials.owner("improve", *words, threads=1)
    trials.wait_for("improve: begun", lambda: done(trials) > 0)
    # Workers without this folder: all that they read comes from the store.
    place = trials.folder / "elsewhere"
    place.mkdir()
    workers = [trials.worker("--wait", "--experiment", "improve", cwd=place) for _ in range(2)]
    trials.wait_for("improve: a worker has something", lambda: trials.held(workers[0]) > 0)
    workers[0].kill()
    workers[0].wait()
    trials.expire([workers[0]])
    before = done(trials)
    trials.wait_for("improve: goes on", lambda: done(trials) > before + 20)
    owner.send_signal(signal.SIGINT)
    trials.check("improve: stopped by Ctrl-C", owner.wait(timeout=60) == 130, owner.stderr.read())
    owner = trials.owner("improve", *words, "--resume", threads=1)
    trials.check("improve: continued", owner.wait(timeout=120) == 0, owner.stderr.read())
    workers[1].terminate()
    trials.check("improve: the other worker", workers[1].wait(timeout=60) == 143, workers[1].stderr.read())
    trials.same("improve", wanted, trials.folder / "improve-out")
    others = trials.number(
        "SELECT count(*) FROM cabrank.replications r JOIN cabrank.workers w ON w.id = r.worker "
        f"WHERE r.state = 2 AND w.process IN ({workers[0].pid}, {workers[1].pid})")
    trials.check("improve: workers brought results", others > 10, str(others))


def done(trials):
    return trials.replications("improve", "r.state = 2")
