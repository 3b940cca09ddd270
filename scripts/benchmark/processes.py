# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the commands that the benchmarks of imports and of timetables measure."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CABRANK = ROOT / ".build" / "release" / "cabrank"


def run(*command):
    """The last line of JSON that a command prints, its CPU seconds and its peak memory in bytes. One that fails ends the benchmark."""
    environment = dict(os.environ, CABRANK_ASSETS=str(ROOT / ".tools" / "report-assets"))
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        lines, said = output.read().decode().splitlines(), errors.read().decode().strip()
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))}: exit code {process.returncode}\n{said}")
    figures = next((json.loads(line) for line in reversed(lines) if line.startswith("{")), {})
    return figures, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
