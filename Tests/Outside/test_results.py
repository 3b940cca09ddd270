#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the queries and the pandas example of the article Results on a run folder, and checks its JSON files against the
published schemas.

Usage: Tests/Outside/test_results.py path/to/run-folder one-with-modules one-with-a-server-and-events
Needs the PyPI packages pandas and jsonschema. Prints 'N passed, M failed'; exit status 0 when nothing failed, and when there
was something of each kind to check."""
import contextlib
import io
import json
import os
import pathlib
import re
import sqlite3
import sys

home = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources/City/CitySlices/CitySlices.docc"
passed = failed = 0


def check(name, action):
    global passed, failed
    try:
        problem = action()
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
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    article = (home / "Results.md").read_text()
    database = sqlite3.connect(folder / "results.sqlite")
    check("the database is whole",
          lambda: None if database.execute("PRAGMA integrity_check").fetchone() == ("ok",) else "damaged")
    # Queries on the tables of modules and of the server need runs that have some.
    others = [pathlib.Path(argument).resolve() for argument in sys.argv[2:]]
    kinds = [r"\bFROM (reservations|shared_)", r"\bFROM (server_|refusal|accounts)"]
    queries = re.findall(r"```sql\n(.*?)```", article, flags=re.S)
    examples = re.findall(r"```python\n(.*?)```", article, flags=re.S)
    check("the article has queries and an example", lambda: None if queries and examples else "it has none")
    for index, text in enumerate(queries):
        kind = next((number for number, words in enumerate(kinds) if re.search(words, text)), None)
        tables = database if kind is None else sqlite3.connect(others[kind] / "results.sqlite")
        check(f"query {index + 1}", lambda: query(tables, text))
    os.chdir(folder)
    for text in examples:
        check("the pandas example", lambda: example(text))
    runs = [folder] + others
    check("one of the runs has an event log", lambda: None if any((run / "events.jsonl").exists() for run in runs) else "none")
    for run in runs:
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
