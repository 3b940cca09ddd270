// SPDX-License-Identifier: GPL-3.0-or-later
import RuleTestKit
import Testing

@testable import Roads

@Suite("Times by hour")
struct TimeTests {
    /// A street from 0 to 1 that takes `seconds` by hour on weekdays.
    private static func street(_ seconds: (Int) -> Int) throws -> RoadTimes {
        var draft = StreetDraft()
        for node in 0..<2 { draft.place(node) }
        draft.add(from: 0, to: 1, millimetres: 1000, edge: 1, times: draft.same(60_000))
        draft.times[Int(StreetUser.siren.rawValue)][0] = 30_000
        draft.hours = [HourTable(days: .week, milliseconds: (0..<24).map { UInt32(seconds($0) * 1000) })]
        return RoadTimes(RoadSearch(try RoadFile(draft.network()).graph))
    }

    private static func at(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> WeekTime {
        WeekTime(day: day, milliseconds: Int64(hour * 60 + minute) * 60_000)
    }

    @Test("each hour has its own times; other days and other users those of empty streets")
    func periods() throws {
        let times = try Self.street { 100 + $0 }
        func seconds(_ time: WeekTime, _ user: StreetUser = .car) -> UInt32? {
            times.label(from: 0, to: 1, leaving: time, user).map { $0.milliseconds / 1000 }
        }
        #expect(seconds(Self.at(0)) == 100 && seconds(Self.at(23, 10)) == 123 && seconds(Self.at(9, day: 4)) == 109)
        #expect(
            seconds(Self.at(9, day: 5)) == 60 && seconds(Self.at(9), .siren) == 30 && seconds(Self.at(9), .foot) == 109)
        #expect(times.label(from: 1, to: 0, leaving: Self.at(9), .car) == nil)
        #expect(WeekTime(milliseconds: -1).day == 6 && WeekTime(day: 7, milliseconds: 0).milliseconds == 0)
    }

    @Test("who leaves before a quicker hour arrives no later than who waits for it")
    func waiting() throws {
        // 30 minutes at eight, 5 at nine: who leaves at 08:50 is there at 09:05, and who leaves at 08:20 at 08:50.
        let times = try Self.street { $0 == 8 ? 1800 : 300 }
        func minutes(_ time: WeekTime) -> UInt32? {
            times.label(from: 0, to: 1, leaving: time, .car).map { $0.milliseconds / 60_000 }
        }
        #expect(minutes(Self.at(8, 50)) == 15 && minutes(Self.at(8, 20)) == 30 && minutes(Self.at(8, 36)) == 29)
        #expect(times.label(from: 0, to: 1, leaving: Self.at(8, 50), .car)?.millimetres == 1000)
        // Sunday night, before Monday's times.
        #expect(minutes(Self.at(23, 59, day: 6)) == 1)
    }

    @Test("leaving later never arrives earlier, on networks of chance at random instants")
    func firstInFirstOut() throws {
        for seed in 0..<40 {
            var numbers = SplitMix64(seed: seed)
            var draft = StreetDraft.random(seed: seed, most: 10)
            draft.times = draft.times.map { _ in draft.times[0] }
            draft.hours = StreetDays.allCases.map { days in
                HourTable(
                    days: days,
                    milliseconds: draft.tails.indices.flatMap { _ in
                        (0..<24).map { _ in UInt32(numbers.below(4_000_000)) }
                    })
            }
            let times = RoadTimes(RoadSearch(try RoadFile(draft.network()).graph))
            for _ in 0..<40 {
                let (from, to) = (numbers.below(draft.nodeIDs.count), numbers.below(draft.nodeIDs.count))
                let early = Int64(numbers.below(600_000_000))
                let late = early + Int64(numbers.below(7_200_000))
                let first = times.label(from: from, to: to, leaving: WeekTime(milliseconds: early), .car)
                let second = times.label(from: from, to: to, leaving: WeekTime(milliseconds: late), .car)
                guard let first, let second else {
                    #expect(first == nil && second == nil)
                    continue
                }
                #expect(
                    early + Int64(first.milliseconds) <= late + Int64(second.milliseconds),
                    "seed \(seed), \(early), \(late)")
            }
        }
    }
}
