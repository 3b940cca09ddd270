#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The article Catalogue and the texts in the reports are what the catalogue says, and every rule or decision that sources and
articles name by its number is in it. Run by scripts/test; scripts/catalogue.py makes the files anew."""
import pathlib
import subprocess
import sys

found = subprocess.run(
    [sys.executable, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "catalogue.py"), "--check"],
    capture_output=True, text=True)
print(found.stdout + found.stderr, end="")
print("1 passed, 0 failed" if found.returncode == 0 else "0 passed, 1 failed")
sys.exit(found.returncode)
