// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
package import TaxiRules

/// What the taxi service and its modules came to in a run, beside their metrics.
package struct TaxiResult: Hashable, Sendable {
    /// The hours of the run.
    package let hours: [HourResult]
    package let zones: [ZoneResult]
    package let drivers: [DriverResult]
    package let series: SeriesResult
    /// How many requests got 0, 1, 2, ... offers.
    package let offersPerRequest: [Int]
    /// The Lorenz curve of rides by hour in service.
    package let lorenz: [LorenzPoint]
    /// What the reservations came to; nil without the module and its events.
    package let reservations: ReservationResult?
    /// What ride sharing came to; nil without the module and its events.
    package let sharing: SharingResult?
    /// What the street came to; nil when nobody asked there.
    package let streets: StreetResult?
    /// Waits on the street by zone; not in the JSON form.
    package let streetZones: [StreetZoneResult]
    /// Whether the scenario has fares.
    package let hasFares: Bool
    /// Whether the scenario is one of recorded trips, so that the occupied share stands beside Little's line.
    package let tellsOccupied: Bool
}

/// Calls by outcome. `stored` is the sum of what follows it.
package struct CallCounts: Codable, Hashable, Sendable {
    /// Calls that broke a rule.
    package let refused: Int
    package let stored: Int
    package let fulfilled: Int
    /// Ended by the service.
    package let aborted: Int
    /// Given up by the passenger.
    package let abandoned: Int
    package let released: Int
    /// Open at the end of the run.
    package let openAtEnd: Int

    /// Ended without a ride.
    package var unserved: Int { aborted + abandoned + released }
    /// Requests that are over: of those open at the end of the run nobody knows how they would have ended.
    package var ended: Int { fulfilled + unserved }
    /// The share of the ended requests that got no ride; nil when none ended.
    package var unservedShare: Double? { ended > 0 ? Double(unserved) / Double(ended) : nil }
}

/// Wishes for a ride by what came of them (glossary "wish"). A wish that calls again counts once.
package struct WishCounts: Codable, Hashable, Sendable {
    /// Aboard within the scenario's limit after the first call.
    package internal(set) var inTime = 0
    /// Aboard later than that, or still waiting at the end of the run for longer than that.
    package internal(set) var late = 0
    /// Ended without a ride.
    package internal(set) var unserved = 0
    /// Still waiting at the end of the run, not yet for too long: left out of the wishes and of the share.
    package internal(set) var undecided = 0

    /// Parts of a city or a day with fewer wishes say little, so that none of them is the worst.
    package static let fewest = 20

    /// Those of which it is known what came of them.
    package var decided: Int { inTime + late + unserved }
    /// Those without a ride count as not in time.
    package var notInTime: Int { late + unserved }
    /// The share of the wishes that did not come aboard in time; nil without wishes.
    package var notInTimeShare: Double? { decided > 0 ? Double(notInTime) / Double(decided) : nil }

    static func += (sum: inout WishCounts, part: WishCounts) {
        sum.inTime += part.inTime
        sum.late += part.late
        sum.unserved += part.unserved
        sum.undecided += part.undecided
    }
}

/// One hour of the run.
package struct HourResult: Codable, Hashable, Sendable {
    /// Counts from 0 at the run's start.
    package let hour: Int
    /// The hour of the day at its start.
    package let hourOfDay: Int
    /// Requests stored in this hour, by what became of them.
    package let calls: CallCounts
    /// Wishes whose first request was stored in this hour, by what came of them.
    package let wishes: WishCounts
    /// Offers sent for them.
    package let offers: Int
    /// Waits of the requests stored in this hour, in seconds.
    package let wait: SampleStatistics?
    /// Shares of the drivers' time: off shift, available, to pick-up, with passenger.
    package let driverShares: [Double]
    /// Fares of the rides that ended in this hour; nil without fares. Not in the JSON form.
    package let money: HourMoney?
    /// The occupied share in two ways; nil in a run that is none of recorded trips. Not in the JSON form.
    package let occupied: HourOccupied?
}

