// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    private static let head = "cabrank: 1\nname: x\ncity: {grid: {rows: 1, columns: 1, cell: 1 km}}\n"
    private static let drivers = "drivers: [{name: cabs, count: 2, seats: {4: 1, 6: 1}}]\n"
    private static let nobody = """
        x.yaml:1:1: warning: there are no drivers; every call will be aborted
        x.yaml:1:1: warning: there are no passengers; nobody will call

        """

    /// Problems that stand in a group of passengers, behind one of drivers.
    private static func group(
        _ name: String, _ habits: String, top: String = "modules: [reservations, sharing]", says: String
    ) -> BadInput {
        BadInput(
            name,
            head + top + "\nlength: 24 h\n" + drivers + "passengers:\n  - name: a\n    arrivals: {per-day: 10}\n    "
                + habits,
            says: says)
    }

    private static func trace(
        _ name: String, _ lines: String, top: String = "modules: [reservations]\nlength: 12 h", says: String
    ) -> BadInput {
        BadInput(name, head + top + "\n" + drivers + "passengers: [{name: a, trace: [\(lines)]}]", says: says)
    }

    static let modules: [BadInput] = [
        BadInput(
            "unknown module", head + "modules: [reservations, shairing]",
            says: """
                x.yaml:4:25: error: `modules`: unknown word `shairing`; allowed: reservations, sharing; did you mean \
                `sharing`?
                """),
        BadInput(
            "module in the singular", head + "modules: [reservation]",
            says: """
                x.yaml:4:11: error: `modules`: unknown word `reservation`; allowed: reservations, sharing; did you \
                mean `reservations`?
                """),
        BadInput(
            "module far from all", head + "modules: [parcels]",
            says: """
                x.yaml:4:11: error: `modules`: unknown word `parcels`; allowed: reservations, sharing
                """),
        BadInput(
            "modules without brackets", head + "modules: sharing",
            says: """
                x.yaml:4:10: error: `modules`: expected a list of modules, found a single value
                """),
        BadInput(
            "module named twice", head + "modules: [sharing, sharing]",
            says: nobody + "x.yaml:4:20: error: `modules`: `sharing` is given twice"),
        BadInput(
            "too many modules", head + "modules: [sharing, reservations, sharing]",
            says: "x.yaml:4:10: error: `modules`: the list has 3 entries; allowed: 0 to 2 modules"),
        BadInput(
            "unknown key of reservations", head + "reservations: {longest-led: 48 h}",
            says: """
                x.yaml:4:16: error: unknown key `longest-led` in reservations; allowed: shortest-lead, longest-lead, \
                cancel-limit, activation, apart, round-pause, hold-limit; did you mean `longest-lead`?
                """),
        BadInput(
            "reservations out of range and of wrong types",
            head
                + """
                reservations:
                  shortest-lead: 2
                  longest-lead: 400 d
                  cancel-limit: -1 h
                  activation: 25 h
                  apart: soon
                  round-pause: 0 s
                  hold-limit: [20 min]
                """,
            says: """
                x.yaml:5:18: error: `shortest-lead`: a time needs a unit, such as `60 s`, but `2` has none; allowed: ms, \
                s, min, h, d
                x.yaml:6:17: error: `longest-lead`: `400 d` is out of range; allowed: 0 s to 366 d
                x.yaml:7:17: error: `cancel-limit`: `-1 h` is out of range; allowed: 0 s to 366 d
                x.yaml:8:15: error: `activation`: `25 h` is out of range; allowed: 0 s to 24 h
                x.yaml:9:10: error: `apart`: `soon` is not a time; allowed: a number with a unit (ms, s, min, h, d), such \
                as `60 s`
                x.yaml:10:16: error: `round-pause`: `0 s` is out of range; allowed: 1 s to 60 min
                x.yaml:11:15: error: `hold-limit`: expected a time, found a list
                """),
        BadInput(
            "leads the wrong way round", head + "reservations: {shortest-lead: 3 h, longest-lead: 2 h}",
            says: nobody + """
                x.yaml:4:36: error: `longest-lead` (2 h) is shorter than `shortest-lead` (3 h); every reservation would \
                be rejected
                """),
        BadInput(
            "activation before the reservation", head + "reservations:\n  shortest-lead: 5 min\n  cancel-limit: 1 h",
            says: nobody + """
                x.yaml:4:1: error: `activation` (10 min) is longer than `shortest-lead` (5 min); a reservation could be \
                due before it is made
                """),
        BadInput(
            "cancellation of what is a request", head + "reservations: {cancel-limit: 5 min}",
            says: nobody + """
                x.yaml:4:16: error: `cancel-limit` (5 min) is shorter than `activation` (10 min); a request cannot be \
                cancelled as a reservation
                """),
        BadInput(
            "sharing limits below 1, out of range and of wrong types",
            head
                + """
                sharing:
                  detour: 0.99
                  longest-delay: 600
                  pick-up-window: 2 d
                  cap: 0
                  mean-approach: none
                  walking-speed: 0 m/s
                  deture: 1.3
                """,
            says: """
                x.yaml:5:11: error: `detour`: `0.99` is out of range; allowed: 1 to 10
                x.yaml:6:18: error: `longest-delay`: a time needs a unit, such as `60 s`, but `600` has none; allowed: \
                ms, s, min, h, d
                x.yaml:7:19: error: `pick-up-window`: `2 d` is out of range; allowed: 0 s to 24 h
                x.yaml:8:8: error: `cap`: `0` is out of range; allowed: 1 to 60
                x.yaml:9:18: error: `mean-approach`: `none` is not a time; allowed: a number with a unit (ms, s, min, h, \
                d), such as `60 s`
                x.yaml:10:18: error: `walking-speed`: `0 m/s` is out of range; allowed: 0.1 m/s to 36 km/h
                x.yaml:11:3: error: unknown key `deture` in sharing; allowed: detour, longest-delay, pick-up-window, \
                cap, mean-approach, walking-speed; did you mean `detour`?
                """),
        BadInput(
            "detour without a number", head + "sharing: {detour: 30%, cap: 2.5}",
            says: """
                x.yaml:4:19: error: `detour`: `30%` is not a factor; allowed: a number without a unit, such as `1.2`
                x.yaml:4:29: error: `cap`: `2.5` is not a whole number; allowed: 1 to 60
                """),
        group(
            "habits of reserving out of range and of wrong types",
            "reserving: {share: 1.2, lead: 4, cancel: -0.1, lateness: late, mistakes: 5 h, views: yes, leed: 4 h}",
            says: """
                x.yaml:10:24: error: `share`: `1.2` is out of range; allowed: 0 to 1
                x.yaml:10:35: error: `lead`: a time needs a unit, such as `60 s`, but `4` has none; allowed: ms, s, min, \
                h, d
                x.yaml:10:46: error: `cancel`: `-0.1` is out of range; allowed: 0 to 1
                x.yaml:10:62: error: `lateness`: `late` is not a time; allowed: a number with a unit (ms, s, min, h, d), \
                such as `60 s`
                x.yaml:10:78: error: `mistakes`: unknown unit `h` for a share; allowed: %
                x.yaml:10:90: error: `views`: `yes` is not a share; allowed: a number, such as `5%`
                x.yaml:10:95: error: unknown key `leed` in reserving; allowed: share, lead, cancel, lateness, patience, \
                mistakes, views; did you mean `lead`?
                """),
        group(
            "habits of sharing out of range and of wrong types",
            "sharing: {willing: 101%, accept: 2, per-minute: 1 min, per-saving: -1, choosing: 5, walking-speed: 1, "
                + "lateness: 1, wiling: 1}",
            says: """
                x.yaml:10:24: error: `willing`: `101%` is out of range; allowed: 0 to 1
                x.yaml:10:38: error: `accept`: `2` is out of range; allowed: 0 to 1
                x.yaml:10:53: error: `per-minute`: unknown unit `min` for a share; allowed: %
                x.yaml:10:72: error: `per-saving`: `-1` is out of range; allowed: 0 to 10
                x.yaml:10:86: error: `choosing`: a time needs a unit, such as `60 s`, but `5` has none; allowed: ms, s, \
                min, h, d
                x.yaml:10:104: error: `walking-speed`: a speed needs a unit, such as `30 km/h`, but `1` has none; \
                allowed: m/s, km/h
                x.yaml:10:117: error: `lateness`: a time needs a unit, such as `60 s`, but `1` has none; allowed: ms, s, \
                min, h, d
                x.yaml:10:120: error: unknown key `wiling` in sharing-habits; allowed: willing, accept, per-minute, \
                per-saving, choosing, walking-speed, lateness; did you mean `willing`?
                """),
        group(
            "walkers who stand still",
            "sharing: {walking-speed: {mixture: [{weight: 1, of: {table: {1 m/s: 1, 0 m/s: 1}}}]}}",
            says: "x.yaml:10:30: error: `walking-speed`: the distribution includes 0; allowed: values above 0"),
        group(
            "reserving with the module off", "reserving: {share: 30%}", top: "modules: [sharing]",
            says: """
                x.yaml:10:17: error: `share`: passengers of `a` reserve, but the module `reservations` is off; did you \
                mean `modules: [reservations, sharing]`?
                """),
        group(
            "sharing with the module off", "sharing: {accept: 50%, willing: 10%}", top: "modules: []",
            says: """
                x.yaml:10:28: error: `willing`: passengers of `a` share rides, but the module `sharing` is off; did you \
                mean `modules: [sharing]`?
                """),
        trace(
            "reservation in the past", "\"00:10:00,1,1,1,,,01:59:59\"",
            says: """
                x.yaml:7:32: error: `pick_up`: 1971-01-01 01:59:59 is too early for a reservation, which is made at \
                least 2 h before; allowed: from 1971-01-01 02:00 on
                """),
        trace(
            "reservations too late and too early", "\"01:00:00,1,1,1,,,02:59:59\", \"01:00:00,1,1,1,,,49:00:01\"",
            top: "modules: [reservations]\nlength: 60 h",
            says: """
                x.yaml:7:32: error: `pick_up`: 02:59:59 is not 2 h to 2 d after the reservation at 01:00
                x.yaml:7:61: error: `pick_up`: 49:00:01 is not 2 h to 2 d after the reservation at 01:00
                """),
        trace(
            "reservation for more travelers than any taxi seats", "\"00:10:00,1,1,7,,,03:00:00\"",
            says: """
                x.yaml:7:32: error: `travelers`: 7 travelers of a reservation are more than the 6 seats of the largest \
                taxi
                """),
        trace(
            "reservations with the module off", "\"00:10:00,1,1,1,,,03:00:00\"",
            top: "modules: [sharing]\nlength: 12 h",
            says: """
                x.yaml:7:24: error: `trace`: the trace of `a` has reservations, but the module `reservations` is off; \
                did you mean `modules: [reservations, sharing]`?
                """),
    ]
}
