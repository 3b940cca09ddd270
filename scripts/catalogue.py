#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes what is generated from the catalogue, scripts/catalogue.yaml: the article Catalogue, and the texts that reports show
beside the numbers of rules and decisions.

    scripts/catalogue.py           writes both
    scripts/catalogue.py --check   compares both with the catalogue, and every number in the sources with it

Needs the PyPI package PyYAML. Exit status: 0 all is as it should be, 1 something differs."""
import argparse
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "scripts/catalogue.yaml"
ARTICLE = ROOT / "Sources/Platform/CityModel/CityModel.docc/Catalogue.md"
TEXTS = ROOT / "Sources/Platform/Reporting/Resources/catalogue.txt"
SYSTEMS = {
    "taxi": "The taxi service", "stores": "The store service", "races": "The race service",
    "ambulances": "The ambulance service", "health": "The health service", "trips": "The trip planner",
    "accounts": "Accounts",
    "platform": "Server, programs, simulation",
}
NUMBER = re.compile(r"\b(?:ACCOUNT|API|AVAIL|DEC|HEALTH|INV|OPS|PERF|RACE|SEC|SIM|STORE|TAXI|TRIP|UI)-[A-Z][A-Za-z0-9]*(?:-[A-Z0-9]+)*\b"
                    r"|\b(?:API|AVAIL|OPS|PERF|SEC|SIM|UI)-[0-9]+[A-Z]?\b")


def plain(text):
    """One line. What Markdown would take for a link, code or markup stands as it is."""
    text = " ".join(str(text).split())
    return re.sub(r"([\\`*_<>\[\]|])", r"\\\1", text)


def article(catalogue):
    lines = [
        "# Catalogue", "",
        "The rules that Cabrank keeps, how each one is checked, and what was decided where a rule left something open.", "",
        "## Overview", "",
        "Reports, error messages, tests and comments name rules by these numbers. This page is made from "
        "`scripts/catalogue.yaml` by `scripts/catalogue.py`.", "",
        "The rules were drawn from two specifications of one taxi service, which disagree here and there. The decisions "
        "call them the first document and the rival document.", "",
    ]
    for system, title in SYSTEMS.items():
        lines += [f"## {title}", ""]
        for entry in catalogue["requirements"]:
            if entry["system"] == system:
                lines += [f"### {entry['id']}", "", plain(entry["rule"]), "", f"*Check:* {plain(entry['check'])}", ""]
    lines += ["## Decisions", ""]
    for entry in catalogue["decisions"]:
        lines += [f"### {entry['id']}", "", f"*{plain(entry['question'])}*", "", plain(entry["decision"]), "",
                  f"*Why:* {plain(entry['why'])}", ""]
    lines += ["## Words", ""]
    lines += [f"- **{plain(word)}**: {plain(text)}" for word, text in catalogue["glossary"].items()]
    return "\n".join(lines) + "\n"


def texts(catalogue):
    rows = [(entry["id"], entry["rule"]) for entry in catalogue["requirements"]]
    rows += [(entry["id"], entry["decision"]) for entry in catalogue["decisions"]]
    return "".join(f"{number} {' '.join(str(text).split())}\n" for number, text in sorted(rows))


def unknown(catalogue):
    """Numbers in sources, tests and articles that the catalogue does not have."""
    known = {entry["id"] for entry in catalogue["requirements"] + catalogue["decisions"]}
    # The beginning of a number stands for all that begin so: TAXI-SHARE-*, or ACCOUNT-REG-12 for its parts.
    known |= {number[:end] for number in known for end in range(1, len(number))}
    found = []
    sources = [path for end in ("swift", "md", "txt", "html") for path in ROOT.glob(f"Sources/**/*.{end}")]
    sources += ROOT.glob("*.md")
    for path in sorted(set(sources) - {ARTICLE, TEXTS}):
        for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{row}: {number}" for number in NUMBER.findall(line) if number not in known]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a file is not current")
    options = parser.parse_args()
    catalogue = yaml.safe_load(CATALOGUE.read_text(encoding="utf-8"))
    failed = False
    for path, text in ((ARTICLE, article(catalogue)), (TEXTS, texts(catalogue))):
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"FAILED  {path.relative_to(ROOT)} is not what the catalogue says; run scripts/catalogue.py")
            failed = True
    if options.check:
        for problem in unknown(catalogue):
            print(f"FAILED  {problem} is not in the catalogue")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
