// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting
package import TaxiRules

/// One hour of the run, by when shared rides ended.
package struct SharingHour: Codable, Hashable, Sendable {
    /// Counts from 0 at the run's start.
    package let hour: Int
    /// Shared rides that ended.
    package let rides: Int
    /// Of these, with more than one passenger aboard.
    package let together: Int
    /// Kilometres driven on them.
    package let driven: Double
    /// Kilometres that their passengers would have been driven alone, summed.
    package let alone: Double
}

/// What ride sharing came to: the object `sharing` of `summary.json`. All counts from the end of the warm-up on; counts are by
/// the words of the event log.
package struct SharingResult: Codable, Hashable, Sendable {
    /// Shared rides that ended at their last stop.
    package let rides: Int
    /// Of these, with more than one passenger aboard.
    package let together: Int
    /// Refused wishes to join by reason.
    package let joinRefused: Counts<JoinRefusal>
    /// Passengers who left before boarding, by reason.
    package let left: Counts<LeaveReason>
    /// Rides made after the warm-up, by how they ended.
    package let removed: Counts<RideRemoval>
    /// Ended rides with 1, 2, 3, 4 passengers aboard.
    package let ridesByPassengers: [Int]
    /// Ended rides with 1, 2, ... 8 and more travelers aboard.
    package let ridesByTravelers: [Int]
    /// Driven minus direct way of each passenger of a ride with several, in kilometres.
    package let detour: SampleStatistics?
    /// Driven way divided by the direct way of the same.
    package let detourRatio: SampleStatistics?
    /// How much longer the same are driven than alone, as expected at boarding, in seconds.
    package let delay: SampleStatistics?
    /// Their shares of the fee by driven distance, 0 to 1.
    package let fee: SampleStatistics?
    /// The same by direct distance.
    package let feeDirect: SampleStatistics?
    /// How far the two differ.
    package let feeDifference: SampleStatistics?
    /// Driven way divided by the direct way, as a histogram.
    package let detourRatios: Bins
    /// The same in minutes.
    package let delayMinutes: Bins
    /// The hours of the run up to the last with a shared ride.
    package let hours: [SharingHour]
}
