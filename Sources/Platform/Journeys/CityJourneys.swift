// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Transit

/// Plans journeys over all means of a city: on foot, by bicycle, car and hired vehicle along its ways, by the vehicles of its lines,
/// and by lines with a bicycle or a hired vehicle as the first or the last leg.
///
/// An answer follows from the query and from what was given here, whatever was asked before: it is the same in every process.
package final class CityJourneys: JourneyPlanner {
    /// A time in which lines do not run (D-27).
    package struct Strike: Hashable, Sendable {
        /// The means whose lines are struck.
        package let means: TravelMeansSet
        package let from: CityTime
        package let until: CityTime

        package init(means: TravelMeansSet, from: CityTime, until: CityTime) {
            (self.means, self.from, self.until) = (means, from, until)
        }
    }

    let router: any Router
    let lines: LineJourneys?
    private let instants: [CityTime]
    /// The hours of the day that begin with other traffic than there was before; all where traffic differs by day.
    private let hours: [Int]

    /// Makes a planner.
    ///
    /// - Parameters:
    ///   - router: the ways along streets.
    ///   - stops: the timetable's stops in the city; nil where there is no timetable.
    ///   - strikes: when lines do not run.
    ///   - instants: when something that journeys depend on begins or ends, such as rain and closed streets.
    ///   - traffic: the share of its speed that traffic leaves to a drive, by hour.
    package init(
        router: any Router, stops: StopMap? = nil, strikes: [Strike] = [], instants: [CityTime] = [],
        traffic: DayProfile = .even(1)
    ) {
        self.router = router
        lines = stops.map { LineJourneys($0, strikes: strikes) }
        self.instants = (instants + strikes.flatMap { [$0.from, $0.until] }).sorted()
        let day = traffic.values(on: .epoch)
        hours =
            traffic.isSameEveryDay
            ? day.indices.filter { day[$0] != day[($0 + day.count - 1) % day.count] } : Array(0..<24)
    }

    package func version(at time: CityTime) -> Int64 {
        let days = ServiceDay(of: time).number
        let passed = Int(days) * hours.count + hours.count { $0 <= time.hourOfDay } + instants.count { $0 <= time }
        return Int64(passed)
    }

    package func version(at now: CityTime, ofJourneysFrom departure: CityTime) -> Int64 {
        version(at: max(now, departure))
    }

    package func options(_ query: JourneyQuery) -> [JourneyOption] {
        let ways = StreetWays(router: router, query: query)
        var choice = JourneyChoice(query)
        guard query.start != query.end else {
            choice.add([])
            return choice.best
        }
        for parts in Self.direct(query, ways) {
            let legs =
                switch query.time {
                case .leaving(let time): ways.legs(parts, leaving: time)
                case .arriving(let time): ways.legs(parts, arriving: time)
                }
            if let legs { choice.add(legs, callAhead: Self.callAhead(legs, ways)) }
        }
        lines?.add(to: &choice, ways)
        return choice.best
    }

    /// How long the vehicle that a journey begins with is waited for.
    static func callAhead(_ legs: [JourneyLeg], _ ways: StreetWays) -> TimeSpan {
        legs.first.map { $0.means == .hired ? ways.wait(at: $0.start) : .zero } ?? .zero
    }

    /// The journeys along streets alone.
    private static func direct(_ query: JourneyQuery, _ ways: StreetWays) -> [[StreetPart]] {
        query.means.list.compactMap { means in
            switch means {
            case .walk, .hired: return [StreetPart(means: means, start: query.start, end: query.end)]
            case .ownBicycle, .sharedBicycle, .ownCar, .sharedCar:
                guard let vehicle = ways.vehicle(means, near: query.start) else { return nil }
                return StreetWays.parts([
                    StreetPart(means: .walk, start: query.start, end: vehicle.place),
                    StreetPart(means: means, start: vehicle.place, end: query.end, vehicle: vehicle),
                ])
            case .bus, .tram, .metro, .train, .ferry: return nil
            }
        }
    }
}

extension StreetWays {
    /// The nearest vehicle of some means that may be walked to; a person's own one wherever it stands.
    func vehicle(_ means: TravelMeans, near place: Place) -> ParkedVehicle? {
        if means == .ownBicycle || means == .ownCar {
            return query.own.filter { $0.means == means }
                .min {
                    ($0.place.distance(to: place), $0.number) < ($1.place.distance(to: place), $1.number)
                }
        }
        return query.shared?.nearest(means, to: place, within: longestWalk)
    }
}
