// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
public import Reporting
public import TaxiRules

/// One hour of the run, by when shared rides ended.
public struct SharingHour: Codable, Hashable, Sendable {
    /// Counts from 0 at the run's start.
    public let hour: Int
    /// Shared rides that ended.
    public let rides: Int
    /// Of these, with more than one passenger aboard.
    public let together: Int
    /// Kilometres driven on them.
    public let driven: Double
    /// Kilometres that their passengers would have been driven alone, summed.
    public let alone: Double
}

/// What ride sharing came to: the object `sharing` of `summary.json`. All counts from the end of the warm-up on; counts are by
/// the words of the event log.
public struct SharingResult: Codable, Hashable, Sendable {
    /// Shared rides that ended at their last stop.
    public let rides: Int
    /// Of these, with more than one passenger aboard.
    public let together: Int
    /// Refused wishes to join by reason.
    public let joinRefused: Counts<JoinRefusal>
    /// Passengers who left before boarding, by reason.
    public let left: Counts<LeaveReason>
    /// Rides made after the warm-up, by how they ended.
    public let removed: Counts<RideRemoval>
    /// Ended rides with 1, 2, 3, 4 passengers aboard.
    public let ridesByPassengers: [Int]
    /// Ended rides with 1, 2, ... 8 and more travelers aboard.
    public let ridesByTravelers: [Int]
    /// Driven minus direct way of each passenger of a ride with several, in kilometres.
    public let detour: SampleStatistics?
    /// Driven way divided by the direct way of the same.
    public let detourRatio: SampleStatistics?
    /// How much longer the same are driven than alone, as expected at boarding, in seconds.
    public let delay: SampleStatistics?
    /// Their shares of the fee by driven distance, 0 to 1.
    public let fee: SampleStatistics?
    /// The same by direct distance.
    public let feeDirect: SampleStatistics?
    /// How far the two differ.
    public let feeDifference: SampleStatistics?
    /// Driven way divided by the direct way, as a histogram.
    public let detourRatios: Bins
    /// The same in minutes.
    public let delayMinutes: Bins
    /// The hours of the run up to the last with a shared ride.
    public let hours: [SharingHour]
}
