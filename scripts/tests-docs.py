#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the documentation of every library target, articles and all, with warnings as errors. Run by scripts/test.

What the articles and the comments of public symbols name must exist: a link to a symbol, article or picture that is not
there fails. The symbols come from the debug build, which must be there; nothing is kept. Needs `docc` of the Swift
toolchain; without it the test says so and passes.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
    catalog = ROOT / "Sources" / module / f"{module}.docc"
    graphs = folder / module
    graphs.mkdir()
    extract = subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, *options, "-minimum-access-level", "public",
         "-output-dir", str(graphs)], cwd=ROOT, capture_output=True, text=True)
    if extract.returncode != 0 or not (graphs / f"{module}.symbols.json").exists():
        return f"its symbols cannot be read:\n{extract.stdout}{extract.stderr}"
    convert = subprocess.run(
        [docc, "convert", *([str(catalog)] if catalog.is_dir() else []), "--additional-symbol-graph-dir", str(graphs),
         "--output-path", str(folder / f"{module}.doccarchive"), "--fallback-display-name", module,
         "--fallback-bundle-identifier", f"cabrank.{module}", "--warnings-as-errors"], cwd=ROOT, capture_output=True, text=True)
    return convert.stdout + convert.stderr if convert.returncode != 0 else ""


def main():
    docc = tool("docc")
    if docc is None:
        print("tests-docs: skipped, this Swift toolchain has no docc")
        return 0
    build = pathlib.Path(output("swift", "build", "--show-bin-path").strip())
    if not (build / "Modules").is_dir():
        print("tests-docs: error: there is no debug build; run `swift build` first", file=sys.stderr)
        return 1
    target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]
    options = ["-target", target, *module_options(build)]
    modules = sorted(
        folder.name for folder in (ROOT / "Sources").iterdir()
        if folder.name != "cabrank" and any(folder.rglob("*.swift")))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for module in modules:
            found = problems(docc, module, options, pathlib.Path(folder))
            if found:
                failed += 1
                print(f"tests-docs: {module}:\n{found}", file=sys.stderr)
    print(f"tests-docs: the documentation of {len(modules) - failed} of {len(modules)} targets is right")
    return 1 if failed or not modules else 0


if __name__ == "__main__":
    sys.exit(main())
