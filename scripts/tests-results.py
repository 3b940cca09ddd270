#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the queries and the pandas example of the article Results on a run folder, and checks its JSON files against the
published schemas.

Usage: scripts/tests-results.py path/to/run-folder [one-with-modules [one-with-a-server]]
Queries on the tables of modules need the second folder; without it they are skipped.
Uses pandas and jsonschema when they are installed. Prints 'N passed, M failed'; exit status 0 when nothing failed."""
import contextlib
import io
import json
import os
import pathlib
import re
import sqlite3
import sys

home = pathlib.Path(__file__).resolve().parent.parent / "Sources/CityReports/CityReports.docc"
passed = failed = 0


def check(name, action):
    global passed, failed
    try:
        problem = action()
    except ImportError as error:
        print(f"skipped {name}: {error.name} is not installed")
        return
    except Exception as error:  # Any error of an example is a failed example.
        problem = repr(error)
    if problem:
        failed += 1
        print(f"FAILED  {name}: {problem}")
    else:
        passed += 1
        print(f"ok      {name}")


def query(database, text):
    return None if database.execute(text).fetchall() else "no rows"


def example(text):
    import pandas  # noqa: F401
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(text, {})
    return None if out.getvalue().strip() else "nothing printed"


def schema(name, documents):
    import jsonschema
    judge = jsonschema.Draft202012Validator(json.loads((home / f"Schemas/{name}.schema.json").read_text()))
    return next((error.message[:200] for document in documents for error in judge.iter_errors(document)), None)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    article = (home / "Results.md").read_text()
    database = sqlite3.connect(folder / "results.sqlite")
    check("the database is whole",
          lambda: None if database.execute("PRAGMA integrity_check").fetchone() == ("ok",) else "damaged")
    # Queries on the tables of modules and of the server need runs that have some.
    others = [pathlib.Path(argument).resolve() for argument in sys.argv[2:]]
    kinds = [r"\bFROM (reservations|shared_)", r"\bFROM (server_|refusal|accounts)"]
    for index, text in enumerate(re.findall(r"```sql\n(.*?)```", article, flags=re.S)):
        kind = next((number for number, words in enumerate(kinds) if re.search(words, text)), None)
        if kind is not None and kind >= len(others):
            print(f"skipped query {index + 1}: no run with such tables was given")
            continue
        tables = database if kind is None else sqlite3.connect(others[kind] / "results.sqlite")
        check(f"query {index + 1}", lambda: query(tables, text))
    os.chdir(folder)
    for text in re.findall(r"```python\n(.*?)```", article, flags=re.S):
        check("the pandas example", lambda: example(text))
    for run in [folder] + others:
        check(f"summary.json of {run.name} fits its schema",
              lambda: schema("summary", [json.loads((run / "summary.json").read_text())]))
        log = run / "events.jsonl"
        if log.exists():
            lines = log.read_text().splitlines()[1:2001]
            check(f"events.jsonl of {run.name} fits its schema",
                  lambda: schema("events", [json.loads(line) for line in lines]))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
