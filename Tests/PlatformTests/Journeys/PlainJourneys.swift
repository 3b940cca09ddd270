// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RuleTestKit
import Testing

@testable import Journeys
@testable import Transit

/// A small city drawn by chance: a random timetable on a square of 4 km, vehicles that stand about, and a person who goes from a place to
/// another one.
struct RandomJourneyCity {
    static let layout = GridLayout(
        rows: 4, columns: 4, side: .metres(1000), anchor: GeographicPoint(longitude: 9, latitude: 45))
    static let midnight = ServiceDay.thursday.midnight

    var feed: RandomFeed
    let router: any Router
    let stops: StopMap
    let planner: CityJourneys
    let shared: VehicleStands
    let fleet: [ParkedVehicle]
    let own: ParkedVehicle
    let seed: Int

    final class Waits: WaitingTimes {
        let wait: TimeSpan

        init(_ wait: TimeSpan) { self.wait = wait }

        func recentWait(at place: Place) -> TimeSpan { wait }
    }

    init(seed: Int, traffic: [Double] = Array(repeating: 1, count: 24), strikes: [CityJourneys.Strike] = []) throws {
        self.seed = seed
        var numbers = SplitMix64(seed: seed + 77_000)
        feed = RandomFeed(seed: seed)
        feed.positions = (0..<feed.stopCount).map { _ in
            let point = Self.layout.geographic(Self.place(&numbers))
            return "\(point.latitude),\(point.longitude)"
        }
        router = StraightRouter(freeSpeed: 8, trafficFactors: DayProfile(traffic), circuity: 1.3)
        let timetable = try feed.timetable
        stops = StopMap(timetable, layout: Self.layout, router: router)
        for from in 0..<feed.stopCount {
            for to in 0..<feed.stopCount {
                feed.walks[from][to] = stops.changes.walk(from: from, to: to).map { Int($0) }
            }
        }
        planner = CityJourneys(router: router, stops: stops, strikes: strikes)
        fleet = (0..<numbers.below(12)).map {
            ParkedVehicle(number: Int32($0), means: .sharedBicycle, place: Self.place(&numbers))
        }
        shared = VehicleStands(fleet)
        own = ParkedVehicle(number: 100, means: .ownBicycle, place: Self.place(&numbers))
    }

    static func place(_ numbers: inout SplitMix64) -> Place {
        Place(metresEast: Double(numbers.below(4_000)), north: Double(numbers.below(4_000)))
    }

    func query(_ numbers: inout SplitMix64, _ time: JourneyTime) -> JourneyQuery {
        var query = JourneyQuery(from: Self.place(&numbers), to: Self.place(&numbers), time)
        query.limits.walk = .metres(300 + numbers.below(2_000))
        query.limits.cycle = .metres(1_000 + numbers.below(4_000))
        query.limits.options = 100
        query.limits.changes = 5
        query.own = [own]
        query.shared = shared
        return query
    }
}

/// The plainest planner there is: for each combination it tries all that the router and the plain search in timetables give.
struct PlainJourneys {
    let city: RandomJourneyCity
    let query: JourneyQuery
    private let trips: PlainTransit

    init(_ city: RandomJourneyCity, _ query: JourneyQuery) {
        (self.city, self.query) = (city, query)
        trips = PlainTransit(feed: city.feed, trips: city.feed.running())
    }

    private func cost(_ means: TravelMeans, _ start: Place, _ end: Place, _ time: CityTime) -> (
        seconds: Double, metres: Double
    )? {
        guard let mode = means.mode,
            let way = city.router.route(RouteQuery(from: start, to: end, leaving: time, by: mode, user: .licensed))
        else { return nil }
        let metres = way.distance.inMetres
        let isAllowed =
            switch means {
            case .walk: metres <= query.limits.walk.inMetres
            case .ownBicycle, .sharedBicycle: metres <= query.limits.cycle.inMetres
            case .hired: metres >= 1000
            default: true
            }
        return isAllowed ? (way.duration.inSeconds, metres) : nil
    }

    private func vehicle(_ means: TravelMeans, near place: Place) -> ParkedVehicle? {
        if means == .ownBicycle { return city.own }
        return city.fleet.filter { $0.means == means && $0.place.distance(to: place) <= query.limits.walk }
            .min { ($0.place.distance(to: place), $0.number) < ($1.place.distance(to: place), $1.number) }
    }

    /// Seconds between a place and another one by one means with the walk to its vehicle.
    private func seconds(_ means: TravelMeans, _ start: Place, _ end: Place, _ time: CityTime) -> Double? {
        guard means == .ownBicycle || means == .sharedBicycle else { return cost(means, start, end, time)?.seconds }
        guard let vehicle = vehicle(means, near: start), let walk = cost(.walk, start, vehicle.place, time),
            let cycle = cost(means, vehicle.place, end, time)
        else { return nil }
        return walk.seconds + cycle.seconds
    }

    /// The earliest arrival by some of the means, lines always among them or not, in seconds of the day; nil for none.
    func arrival(leaving second: Int, by means: [TravelMeans], lines: Bool) -> Double? {
        let time = RandomJourneyCity.midnight + .seconds(second)
        var best = means.compactMap { seconds($0, query.start, query.end, time) }.map { Double(second) + $0 }.min()
        guard lines else { return best }
        let others = means.filter { $0 != .walk }
        for (first, last) in [(.walk, .walk)] + others.map({ ($0, .walk) }) + others.map({ (.walk, $0) })
            as [(TravelMeans, TravelMeans)]
        {
            func offsets(_ ends: TravelMeans, _ areAccesses: Bool) -> [StopOffset] {
                (0..<city.feed.stopCount).filter { city.stops.timetable.servedStops.contains($0) }.compactMap { stop in
                    let place = city.stops.places[stop]
                    let span =
                        areAccesses
                        ? seconds(ends, query.start, place, time) : seconds(ends, place, query.end, time)
                    return span.map { StopOffset(stop: stop, seconds: Int32($0.rounded(.up))) }
                }
            }
            var asked = TransitQuery(accesses: offsets(first, true), egresses: offsets(last, false))
            asked.longestWalk = Int32(query.limits.walk.inMetres)
            // The last leg is timed to the millisecond.
            for end in asked.egresses {
                let one = TransitQuery(accesses: asked.accesses, egresses: [StopOffset(stop: end.stop, seconds: 0)])
                var limited = one
                limited.longestWalk = asked.longestWalk
                guard let there = trips.arrivals(limited, leaving: second, most: query.limits.changes + 1).last ?? nil,
                    let rest = seconds(last, city.stops.places[end.stop], query.end, time)
                else { continue }
                best = min(best ?? .infinity, Double(there) + rest)
            }
        }
        return best
    }
}
