#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the command, its completions and its man page into a folder of its own and takes them away. Run by scripts/test.

Completions are read by their shells where these are installed, the man page by groff. The environment variable CABRANK
names the command that is asked.
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "user-command"
FILES = [
    "bin/cabrank", "share/bash-completion/completions/cabrank", "share/zsh/site-functions/_cabrank",
    "share/fish/vendor_completions.d/cabrank.fish", "share/man/man1/cabrank.1",
]
FAILED = []
PASSED = []


def check(what, holds, detail=""):
    (PASSED if holds else FAILED).append(what)
    if not holds:
        print(f"{what}\n    {detail}")


def run(argument, prefix):
    environment = dict(os.environ, CABRANK_PREFIX=str(prefix))
    environment.setdefault("CABRANK", str(ROOT / "scripts" / "cabrank"))
    return subprocess.run(
        [str(SCRIPT), argument], env=environment, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False)


def there(prefix):
    return sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file() or path.is_symlink())


def install_and_remove(prefix):
    for _ in range(2):
        done = run("install", prefix)
        check("installs, and installs again", done.returncode == 0, done.stderr)
        check("writes exactly its files", there(prefix) == sorted(FILES), str(there(prefix)))
        check("tells where", all(str(prefix / name) in done.stdout for name in FILES), done.stdout)
    check("the command can be run", os.access(prefix / "bin/cabrank", os.X_OK))
    check("the command is this clone's", str(ROOT / "scripts/cabrank") in (prefix / "bin/cabrank").read_text())
    check("zsh finds its mark", (prefix / FILES[2]).read_text().startswith("#compdef cabrank"))
    for shell, name in (("bash", FILES[1]), ("zsh", FILES[2]), ("fish", FILES[3])):
        if shutil.which(shell):
            read = subprocess.run([shell, "-n", str(prefix / name)], capture_output=True, encoding="utf-8", check=False)
            check(f"{shell} reads its completions", read.returncode == 0, read.stderr)
    completed = subprocess.run(
        ["bash", "-c", f"source {shlex.quote(str(prefix / FILES[1]))} && complete -p cabrank"], capture_output=True, encoding="utf-8", check=False)
    check("bash completes cabrank", "cabrank" in completed.stdout, completed.stderr)
    if shutil.which("groff"):
        page = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", "-P-cbou", str(prefix / FILES[4])], capture_output=True, encoding="utf-8", check=False)
        check("groff has nothing to say", page.returncode == 0 and not page.stderr, page.stderr)
        for word in ("--until-half-width", "layout check", "NO_COLOR", "--json"):
            check(f"the page has {word}", word in page.stdout)
    done = run("remove", prefix)
    check("removes all", done.returncode == 0 and there(prefix) == [], done.stderr + str(there(prefix)))
    check("has nothing to remove then", "nothing to remove" in run("remove", prefix).stdout)


def foreign_files(prefix):
    for name, make in (
        (FILES[0], lambda path: path.write_text("mine\n")),
        (FILES[4], lambda path: path.symlink_to("/nowhere")),
    ):
        path = prefix / name
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
        done = run("install", prefix)
        check("a foreign file is refused", done.returncode == 2 and str(path) in done.stderr, done.stderr)
        check("and nothing is written", there(prefix) == [name], str(there(prefix)))
        run("remove", prefix)
        check("nor removed", there(prefix) == [name], str(there(prefix)))
        path.unlink()
    done = run("uninstall", prefix)
    check("an unknown argument is refused", done.returncode == 2 and "install remove" in done.stderr, done.stderr)


def main():
    with tempfile.TemporaryDirectory(prefix="cabrank user ") as folder:
        install_and_remove(pathlib.Path(folder) / "a")
        foreign_files(pathlib.Path(folder) / "b")
    print(f"{len(PASSED)} passed, {len(FAILED)} failed")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