/// One zone.
package struct ZoneResult: Codable, Hashable, Sendable {
    package let zone: ZoneID
    /// What the layout calls it: its number as written there, or a name.
    package let key: String
    package let name: String
    /// Its area in square metres; not in the JSON form.
    package internal(set) var area = 0.0
    /// Requests of this zone, by what became of them.
    package let calls: CallCounts
    /// Wishes whose first request is of this zone, by what came of them.
    package let wishes: WishCounts
    /// Aborted by stored; nil without requests.
    package let abortRate: Double?
    /// Work asked for by the time that drivers gave: stored requests times the mean busy time of a ride, by the time
    /// that drivers spent in this zone's queue or on its rides (TAXI-ASSUME-10). Nil without any driver time.
    package let offeredLoad: Double?
    /// The abort rate is above the limit.
    package let isUndersupplied: Bool
    /// Waits in seconds.
    package let wait: SampleStatistics?
    /// Drivers' times from joining the queue to an accepted offer, in seconds.
    package let queueTime: SampleStatistics?
    /// Mean number of drivers in the queue.
    package let queueLength: Double
    /// Mean number of drivers in the queue in each step of the series, warm-up included; not in the JSON form.
    package internal(set) var queueSeries: [Double] = []
    /// Hour by hour; not in the JSON form.
    package internal(set) var hours: [ZoneHourResult] = []

    /// Key and name for readers, `7 BRERA`, the name cut after so many characters; the key alone where that is the name.
    func label(most: Int = .max) -> String {
        name == key ? String(key.prefix(max(most, 22))).shown : "\(key.shown) \(String(name.prefix(most)).shown)"
    }

    private enum CodingKeys: String, CodingKey {
        case zone, key, name, calls, wishes, abortRate, offeredLoad, isUndersupplied, wait, queueTime, queueLength
    }
}

/// One zone in one hour.
package struct ZoneHourResult: Codable, Hashable, Sendable {
    /// Counts from 0 at the run's start.
    package let hour: Int
    package let stored: Int
    /// Of these, fulfilled.
    package let fulfilled: Int
    /// Of these, aborted by the service.
    package let aborted: Int
    /// Wishes whose first request was stored then and there, by what came of them.
    package let wishes: WishCounts
    /// Mean wait in seconds.
    package let waitMean: Double?
    /// Mean number of drivers in the queue, warm-up included.
    package let queueLength: Double
}

/// One driver.
package struct DriverResult: Codable, Hashable, Sendable {
    package let driver: DriverID
    /// Seats of the taxi.
    package let seats: Int
    package let rides: Int
    /// Seconds off shift, available, to pick-up, with passenger.
    package let seconds: [Double]
    /// Rides by hour in service; nil when never in service.
    package let ridesPerHour: Double?
    /// Offers accepted, refused and timed out, warm-up included.
    package let offers: [Int]
    /// Kilometres to pick-ups, with passengers, otherwise.
    package let kilometres: [Double]
    /// Nil without fares.
    package let money: DriverMoney?
}

/// Series over the whole run, warm-up included, so that the warm-up's length can be judged from them.
package struct SeriesResult: Codable, Hashable, Sendable {
    /// Seconds from one step to the next.
    package let stepSeconds: Double
    /// Requests stored in each step.
    package let stored: [Int]
    /// Fulfilled requests behind each mean.
    package let waits: [Int]
    /// Mean wait of the requests stored in each step; nil where none was fulfilled.
    package let waitMean: [Double?]
    /// Mean number of open requests.
    package let openRequests: [Double]
}

/// A point of the Lorenz curve.
package struct LorenzPoint: Codable, Hashable, Sendable {
    /// Share of the drivers, the ones with fewest rides by hour first.
    package let drivers: Double
    /// Their share of all rides by hour.
    package let rides: Double
}
