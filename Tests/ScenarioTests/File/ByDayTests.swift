// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiSimulation
import Testing

/// Values by day, holidays, and traces with dates.
@Suite struct ByDayTests {
    /// A week from Monday, 2026-03-30, to Easter Sunday, without and with holidays.
    private static let week = """
        cabrank: 1
        name: x
        start: 2026-03-30
        length: 168 h
        city: {grid: {rows: 1, columns: 1, cell: 1 km}}

        """
    private static let people = "drivers: [{name: a, count: 1}]\npassengers: [{name: b, arrivals: {per-day: 9}}]\n"

    private static func list(_ values: [Double]) -> String { "[\(values.map { "\($0)" }.joined(separator: ", "))]" }

    @Test("Each key with 24 values takes them by day, and the written text reads as the same")
    func forms() throws {
        let rising = (1...24).map(Double.init)
        let text =
            Self.week.replacing("length", with: "holidays: {2026-04-03: sun}\nlength")
                + """
                travel: {traffic: {mon-fri: {07:00-09:00: 0.5}, sat-sun: 1, 2026-04-01: 0.25}}
                drivers: [{name: a, count: 1, answer: {by-hour: {mon-sun: \(Self.list(rising.map { $0 / 24 })), fri: 0.1}}}]
                passengers: [{name: b, arrivals: {per-day: 9, hourly: {mon-sat: even, sun: \(Self.list(rising))}}}]
                """
        let read = try Support.read(text)
        #expect(read.warnings.isEmpty)
        for scenario in [read.scenario, try Support.read(read.source).scenario] {
            let traffic = scenario.travel.traffic
            let eights = (0..<7).map { traffic[scenario.start + .hours(24 * $0 + 8)] }
            // Wednesday has a date of its own; Friday is a holiday, like a Sunday.
            #expect(eights == [0.5, 0.5, 0.25, 0.5, 1, 1, 1])
            let byHour = try #require(scenario.drivers[0].answer.byHour)
            // The holiday is no Friday any more.
            #expect((3..<6).allSatisfy { byHour[scenario.start + .hours(24 * $0)] == rising[0] / 24 })
            guard case .arrivals(_, let hourly, _) = scenario.passengers[0].demand else {
                Issue.record("\(scenario.passengers[0].demand)")
                return
            }
            #expect(hourly[scenario.start] == 1 / 24 && abs(hourly[scenario.start + .hours(24 * 4)] - 1 / 300) < 1e-12)
        }
        #expect(try Support.read(read.source).source == read.source)
    }

    @Test(
        "What is wrong with values by day is told with the day or the key",
        arguments: [
            (
                "{mon-fri: 1, sat: 1}",
                [
                    "x.yaml:6:19: error: `traffic`: there are no values for 2026-04-05, a day of the run (sun); allowed: values for "
                        + "every day of the run, such as `mon-fri` and `sat-sun`"
                ]
            ),
            (
                "{mon-fri: 1, fri-sun: 1}",
                [
                    "x.yaml:6:32: error: `traffic`: `fri-sun` and `mon-fri` both name fri; allowed: each day once among the days, and "
                        + "once among runs of days"
                ]
            ),
            (
                "{mon-fry: 1, sat-sun: 1}",
                [
                    "x.yaml:6:20: error: `traffic`: `mon-fry` is not a kind of day; allowed: days such as `mon-fri`, `sat`, or a date "
                        + "such as `2026-12-25`; did you mean `mon-fri`?"
                ]
            ),
            (
                "{mon-sun: 1, 2026-02-30: 1}",
                [
                    "x.yaml:6:32: error: `traffic`: `2026-02-30` is not a kind of day; allowed: days such as `mon-fri`, `sat`, or a "
                        + "date such as `2026-12-25`"
                ]
            ),
            (
                "{mon-fri: [1, 2], sat-sun: 0}",
                [
                    "x.yaml:6:29: error: `mon-fri`: the list has 2 entries; allowed: 24 values",
                    "x.yaml:6:46: error: `sat-sun`: `0` is out of range; allowed: 0.01 to 10",
                ]
            ),
        ])
    func mistakes(_ traffic: String, _ says: [String]) {
        #expect(Support.outcome(Self.week + "travel: {traffic: \(traffic)}\n" + Self.people) == says)
    }

