#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what README.md and the articles tell their readers to type, and looks whether it is true. Run by scripts/test.

From the fences marked `console` it runs the lines that begin with `scripts/cabrank`, `cabrank` or `scripts/handbook`, and the `sed`
lines that prepare their input, in a folder of their own with a copy of Scenarios; /tmp/ stands for that folder, and no browser is
opened. The README comes first, then the articles in the order of the handbook; a command that was run is not run again. Other lines,
and lines of a fence with the line `# long`, are not run. Each must exit with 0, or with n when the next line is
`# exits n`. Each line of a `text` fence after them must be a line of the output of the last command before it; `...` at its end
stands for the rest of the line. Each `sql` fence must find rows in the results of the quickstart. Each report of
Reports/samples must be of the run that its scenario gives now (else: scripts/sample). Each link of README.md to a file must lead to
one (those of articles: Tests/Outside/test_handbook.py), and each folder that is named as one of the quickstart's results must hold them
after the commands. README.md has at most 250 lines.

The environment variable CABRANK names another command to run, such as a debug build.
"""
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from handbook_site.articles import Handbook
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))
PREFIXES = ("scripts/cabrank", "cabrank", "scripts/handbook", "sed")
MOST_LINES = 250


def fences(name, text):
    """The fenced blocks: number of the first line, language, lines."""
    language, start, lines = None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("```"):
            lines.append(line)
        elif language is None:
            language, start, lines = line[3:].strip(), number + 1, []
        else:
            yield start, language, lines
            language = None
    if language is not None:
        raise SystemExit(f"{name}:{start - 1}: this fence has no end")


def commands(start, lines):
    """The commands of a console fence: number of the line, command, expected exit status."""
    found = []
    for number, line in enumerate(lines, start):
        status = re.fullmatch(r"# exits (\d+)", line.strip())
        if status and found:
            found[-1] = (*found[-1][:2], int(status[1]))
        elif line.strip() and not line.startswith("#"):
            found.append((number, line, 0))
    return found


class Reader:
    """Does what a text says, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.name = ""
        self.output = ""
        # The commands that were run, with their output.
        self.done = {}
        self.passed = 0
        self.failed = 0

    def check(self, number, what, problem):
        if problem is None:
            self.passed += 1
            return
        self.failed += 1
        print(f"{self.name}:{number}: {what}\n    {problem}")

    def read(self, name, text):
        self.name, self.output = name, ""
        for start, language, lines in fences(name, text):
            if language == "console" and "# long" not in lines:
                for number, line, expected in commands(start, lines):
                    self.run(number, line, expected)
            elif language == "text" and self.output:
                self.compare(start, lines)
            elif language == "sql":
                self.query(start, "\n".join(lines))
        self.results(text)

    def run(self, number, line, expected):
        line = line.replace("/tmp/", f"{self.folder}/")
        word, _, rest = line.partition(" ")
        if word not in PREFIXES:
            return
        if (line, expected) in self.done:
            self.output = self.done[line, expected]
            return
        program = {"sed": "sed", "scripts/handbook": str(ROOT / word)}.get(word, COMMAND)
        environment = dict(os.environ, LC_ALL="C.UTF-8", BROWSER="true")
        environment.setdefault("CABRANK_ASSETS", str(ROOT / ".tools" / "report-assets"))
        environment.setdefault("CABRANK_HANDBOOK", str(ROOT / ".tools" / "handbook"))
        done = subprocess.run(
            f"{shlex.quote(program)} {rest}", shell=True, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        self.output = done.stdout.replace(f"{self.folder}/", "/tmp/")
        problem = None
        if done.returncode != expected:
            tail = "\n    ".join(self.output.splitlines()[-5:])
            problem = f"exits {done.returncode}, {expected} is expected\n    {tail}"
        else:
            self.done[line, expected] = self.output
        self.check(number, line, problem)

    def compare(self, number, lines):
        output = self.output.splitlines()
        for offset, line in enumerate(lines):
            if line.endswith("..."):
                is_there = any(other.startswith(line[:-3].rstrip()) for other in output)
            else:
                is_there = line in output
            self.check(number + offset, line, None if is_there else "is not in the output of the command above")

    def query(self, number, text):
        databases = sorted(self.folder.glob("Reports/quickstart/fifo-1/results.sqlite"))
        problem = None
        try:
            if not databases:
                problem = "no quickstart ran before this query"
            elif not sqlite3.connect(databases[0]).execute(text).fetchall():
                problem = "finds nothing"
        except sqlite3.Error as error:
            problem = str(error)
        self.check(number, text.splitlines()[0], problem)

    def results(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            for path in re.findall(r"`(?:[^`]* )?(Reports/quickstart/[^`/\s]+)", line):
                is_there = (self.folder / path / "run.json").exists()
                self.check(number, f"results in {path}", None if is_there else "no command above makes them")

    def links(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|^\[[^]]+\]: (\S+)", line):
                path = target[0] or target[1]
                if not re.match(r"[a-z]+:", path):
                    is_there = (ROOT / path).exists()
                    self.check(number, f"link to {path}", None if is_there else "no such file")

    def samples(self):
        for page in sorted(ROOT.glob("Reports/samples/*.html")):
            html = page.read_text(encoding="utf-8")
            told, seed = (re.search(form, html) for form in (
                r"fingerprint, <code>([0-9a-f]{32})</code>", r"<dt>seed</dt><dd>([0-9]+)</dd>"))
            done = subprocess.run(
                [COMMAND, "run", ROOT / f"Scenarios/{page.stem}.yaml", "--seed", seed[1], "--quiet", "--no-report"],
                stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
            found = re.search(r"fingerprint +(\S+)", done.stdout)
            is_current = found is not None and found[1] == told[1]
            self.check(1, f"the sample {page.name}", None if is_current else "is of another run: run scripts/sample")


def articles():
    """The articles with commands, in the order of the handbook: name and text."""
    book = Handbook()
    for _, listed in book.sections:
        for _, name in listed:
            page = book.pages[name]
            if any(line == "```console" for line in page.text.splitlines()):
                yield page.path, page.text


def main():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(ROOT / "Scenarios", folder / "Scenarios")
        reader = Reader(folder)
        reader.read("README.md", text)
        reader.links(text)
        count = len(text.splitlines())
        reader.check(count, "its length", f"it has {count} lines, at most {MOST_LINES} are allowed" if count > MOST_LINES else None)
        reader.samples()
        for path, article in articles():
            reader.read(path, article)
    print(f"{reader.passed} passed, {reader.failed} failed")
    return 1 if reader.failed or not reader.passed else 0


if __name__ == "__main__":
    sys.exit(main())
