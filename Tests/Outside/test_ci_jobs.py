#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The CI jobs that packages bring are what GitHub and GitLab read, by the schemas of check-jsonschema. Run by scripts/test.

A job with a wrong key must be refused, so that the check itself can fail. Nothing is fetched: the schemas are in that
package. What the jobs do is run by scripts/check release.
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JOBS = {"github-actions.yml": "vendor.github-workflows", "gitlab-ci.yml": "vendor.gitlab-ci"}
# What makes each of them wrong.
BREAKS = {"github-actions.yml": ("runs-on:", "runs-in:"), "gitlab-ci.yml": ("when: always", "when: sometimes")}


def verdict(schema, path):
    """Whether the file is as the schema says, and what was printed."""
    options = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *options, str(path)], capture_output=True,
        encoding="utf-8", stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout + done.stderr


def main():
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, schema in JOBS.items():
            path = ROOT / "scripts" / "packaging" / name
            text = path.read_text(encoding="utf-8")
            right, wrong = BREAKS[name]
            broken = pathlib.Path(folder) / name
            broken.write_text(text.replace(right, wrong, 1), encoding="utf-8")
            for what, file, expected in ((f"{name} is right", path, 0), (f"{name} with `{wrong}` is refused", broken, 1)):
                status, said = verdict(schema, file)
                if status == expected and (expected == 0 or "ailed" in said or "rror" in said):
                    passed += 1
                else:
                    failed += 1
                    print(f"{what}: exits {status}\n    {said}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
