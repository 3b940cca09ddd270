# SPDX-License-Identifier: GPL-3.0-or-later
"""Stores of earlier versions are brought to the present one with all that is in them."""

import json

from stores.trials import ROOT, cabrank

RESULTS = "SELECT md5(string_agg(member || ' ' || number || ' ' || result, ',' ORDER BY member, number)) FROM cabrank."
# What version 1 knows; later versions may add columns.
COLUMNS = {
    "experiments": "id, name, key, command, version, build, state, most, began, seen, ended",
    "members": "id, experiment, key, recipe",
    "inputs": "hash, bytes",
    "member_inputs": "member, hash",
    "workers": "id, host, process, version, build, began, seen",
}


def earlier_schema(trials):
    """A store of version 1, with an experiment that is complete and one whose command was killed."""
    server = trials.server
    server.load(ROOT / "Tests/Outside/stores/version-1.sql", "earlier")
    url = server.url_of("earlier")

    def sql(text):
        return server.sql(text, database="earlier")
    results = sql(RESULTS + "replications WHERE state = 2")
    others = {table: sql(rows(table)) for table in COLUMNS}
    found = cabrank("experiment", "list", "--json", "--store", url)
    trials.check("earlier: list", found.returncode == 0, found.stderr)
    listed = {experiment["name"]: experiment for experiment in json.loads(found.stdout or "[]")}
    counts = ("state", "most", "done", "running", "wanted", "failed", "version", "isOfThisBuild")
    for name, wanted in {
            "complete": ("complete", 3, 3, 0, 0, 0, "0.1.0", False),
            "open": ("open", 4, 1, 0, 2, 1, "0.1.0", False)}.items():
        said = tuple(listed.get(name, {}).get(count) for count in counts)
        trials.check(f"earlier: {name} is as it was", said == wanted, f"{said} instead of {wanted}")
    trials.check("earlier: the tables are at the present version", sql(
        "SELECT number FROM cabrank.version") == str(trials.schema()))
    trials.check("earlier: the tables are those of a new store", server.tables("earlier") == server.tables())
    table = "results" if sql("SELECT to_regclass('cabrank.results')") else "replications"
    trials.check("earlier: the results are the same", results and results == sql(
        f"{RESULTS}{table} WHERE result IS NOT NULL"))
    for name, before in others.items():
        trials.check(f"earlier: {name} are the same", before == sql(rows(name)))
    status = cabrank("experiment", "status", "open", "--store", url)
    trials.check(
        "earlier: status", "failed: replication 2: 5 workers died with it" in status.stdout, status.stdout + status.stderr)
    show = cabrank("experiment", "show", "complete", "--store", url)
    trials.check(
        "earlier: show", "cabrank run small.yaml" in show.stdout and "zones.geojson  402 bytes" in show.stdout,
        show.stdout + show.stderr)
    trials.fails("earlier: a worker", ["`open`", "another build", "takes nothing"], "worker", "--store", url)
    trials.check("earlier: it takes nothing", sql(
        "SELECT count(*) FROM cabrank.replications WHERE state = 0") == "1" and sql(
        "SELECT count(*) FROM cabrank.workers") == "2")
    for words in (("cancel", "open"), ("remove", "open"), ("remove", "complete")):
        found = cabrank("experiment", *words, "--store", url)
        trials.check(f"earlier: {' '.join(words)}", found.returncode == 0, found.stderr)
    trials.check("earlier: nothing is half left", not trials.orphans("earlier"), str(trials.orphans("earlier")))


def rows(table):
    return f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM (SELECT {COLUMNS[table]} FROM cabrank.{table}) t"
