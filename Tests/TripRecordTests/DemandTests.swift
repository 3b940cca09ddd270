// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import TripRecords

/// Calls of a mean day, and how few rides borrow.
@Suite struct DemandTests {
    private let header = "start,end,a,b,n\n"

    /// Rides spread over an hour.
    private func rides(_ count: Int, _ day: String, _ hour: String, _ from: String, _ to: String) -> String {
        (0..<count).map { index in
            let minute = index * 60 / count
            return
                "2026-03-\(day) \(hour):\(minute < 10 ? "0" : "")\(minute):00,2026-03-\(day) \(hour):59:59,\(from),\(to),\(hour)\(index)\n"
        }.joined()
    }

    private func calls(_ made: TripImport, _ days: String, _ hour: Int, _ from: String) -> [String: Double] {
        var found: [String: Double] = [:]
        for row in made.rows("demand.csv") where row[0] == days && row[1] == "\(hour)" && row[3] == from {
            found[row[4]] = Double(row[5])
        }
        return found
    }

    @Test("A cell with rides enough has its own destinations, by the days that were recorded")
    func own() throws {
        // Monday and Tuesday, whole days.
        var text = header + rides(30, "02", "00", "1", "2") + rides(10, "03", "00", "1", "3")
        text += rides(20, "02", "23", "1", "1") + rides(20, "03", "23", "1", "1")
        let made = try Records.imported(text)
        #expect(made.days.groups.map(\.word) == ["mon-fri"] && made.days.days(in: 0) == 2)
        #expect(calls(made, "mon-fri", 0, "1") == ["002": 15, "3": 5])
        #expect(made.demand.borrowed == [0, 0, 0, 0])
        #expect(
            made.text("demand.csv").hasPrefix(
                "days,from_hour,to_hour,origin_zone,destination_zone,calls\nmon-fri,0,1,1,002,15\n"))
    }

    @Test(
        "Few rides borrow from other kinds of day first, then other hours, the ring, and all, and only what they lack")
    func order() throws {
        // Monday at 8: 10 rides from 1 to 2. Saturday at 8: 40 rides, half to 3, half to the airport.
        var text = header + rides(10, "02", "08", "1", "2") + rides(20, "07", "08", "1", "3")
        text += rides(20, "07", "08", "1", "Airport")
        var made = try Records.imported(text)
        #expect(calls(made, "mon-fri", 8, "1") == ["002": 5, "3": 2.5, "Airport": 2.5])
        #expect(made.demand.borrowed == [1, 0, 0, 0])
        // 4 of Saturday, then 6 of the hour before and after, before other hours have a say.
        text = header + rides(10, "02", "08", "1", "2") + rides(4, "07", "08", "1", "3")
        text += rides(30, "02", "09", "1", "Airport") + rides(30, "02", "20", "1", "1")
        made = try Records.imported(text)
        #expect(calls(made, "mon-fri", 8, "1") == ["002": 5, "3": 2, "Airport": 3])
        #expect(made.demand.borrowed == [1, 1, 0, 0], "Monday at 8, and Saturday at 8 from Monday")
        // Nothing of the zone itself: the ring of zones in the same hour.
        text = header + rides(10, "02", "08", "1", "2") + rides(30, "02", "08", "3", "Airport")
        made = try Records.imported(text)
        #expect(calls(made, "mon-fri", 8, "1") == ["002": 5, "Airport": 5])
        #expect(made.demand.borrowed == [0, 0, 1, 0])
        // A zone that is alone keeps what it has.
        text = header + rides(10, "02", "08", "1", "2")
        made = try Records.imported(text)
        #expect(calls(made, "mon-fri", 8, "1") == ["002": 10] && made.demand.borrowed == [0, 0, 0, 0])
    }

    @Test("Sums of each kind of day, hour and origin are kept to the millionth, whatever was borrowed")
    func sums() throws {
        var text = header
        var state: UInt64 = 7
        func next(_ count: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % count
        }
        let zones = ["1", "2", "3", "Airport"]
        for index in 0..<3000 {
            let (day, hour, minute) = (2 + next(14), next(24) * next(2), next(50))
            let digits = [day, hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let time = "2026-03-\(digits[0]) \(digits[1]):\(digits[2])"
            text += "\(time):00,\(time):59,\(zones[Int(next(4) * next(2))]),\(zones[Int(next(4))]),\(index)\n"
        }
        let made = try Records.imported(text)
        #expect(made.demand.borrowed.reduce(0, +) > 20)
        var recorded: [String: Int] = [:]
        for trip in made.record.trips {
            let cell = try #require(made.days.cell(ofWall: trip.wall))
            let group = made.days.groupCell(cell) / 24
            recorded["\(group) \(cell % 24) \(trip.from)", default: 0] += 1
        }
        var sums: [String: Int64] = [:]
        for row in made.demand.rows { sums["\(row.group) \(row.hour) \(row.from)", default: 0] += row.micro }
        #expect(sums.count == recorded.count)
        for (key, rides) in recorded {
            let parts = key.split(separator: " ").compactMap { Int($0) }
            let days = made.days.sums[parts[0] * 24 + parts[1]]
            #expect(sums[key] == Int64((Double(rides) / days * 1e6).rounded()), "\(key)")
        }
        // The file has what was counted.
        let total = made.rows("demand.csv").reduce(0.0) { $0 + (Double($1[5]) ?? 0) }
        #expect(abs(total - made.demand.rows.reduce(0.0) { $0 + Double($1.micro) } / 1e6) < 1e-6)
    }

    @Test("Days of a kind are counted, weekends together where there are few, and holidays as what they are")
    func kinds() throws {
        var text = header
        for day in 1...15 { text += rides(24, day < 10 ? "0\(day)" : "\(day)", "12", "1", "2") }
        // 1 March 2026 is a Sunday: three Sundays and two Saturdays.
        var made = try Records.imported(text)
        #expect(made.days.groups.map(\.word) == ["mon-fri", "sat", "sun"])
        #expect((0..<3).map { made.days.days(in: $0) } == [10, 2, 3])
        let (tuesday, saturday) = (try #require(TripDate.day("2026-03-03")), try #require(TripDate.day("2026-03-07")))
        made = try Records.imported(text) { options in
            options.holidays = [tuesday: .sunday, saturday: .weekdays]
        }
        #expect(made.days.groups.map(\.word) == ["mon-fri", "sat-sun"])
        #expect((0..<2).map { made.days.days(in: $0) } == [10, 5])
        #expect(made.text("scenario.yaml").contains("\nholidays: {2026-03-03: sun, 2026-03-07: mon}\n"))
        made = try Records.imported(text) { $0.days = (try? DayChoice("2026-03-02..2026-03-06")) ?? .all }
        #expect(made.days.groups.map(\.word) == ["mon-fri"] && made.scenario.length == 5)
        #expect(made.reasons.count == 240 && made.reasons.allSatisfy { $0.hasSuffix("other-day") })
    }

    @Test("The hours before the first ride and behind the last do not count, and those at the ends as far as they go")
    func ends() throws {
        // A ride a minute from 8:30 to 9:59, then until 10:15.
        var text = header
        for minute in 30..<135 {
            let (hour, rest) = (8 + minute / 60, minute % 60)
            let time = "2026-03-02 \(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
            text += "\(time):00,\(time):59,1,2,\(minute)\n"
        }
        let made = try Records.imported(text)
        #expect(made.days.hours[7..<12] == [0, 0.5, 1, 14.0 / 60, 0])
        // So the rate is that of the hours: 60 rides, and 15 in 14 minutes at the end.
        #expect(made.rows("demand.csv").map { $0[5] } == ["60", "60", "64.285714"])
        #expect(
            made.doubts.contains("21 hours of mon-fri are not in the record (0 to 7, 11 to 23): nobody calls then"))
    }

    @Test("Hours that a hole touches do not count, and it is told; a quiet night is none")
    func holes() throws {
        // Four days with a ride a minute from 6:00 on, and none at night; on the second day none from 7:10 to 8:29.
        var text = header
        for day in 2...5 {
            for minute in 360..<1440 where day != 3 || !(430..<510).contains(minute) {
                let time = "2026-03-0\(day) \(String(minute / 60, digits: 2)):\(String(minute % 60, digits: 2))"
                text += "\(time):07,\(time):59,1,2,\(day)\(minute)\n"
            }
        }
        let made = try Records.imported(text)
        let hours = Array(made.days.hours[24..<48])
        #expect(hours == (0..<24).map { $0 == 7 || $0 == 8 ? 0 : 1 })
        #expect(made.days.sums == (0..<24).map { $0 == 7 || $0 == 8 ? 3 : 4 })
        #expect(
            made.doubts.contains(
                "1 hole in the record, where no ride begins and others do on other days of the kind: 2026-03-03 from 7:10 to 8:30 (usually 80 rides); these hours of these days do not count"
            ), "\(made.doubts)")
        // So a mean day has a ride a minute in them too.
        #expect(made.rows("demand.csv").allSatisfy { $0[5] == "60" })
        #expect(
            made.rows("observed-days.csv").filter { $0[0] == "2026-03-03" }.map { $0[1] }
                == (0..<24).filter { $0 != 7 && $0 != 8 }.map(String.init))
        // Of two days nobody knows which is as usual.
        let two = text.split(separator: "\n").filter { !$0.contains("2026-03-04") && !$0.contains("2026-03-05") }
        #expect(try Records.imported(two.joined(separator: "\n") + "\n").days.holes.isEmpty)
    }

    @Test("A record begins where its first row does: wrong rows, other days and a quiet night take no hours from it")
    func recordedEnds() throws {
        // Three days with a ride every ten minutes from 6:10 to 23:50, and none in the night.
        var rows: [String] = []
        for day in 3...5 {
            for minute in stride(from: 370, to: 1440, by: 10) {
                let time = "2026-03-0\(day) \(String(minute / 60, digits: 2)):\(String(minute % 60, digits: 2))"
                rows.append("\(time):07,\(time):59,1,2,\(day)\(minute)")
            }
        }
        let text = header + rows.joined(separator: "\n") + "\n"
        let middle = try Records.imported(text) { $0.days = (try? DayChoice("2026-03-04")) ?? .all }
        #expect(middle.days.hours == [Double](repeating: 1, count: 24))
        #expect(!middle.doubts.contains { $0.contains("not in the record") })
        // The night of the first day counts, since the others have none either.
        #expect(try Records.imported(text).days.sums == [Double](repeating: 3, count: 24))
        // Rows that are wrong from midnight on were recorded.
        var early: [String] = []
        for minute in 0..<30 {
            early.append("2026-03-03 \(String(minute / 6, digits: 2)):0\(minute % 6):00,never,1,2,\(minute)")
        }
        let wrong = try Records.imported(header + (early + rows).joined(separator: "\n") + "\n") {
            $0.days = (try? DayChoice("2026-03-03")) ?? .all
        }
        #expect(wrong.days.hours[0..<6] == [1, 1, 1, 1, 1, 1])
        // Where the nights of other days have rides the record begins with its first row.
        let nights = (0..<6).map { "2026-03-04 0\($0):30:07,2026-03-04 0\($0):35:07,1,2,n\($0)" }
        let cut = try Records.imported(header + (rows + nights).joined(separator: "\n") + "\n")
        #expect(cut.days.hours[0..<7] == [0, 0, 0, 0, 0, 0, 1])
    }
}
