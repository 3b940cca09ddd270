// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing

@testable import TripRecords

/// Times as records have them, and what clocks make of them.
@Suite struct TimeTests {
    private func read(_ text: String) -> RecordedTime? {
        let bytes = Array(text.utf8)
        return RecordedTime.read(bytes, bytes.indices)
    }

    @Test("Times are read as text, with a zone of their own, as Americans write them, and as Unix seconds")
    func forms() {
        // 2025-11-02 01:51:52, by `date`.
        let wall: Int64 = 1_762_048_312
        for text in [
            "2025-11-02 01:51:52", "2025-11-02T01:51:52", "2025-11-02 01:51:52.000", "11/02/2025 01:51:52 AM",
            "11/2/2025 1:51:52 AM", "11/02/2025 01:51:52",
        ] {
            #expect(read(text) == .wall(wall), "\(text)")
        }
        // A scenario begins in 1971 at the earliest.
        #expect(read("31536000") == .instant(31_536_000) && read("1971-01-01 00:00:00") == .wall(31_536_000))
        #expect(read("11/02/2025 12:00:00 AM") == .wall(wall / 86_400 * 86_400))
        #expect(read("11/02/2025 12:00:00 PM") == .wall(wall / 86_400 * 86_400 + 43_200))
        #expect(read("2025-11-02 01:51") == .wall(wall - 52))
        for text in [
            "2025-11-02 01:51:52Z", "2025-11-02 01:51:52 UTC", "2025-11-02T02:51:52+01:00",
            "2025-11-01T21:51:52-0400", "1762048312", "1762048312.5", "1762048312000",
        ] {
            #expect(read(text) == .instant(wall), "\(text)")
        }
    }

    @Test(
        "What is no time is refused",
        arguments: [
            "", "2025-02-29 00:00:00", "2025-13-01 00:00:00", "2025-11-02", "2025-11-02 24:00:00",
            "2025-11-02 01:60:00",
            "1970-11-02 01:00:00", "31535999", "2200-01-01 00:00:00", "13/02/2025 01:00:00 AM",
            "11/02/2025 13:00:00 PM", "-5",
            "2025-11-02 01:51:52 x", "2025-11-02 01:51:52+99:00", "9999999999999999", "noon",
        ])
    func faults(_ text: String) { #expect(read(text) == nil) }

    @Test(
        "A clock's day is remembered with the same answers that the zone's data give, changes of the clock among them")
    func clock() throws {
        var clock = try #require(LocalClock("America/New_York"))
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        for instant in stride(from: Int64(1_740_000_000), to: 1_770_000_000, by: 1787) {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
            #expect(clock.offset(at: instant) == Int32(offset))
            let wall = instant + Int64(offset)
            switch clock.meaning(ofWall: wall) {
            case .once(let found): #expect(found == instant)
            case .twice(let first, let second): #expect([first, second].contains(instant) && second == first + 3600)
            case .never: Issue.record("\(wall) was shown at \(instant)")
            }
        }
        // 9 March 2025 has no 2:30, 2 November two of 1:30.
        let spring = try #require(CivilDate(2025, 3, 9).midnight).dayNumber * 86_400
        let autumn = try #require(CivilDate(2025, 11, 2).midnight).dayNumber * 86_400
        #expect(clock.meaning(ofWall: spring + 9000) == .never)
        #expect(clock.meaning(ofWall: autumn + 5400) == .twice(autumn + 5400 + 14_400, autumn + 5400 + 18_000))
        #expect(clock.seconds(ofHourAt: spring + 7200) == 0 && clock.seconds(ofHourAt: spring + 3600) == 3600)
        #expect(clock.seconds(ofHourAt: autumn + 3600) == 7200 && clock.seconds(ofHourAt: autumn) == 3600)
        #expect(LocalClock("America/New_Yorck") == nil)
    }

    private func days(_ first: ClosedRange<Int>, _ date: (Int) -> String) -> String {
        "start,s,a,b,n\n"
            + first.flatMap { day in (0..<30).map { "\(date(day)) 08:\(10 + $0):00,600,1,2,\(day)\($0)\n" } }.joined()
    }

    @Test("Dates with slashes whose order nothing tells are refused with both readings, and read as --dates says")
    func order() throws {
        let columns = "pickup=start,duration=s,from=a,to=b"
        func two(_ number: Int) -> String { String(number, digits: 2) }
        let november = days(3...12) { "\(two($0))/11/2025" }
        #expect(
            try Records.refused(november, columns) == [
                "trips.csv:2:1: error: 03/11/2025 is 2025-03-11 with the month first and 2025-11-03 with the day first, and no date of the record tells which; say it: --dates month-first or --dates day-first"
            ])
        let made = try Records.imported(november, columns) { $0.dates = .dayFirst }
        #expect(made.days.date(0) == "2025-11-03" && made.days.count == 10 && made.days.recorded == 10)
        let american = try Records.imported(november, columns) { $0.dates = .monthFirst }
        #expect(american.days.date(0) == "2025-03-11" && american.days.recorded == 10)
        // Two of twelve days tell it: as rows that are wrong they would be too few to matter.
        #expect(
            try Records.refused(days(3...13) { "\(two($0))/11/2025" }, columns) == [
                "trips.csv:302:1: error: dates such as 13/11/2025 have the day first; say so: --dates day-first"
            ])
        // Where a day above 12 comes second, or behind AM, the month is first.
        #expect(try Records.refused(days(3...13) { "11/\(two($0))/2025" }, columns) == [])
        let office = november.replacing(":00,600", with: ":00 AM,600")
        #expect(try Records.imported(office, columns).days.date(0) == "2025-03-11")
        #expect(
            try Records.imported("\(days(3...13) { "11/\(two($0))/2025" })", columns) { $0.dates = .dayFirst }
                .record.dropped.first(.time)[0].message
                == "start \"11/13/2025 08:10:00\" is not a time; allowed: 2026-03-04 08:30:00, 04/03/2026 08:30:00 (day first), Unix seconds, of the years 1971 to 2199"
        )
    }

    @Test("Days and choices of days")
    func days() throws {
        let monday = try #require(CivilDate(2025, 11, 3).midnight).dayNumber
        #expect(TripDate.day("2025-11-03") == monday && TripDate.text(monday) == "2025-11-03")
        #expect(
            (0..<7).map { TripDayKind(ofDay: monday + $0).rawValue } == [
                "mon-fri", "mon-fri", "mon-fri", "mon-fri", "mon-fri", "sat", "sun",
            ])
        let choice = try DayChoice("2025-11-03..2025-11-04,2025-11-07")
        #expect((-1..<6).map { choice.has(monday + $0) } == [false, true, true, false, false, true, false])
        for (text, said) in [
            ("2025-11-31", "\"2025-11-31\" is not a date such as 2026-03-04, or two as 2026-03-02..2026-03-06"),
            ("2025-11-04..2025-11-03", "\"2025-11-04..2025-11-03\" ends before it begins"),
        ] {
            #expect(throws: TripFaults([said])) { try DayChoice(text) }
        }
    }
}
