// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing
import TripRules

/// Standard appointments: what is asked of them, and where they stand in the way.
struct AppointmentTests {
    @Test(
        "TRIP-R15: without description, calendar or time it is refused; without a location it is added without a plan")
    func mandatory() {
        var city = TripCity()
        let time = AppointmentTime.standard(from: clock(9), until: clock(10))
        for (form, reason) in [
            (AppointmentForm("", time), AppointmentRefusal.missingDescription),
            (AppointmentForm("  ", time), .missingDescription),
            (AppointmentForm("x", nil), .missingTime),
            (AppointmentForm("x", in: TripCalendarID(7 as Int32), time), .unknownCalendar),
            (AppointmentForm("x", time, by: []), .noMeans),
            (AppointmentForm(String(repeating: "x", count: 201), time), .longDescription),
            (AppointmentForm("x", .standard(from: clock(9), until: clock(9, day: 40))), .outOfRange),
            (AppointmentForm("x", .standard(from: clock(9), until: .never)), .outOfRange),
            (AppointmentForm("x", .standard(from: CityTime(nanoseconds: .min), until: clock(9))), .outOfRange),
        ] {
            city.take(.add(form))
            #expect(city.last == [.eventRejected(user: city.me, event: nil, reason: reason)])
        }
        #expect(city.book?.appointmentCount == 0)
        let id = city.add("x", clock(9), clock(10))
        #expect(id != nil && city.schedule()?.rows.first?.mayHavePlan == false)
        city.add("y", clock(11), clock(12), at: spot(3))
        #expect(city.schedule()?.rows.last?.mayHavePlan == true)
    }

    @Test("INV-EventTimes: an event from 10:00 to 10:00, or to 09:59, is refused")
    func times() {
        var city = TripCity()
        city.add(clock(10), clock(10))
        #expect(city.refusal == .badTimes)
        city.add(clock(10), clock(9, 59))
        #expect(city.refusal == .badTimes && city.violations.isEmpty)
    }

    @Test("TRIP-OVERLAP: Work 09:00 to 10:00 refuses Work 09:30 to 10:30, and Home 09:30 to 10:30 is added silently")
    func overlap() {
        var city = TripCity()
        city.take(.addCalendar(name: "Work", colour: .red))
        city.add(clock(9), clock(10), in: 2)
        city.add(clock(9, 30), clock(10, 30), in: 2)
        #expect(city.last == [.eventRejected(user: city.me, event: nil, reason: .overlap)])
        #expect(city.add(clock(9, 30), clock(10, 30), in: 1) != nil && city.last.count == 1)
        #expect(city.violations.isEmpty)
    }

    @Test("INV-NoOverlapSameCalendar: 09:00 to 10:00 and 10:00 to 11:00 are allowed, a start at 09:59 is not")
    func touching() {
        var city = TripCity()
        #expect(city.add(clock(9), clock(10)) != nil)
        #expect(city.add(clock(10), clock(11)) != nil)
        city.add(clock(11), clock(12))
        #expect(city.add(clock(8), clock(9, 0, 1)) == nil && city.refusal == .overlap)
        #expect(city.add(clock(9, 59), clock(13)) == nil && city.refusal == .overlap)
        #expect(city.violations.isEmpty)
    }

    @Test("TRIP-R18: each Monday and Thursday from Monday 2 May is on 2, 5, 9 and 12 May")
    func weekly() {
        var city = TripCity()
        // Entered for the Sunday before: its first day is the first of its weekdays.
        city.add("run", clock(9, day: -1), clock(10, day: -1), on: [.monday, .thursday])
        let days = (-7..<14).filter { city.schedule(day: $0)?.rows.isEmpty == false }
        #expect(days == [0, 3, 7, 10])
        #expect(city.schedule(day: 10)?.rows.map(\.start) == [clock(9, day: 10)])
    }

    @Test("Series overlap exactly when listing their occurrences finds two that do", arguments: 0..<4)
    func seriesOverlap(_ part: Int) {
        var overlaps = [0, 0]
        for seed in part * 100..<(part + 1) * 100 {
            var draw = SplitMix64(seed: seed)
            func form() -> AppointmentForm {
                let weekdays = draw.once(in: 3) ? Weekdays() : Weekdays(rawValue: UInt8(draw.number(1...127)))
                let start = clock(0) + .minutes(30 * draw.number(0...48 * 10))
                let slots = weekdays.isEmpty && draw.once(in: 5) ? 400 : draw.once(in: 6) ? 100 : 12
                return AppointmentForm(
                    "x", .standard(from: start, until: start + .minutes(30 * draw.number(1...slots))), on: weekdays)
            }
            let (first, second) = (form(), form())
            var city = TripCity()
            city.take(.add(first))
            let selfFirst = city.refusal == .overlapsItself
            #expect(selfFirst == hasOverlap(occurrences(first), occurrences(first), isSelf: true), "seed \(seed)")
            guard !selfFirst else { continue }
            city.take(.add(second))
            let expected: AppointmentRefusal? =
                hasOverlap(occurrences(second), occurrences(second), isSelf: true)
                ? .overlapsItself : hasOverlap(occurrences(first), occurrences(second), isSelf: false) ? .overlap : nil
            #expect(city.refusal == expected, "seed \(seed)")
            overlaps[expected == .overlap ? 1 : 0] += 1
        }
        #expect(overlaps.allSatisfy { $0 > 10 }, "\(overlaps)")
    }

