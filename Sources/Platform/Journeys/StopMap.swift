// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Synchronization
package import Transit

/// The way between a place and a stop.
struct StopWay: Hashable, Sendable {
    let stop: Int
    let cost: TravelCost
}

/// The stops of a timetable in a city: where they are, and the ways to them.
package final class StopMap: Sendable {
    package let timetable: Timetable
    /// The place of each stop.
    package let places: [Place]
    /// What changes take, on foot over the city's ways (D-26).
    package let changes: StopChanges
    /// The stops that vehicles call at.
    private let served: [Int]
    /// Their places, made ready.
    private let set: any PlaceSet
    private let walks = Mutex<Walks>(Walks())

    /// Ways on foot that were asked for, by place: people live, work and shop at a few places each.
    private struct Walks {
        struct Key: Hashable {
            let place: Place
            let areAccesses: Bool
            let longest: Distance
        }

        /// A kilobyte each where a hundred stops lie within the limit; a day of 20,000 people asks about fewer.
        static let most = 200_000
        var found: [Key: [StopWay]] = [:]
    }

    /// The longest way on foot to a stop that anybody may want.
    static let longestWalk = Distance.metres(5000)

    /// Lays the stops of a timetable on a city's plane.
    ///
    /// - Parameters:
    ///   - walk: the longest way on foot between two stops.
    ///   - change: what getting from a vehicle to another one takes beside the walk between two stops.
    package init(
        _ timetable: Timetable, layout: any ZoneLayout, router: any Router, walk: Distance = .metres(800),
        change: TimeSpan = .seconds(60)
    ) {
        self.timetable = timetable
        let places = (0..<timetable.stopCount).map { stop in
            layout.place(
                GeographicPoint(
                    longitude: Double(timetable.longitudes[stop]) / Globe.parts,
                    latitude: Double(timetable.latitudes[stop]) / Globe.parts))
        }
        let served = timetable.servedStops
        var grid = PlaceGrid(side: .metres(400))
        for stop in served { grid.insert(Int32(stop), at: places[stop]) }
        var paths: [StopPath] = []
        for stop in served {
            for other in grid.numbers(within: walk, of: places[stop]) where Int(other) != stop {
                let (start, end) = (places[stop], places[Int(other)])
                guard start.distance(to: end) <= walk,
                    let way = router.route(RouteQuery(from: start, to: end, leaving: .epoch, by: .walk)),
                    way.distance <= walk
                else { continue }
                paths.append(
                    StopPath(
                        from: stop, to: Int(other), seconds: Int32((way.duration + change).inSeconds.rounded(.up)),
                        metres: Int32(way.distance.inMetres.rounded(.up))))
            }
        }
        self.places = places
        self.served = served
        changes = StopChanges(timetable, paths: paths)
        set = router.prepared(served.map { places[$0] })
    }

    /// The ways on foot from a place to the stops around it, or from them to it, up to a length.
    func walks(_ place: Place, areAccesses: Bool, upTo longest: Distance) -> [StopWay] {
        let key = Walks.Key(place: place, areAccesses: areAccesses, longest: longest)
        if let known = walks.withLock({ $0.found[key] }) { return known }
        let found = ways(
            place, areAccesses: areAccesses, leaving: .epoch, by: .walk, TravelLimit(distance: longest))
        walks.withLock { walks in
            if walks.found.count >= Walks.most { walks.found.removeAll() }
            walks.found[key] = found
        }
        return found
    }

    /// The ways between a place and all stops within the limit.
    func ways(
        _ place: Place, areAccesses: Bool, leaving: CityTime, by mode: TravelMode, _ limit: TravelLimit
    ) -> [StopWay] {
        let costs =
            areAccesses
            ? set.costs(from: place, leaving: leaving, by: mode, user: .licensed, within: limit)
            : set.costs(to: place, leaving: leaving, by: mode, user: .licensed, within: limit)
        return costs.map { StopWay(stop: served[$0.place], cost: $0.cost) }
    }

    /// The stops nearest to a place, straight, nearest first; ties by number.
    func nearest(_ count: Int, to place: Place, within limit: Distance) -> [Int] {
        var near: [(distance: Distance, stop: Int)] = []
        for stop in served {
            let one = (distance: places[stop].distance(to: place), stop: stop)
            guard one.distance <= limit, near.count < count || one < near[near.count - 1] else { continue }
            near.insert(one, at: near.firstIndex { one < $0 } ?? near.count)
            if near.count > count { near.removeLast() }
        }
        return near.map(\.stop)
    }
}
