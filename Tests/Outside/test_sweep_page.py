#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps 1,000 points, and opens the report in a real browser: every point is counted, those that nothing else dominates come
first, numbers are those of sweep.csv and sweep.json, tables are sorted and chosen from over all points, and every chart is
drawn from few marks. No time is judged.

Usage: Tests/Outside/test_sweep_page.py [--screenshot folder] [--report folder-of-a-sweep]
Needs playwright (pip), chromium and a build; CABRANK and CHROMIUM name other ones than scripts/cabrank and /usr/bin/chromium.
Prints 'N passed, M failed'; the exit status is 0 when nothing failed."""
import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AXES = ["fleet.drivers=1..25/1", "demand.scale=2.1..6/0.1"]
POINTS = 25 * 40
passed = failed = 0


def check(name, holds, detail=""):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    print(("ok      " if holds else "FAILED  ") + name + (f": {detail}" if detail and not holds else ""))


def sweep(folder):
    scenario = folder.with_suffix(".yaml")
    scenario.write_text(f"include: {ROOT / 'Scenarios/quickstart.yaml'}\nname: short\nlength: 20 min\nwarm-up: 0 min\n", "utf-8")
    command = [os.environ.get("CABRANK", ROOT / "scripts/cabrank"), "sweep", scenario, "--allow-include", "--quiet",
               "--replications", "2", "--base", "fleet.drivers=5", "--base", "demand.scale=3", "--out", folder]
    for axis in AXES:
        command += ["--set", axis]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True).stdout
    check("the terminal shows 20 of all points and says so", f"\n20 of {POINTS} points, " in said and said.count("\n") < 80, said)


def rows_of(page, table):
    """The texts of the rows that a table shows."""
    return page.evaluate("""table => [...document.querySelectorAll('.paged table')[table].tBodies[0].rows]
        .map(row => [...row.cells].map(cell => cell.textContent))""", table)


def status_of(page, table):
    return page.locator(".paged .status").nth(table).inner_text()


def number(text):
    """The mean of a cell."""
    return float(text.split(" ")[0].replace("−", "-")) if text != "–" else -1


def look(page, folder):
    with open(folder / "sweep.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    result = json.loads((folder / "sweep.json").read_text("utf-8"))
    check("sweep.csv and sweep.json have all points", len(lines) == len(result["points"]) == POINTS,
          f"{len(lines)}, {len(result['points'])}")
    points = result["points"]
    front = [entry["point"] for entry in result["front"]["points"] if entry["standing"] == "front"]
    service, effort = result["front"]["service"], result["front"]["effort"]

    def measured(point):
        metrics = points[point]["metrics"]
        return metrics[service]["mean"], metrics[effort]["mean"]

    # By looking at them one after another, from the best service on.
    best, found = float("inf"), []
    for point in sorted(range(POINTS), key=measured):
        if measured(point)[1] < best or found and measured(point) == measured(found[-1]):
            best = measured(point)[1]
            found.append(point)
    check("sweep.json has the points that nothing else dominates", sorted(found) == front, f"{sorted(found)}, {front}")
    text = page.locator("main").inner_text()
    check("the page counts all points", f"{POINTS} points (grid) over fleet.drivers, demand.scale" in text, text[:300])
    check("the finding counts the front", f"nothing else dominates {len(front)} of {POINTS} points" in text, text[:600])

    # The table of all points is the last one.
    table = page.locator(".paged").count() - 1
    shown = rows_of(page, table)
    check("100 rows are shown, and the page says of how many",
          len(shown) == 100 and status_of(page, table).startswith(f"Rows 1 to 100 of {POINTS}, "), status_of(page, table))
    expected = [tuple(points[point]["settings"][path] for path in result["paths"]) for point in found[:100]]
    check("what nothing else dominates comes first, the best service first",
          [tuple(row[:2]) for row in shown[:len(expected)]] == expected
          and all(row[2] == "not dominated" for row in shown[:len(expected)]), str(shown[:3]))
    heads = [head.inner_text() for head in page.locator(".paged table").nth(table).locator("th").all()]
    check_numbers(page, table, heads, lines, result)
    choose(page, table)
    sort(page, table, heads, result)


def check_numbers(page, table, heads, lines, result):
    """The cells of the first rows are the numbers of sweep.csv, as precise as they are shown."""
    by_setting = {tuple(line[path] for path in result["paths"]): line for line in lines}
    names = [name for name in lines[0] if name + " low" in lines[0] and " - base" not in name]
    wrong = []
    for row in rows_of(page, table):
        line = by_setting[tuple(row[:2])]
        for name, cell in zip(names, row[3:]):
            if (cell == "–") != (line[name] == ""):
                wrong.append((name, cell, line[name]))
            elif cell != "–":
                decimals = len(cell.split(" ")[0].partition(".")[2])
                # Shown in the unit of its heading: seconds as minutes, shares in percent.
                scales = (1, 100, 1 / 60)
                if not any(abs(number(cell) - float(line[name]) * scale) <= 0.5001 * 10 ** -decimals for scale in scales):
                    wrong.append((name, cell, line[name]))
    check("the shown numbers are those of sweep.csv", len(names) == len(heads) - 3 and not wrong, f"{len(names)}, {wrong[:3]}")


def choose(page, table):
    box = page.locator(".paged input").nth(table)
    box.fill("fleet.drivers=7, demand.scale=2.5")
    row = rows_of(page, table)
    check("a point is found by its values", [r[:2] for r in row] == [["7", "2.5"]], str(row))
    check("the page says of how many it was chosen", status_of(page, table).startswith(f"Rows 1 to 1 of 1, chosen from {POINTS}"),
          status_of(page, table))
    box.fill("demand.scale=6")
    check("one value leaves the points that have it", status_of(page, table).startswith(f"Rows 1 to 25 of 25, chosen from {POINTS}")
          and {r[1] for r in rows_of(page, table)} == {"6"}, status_of(page, table))
    box.fill("fleet.drivers=51")
    check("no point is left where there is none", status_of(page, table).startswith(f"No row, chosen from {POINTS}")
          and rows_of(page, table) == [], status_of(page, table))
    box.fill("")
    forth = page.locator(".paged .choose").nth(table).get_by_role("button", name="Next 100")
    seen = [tuple(row[:2]) for row in rows_of(page, table)]
    while forth.is_enabled():
        forth.click()
        seen += [tuple(row[:2]) for row in rows_of(page, table)]
    check("all points are reached, each once", len(seen) == POINTS == len(set(seen)), f"{len(seen)}, {len(set(seen))}")
    check("the last rows are counted", status_of(page, table).startswith(f"Rows {POINTS - 99} to {POINTS} of {POINTS}"), status_of(page, table))


def sort(page, table, heads, result):
    """By the first metric of the table, over all points."""
    head = page.locator(".paged table").nth(table).locator("th").nth(3)
    metric = "calls.stored"
    means = sorted(point["metrics"][metric]["mean"] for point in result["points"])
    for direction, expected in (("ascending", means[:100]), ("descending", means[::-1][:100])):
        head.locator("button").click()
        shown = [number(row[3]) for row in rows_of(page, table)]
        near = all(abs(one - other) <= 0.5001 for one, other in zip(shown, expected))
        check(f"all points are sorted {direction}", len(shown) == 100 and near and head.get_attribute("aria-sort") == direction,
              f"{heads[3]}: {shown[:5]}, {expected[:5]}")
    check("the order is not claimed any more", status_of(page, table) == f"Rows 1 to 100 of {POINTS}.", status_of(page, table))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screenshot", type=pathlib.Path, metavar="folder", help="where pictures go")
    parser.add_argument("--report", type=pathlib.Path, metavar="folder", help="a sweep of the same points made before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as play:
        folder = options.report or pathlib.Path(scratch) / "sweep"
        if not options.report:
            sweep(folder)
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1180, "height": 900})
        errors = []
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((folder / "report.html").absolute().as_uri())
        page.wait_for_selector("html[data-ready=yes]", timeout=300_000)
        charts = page.evaluate("JSON.parse(document.getElementById('specs').textContent).map(c => [c.id, c.datasets.rows.length])")
        counts = dict(charts)
        check("the front is drawn with every point", counts.get("front") == POINTS, str(counts.get("front")))
        check("every other chart has at most 200 marks", all(count <= 200 for name, count in charts if name != "front"), str(charts))
        check("every chart is drawn", page.locator(".chart[data-drawn=yes]").count() == len(charts), str(len(charts)))
        look(page, folder)
        check("no error on the console", not errors, "; ".join(errors[:3]))
        page.close()
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
