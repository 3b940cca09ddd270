// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// What the metrics of the taxi service are read from: the fold at its end, and sums that several of them share.
@dynamicMemberLookup
struct TaxiFacts {
    let fold: TaxiFold
    let zones: [ZoneResult]
    let fairness: Fairness
    let end: CityTime

    /// Drivers who are registered, and their ended rides.
    private(set) var drivers = 0
    private(set) var rides = 0
    /// Millimetres driven to pick-ups, with passengers, otherwise.
    private(set) var ways: (toPickUp: Int64, withPassenger: Int64, other: Int64) = (0, 0, 0)
    let wishCounts: WishCounts
    /// The drivers' nanoseconds by phase.
    let times: [Double]

    init(fold: TaxiFold, zones: [ZoneResult] = [], fairness: Fairness = Fairness(rates: []), end: CityTime) {
        self.fold = fold
        self.zones = zones
        self.fairness = fairness
        self.end = end
        wishCounts = fold.wishes.total
        times = fold.phases.map { Double($0.total) }
        for driver in fold.drivers where driver.registered {
            drivers += 1
            rides += Int(driver.rides)
            ways.toPickUp += driver.distances.toPickUp
            ways.withPassenger += driver.distances.withPassenger
            ways.other += driver.distances.other
        }
    }

    /// What the fold counted itself.
    subscript<Value>(dynamicMember path: KeyPath<TaxiFold, Value>) -> Value { fold[keyPath: path] }

    /// Nanoseconds that count.
    var measured: Double { fold.measured(at: end) }
    var hours: Double { measured / 3.6e12 }
    var driverTime: Double { times.reduce(0, +) }
    /// Nanoseconds in service.
    var service: Double { times[1] + times[2] + times[3] }
    var serviceHours: Double { service / 3.6e12 }
    var offersOver: Int {
        let ended = fold.offersEnded
        return ended.accepted + ended.refused + ended.timedOut + fold.withdrawn.total
    }
    var requestsWithOffers: Int { fold.offersPerRequest.reduce(0, +) }
    var offersOfRequests: Int { fold.offersPerRequest.enumerated().reduce(0) { $0 + $1.offset * $1.element } }
    /// The largest share of wishes not aboard in time among parts of at least 20 wishes: fewer say little.
    func worstShare(_ parts: [WishCounts]) -> Double? {
        parts.filter { $0.decided >= WishCounts.fewest }.compactMap(\.notInTimeShare).max()
    }
    /// Mean waits of the zones that have one.
    var zoneWaits: [Double] { zones.compactMap { $0.wait?.mean } }
    var zoneWaitSd: Double? {
        let waits = zoneWaits
        guard waits.count > 1 else { return nil }
        let mean = waits.reduce(0, +) / Double(waits.count)
        return (waits.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(waits.count - 1)).squareRoot()
    }
    /// Open requests by nanosecond, and the mean time that one is open.
    var openRate: Double { Double(fold.openSeen) / measured }
    var openTime: Double { fold.openSeen > 0 ? Double(fold.openTime) / Double(fold.openSeen) : 0 }

    /// Events of a kind after the warm-up.
    func events(_ kind: String) -> Int { Self.codes[kind].map(fold.eventsMeasured) ?? 0 }
    private static let codes = Dictionary(
        TaxiEvent.examples.map { ($0.name, $0.code) }, uniquingKeysWith: { first, _ in first })
}
