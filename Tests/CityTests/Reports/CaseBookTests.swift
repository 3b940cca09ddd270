// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing

@testable import Reporting

/// What becomes of demands, from first event to last: one rule for the warm-up and for the end of a run.
@Suite("Cases")
struct CaseBookTests {
    private static let form = CaseForm(
        "calls", one: "call", many: "calls", who: "callers", wait: "from the call to the arrival", served: "reached",
        limit: .minutes(20), groups: CaseForm.Names("priority", ["high", "low"]),
        sites: CaseForm.Names("station", ["north", "south"]), reasons: ["gave up", "refused"],
        phases: ["way", "queue"])
    private static let frame = CaseFrame(
        start: .epoch + .minutes(30), from: .epoch + .hours(1), end: .epoch + .hours(4), keeping: 3)

    private func at(_ minute: Int) -> CityTime { .epoch + .minutes(minute) }
    private func demand(_ who: Int32 = 0, group: Int = 0, site: Int? = nil, due: CityTime? = nil) -> Demand {
        Demand(who: who, at: nil, group: group, site: site, due: due)
    }

    @Test("Each demand has one outcome: in time, too late, lost, taken back, overdue or too young at the end")
    func outcomes() {
        var book = CaseBook(Self.form, Self.frame)
        // Before the warm-up's end: in no number, whenever it is met.
        book.ask(1, demand(), at: at(59))
        book.serve(1, at: at(70))
        for number in Int32(2)...7 { book.ask(number, demand(number), at: at(60)) }
        book.serve(2, at: at(80))
        book.serve(3, at: at(81))
        book.lose(4, 1)
        book.withdraw(5)
        book.forget(6)
        // Waited 180 min, 20 min and 5 min at the end.
        book.ask(8, demand(), at: at(220))
        book.ask(9, demand(), at: at(235))
        let all = book.finish(at: at(240)).all
        #expect((all.inTime, all.late, all.lost, all.withdrawn) == (1, 1, 1, 1))
        #expect((all.overdue, all.young, all.asked) == (1, 2, 7))
        #expect((all.served, all.judged, all.missed) == (2, 4, 3) && all.reasons == [0, 1])
        #expect(all.missedShare == 0.75 && all.meanWait == 1230)
    }

    @Test("A demand belongs to the instant at which it is due; what is due after the end is in no number")
    func due() {
        var book = CaseBook(Self.form, Self.frame)
        // Agreed on before the warm-up's end for later, and for after the end.
        book.ask(1, demand(due: at(125)), at: at(40))
        book.serve(1, at: at(130))
        book.ask(2, demand(due: at(241)), at: at(100))
        book.lose(2, 0)
        let result = book.finish(at: at(240))
        #expect(result.all.asked == 1 && result.all.meanWait == 300)
        #expect(result.hours.rows.map(\.name) == ["0:00", "1:00", "2:00"])
        #expect(result.hours.parts.map(\.asked) == [0, 0, 1] && result.frame.hourNumber(2) == 2)
    }

    @Test("A wait is the sum of its phases, and each phase is a mean over those that were met")
    func phases() {
        var book = CaseBook(Self.form, Self.frame)
        book.ask(1, demand(), at: at(60))
        book.enter(1, phase: 1, at: at(64))
        book.serve(1, at: at(70))
        book.ask(2, demand(), at: at(60))
        book.serve(2, at: at(62))
        book.ask(3, demand(), at: at(60))
        book.enter(3, phase: 1, at: at(100))
        book.lose(3, 0)
        let all = book.finish(at: at(240)).all
        #expect(all.meanPhase(0) == 180 && all.meanPhase(1) == 180 && all.meanWait == 360)
    }

    @Test("A division's part is that of the site at the end, and demands without one are told apart")
    func sites() {
        var book = CaseBook(Self.form, Self.frame)
        book.ask(1, demand(group: 1), at: at(60))
        book.move(1, to: 1)
        book.serve(1, at: at(65))
        book.ask(2, demand(group: 0), at: at(60))
        book.lose(2, 0)
        // More sites than the form knows.
        book.ask(3, demand(group: 0, site: 2), at: at(60))
        book.serve(3, at: at(100))
        let result = book.finish(at: at(240))
        #expect(result.sites.rows.map(\.name) == ["north", "south", "station 3", "–"])
        #expect(result.sites.parts.map(\.served) == [0, 1, 1] && result.sites.other.lost == 1)
        #expect(result.groups.parts.map(\.asked) == [2, 1])
        #expect(result.cells[1][1].inTime == 1 && result.cells[2][1].late == 1)
    }

