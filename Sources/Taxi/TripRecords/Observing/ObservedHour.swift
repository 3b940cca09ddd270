// SPDX-License-Identifier: GPL-3.0-or-later

/// What a record, or a run, shows of an hour: a line of `observed.csv` or `observed-days.csv`.
package struct ObservedHour: Hashable, Sendable {
    /// `mon-fri`, or a date.
    package var days: String
    package var hour: Int
    /// How many hours of it were recorded.
    package var recorded: Double
    /// Rides that began, in a mean hour of the clock.
    package var trips: Double
    /// Lengths of rides in seconds: mean and quartiles.
    package var ride: [Double?]
    /// Different taxis that rode or searched in the hour of a day, however long of it was recorded; nil without taxis in the record.
    package var seen: Double?
    /// The mean number of taxis that ride or search.
    package var atWork: Double?
    /// The share of their work in which taxis had a passenger.
    package var occupied: Double?
    /// Times vacant before a ride in seconds: mean, 10, 25, 50, 75 and 90 %.
    package var vacant: [Double?]
    /// The mean number of taxis of which something is heard: riding wherever it leads, searching, or resting without a long silence.
    package var heard: Double?
    /// People who asked for a taxi, in a mean hour of the clock; nil in a record, which has only those who were served.
    package var asked: Double?

    /// The mean length of a ride in seconds.
    package var rideMean: Double? { ride[0] }
    /// The middle length of a ride in seconds.
    package var rideMedian: Double? { ride[2] }
    /// The share of taxis of which something is heard that have a passenger.
    package var occupiedOfHeard: Double? {
        guard let occupied, let atWork, let heard, heard > 0 else { return nil }
        return occupied * atWork / heard
    }
    /// So many of these calls as came about of those that were asked for in the hour. Where nobody asked nothing is known of who would be
    /// served: all, and there may still be too few calls.
    package func served(of calls: Double) -> Double {
        guard let asked, asked > 0 else { return calls }
        return calls * trips / asked
    }
    /// The middle time vacant before a ride in seconds.
    package var vacantMedian: Double? { vacant[3] }

    /// The columns of numbers behind the kind of day and the hour.
    static let columns = [
        "recorded_hours", "trips", "ride_mean_s", "ride_q25_s", "ride_median_s", "ride_q75_s", "taxis_seen",
        "taxis_at_work", "occupied_share", "vacant_mean_s", "vacant_q10_s", "vacant_q25_s", "vacant_median_s",
        "vacant_q75_s", "vacant_q90_s", "taxis_heard",
    ]

    /// What each column may hold: an hour of a city has no million rides, and no ride takes a day.
    static let limits: [ClosedRange<Double>] = [
        0.001...1e6, 0...1e6, 1...86_400, 1...86_400, 1...86_400, 1...86_400, 0...1e6, 0...1e6, 0...1, 0...1e6, 0...1e6,
        0...1e6, 0...1e6, 0...1e6, 0...1e6, 0...1e6,
    ]
    /// The columns of quantiles, which rise: of rides, and of vacant times.
    static let quantiles = [3...5, 10...14]

    /// The mean of hours of equal names, of those of which each number is known.
    static func mean(_ hours: [ObservedHour]) -> ObservedHour {
        func mean(_ value: (ObservedHour) -> Double?) -> Double? {
            let known = hours.compactMap(value)
            return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
        }
        var all = hours[0]
        all.trips = mean { $0.trips } ?? 0
        all.ride = all.ride.indices.map { index in mean { $0.ride[index] } }
        all.asked = mean { $0.asked }
        all.seen = mean { $0.seen }
        all.heard = mean { $0.heard }
        all.atWork = mean { $0.atWork }
        all.occupied = mean { $0.occupied }
        all.vacant = all.vacant.indices.map { index in mean { $0.vacant[index] } }
        return all
    }
}
