// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A store as its events show it.
struct SeenStore: Sendable {
    struct Waiting: Sendable {
        let pass: PassID
        let ready: CityTime
    }

    var limit: Int32
    var quotas: ClassCounts
    var holding: TimeSpan
    var window: TimeSpan
    var isOpen = false
    var inside = ClassCounts()
    var called = ClassCounts()
    /// Who is on which numbered place.
    var people: [Int32: PassID] = [:]
    /// Tickets by the order in which they were issued.
    var walkIn: [Waiting] = []
    var priority: [Waiting] = []
    /// The slots of valid bookings, those whose visits have ended included, in any order.
    var held: [CityTime] = []

    /// Visits that were named as the cause of a delay and have ended.
    var ended: [PassID: (entry: CityTime, exit: CityTime)] = [:]

    /// The most bookings that hold places at an instant of the holding time from a slot on.
    func mostHeld(from slot: CityTime) -> Int {
        let near = held.filter { $0 > slot - holding && $0 < slot + holding }
        return near.filter { $0 >= slot }.map { instant in near.count { $0 <= instant && instant < $0 + holding } }
            .max()
            ?? 0
    }

    mutating func stopWaiting(_ pass: PassID) {
        walkIn.removeAll { $0.pass == pass }
        priority.removeAll { $0.pass == pass }
    }
}

/// A ticket, booking or visit as its events show it.
struct SeenPass: Sendable {
    enum Phase: Sendable { case none, waiting, called, booked, inside }

    var phase = Phase.none
    var store = StoreID(0)
    var shopper: ShopperID?
    /// The ready time, or the booked time in force.
    var time = CityTime.epoch
    var slot: CityTime?
    var hasScanned = false
    /// Whether a postponement is proposed.
    var isAsked = false
    var place = PlaceClass.normal
    var number: Int32 = 0
    var since = CityTime.epoch
    /// The latest booked time for which this visit was named as taking too long.
    var blamedFor: CityTime?
}
