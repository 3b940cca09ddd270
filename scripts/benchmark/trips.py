# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how a live planner's events are stored on disk and found, and prints a Markdown table (PERF-07).

Called by `scripts/bench trips`. Needs a release build of the program. All times are those of the clock on the wall: run it where nothing
else uses the disk; the row `commit alone` says how busy that is.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CABRANK = ROOT / ".build" / "release" / "cabrank"
# The figures of the plan at 1,000,000 events: 95 of 100 stores and lookups take less, in seconds.
STORE, LOOKUP = 10e-3, 1e-3


def measure(*options):
    done = subprocess.run([CABRANK, "bench", "trips", *map(str, options)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout)


def main():
    grouped = measure()
    alone = measure("--events", 10_000, "--lookups", 1000, "--stores", 1000, "--group", 1)
    print("| what | half | 95 of 100 | at most |\n| --- | ---: | ---: | ---: |")
    for name, figures, key, most in (
        (f"a lookup among {grouped['events']:,.0f} events", grouped, "lookup", LOOKUP),
        (f"a durable store, {grouped['group']:.0f} a transaction", grouped, "store", STORE),
        ("commit alone", alone, "store", None),
    ):
        half, most_of_all = figures[f"{key}_p50_seconds"] * 1e3, figures[f"{key}_p95_seconds"] * 1e3
        print(f"| {name} | {half:.3f} ms | {most_of_all:.3f} ms | {f'{most * 1e3:g} ms' if most else ''} |")
    print(f"\nfilled in {grouped['filling_seconds']:.1f} s, {grouped['file_bytes'] / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
