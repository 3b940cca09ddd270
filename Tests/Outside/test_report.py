#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a report.html in a real browser and looks at it: no console error, nothing fetched, every chart and the map drawn,
no sideways scrolling at 800x600, tables sort, headings in order; every chart and the map give an SVG and their rows as CSV;
the keyboard reaches every zone; nothing is cut at 400 pixels and on A4; texts can be read in the dark. It looks at other
pages of Cabrank as well, as far as these apply to them.

Usage: Tests/Outside/test_report.py path/to/report.html ... [--screenshot folder]
With --screenshot it leaves four pictures of each page: light, dark, narrow, and A4 as PDF.
Needs playwright (pip) and chromium; CHROMIUM names another browser than /usr/bin/chromium.
Prints 'N passed, M failed'; the exit status is 0 when nothing failed."""
import argparse
import csv
import io
import os
import pathlib
import sys
import xml.etree.ElementTree

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


# The sections of a run's report, in the order of reading; a page has those that apply to it.
ORDER = ["happened", "replications", "", "taxis", "day", "zones", "drivers", "fairness", "moving-map", "reservations", "sharing",
         "processing", "accounts", "intervals", "scenario", "words", "metrics", "verdicts", "rules"]
# The width of A4 between the margins of a browser, at 96 points to the inch.
PAPER = 718


def watch(page, errors, fetched):
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: fetched.append(request.url)
            if not request.url.startswith(("file:", "data:", "blob:")) else None)


def opened(page, path):
    page.goto(path.absolute().as_uri())
    page.wait_for_selector("html[data-ready=yes]", timeout=60_000)


def look(page, path):
    errors, fetched = [], []
    watch(page, errors, fetched)
    page.set_viewport_size({"width": 800, "height": 600})
    opened(page, path)
    print("        all is drawn after %.1f s" % (page.evaluate("performance.now()") / 1000))
    has_charts = page.locator("#specs").count() == 1
    specs = page.evaluate("JSON.parse(document.getElementById('specs')?.textContent ?? '[]').map(s => s.id)")
    check("charts are there, or a note says why not", has_charts or page.locator("[role=note]").count() >= 1)
    for name in specs:
        drawn = page.locator(f"#chart-{name} svg").count()
        size = page.evaluate(f"""(() => {{ const box = document.querySelector('#chart-{name} svg')
            ?.getBoundingClientRect(); return box ? [box.width, box.height] : [0, 0]; }})()""")
        check(f"chart {name} is drawn", drawn == 1 and size[0] > 200 and size[1] > 60, f"{drawn} drawings, {size}")
        downloads(page, f"figure:has(#chart-{name})", f"chart {name}",
                  page.evaluate(f"""JSON.parse(document.getElementById('specs').textContent)
                      .find(s => s.id === '{name}').datasets.rows"""), really=name == specs[0])
    if page.locator("#map").count():
        map_of_zones(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    check("no sideways scrolling at 800x600", width <= 800, f"{width} pixels wide")
    tables(page)
    sections(page)
    check("no error on the console", not errors, "; ".join(errors[:3]))
    check("nothing is fetched", not fetched, "; ".join(fetched[:3]))
    accessible(page)


def kept(page, button, really):
    """Name and text of the file that a button gives. A browser stops after ten downloads without a person, so that only some
    really are; of the others the file is taken at the link that would be followed."""
    if really:
        with page.expect_download() as download:
            button.click()
        return download.value.suggested_filename, pathlib.Path(download.value.path()).read_text("utf-8")
    page.evaluate("""() => { const follow = HTMLAnchorElement.prototype.click; window.given = new Promise(resolve => {
        HTMLAnchorElement.prototype.click = function () {
            HTMLAnchorElement.prototype.click = follow;
            fetch(this.href).then(file => file.text()).then(text => resolve([this.download, text])); }; }); }""")
    button.click()
    return page.evaluate("window.given")


def downloads(page, figure, name, rows, really=False):
    """The buttons of a figure give a drawing that stands alone, and the data."""
    files = {kind: kept(page, page.locator(f"{figure} .get button", has_text=kind), really) for kind in ("SVG", "CSV")}
    file, text = files["SVG"]
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        check(f"{name} is an SVG", False, str(error))
        return
    check(f"{name} is an SVG that stands alone", root.tag.endswith("svg") and "var(" not in text and len(root) > 0
          and file.endswith(".svg"), file)
    file, text = files["CSV"]
    found = list(csv.DictReader(io.StringIO(text)))
    fields = list(dict.fromkeys(field for row in rows for field in row))

    def cell(value):
        # As JavaScript writes it.
        if isinstance(value, bool):
            return str(value).lower()
        return "" if value is None else str(int(value)) if isinstance(value, float) and value == int(value) else str(value)

    def same(text, value):
        if isinstance(value, float) and text:
            return float(text) == value
        return text == cell(value)

    check(f"{name} has its {len(rows)} rows as CSV", file.endswith(".csv") and len(found) == len(rows) and all(
        list(line) == fields and all(same(line[field], row.get(field)) for field in fields)
        for line, row in zip(found, rows)), f"{file}: {len(found)} lines, {found[:1]} for {rows[:1]}")


def map_of_zones(page):
    zones = page.evaluate("JSON.parse(document.getElementById('geojson').textContent).features.map(f => f.properties)")
    paths = page.locator("#map path").count()
    check("the map has every zone", paths == len(zones), f"{paths} of {len(zones)}")
    before = page.locator("#legend").inner_text()
    check("the map opens on who was not aboard in time", before.startswith("not aboard in time"), before)
    page.locator("input[value=queue]").check()
    check("the map's colours can be changed", page.locator("#legend").inner_text() != before)
    page.locator("input[value=notInTime]").check()
    downloads(page, "figure:has(#map)", "the map", zones, really=True)
    # From the choice of colours on: the zoom buttons, then a zone, then every other one by an arrow key.
    page.locator("input[value=notInTime]").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#map path')"):
            break
    reached = []
    for _ in zones:
        reached.append(page.evaluate("""[document.activeElement.getAttribute('aria-label'),
            [...document.querySelectorAll('.leaflet-tooltip')].at(-1)?.textContent]"""))
        page.keyboard.press("ArrowRight")
    names = [f"{zone['zone']} {zone['name']}" for zone in zones]
    check("the keyboard reaches every zone",
          all(label and label.startswith(name + ": ") for (label, _), name in zip(reached, names)), str(reached[:3]))
    check("a zone in focus shows what pointing at it shows", all(label == tip for label, tip in reached), str(reached[:3]))
    page.keyboard.press("Tab")
    check("the map does not hold the keyboard", not page.evaluate("document.activeElement.matches('#map path')"))


# Sorts each table by its second column, up and down, and tells what came of it.
SORTED = """() => [...document.querySelectorAll('table.sortable')].map(table => {
    const details = table.closest('details');
    if (details) details.open = true;
    const head = table.tHead.rows[0].cells[1];
    const keys = () => [...table.tBodies[0].rows].map(row => row.cells[1].dataset.key === undefined
        ? row.cells[1].textContent : Number(row.cells[1].dataset.key));
    const order = (a, b) => typeof a === 'number' ? a - b : a.localeCompare(b, 'en');
    const sorts = direction => {
        head.querySelector('button').click();
        const found = keys(), wanted = [...found].sort(order);
        if (direction === 'descending') wanted.reverse();
        return JSON.stringify(found) === JSON.stringify(wanted) && head.getAttribute('aria-sort') === direction;
    };
    return [table.caption?.textContent ?? 'without a caption', sorts('ascending'), sorts('descending')];
})"""


def tables(page):
    for caption, *works in page.evaluate(SORTED):
        for direction, holds in zip(("ascending", "descending"), works):
            check(f"table {caption} sorts {direction}", holds)


def sections(page):
    links = page.evaluate("[...document.querySelectorAll('nav a')].map(a => a.hash.slice(1))")
    found = page.evaluate("[...document.querySelectorAll('main > section')].map(s => s.id)")
    check("every link of the navigation has its section", set(links) <= set(found),
          str(sorted(set(links) - set(found))))
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3')].map(h => Number(h.tagName[1]))")
    steps = all(after - before <= 1 for before, after in zip(levels, levels[1:]))
    check("one title, headings in order", levels.count(1) == 1 and steps, str(levels))
    check("the language is told", page.evaluate("document.documentElement.lang") == "en")
    if "happened" not in found:
        return
    # The other services stand where the blank is.
    places = [ORDER.index(name if name in ORDER else "") for name in found]
    check("the report begins with what happened, and its rule checks come last",
          found[0] == "happened" and found[-2:] == ["verdicts", "rules"] and places == sorted(places),
          str(found))
    check("the sections are linked in their order", links == found, f"{links} for {found}")
    first = page.locator("#happened").inner_text().splitlines()
    check("the first thing said is a sentence", len(first) > 1 and first[1].endswith(".") or len(first[2]) > 20, str(first[:3]))
    check("verdicts stand in words", "PASS" in page.locator("#verdicts").inner_text()
          or "FLAG" in page.locator("#verdicts").inner_text() or "NOT MEASURED" in page.locator("#verdicts").inner_text())


# What stands out to the right of its page, or is cut by its frame: drawings, legends, tables, texts.
CUT = """width => [...document.querySelectorAll('main *, header *')].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > width + 1 && !element.closest('.leaflet-container') && !element.closest('details:not([open])');
}).map(element => `${element.tagName}.${element.getAttribute('class') ?? ''} ${Math.round(element.getBoundingClientRect().right)} ${element.textContent.slice(0, 30)}`)"""
CUT_DRAWINGS = """() => [...document.querySelectorAll('.chart')].flatMap(place => {
    const frame = place.getBoundingClientRect();
    return [...place.querySelectorAll('svg text')].filter(text => {
        const box = text.getBoundingClientRect();
        return box.width > 0 && (box.right > frame.right + 2 || box.left < frame.left - 2 || box.bottom > frame.bottom + 2);
    }).map(text => `${place.id}: ${text.textContent}`);
})"""


def narrow(browser, path, screenshot):
    page = browser.new_page(viewport={"width": 400, "height": 800})
    opened(page, path)
    width = page.evaluate("document.documentElement.scrollWidth")
    check("no sideways scrolling at 400 pixels", width <= 400, f"{width} pixels wide")
    # Tables scroll in their own frame.
    cut = [line for line in page.evaluate(CUT, 400) if not line.startswith(("TABLE", "CAPTION", "THEAD", "TBODY", "TR", "TH", "TD", "BUTTON"))]
    check("nothing stands out at 400 pixels", not cut, "; ".join(cut[:3]))
    cut = page.evaluate(CUT_DRAWINGS)
    check("no text of a drawing is cut at 400 pixels", not cut, "; ".join(cut[:5]))
    if screenshot:
        page.screenshot(path=f"{screenshot}-narrow.png", full_page=True)
    page.close()


def paper(browser, path, screenshot):
    page = browser.new_page(viewport={"width": 1180, "height": 900})
    opened(page, path)
    pdf = page.pdf(format="A4")
    check("it prints as PDF", pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") != 0
          or pdf.count(b"/Page") > 1)
    if screenshot:
        pathlib.Path(f"{screenshot}-print.pdf").write_bytes(pdf)
    # The same as it is laid out for paper: as wide as A4 between its margins.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_timeout(200)
    width = page.evaluate("document.documentElement.scrollWidth")
    check("nothing is cut on A4", width <= PAPER and not page.evaluate(CUT, PAPER),
          f"{width} of {PAPER} wide; " + "; ".join(page.evaluate(CUT, PAPER)[:3]))
    cut = page.evaluate("""[...document.querySelectorAll('.scroll, pre, .chart')].filter(e => e.scrollWidth > e.clientWidth + 1
        || e.scrollHeight > e.clientHeight + 1).filter(e => getComputedStyle(e).overflow !== 'visible')
        .map(e => e.getAttribute('aria-label') ?? e.className)""")
    check("no frame cuts what it holds on A4", not cut, "; ".join(cut[:3]))
    check("there are no buttons on paper", page.locator("nav:visible, .get:visible, fieldset:visible").count() == 0)
    if page.locator("#legend i").count():
        printed = page.evaluate("""[...document.querySelectorAll('#legend i')].map(i => getComputedStyle(i))
            .map(s => [s.backgroundColor, s.printColorAdjust ?? s.webkitPrintColorAdjust])""")
        check("the legend of the map is printed in its colours", all(
            colour not in ("rgba(0, 0, 0, 0)", "") and adjust == "exact" for colour, adjust in printed), str(printed))
        areas = page.locator("#map-print path").count()
        check("the map is printed whole", areas == page.locator("#map path").count() and areas > 0, str(areas))
    page.close()


# The contrast of the letters of drawings with the page behind them (WCAG 2.2, 1.4.3).
CONTRAST = """() => {
    const light = colour => { const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const paper = light(getComputedStyle(document.body).backgroundColor);
    return [paper, ...[...document.querySelectorAll(
        '.role-axis-label text, .role-axis-title text, .role-legend-label text, .role-legend-title text')].map(text => {
        const ink = light(getComputedStyle(text).fill);
        return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    })];
}"""


def dark(browser, path, screenshot):
    page = browser.new_page(viewport={"width": 1180, "height": 900}, color_scheme="dark")
    errors = []
    watch(page, errors, [])
    opened(page, path)
    paper_light, *contrasts = page.evaluate(CONTRAST)
    check("the page is dark where people ask for it", paper_light < 0.05, str(paper_light))
    check("the letters of drawings can be read in the dark", all(value >= 4.5 for value in contrasts),
          f"{min(contrasts, default=0):.1f}")
    check("no error on the console in the dark", not errors, "; ".join(errors[:3]))
    # All that the dark changes are colours.
    accessible(page, ["color-contrast"])
    if screenshot:
        page.screenshot(path=f"{screenshot}-dark.png", full_page=True)
    page.close()


def accessible(page, rules=None):
    """The axe rules of serious weight, or only these rules. Of a long table the first rows are looked at: all are made alike."""
    options = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = Axe().run(page, context={"exclude": [["tbody tr:nth-child(n+12)"]]}, options=options).response["violations"]
    found = [violation for violation in found if violation["impact"] in ("serious", "critical")]
    check("no serious finding of axe", not found,
          "; ".join(f"{v['id']} {v['nodes'][0]['target']}" for v in found[:5]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", type=pathlib.Path, metavar="report.html")
    parser.add_argument("--screenshot", type=pathlib.Path, metavar="folder", help="where pictures go, 1-light.png and so on")
    options = parser.parse_args()
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for number, path in enumerate(options.reports, 1):
            print(f"-- {path}")
            page = browser.new_page()
            look(page, path)
            page.close()
            screenshot = options.screenshot and options.screenshot / str(number)
            if screenshot:
                page = browser.new_page(viewport={"width": 1180, "height": 900})
                opened(page, path)
                page.screenshot(path=f"{screenshot}-light.png", full_page=True)
                page.close()
            narrow(browser, path, screenshot)
            paper(browser, path, screenshot)
            dark(browser, path, screenshot)
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
