// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A slot as a manager sees it (STORE-R21).
public struct SlotState: Hashable, Codable, Sendable {
    /// When it starts.
    public let slot: CityTime
    /// Bookings made for it.
    public let taken: Int32
    /// Bookings that it takes in all.
    public let size: Int32
    /// Bookings that it still takes: the places that bookings hold count too.
    public let free: Int32
}

/// What a manager reads (STORE-R19 to -R21).
public struct StoreStatistics: Hashable, Codable, Sendable {
    /// The store.
    public let store: StoreID
    /// The mean time in the store.
    public let meanVisit: TimeSpan
    /// People inside now.
    public let inside: Int32
    /// How many were inside since when, oldest first.
    public let history: [OccupancyPoint]
    /// People queued, those in the priority queue included.
    public let queued: Int32
    /// People in the priority queue.
    public let queuedFirst: Int32
    /// The limit.
    public let limit: Int32
    /// How it is divided.
    public let quotas: ClassCounts
    /// The slots that were asked for, by time.
    public let slots: [SlotState]
}

extension StoreFloor {
    /// The numbers for a manager, with the slots of a range of time (STORE-R19 to -R21).
    public func statistics(slots range: Range<CityTime>) -> StoreStatistics {
        StoreStatistics(
            store: id, meanVisit: meanVisit, inside: inside, history: history.points, queued: queued,
            queuedFirst: priority.count, limit: settings.limit, quotas: settings.quotas,
            slots: settings.slots.slots(in: range, settings.hours).map { slot in
                SlotState(slot: slot, taken: slots.count(at: slot), size: settings.slots.size, free: free(at: slot))
            })
    }

    /// The slots that can be booked now and start in a range of time, by time (STORE-R7).
    public func bookable(in range: Range<CityTime>, at now: CityTime) -> [SlotState] {
        freeSlots(in: range, at: now).map { slot in
            SlotState(slot: slot, taken: slots.count(at: slot), size: settings.slots.size, free: free(at: slot))
        }
    }

    /// Tickets whose turn has come and whose holders are not inside, the longest called first, as the monitor shows them, with when
    /// their time to come in ends (STORE-CALL).
    public var called: [(pass: PassID, until: CityTime)] {
        openPasses.compactMap { record(of: $0) }.filter { $0.phase == .called }
            .sorted { ($0.since, $0.id) < ($1.since, $1.id) }.map { ($0.id, $0.since + settings.grace) }
    }

    /// What the store's page shows (STORE-R6).
    public func page(at now: CityTime) -> StorePage {
        StorePage(store: id, isOpen: isOpen, queued: queued, wait: wait(.walkIn, ahead: queued, at: now))
    }
}
