# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the search of streets on Luxembourg beside RoutingKit (the wheel routingkit-cch) and prints a Markdown table.

Called by `scripts/bench roads`. Needs the folder luxembourg-roads in CABRANK_DATA, or in ../shared/data, and a release build of the
program. The wheel is installed into .tools/bench-venv; its Python call is in its times. All times are CPU times. Both answer the same
queries, and every time is compared with those of the data's authors.
"""
import array
import gzip
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("CABRANK_DATA", ROOT.parent / "shared" / "data")) / "luxembourg-roads"
CABRANK = ROOT / ".build" / "release" / "cabrank"
WHEEL = "routingkit-cch==0.1.4"
# The figures of the plan: what, the key of both sides, at most so many times the wheel, or at most so many seconds or bytes.
RATIOS = [("query", "query_seconds", 1.3, 1e6, "us"), ("customise", "customise_seconds", 1.3, 1e3, "ms"),
          ("table 260 x 260", "table_seconds", 0.7, 1e3, "ms")]
LIMITS = [("order", "order_seconds", 1, 1e3, "ms"), ("hierarchy", "hierarchy_seconds", 0.15, 1e3, "ms"),
          ("load of the file", "load_seconds", 0.1, 1e3, "ms"),
          ("memory: network and hierarchy", "graph_bytes", 30e6, 1e-6, "MB"),
          ("memory: a period", "period_bytes", 5e6, 1e-6, "MB")]


def words(name, kind="I"):
    found = array.array(kind)
    found.frombytes(gzip.open(DATA / f"luxembourg_{name}.gz").read())
    return found


def tables(folder):
    """Luxembourg as tables: a length of the straight line, a time in milliseconds."""
    first, heads, times = words("first_out"), words("head"), words("travel_time")
    north, east = words("latitude", "f"), words("longitude", "f")
    with open(folder / "nodes.csv", "w") as file:
        file.write("node,lon,lat\n")
        file.writelines(f"{node},{east[node]:.7f},{north[node]:.7f}\n" for node in range(len(north)))
    with open(folder / "edges.csv", "w") as file:
        file.write("from_node,to_node,length_m,milliseconds\n")
        for node in range(len(north)):
            for arc in range(first[node], first[node + 1]):
                head = heads[arc]
                x = math.radians(east[head] - east[node]) * math.cos(math.radians(north[node]))
                metres = 6_371_008.8 * math.hypot(x, math.radians(north[head] - north[node]))
                file.write(f"{node},{head},{metres:.3f},{times[arc]}\n")
    with open(folder / "queries.csv", "w") as file:
        file.write("from_node,to_node\n")
        file.writelines(f"{a},{b}\n" for a, b in zip(words("source_node"), words("target_node")))


def ours(folder):
    """Our figures, and how many of the times are those of the authors."""
    network, answers = folder / "city.roads", folder / "answers.csv"
    subprocess.run([CABRANK, "roads", "import", folder, "--out", network], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([CABRANK, "roads", "route", network, "--queries", folder / "queries.csv", "--out", answers],
                   check=True, stdout=subprocess.DEVNULL)
    rows = answers.read_text().splitlines()[1:]
    found = [int(cell) if (cell := row.split(",")[2]) else 2_147_483_647 for row in rows]
    equal = sum(a == b for a, b in zip(found, words("query_reference_travel_time_length")))
    said = subprocess.run([CABRANK, "bench", "roads", network, "--queries", folder / "queries.csv"],
                          check=True, capture_output=True, text=True)
    return json.loads(said.stdout), equal


def wheel():
    """The same of RoutingKit, in this process: run by the Python of .tools/bench-venv."""
    import routingkit_cch as routingkit
    first, heads = words("first_out"), list(words("head"))
    tails = [node for node in range(len(first) - 1) for _ in range(first[node], first[node + 1])]
    order, times = list(words("cch_order")), list(words("travel_time"))
    figures = {}

    def lap(name, count, body):
        begin = time.process_time()
        result = body()
        figures[name] = (time.process_time() - begin) / count
        return result

    graph = lap("hierarchy_seconds", 1, lambda: routingkit.CCH(order, tails, heads, False))
    metric = routingkit.CCHMetric(graph, times)
    lap("customise_seconds", 10, lambda: [metric.reset(times) for _ in range(10)])
    query = routingkit.CCHQuery(metric)
    pairs = list(zip(words("source_node"), words("target_node")))

    def ask():
        for start, end in pairs:
            query.run(start, end).distance

    lap("query_seconds", len(pairs), ask)
    some = [pairs[index * (len(pairs) // 260)] for index in range(260)]

    def table():
        sweep = routingkit.CCHOneToMany(metric, [end for _, end in some])
        for start, _ in some:
            sweep.distances_from(start)

    lap("table_seconds", 1, table)
    print(json.dumps(figures))


def main():
    if not DATA.is_dir():
        sys.exit(f"bench: there is no folder {DATA}; CABRANK_DATA names where it lies")
    if not CABRANK.exists():
        sys.exit("bench: there is no release build of the program; `scripts/cabrank --version` makes it")
    venv = ROOT / ".tools" / "bench-venv"
    if not (venv / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    subprocess.run([venv / "bin" / "python", "-m", "pip", "install", "--quiet", WHEEL], check=True)
    with tempfile.TemporaryDirectory() as name:
        tables(pathlib.Path(name))
        mine, equal = ours(pathlib.Path(name))
    said = subprocess.run([venv / "bin" / "python", __file__, "wheel"], capture_output=True, text=True)
    theirs = json.loads(said.stdout) if said.returncode == 0 else {}
    if not theirs:
        print(f"bench: the wheel did not run: {said.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    print(f"Luxembourg: {equal} of {int(mine['queries'])} times are those of the data's authors; CPU time.\n")
    print("| what | here | RoutingKit | ratio | at most |\n| --- | ---: | ---: | ---: | ---: |")
    for label, key, most, scale, unit in RATIOS:
        other = theirs.get(key)
        print(f"| {label} | {mine[key] * scale:.1f} {unit} | " + (
            f"{other * scale:.1f} {unit} | {mine[key] / other:.2f}" if other else "- | -") + f" | {most} |")
    ratio = mine["path_seconds"] / mine["query_seconds"]
    print(f"| path of {mine['arcs'] / mine['reached']:.0f} streets | {mine['path_seconds'] * 1e6:.1f} us | - | "
          f"{ratio:.2f} of the query | 2 |")
    for label, key, most, scale, unit in LIMITS:
        print(f"| {label} | {mine[key] * scale:.1f} {unit} | - | - | {most * scale:.0f} {unit} |")
    print(f"\nA period with times of its own, such as an hour's, takes {mine['period_time_bytes'] * 1e-6:.1f} MB more.")


if __name__ == "__main__":
    wheel() if sys.argv[1:] == ["wheel"] else main()
