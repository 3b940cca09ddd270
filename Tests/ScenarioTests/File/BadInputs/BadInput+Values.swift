// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    static let values: [BadInput] = [
        BadInput(
            "unknown rule for taxis outside all zones",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {outside-zones: keep-zones}
            """,
            says: """
                x.yaml:4:27: error: `outside-zones`: unknown word `keep-zones`; allowed: off-shift, keep-zone; \
                did you mean `keep-zone`?
                """),
        BadInput(
            "text for a whole number",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: many
            """,
            says: """
                x.yaml:4:7: error: `seed`: `many` is not a whole number; allowed: 0 to 18446744073709551615
                """),
        BadInput(
            "fraction for a whole number",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5.5
            """,
            says: """
                x.yaml:6:12: error: `count`: `5.5` is not a whole number; allowed: 1 to 1000000
                """),
        BadInput(
            "negative seed",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: -1
            """,
            says: """
                x.yaml:4:7: error: `seed`: `-1` is out of range; allowed: 0 to 18446744073709551615
                """),
        BadInput(
            "seed beyond 64 bits",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: 18446744073709551616
            """,
            says: """
                x.yaml:4:7: error: `seed`: `18446744073709551616` is out of range; allowed: 0 to 18446744073709551615
                """),
        BadInput(
            "number in quotes",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: "5"
            """,
            says: """
                x.yaml:6:12: error: `count`: the number 5 is in quotes; remove the quotes
                """),
        BadInput(
            "list for a value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: [1]
            """,
            says: """
                x.yaml:4:7: error: `seed`: expected a whole number, found a list
                """),
        BadInput(
            "mapping for a value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: {a: 1}
            """,
            says: """
                x.yaml:4:7: error: `seed`: expected a whole number, found a mapping
                """),
        BadInput(
            "value for a section",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: fifo
            """,
            says: """
                x.yaml:4:11: error: `dispatch`: expected a mapping, found a single value; allowed: policy, \
                offer-deadline, arrival-poll, gps-limit, boarding-radius, offer-cell, no-show-wait, shift-limit, \
                waiting-room, neighbours, batch, send-free, outside-zones, undersupply-limit, aboard-limit, same-wish, web-position
                """),
        BadInput(
            "value for a list",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers: none
            """,
            says: """
                x.yaml:4:10: error: `drivers`: expected a list of groups, found a single value
                """),
        BadInput(
            "mapping for a list",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers: {name: x}
            """,
            says: """
                x.yaml:4:10: error: `drivers`: expected a list of groups, found a mapping
                """),
        BadInput(
            "YAML truth words",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            record: {events: yes, messages: True, invariants: 1}
            """,
            says: """
                x.yaml:4:18: error: `events`: `yes` is neither true nor false; allowed: true, false; did you mean `true`?
                x.yaml:4:33: error: `messages`: `True` is neither true nor false; allowed: true, false; did you mean \
                `true`?
                x.yaml:4:51: error: `invariants`: `1` is neither true nor false; allowed: true, false
                """),
        BadInput(
            "unknown word",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {policy: nerest}
            """,
            says: """
                x.yaml:4:20: error: `policy`: unknown word `nerest`; allowed: fifo, nearest, any; did you mean `nearest`?
                """),
        BadInput(
            "unknown word far from all",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            record: {level: loud}
            """,
            says: """
                x.yaml:4:17: error: `level`: unknown word `loud`; allowed: error, info, debug
                """),
        BadInput(
            "bad scenario name",
            """
            cabrank: 1
            name: my city/1
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """,
            says: """
                x.yaml:2:7: error: `name`: `my city/1` is not a valid name for a scenario; allowed: letters, digits, dots, \
                dashes and underscores, at most 64
                """),
        BadInput(
            "bad group name",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - {name: a.b, count: 1}
            """,
            says: """
                x.yaml:5:12: error: `name`: `a.b` is not a valid name for a group; allowed: letters, digits, dashes and \
                underscores, at most 64
                """),
        BadInput(
            "title of two lines",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            title: |
              one
              two
            """,
            says: """
                x.yaml:4:8: error: `title`: the text is too long, empty or on several lines; allowed: one line of 1 \
                to 200 characters
                """),
        BadInput(
            "time without a unit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {offer-deadline: 60}
            """,
            says: """
                x.yaml:4:28: error: `offer-deadline`: a time needs a unit, such as `60 s`, but `60` has none; \
                allowed: ms, s, min, h, d
                """),
        BadInput(
            "time with a nickname",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {offer-deadline: 60 sec}
            """,
            says: """
                x.yaml:4:28: error: `offer-deadline`: unknown unit `sec` for a time; allowed: ms, s, min, h, d; did \
                you mean `60 s`?
                """),
        BadInput(
            "minutes written m",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: 5 m
            """,
            says: """
                x.yaml:4:9: error: `length`: unknown unit `m` for a time; allowed: ms, s, min, h, d; did you mean \
                `5 min`?
                """),
        BadInput(
            "unit of another quantity",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: 5 km
            """,
            says: """
                x.yaml:4:9: error: `length`: unknown unit `km` for a time; allowed: ms, s, min, h, d
                """),
        BadInput(
            "words for a time",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: an hour
            """,
            says: """
                x.yaml:4:9: error: `length`: `an hour` is not a time; allowed: a number with a unit (ms, s, min, h, \
                d), such as `60 s`
                """),
        BadInput(
            "clock time for a time",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: 12:30
            """,
            says: """
                x.yaml:4:9: error: `length`: `12:30` is not a time; allowed: a number with a unit (ms, s, min, h, \
                d), such as `60 s`
                """),
        BadInput(
            "time out of range",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {offer-deadline: 2 h}
            """,
            says: """
                x.yaml:4:28: error: `offer-deadline`: `2 h` is out of range; allowed: 1 s to 60 min
                """),
        BadInput(
            "negative time",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            warm-up: -5 s
            """,
            says: """
                x.yaml:4:10: error: `warm-up`: `-5 s` is out of range; allowed: 0 s to 366 d
                """),
        BadInput(
            "endless time",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: .inf
            """,
            says: """
                x.yaml:4:9: error: `length`: `.inf` is not a time; allowed: a number with a unit (ms, s, min, h, \
                d), such as `60 s`
                """),
        BadInput(
            "huge time",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: 1e400 s
            """,
            says: """
                x.yaml:4:9: error: `length`: `1e400 s` is not a time; allowed: a number with a unit (ms, s, min, h, \
                d), such as `60 s`
                """),
        BadInput(
            "length without a unit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {gps-limit: 50}
            """,
            says: """
                x.yaml:4:23: error: `gps-limit`: a length needs a unit, such as `250 m`, but `50` has none; \
                allowed: m, km
                """),
        BadInput(
            "speed without a unit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {free-speed: 28}
            """,
            says: """
                x.yaml:4:22: error: `free-speed`: a speed needs a unit, such as `30 km/h`, but `28` has none; \
                allowed: m/s, km/h
                """),
        BadInput(
            "speed in kph",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {free-speed: 28 kph}
            """,
            says: """
                x.yaml:4:22: error: `free-speed`: unknown unit `kph` for a speed; allowed: m/s, km/h; did you mean \
                `28 km/h`?
                """),
        BadInput(
            "share above 1",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            network: {loss: 5}
            """,
            says: """
                x.yaml:4:17: error: `loss`: `5` is out of range; allowed: 0 to 1
                """),
        BadInput(
            "share above 100%",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            network: {loss: 150%}
            """,
            says: """
                x.yaml:4:17: error: `loss`: `150%` is out of range; allowed: 0 to 1
                """),
        BadInput(
            "unit of a share",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            network: {loss: 5 s}
            """,
            says: """
                x.yaml:4:17: error: `loss`: unknown unit `s` for a share; allowed: %
                """),
        BadInput(
            "factor with a unit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {circuity: 130%}
            """,
            says: """
                x.yaml:4:20: error: `circuity`: `130%` is not a factor; allowed: a number without a unit, such as \
                `1.2`
                """),
        BadInput(
            "bad date",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            start: 2026-02-30
            """,
            says: """
                x.yaml:4:8: error: `start`: `2026-02-30` is not a date; allowed: yyyy-mm-dd or yyyy-mm-dd \
                hh:mm[:ss] from 1971 to 2199, such as `2026-03-04 06:00`
                """),
        BadInput(
            "date of the 19th century",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            start: 1899-01-01
            """,
            says: """
                x.yaml:4:8: error: `start`: `1899-01-01` is not a date; allowed: yyyy-mm-dd or yyyy-mm-dd \
                hh:mm[:ss] from 1971 to 2199, such as `2026-03-04 06:00`
                """),
        BadInput(
            "clock time for a date",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            start: 08:00
            """,
            says: """
                x.yaml:4:8: error: `start`: `08:00` is not a date; allowed: yyyy-mm-dd or yyyy-mm-dd hh:mm[:ss] \
                from 1971 to 2199, such as `2026-03-04 06:00`
                """),
    ]
}
