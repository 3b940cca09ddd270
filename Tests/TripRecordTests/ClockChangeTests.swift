// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import TripRecords

/// Times in the hour that a clock shows twice, or never, and times that are rounded.
@Suite struct ClockChangeTests {
    // In Rome the clocks go back on 2026-10-25 at 3:00, and forward on 2026-03-29 at 2:00.
    private func text(_ rows: [(String, String)], day: String = "2026-10-25") -> String {
        "start,end,a,b,taxi,n\n"
            + rows.enumerated().map { "\(day) \($1.0),\(day) \($1.1),1,2,5,\($0)\n" }.joined()
    }

    /// Starts in Unix seconds after midnight in Rome.
    private func starts(_ made: TripImport, day: String = "2026-10-25") throws -> [Int64] {
        let midnight = try #require(TripDate.day(day)) * 86_400 - 7200
        return made.record.trips.sorted { $0.row < $1.row }.map { $0.start - midnight }
    }

    @Test("A ride tells it itself where only one of its times is doubtful, or it ends before it starts")
    func byItself() throws {
        let made = try Records.imported(
            text([("01:50:00", "02:10:00"), ("02:50:00", "03:10:00"), ("02:50:00", "02:10:00")]))
        // 2:50 of the second time is 3 h 50 min after midnight; from 2:50 to 2:10 are 20 minutes.
        #expect(try starts(made) == [6600, 13_800, 10_200])
        #expect(made.record.trips.map(\.ride).sorted() == [1200, 1200, 1200])
        #expect(made.record.inDoubledHour == 2 && made.record.toldByThemselves == 2)
    }

    @Test("In a sorted record the row at which the times fall back tells")
    func sorted() throws {
        let rows = [
            ("01:00:00", "01:10:00"), ("02:10:00", "02:20:00"), ("02:30:00", "02:40:00"), ("02:05:00", "02:15:00"),
            ("02:50:00", "02:55:00"), ("04:00:00", "04:10:00"),
        ]
        let made = try Records.imported(text(rows))
        #expect(try starts(made) == [3600, 7800, 9000, 11_100, 13_800, 18_000])
        #expect(made.record.toldByNeighbours == 4 && made.reasons == [])
    }

