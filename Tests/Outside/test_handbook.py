#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the handbook (scripts/handbook) and looks at its pages. Run by scripts/test.

No link or anchor is dead, nothing is fetched, every article is in the lists of the first page with all its words and without the
syntax of DocC; the same articles give the same bytes; a real browser shows the pages without sideways scrolling at 400, 800 and 1400
pixels, light, dark and on A4, and finds what is searched for. In a small tree of its own, broken articles are refused by name and
line. With --screenshot FOLDER it leaves pictures.

Needs playwright (pip) and chromium; CHROMIUM names another browser than /usr/bin/chromium."""
import argparse
import filecmp
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "handbook"
READERS = ["New here", "You analyse results", "You plan a service", "You judge changes in CI, or need many machines",
           "You contribute, or build on it"]
# The width of A4 between the margins, at 96 points to the inch.
PAPER = 650
FAILED = []
PASSED = []


def check(what, holds, detail=""):
    (PASSED if holds else FAILED).append(what)
    if not holds:
        print(f"{what}\n    {str(detail)[:1500]}", flush=True)


class Seen(html.parser.HTMLParser):
    """What a page holds: ids, links, resources, the article's links and words, with code apart."""

    VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.resources, self.listed = set(), [], [], []
        self.words, self.plain, self.code = [], [], []
        self.inside = []
        self.heading = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.update(value for key, value in attributes if key == "id" or (key == "name" and tag == "a"))
        if tag in ("a", "area") and found.get("href"):
            self.links.append(found["href"])
            if "article" in self.inside:
                self.listed.append((self.heading, found["href"]))
        for key in ("src", "srcset", "data", "poster", "action") + (("href",) if tag == "link" else ()):
            if found.get(key):
                self.resources.append(found[key])
        if tag == "img":
            self.words += [found.get("alt") or ""]
        if tag in ("h1", "h2"):
            self.heading = ""
        if tag not in self.VOID:
            self.inside.append(tag)

    def handle_endtag(self, tag):
        while tag in self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if "article" not in self.inside or "script" in self.inside:
            return
        self.words.append(data)
        (self.code if "code" in self.inside or "pre" in self.inside else self.plain).append(data)
        if self.inside[-1] in ("h1", "h2"):
            self.heading += data


def handbook(folder, *more):
    return subprocess.run([SCRIPT, folder, *more], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False)


def files(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}


def making(folder):
    """The pages, made twice; returns their folder."""
    done = handbook(folder / "one")
    check("the pages are made", done.returncode == 0, done.stderr)
    if done.returncode:
        return None
    handbook(folder / "two")
    one, two = files(folder / "one"), files(folder / "two")
    differing = [name for name in one if name not in two or not filecmp.cmp(one[name], two[name], shallow=False)]
    check("the same articles give the same bytes", not differing and set(one) == set(two), differing)
    check("no page tells where it was made", not [
        name for name, path in one.items() if str(ROOT).encode() in path.read_bytes() or str(folder).encode() in path.read_bytes()])
    shutil.rmtree(folder / "two")
    first = one["index.html"].stat()
    done = handbook(folder / "one")
    check("pages that are right are left alone", "as the articles say" in done.stderr
          and first == (folder / "one/index.html").stat(), done.stderr)
    (folder / "one/.made-by-scripts-handbook").write_text("old\n")
    done = handbook(folder / "one")
    check("others of ours are replaced", done.returncode == 0 and done.stderr.endswith("made\n"), done.stderr)
    places(folder)
    return folder / "one"


def places(folder):
    """What is in the way stays."""
    mine = folder / "mine"
    mine.mkdir()
    (mine / "notes").write_text("mine")
    for what, place, word in (
        ("a folder of somebody else", mine, "did not make"), ("a file", mine / "notes", "is no folder"),
        ("an unknown option", "--fast", "unknown option"),
    ):
        done = handbook(place)
        check(f"{what} is refused", done.returncode == 2 and word in done.stderr, f"{done.returncode} {done.stderr}")
    check("two folders are refused", handbook(folder / "a", folder / "b").returncode == 2)
    check("nothing of it is touched", [path.name for path in mine.iterdir()] == ["notes"]
          and (mine / "notes").read_text() == "mine")


