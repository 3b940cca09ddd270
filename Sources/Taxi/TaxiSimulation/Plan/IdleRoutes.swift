// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// Routes of available taxis that leave all zones, because the layout has gaps or an outline with bays.
///
/// Looked for in a fixed sample of the routes that the habit of a group of drivers makes, a few thousand at the most, so that a
/// large map costs no more than a small one. A route is found when it meets ground in no zone: the same question that
/// simulated taxis ask.
struct IdleRoutes {
    /// Routes of one group.
    struct Found {
        let group: Int
        let tried: Int
        let leaving: Int
        /// A route that leaves all zones, by the zones at its ends.
        let example: (from: ZoneID, to: ZoneID)
    }

    /// The groups of which a route leaves all zones, in file order.
    let found: [Found]

    private struct Route {
        let from: ZoneID
        let start: Place
        let to: ZoneID
        let end: Place
    }

    /// What the routes of a group depend on.
    private enum Habit: Equatable {
        case staying
        case returning(ZoneWeights)
        case cruising(Distance)

        init(_ idle: IdleHabit) {
            switch idle {
            case .stay: self = .staying
            case .returnTo(let zones, _): self = .returning(zones)
            case .cruise(_, let radius): self = .cruising(radius)
            case .seek, .moves: self = .returning(.equal)
            }
        }
    }

    private static let most = 60

    /// The rectangle around the zones. A driver who cruises farther than it reaches draws places in it alone, so that is where
    /// the sample must lie: at the full radius there is no zone.
    private struct Frame {
        private var low = SIMD2(Double.infinity, .infinity)
        private var high = SIMD2(-Double.infinity, -.infinity)

        init(_ layout: any ZoneLayout) {
            for place in layout.corners {
                low = pointwiseMin(low, [place.metresEast, place.metresNorth])
                high = pointwiseMax(high, [place.metresEast, place.metresNorth])
            }
        }

        /// Whether the rectangle is no wider or higher than the radius twice.
        func isWithin(_ radius: Distance) -> Bool {
            let size = high - low
            return size.x > 0 && max(size.x, size.y) <= 2 * radius.inMetres
        }

        /// Sixteen places, evenly spread over the rectangle, that are no farther than the radius in each direction.
        func spread(_ start: Place, _ radius: Distance) -> [Place] {
            var places: [Place] = []
            for east in 0..<4 {
                for north in 0..<4 {
                    let place = low + (high - low) * SIMD2(Double(2 * east + 1), Double(2 * north + 1)) / 8
                    let way = place - SIMD2(start.metresEast, start.metresNorth)
                    guard max(abs(way.x), abs(way.y)) <= radius.inMetres else { continue }
                    places.append(Place(metresEast: place.x, north: place.y))
                }
            }
            return places
        }
    }

    init(_ scenario: Scenario, layout: any ZoneLayout, travel: any Router) {
        // Squares in rows have no gaps.
        guard case .geoJSON = scenario.city.layout else {
            found = []
            return
        }
        // Groups often differ in their shifts alone, and the routes are most of the work of loading a city.
        var looked: [(habit: Habit, tried: Int, leaving: [Route])] = []
        found = scenario.drivers.enumerated().compactMap { index, group in
            let habit = Habit(group.idle)
            let known = looked.firstIndex { $0.habit == habit }
            if known == nil {
                let routes = Self.routes(of: habit, layout)
                // Where no street leaves the zones no drive does: each takes a search and is then followed over all of its streets.
                let mayLeave = travel.mayLeave(layout, between: routes.flatMap { [$0.start, $0.end] })
                let leaving = routes.filter { route in
                    mayLeave
                        && travel.drive(
                            from: route.start, to: route.end, leaving: scenario.start, user: .licensed
                        ).path.crossings(in: layout)
                            .contains { $0.zone == nil }
                }
                looked.append((habit, routes.count, leaving))
            }
            let (_, tried, leaving) = looked[known ?? looked.count - 1]
            return leaving.first.map {
                Found(group: index, tried: tried, leaving: leaving.count, example: ($0.from, $0.to))
            }
        }
    }

    private static func routes(of habit: Habit, _ layout: any ZoneLayout) -> [Route] {
        switch habit {
        case .staying: []
        case .returning(let zones): returning(to: zones, layout)
        case .cruising(let radius): cruising(within: radius, layout)
        }
    }

    private static func returning(to weights: ZoneWeights, _ layout: any ZoneLayout) -> [Route] {
        let starts = sample(layout.zones)
        let homes = sample(
            layout.zones.filter { zone in
                if case .listed(let listed) = weights { listed[zone.id, default: 0] > 0 } else { true }
            })
        var routes: [Route] = []
        for start in starts {
            for home in homes {
                routes.append(Route(from: start.id, start: start.inside, to: home.id, end: home.inside))
            }
        }
        return routes
    }

    private static func cruising(within radius: Distance, _ layout: any ZoneLayout) -> [Route] {
        var routes: [Route] = []
        let city = Frame(layout)
        for zone in sample(layout.zones) {
            for (u, v) in [(0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)] {
                guard let start = layout.place(in: zone.id, u, v) else { continue }
                for target in city.isWithin(radius) ? city.spread(start, radius) : around(start, radius) {
                    guard let end = layout.zone(at: target) else { continue }
                    routes.append(Route(from: zone.id, start: start, to: end, end: target))
                }
            }
        }
        return routes
    }

    /// The corners and the middles of the sides of the square that a cruising driver draws a place in.
    private static func around(_ place: Place, _ radius: Distance) -> [Place] {
        var places: [Place] = []
        for east in [-1.0, 0, 1] {
            for north in [-1.0, 0, 1] {
                places.append(
                    Place(
                        metresEast: place.metresEast + east * radius.inMetres,
                        north: place.metresNorth + north * radius.inMetres))
            }
        }
        return places
    }

    /// Evenly spread zones of a long list.
    private static func sample(_ zones: [ZoneRecord]) -> [ZoneRecord] {
        zones.count <= most ? zones : (0..<most).map { zones[$0 * zones.count / most] }
    }

    /// What `validate` says: nothing where a taxi keeps its zone.
    func warnings(_ read: ReadScenario) -> [InputProblem] {
        guard read.scenario.dispatch.outsideZones == .offShift else { return [] }
        return found.map { found in
            let share = Double(found.leaving) / Double(found.tried)
            return InputProblem(
                .warning, at: read.location(of: "drivers.\(found.group).idle"),
                "the layout has gaps: \(percent(share)) of the straight lines along which available taxis of "
                    + "`\(read.scenario.drivers[found.group].name)` drive leave all zones, such as from zone "
                    + "\(found.example.from) to zone \(found.example.to); a taxi goes out of service there (TAXI-QUEUE-12), "
                    + "unless `dispatch` has `outside-zones: keep-zone`")
        }
    }

    private func percent(_ share: Double) -> String {
        share < 0.01 ? "less than 1 %" : "\(Int((share * 100).rounded())) %"
    }
}