    @Test("Without order a taxi's other rides tell, and what nothing tells is dropped, with its hour")
    func byTaxi() throws {
        let rows = [
            ("04:00:00", "04:10:00"), ("01:30:00", "02:30:00"), ("02:10:00", "02:20:00"), ("02:40:00", "02:45:00"),
        ]
        let columns = Records.columns + ",taxi=taxi"
        let made = try Records.imported(text(rows), columns)
        // At 2:10 of the first time the taxi still rode.
        #expect(try starts(made) == [18_000, 5400, 11_400])
        #expect(made.record.toldByNeighbours == 1 && made.reasons == ["5 shown-twice"])
        #expect(
            made.record.dropped.first(.shownTwice)[0].message
                == "the clocks in Europe/Rome showed the hour of this ride twice, and nothing tells which it was")
        // That hour does not count, and the others do.
        #expect(made.days.hours[2] == 0 && made.days.hours[3] == 1)
        #expect(made.rows("demand.csv").map { $0[1] } == ["1", "4"])
        #expect(
            made.doubts[0]
                == "2 rides began in an hour that the clocks showed twice: told by themselves 0, by their neighbours 1, dropped since nothing tells 1, dropped for other reasons 0; that hour of that day does not count"
        )
    }

    @Test("A record of nothing but an hour that counts for nothing is refused")
    func onlyDoubtful() throws {
        let rows = [
            ("02:50:00", "03:10:00"), ("02:10:00", "02:20:00"), ("02:40:00", "02:45:00"), ("02:15:00", "02:20:00"),
        ]
        #expect(
            try Records.refused(text(rows)) == [
                "trips.csv:1:1: error: no ride is left: all are in an hour that the clocks showed twice, and some of them do not tell which it was"
            ])
    }

    @Test("An hour that was shown twice and told counts twice, so its rate is that of an hour")
    func rate() throws {
        let made = try Records.imported(
            text([
                ("02:10:00", "02:20:00"), ("02:30:00", "02:40:00"), ("02:05:00", "02:15:00"), ("02:50:00", "02:55:00"),
                ("05:00:00", "05:10:00"),
            ]))
        #expect(made.days.hours[2] == 2)
        #expect(made.rows("demand.csv").map { $0.suffix(1) } == [["2"], ["1"]])
    }

    @Test("A time that no clock showed is dropped, and its hour has none")
    func never() throws {
        let made = try Records.imported(
            text([("01:00:00", "01:10:00"), ("02:30:00", "03:10:00"), ("03:10:00", "03:20:00")], day: "2026-03-29"))
        #expect(made.reasons == ["3 never-shown"])
        #expect(
            made.record.dropped.first(.neverShown)[0].message
                == "no clock in Europe/Rome showed 2026-03-29 02:30:00: it was put forward over it")
        #expect(made.days.hours[1...3] == [1, 0, 1])
        // Unix seconds are never doubtful.
        let instants = "start,end,a,b\n1774747800,1774748400,1,2\n"
        #expect(try Records.imported(instants).reasons == [])
    }

    @Test(
        "Rounded times are found, spread evenly within their step on their day, the same each time; a length is needed")
    func rounded() throws {
        var rows = "start,end,a,b,s,n\n"
        for index in 0..<2000 {
            let quarter = index % 96
            let time =
                "2026-03-02 \(quarter / 4 < 10 ? "0" : "")\(quarter / 4):\(quarter % 4 == 0 ? "00" : "\(quarter % 4 * 15)"):00"
            rows += "\(time),\(time),1,2,600,\(index)\n"
        }
        #expect(
            try Records.refused(rows).first { $0.contains("rounded") }
                == nil, "every ride ends when it begins, so none is left to be rounded")
        let columns = "pickup=start,duration=s,from=a,to=b"
        let made = try Records.imported(rows, columns)
        #expect(made.record.step == 900 && made.rides == 2000 && made.days.count == 1)
        let again = try Records.imported(rows, columns)
        #expect(made.record.trips.map(\.start) == again.record.trips.map(\.start))
        var bins = [Int](repeating: 0, count: 9)
        for trip in made.record.trips {
            let quarter = Int64((Int(trip.row) - 2) % 96) * 900
            let move = trip.wall % 86_400 - quarter
            #expect((-450...450).contains(move))
            bins[min(8, Int(move + 450) / 100)] += 1
        }
        // 222 in each, with a standard deviation of 14.
        #expect(bins.allSatisfy { (150...300).contains($0) }, "\(bins)")
        #expect(
            made.doubts[0].hasPrefix(
                "the pickups are rounded to 15 min; they are spread evenly over the 15 min around each"))
    }

    @Test("Equal rows are different rides where times are rounded and no taxi is known, and the same ride where not")
    func equalRows() throws {
        var rows: [String] = []
        for index in 0..<600 { rows.append("2026-03-02 \(String(index % 24, digits: 2)):15:00,600,1,2,\(index / 2)") }
        let columns = "pickup=start,duration=s,from=a,to=b"
        func text(_ header: String, _ rows: [String]) -> String { "\(header)\n\(rows.joined(separator: "\n"))\n" }
        let coarse = rows.map { $0.split(separator: ",").prefix(4).joined(separator: ",") }
        let made = try Records.imported(text("start,s,a,b", coarse), columns)
        #expect(made.rides == 600 && made.reasons == [])
        #expect(
            made.doubts.contains(
                "576 rows equal to earlier ones: since the times are rounded and there are no taxis, they count as rides of their own"
            ))
        // With taxis they are the same ride: of 600 rows 24 remain.
        let taxis = try Records.imported(
            text("start,s,a,b,taxi", coarse.map { $0 + ",7" }), columns + ",taxi=taxi"
        ) { $0.longest = 86_400 }
        #expect(taxis.record.dropped.count(.equalRow) == 576)
        // And with exact times.
        let exact = try Records.imported(
            text("start,s,a,b", coarse.map { $0.replacing(":15:00", with: ":15:07") }), columns)
        #expect(exact.record.dropped.count(.equalRow) == 576 && exact.rides == 24 && exact.record.equalRides == 0)
    }

    @Test("Rounded times with ends that are rounded too are refused without a length")
    func roundedEnds() throws {
        var rows = "start,end,a,b,n\n"
        for index in 0..<200 {
            let hour = index % 20
            rows +=
                "2026-03-02 \(hour < 10 ? "0" : "")\(hour):15:00,2026-03-02 \(hour < 10 ? "0" : "")\(hour):30:00,1,2,\(index)\n"
        }
        #expect(
            try Records.refused(rows) == [
                "trips.csv:1:1: error: the pickups are rounded to 15 min, so how long a ride took cannot be read from its ends; name a column with its length in seconds: --map duration=COLUMN"
            ])
    }
}
