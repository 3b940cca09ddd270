// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import Testing

@testable import Experiments
@testable import Reporting
@testable import TaxiSimulation

/// Who gains and who loses, how evenly, and the scale of the maps, each on an example counted by hand.
@Suite struct ComparedPeopleTests {
    private func list(_ wishes: [(person: Int32, began: UInt32, wait: Int32)]) -> WishList {
        WishList(wishes.map { WishList.Wish(person: $0.person, began: $0.began, wait: $0.wait) })
    }

    // MARK: The same people

    @Test("The same wish is found by passenger and time: who gains, loses, comes sooner, later, or the same")
    func samePeople() {
        let (none, unknown) = (WishList.Wish.unmet, WishList.Wish.unknown)
        let first = list([
            (1, 100, none), (2, 100, none), (3, 100, 300_000), (4, 100, 300_000), (5, 100, 300_000), (6, 100, 300_000),
            (7, 100, 300_000), (8, 100, unknown), (9, 100, 60_000), (9, 900, 120_000),
        ])
        let second = list([
            (9, 900, 179_999), (7, 200, 5), (6, 100, unknown), (1, 100, 500_000), (2, 100, none), (3, 100, none),
            (4, 100, 240_000), (5, 100, 360_000), (8, 100, 1), (9, 100, 60_000), (10, 100, 1),
        ])
        let change = PersonalChange(first, second)
        // Of the ten wishes of the first, passenger 8's end is unknown; 6's is in the second, and 7 called at another time.
        #expect(change.all == 9 && change.same == 7)
        #expect(change.gained == 1 && change.neither == 1 && change.lost == 1)
        #expect(change.sooner == 1 && change.later == 1 && change.alike == 2)
        #expect(change.gainedShare == 0.5 && change.lostShare == 0.2)
        // (300 + 300 + 60 + 120) / 4 and (240 + 360 + 60 + 179.999) / 4 seconds.
        #expect(change.waits?.first == 195 && abs((change.waits?.second ?? 0) - 209.99975) < 1e-9)
        #expect(!change.isOfSamePeople)
        #expect(PersonalChange(first, first).isOfSamePeople)
        var both = change
        both += change
        #expect(both.all == 18 && both.alike == 4 && both.waits?.first == 195)
    }

