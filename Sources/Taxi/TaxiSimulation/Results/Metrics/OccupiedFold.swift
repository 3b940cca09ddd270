// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// How many rides begin in each hour and how long they last, gathered from their begins and ends alone; there is one in a run of
/// recorded trips. Little's law makes of these and of the taxis in service the share of time with a passenger, which the statuses of
/// drivers tell as well. A ride counts where it begins, after the warm-up; memory follows drivers and hours.
struct OccupiedFold {
    /// Rides that begin in an hour, and what they last, in nanoseconds.
    struct Sum {
        var rides = 0
        var time = Int64(0)

        /// In seconds; nil without a ride.
        var mean: Double? { rides > 0 ? Double(time) * 1e-9 / Double(rides) : nil }
    }

    /// By the hour of the run.
    private(set) var hours: [Sum] = []
    /// By the number of the driver: when the ride under way began, and whether it counts.
    private var under: [(since: Int64, counts: Bool)?] = []

    /// Of all hours.
    var all: Sum {
        hours.reduce(into: Sum()) {
            $0.rides += $1.rides
            $0.time += $1.time
        }
    }

    /// Of an hour of the run.
    func hour(_ index: Int) -> Sum { index < hours.count ? hours[index] : Sum() }

    /// Somebody gets in. Of a shared ride the first one begins it.
    mutating func begin(_ driver: Int, at now: Int64, in hour: Int, counts: Bool) {
        while under.count <= driver { under.append(nil) }
        guard under[driver] == nil else { return }
        under[driver] = (now, counts)
        guard counts else { return }
        while hours.count <= hour { hours.append(Sum()) }
        hours[hour].rides += 1
    }

    /// The ride ends, at an instant so many nanoseconds after midnight of 1970; `hour` tells the one of an instant.
    mutating func end(_ driver: Int, at now: Int64, _ hour: (Int64) -> Int) {
        guard driver < under.count, let ride = under[driver] else { return }
        under[driver] = nil
        if ride.counts { hours[hour(ride.since)].time += now - ride.since }
    }

    /// Rides under way last at least up to here.
    mutating func close(at end: Int64, _ hour: (Int64) -> Int) {
        for driver in under.indices { self.end(driver, at: end, hour) }
    }
}

extension TaxiFold {
    /// A ride begins.
    mutating func beginRide(_ driver: DriverID) {
        guard occupied != nil else { return }
        let (index, time, hour, counts) = (reach(driver), now.nanoseconds, self.hour, isMeasured)
        occupied?.begin(index, at: time, in: hour, counts: counts)
    }

    /// A ride ends.
    mutating func endRide(_ driver: DriverID) {
        guard occupied != nil else { return }
        let (index, time, start) = (reach(driver), now.nanoseconds, context.start)
        occupied?.end(index, at: time) { Self.hour(ofNanoseconds: $0, from: start) }
    }

    /// Rides under way count up to here.
    mutating func closeRides(at end: CityTime) {
        let start = context.start
        occupied?.close(at: end.nanoseconds) { Self.hour(ofNanoseconds: $0, from: start) }
    }

    private static func hour(ofNanoseconds time: Int64, from start: CityTime) -> Int {
        max(0, Int((time - start.nanoseconds) / 3_600_000_000_000))
    }

    /// The rides that begin in an hour of the run, beside the drivers' time there; nil where none is told of.
    func occupied(ofHour index: Int) -> HourOccupied? {
        occupied.map { fold in
            let (sum, times) = (fold.hour(index), times(ofHour: index))
            return HourOccupied(
                rides: sum.rides, rideMean: sum.mean.map(tidy), service: tidy((times[1] + times[2] + times[3]) * 1e-9),
                riding: tidy(times[3] * 1e-9))
        }
    }
}
