// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiSimulation
import Testing

@Suite("Checks of the whole scenario")
struct CheckTests {
    private func warnings(_ text: String) throws -> [String] {
        try Support.read(Support.smallest + text).warnings.map(\.description)
    }

    private let callers = "passengers: [{name: a, arrivals: {per-day: 100}}]\n"

    @Test("Calls for more travelers than the largest taxi seats raise a warning")
    func tooManyTravelers() throws {
        let drivers = "drivers: [{name: a, count: 1, seats: {4: 1, 8: 0}}, {name: b, count: 1, seats: 6}]\n"
        func passengers(_ table: String) -> String {
            drivers + "passengers: [{name: a, arrivals: {per-day: 1}, travelers: \(table)}]\n"
        }
        #expect(try warnings(passengers("{1: 50%, 6: 50%}")).isEmpty)
        #expect(try warnings(passengers("{1: 1, 7: 0}")).isEmpty)
        #expect(
            try warnings(passengers("{1: 50%, 7: 50%}")) == [
                "x.yaml:5:48: warning: `travelers`: 7 travelers are more than the 6 seats of the largest taxi; these calls can "
                    + "only abort"
            ])
        let trace = drivers + "passengers: [{name: a, trace: [\"00:10:00,1,1,7,,\", \"00:20:00,1,1,2,,\"]}]\n"
        #expect(
            try warnings(trace).map { $0.contains("1 calls of the trace are for more travelers than the 6 seats") } == [
                true
            ])
    }

    @Test("Pauses of 0 s that are sure to repeat raise a warning; others do not")
    func zeroPauses() throws {
        func found(_ drivers: String, _ passengers: String) throws -> [String] {
            try warnings("drivers: [{name: a, count: 1\(drivers)}]\npassengers: [{name: a, \(passengers)}]\n")
        }
        let thinking = "population: {people: 1, thinking: "
        #expect(
            try found("", thinking + "0 s}") == [
                "x.yaml:5:48: warning: `thinking` is 0 s: a person who gets no taxi calls again 1 ms later, without end"
            ])
        #expect(try found("", thinking + "1 s}").isEmpty)
        let calls = "arrivals: {per-day: 1}, call-again-after: 0 s, call-again: "
        #expect(
            try found("", calls + "10%") == [
                "x.yaml:5:48: warning: `call-again-after` is 0 s: a person who gets no taxi calls again 1 ms later"
            ])
        #expect(try found("", calls + "0%").isEmpty)
        func breaks(_ after: String, _ length: String) -> String {
            ", shift: {start: 00:00, length: 23 h, breaks: {after: \(after), length: \(length)}}"
        }
        #expect(
            try found(breaks("0 s", "0 s"), "arrivals: {per-day: 1}").map { $0.contains("on a break every 1 ms") } == [
                true
            ])
        #expect(try found(breaks("0 s", "1 s"), "arrivals: {per-day: 1}").isEmpty)
    }

    @Test("A group of drivers has arrivals or shifts, not both")
    func arrivalsAndShifts() throws {
        func drivers(_ keys: String) -> String {
            Support.smallest + callers + "drivers: [{name: a, count: 1, arrivals: {per-day: 5, rides: 1}\(keys)}]\n"
        }
        #expect(Support.outcome(drivers("")).isEmpty)
        #expect(
            Support.outcome(drivers(", shift: {start: 8:00, length: 8 h}")).contains {
                $0.contains("error: `arrivals` and `shift` exclude each other in a group of drivers")
            })
    }

    @Test("A grid that places cannot hold, and calls beyond all counting, are errors and no crash")
    func beyondTheLimits() {
        func grid(_ cell: String) -> String {
            "cabrank: 1\nname: x\ncity: {grid: {rows: 20, columns: 10, cell: \(cell)}}\n"
        }
        #expect(Support.outcome(grid("100 km")).count == 2, "two warnings: no drivers, no passengers")
        let wide = Support.outcome(grid("100 km").replacing("rows: 20", with: "rows: 21"))
        #expect(
            wide.contains(
                "x.yaml:3:8: error: `grid`: 21 x 10 cells of 100000 m are 2100 km wide or high; allowed: at most 2000 km"
            ))
        func rain(_ demand: Int) -> String {
            """
            cabrank: 1
            name: x
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            passengers:
              - {name: a, arrivals: {per-day: 10000000}}
            changes:
              - {from: 00:10, until: 00:50, surge: {factor: 1000}}
              - {from: 00:20, until: 00:50, rain: {demand: \(demand)}}

            """
        }
        #expect(Support.outcome(rain(2)).allSatisfy { $0.contains("warning") })
        #expect(
            Support.outcome(rain(3)).contains(
                "x.yaml:5:15: error: `arrivals`: up to 1250000000 calls an hour, with the changes of demand; allowed: at most "
                    + "1000000000"))
    }

    @Test("Destinations by pairs of zones are refused on a map of too many zones")
    func tooManyPairs() throws {
        let text =
            Support.smallest + callers.replacing("}}", with: "}, destination: {gravity: {weights: area, scale: 1 km}}}")
        func problems(_ count: Int, _ text: String) throws -> [String] {
            let zones = (1...count).map {
                ZoneRecord(id: ZoneID($0), name: "\($0)", inside: .origin, area: 1, outline: [])
            }
            return try Support.read(text).mapProblems(zones: zones).map(\.description)
        }
        #expect(try problems(2000, text).isEmpty)
        #expect(
            try problems(2001, text).map {
                $0.contains("error: `destination`: weights from zone to zone on a map of 2001")
            }
                == [true])
        #expect(try problems(2001, Support.smallest + callers).isEmpty)
        let seeking =
            Support.smallest + "drivers: [{name: cabs, count: 1, start: equal, idle: {seek: {scale: 1 km}}}]\n"
        #expect(try problems(2000, seeking).isEmpty)
        #expect(
            try problems(2001, seeking).map { $0.contains("error: `seek`: weights from zone to zone on a map of 2001") }
                == [true])
    }

    @Test("Hours with calls but without any shift raise a warning")
    func shiftGap() throws {
        func day(_ shifts: String) -> String {
            "length: 24 h\ndrivers:\n" + shifts + callers
        }
        let early = "  - {name: early, count: 1, shift: {start: 06:00, length: 8 h}}\n"
        let late = "  - {name: late, count: 1, shift: {start: {normal: {mean: 14:00, sd: 10 min}}, length: 8 h}}\n"
        let night = "  - {name: night, count: 1, shift: {start: 22:00, length: 8 h}}\n"
        #expect(try warnings(day(early + late + night)).isEmpty)
        #expect(
            try warnings(day(early + late)) == [
                "x.yaml:5:1: warning: there are calls but no driver is in service from 00:00 to 06:00, from 23:00 to 24:00; "
                    + "these calls can only abort"
            ])
        #expect(try warnings(day(early + "  - {name: all, count: 1}\n")).isEmpty)
        let hails = "passengers:\n  - {name: street, by: hail, arrivals: {per-day: 9}}\n"
        #expect(
            try warnings("length: 24 h\ndrivers:\n" + early + late + hails) == [
                "x.yaml:5:1: warning: there are people on the street but no driver is in service from 00:00 to 06:00, from 23:00 to "
                    + "24:00; these people stand in vain"
            ])
        let both = try warnings(
            "length: 24 h\ndrivers:\n" + early + late + hails + "  - {name: phone, arrivals: {per-day: 9}}\n")
        #expect(both.first?.contains("there are calls and people on the street but") == true)
        #expect(both.first?.hasSuffix("these calls can only abort, and these people stand in vain") == true)
        let quiet =
            "start: 2026-03-04 07:00\nlength: 2 h\ndrivers:\n" + early + callers
        #expect(try warnings(quiet).isEmpty, "hours outside the run do not count")
        let noon =
            "length: 24 h\ndrivers:\n" + early
            + "passengers: [{name: a, arrivals: {per-day: 9, hourly: [0,0,0,0,0,0,0,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0]}}]\n"
        #expect(try warnings(noon).isEmpty, "hours without calls do not count")
    }

    @Test("Days without anybody on duty raise a warning that names the first; so do stints of no time")
    func dutyGap() throws {
        func weekend(_ duty: String, days: Int = 2) -> String {
            "start: 2026-04-04\nlength: \(days) d\ndrivers:\n  - {name: cabs, count: 9, on-duty: \(duty)}\n" + callers
        }
        let abort = "; these calls can only abort"
        let none = "x.yaml:6:1: warning: there are calls but no driver is in service"
        #expect(try warnings(weekend("{sat: 5, sun: 4}")).isEmpty)
        #expect(try warnings(weekend("{sat: 5, sun: 0}")) == ["\(none) on 2026-04-05 at any time\(abort)"])
        #expect(
            try warnings(weekend("{sat: 5, mon-sun: 0}", days: 9)) == [
                "\(none) on 2026-04-05 at any time (as on 6 other days)\(abort)"
            ])
        let hours = [String](repeating: "0", count: 4).joined(separator: ", ") + String(repeating: ", 3", count: 20)
        let late = [String](repeating: "0", count: 6).joined(separator: ", ") + String(repeating: ", 3", count: 18)
        #expect(
            try warnings(weekend("{sat: [\(hours)], sun: [\(late)]}")) == [
                "\(none) from 00:00 to 04:00, on 2026-04-05 from 04:00 to 06:00\(abort)"
            ])
        #expect(try warnings(weekend("5, stint: 0 s")).first?.contains("`stint`: no driver stays for a minute") == true)
        #expect(try warnings(weekend("5, stint: {uniform: {from: 0 s, to: 2 min}}")).isEmpty)
    }

    @Test("Percentages that do not add up to 100 raise a warning")
    func percentages() throws {
        let drivers = "drivers: [{name: a, count: 1, seats: {4: 80%, 6: 10%}}]\n"
        #expect(
            try warnings(drivers + callers) == [
                "x.yaml:4:38: warning: `seats`: the percentages add up to 90%, not 100%; they are used as weights"
            ])
        #expect(try warnings(drivers.replacing("%", with: "") + callers).isEmpty, "weights may have any sum")
    }

    @Test("Changes and calls outside the run raise a warning")
    func outside() throws {
        let base = "drivers: [{name: a, count: 1}]\n"
        #expect(
            try warnings(base + callers + "changes: [{from: 02:00, until: 03:00, rain: {speed: 0.9}}]\n") == [
                "x.yaml:6:12: warning: the change is outside the run (1971-01-01 to 1971-01-01 01:00) and has no effect"
            ])
        #expect(try warnings(base + callers + "changes: [{from: 00:30, until: 03:00, rain: {speed: 0.9}}]\n").isEmpty)
        #expect(
            try warnings(base + "passengers: [{name: a, trace: [\"00:10:00,1,1,1,,\", \"01:00:00,1,1,1,,\"]}]\n") == [
                "x.yaml:5:24: warning: 1 of 2 rows of the trace are outside the run and are ignored"
            ])
    }

    private func zone(_ number: Int, _ name: String) -> ZoneRecord {
        ZoneRecord(id: ZoneID(number), name: name, inside: .origin, area: 1, outline: [])
    }

    @Test("Zones that are not on the map are errors, each reported once for a file, with the nearest zone")
    func unknownZones() throws {
        let text =
            Support.smallest + """
                drivers: [{name: a, count: 1, start: {1: 1, 99: 1}}]
                passengers: [{name: a, trace: ["00:10:00,5,5,1,,", "00:20:00,5,2,1,,"]}]
                changes: [{from: 00:30, until: 00:40, surge: {zones: [2, 4], factor: 2}}]
                """
        let read = try Support.read(text)
        let zones = [zone(1, "DUOMO"), zone(2, "BRERA"), zone(3, "3"), zone(7, "MAGENTA")]
        #expect(
            read.mapProblems(zones: zones).map(\.description)
                == [
                    "x.yaml:4:45: error: zone 99 is not on the map; allowed: 1 to 3, 7; did you mean 7 (MAGENTA)?",
                    "x.yaml:5:32: error: zone 5 is not on the map; allowed: 1 to 3, 7; did you mean 3?",
                    "x.yaml:6:58: error: zone 4 is not on the map; allowed: 1 to 3, 7; did you mean 3?",
                    "x.yaml:4:1: warning: 1 of 4 zones have calls but no driver starts there (2); calls there are aborted until rides "
                        + "bring taxis",
                ].filter { !$0.contains("warning") })
    }

    @Test("Zones with calls where no driver starts raise a warning")
    func coldZones() throws {
        let text =
            Support.smallest + """
                drivers: [{name: a, count: 1, start: {1: 1}}]
                passengers: [{name: a, arrivals: {per-day: 1}, origin: {1: 1, 2: 1, 3: 0}}]
                """
        let zones = [zone(1, "1"), zone(2, "2"), zone(3, "3")]
        #expect(
            try Support.read(text).mapProblems(zones: zones).map(\.description) == [
                "x.yaml:4:1: warning: 1 of 3 zones have calls but no driver starts there (2); calls there are aborted until rides bring "
                    + "taxis"
            ])
        let everywhere = text.replacing("{1: 1}}]\n", with: "area}]\n")
        #expect(try Support.read(everywhere).mapProblems(zones: zones).isEmpty)
    }
}