# --- What is on the pages ------------------------------------------------------------------------------------------

def look(site):
    pages = {name: Seen(path) for name, path in files(site).items() if name.endswith(".html")}
    check("there are pages", len(pages) > 40, len(pages))
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        name = waiting.pop()
        page = pages[name]
        for link in page.links + page.resources:
            path, _, anchor = link.partition("#")
            if re.match(r"[a-z][a-z0-9+.-]*:|//", link):
                check(f"{name}: {link} is a link, and not fetched", link not in page.resources or link.startswith("data:"))
                continue
            path = urllib.parse.unquote(path.split("?")[0])
            target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not (site / target).is_file():
                check(f"{name}: the link to {link} leads somewhere", False)
            elif anchor and target in pages:
                if anchor not in pages[target].ids:
                    check(f"{name}: the anchor of {link} is there", False)
            if target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
        check(f"{name}: all its links were looked at", True)
    check("every page is reached from the first", reached == set(pages), set(pages) - reached)
    for name, path in files(site).items():
        if name.endswith((".css", ".svg", ".js")):
            text = path.read_text(encoding="utf-8")
            fetched = re.findall(r"(?:url\(|@import|xlink:href=|importScripts|\bimport\b)[ ('\"]*(?:https?:)?//[^)'\"]*", text)
            check(f"{name} fetches nothing", not fetched, fetched)
    words = (site / "LICENSES.txt").read_text(encoding="utf-8")
    check("the licences of others are there", all(f"=== {name} " in words for name in ("Sphinx", "furo", "Pygments")), words[:300])
    return pages


def plain_words(text):
    return re.findall(r"[A-Za-z0-9]+", text)


def articles(pages):
    """Each article has its page, is listed, and lost nothing."""
    first = pages["index.html"]
    listed = [(heading, href) for heading, href in first.listed if not href.startswith("#")]
    check("the first page is by reader", list(dict.fromkeys(heading for heading, _ in listed)) == READERS, listed)
    check("the three questions come first", listed and listed[0] == ("New here", "ThreeQuestions.html"), listed[:1])
    sources = sorted(ROOT.glob("Sources/*/*/*.docc/**/*.md"))
    check("there are articles", len(sources) > 40, len(sources))
    for source in sources:
        name = "index.html" if source.stem == "Handbook" else f"{source.stem}.html"
        check(f"{source.name} has a page", name in pages)
        if name not in pages:
            continue
        page = pages[name]
        check(f"{source.name} is in the lists", name == "index.html" or name in [href for _, href in listed])
        left = re.findall(r"``|<doc:|\]\(|^#+ |@Metadata|^\| ---", "\n".join(page.plain), re.MULTILINE)
        left += [text for text in page.code if text.startswith("`") and "\n" not in text]
        check(f"{source.name}: no syntax is left", not left, left)
        text = source.read_text(encoding="utf-8")
        # What has no words on a page: targets of links, the language of a fence, remarks, two headings of DocC.
        for form, instead in (
            (r"\]\([^()\s]+\)", "]"), (r"^\[[^\]]+\]: \S+$", ""), (r"\]\[[^\]]+\]", "]"), (r"^ *```\w*$", ""), (r"<!--.*-->", ""),
            (r"^ *[0-9]+\. ", ""), (r"^## (Overview|Topics)$", ""), (r"^### Articles$", ""), (r"<doc:[^>]+>", ""), (r"``[^`]+``", ""),
        ):
            text = re.sub(form, instead, text, flags=re.MULTILINE)
        shown, missing = "".join(plain_words("".join(page.words))), []
        rest = shown
        for word in plain_words(text):
            place = rest.find(word)
            if place < 0:
                missing.append(word)
            else:
                rest = rest[place + len(word):]
        check(f"{source.name}: no word is lost", not missing, missing[:20])


# --- In a browser --------------------------------------------------------------------------------------------------