    /// Every occurrence of eight weeks.
    private func occurrences(_ form: AppointmentForm) -> [Range<CityTime>] {
        guard let span = form.time?.span else { return [] }
        guard !form.weekdays.isEmpty else { return [span] }
        return (0..<56).map { span.lowerBound + .hours(24 * $0) }.filter { form.weekdays.has($0.weekday) }.map {
            $0..<$0 + (span.upperBound - span.lowerBound)
        }
    }

    private func hasOverlap(_ first: [Range<CityTime>], _ second: [Range<CityTime>], isSelf: Bool) -> Bool {
        first.contains { one in second.contains { $0.overlaps(one) && !(isSelf && $0 == one) } }
    }

    @Test("An edit is checked like a new event; when it is refused the old one stays as it was")
    func edit() throws {
        var city = TripCity()
        let first = try known(city.add("a", clock(9), clock(10)))
        let second = try known(city.add("b", clock(11), clock(12), at: spot(4)))
        let old = city.book?[second]
        city.take(.edit(.number(second), AppointmentForm("b", .standard(from: clock(9, 30), until: clock(12)))))
        #expect(city.last == [.eventRejected(user: city.me, event: second, reason: .overlap)])
        #expect(city.book?[second] == old)
        // It does not stand in its own way.
        city.take(.edit(.number(second), AppointmentForm("c", .standard(from: clock(11, 30), until: clock(13)))))
        #expect(city.last == [.eventChanged(user: city.me, event: second, from: clock(11, 30), until: clock(13))])
        #expect(city.schedule()?.rows.map(\.description) == ["a", "c"])
        #expect(city.book?.locations == [])
        city.take(.delete(.number(first)))
        #expect(city.last == [.eventDeleted(user: city.me, event: first)])
        city.take(.delete(.number(first)))
        #expect(city.refusal == .unknownAppointment && city.violations.isEmpty)
    }

    @Test("INV-EventOneCalendar: an event moved from Home to Work is in Work only, if it has room there")
    func move() throws {
        var city = TripCity()
        city.take(.addCalendar(name: "Work", colour: .red))
        let (home, work) = (TripCalendarID(1 as Int32), TripCalendarID(2 as Int32))
        let id = try known(city.add(clock(9), clock(10), in: 1))
        city.take(.move(.number(id), to: work))
        #expect(city.last == [.eventMoved(user: city.me, event: id, from: home, to: work)])
        #expect(city.book?.appointments.map(\.calendar) == [work])
        city.add(clock(9, 30), clock(9, 40), in: 1)
        city.take(.move(.number(id), to: home))
        #expect(city.refusal == .overlap && city.book?[id]?.calendar == work)
        city.take(.move(.number(id), to: TripCalendarID(9 as Int32)))
        #expect(city.refusal == .unknownCalendar && city.violations.isEmpty)
    }

    @Test("INV-LocationUsed: a location goes with its last event")
    func locations() throws {
        var city = TripCity()
        let first = try known(city.add(clock(9), clock(10), at: spot(1)))
        let second = try known(city.add(clock(11), clock(12), at: spot(1)))
        #expect(city.book?.locations == [StoredLocation(place: spot(1), uses: 2)])
        city.take(.delete(.number(first)))
        #expect(city.book?.locations.count == 1)
        city.take(.delete(.number(second)))
        #expect(city.book?.locations == [] && city.violations.isEmpty)
    }

    @Test("INV-AddDelEvent: of n events there are n + 1 after an add and n after deleting it, the same ones")
    func addAndDelete() throws {
        var city = TripCity()
        for hour in 8..<18 { city.add(clock(hour), clock(hour + 1)) }
        let before = city.book?.appointments
        let id = try known(city.add(clock(20), clock(21)))
        #expect(city.book?.appointmentCount == 11)
        city.take(.delete(.number(id)))
        #expect(city.book?.appointments == before && city.violations.isEmpty)
    }

    @Test("INV-EventIdUnique: 100,000 events have 100,000 ids")
    func manyIds() {
        var rules = TripRules()
        var ids: Set<AppointmentID> = []
        for number in 1...1000 {
            let user = TripUserID(number)
            _ = try? rules.makeUser(user, at: monday)
            for serial in 0..<100 {
                let start = monday + .hours(serial)
                let events = rules.take(
                    .add(AppointmentForm("x", .standard(from: start, until: start + .minutes(30)))), of: user,
                    ChangeStamp(TripDeviceID(1 as Int32), Int32(serial + 1)), travel: LineJourneys(), at: monday)
                if case .eventAdded(_, let id, _, _, _, _)? = events.first { ids.insert(id) }
            }
        }
        #expect(ids.count == 100_000)
    }
}

extension TripCity {
    /// A meeting.
    @discardableResult
    mutating func add(_ from: CityTime, _ until: CityTime, at place: Place? = nil, in calendar: Int? = nil)
        -> AppointmentID?
    {
        add("meeting", from, until, at: place, in: calendar)
    }
}
