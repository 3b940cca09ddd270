// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    static let sets: [BadInput] = [
        BadInput(
            "set: unknown key",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "sede=4",
            says: """
                --set sede=4:1:1: error: unknown key `sede` in the scenario; allowed: cabrank, include, name, \
                title, start, holidays, length, warm-up, seed, city, travel, dispatch, modules, reservations, sharing, \
                fares, costs, server, \
                clients, accounts, drivers, passengers, fleet, demand, changes, network, record, budgets; did you mean `seed`?
                """),
        BadInput(
            "set: bad value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
            """, set: "drivers.0.count=x",
            says: """
                --set drivers.0.count=x:1:17: error: `count`: `x` is not a whole number; allowed: 1 to 1000000
                """),
        BadInput(
            "set: bad value by name",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
            """, set: "drivers.cabs.count=x",
            says: """
                --set drivers.cabs.count=x:1:20: error: `count`: `x` is not a whole number; allowed: 1 to 1000000
                """),
        BadInput(
            "set: no such entry",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
            """, set: "drivers.cab.count=4",
            says: """
                --set drivers.cab.count=4:1:1: error: the path `drivers.cab.count` finds no entry `cab`; allowed: 0 \
                to 0, `cabs`; did you mean `cabs`?
                x.yaml:1:1: warning: there are no passengers; nobody will call
                """),
        BadInput(
            "set: position past the end",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
            """, set: "drivers.1.count=4",
            says: """
                --set drivers.1.count=4:1:1: error: the path `drivers.1.count` finds no entry `1`; allowed: 0 to 0, \
                `cabs`
                x.yaml:1:1: warning: there are no passengers; nobody will call
                """),
        BadInput(
            "set: into a value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "seed.x=4",
            says: """
                --set seed.x=4:1:1: error: `seed`: expected a whole number, found a mapping
                """),
        BadInput(
            "set: without a value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "seed=",
            says: """
                --set seed=:1:1: error: `seed` has no value; write one or leave the key out
                """),
        BadInput(
            "set: without an equals sign",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "seed",
            says: """
                --set seed:1:1: error: a value is set with path=value; allowed: for example \
                `dispatch.offer-deadline=45 s`
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                """),
        BadInput(
            "set: without a path",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "=4",
            says: """
                --set =4:1:1: error: a value is set with path=value; allowed: for example `dispatch.offer-deadline=45 s`
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                """),
        BadInput(
            "set: empty step",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "dispatch..policy=fifo",
            says: """
                --set dispatch..policy=fifo:1:1: error: the path `dispatch..policy` has an empty step
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                """),
        BadInput(
            "set: unknown key in a section",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "dispatch.polisy=fifo",
            says: """
                --set dispatch.polisy=fifo:1:1: error: unknown key `polisy` in dispatch; allowed: policy, \
                offer-deadline, arrival-poll, gps-limit, boarding-radius, offer-cell, no-show-wait, shift-limit, \
                waiting-room, neighbours, batch, send-free, outside-zones, undersupply-limit, aboard-limit, same-wish, web-position; did you mean `policy`?
                """),
        BadInput(
            "set: bad YAML",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "seed=[1",
            says: """
                --set seed=[1:2:1: error: the list `[...]` is not closed, or a comma is missing
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                """),
        BadInput(
            "set: include",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            """, set: "include=other.yaml",
            says: """
                --set include=other.yaml:1:9: error: `include`: only a file can include files
                """),
        BadInput(
            "set: nested bad value",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
            """, set: "drivers.cabs.boarding={uniform: {from: 1 s, to: 5}}",
            says: """
                --set drivers.cabs.boarding={uniform: {from: 1 s, to: 5}}:1:49: error: `to`: a time needs a unit, \
                such as `60 s`, but `5` has none; allowed: ms, s, min, h, d
                """),
    ]
}
