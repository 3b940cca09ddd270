// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A taxi's way to its meeting point, as the service knows it.
struct Approach: Sendable {
    /// Where the taxi was when its driver accepted.
    let start: Place
    /// When the taxi was at its last known position.
    var readAt: CityTime
    /// The route from there, once somebody asked when the taxi comes: its line stays, whatever the hour.
    private var path: JourneyPath?

    init(start: Place, readAt: CityTime) {
        self.start = start
        self.readAt = readAt
    }

    /// When the taxi is expected, from a known position on the way (TAXI-CALL-15): the share of the way that is left there.
    /// Counted from the time of that position and not from now, so that a taxi at an even pace keeps its announced arrival however
    /// seldom it reports. One that is late is expected now.
    mutating func arrival(from position: Place, to meeting: Place, by travel: any Router, at now: CityTime) -> CityTime
    {
        let journey = travel.approach(from: start, to: meeting, leaving: readAt)
        guard start != meeting, position != start else { return max(now, readAt + journey.duration) }
        let path = path ?? journey.path
        self.path = path
        let left = journey.duration.inSeconds * path.shareLeft(from: position)
        return max(now, readAt + TimeSpan.seconds(left).roundedToMilliseconds)
    }
}

extension TaxiDuty {
    /// When the taxi is expected where it meets its passenger; now when it is on no ride.
    public mutating func arrival(by travel: any Router, at now: CityTime) -> CityTime {
        guard isOnRide else { return now }
        return approach.arrival(from: position, to: current.place, by: travel, at: now)
    }
}
