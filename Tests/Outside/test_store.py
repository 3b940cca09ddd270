#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs experiments through a real PostgreSQL on the loopback address, with workers that are killed, and compares the bytes.

    Tests/Outside/test_store.py             the trials that take seconds
    Tests/Outside/test_store.py --long      also fifty experiments with killed workers, a lease that is waited for, a cut network, a full
                                       disk, clocks that differ, a restarted server, one that is gone
    Tests/Outside/test_store.py --only killed    the trials whose name contains this, of all

The server runs on a free port in a scratch folder, as the user postgres when this is root, and is gone afterwards. Without
PostgreSQL's programs nothing is tested, which is said. Exits with 1 when a check fails. The trials are in Tests/Outside/stores.
"""

import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from stores import access, disturbed, failures, kills, layouts, migration, same_bytes, together
from stores.server import Server, is_installed
from stores.trials import Trials, cabrank, end_all

SHORT = [
    migration.earlier_schema, same_bytes.same_bytes, layouts.better_layout, kills.killed_command, kills.stopped_worker, kills.interrupted_command,
    kills.killed_few, together.two_experiments, together.two_commands, together.two_commands_one_stopped,
    together.two_lengths, together.removed_under_work, failures.bad_input, failures.other_build, failures.broken_part,
    failures.deadly_replication, failures.damaged_rows, access.access,
]
LONG = [
    kills.killed_fifty, kills.awaited_lease, failures.gone_server, disturbed.restarted_server, disturbed.other_clocks,
    disturbed.cut_network, disturbed.full_disk,
]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--long", action="store_true")
    options.add_argument("--only", help="only the trials whose name contains this")
    options = options.parse_args()
    if not is_installed():
        print("store: skipped, PostgreSQL is not installed")
        return 0
    chosen = SHORT + LONG if options.long or options.only else SHORT
    chosen = [trial for trial in chosen if not options.only or options.only in trial.__name__]
    for name in ("PGPASSWORD", "PGPASSFILE", "PGSSLMODE", "PGSSLROOTCERT"):
        os.environ.pop(name, None)
    # Asked to end, it ends its server too.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        place = pathlib.Path(folder) / "server"
        place.mkdir()
        disk = None
        if disturbed.full_disk in chosen and os.geteuid() == 0:
            disk = pathlib.Path(folder) / "disk"
            disk.mkdir()
            if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m,mode=0755", "tmpfs", disk], check=False).returncode:
                disk = None
        server = None
        try:
            server = Server(place, disk and (disk / "data"))
            trials = Trials(server, folder)
            made = cabrank(*trials.stored("experiment", "list"))
            trials.check("a new store", made.stdout == "no experiments\n", made.stdout + made.stderr)
            for trial in chosen:
                run(trial, trials)
        finally:
            if server:
                server.stop()
            if disk:
                subprocess.run(["umount", "-l", disk], check=False)
    print(f"store: {trials.count} checks, {len(trials.skipped)} skipped, {len(trials.problems)} problems")
    return 1 if trials.problems else 0


def run(trial, trials):
    """Runs one trial; whatever ends it, the next one begins without its processes."""
    began, before = time.monotonic(), processor()
    try:
        trial(trials)
    except (OSError, ValueError, ArithmeticError, LookupError, subprocess.SubprocessError):
        trials.check(f"{trial.__name__}: does not break off", False, traceback.format_exc())
    finally:
        end_all()
    print(f"store: {trial.__name__}: {time.monotonic() - began:.1f} s, of the processor {processor() - before:.1f} s", flush=True)


def processor():
    """Seconds of the processor that processes of this one took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
