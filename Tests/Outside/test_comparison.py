#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a comparison and opens its page in a real browser: light, dark, 400 pixels wide and printed. No console error, nothing
fetched, nothing wider than the page, the sections in order, one scale, the statistics folded, and the page's numbers those of
compare.json.

Needs playwright (pip), chromium and a build; CABRANK names another one, and CHROMIUM another browser than /usr/bin/chromium.
Exits with 1 when a check fails."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("CABRANK", ROOT / "scripts/cabrank")
TOWN = """cabrank: 1
name: town
length: 6 h
city:
  grid: {rows: 2, columns: 3, cell: 1 km}
  residents: {1: 100, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
drivers: [{name: cabs, count: 12, answer: {accept: 100%}}]
passengers: [{name: callers, arrivals: {per-day: 1200}}]
"""
ORDER = ["finding", "compared", "where", "hours", "people", "evenness", "drivers", "statistics", "origin"]
problems = []


def check(name, holds, detail=""):
    if not holds:
        problems.append(name)
        print(f"FAILED  {name}: {detail}")


def look(page, path, result):
    errors, fetched = [], []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: fetched.append(request.url)
            if not request.url.startswith(("file:", "data:", "blob:")) else None)
    began = time.monotonic()
    page.goto(path.absolute().as_uri())
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    check("the page opens in 1.5 s", time.monotonic() - began < 1.5)
    order = page.evaluate(
        """[...document.querySelectorAll('.finding:first-child, main h2[id], details[id]')].map(e => e.id || 'finding')""")
    check("the page reads from the finding to the statistics", order == ORDER, order)
    links = page.evaluate("[...document.querySelectorAll('nav a')].map(a => a.getAttribute('href').slice(1))")
    check("the list of contents has every section", links == ORDER[1:], links)
    text = page.locator("main").inner_text()
    check("the settings that differ are told", "drivers.cabs.count" in text)
    check("so are the command and the file", "cabrank compare today=town.yaml" in text and result["inputs"][0]["sha256"][:12] in text)
    # A paragraph for each kind of demands, and one for the rest.
    told = re.sub("[\n\u00a0]+", " ", text)
    for pair in result["pairs"]:
        check("each finding is on the page", pair["finding"].replace(" +- ", " ± ") in told, pair["finding"])
    check("the order of the variants is on the page", result["ranking"] in text, result["ranking"])
    check("the statistics are folded", not page.evaluate("document.getElementById('statistics').open"))
    check("no statistics before they are asked for", "p, corrected" not in text)
    check("one scale", page.locator(".legend").count() == 1)
    maps = page.locator("svg.differences")
    check("three maps for each variant", maps.count() == 3 * len(result["pairs"]), maps.count())
    # Signs in the maps of who is not aboard in time are those of the zones that compare.json has.
    for index, pair in enumerate(result["pairs"]):
        drawn = page.evaluate(
            "map => [...map.querySelectorAll('use')].map(u => (u.getAttribute('class') || '?')[0]).join('')",
            maps.nth(index).element_handle())
        signs = "".join({"lower": "b", "higher": "w"}.get(zone["finding"], "s") for zone in pair["zonesNotInTime"])
        check("zones are drawn as found", drawn.replace("borders", "").startswith(signs), f"{drawn} {signs}")
        texts = page.evaluate("map => [...map.querySelectorAll('text')].map(t => t.textContent)", maps.nth(index).element_handle())
        count = sum(sign != "s" for sign in signs)
        check("each clear difference has a sign", len(texts) == count and all(t[0] in "−+" for t in texts), f"{texts} {signs}")
        worse = page.evaluate(
            "map => [...map.querySelectorAll('use[class^=w]')].every(u => getComputedStyle(u).fill.includes('url'))",
            maps.nth(index).element_handle())
        check("what is worse is hatched", worse)
    check("hours, each with its row of signs", page.locator("svg.hours").count() == 3)
    check("residents are counted", "home of" in text)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    check("nothing is wider than the page", width[0] <= width[1], width)
    found = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    check("no serious finding of axe", not found, "; ".join(f"{v['id']} {v['nodes'][0]['target']}" for v in found[:5]))
    page.locator("#statistics > summary").press("Enter")
    check("the keyboard unfolds the statistics", "p, corrected" in page.locator("main").inner_text())
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    check("nothing is wider than the page, unfolded", width[0] <= width[1], width)
    check("no error on the console", not errors, errors[:3])
    check("nothing is fetched", not fetched, fetched[:3])


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "town.yaml").write_text(TOWN, encoding="utf-8")
        subprocess.run(
            [PROGRAM, "compare", "today=town.yaml", "--variant", "more cabs", "--set", "fleet.drivers=20", "--variant",
             "fewer", "--set", "fleet.drivers=6", "--replications", "6", "--quiet", "--out", "c"],
            cwd=folder, check=True, stdout=subprocess.DEVNULL)
        result = json.loads((folder / "c/compare.json").read_text(encoding="utf-8"))
        verdicts = [pair["verdict"] for pair in result["pairs"]]
        check("more cabs serve better, fewer worse", verdicts == ["better", "worse"], verdicts)
        with sync_playwright() as play:
            browser = play.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            for width, scheme, media in ((1200, "light", "screen"), (1200, "dark", "screen"), (400, "light", "screen"),
                                         (794, "light", "print")):
                page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
                page.emulate_media(media=media, color_scheme=scheme)
                look(page, folder / "c/compare.html", result)
                page.close()
            browser.close()
    print(f"comparison: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
