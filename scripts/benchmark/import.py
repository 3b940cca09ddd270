# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the import of a million recorded trips, of zones and of positions, and prints a Markdown table.

Called by `scripts/bench import`. Needs a release build of the program. The record is made by the program and written to a temporary
folder; the map is that of the shipped city. Times are CPU times of the import, with all its tables and its page, the memory is the peak of a
process that only imports.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CABRANK = ROOT / ".build" / "release" / "cabrank"
MAP = ROOT / "Scenarios" / "city" / "zones.geojson"
# The figures of the plan.
SECONDS, BYTES = 4, 300e6


def run(*options):
    done = subprocess.run([CABRANK, "bench", "import", "--zones", MAP, *map(str, options)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout


def main():
    print("| places | rows | CPU s | at most | peak memory | at most |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "trips.csv"
        run("--write", record)
        for name, options in (("zones", ()), ("positions", ("--points",))):
            measured = [json.loads(run("--read", record, *options)) for _ in range(3)]
            seconds = sorted(figures["cpu_seconds"] for figures in measured)[1]
            peak = max(figures["peak_rss_bytes"] for figures in measured)
            print(f"| {name} | {measured[0]['rows']:,} | {seconds:.2f} | {SECONDS} | {peak / 1e6:.0f} MB | {BYTES / 1e6:.0f} MB |")


if __name__ == "__main__":
    main()
