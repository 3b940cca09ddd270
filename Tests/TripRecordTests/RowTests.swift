// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import TripRecords

/// Rows that cannot be used: each reason, with rows and words.
@Suite struct RowTests {
    private static let header = "start,end,a,b,taxi,km,people,silence"
    private static let columns =
        "pickup=start,dropoff=end,from=a,to=b,taxi=taxi,distance=km,people=people,silence=silence"

    private func row(
        _ start: String = "08:00:00", _ end: String = "08:10:00", _ from: String = "1", _ to: String = "2",
        _ taxi: Int = 1, _ km: String = "3", _ people: String = "1"
    ) -> String {
        "2026-03-02 \(start),2026-03-02 \(end),\(from),\(to),\(taxi),\(km),\(people),0"
    }

    private func imported(_ rows: [String], _ change: (inout TripOptions) -> Void = { _ in }) throws -> TripImport {
        try Records.imported(([Self.header] + rows).joined(separator: "\n") + "\n", Self.columns) {
            $0.metresOfUnit = 1000
            change(&$0)
        }
    }

    @Test("Every kind of wrong row is dropped with its reason, and only it")
    func reasons() throws {
        let rows: [(String, String?)] = [
            (row(), nil),
            (row("08:30:00", "08:40:00", "01", "2.0"), nil),
            (row("08:50:00", "08:59:00", "1.00", "Airport"), nil),
            (row() + ",9", "unreadable"), (row().replacing("1,2", with: "\"1,2"), "unreadable"),
            (row("25:00:00"), "no-time"), (row("09:00:00", "9 o'clock"), "no-time"),
            (row("10:00:00", "10:00:00"), "backwards"), (row("10:00:00", "09:50:00"), "backwards"),
            (row("10:00:00", "13:00:01"), "too-long"), (row("11:00:00", "11:10:00", "1", "2", 1, "x"), "no-number"),
            (row("11:00:00", "11:10:00", "1", "2", 1, "-2"), "no-number"),
            (row("11:00:00", "11:10:00", "1", "2", 1, "1", "many"), "no-number"),
            (row("11:00:00", "11:10:00", ""), "no-zone"), (row("12:00:00", "12:10:00", "264"), "unknown-code"),
            (row("12:20:00", "12:30:00", "1", "9"), "outside"),
            (row("12:40:00", "12:50:00", "1", "2", 1, "0"), "standing"),
            (row("13:00:00", "13:01:00", "1", "2", 1, "3.34"), "too-fast"),
            (row("13:10:00", "13:11:00", "1", "2", 1, "3.33"), nil),
            (row(), "equal-row"), (row("08:05:00", "08:20:00"), "two-at-once"),
            (row("14:00:00", "14:10:00", "1", "2", 1, "", ""), nil),
        ]
        let made = try imported(rows.map(\.0)) {
            $0.clips = true
            $0.unknown = ["0264"]
        }
        let expected = rows.enumerated().compactMap { index, row in row.1.map { "\(index + 2) \($0)" } }
        #expect(made.reasons == expected)
        #expect(made.rides == rows.count - expected.count && made.record.rows == rows.count)
        // The table has all of them.
        #expect(made.rows("dropped.csv").map { $0.joined(separator: " ") } == expected)
    }

