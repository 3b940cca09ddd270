// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams
import Testing

/// Values by kind of day.
@Suite struct DayProfileTests {
    /// Monday, 2026-03-02.
    private static let monday = CityTime(day: 20_514)
    private static let week = DayKind.weekdays(from: 0, to: 4)
    private static let saturday = DayKind.weekdays(from: 5, to: 5)
    private static let weekend = DayKind.weekdays(from: 5, to: 6)

    @Test("A date wins over a day of the week, and that over a run of days, in any order of the text")
    func ranks() {
        let date = DayKind.date(Self.monday.dayNumber + 5)
        let all: [DayKind] = [Self.week, Self.saturday, Self.weekend, date]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
            let kinds = DayKinds(order.map { all[$0] })
            let found = (0..<14).map { kinds.index(at: Self.monday + .hours(24 * $0 + 13)).map { kinds.kinds[$0] } }
            #expect(found[..<5].allSatisfy { $0 == Self.week })
            #expect(
                found[5] == date && found[6] == Self.weekend && found[12] == Self.saturday && found[13] == Self.weekend)
        }
    }

    @Test("Two kinds clash only at one rank; a run of days may pass Sunday")
    func clashes() {
        let passing = DayKind.weekdays(from: 4, to: 0)
        #expect(passing.weekdays == [0, 4, 5, 6])
        #expect(Self.week.clash(with: passing) == "mon" && passing.clash(with: Self.weekend) == "sat")
        #expect(Self.saturday.clash(with: Self.weekend) == nil && Self.week.clash(with: Self.weekend) == nil)
        #expect(Self.saturday.clash(with: Self.saturday) == "sat")
        #expect(DayKind.date(3).clash(with: .date(4)) == nil && DayKind.date(0).clash(with: .date(0)) == "1970-01-01")
        #expect([Self.week, Self.saturday, .date(20_514)].map(\.text) == ["mon-fri", "sat", "2026-03-02"])
    }

    @Test("A holiday is like the day of the week that it names, unless the date has values of its own")
    func holidays() {
        let tuesday = Self.monday.dayNumber + 1
        let holidays = Holidays([tuesday: 6, tuesday + 1: 6])
        let kinds = DayKinds([Self.week, Self.weekend, .date(tuesday + 1)], holidays: holidays)
        #expect((0..<4).map { kinds.index(at: Self.monday + .hours(24 * $0)) } == [0, 1, 2, 0])
    }

    @Test("The first day without a kind is found; the end of the span is outside")
    func gaps() {
        let kinds = DayKinds([Self.week])
        let friday = Self.monday + .hours(96)
        #expect(kinds.gap(from: Self.monday, to: friday + .hours(24)) == nil)
        #expect(kinds.gap(from: Self.monday, to: friday + .hours(24) + TimeSpan(nanoseconds: 1)) == friday + .hours(24))
        #expect(kinds.gap(from: friday + .hours(30), to: friday + .hours(31)) == friday + .hours(24))
    }

    @Test("A value holds for an equal part of its day, whatever their number")
    func values() {
        let ofWeek = (0..<24).map(Double.init)
        let ofWeekend = (0..<144).map { 100 + Double($0) }
        let profile = DayProfile(DayKinds([Self.week, Self.weekend]), [ofWeek, ofWeekend])
        let friday = Self.monday + .hours(96)
        #expect(profile[Self.monday] == 0 && profile[friday + .hours(24) - TimeSpan(nanoseconds: 1)] == 23)
        #expect(profile[friday + .hours(24)] == 100 && profile[friday + .hours(24) + .minutes(10)] == 101)
        #expect(profile[friday + .hours(72) - TimeSpan(nanoseconds: 1)] == 243)
        #expect(profile.most == 243 && !profile.isConstant && DayProfile.even(0.5).isConstant)
        let steps = profile.steps(from: friday + .hours(23) + .minutes(30), to: friday + .hours(24) + .minutes(15))
        #expect(steps.map(\.value) == [23, 100, 101])
        #expect(steps.map { ($0.from - friday).inSeconds } == [84_600, 86_400, 87_000])
        #expect(profile.days(from: Self.monday, to: friday + .hours(24)) == [ofWeek])
    }

    @Test("Arrivals by day: each day has its mean number, spread by its own shares; the same days repeat one pattern")
    func arrivals() {
        let late = [Double](repeating: 0, count: 23) + [7]
        let profile = DayProfile(
            DayKinds([Self.week, Self.weekend]), [[Double](repeating: 1.0 / 24, count: 24), late])
        let end = Self.monday + .hours(24 * 7)
        let process = ArrivalProcess(
            .daily(240, shares: profile, from: Self.monday, until: end), start: Self.monday)
        for day in 0..<7 {
            let midnight = Self.monday + .hours(24 * day)
            #expect(abs(process.expectedCount(from: midnight, to: midnight + .hours(24)) - 240) < 1e-6)
            let last = process.expectedCount(from: midnight + .hours(23), to: midnight + .hours(24))
            #expect(abs(last - (day < 5 ? 10 : 240)) < 1e-6)
        }
        let same = RatePattern.daily(240, shares: DayProfile(late), from: Self.monday, until: end)
        #expect(same.repeats && same.knots.count == 24 && same.knots[23].perHour == 240)
    }
}