def browse(site, pages, pictures):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        complaints, fetched = [], []
        for scheme in ("light", "dark"):
            page = browser.new_page(color_scheme=scheme)
            page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("request", lambda request: fetched.append(request.url)
                    if not request.url.startswith(("file:", "data:")) else None)
            for name in sorted(pages) if scheme == "light" else ["index.html", "ScenarioReference.html", "OneTaxiCall.html"]:
                page.goto((site / name).as_uri())
                for width in (400, 800, 1400):
                    page.set_viewport_size({"width": width, "height": 900})
                    seen = page.evaluate("document.documentElement.scrollWidth")
                    check(f"{name}: no sideways scrolling at {width}", seen <= width, seen)
                    if pictures and "/" not in name:
                        page.screenshot(path=str(pictures / f"{name}-{scheme}-{width}.png"))
                on_paper(page, name)
            page.close()
            accessible(site, browser, scheme)
        check("no error on the console", not complaints, complaints)
        check("nothing is fetched", not fetched, fetched)
        page = browser.new_page()
        page.goto((site / "Tour.html").as_uri())
        page.fill("input[name=q]", "budget")
        page.press("input[name=q]", "Enter")
        page.wait_for_selector("#search-results li", timeout=30_000)
        page.wait_for_timeout(500)
        found = [link.get_attribute("href") for link in page.locator("#search-results li a").all()]
        check("the search finds an article", any(href.startswith("Budgets.html") for href in found), found)
        browser.close()


