// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing
import TripRules

/// Random users who change everything, with what must hold looked at after each change.
struct RandomBookTests {
    @Test("After every change of random users all laws hold, and what is refused leaves no trace", arguments: 0..<8)
    func laws(_ part: Int) {
        var counts: [String: Int] = [:]
        for seed in part * 25..<(part + 1) * 25 {
            var draw = SplitMix64(seed: seed)
            var parameters = TripParameters()
            parameters.isStrict = draw.once(in: 4)
            var city = TripCity(parameters, users: 2)
            city.position = draw.once(in: 2) ? spot(0) : nil
            for _ in 0..<40 {
                let (book, other) = (city.book, city.book(of: TripUserID(2)))
                city.now = city.now + .minutes(draw.pick([0, 0, 1, 30, 300, 2000]))
                // What midnights bring comes apart from what the change does.
                _ = city.rules.midnight(of: city.me, travel: city.travel, at: city.now)
                let before = city.book
                city.take(change(&draw, city))
                for event in city.last { counts[String("\(event)".prefix { $0 != "(" }), default: 0] += 1 }
                if city.last.contains(where: isRefusal) {
                    #expect(city.last.count == 1 && isSame(before, city.book), "seed \(seed): \(city.last)")
                }
                #expect(isSame(other, city.book(of: TripUserID(2))), "seed \(seed)")
                #expect(keepsPins(book, city), "seed \(seed): \(city.last)")
            }
            #expect(city.violations.isEmpty, "seed \(seed): \(city.violations)")
        }
        for name in [
            "eventAdded", "eventRejected", "eventChanged", "eventMoved", "eventDeleted", "flexibleMoved", "lunchMissed",
        ] {
            #expect(counts[name, default: 0] > 0, "\(name): \(counts)")
        }
    }

    private func isRefusal(_ event: TripEvent) -> Bool {
        switch event {
        case .eventRejected, .calendarRefused, .preferenceRejected, .changeRefused: true
        default: false
        }
    }

    private func isSame(_ first: TripBook?, _ second: TripBook?) -> Bool {
        first?.calendars == second?.calendars && first?.appointments == second?.appointments
            && first?.placements == second?.placements && first?.locations == second?.locations
            && first?.preferences == second?.preferences && first?.defaultCalendar == second?.defaultCalendar
    }

    /// What had begun stands where it stood, unless it was edited or is gone; nothing new stands before now.
    private func keepsPins(_ before: TripBook?, _ city: TripCity) -> Bool {
        guard let before, let after = city.book else { return false }
        let kept = before.placements.filter { $0.start <= city.now && (after[$0.id] == before[$0.id]) }
        let all = Set(after.placements)
        let begun = Set(before.placements)
        return kept.allSatisfy(all.contains)
            && after.placements.allSatisfy {
                begun.contains($0) || $0.start >= city.now || $0.day < TripDay(of: city.now)
            }
    }

    private func change(_ draw: inout SplitMix64, _ city: TripCity) -> TripChange {
        let calendars = city.book?.calendars.map(\.id) ?? []
        let name = AppointmentName.number(
            draw.pick((city.book?.appointments.map(\.id) ?? []) + [AppointmentID(999 as Int32)]))
        switch draw.number(1...20) {
        case 1: return .addCalendar(name: draw.once(in: 5) ? "" : "More", colour: .green)
        case 2: return .removeCalendar(draw.pick(calendars))
        case 3: return .changeCalendar(draw.pick(calendars), name: "Other", colour: .red)
        case 4, 5: return .delete(name)
        case 6, 7: return .move(name, to: draw.pick(calendars))
        case 8, 9, 10: return .edit(name, form(&draw, calendars, city.now))
        case 11:
            return .prefer(
                draw.pick([
                    .lunch(from: .hours(12), until: .hours(14), duration: .minutes(60)), .noLunch,
                    .walkLimit(.metres(40)),
                    .walkLimit(.metres(2000)), .transitWindow(from: .hours(6), until: .hours(5)),
                ]))
        default: return .add(form(&draw, calendars, city.now))
        }
    }

    private func form(_ draw: inout SplitMix64, _ calendars: [TripCalendarID], _ now: CityTime) -> AppointmentForm {
        let day = now.midnight + .hours(24 * draw.number(-1...draw.pick([1, 2, 20])))
        let weekdays = draw.once(in: 4) ? Weekdays(rawValue: UInt8(draw.number(1...127))) : []
        let place = draw.once(in: 2) ? nil : spot(10 * draw.number(0...5))
        let calendar = draw.once(in: 3) ? nil : draw.pick(calendars)
        let start = day + .minutes(15 * draw.number(0...90))
        let length = TimeSpan.minutes(15 * draw.number(0...10))
        let time: AppointmentTime =
            draw.once(in: 2)
            ? .standard(from: start, until: start + length + .minutes(15))
            : .flexible(opens: start, closes: start + length + .minutes(15 * draw.number(0...20)), duration: length)
        return AppointmentForm("x", in: calendar, time, on: weekdays, at: place)
    }

    @Test("TRIP-FLEX: the same events, numbered alike, entered in any order, are placed alike")
    func anyOrder() {
        for seed in 0..<200 {
            var draw = SplitMix64(seed: seed)
            // Ends of windows that differ: then numbers, which follow the order, settle nothing.
            let forms = (0..<6).map { index in
                let closes = clock(12) + .minutes(30 * index)
                return index < 4
                    ? AppointmentForm(
                        "\(index)",
                        .flexible(
                            opens: closes - .hours(draw.number(2...4)), closes: closes,
                            duration: .minutes(15 * draw.number(1...4))),
                        at: draw.once(in: 2) ? nil : spot(draw.number(0...30)))
                    : AppointmentForm(
                        "\(index)", .standard(from: clock(3 + 2 * index), until: clock(3 + 2 * index, 20)),
                        at: draw.once(in: 2) ? nil : spot(draw.number(0...30)))
            }
            var results: Set<[String]> = []
            for _ in 0..<4 {
                var (left, city) = (forms, TripCity())
                var isRefused = false
                while !left.isEmpty {
                    city.take(.add(left.remove(at: draw.below(left.count))))
                    isRefused = isRefused || city.refusal != nil
                }
                guard !isRefused, let book = city.book else { continue }
                results.insert(
                    book.placements.map { "\(book[$0.id]?.description ?? "") \($0.start)" }.sorted())
            }
            #expect(results.count <= 1, "seed \(seed): \(results)")
        }
    }
}
