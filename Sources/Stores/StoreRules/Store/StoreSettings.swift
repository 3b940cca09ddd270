// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// From when on a delay counts (DEC-STORE-MAJOR-DELAY): they rise, and the longest is at most 24 h.
public struct DelayLimits: Hashable, Codable, Sendable {
    /// A change that is announced: above 0; default 5 min (STORE-R11).
    public var notice: TimeSpan = .minutes(5)
    /// Above it a postponement needs the shopper's consent; default 30 min (STORE-R12).
    public var major: TimeSpan = .minutes(30)
    /// Above it a booking is cancelled and a ticket removed; default 120 min (STORE-R12).
    public var hopeless: TimeSpan = .minutes(120)

    /// The catalogue's defaults.
    public init() {}
}

/// What the managers of one store set, and what the scenario says of it (STORE-EDIT).
public struct StoreSettings: Hashable, Codable, Sendable {
    /// The most people inside: 1 to 100,000 (STORE-R17).
    public var limit: Int32
    /// How the limit is divided; sums to it (STORE-R15).
    public var quotas: ClassCounts
    /// Whether employees may issue priority tickets (STORE-PRIORITY). Default yes when there are priority places.
    public var hasPriorityQueue: Bool
    /// When the store is open; default 08:00 to 20:00.
    public var hours: OpeningHours = .daily(.hours(8), .hours(20))
    /// When the totem is on (AVAIL-06); default always, so that the store's hours alone count.
    public var totemHours: OpeningHours = .always
    /// When bookings may start (STORE-R18).
    public var slots = SlotGrid()
    /// How long after its time a booking admits, both ends included: 0 to 24 h; default 15 min (DEC-STORE-ADMISSION).
    public var admissionWindow: TimeSpan = .minutes(15)
    /// How long a called ticket is kept, the end included: 1 s to 24 h; default 10 min (DEC-STORE-GRACE).
    public var grace: TimeSpan = .minutes(10)
    /// How long a booking holds a place against other bookings: 1 min to 24 h; default 2 h (DEC-STORE-2H).
    public var holding: TimeSpan = .hours(2)
    /// From when on a delay counts.
    public var delays = DelayLimits()
    /// The mean visit before the first visit ended: 1 ms to 24 h; default 20 min (STORE-R16).
    public var expectedVisit: TimeSpan = .minutes(20)

    /// A store with the catalogue's defaults.
    public init(limit: Int32, quotas: ClassCounts) {
        self.limit = limit
        self.quotas = quotas
        hasPriorityQueue = quotas.priority > 0
    }

    /// The first thing that is wrong with the settings, or nil.
    public var problem: StaffRefusal? {
        let day: TimeSpan = .hours(24)
        guard (1...100_000).contains(limit) else { return .badLimit }
        guard quotas.normal >= 0, quotas.priority >= 0, quotas.booking >= 0 else { return .badQuota }
        guard quotas.sum == limit else { return .quotaSum }
        guard hours.isRight, totemHours.isRight else { return .badHours }
        guard (1...10_000).contains(slots.size), slots.every >= .minutes(1), slots.every <= day else {
            return .badSlots
        }
        guard areSlotsInHours else { return .slotsOutsideHours }
        guard admissionWindow >= .zero, admissionWindow <= day, grace >= .seconds(1), grace <= day,
            holding >= .minutes(1), holding <= day, expectedVisit >= .milliseconds(1), expectedVisit <= day
        else { return .badTime }
        guard delays.notice > .zero, delays.notice <= delays.major, delays.major <= delays.hopeless,
            delays.hopeless <= day
        else { return .badDelays }
        return nil
    }

    /// Whether stated first and last slots lie in the hours of every open day.
    private var areSlotsInHours: Bool {
        let day: TimeSpan = .hours(24)
        guard slots.first ?? .zero >= .zero, slots.first ?? .zero <= day, slots.end ?? day <= day else { return false }
        // A store that never closes has the hours of a whole day.
        return (hours.days ?? [OpeningHours.Day(.zero, day)]).allSatisfy { hours in
            guard let hours else { return true }
            let (first, end) = slots.span(in: hours)
            return first < end && first >= hours.opens && end <= hours.closes
        }
    }
}
