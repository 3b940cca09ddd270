#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the man page of `cabrank` from what the command says of itself.

    cabrank --experimental-dump-help | scripts/manual.py > cabrank.1

Reads the description of all commands as JSON on standard input (ToolInfo of swift-argument-parser), writes one page in
the form of man(7) with a section for each command. Exit codes: 0, or 2 when the input is something else.
"""
import json
import sys

SECTION_ORDER = ("positional", "option", "flag")


def plain(text):
    """A text as roff takes it: backslashes and dashes as they are, no line that begins with a control sign."""
    text = " ".join(text.split()) if "\n" not in text else text
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    lines = [line.strip() for line in escaped.split("\n")]
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines)


def paragraphs(text):
    """A longer text: its paragraphs, each after a line of `.PP`."""
    return [part for block in text.strip().split("\n\n") for part in (".PP", plain(block))]


def name(argument):
    """How an argument is written: `--seed <seed>`, `<scenario>`."""
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        shown = f"\\fI{plain(value)}\\fR"
    else:
        names = [("--" if one["kind"] == "long" else "-") + one["name"] for one in argument.get("names", [])]
        shown = ", ".join(f"\\fB{plain(one)}\\fR" for one in names)
        if argument["kind"] == "option":
            shown += f" \\fI{plain(value)}\\fR"
    return shown


def arguments(command):
    """The described arguments of a command, those in a row first."""
    found = [one for one in command.get("arguments", []) if one.get("shouldDisplay", True)]
    found = [one for one in found if not any(n["name"] in ("help", "version") for n in one.get("names", []))]
    return sorted(found, key=lambda one: SECTION_ORDER.index(one["kind"]))


def describe(command, above):
    """The section of a command and of the commands below it."""
    path = [*above, command["commandName"]]
    lines = []
    if above and not command.get("subcommands"):
        lines += [f".SS {plain(' '.join(path[1:]))}", plain(command.get("abstract", ""))]
        if command.get("discussion"):
            lines += paragraphs(command["discussion"])
        for argument in arguments(command):
            lines += [".TP", name(argument)]
            text = argument.get("abstract") or ""
            default = argument.get("defaultValue")
            if default and argument["kind"] == "option":
                text += f" (default: {default})"
            lines.append(plain(text) or "\\&")
    for below in command.get("subcommands", []):
        if below["commandName"] != "help":
            lines += describe(below, path)
    return lines


def main():
    try:
        tool = json.load(sys.stdin)["command"]
    except (ValueError, KeyError, TypeError):
        print("manual: error: standard input is not what `cabrank --experimental-dump-help` writes", file=sys.stderr)
        return 2
    program = tool["commandName"]
    lines = [
        f'.TH {program.upper()} 1 "" "{program}" "User Commands"', ".SH NAME",
        f"{program} \\- {plain(tool.get('abstract', '')).rstrip('.')}", ".SH SYNOPSIS",
        f".B {program}", "\\fIcommand\\fR [\\fIargument\\fR ...]", ".SH COMMANDS",
        *describe(tool, []), ".SH ENVIRONMENT",
        ".TP", "\\fBCABRANK_ASSETS\\fR", "The folder of the libraries for charts and maps in reports, in place of the one that was installed with the program. "
        "Empty: reports have none.",
        ".TP", "\\fBCABRANK_HANDBOOK\\fR", "The folder of the handbook's pages, in place of the one that was installed with the program.",
        ".TP", "\\fBBROWSER\\fR", "The browser that shows pages: a command, or several with colons between them; %s stands for the page.",
        ".TP", "\\fBCABRANK_CORES\\fR", "The number of processor cores, where the machine does not tell it rightly.",
        ".TP", "\\fBNO_COLOR\\fR, \\fBCLICOLOR\\fR, \\fBCLICOLOR_FORCE\\fR",
        "Colour on a terminal: off when \\fBNO_COLOR\\fR is not empty or \\fBCLICOLOR\\fR is 0; on everywhere when "
        "\\fBCLICOLOR_FORCE\\fR is neither empty nor 0.",
    ]
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
