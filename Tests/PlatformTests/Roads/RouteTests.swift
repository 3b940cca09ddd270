// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RuleTestKit
import Testing

@testable import Roads

/// A square worked out by hand: corners A, B, C, D against the clock, sides of 100 m that take 10 s. From A to B both ways, the
/// others one way: B to C, C to D, D to A. A ban: who came from D to A may not go on to B, so it goes nowhere from there but back
/// from B's side.
///
///     D <-- C
///     |     ^
///     v     |
///     A <-> B
@Suite("Routes from place to place")
struct RouteTests {
    private static let side = 0.001

    private static func square(bans: [StreetDraft.Ban] = []) throws -> RoadRoutes {
        var draft = StreetDraft()
        for (node, corner) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].enumerated() {
            draft.place(node, longitude: corner.0 * side, latitude: corner.1 * side)
        }
        for (edge, ends) in [(0, 1), (1, 0), (1, 2), (2, 3), (3, 0)].enumerated() {
            draft.add(from: ends.0, to: ends.1, millimetres: 100_000, edge: Int64(edge), times: draft.same(10_000))
        }
        draft.bans = bans
        return RoadRoutes(RoadTimes(RoadSearch(try RoadFile(draft.network()).graph)))
    }

    /// A place in shares of the side.
    private static func at(_ east: Double, _ north: Double) -> GeographicPoint {
        GeographicPoint(longitude: east * side, latitude: north * side)
    }

    /// Seconds and metres, and the arcs.
    private func way(_ from: GeographicPoint, _ to: GeographicPoint, _ routes: RoadRoutes, _ user: StreetUser = .car)
        throws -> (
            seconds: Double, metres: Double, arcs: [Int]
        )?
    {
        let (start, end) = (try #require(routes.joint(from, for: user)), try #require(routes.joint(to, for: user)))
        let metric = routes.times.metric(user)
        let way = routes.way(from: start, to: end, user, metric)
        #expect(way?.label == routes.label(from: start, to: end, user, leaving: nil))
        return way.map { (Double($0.label.milliseconds) / 1000, Double($0.label.millimetres) / 1000, $0.arcs) }
    }

    private func hold(
        _ way: (seconds: Double, metres: Double, arcs: [Int])?, _ seconds: Double, _ metres: Double, _ arcs: [Int],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(way?.seconds == seconds && way?.metres == metres && way?.arcs == arcs, sourceLocation: sourceLocation)
    }

    @Test("two places of one street that is open both ways: along it, in either direction")
    func oneStreet() throws {
        let routes = try Self.square()
        hold(try way(Self.at(0.25, 0), Self.at(0.75, 0), routes), 5, 50, [0])
        hold(try way(Self.at(0.75, 0), Self.at(0.25, 0), routes), 5, 50, [1])
        hold(try way(Self.at(0.5, 0), Self.at(0.5, 0), routes), 0, 0, [0])
    }

    @Test("against a one-way street the way leads around the block")
    func around() throws {
        let routes = try Self.square()
        hold(try way(Self.at(1, 0.25), Self.at(1, 0.75), routes), 5, 50, [2])
        hold(try way(Self.at(1, 0.75), Self.at(1, 0.25), routes), 2.5 + 30 + 2.5, 350, [2, 3, 4, 0, 2])
        hold(try way(Self.at(0.5, 1), Self.at(0.5, 0), routes), 5 + 10 + 5, 200, [3, 4, 0])
    }

    @Test("a banned turn is not taken, and the place behind it is not reached when there is no other way")
    func ban() throws {
        let routes = try Self.square(bans: [.init(from: 4, to: 0, users: StreetUsers(.car))])
        // The block cannot be driven around any more, so that nothing is left of it for cars but the street with both ways.
        let joint = try #require(routes.joint(Self.at(1, 0.75), for: .car))
        #expect(joint.arcs.map(\.arc) == [0, 1] && joint.metres > 80)
        hold(try way(Self.at(1, 0.75), Self.at(1, 0.25), routes, .licensed), 35, 350, [2, 3, 4, 0, 2])
    }

    @Test("a place beside its street is joined by a straight line at 10 km/h, on foot at 5 km/h, at both ends")
    func stubs() throws {
        let routes = try Self.square()
        // A tenth of the side south of A to B: 11.057 m.
        let (near, far) = (Self.at(0.25, -0.1), Self.at(0.75, -0.1))
        #expect(abs((routes.joint(near, for: .car)?.metres ?? 0) - 11.057) < 0.001)
        hold(try way(near, far, routes), 5 + 2 * 3.981, 50 + 2 * 11.057, [0])
        hold(try way(near, far, routes, .foot), 5 + 2 * 7.961, 50 + 2 * 11.057, [0])
        // Beyond the corner B: the corner itself is the nearest.
        let corner = try #require(routes.joint(Self.at(1.1, -0.1), for: .car))
        #expect(corner.arcs.contains { $0.share == 1 } && abs(corner.metres - 15.69) < 0.01)
    }

    @Test("routes between random places are those that the plain search finds over all pairs of ends")
    func random() throws {
        for seed in 0..<60 {
            let draft = StreetDraft.random(seed: seed, most: 12)
            let routes = RoadRoutes(RoadTimes(RoadSearch(try RoadFile(draft.network()).graph)))
            let network = routes.times.search.graph.network
            var numbers = SplitMix64(seed: seed)
            func place() -> GeographicPoint {
                GeographicPoint(
                    longitude: Double(numbers.below(100_000)) / Globe.parts,
                    latitude: Double(numbers.below(100_000)) / Globe.parts)
            }
            for user in [StreetUser.car, .siren] {
                let metric = routes.times.metric(user)
                for _ in 0..<10 {
                    guard let start = routes.joint(place(), for: user), let end = routes.joint(place(), for: user)
                    else { continue }
                    let label = routes.label(from: start, to: end, user, leaving: nil)
                    let way = routes.way(from: start, to: end, user, metric)
                    // Both lie in the part that is kept, so there is a way.
                    #expect(label != nil && way?.label == label, "seed \(seed)")
                    guard let way else { continue }
                    let isBanned = draft.bans(user)
                    for (from, to) in zip(way.arcs, way.arcs.dropFirst()) {
                        #expect(network.heads[from] == network.tails[to] && !isBanned(from, to), "seed \(seed)")
                    }
                    #expect(way.arcs.allSatisfy { metric.milliseconds($0) != nil })
                    #expect(start.arcs.contains { $0.arc == way.arcs.first && $0.share == way.firstShare })
                    #expect(end.arcs.contains { $0.arc == way.arcs.last && $0.share == way.lastShare })
                }
            }
        }
    }

    @Test("the nearest street is the one that a look at all of them finds")
    func nearest() throws {
        for seed in 0..<30 {
            let network = StreetDraft.random(seed: seed, most: 30).network()
            let index = StreetIndex(network)
            var numbers = SplitMix64(seed: seed)
            let scale = Globe.metresPerDegree(at: 0.005)
            for _ in 0..<20 {
                let point = GeographicPoint(
                    longitude: Double(numbers.below(150_000) - 25_000) / Globe.parts,
                    latitude: Double(numbers.below(150_000) - 25_000) / Globe.parts)
                let kept = network.tails.indices.filter { network.isKept($0, for: .car) }
                let joint = index.joint(point, for: .car)
                #expect((joint == nil) == kept.isEmpty)
                guard let joint else { continue }
                let distances = kept.map { arc -> Double in
                    func flat(_ node: UInt32) -> (Double, Double) {
                        (
                            (Double(network.longitudes[Int(node)]) / Globe.parts - point.longitude) * scale.east,
                            (Double(network.latitudes[Int(node)]) / Globe.parts - point.latitude) * scale.north
                        )
                    }
                    let (a, b) = (flat(network.tails[arc]), flat(network.heads[arc]))
                    let (dx, dy) = (b.0 - a.0, b.1 - a.1)
                    let share = dx * dx + dy * dy > 0 ? min(max(-(a.0 * dx + a.1 * dy) / (dx * dx + dy * dy), 0), 1) : 0
                    let (x, y) = (a.0 + share * dx, a.1 + share * dy)
                    return (x * x + y * y).squareRoot()
                }
                #expect(abs(joint.metres - (distances.min() ?? 0)) < 0.1, "seed \(seed)")
            }
        }
    }

    // MARK: - Queries and checks

    @Test("a table of queries by node or by position is answered row by row, empty where there is no way")
    func table() throws {
        let routes = try Self.square()
        let byNode = RouteTable(routes, user: .car, leaving: nil)
        let (answers, count, reached) = try byNode.answers(
            Array("from_node,to_node\n0,2\n2,1\n3,3\n".utf8), of: "q.csv")
        #expect(
            String(decoding: answers, as: UTF8.self)
                == "from_node,to_node,milliseconds,metres\n0,2,20000,200.000\n2,1,30000,300.000\n3,3,0,0.000\n")
        #expect(count == 3 && reached == 3)
        let byPlace = try byNode.answers(
            Array("from_lon,from_lat,to_lon,to_lat\n0.00025,0,0.00075,0\n".utf8), of: "q.csv")
        #expect(String(decoding: byPlace.table, as: UTF8.self).hasSuffix("0.00025,0,0.00075,0,5000,50.000\n"))
        let alone = RouteTable(try Self.square(bans: [.init(from: 4, to: 0, users: .all)]), user: .car, leaving: nil)
        let none = try alone.answers(Array("from_node,to_node\n3,1\n".utf8), of: "q.csv")
        #expect(String(decoding: none.table, as: UTF8.self).hasSuffix("\n3,1,,\n") && none.reached == 0)
    }

    @Test("all that is wrong with queries is told at once")
    func wrongQueries() throws {
        let table = RouteTable(try Self.square(), user: .car, leaving: nil)
        func problems(_ text: String) -> [String] {
            do {
                _ = try table.answers(Array(text.utf8), of: "q.csv")
                return []
            } catch {
                return error.problems.map(\.description)
            }
        }
        #expect(
            problems("from_node,to_node\n0,9\nx,1\n") == [
                "q.csv:2:3: error: to_node 9 is no node of the network",
                "q.csv:3:1: error: from_node \"x\" is not a whole number",
            ])
        #expect(problems("from_lon,from_lat,to_lon\n1,2,3\n")[0].contains("there is no column `to_lat`"))
        #expect(
            problems("from_lon,from_lat,to_lon,to_lat\n1,2,3,400\n") == [
                "q.csv:2:7: error: to_lat \"400\" is not a number from -90 to 90"
            ])
    }

    @Test("a network is judged by zones without streets, by middles far from one, and by where it lies")
    func check() throws {
        let routes = try Self.square()
        func found(
            _ anchor: GeographicPoint, rows: Int = 1, columns: Int = 1, side: Int = 120, _ user: StreetUser = .car
        ) -> [String] {
            let layout = GridLayout(rows: rows, columns: columns, side: .metres(side), anchor: anchor)
            let location = InputLocation(file: "city.geojson")
            return RoadCheck(routes, layout: layout, at: location, user: user).problems.map(\.description)
        }
        #expect(found(Self.at(-0.02, -0.02)) == [])
        #expect(
            found(Self.at(-0.02, -0.02), columns: 2) == [
                "city.geojson:1:1: error: the zone 2 has no street that a car may use"
            ])
        #expect(
            found(GeographicPoint(longitude: 9, latitude: 45))[0].contains(
                "lies in a zone of this layout: the network is around longitude 0.0"))
        #expect(found(Self.at(-0.02, -0.02), side: 4000)[0].contains("the middle of the zone 1 is 26"))
        #expect(found(Self.at(-0.02, -0.02), side: 30)[0].contains("most of the network lies outside"))
    }
}