    @Test("Wrong holidays are told all at once")
    func holidays() {
        let text = Self.week + "holidays: {2026-04-31: sun, 2026-04-03: sunday, 2026-04-06: [1]}\n" + Self.people
        #expect(
            Support.outcome(text) == [
                "x.yaml:6:12: error: `holidays`: `2026-04-31` is not a date; allowed: yyyy-mm-dd from 1971 to 2199",
                "x.yaml:6:41: error: `holidays`: `sunday` is not a day of the week; allowed: mon, tue, wed, thu, fri, sat, sun",
                "x.yaml:6:61: error: `holidays`: expected a day of the week, found a list; allowed: mon, tue, wed, thu, fri, sat, sun",
            ])
    }

    @Test("Without a start, values by day begin on a Friday that nobody chose: a warning")
    func noStart() {
        let text = Support.smallest + "travel: {traffic: {mon-fri: 1, sat-sun: 1}}\n" + Self.people
        #expect(
            Support.outcome(text) == [
                "x.yaml:4:19: warning: `traffic` is given by day, but there is no `start`: the run begins on 1971-01-01, a fri"
            ])
    }

    @Test(
        "Who names days in another way is told the names, and who names neither days nor hours both",
        arguments: [
            ("weekdays: 1, weekend: 1", ["mon-fri", "sat-sun"]), ("monday-friday: 1", ["mon-fri"]),
            ("mo-fr: 1, saturday: 1, sunday: 1", ["mon-fri", "sat", "sun"]),
        ])
    func otherNames(_ traffic: String, _ meant: [String]) {
        let found = Support.outcome(Self.week + "travel: {traffic: {\(traffic)}}\n" + Self.people)
        for name in meant { #expect(found.contains { $0.contains("did you mean `\(name)`?") }, "\(found)") }
        let neither = Support.outcome(Self.week + "travel: {traffic: {07h-09h: 1}}\n" + Self.people)
        #expect(
            neither.contains {
                $0.contains(
                    "`07h-09h` is neither a span of hours nor a kind of day; allowed: whole hours such as `07:00-09:00`"
                )
                    && $0.contains("days such as `mon-fri`")
            }, "\(neither)")
    }

    @Test("A table of calls has them by day and hours, and is written so that it reads the same")
    func table() throws {
        let rows = ["mon-fri,7,9,1,1,20", "mon-fri,8,24,1,2,32", "sat-sun,0,24,1,1,24", "2026-04-01,7,9,2,1,8.5"]
        let text =
            Self.week.replacing("columns: 1", with: "columns: 2") + "drivers: [{name: a, count: 1}]\n"
            + "passengers: [{name: b, table: [\(rows.map { "\"\($0)\"" }.joined(separator: ", "))]}]\n"
        let read = try Support.read(text)
        #expect(read.warnings.isEmpty)
        for scenario in [read.scenario, try Support.read(read.source).scenario] {
            guard case .table(let found) = scenario.passengers[0].demand else {
                Issue.record("no table")
                continue
            }
            #expect(found.rows.map(\.value) == [20, 32, 24, 8.5] && found.rows[1].hours == 8..<24)
            func values(_ hour: Int) -> [Double] {
                found.stretches[found.stretch(at: scenario.start + .hours(hour))].rows.map { found.rows[$0].value }
            }
            #expect([values(6), values(7), values(8), values(9)] == [[], [20], [20, 32], [32]])
            // Wednesday has rows of its own, and no others; then Saturday.
            #expect(values(24 * 2 + 8) == [8.5] && values(24 * 2 + 9) == [] && values(24 * 5 + 3) == [24])
        }
        let scaled = try Support.read(text, sets: ["demand.scale=2"]).scenario
        guard case .table(let twice) = scaled.passengers[0].demand else {
            Issue.record("no table")
            return
        }
        #expect(twice.rows.map(\.value) == [40, 64, 48, 17])
    }

    private static let header = "days,from_hour,to_hour,origin_zone,destination_zone,calls\n"

    @Test(
        "Mistakes in a table of calls are told at their cells, all at once",
        arguments: [
            (
                header + "mon-fry,7,25,1,1,x\nmon-fri,9,7,1,1,3\nsat-sun,0,24,0,1,-1\n",
                [
                    "t.csv:2:1: error: `mon-fry` is not a kind of day; allowed: days such as `mon-fri`, `sat`, or a date such as "
                        + "`2026-12-25`; did you mean `mon-fri`?",
                    "t.csv:2:11: error: `25` is not an hour; allowed: 1 to 24",
                    "t.csv:2:18: error: `x` is not a number of calls; allowed: 0 to 10000000",
                    "t.csv:3:9: error: the hours 9 to 7 are not in order; allowed: from_hour before to_hour, with two lines for a night",
                    "t.csv:4:14: error: `0` is not a zone number; allowed: 1 to 2147483647",
                    "t.csv:4:18: error: `-1` is not a number of calls; allowed: 0 to 10000000",
                ]
            ),
            (
                header + "mon-fri,7,9,1,1,3\nmon-fri,8,10,1,1,3\nfri-sat,1,2,1,1,1\n",
                [
                    "t.csv:3:9: error: these zones have a number for the hour from 8 twice: also in line 2",
                    "t.csv:4:1: error: `fri-sat` and `mon-fri` both name fri; allowed: each day once among the days, and once among "
                        + "runs of days",
                ]
            ),
            (
                header + "mon-fri,7,9,1,1,3\n",
                [
                    "x.yaml:7:31: error: `table`: there are no values for 2026-04-04, a day of the run (sat); allowed: values for "
                        + "every day of the run, such as `mon-fri` and `sat-sun`"
                ]
            ),
            (header + "mon-sun,7,9,1,1,0\n", ["x.yaml:7:31: error: `table`: a table of calls has no number above 0"]),
            (
                header.replacing("calls", with: "call") + "mon-sun,7,9,1,1,3\n",
                [
                    "t.csv:1:53: error: unknown column `call` in a table of calls; allowed: days, from_hour, to_hour, origin_zone, "
                        + "destination_zone, calls; did you mean `calls`?"
                ]
            ),
        ])
    func tableMistakes(_ table: String, _ says: [String]) throws {
        let text = Self.week + "drivers: [{name: a, count: 1}]\npassengers: [{name: b, table: t.csv}]\n"
        let found = try Support.withFiles(["t.csv": table]) { folder in
            Support.outcome(text, folder: folder).map { $0.replacing(folder + "/", with: "") }
        }
        #expect(found == says)
    }

    @Test(
        "Traces take dates beside clock times, before the run and weeks later, and are written so that they read the same"
    )
    func traces() throws {
        let rows = [
            "2026-03-29 23:00:00,1,1,1", "2026-03-30 08:15:00,1,1,1", "08:20:00,1,1,1", "2026-05-20 17:30:05.5,1,1,2",
        ].map { "\"\($0),600,2000\"" }.joined(separator: ", ")
        let text =
            Self.week.replacing("168 h", with: "80 d")
            + "drivers: [{name: a, count: 1}]\npassengers: [{name: b, trace: [\(rows)]}]\n"
        let read = try Support.read(text)
        #expect(
            read.warnings.map(\.description) == [
                "x.yaml:7:24: warning: 1 of 4 rows of the trace are outside the run and are ignored"
            ])
        for scenario in [read.scenario, try Support.read(read.source).scenario] {
            guard case .trace(let found) = scenario.passengers[0].demand else {
                Issue.record("no trace")
                continue
            }
            #expect(
                found.map { ClockText.text(scenario.start + $0.time) } == [
                    "2026-03-29 23:00", "2026-03-30 08:15", "2026-03-30 08:20", "2026-05-20 17:30:05.5",
                ])
        }
        #expect(
            read.source.contains("\"2026-05-20 17:30:05.5,1,1,2,600,2000\"") && read.source.contains("\"08:15:00,1"))
        #expect(
            Support.outcome(text.replacing("2026-03-30 08:15:00", with: "2026-03-30"))
                == [
                    "x.yaml:7:70: error: `2026-03-30` is not a clock time; allowed: hh:mm:ss or yyyy-mm-dd hh:mm:ss"
                ])
    }
}