    @Test(
        "A wish that calls again is one wish, aboard counted from its first call; those beyond the limit are not kept")
    func kept() throws {
        let frame = CaseFrame(start: .epoch, from: .epoch, end: .seconds(3600), keeping: 2)
        var tally = WishTally(
            limit: .minutes(10), pause: .minutes(15), book: CaseBook(.wishes(limit: .minutes(10), groups: []), frame))
        let second: Int64 = 1_000_000_000
        func call(_ passenger: Int32, _ request: Int32, at began: Int64) -> Wish {
            tally.call(
                Wish(
                    passenger: passenger, number: request, place: 0, hour: 0, isCounted: true, began: began * second),
                at: began * second, demand: Demand(who: passenger, at: nil))
        }
        tally.fail(call(7, 1, at: 10), .noDriver, at: 20 * second)
        tally.board(call(7, 2, at: 100), at: 400 * second)
        tally.cut(call(8, 3, at: 50), at: 60 * second)
        tally.end(call(9, 4, at: 60), .abandoned)
        let finished = tally.finish(at: .seconds(60))
        let cases = try #require(finished)
        #expect(
            cases.kept == [
                KeptCase(who: 7, began: 10 * second, end: .served(after: 390 * second)),
                KeptCase(who: 8, began: 50 * second, end: .open),
            ])
        #expect(cases.all.asked == 3 && cases.all.inTime == 1 && cases.all.lost == 1 && cases.all.young == 1)
        let list = WishList(cases.kept, from: 10 * second)
        #expect(list.wishes.map(\.began) == [0, 4000] && list.wishes.map(\.wait) == [390_000, WishList.Wish.unknown])
    }

    @Test("A list of wishes is read as it was written, and a damaged one is refused")
    func coded() throws {
        let wishes = list([(3, 4_000_000_000, 5), (Int32.max, 0, -1), (1, 2, -2)])
        let bytes = try JSONEncoder().encode([wishes])
        #expect(try JSONDecoder().decode([WishList].self, from: bytes) == [wishes])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([WishList].self, from: Data("[\"AAAA\"]".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([WishList].self, from: Data("[\"!\"]".utf8)) }
    }

    // MARK: Hours

    @Test(
        "The hours of more than two days are put together by hour of the day: counts add up, waits weigh by the served; those of two are apart"
    )
    func hoursOfTheDay() {
        #expect(hours(of: 48).map(\.number) == [7, 31, 33] && hours(of: 48).map(\.stored) == [10, 4, 5])
        let found = hours(of: 49)
        #expect(
            found == [
                // (8 * 100 + 2 * 600) / 10 seconds; 2 late and 2 + 2 lost of 14.
                ReplicationPart(number: 7, stored: 14, unserved: 4, fulfilled: 10, wishes: 14, notInTime: 6, wait: 200),
                ReplicationPart(number: 9, stored: 5, unserved: 5, fulfilled: 0, wishes: 5, notInTime: 5, wait: nil),
            ])
        #expect(found[0].notInTimeShare == 6.0 / 14 && found[1].unservedShare == 1)
    }

    private func hours(of length: Int) -> [ReplicationPart] {
        let frame = CaseFrame(start: .epoch, from: .epoch, end: .seconds(length * 3600))
        var book = CaseBook(.wishes(limit: .minutes(5), groups: []), frame)
        var number: Int32 = 0
        func ask(hour: Int, _ count: Int, wait: TimeSpan?) {
            for _ in 0..<count {
                number += 1
                let now = CityTime.seconds(hour * 3600)
                book.ask(number, Demand(at: nil), at: now)
                if let wait { book.serve(number, at: now + wait) } else { book.lose(number, 0) }
            }
        }
        ask(hour: 7, 8, wait: .seconds(100))
        ask(hour: 7, 2, wait: nil)
        ask(hour: 31, 2, wait: .seconds(600))
        ask(hour: 31, 2, wait: nil)
        ask(hour: 33, 5, wait: nil)
        let cases = book.finish(at: frame.end)
        let service = ServiceResult(
            ServiceID("taxi"), title: "Taxis", metrics: [], headlines: [], fold: nil, eventCounts: [:])
        return ReplicationDemand(cases, of: service, keepsEach: false).hours
    }

    // MARK: Winners and losers

    @Test("Winners and losers are counted in zones, calls and residents; a difference not shown is neither")
    func sides() {
        var sides = Comparison.Sides()
        sides.add(.lower, wishes: 100, residents: 5000)
        sides.add(.lower, wishes: 50, residents: 1000)
        sides.add(.higher, wishes: 7, residents: 300)
        sides.add(.onlyAlone, wishes: 1, residents: 10)
        sides.add(.noDifferenceShown, wishes: 2, residents: 20)
        sides.add(.notMeasured, wishes: 0, residents: 40)
        #expect(sides.better == Comparison.Concerned(zones: 2, wishes: 150, residents: 6000))
        #expect(sides.worse == Comparison.Concerned(zones: 1, wishes: 7, residents: 300))
        #expect(sides.open == Comparison.Concerned(zones: 3, wishes: 3, residents: 70))
        var silent = Comparison.Sides()
        silent.add(.lower, wishes: 1, residents: nil)
        #expect(silent.better.residents == nil)
    }

    // MARK: Evenness

    @Test("The Gini coefficient over people agrees with theory")
    func gini() throws {
        // 1, 2, ..., n with one person each: (n - 1) / (3 n).
        for count in [2, 5, 100] {
            let zones = (1...count).map { (value: Double($0), people: 1.0) }
            let found = try #require(Equity.gini(zones.reversed()))
            #expect(abs(found - Double(count - 1) / Double(3 * count)) < 1e-12)
        }
        // A share p of the people has nothing and the rest the same: p.
        #expect(abs((Equity.gini([(0, 300), (0.8, 700)]) ?? 0) - 0.3) < 1e-12)
        // People count, not zones: three people with 2 in one zone are three zones with one person each.
        let (whole, parts) = (Equity.gini([(1, 1), (2, 3)]), Equity.gini([(1, 1), (2, 1), (2, 1), (2, 1)]))
        #expect(whole == parts && abs((whole ?? 0) - 3 / 28.0) < 1e-12)
        #expect(Equity.gini([(0.5, 10), (0.5, 1)]) == 0)
        #expect(Equity.gini([(0, 5)]) == nil && Equity.gini([]) == nil && Equity.gini([(1, 0)]) == nil)
    }

    @Test("The worst tenth is a tenth of the zones with calls, rounded up, the largest shares first")
    func worstTenth() {
        #expect(Equity.worstTenth([0.1, nil, 0.9, 0.5]) == [2])
        #expect(Equity.worstTenth((0..<11).map { Double($0) / 20 }) == [9, 10])
        #expect(Equity.worstTenth([0.3, 0.3]) == [0])
        #expect(Equity.worstTenth([nil]) == [])
    }

    // MARK: The scale

    @Test("One scale: limits below a twelfth and a third of the largest difference, the same steps to both sides")
    func scale() {
        let scale = DivergingScale(points: [-61, 3], minutes: [0.4, -1.2])
        #expect(
            scale.points == DivergingScale.Limits(largest: 61) && scale.points.small == 5 && scale.points.large == 20)
        #expect(abs(scale.minutes.small - 0.1) < 1e-12 && abs(scale.minutes.large - 0.2) < 1e-12)
        for (size, step) in [(0.01, 1), (5, 1), (5.01, 2), (20, 2), (20.1, 3), (61, 3)] {
            #expect(scale.points.step(size) == step && scale.points.step(-size) == -step)
        }
        #expect(scale.points.step(0) == 0)
        #expect(scale.points.number(12.4) == "12" && scale.minutes.number(0.25) == "0.25")
        #expect(DivergingScale.Limits(largest: 3).large == 1 && DivergingScale.Limits(largest: 0).large == 0)
        #expect(DivergingScale.Limits(largest: 6).large == 2 && DivergingScale.Limits(largest: 0.6).small == 0.05)
    }

    @Test(
        "An axis ends at 1, 2, 4 or 5 times a power of ten",
        arguments: [(0.9, 1.0), (1.0, 1), (1.1, 2), (37, 40), (41, 50), (52, 100)] as [(Double, Double)])
    func top(_ largest: Double, _ end: Double) {
        #expect(abs(ComparisonPage.top(largest).value - end) < 1e-9)
    }
}
