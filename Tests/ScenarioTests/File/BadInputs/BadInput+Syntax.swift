// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    static let syntax: [BadInput] = [
        BadInput(
            "empty file",
            "",
            says: """
                x.yaml:1:1: error: the file is empty; see `cabrank new` for a first scenario
                """),
        BadInput(
            "only a comment",
            """
            # nothing
            """,
            says: """
                x.yaml:1:1: error: the file is empty; see `cabrank new` for a first scenario
                """),
        BadInput(
            "a list",
            """
            - 1
            - 2
            """,
            says: """
                x.yaml:1:1: error: expected the keys of a scenario, found a list
                """),
        BadInput(
            "a text",
            """
            hello
            """,
            says: """
                x.yaml:1:1: error: expected the keys of a scenario, found a single value
                """),
        BadInput(
            "tab as indentation",
            """
            cabrank: 1
            city:
            \tgrid: 1
            """,
            says: """
                x.yaml:3:1: error: a tab is used for indentation; indent with spaces
                """),
        BadInput(
            "two colons",
            """
            cabrank: 1
            name: a: b
            """,
            says: """
                x.yaml:2:8: error: a second `: ` on this line, or wrong indentation; put text that contains `: ` \
                in quotes
                """),
        BadInput(
            "open bracket",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: [1, 2
            """,
            says: """
                x.yaml:5:1: error: the list `[...]` is not closed, or a comma is missing
                """),
        BadInput(
            "open brace",
            """
            cabrank: 1
            city: {grid: {rows: 1
            """,
            says: """
                x.yaml:3:1: error: the mapping `{...}` is not closed, or a comma is missing
                """),
        BadInput(
            "open quote",
            """
            cabrank: 1
            title: "abc
            """,
            says: """
                x.yaml:3:1: error: the text ends inside quotes
                """),
        BadInput(
            "reserved character",
            """
            cabrank: 1
            name: @x
            """,
            says: """
                x.yaml:2:7: error: a value cannot begin with `@`; put it in quotes
                """),
        BadInput(
            "two documents",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            ---
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """,
            says: """
                x.yaml:4:1: error: a second document begins here; a scenario file contains one
                """),
        BadInput(
            "undefined alias",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: *none
            """,
            says: """
                x.yaml:4:7: error: the alias names an anchor that is not defined above
                """),
        BadInput(
            "alias as a key",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: &a 1
            *a : 2
            """,
            says: """
                x.yaml:5:1: error: a key must be a plain word; aliases, lists and mappings cannot be keys
                """),
        BadInput(
            "collection as a key",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            ? [1, 2]
            : 3
            """,
            says: """
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:4:3: error: a key must be a plain word; aliases, lists and mappings cannot be keys
                """),
        BadInput(
            "custom tag",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: !!int 4
            """,
            says: """
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:4:7: error: tags such as `tag:yaml.org,2002:int` are not supported; remove it
                """),
        BadInput(
            "merge key",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch:
              <<: {policy: fifo}
            """,
            says: """
                x.yaml:5:3: error: merge keys (`<<`) are not supported; use `include` or an alias
                """),
    ]
}
