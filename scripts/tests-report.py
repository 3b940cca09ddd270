#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a report.html in a real browser and looks at it: no console error, nothing fetched, every chart and the map drawn,
no sideways scrolling at 800x600, tables sort, headings in order.

Usage: scripts/tests-report.py path/to/report.html ... [--screenshot folder]
Needs playwright (pip) and chromium; CHROMIUM names another browser than /usr/bin/chromium.
Prints 'N passed, M failed'; the exit status is 0 when nothing failed."""
import argparse
import os
import pathlib
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

passed = failed = 0


def check(name, holds, detail=""):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    print(("ok      " if holds else "FAILED  ") + name + (f": {detail}" if detail and not holds else ""))


def look(page, path):
    errors, fetched = [], []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: fetched.append(request.url)
            if not request.url.startswith(("file:", "data:", "blob:")) else None)
    page.set_viewport_size({"width": 800, "height": 600})
    page.goto(path.absolute().as_uri())
    page.wait_for_selector("html[data-ready=yes]", timeout=60_000)
    has_charts = page.locator("#specs").count() == 1
    specs = page.evaluate("JSON.parse(document.getElementById('specs')?.textContent ?? '[]').map(s => s.id)")
    check("charts are there, or a note says why not", has_charts or page.locator("[role=note]").count() == 1)
    for name in specs:
        drawn = page.locator(f"#chart-{name} svg, #chart-{name} canvas").count()
        size = page.evaluate(f"""(() => {{ const box = document.querySelector('#chart-{name} svg, #chart-{name} canvas')
            ?.getBoundingClientRect(); return box ? [box.width, box.height] : [0, 0]; }})()""")
        check(f"chart {name} is drawn", drawn == 1 and size[0] > 200 and size[1] > 60, f"{drawn} drawings, {size}")
    if page.locator("#map").count():
        zones = page.evaluate("JSON.parse(document.getElementById('geojson').textContent).features.length")
        paths = page.locator("#map path").count()
        check("the map has every zone", paths == zones, f"{paths} of {zones}")
        before = page.locator("#legend").inner_text()
        check("the map opens on who was not aboard in time", before.startswith("not aboard in time"), before)
        page.locator("input[value=queue]").check()
        check("the map's colours can be changed", page.locator("#legend").inner_text() != before)
        page.locator("input[value=notInTime]").check()
    width = page.evaluate("document.documentElement.scrollWidth")
    check("no sideways scrolling at 800x600", width <= 800, f"{width} pixels wide")
    for index in range(page.locator("table.sortable").count()):
        table = page.locator("table.sortable").nth(index)
        details = table.locator("xpath=ancestor::details")
        if details.count():
            details.locator("summary").click()
        caption = table.locator("caption").inner_text()
        head = table.locator("th").nth(1)
        keys = """(t, c) => [...t.tBodies[0].rows].map(r => r.cells[c].dataset.key === undefined
            ? r.cells[c].textContent : Number(r.cells[c].dataset.key))"""
        sort = "(a, b) => typeof a === 'number' ? a - b : a.localeCompare(b, 'en')"
        for direction, order in (("ascending", ""), ("descending", ".reverse()")):
            head.locator("button").click()
            works = page.evaluate(
                f"""t => {{ const keys = ({keys})(t, 1); const want = [...keys].sort({sort}){order};
                return JSON.stringify(keys) === JSON.stringify(want); }}""", table.element_handle())
            check(f"table {caption} sorts {direction}", works and head.get_attribute("aria-sort") == direction)
    links = page.evaluate("[...document.querySelectorAll('nav a')].map(a => a.hash.slice(1))")
    sections = page.evaluate("[...document.querySelectorAll('main > section')].map(s => s.id)")
    check("every link of the navigation has its section", set(links) <= set(sections),
          str(sorted(set(links) - set(sections))))
    check("the sections of modules are linked", {"reservations", "sharing"} & set(sections) <= set(links), str(links))
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3')].map(h => Number(h.tagName[1]))")
    steps = all(after - before <= 1 for before, after in zip(levels, levels[1:]))
    check("one title, headings in order", levels.count(1) == 1 and steps, str(levels))
    check("the language is told", page.evaluate("document.documentElement.lang") == "en")
    check("verdicts stand in words", "PASS" in page.locator("#verdicts").inner_text()
          or "FLAG" in page.locator("#verdicts").inner_text())
    check("no error on the console", not errors, "; ".join(errors[:3]))
    check("nothing is fetched", not fetched, "; ".join(fetched[:3]))
    accessible(page)


def accessible(page):
    """The axe rules of serious weight."""
    found = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    check("no serious finding of axe", not found,
          "; ".join(f"{v['id']} {v['nodes'][0]['target']}" for v in found[:5]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", type=pathlib.Path, metavar="report.html")
    parser.add_argument("--screenshot", type=pathlib.Path, metavar="folder", help="where pictures go, 1.png and so on")
    options = parser.parse_args()
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for number, path in enumerate(options.reports, 1):
            print(f"-- {path}")
            page = browser.new_page()
            look(page, path)
            if options.screenshot:
                page.screenshot(path=options.screenshot / f"{number}.png", full_page=True)
            page.close()
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
