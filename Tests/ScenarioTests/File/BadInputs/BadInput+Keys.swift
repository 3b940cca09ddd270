// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    static let keys: [BadInput] = [
        BadInput(
            "unknown key at the top",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            sede: 4
            """,
            says: """
                x.yaml:4:1: error: unknown key `sede` in the scenario; allowed: cabrank, include, name, title, \
                start, holidays, length, warm-up, seed, city, travel, dispatch, modules, reservations, sharing, \
                fares, costs, server, \
                clients, accounts, drivers, passengers, fleet, demand, changes, network, record, budgets; did you mean `seed`?
                """),
        BadInput(
            "unknown key far from all",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            garage: 4
            """,
            says: """
                x.yaml:4:1: error: unknown key `garage` in the scenario; allowed: cabrank, include, name, title, \
                start, holidays, length, warm-up, seed, city, travel, dispatch, modules, reservations, sharing, \
                fares, costs, server, \
                clients, accounts, drivers, passengers, fleet, demand, changes, network, record, budgets
                """),
        BadInput(
            "unknown key in a section",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch:
              offer-dedline: 60 s
            """,
            says: """
                x.yaml:5:3: error: unknown key `offer-dedline` in dispatch; allowed: policy, offer-deadline, \
                arrival-poll, gps-limit, boarding-radius, offer-cell, no-show-wait, shift-limit, \
                waiting-room, neighbours, batch, send-free, outside-zones, undersupply-limit, aboard-limit, same-wish, web-position; did you mean `offer-deadline`?
                """),
        BadInput(
            "unknown key in a flow mapping",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {policy: fifo, offerdeadline: 60 s}
            """,
            says: """
                x.yaml:4:26: error: unknown key `offerdeadline` in dispatch; allowed: policy, offer-deadline, \
                arrival-poll, gps-limit, boarding-radius, offer-cell, no-show-wait, shift-limit, \
                waiting-room, neighbours, batch, send-free, outside-zones, undersupply-limit, aboard-limit, same-wish, web-position; did you mean `offer-deadline`?
                """),
        BadInput(
            "unknown key in a group",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                seat: 4
            """,
            says: """
                x.yaml:7:5: error: unknown key `seat` in drivers; allowed: name, count, seats, start, shift, \
                arrivals, on-duty, stint, turnaround, answer, idle, position-interval, boarding, bad-reports, alert, \
                return-to-service; did you \
                mean `seats`?
                """),
        BadInput(
            "key given twice",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: 1
            seed: 2
            """,
            says: """
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:5:1: error: the key `seed` is given twice; it is already on line 4
                """),
        BadInput(
            "key given twice in a flow mapping",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch: {policy: fifo, policy: nearest}
            """,
            says: """
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:4:26: error: the key `policy` is given twice; it is already on line 4
                """),
        BadInput(
            "two keys given twice, and another error",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed: 1
            seed: 2
            dispatch:
              policy: fifo
              policy: fifo
              web-position: maybe
            """,
            says: """
                x.yaml:5:1: error: the key `seed` is given twice; it is already on line 4
                x.yaml:8:3: error: the key `policy` is given twice; it is already on line 7
                x.yaml:9:17: error: `web-position`: `maybe` is neither true nor false; allowed: true, false
                """),
        BadInput(
            "missing version",
            """
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """,
            says: """
                x.yaml:1:1: error: `cabrank` is missing in the scenario
                """),
        BadInput(
            "missing name and city",
            """
            cabrank: 1
            """,
            says: """
                x.yaml:1:1: error: `name` is missing in the scenario
                x.yaml:1:1: error: `city` is missing in the scenario
                """),
        BadInput(
            "missing keys of a group",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - seats: 4
            """,
            says: """
                x.yaml:5:3: error: `name` is missing in drivers
                x.yaml:5:3: error: `count` is missing in drivers
                """),
        BadInput(
            "version of the future",
            """
            cabrank: 2
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """,
            says: """
                x.yaml:1:10: error: `cabrank`: `2` is out of range; allowed: 1
                """),
        BadInput(
            "key without a value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            seed:
            """,
            says: """
                x.yaml:4:1: error: `seed` has no value; write one or leave the key out
                """),
        BadInput(
            "section without a value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            dispatch:
            """,
            says: """
                x.yaml:4:1: error: `dispatch` has no value; write one or leave the key out
                """),
    ]
}
