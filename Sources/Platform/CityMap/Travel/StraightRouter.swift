// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Ways by distance: the straight line times a circuity factor, at free speed times the traffic factor of the hour.
///
/// The hour is that of the departure, also for a drive that lasts into the next: TAXI-CALL-15 gives
/// now + distance / (free speed x traffic factor of the hour). Durations are whole milliseconds.
public final class StraightRouter: Router {
    /// Metres per second on empty streets.
    public let freeSpeed: Double
    /// The share of free speed that traffic leaves, by hour of departure.
    public let trafficFactors: DayProfile
    /// How much longer a route along the streets is than the straight line; 1 or more.
    public let circuity: Double
    /// Metres per second on foot.
    public let walkingSpeed: Double
    /// Metres per second by bicycle.
    public let cyclingSpeed: Double

    /// Makes the router.
    ///
    /// - Parameters:
    ///   - freeSpeed: metres per second on empty streets, above 0.
    ///   - trafficFactors: factors above 0, for the hours of the day, the same every day or by day.
    ///   - circuity: route along the streets over straight line, at least 1; for driving and walking alike.
    ///   - walkingSpeed: metres per second on foot, above 0.
    ///   - cyclingSpeed: metres per second by bicycle, above 0; 15 km/h unless stated.
    public init(
        freeSpeed: Double, trafficFactors: DayProfile = .even(1), circuity: Double = 1,
        walkingSpeed: Double = 1.4, cyclingSpeed: Double = 15 / 3.6
    ) {
        precondition(freeSpeed > 0 && freeSpeed.isFinite, "free speed \(freeSpeed) m/s is not above 0")
        precondition(walkingSpeed > 0 && walkingSpeed.isFinite, "walking speed \(walkingSpeed) m/s is not above 0")
        precondition(cyclingSpeed > 0 && cyclingSpeed.isFinite, "cycling speed \(cyclingSpeed) m/s is not above 0")
        precondition(circuity >= 1 && circuity.isFinite, "circuity \(circuity) is not at least 1")
        precondition(
            trafficFactors.rows.allSatisfy { $0.allSatisfy { $0 > 0 && $0.isFinite } },
            "traffic factors \(trafficFactors.rows) are not numbers above 0")
        self.freeSpeed = freeSpeed
        self.trafficFactors = trafficFactors
        self.circuity = circuity
        self.walkingSpeed = walkingSpeed
        self.cyclingSpeed = cyclingSpeed
    }

    /// The straight line, for a drive at the speed of the hour of departure; never nil.
    @inline(__always)
    public func route(_ query: RouteQuery) -> Journey? {
        let length = distance(from: query.start, to: query.end)
        let speed =
            switch query.mode {
            case .walk: walkingSpeed
            case .cycle: cyclingSpeed
            case .drive, .wait: freeSpeed * trafficFactors[query.leaving]
            }
        // Millimetres over metres per second are milliseconds.
        return Journey(straight: query, length, .milliseconds(Int(Int64(nearest: Double(length.millimetres) / speed))))
    }

    /// The straight distance times the circuity, rounded to the millimetre.
    @inline(__always)
    public func distance(from start: Place, to end: Place) -> Distance {
        let straight = start.distance(to: end)
        return circuity == 1
            ? straight : Distance(millimetres: Int64(nearest: Double(straight.millimetres) * circuity))
    }
}
