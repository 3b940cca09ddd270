// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A law over calendars and appointments that must hold after every change (catalogue: INV-*).
package enum TripInvariant: UInt8, EventWord {
    case eventIdUnique, eventOneCalendar, calendarOneUser, userHasCalendar, settingsOneUser, userStored, locationUsed,
        eventTimes, transitWindow, noOverlapSameCalendar, addDelEvent, walkLimit
}

/// A law that does not hold.
package struct TripViolation: Hashable, Sendable {
    /// Which.
    package let invariant: TripInvariant
    /// The number of the user, calendar or appointment that it is about.
    package let number: Int32

    /// Takes both.
    package init(invariant: TripInvariant, number: Int32) { (self.invariant, self.number) = (invariant, number) }
}

/// The laws of the planner, told from a snapshot; they share no code with the rules. A call costs the square of what a user has.
package enum TripInvariants {
    /// The laws that a snapshot breaks, in the order of the list.
    package static func violations(of snapshot: TripSnapshot) -> [TripViolation] {
        TripInvariant.allCases.flatMap { invariant in
            broken(invariant, snapshot).sorted().map { TripViolation(invariant: invariant, number: $0) }
        }
    }

    private static func broken(_ invariant: TripInvariant, _ snapshot: TripSnapshot) -> [Int32] {
        switch invariant {
        case .eventIdUnique: repeated(Set(snapshot.events).map(\.appointment.id.number), in: snapshot.events)
        case .eventOneCalendar: withoutOneCalendar(snapshot)
        case .calendarOneUser: repeated(snapshot.calendars.map(\.id.number))
        case .userHasCalendar:
            snapshot.active.filter { user in !snapshot.calendars.contains { $0.user == user } }.map(\.number)
        case .settingsOneUser:
            snapshot.active.filter { user in snapshot.settings.count { $0.user == user } != 1 }.map(\.number)
                + snapshot.settings.filter { !snapshot.stored.contains($0.user) }.map(\.user.number)
        case .userStored: Set(snapshot.active).subtracting(snapshot.stored).map(\.number)
        case .locationUsed: orphans(snapshot)
        case .eventTimes: snapshot.events.filter { !hasTimes($0.appointment.time) }.map(\.appointment.id.number)
        case .transitWindow:
            snapshot.settings.filter { !hasWindow($0.preferences) }.map(\.user.number)
        case .noOverlapSameCalendar: overlapping(snapshot)
        case .addDelEvent, .walkLimit: []
        }
    }

    /// INV-AddDelEvent: what a change added is there and all else as it was; what it deleted is gone and all else there.
    package static func violations(
        from before: TripSnapshot, to after: TripSnapshot, _ events: [TripEvent]
    ) -> [TripViolation] {
        var expected = Set(before.events.map(\.appointment.id))
        for event in events {
            if case .eventAdded(_, let id, _, _, _, _) = event { expected.insert(id) }
            if case .eventDeleted(_, let id) = event { expected.remove(id) }
        }
        let found = Set(after.events.map(\.appointment.id))
        return expected.symmetricDifference(found).map(\.number).sorted().map {
            TripViolation(invariant: .addDelEvent, number: $0)
        }
    }

    /// INV-WalkLimit: no leg on foot of a suggested route is longer than the user's limit at that time. The walked length is never
    /// below the planar one, so that holds too.
    package static func violations(of event: TripEvent, _ rules: TripRules) -> [TripViolation] {
        guard case .planComputed(let user, _, _, _, _, _, _, let walk, _) = event,
            let limit = rules[user]?.preferences.walkLimit, walk > limit
        else { return [] }
        return [TripViolation(invariant: .walkLimit, number: user.number)]
    }

    // MARK: One law each

    private static func repeated(_ numbers: [Int32]) -> [Int32] {
        var seen: Set<Int32> = []
        return numbers.filter { !seen.insert($0).inserted }
    }

    /// INV-EventIdUnique: two different appointments with one number. One that is listed twice breaks another law.
    private static func repeated(_ numbers: [Int32], in events: [TripSnapshot.Event]) -> [Int32] {
        let different = Set(events.map { Named(id: $0.appointment.id.number, text: $0.appointment.description) })
        return repeated(different.map(\.id))
    }

    private struct Named: Hashable {
        let id: Int32
        let text: String
    }

    /// INV-EventOneCalendar.
    private static func withoutOneCalendar(_ snapshot: TripSnapshot) -> [Int32] {
        let known = Set(snapshot.calendars.map(\.id))
        var under: [AppointmentID: Set<TripCalendarID>] = [:]
        for event in snapshot.events { under[event.appointment.id, default: []].insert(event.calendar) }
        return snapshot.events.filter {
            under[$0.appointment.id]?.count != 1 || !known.contains($0.calendar)
                || $0.calendar != $0.appointment.calendar
        }.map(\.appointment.id.number)
    }

    /// INV-LocationUsed, both ways: no place without an appointment, and none of an appointment's that is not stored.
    private static func orphans(_ snapshot: TripSnapshot) -> [Int32] {
        let owners = Dictionary(snapshot.calendars.map { ($0.id, $0.user) }) { first, _ in first }
        let used = Set(
            snapshot.events.compactMap { event in
                event.appointment.place.flatMap { place in
                    owners[event.calendar].map { TripSnapshot.Location(user: $0, place: place) }
                }
            })
        return used.symmetricDifference(snapshot.locations).map(\.user.number)
    }

    /// INV-EventTimes.
    private static func hasTimes(_ time: AppointmentTime) -> Bool {
        switch time {
        case .standard(let from, let until): until > from
        case .flexible(let opens, let closes, let duration): duration > .zero && opens + duration <= closes
        }
    }

    /// INV-TransitWindow.
    private static func hasWindow(_ preferences: TripPreferences) -> Bool {
        preferences.transitWindow.map { $0.lowerBound < $0.upperBound && $0.upperBound <= .hours(24) } ?? true
    }

    /// INV-NoOverlapSameCalendar: by listing ten weeks around the instant and around each single appointment, not by arithmetic.
    private static func overlapping(_ snapshot: TripSnapshot) -> [Int32] {
        var held: [TripCalendarID: [(range: Range<CityTime>, id: AppointmentID)]] = [:]
        for event in snapshot.events where !event.appointment.time.isFlexible {
            for range in ranges(event.appointment, snapshot) {
                held[event.calendar, default: []].append((range, event.appointment.id))
            }
        }
        let calendars = Dictionary(snapshot.events.map { ($0.appointment.id, $0.calendar) }) { first, _ in first }
        for placement in snapshot.placements where placement.isPlaced {
            guard let calendar = calendars[placement.id] else { continue }
            held[calendar, default: []].append((placement.start..<placement.end, placement.id))
        }
        var found: Set<Int32> = []
        for ranges in held.values {
            let sorted = ranges.sorted { $0.range.lowerBound < $1.range.lowerBound }
            for (index, one) in sorted.enumerated() {
                // Their starts rise: an overlap with any later one is one with those up to its end.
                for other in sorted[(index + 1)...] {
                    guard other.range.lowerBound < one.range.upperBound else { break }
                    found.insert(max(one.id, other.id).number)
                }
            }
        }
        return Array(found)
    }

    private static func ranges(_ appointment: Appointment, _ snapshot: TripSnapshot) -> [Range<CityTime>] {
        let first = appointment.time.span
        guard appointment.isSeries else { return [first] }
        let singles = snapshot.events.filter { !$0.appointment.isSeries }.map(\.appointment.time.span.upperBound)
        let last = max(snapshot.time, singles.max() ?? snapshot.time, first.upperBound) + .hours(10 * 168)
        var ranges: [Range<CityTime>] = []
        var start = first.lowerBound
        while start < last {
            if appointment.weekdays.has(start.weekday) {
                ranges.append(start..<start + (first.upperBound - first.lowerBound))
            }
            start = start + .hours(24)
        }
        return ranges
    }
}
