// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// People whose day is a plan, with equal habits.
struct PeopleGroup: Sendable {
    /// Unique among the groups.
    var name = ""
    var count = 0
    /// Where they live.
    var home = ZoneWeights.area
    /// Where they work; nil for who works at home.
    var work: ZoneWeights?
    /// The shares who own a bicycle and a car.
    var bicycles = 0.0
    var cars = 0.0
    /// The shares who use each of the means of others.
    var transit = 1.0
    var taxis = 1.0
    var sharedBicycles = 1.0
    var sharedCars = 1.0
    /// The group of taxi passengers whose habits they have; nil for the first.
    var like: String?
    /// The services that they use beside taxis.
    var uses: [UsedService] = []
    /// The longest ways on foot and by bicycle that they want.
    var walk = Distance.metres(2000)
    var cycle = Distance.metres(6000)
    /// How long before its start they mean to be at an activity, in seconds; drawn for each.
    var early = Distribution.constant(300)
    /// The share who prefer low emission (TRIP-D11).
    var lowEmission = 0.0
    /// The share who use the planner: it tells them when it is time to leave.
    var planner = 0.0
    /// The share of them who reserve the taxi of a plan that begins with one, as soon as they have entered what it is for.
    var reserves = 0.0
    /// Of those, from the notice to setting out, in seconds.
    var reaction = Distribution.constant(60)
    /// The lunch that some of the planner's users want to be kept free; nil for none (TRIP-LUNCH).
    var lunch: LunchHabit?
    /// The delay of the links of their phones to the server, in seconds; nil for that of the city (PERF-08).
    var delay: Distribution?
    /// How often their phones are dead, and for how long; nil for never (TRIP-OFFLINE).
    var deadPhones: DeadPhones?
    /// What they do on the days of the week; the first entry that names a day holds.
    var days: [DayPattern] = []
    /// A table with what they do on single days beside (path resolved); nil for nothing.
    var calendar: String?
}

extension PeopleGroup {
    /// What they are to other services.
    func guestClaims(at path: String) -> [GuestClaim] {
        var claims = like.map { [GuestClaim.carried(like: $0, path: "\(path).like")] } ?? []
        for (row, use) in uses.enumerated() {
            claims.append(.uses(service: use.service, like: use.like, path: "\(path).uses.\(row)"))
        }
        for (row, day) in days.enumerated() {
            for (number, activity) in day.activities.enumerated() {
                guard let service = activity.at else { continue }
                claims.append(.visits(service: service, path: "\(path).days.\(row).activities.\(number).at"))
            }
        }
        return claims
    }
}

/// Phones that are dead at times: a flat battery, or no link (TRIP-OFFLINE).
struct DeadPhones: Sendable {
    /// For how long one works, in seconds.
    var after = Distribution.exponential(mean: 28_800)
    /// For how long it is dead then, in seconds.
    var length = Distribution.exponential(mean: 1800)
}

/// A lunch that is kept free each day (TRIP-LUNCH).
struct LunchHabit: Sendable {
    /// The share who want it.
    var share = 1.0
    /// From when until when it may be, in seconds after midnight.
    var from = 43_200.0
    var until = 50_400.0
    var length = TimeSpan.minutes(30)
}

/// A service that people go to, and whose habits they have there.
struct UsedService: Sendable {
    /// Its key in the scenario.
    var service = ""
    /// The share who use it.
    var share = 1.0
    /// The group of that service whose habits they have.
    var like = ""
}

/// What people do on some days of the week.
struct DayPattern: Sendable {
    /// 0 for Monday to 6 for Sunday; none for all.
    var on: [Int] = []
    var activities: [ActivityPattern] = []

    func holds(on weekday: Int) -> Bool { on.isEmpty || on.contains(weekday) }
}

/// An activity as it is drawn each day.
struct ActivityPattern: Sendable {
    /// Where it is.
    enum Site: Sendable {
        case home, work
        /// Somewhere within 500 m of where one is.
        case near
        case zones(ZoneWeights)
    }

    var name = ""
    var site = Site.work
    /// The service that it is done at, which says where and how long; nil for what is done alone.
    var at: String?
    /// The share of days on which it is done.
    var share = 1.0
    /// When it begins, in seconds after midnight; nil for one that begins within `window`.
    var start: Distribution?
    /// From when until when it may be, after midnight, when its start is free.
    var window: ClosedRange<TimeSpan>?
    /// How long it takes, in seconds.
    var length = Distribution.constant(3600)

    var service: ServiceID? { at.map { ServiceID($0) } }
}

/// Shared vehicles of one provider.
struct SharedFleet: Sendable {
    var provider = ""
    var means = TravelMeans.sharedBicycle
    var count = 0
    /// Where they stand at the start of the run.
    var zones = ZoneWeights.equal
}

/// What stands under `trips` in a scenario.
struct TripsSection: Sendable {
    /// Whether people use the planner; if not, the day is otherwise the same.
    var hasPlanner = true
    /// How long before the start of an event one is to be there (TRIP-R29).
    var margin = TimeSpan.minutes(10)
    /// A GeoJSON file with the region that the planner serves (path resolved); nil for the city's outline (AVAIL-05).
    var region: String?
    /// Whether what services agree with people stands in their calendars (SIM-12).
    var hasEngagements = true
    /// The shared vehicles.
    var vehicles: [SharedFleet] = []
}