    @Test("The first demands are kept one by one with what came of them")
    func kept() {
        var book = CaseBook(Self.form, Self.frame)
        for number in Int32(1)...5 { book.ask(number, demand(number), at: at(60 + Int(number))) }
        book.serve(1, at: at(71))
        book.lose(2, 0)
        book.withdraw(3)
        let minute: Int64 = 60_000_000_000
        #expect(
            book.finish(at: at(240)).kept == [
                KeptCase(who: 1, began: at(61).nanoseconds, end: .served(after: 10 * minute)),
                KeptCase(who: 2, began: at(62).nanoseconds, end: .lost),
                KeptCase(who: 3, began: at(63).nanoseconds, end: .open),
            ])
    }

    @Test("Whatever happens, outcomes and the sums over hours, groups and sites are all demands", arguments: 1...40)
    func sums(seed: UInt64) {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func draw(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        var book = CaseBook(Self.form, Self.frame)
        var open: [Int32] = []
        var counted: Int32 = 0
        for step in 0..<400 {
            let now = Self.frame.start + .seconds(30 * step)
            if draw(3) > 0 {
                let number = Int32(step + 1)
                let due = draw(4) == 0 ? now + .minutes(draw(90)) : nil
                book.ask(number, demand(group: draw(2), site: draw(3) == 0 ? nil : draw(2), due: due), at: now)
                if (due ?? now) >= Self.frame.from, (due ?? now) <= Self.frame.end { counted += 1 }
                open.append(number)
            } else if let number = open.isEmpty ? nil : open.remove(at: draw(open.count)) {
                switch draw(5) {
                case 0: book.lose(number, draw(2))
                case 1: book.withdraw(number)
                default: book.serve(number, at: now)
                }
            }
        }
        #expect(book.openCount == open.count)
        let result = book.finish(at: Self.frame.end)
        #expect(result.all.asked == Int(counted))
        for division in [result.hours, result.groups, result.sites] {
            let parts = division.rows.map(\.part)
            func sum(_ count: (CasePart) -> Int) -> Int { parts.reduce(0) { $0 + count($1) } }
            #expect(sum(\.inTime) == result.all.inTime && sum(\.late) == result.all.late)
            #expect(sum(\.lost) == result.all.lost && sum(\.withdrawn) == result.all.withdrawn)
            #expect(sum(\.overdue) == result.all.overdue && sum(\.young) == result.all.young)
            #expect(sum { $0.waits.count } == result.all.served)
        }
        #expect(result.all.reasons.reduce(0, +) == result.all.lost)
        let phases = (0..<2).reduce(0.0) { $0 + (result.all.meanPhase($1) ?? 0) }
        #expect(abs(phases - (result.all.meanWait ?? 0)) < 1e-6)
    }

    @Test("The sentence tells every outcome, why demands were lost, and which part was worst")
    func sentences() {
        var book = CaseBook(Self.form, Self.frame)
        for number in Int32(1)...60 {
            book.ask(number, demand(site: number <= 30 ? 0 : 1), at: at(61))
            if number % 3 == 0, number > 30 { book.lose(number, 0) } else { book.serve(number, at: at(65)) }
        }
        book.ask(61, demand(site: 0), at: at(235))
        let text = book.finish(at: at(240)).sentences
        #expect(
            text
                == "Of 61 calls 50 were reached, 10 were lost (gave up) and 1 was still open when the run ended, too young to "
                + "judge. 16.7 % of those old enough to judge were not reached in 20 min. Who was reached waited 4.0 min on "
                + "average, from the call to the arrival; 95 % of them at most 4.0 min. It was worst in south (33.3 % of 30 "
                + "calls).")
    }

    @Test("Zeros on a map have a colour of their own, and the colours are fifths of the zones")
    func borders() {
        #expect(ZoneMap.borders([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) == [3, 5, 7, 9])
        #expect(ZoneMap.borders([0, 0, 0, 0, 0, 0, 4, 5, 6, 7]) == [4, 5, 6, 7])
        #expect(ZoneMap.borders([2, 2, 2]) == [] && ZoneMap.borders([0, 0]) == [] && ZoneMap.borders([]) == [])
    }
}
