# SPDX-License-Identifier: GPL-3.0-or-later
"""The articles as text for the generator of pages: links of DocC become links between pages, or code.

Lines keep their numbers, so that what the generator complains of is found in the article.
"""
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The article that is the first page: the lists in it say what the handbook holds, and in which order.
FRONT = "Handbook"
# Pages that are no articles, by their file.
OTHERS = {"CONTRIBUTING.md": "Contributing", "CHANGELOG.md": "Changelog"}
# What a browser shows by itself is copied; what people read becomes a page.
PICTURES = (".svg", ".png", ".jpg")
LANGUAGES = {
    ".yaml": "yaml", ".yml": "yaml", ".toml": "toml", ".swift": "swift", ".json": "json", ".geojson": "json", ".csv": "text", ".py": "python", "": "bash",
}
MOST_BYTES = 300_000

INLINE = re.compile(
    r"(?P<symbol>``[^`]+``)"
    r"|(?P<code>`[^`]+`)"
    r"|<doc:(?P<article>[^>#]+)(?P<anchor>#[^>]*)?>"
    r"|(?P<mark>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\](?:\([^()]*\))?)*)\]\((?P<target>[^()\s]+)\)"
    r"|(?P<named>\b[Aa]rticle[ \n]+)(?P<name>[A-Z][A-Za-z]+)\b")
DEFINITION = re.compile(r"^(\[[^\]]+\]: )(\S+)$", re.MULTILINE)


class WrongArticle(Exception):
    """What is wrong with an article: file, line and words."""


class Page:
    """A page of the handbook: where its text comes from, and its name, which is that of the file without its ending."""

    def __init__(self, source, name, isLinked=False):
        self.source = source
        self.name = name
        # Only a link leads there: it is in no list.
        self.isLinked = isLinked
        self.text = source.read_text(encoding="utf-8")
        first = next((line for line in self.text.splitlines() if line.startswith("# ")), f"# {source.name}")
        self.title = first[2:].strip().strip("`")

    @property
    def path(self):
        return os.path.relpath(self.source, ROOT)


