#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the documentation of every library target, articles and all, with warnings as errors, and compiles the examples of
the articles. Run by scripts/test.

The blocks of an article that are marked as Swift, one after the other, must be a program: the compiler checks their types
against the modules of the newest build. So an example that was left behind by a change fails here.

What the articles and the comments of symbols that other targets see name must exist: a link to a symbol, article or picture that is not
there fails. The symbols come from the newest build, of which there must be one; nothing is kept. Needs `docc` of the Swift
toolchain; without it the test fails.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The room of the programs, which have no symbols for others.
PROGRAMS = "Programs"
# What the package manager calls the package when it compiles its targets: by its folder.
PACKAGE = re.sub(r"\W", "_", ROOT.name.lower())


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def tool(name):
    """A program of the toolchain: on the PATH, or beside the compiler."""
    swift = shutil.which("swift")
    beside = pathlib.Path(swift).resolve().parent / name if swift else None
    return shutil.which(name) or (str(beside) if beside and beside.exists() else None)


def module_options(build):
    """What the compiler needs to find the modules of the project and, for C code, those of its packages."""
    options = ["-I", str(build / "Modules")]
    maps = [*ROOT.glob("Sources/**/module.modulemap"), *ROOT.glob(".build/checkouts/*/Sources/**/module.modulemap")]
    for folder in sorted({path.parent for path in maps}):
        options += ["-I", str(folder)]
    return options


def problems(docc, module, options, folder):
    """What is wrong with the documentation of one target; empty when all is well."""
    catalog = next(ROOT.glob(f"Sources/*/{module}/{module}.docc"), ROOT / "none")
    graphs = folder / module
    graphs.mkdir()
    extract = subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, *options, "-minimum-access-level", "package",
         "-output-dir", str(graphs)], cwd=ROOT, capture_output=True, text=True)
    if extract.returncode != 0 or not (graphs / f"{module}.symbols.json").exists():
        return f"its symbols cannot be read:\n{extract.stdout}{extract.stderr}"
    convert = subprocess.run(
        [docc, "convert", *([str(catalog)] if catalog.is_dir() else []),
         "--additional-symbol-graph-dir", str(graphs), "--output-path", str(folder / f"{module}.doccarchive"), "--fallback-display-name", module,
         "--fallback-bundle-identifier", f"cabrank.{module}", "--warnings-as-errors",
         # The pages are thrown away: none needs a folder of its own.
         "--no-transform-for-static-hosting"], cwd=ROOT, capture_output=True, text=True)
    return convert.stdout + convert.stderr if convert.returncode != 0 else ""


def examples():
    """The Swift of each article that has any: its path, and its blocks joined, each on the lines that it has there."""
    for article in sorted(ROOT.glob("Sources/*/*/*.docc/**/*.md")):
        lines, is_swift, found = [], False, False
        for line in article.read_text(encoding="utf-8").splitlines():
            if line.startswith("```"):
                is_swift = line == "```swift" and not is_swift
                found = found or is_swift
                line = "```"
            lines.append(line if is_swift and line != "```" else "")
        if found:
            yield article, "\n".join(lines) + "\n"


def problems_of_example(article, text, options, folder):
    """What the compiler says of the example of an article; empty when it compiles."""
    # Named as the article, so that the compiler's messages lead there.
    file = folder / f"{article.stem}.swift"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["swiftc", "-typecheck", "-module-name", "Example", "-package-name", PACKAGE, "-swift-version", "6", "-warnings-as-errors", *options, str(file)], cwd=ROOT,
        capture_output=True, text=True)
    return (done.stdout + done.stderr).replace(str(file), str(article.relative_to(ROOT))) if done.returncode != 0 else ""


def main():
    docc = tool("docc")
    if docc is None:
        print("docs: error: this Swift toolchain has no docc, neither on the PATH nor beside swift", file=sys.stderr)
        return 1
    builds = list(ROOT.glob(".build/*/Modules/Commands.swiftmodule"))
    if not builds:
        print("docs: error: there is no build; `scripts/cabrank --version` makes one", file=sys.stderr)
        return 1
    build = max(builds, key=lambda path: path.stat().st_mtime).parent.parent
    target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]
    options = ["-target", target, *module_options(build)]
    modules = sorted(
        folder.name for folder in ROOT.glob("Sources/*/*")
        if any(folder.rglob("*.swift")) and folder.parent.name != PROGRAMS)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        # Each target is a process of its own: as many at once as there are cores.
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = list(pool.map(lambda module: problems(docc, module, options, pathlib.Path(folder)), modules))
        for module, found in zip(modules, answers):
            if found:
                failed += 1
                print(f"docs: {module}:\n{found}", file=sys.stderr)
        print(f"docs: the documentation of {len(modules) - failed} of {len(modules)} targets is right")
        count = 0
        for article, text in examples():
            count += 1
            found = problems_of_example(article, text, options, pathlib.Path(folder))
            if found:
                failed += 1
                print(f"docs: the example of {article.name} does not compile:\n{found}", file=sys.stderr)
        print(f"docs: {count} articles have examples")
    return 1 if failed or not modules or not count else 0


if __name__ == "__main__":
    sys.exit(main())
