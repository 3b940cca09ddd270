#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Troubles `cabrankd` from outside: its disk, its clock, its network, its input, and people who act at the same instant.

    Tests/Outside/test_server_faults.py
    Tests/Outside/test_server_faults.py --only power,clock    these faults only
    CABRANK_FAULTS=long Tests/Outside/test_server_faults.py   each at its full length: 30 s, an hour, 5,000 connections; takes minutes

Each fault has a town of its own; as many are tried at once as `--at-once` says. What a machine cannot do is skipped and said: a small
file system needs root, a network that drops packets needs root or namespaces of users, what spoils files and clock needs gcc.

Needs openssl and CABRANKD, which names the server's program. Run from anywhere; exits with 1 when a check fails.
"""

import argparse
import concurrent.futures
import pathlib
import sys
import tempfile
import threading
import time
import traceback

from faults import clocks, disk, forms, network, people, town

# Those first that wait most.
FAULTS = [
    network.half_open, network.silent, network.dripping, people.logins, disk.power, disk.full, disk.slow, disk.reports, disk.staff, clocks.stopped, clocks.clock, clocks.certificates,
    network.resets, network.crowd, network.slow_readers, people.crossing, people.deadline, people.tabs, forms.forms, forms.headers, forms.decoder,
]


def tried(fault, folder):
    """What came of a fault, and whether it was borne."""
    threading.current_thread().name = fault.__name__
    begun = time.monotonic()
    try:
        found, is_borne = fault(folder) or "", True
    except town.Skipped as skipped:
        found, is_borne = f"skipped: {skipped}", True
    except town.Failed as failed:
        found, is_borne = f"FAILED: {failed}", False
    except BaseException:
        found, is_borne = f"FAILED: {traceback.format_exc()}", False
    checks = town.counts.get(fault.__name__, 0)
    print(f"{fault.__name__}: {found} ({checks} checks, {time.monotonic() - begun:.1f} s)", flush=True)
    return is_borne


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--only", help="faults by name, with commas", default="")
    arguments.add_argument("--at-once", type=int, default=5)
    arguments = arguments.parse_args()
    only = set(filter(None, arguments.only.split(",")))
    if unknown := only - {fault.__name__ for fault in FAULTS}:
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(fault.__name__ for fault in FAULTS)}")
    chosen = [fault for fault in FAULTS if not only or fault.__name__ in only]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(arguments.at_once) as workers:
        folders = [pathlib.Path(temporary) / fault.__name__ for fault in chosen]
        borne = list(workers.map(tried, chosen, folders))
    print(f"{sum(borne)} of {len(borne)} faults were borne, {sum(town.counts.values())} checks, {time.monotonic() - begun:.0f} s")
    sys.exit(not all(borne))


main()
