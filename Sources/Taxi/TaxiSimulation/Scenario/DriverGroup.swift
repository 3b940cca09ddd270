// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage
package import TaxiRules

/// A group of drivers with equal habits.
package struct DriverGroup: Sendable {
    /// Name, unique among driver groups.
    package var name: String
    /// How many drivers, 1 or more.
    package var count: Int
    /// Seats with weights (INV-DriverMandatoryData: seats above 0).
    package var seats: [SeatShare] = [SeatShare(seats: 4, weight: 1)]
    /// Where drivers' shifts begin: dealt over the zones in turn when equal, else drawn once for each.
    package var start: ZoneWeights = .area
    /// When they work; nil for the whole run.
    package var shift: ShiftPlan?
    /// How many are on duty over the day, in place of shifts; nil for none.
    package var onDuty: DayProfile?
    /// How long each stays on duty with `onDuty`, in seconds; nil for as long as the number allows.
    package var stint: Distribution?
    /// How long nobody can get in after a ride from the street, in seconds; nil for no time.
    package var turnaround: Distribution?
    /// When they come, in place of shifts: as a Poisson stream, each for some rides; nil for none.
    package var arrivals: DriverArrivals?
    /// How they answer offers.
    package var answer = AnswerHabit()
    /// What they do while available.
    package var idle: IdleHabit = .stay
    /// Interval of position reports while in service; nil for none beside status changes, borders and meeting points.
    package var positionInterval: TimeSpan?
    /// Time from arrival to the confirmation of boarding, in seconds; above 0 in most cities.
    package var boarding: Distribution = .constant(0)
    /// Share of rides after which the passenger is reported (TAXI-REPORT-01).
    package var badReports = 0.0
    /// How their phone announces an offer.
    package var alert: AlertMode = .sound
    /// A driver who was put out of service by leaving all zones comes back after this many seconds.
    package var returnToService: Distribution = .constant(60)

    /// A group with default habits.
    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }

    /// The role that brings them into the city: what services go by that give people further roles.
    package static let role = RoleName.driver
    /// Whether they are on shift through the whole run, so that nothing else can have hold of them.
    package var isAlwaysOnShift: Bool { shift == nil && arrivals == nil && onDuty == nil }
}

/// One entry of a seat table.
package struct SeatShare: Sendable, Equatable {
    /// Seats for travelers, 1 or more.
    package var seats: Int32
    /// Weight, 0 or more.
    package var weight: Double

    package init(seats: Int32, weight: Double) {
        self.seats = seats
        self.weight = weight
    }
}

/// When a driver works, every day alike.
package struct ShiftPlan: Sendable {
    /// Start of the shift in seconds after midnight, drawn anew each day.
    package var start: Distribution
    /// Length of the shift in seconds.
    package var length: Distribution
    /// Breaks in a shift; nil for none. A driver on a break is off shift (DEC-STATUS-NAMES).
    package var breaks: BreakPlan?

    /// Makes a plan without breaks.
    package init(start: Distribution, length: Distribution) {
        self.start = start
        self.length = length
    }
}

/// Drivers who come one by one, as a Poisson stream, out of those who are off shift.
package struct DriverArrivals: Sendable {
    /// Mean number of arrivals a day.
    package var perDay: Double
    /// Rides after which a driver goes off shift; nil to stay.
    package var rides: Int?

    /// Drivers who come and stay.
    package init(perDay: Double) {
        self.perDay = perDay
    }
}

/// Breaks during a shift.
package struct BreakPlan: Sendable {
    /// Time in service before a break, in seconds.
    package var after: Distribution
    /// Length of a break, in seconds.
    package var length: Distribution

    package init(after: Distribution, length: Distribution) {
        self.after = after
        self.length = length
    }
}

/// How a driver answers offers. What is neither accepted nor refused is left to lapse.
package struct AnswerHabit: Sendable {
    /// Reaction time in seconds.
    package var reaction: Distribution = .constant(5)
    /// Probability of accepting, 0 to 1.
    package var accept = 1.0
    /// Probability of refusing, 0 to 1; `accept + refuse <= 1`, the rest stays silent.
    package var refuse = 0.0
    /// Factors on `accept` by hour of the day; what is lost is refused.
    package var byHour: DayProfile?
    /// Share of `accept` lost for each kilometre to the meeting point; what is lost is refused.
    package var lostPerKilometre = 0.0

    /// Accepts everything after 5 s.
    package init() {}
}

/// What a driver does while available.
package enum IdleHabit: Sendable {
    /// Stays where the last ride ended.
    case stay
    /// Drives to a random place of a random neighbourhood after a pause in seconds, again and again; the place lies at
    /// most `radius` away.
    case cruise(pause: Distribution, radius: Distance)
    /// Returns to a zone, drawn once for each driver, after a pause in seconds; stays there.
    case returnTo(ZoneWeights, pause: Distribution)
    /// Drives to a zone where rides are, again and again.
    case seek(SeekHabit)
    /// Drives to a zone by learned weights from zone to zone, again and again.
    case moves(PeriodTable)

    /// The time without a ride after which a driver with learned weights goes on.
    static let movesAgain = TimeSpan.minutes(10)

    /// The time without a ride after which a driver who seeks rides goes on; nil for other habits.
    var again: TimeSpan? {
        switch self {
        case .stay, .cruise, .returnTo: nil
        case .seek(let habit): habit.again
        case .moves: Self.movesAgain
        }
    }
}

/// How free taxis seek rides: a zone is drawn by its weight times exp(-distance / scale).
package struct SeekHabit: Sendable {
    /// What draws drivers to a zone.
    package enum Weights: Sendable {
        /// The mean number of calls that begin there in this hour.
        case rides
        /// All zones alike.
        case zones
    }

    /// The distance over which the attraction falls to 37 %.
    package var scale = Distance.metres(4000)
    /// The time without a ride after which the driver goes on.
    package var again = TimeSpan.minutes(10)
    package var weights = Weights.rides
}
