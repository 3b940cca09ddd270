// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    static let forms: [BadInput] = [
        BadInput(
            "zone weights of a wrong word",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                start: even
            """,
            says: """
                x.yaml:7:12: error: `start`: `even` is not a weighting of zones; allowed: equal, area, {zone: weight, \
                ...}, {file: ..., zone: ..., weight: ...}
                """),
        BadInput(
            "zone weights of a near word",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                start: eqal
            """,
            says: """
                x.yaml:7:12: error: `start`: `eqal` is not a weighting of zones; allowed: equal, area, {zone: weight, \
                ...}, {file: ..., zone: ..., weight: ...}; did you mean `equal`?
                """),
        BadInput(
            "zone weights of zone 0",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                start: {0: 1}
            """,
            says: """
                x.yaml:7:13: error: `start`: `0` is out of range; allowed: 1 to 2147483647
                """),
        BadInput(
            "zone weights all 0",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                start: {1: 0, 2: 0}
            """,
            says: """
                x.yaml:7:12: error: `start`: at least one weight must be above 0
                """),
        BadInput(
            "zone weights negative",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                start: {1: -1}
            """,
            says: """
                x.yaml:7:16: error: `start`: `-1` is out of range; allowed: 0 or more
                """),
        BadInput(
            "zone twice",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                start: {1: 1, 01: 2}
            """,
            says: """
                x.yaml:7:19: error: `start`: `01` is given twice
                """),
        BadInput(
            "seats 0",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                seats: 0
            """,
            says: """
                x.yaml:7:12: error: `seats`: `0` is out of range; allowed: 1 to 60
                """),
        BadInput(
            "seats 0 in a table",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                seats: {0: 10%, 4: 90%}
            """,
            says: """
                x.yaml:7:13: error: `seats`: `0` is out of range; allowed: 1 to 60
                """),
        BadInput(
            "seats of no weight",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                seats: {4: 0}
            """,
            says: """
                x.yaml:7:12: error: `seats`: at least one weight must be above 0
                """),
        BadInput(
            "unknown distribution",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {exponental: 60 s}
            """,
            says: """
                x.yaml:7:16: error: unknown key `exponental` in a distribution; allowed: uniform, normal, \
                triangular, table, mixture, exponential, gamma, lognormal, weibull; did you mean `exponential`?
                """),
        BadInput(
            "two distributions",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {exponential: 60 s, uniform: {from: 1 s, to: 2 s}}
            """,
            says: """
                x.yaml:7:35: error: `boarding`: a distribution needs exactly one key, not 2; allowed: uniform, \
                normal, triangular, table, mixture, exponential, gamma, lognormal, weibull
                """),
        BadInput(
            "distribution without a unit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {exponential: 60}
            """,
            says: """
                x.yaml:7:29: error: `exponential`: a time needs a unit, such as `60 s`, but `60` has none; allowed: \
                ms, s, min, h, d
                """),
        BadInput(
            "distribution with a missing parameter",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {gamma: {shape: 4}}
            """,
            says: """
                x.yaml:7:23: error: `mean` is missing in `gamma`
                """),
        BadInput(
            "distribution with mixed parameters",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {lognormal: {median: 8 s, sd: 3 s}}
            """,
            says: """
                x.yaml:7:27: error: `sigma` is missing in `lognormal`
                x.yaml:7:41: error: `sd` cannot be combined with `median`; allowed: exactly one of `median`, `mean`
                """),
        BadInput(
            "distribution with wrong bounds",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {uniform: {from: 60 s, to: 20 s}}
            """,
            says: """
                x.yaml:7:15: error: `boarding`: `from` must not be above `to`
                """),
        BadInput(
            "distribution with mean 0",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {exponential: 0 s}
            """,
            says: """
                x.yaml:7:15: error: `boarding`: mean must be above 0
                """),
        BadInput(
            "mixture with a wrong distribution inside",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                boarding: {mixture: [{weight: 0.3, of: 5}, {weight: 0.7, of: {exponential: 1 s}}]}
            """,
            says: """
                x.yaml:7:44: error: `of`: a time needs a unit, such as `60 s`, but `5` has none; allowed: ms, s, \
                min, h, d
                """),
        BadInput(
            "distribution of clock times without an end",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                shift: {start: {exponential: 06:00}, length: 8 h}
            """,
            says: """
                x.yaml:7:21: error: unknown key `exponential` in a distribution; allowed: uniform, normal, \
                triangular, table, mixture
                """),
        BadInput(
            "bad clock time",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                shift: {start: 6h30, length: 8 h}
            """,
            says: """
                x.yaml:7:20: error: `start`: `6h30` is not a clock time; allowed: hh:mm or hh:mm:ss, such as `06:30`
                """),
        BadInput(
            "24 values needed",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {traffic: [1, 1, 1]}
            """,
            says: """
                x.yaml:4:19: error: `traffic`: the list has 3 entries; allowed: 24 values
                """),
        BadInput(
            "hours that overlap",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {traffic: {07:00-09:00: 0.7, 08:00-10:00: 0.8}}
            """,
            says: """
                x.yaml:4:38: error: `traffic`: the hour from 08:00 is given twice
                """),
        BadInput(
            "hours not whole",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            travel: {traffic: {07:30-09:00: 0.7}}
            """,
            says: """
                x.yaml:4:20: error: `traffic`: `07:30-09:00` is neither a span of hours nor a kind of day; \
                allowed: whole hours such as `07:00-09:00` or `22:00-05:00`; days such as `mon-fri`, `sat`, or a date such as \
                `2026-12-25`
                """),
        BadInput(
            "hourly shares all 0",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - name: callers
                arrivals: {per-day: 100, hourly: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
            0, 0]}
            """,
            says: """
                x.yaml:6:38: error: `hourly`: all shares are 0; at least one hour must have a share above 0
                """),
        BadInput(
            "no demand",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - name: callers
            """,
            says: """
                x.yaml:5:3: error: passengers needs exactly one of `arrivals`, `population`, `trace`, `table`
                """),
        BadInput(
            "two demands",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - name: callers
                arrivals: {per-day: 100}
                population: {people: 5, thinking: 1 h}
            """,
            says: """
                x.yaml:7:5: error: `population` cannot be combined with `arrivals`; allowed: exactly one of `arrivals`, \
                `population`, `trace`, `table`
                """),
        BadInput(
            "no destination form",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - name: callers
                arrivals: {per-day: 100}
                destination: area
            """,
            says: """
                x.yaml:7:18: error: `destination`: `area` is not a choice of destinations; allowed: zones: ..., \
                gravity: ..., table: ...
                """),
        BadInput(
            "unknown idle habit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                idle: sleep
            """,
            says: """
                x.yaml:7:11: error: `idle`: `sleep` is not a habit of idle drivers; allowed: stay, cruise: ..., \
                return: ..., seek: ..., moves: ...
                """),
        BadInput(
            "near idle habit",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                idle: {cruse: {pause: 1 min, radius: 1 km}}
            """,
            says: """
                x.yaml:7:12: error: unknown key `cruse` in a habit of idle drivers; allowed: cruise, return, seek, moves; did \
                you mean `cruise`?
                """),
        BadInput(
            "change without a kind",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            changes:
              - {from: 00:10, until: 00:20}
            """,
            says: """
                x.yaml:5:5: error: changes needs exactly one of `surge`, `closure`, `rain`, `strike`
                """),
        BadInput(
            "change of two kinds",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            changes:
              - {from: 00:10, until: 00:20, rain: {speed: 0.8}, surge: {factor: 2}}
            """,
            says: """
                x.yaml:5:33: error: `rain` cannot be combined with `surge`; allowed: exactly one of `surge`, `closure`, \
                `rain`, `strike`
                """),
        BadInput(
            "closure of no zones",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            changes:
              - {from: 00:10, until: 00:20, closure: {zones: [], factor: 2}}
            """,
            says: """
                x.yaml:5:50: error: `zones`: the list has 0 entries; allowed: 1 to 10000 zones
                """),
        BadInput(
            "zones and grid",
            """
            cabrank: 1
            name: x
            city:
              zones: a.geojson
              grid: {rows: 1, columns: 1, cell: 1 km}
            """,
            says: """
                x.yaml:4:10: error: `zones`: there is no file `a.geojson`
                x.yaml:5:3: error: `grid` cannot be combined with `zones`; allowed: exactly one of `zones`, `grid`
                """),
        BadInput(
            "no zones",
            """
            cabrank: 1
            name: x
            city: {gap-tolerance: 5 m}
            """,
            says: """
                x.yaml:3:7: error: city needs exactly one of `zones`, `grid`
                """),
        BadInput(
            "number without zones",
            """
            cabrank: 1
            name: x
            city: {number: id}
            """,
            says: """
                x.yaml:3:7: error: `zones` is missing in city
                """),
        BadInput(
            "map not found",
            """
            cabrank: 1
            name: x
            city: {zones: nowhere.geojson}
            """,
            says: """
                x.yaml:3:15: error: `zones`: there is no file `nowhere.geojson`
                """),
        BadInput(
            "trace not found",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - {name: a, trace: nowhere.csv}
            """,
            says: """
                x.yaml:5:22: error: `trace`: there is no file `nowhere.csv`
                """),
        BadInput(
            "bad line of a trace",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - name: a
                trace: ["08:00:00,1,2,1,,", "8h,0,2,99,x,", "1,2"]
            """,
            says: """
                x.yaml:6:33: error: `8h` is not a clock time; allowed: hh:mm:ss or yyyy-mm-dd hh:mm:ss
                x.yaml:6:33: error: `0` is not a zone number; allowed: 1 to 2147483647
                x.yaml:6:33: error: `99` is not a number of travelers; allowed: 1 to 60
                x.yaml:6:33: error: `x` is out of range or not a number; allowed: 1 to 86400 (seconds), or nothing
                x.yaml:6:49: error: `trace`: the line has 2 cells; allowed: \
                time,origin_zone,destination_zone,travelers,duration_s,distance_m, and optionally pick_up
                """),
        BadInput(
            "warm-up as long as the run",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            length: 1 h
            warm-up: 1 h
            """,
            says: """
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:5:1: error: `warm-up` (3600 s) is not shorter than `length` (3600 s); nothing would be measured
                """),
        BadInput(
            "two groups of one name",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
              - name: cabs
                count: 6
            """,
            says: """
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:7:5: error: `name`: two groups of drivers are named `cabs`; names must be unique
                """),
        BadInput(
            "accept and refuse above 1",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            drivers:
              - name: cabs
                count: 5
                answer: {accept: 85%, refuse: 20%}
            """,
            says: """
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:7:5: error: `answer`: accept 0.85 and refuse 0.2 add up to more than 1
                """),
        BadInput(
            "change that ends before it begins",
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            changes:
              - {from: 00:20, until: 00:10, rain: {speed: 0.8}}
            """,
            says: """
                x.yaml:1:1: warning: there are no drivers; every call will be aborted
                x.yaml:1:1: warning: there are no passengers; nobody will call
                x.yaml:5:19: error: `until` (1971-01-01 00:10) is not after `from` (1971-01-01 00:20)
                """),
        BadInput(
            "many errors at once",
            """
            cabrank: 1
            name: x y
            lenght: 1 h
            city:
              grid:
                rows: 0
                columns: one
                cell: 1
            travel: {free-speed: 30}
            drivers:
              - name: a
                count: 0
                seats: {0: 1}
              - count: 3
            record: {level: loud, event: true}
            """,
            says: """
                x.yaml:2:7: error: `name`: `x y` is not a valid name for a scenario; allowed: letters, digits, dots, dashes \
                and underscores, at most 64
                x.yaml:3:1: error: unknown key `lenght` in the scenario; allowed: cabrank, include, name, title, \
                start, holidays, length, warm-up, seed, city, travel, dispatch, modules, reservations, sharing, \
                fares, costs, server, \
                clients, accounts, drivers, passengers, fleet, demand, changes, network, record, budgets; did you mean `length`?
                x.yaml:6:11: error: `rows`: `0` is out of range; allowed: 1 to 500
                x.yaml:7:14: error: `columns`: `one` is not a whole number; allowed: 1 to 500
                x.yaml:8:11: error: `cell`: a length needs a unit, such as `250 m`, but `1` has none; allowed: m, km
                x.yaml:9:22: error: `free-speed`: a speed needs a unit, such as `30 km/h`, but `30` has none; \
                allowed: m/s, km/h
                x.yaml:11:3: error: `name` is missing in drivers
                x.yaml:12:12: error: `count`: `0` is out of range; allowed: 1 to 1000000
                x.yaml:13:13: error: `seats`: `0` is out of range; allowed: 1 to 60
                x.yaml:15:17: error: `level`: unknown word `loud`; allowed: error, info, debug
                x.yaml:15:23: error: unknown key `event` in record; allowed: level, events, messages, invariants; \
                did you mean `events`?
                """),
    ]
}