    @Test("Twenty rows of each reason are told, with a count, and more than the limit is refused by rows and columns")
    func limit() throws {
        let good = (0..<400).map {
            row("0\($0 / 60):\(10 + $0 % 40):00", "0\($0 / 60):\(11 + $0 % 40):00", "1", "2", $0)
        }
        let bad = (0..<50).map { row("12:\(10 + $0):00", "12:00:00", "1", "2", $0) }
        let made = try imported(good + bad) { $0.dropLimit = 0.12 }
        #expect(made.rides == 400 && made.record.dropped.count(.backwards) == 50)
        #expect(made.record.dropped.first(.backwards).count == 20)
        let text = ([Self.header] + good + bad).joined(separator: "\n") + "\n"
        let said = try Records.refused(text, Self.columns) { options in
            options.dropLimit = 0.11
            options.metresOfUnit = 1000
        }
        #expect(said.count == 22)
        #expect(said[0] == "trips.csv:1:1: error: 50 of 450 rows are wrong, 11.1 %; allowed: --drop-limit 11 %")
        #expect(
            said[1]
                == "trips.csv:402:21: error: the ride ends at 2026-03-02 12:00:00, not after its start at 2026-03-02 12:10:00"
        )
        #expect(said[21] == "trips.csv:1:1: error: 50 rides that end at or before their start; the first 20 are shown")
        // At exactly the limit they are dropped.
        #expect(
            try Records.refused(text, Self.columns) { options in
                options.dropLimit = 50.0 / 450
                options.metresOfUnit = 1000
            } == [])
    }

    @Test(
        "Rides outside of the map are refused without --clip, with the nearest zone, and do not count for the limit with it"
    )
    func outside() throws {
        let text =
            "start,end,a,b\n2026-03-02 08:00:00,2026-03-02 08:10:00,1,2\n2026-03-02 08:00:00,2026-03-02 08:10:00,Airprot,2\n"
        #expect(
            try Records.refused(text) == [
                "trips.csv:1:1: error: 1 of 2 rides begins or ends outside of the map; --clip leaves them out; a code for an unknown zone is named with --unknown",
                "trips.csv:3:41: error: a \"Airprot\" is not on the map; did you mean `Airport`?",
            ])
        let clip: (inout TripOptions) -> Void = {
            $0.clips = true
            $0.dropLimit = 0
        }
        #expect(try Records.refused(text, Records.columns, clip) == [])
        let points = "start,end,x,y,u,v\n2026-03-02 08:00:00,2026-03-02 08:10:00,46.01,11.01,46.01,11.03\n"
        #expect(
            try Records.refused(points, "pickup=start,dropoff=end,from=x/y,to=u/v")[0].hasSuffix(
                "with longitude and latitude changed 1 position is on it: --map wants from=LON/LAT"))
        #expect(
            try Records.refused(text) {
                $0.clips = true
                $0.unknown = ["1"]
            } == [
                "trips.csv:1:1: error: no ride is left: rides with a zone that --unknown names: 1; rides that begin or end outside of the map: 1"
            ])
    }

    @Test("A week of rides in an hour is not one taxi; the busiest taxi that can be is one")
    func crowd() throws {
        // 4 h of rides begin within an hour: an hour, and then the longest ride.
        let busy = [
            "2026-03-02 08:00:00,2026-03-02 08:59:59,1,2,7,3,1,", "2026-03-02 08:59:59,2026-03-02 11:59:59,1,2,7,3,1,",
        ]
        #expect(try imported(busy).reasons == [])
        let week = (0..<300).map {
            "2026-03-02 09:\(10 + $0 % 50):00,2026-03-02 09:\(10 + $0 % 50):59,\(1 + $0 % 3),2,8,1.\($0),1,"
        }
        let made = try imported(busy + week)
        #expect(made.record.dropped.count(.notOneTaxi) == 300 && made.rides == 2)
        #expect(
            made.record.dropped.first(.notOneTaxi)[0].message
                == "the taxi \"8\" begins 4 h of rides within an hour: no taxi can")
        #expect(made.record.taxis == 1)
        #expect(made.doubts.contains("the ids \"8\" stand for more than one taxi each; their rides are dropped"))
    }

    @Test("Days that are no days of the record are dropped, as the dates of a clock that was never set")
    func strayDays() throws {
        var rows = (0..<60).map { row("10:\(10 + $0 % 50):\(10 + $0 / 50)", "11:30:00", "1", "2", $0) }
        rows.append("2009-01-01 00:00:00,2009-01-01 00:10:00,1,2,1,3,1,0")
        let made = try imported(rows)
        #expect(made.reasons == ["62 stray-day"] && made.days.count == 1)
        #expect(
            made.record.dropped.first(.strayDay)[0].message
                == "the pickup is on 2009-01-01, a day with 1 rides where a usual day has 60")
        // Days that are asked for are not judged.
        #expect(
            try imported(rows) {
                $0.days = (try? DayChoice("2009-01-01")) ?? .all
            }.reasons.count == 60)
    }
}