class Handbook:
    """All pages, and the sections of the first one."""

    def __init__(self, root=ROOT):
        self.root = root
        self.pages = {}
        self.byFile = {}
        self.pictures = {}
        for source in sorted(root.glob("Sources/*/*/*.docc/**/*.md")):
            self._add(Page(source, source.stem))
        for name, page in OTHERS.items():
            self._add(Page(root / name, page))
        if FRONT not in self.pages:
            raise WrongArticle(f"there is no article {FRONT}: the first page of the handbook")
        self.texts = {}
        waiting = [page for name, page in self.pages.items()]
        while waiting:
            page = waiting.pop()
            before = set(self.pages)
            self.texts[page.name] = self._converted(page)
            waiting += [self.pages[name] for name in sorted(set(self.pages) - before)]
        self.sections = self._sections()

    def _add(self, page):
        if page.name in self.pages:
            raise WrongArticle(f"{page.path}: {self.pages[page.name].path} has the same name")
        self.pages[page.name] = page
        self.byFile[page.source.resolve()] = page

    def _sections(self):
        """The headings of the first page, and for each the articles that are listed there: title as there, name. An article that is
        listed twice belongs to the first list."""
        found, seen = [], {FRONT}
        for line in self.texts[FRONT].splitlines():
            if line.startswith("## "):
                found.append((line[3:].strip(), []))
            item = re.match(r"- \[([^\]]+)\]\(([A-Za-z]+)\.md\)", line)
            if item and found and item[2] not in seen:
                seen.add(item[2])
                found[-1][1].append((item[1], item[2]))
        missing = sorted(page.path for page in self.pages.values() if not page.isLinked and page.name not in seen)
        if missing:
            raise WrongArticle(f"{self.pages[FRONT].path} lists everything but: {', '.join(missing)}")
        return [section for section in found if section[1]]

    # --- The text of one page --------------------------------------------------------------------------------------

    def _converted(self, page):
        if page.source.suffix != ".md":
            return self._shown(page)
        lines, block, fence, inTopics, inOverview = [], [], None, False, False
        source = page.text.splitlines()

        def flush():
            if block:
                lines.extend(self._inline("\n".join(block), page, len(lines) + 1).split("\n"))
                block.clear()

        for number, line in enumerate(source):
            mark = re.match(r" *(```+)", line)
            isIndented = line.startswith("    ") and (not block or not lines) and not _isInList(source, number)
            if fence is not None or mark or isIndented:
                flush()
                lines.append(line)
                if fence is None and mark:
                    fence = mark[1]
                elif fence is not None and line.strip() == fence:
                    fence = None
                continue
            if not line.strip() or line.startswith("#"):
                flush()
            if line.startswith("# "):
                lines.append(f"# {page.title}")
            elif line == "## Overview" or re.fullmatch(r"<!--.*-->", line):
                # The heading that DocC needs before the first words, and remarks. What is below that heading rises in its place.
                inOverview = inOverview or line == "## Overview"
                lines.append("")
            elif line.startswith("## "):
                inTopics, inOverview = line == "## Topics", False
                lines.append(self._inline("## In the code" if inTopics else line, page, number + 1))
            elif line == "### Articles" and inTopics:
                lines.append("### More on this")
            elif line.startswith("#") or not line.strip():
                lines.append(self._inline(line[1:] if inOverview and line.startswith("###") else line, page, number + 1))
            else:
                block.append(line)
        flush()
        return "\n".join(lines) + "\n"

    def _inline(self, text, page, line):
        def replaced(match):
            place = line + text[:match.start()].count("\n")
            if match["symbol"]:
                return self._symbol(match["symbol"][2:-2], page)
            if match["code"]:
                return match["code"]
            if match["article"]:
                return self._article(match["article"], match["anchor"] or "", page, place)
            if match["named"]:
                other = self.pages.get(match["name"])
                if other is None or other is page:
                    return match[0]
                return f"{match['named']}[{other.title}]({self._relative(page, other.name + '.md')})"
            target = self._target(match["target"], page, place)
            # A picture as the text of a link has a target of its own.
            words = self._inline(match["text"], page, place)
            if target is None:
                return words
            return f"{match['mark']}[{words}]({target})"

        text = INLINE.sub(replaced, text)
        return DEFINITION.sub(lambda match: match[1] + (self._target(match[2], page, line) or match[2]), text)

    def _symbol(self, symbol, page):
        """A symbol is code, without its module and in the words of Swift; a module that has an article is a link to it."""
        parts = [re.sub(r"-(swift\.)?[a-z0-9.]+$", "", part) if "(" not in part else part for part in symbol.split("/")]
        if len(parts) == 1 and parts[0] in self.pages and parts[0] != page.name:
            return f"[{parts[0]}]({self._relative(page, parts[0] + '.md')})"
        if len(parts) > 1 and parts[0] in self.pages:
            parts = parts[1:]
        return f"`{'.'.join(parts)}`"

    def _article(self, name, anchor, page, line):
        other = self.pages.get(name)
        if other is None:
            raise WrongArticle(f"{page.path}:{line}: there is no article {name}")
        return f"[{other.title}]({self._relative(page, name + '.md')}{anchor})"

    def _target(self, target, page, line):
        """Where a link leads from a page; None when it is to a folder, which is no page."""
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return target
        path, sign, anchor = target.partition("#")
        file = (page.source.parent / path).resolve()
        if file == (self.root / "README.md").resolve():
            return self._relative(page, "index.md")
        if file.is_dir():
            return None
        if not file.is_file() or self.root not in file.parents:
            raise WrongArticle(f"{page.path}:{line}: the link to {target} leads nowhere")
        if file.suffix in PICTURES:
            name = f"pictures/{file.name}"
            if self.pictures.setdefault(name, file) != file:
                raise WrongArticle(f"{page.path}:{line}: two pictures have the name {file.name}")
            return self._relative(page, name)
        if file not in self.byFile:
            if file.suffix not in (*LANGUAGES, ".md") or file.stat().st_size > MOST_BYTES:
                raise WrongArticle(f"{page.path}:{line}: {target} is no file that a page can show")
            name = os.path.relpath(file, self.root)
            self._add(Page(file, f"files/{name.removesuffix('.md')}", isLinked=True))
        other = "index" if self.byFile[file].name == FRONT else self.byFile[file].name
        return self._relative(page, f"{other}.md") + sign + anchor

    def _relative(self, page, name):
        if name == f"{FRONT}.md":
            name = "index.md"
        folder = os.path.dirname(page.name)
        return os.path.relpath(name, folder) if folder else name

    def _shown(self, page):
        """A file that is no article, as it stands."""
        runs = re.findall(r"`+", page.text)
        fence = "`" * max([3, *(len(run) + 1 for run in runs)])
        return f"# {page.path}\n\n{fence}{LANGUAGES[page.source.suffix]}\n{page.text.rstrip()}\n{fence}\n"


def _isInList(lines, number):
    """Whether an indented line goes on with an item of a list."""
    for line in reversed(lines[:number]):
        if re.match(r" *([-*]|[0-9]+\.) ", line):
            return True
        if line.strip() and not line.startswith(" "):
            return False
    return False