def accessible(site, browser, scheme):
    page = browser.new_page(color_scheme=scheme)
    for name in ("index.html", "Services.html", "OneTaxiCall.html", "ReadingResults.html"):
        for width in (400, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto((site / name).as_uri())
            found = [one["id"] for one in Axe().run(page).response["violations"]]
            check(f"{name}: accessible, {scheme}, {width}", not found, found)
    page.close()


def on_paper(page, name):
    page.set_viewport_size({"width": PAPER, "height": 900})
    page.emulate_media(media="print")
    seen = page.evaluate("""[...document.querySelectorAll('article pre, article table, article img')].filter(part =>
        part.getBoundingClientRect().right > window.innerWidth || part.scrollWidth > part.clientWidth + 1 && part.tagName === 'PRE')
        .map(part => part.outerHTML.slice(0, 80))""")
    check(f"{name}: nothing is cut on A4", not seen, seen)
    bars = page.evaluate("""[...document.querySelectorAll('.sidebar-drawer, .mobile-header, .toc-drawer')]
        .map(bar => bar.getBoundingClientRect())
        .filter(box => box.width > 0 && box.right > 0 && box.left < window.innerWidth).length""")
    check(f"{name}: no lists of pages on paper", bars == 0, bars)
    page.emulate_media(media="screen")


# --- Broken articles, in a small tree ------------------------------------------------------------------------------

class SmallTree:
    """A project of three articles."""

    def __init__(self, folder):
        self.root = folder / "tree"
        shutil.copytree(ROOT / "scripts/handbook_site", self.root / "scripts/handbook_site")
        shutil.copy(ROOT / "scripts/handbook-packages.txt", self.root / "scripts")
        self.write("Sources/City/CitySimulation/Version.swift", 'public let cabrankVersion = "9.8.7"\n')
        self.write("Scenarios/a.yaml", "cabrank: 1\n")
        self.write("README.md", "# Small\n")
        self.write("CONTRIBUTING.md", "# Contributing\n\n[All](README.md)\n")
        self.write("CHANGELOG.md", "# Changelog\n")
        self.front()
        self.one("")
        self.write("Sources/Taxi/Two/Two.docc/Two.md", "# ``Two``\n\nTwo.\n\n## Topics\n\n### Words\n\n- ``Two/Two/go(_:)``\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def front(self, more=""):
        self.write(
            "Sources/Programs/p/p.docc/Handbook.md",
            "# Handbook\n\nAll.\n\n## New here\n\n- [One](One.md)\n- [Two](../../../Taxi/Two/Two.docc/Two.md)\n"
            "- [How](../../../../CONTRIBUTING.md)\n- [New](../../../../CHANGELOG.md)\n" + more)

    def one(self, more, name="One"):
        self.write(f"Sources/Programs/p/p.docc/{name}.md", f"# {name}\n\nFirst.\n\n## Overview\n\nSecond.\n\n{more}\n")

    def make(self):
        environment = dict(os.environ, PYTHONPATH=str(self.root / "scripts"), PYTHONDONTWRITEBYTECODE="1")
        return subprocess.run(
            [ROOT / ".tools/handbook-venv/bin/python", "-m", "handbook_site", self.root / "pages"], env=environment,
            capture_output=True, encoding="utf-8", check=False)

    def refused(self, what, *words):
        done = self.make()
        check(f"{what} is refused", done.returncode == 1 and all(word in done.stderr for word in words)
              and not (self.root / "pages").exists(), f"{done.returncode} {done.stderr}")


def small_tree(folder):
    tree = SmallTree(folder)
    place = "Sources/Programs/p/p.docc/One.md:9"
    for what, text, word in (
        ("a link to a file that is not there", "See [it](Gone.md).", "the link to Gone.md leads nowhere"),
        ("a link out of the project", "See [it](../../../../../../../../etc/passwd).", "leads nowhere"),
        ("a link to an article that is not there", "See <doc:Gone>.", "there is no article Gone"),
        ("an anchor that is not there", "See [it](../../../Taxi/Two/Two.docc/Two.md#gone).", "gone"),
        ("an anchor of its own that is not there", "See [it](#gone).", "gone"),
        ("a picture that is not there", "![It](gone.svg)", "the link to gone.svg leads nowhere"),
        ("a link to what is no text", "See [it](../../../../scripts/handbook_site/handbook.css).", "no file that a page can show"),
    ):
        tree.one(text)
        tree.refused(what, place, word)
    tree.one("")
    tree.one("", name="Three")
    tree.refused("an article that is in no list", "Three.md", "lists everything but")
    (tree.root / "Sources/Programs/p/p.docc/Three.md").unlink()
    tree.write("Sources/Programs/p/p.docc/More/Two.md", "# Two\n")
    tree.refused("a name that is used twice", "Two.md", "has the same name")
    (tree.root / "Sources/Programs/p/p.docc/More/Two.md").unlink()
    what_becomes_of_it(tree)


def what_becomes_of_it(tree):
    tree.one("""% of all, the ``Two`` and ``Two/Two/go(_:)`` of `a ``b`` c`, in the article Two, {text}`x` and <b>.
+++

```text
``Two`` and <doc:Two> as they are
```

    [as](it) ``is``

- An item,
    with ``Two/Two``, of [a
  scenario](../../../../Scenarios/a.yaml) in [Scenarios](../../../../Scenarios).

### Third

See <doc:Two>, [the start](#third) and [all](../../../../README.md).""")
    done = tree.make()
    check("the small tree is made", done.returncode == 0, done.stderr)
    if done.returncode:
        return
    page = Seen(tree.root / "pages/One.html")
    text = " ".join("".join(page.words).split())
    for words in ("% of all, the Two and Two.go(_:) of a ``b`` c", "in the article Two, {text}x and <b>. +++",
                  "``Two`` and <doc:Two> as they are", "[as](it) ``is``", "with Two, of a scenario in Scenarios.", "See Two, the start"):
        check(f"an article says: {words}", words in text, text)
    targets = [href for _, href in page.listed]
    for target, count in (("Two.html", 3), ("files/Scenarios/a.yaml.html", 1), ("#third", 1), ("index.html", 1)):
        check(f"{count} links to {target}", targets.count(target) >= count, targets)
    check("the version is in the title", "9.8.7" in (tree.root / "pages/index.html").read_text(encoding="utf-8"))
    check("a scenario is shown", "cabrank" in "".join(Seen(tree.root / "pages/files/Scenarios/a.yaml.html").words))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshot", type=pathlib.Path)
    pictures = parser.parse_args().screenshot
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cabrank-handbook-") as name:
        folder = pathlib.Path(name).resolve()
        site = making(folder)
        if site:
            pages = look(site)
            articles(pages)
            browse(site, pages, pictures)
        small_tree(folder)
    print(f"{len(PASSED)} passed, {len(FAILED)} failed")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
