# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages, made by Sphinx from the texts of `articles`."""
import hashlib
import importlib.metadata
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from handbook_site.articles import FRONT, ROOT, Handbook, WrongArticle

HERE = pathlib.Path(__file__).resolve().parent
# Says that a folder is ours, and of which texts its pages were made.
MARK = ".made-by-scripts-handbook"
# Whose files are in the pages.
IN_PAGES = ("Sphinx", "furo", "sphinx-basic-ng", "Pygments", "snowballstemmer")

CONFIGURATION = """
project = "Cabrank"
version = release = {version!r}
language = "en"
root_doc = "index"
extensions = ["myst_parser"]
# Plain Markdown with tables. What MyST adds to it would swallow lines that begin with a percent sign, and texts in braces.
myst_disable_syntax = ["myst_line_comment", "myst_block_break", "myst_target", "myst_role", "html_inline", "html_block"]
myst_heading_anchors = 4
highlight_language = "text"
smartquotes = False
nitpicky = True
# A snippet need not be a whole program; whether each article is listed was looked at before.
suppress_warnings = ["misc.highlighting_failure", "toc.not_included"]
html_theme = "furo"
html_title = "Cabrank {version} handbook"
html_static_path = ["_static"]
html_css_files = ["handbook.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
# A page from disk may not read another one: the search shows titles.
html_show_search_summary = False
html_use_index = False
html_theme_options = {{"top_of_page_buttons": []}}
"""


# What the design lacks for those who do not see the page or use no mouse: levels and names, and the keyboard reaches what can be moved
# to the side.
ACCESSIBLE = (
    ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    ('<aside class="toc-drawer', '<aside aria-label="This page" class="toc-drawer'),
    ("<pre>", '<pre tabindex="0">'),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
    ("<p><img ", '<p tabindex="0"><img '),
)


class CannotBeMade(Exception):
    """Why the pages cannot be written here."""


def version(root):
    """The version of the program, from its source."""
    for path in sorted(root.glob("Sources/City/CitySimulation/**/*.swift")):
        found = re.search(r'cabrankVersion = "([^"]+)"', path.read_text(encoding="utf-8"))
        if found:
            return found[1]
    raise CannotBeMade("no source of CitySimulation has cabrankVersion")


def write_texts(handbook, folder):
    """What Sphinx reads. Returns the files of the project by the names that Sphinx gives them."""
    names = {}

    def write(name, text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    for name, text in handbook.texts.items():
        page = handbook.pages[name]
        file = "index.md" if name == FRONT else f"{name}.md"
        if name == FRONT:
            for caption, listed in handbook.sections:
                entries = "\n".join(f"{title} <{other}>" for title, other in listed)
                text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"
        write(file, text)
        names[file] = page.path
    for name, file in handbook.pictures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / name)
    (folder / "_static").mkdir()
    shutil.copyfile(HERE / "handbook.css", folder / "_static/handbook.css")
    write("conf.py", CONFIGURATION.format(version=version(handbook.root)))
    return names


def digest(folder):
    """A sum over the texts and all that makes pages of them."""
    total = hashlib.sha256()
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    for path in [*files, *sorted(HERE.glob("*.py")), HERE.parent / "handbook-packages.txt"]:
        total.update(str(path.name).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def build(texts, pages, names):
    """Runs Sphinx; raises what it complains of, with the articles' own paths."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--quiet", "--jobs", str(os.cpu_count() or 1),
         "--doctree-dir", str(texts / ".doctrees"), "--define", "exclude_patterns=.doctrees", str(texts), str(pages)],
        capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        said = re.sub(
            re.escape(str(texts)) + r"/([^:\n]+\.md)", lambda match: names.get(match[1], match[1]), done.stdout + done.stderr)
        raise WrongArticle(said.strip())
    for name in (".buildinfo", "objects.inv"):
        (pages / name).unlink(missing_ok=True)
    for path in pages.rglob("*.map"):
        path.unlink()
    for path in pages.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for before, after in ACCESSIBLE:
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")


def licences():
    """The licences of the parts of pages that are not ours."""
    parts = ["What Sphinx and its design Furo put into the pages: styles, scripts and the search."]
    for name in IN_PAGES:
        distribution = importlib.metadata.distribution(name)
        texts = [
            file.read_text(encoding="utf-8") for file in distribution.files or ()
            if re.match(r"(LICENSE|COPYING)", file.name) and ".dist-info" in str(file)]
        if not texts:
            raise CannotBeMade(f"the package {name} has no licence")
        parts.append("\n\n".join([f"=== {name} {distribution.version} ===", *(text.strip() for text in texts)]))
    return "\n\n".join(parts) + "\n"


def check_place(folder):
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise CannotBeMade(f"{folder} exists and is no folder; nothing was changed")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise CannotBeMade(
            f"{folder} holds files that scripts/handbook did not make; nothing was changed. Name another folder")


def make(folder):
    """Makes the pages in a folder, unless they are there. Returns whether they were made."""
    folder = pathlib.Path(os.path.abspath(folder))
    check_place(folder)
    handbook = Handbook(ROOT)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Beside the folder, so that the pages take their place as a whole.
    with tempfile.TemporaryDirectory(prefix=".handbook-", dir=folder.parent) as work:
        texts, pages = pathlib.Path(work) / "texts", pathlib.Path(work) / "pages"
        texts.mkdir()
        names = write_texts(handbook, texts)
        total = digest(texts)
        if (folder / MARK).is_file() and (folder / MARK).read_text(encoding="utf-8").strip() == total:
            return False
        build(texts, pages, names)
        (pages / "LICENSES.txt").write_text(licences(), encoding="utf-8")
        (pages / MARK).write_text(total + "\n", encoding="utf-8")
        if folder.exists():
            folder.rename(pathlib.Path(work) / "old")
        pages.rename(folder)
    return True


def main(arguments):
    folder = arguments[0]
    try:
        isNew = make(folder)
    except WrongArticle as problem:
        print(f"handbook: error: {problem}", file=sys.stderr)
        return 1
    except (CannotBeMade, OSError) as problem:
        print(f"handbook: error: {problem}", file=sys.stderr)
        return 2
    print(f"{folder}/index.html: {'made' if isNew else 'as the articles say'}", file=sys.stderr)
    return 0
