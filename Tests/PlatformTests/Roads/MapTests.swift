// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Roads

/// A crossing in the middle, node 5, with a street to each side: 1 in the west, 2 in the north, 3 in the east, 4 in the south.
@Suite("Streets from maps")
struct MapTests {
    private static let places = [
        1: "x9y45", 2: "x9.001y45.001", 3: "x9.002y45", 4: "x9.001y44.999", 5: "x9.001y45", 6: "xy",
    ]

    private static func way(_ id: Int, _ tags: String, _ nodes: [Int]) -> String {
        "w\(id) T\(tags) N" + nodes.map { "n\($0)\(places[$0] ?? "")" }.joined(separator: ",")
    }

    private static let crossing = [
        way(10, "highway=residential", [1, 5]), way(20, "highway=residential", [2, 5]),
        way(30, "highway=residential", [5, 3]), way(40, "highway=residential", [5, 4]),
    ]

    private func read(_ lines: [String]) -> (network: StreetNetwork?, reader: StreetMapReader) {
        var reader = StreetMapReader(file: "city.opl")
        let network = reader.network(Array((lines.joined(separator: "\n") + "\n").utf8))
        return (network, reader)
    }

    /// The nodes on the way of a user between two nodes; nil when there is none.
    private func nodes(_ lines: [String], from: Int64, to: Int64, _ user: StreetUser = .car) throws -> [Int64]? {
        let (network, reader) = read(lines)
        let streets = try #require(network, "\(reader.problems)")
        let file = try RoadFile(streets)
        let start = try #require(streets.nodeIDs.firstIndex(of: from))
        let end = try #require(streets.nodeIDs.firstIndex(of: to))
        let path = RoadSearch(file.graph).path(from: start, to: end, RoadMetric(file.graph, user: user))
        return path.map { [from] + $0.arcs.map { streets.nodeIDs[Int(streets.heads[$0])] } }
    }

    @Test(
        "a way becomes arcs in both directions, with lengths on the ellipsoid and the speed of its class or its limit")
    func lengths() throws {
        let (network, _) = read([
            Self.way(10, "highway=residential", [1, 5, 3]), Self.way(11, "highway=tertiary,maxspeed=30", [5, 2]),
        ])
        let streets = try #require(network)
        #expect(
            streets.nodeIDs == [1, 5, 3, 2] && streets.tails == [0, 1, 1, 2, 1, 3]
                && streets.heads == [1, 0, 2, 1, 3, 1])
        // A thousandth of a degree at 45 degrees: 78.85 m east, 111.13 m north.
        #expect(streets.millimetres == [78_847, 78_847, 78_847, 78_847, 111_132, 111_132])
        #expect(streets.milliseconds(0, for: .car) == 11_354 && streets.milliseconds(4, for: .car) == 16_670)
        #expect(streets.milliseconds(4, for: .siren) == 12_502 && streets.milliseconds(4, for: .bicycle) == 26_672)
    }

    @Test("a one-way street, a roundabout and a motorway go one way for vehicles, and both ways on foot")
    func oneWay() throws {
        for tags in [
            "highway=residential,oneway=yes", "highway=tertiary,junction=roundabout", "highway=primary,oneway=1",
        ] {
            let lines = [Self.way(10, tags, [1, 5])]
            #expect(try nodes(lines, from: 1, to: 5) == [1, 5] && nodes(lines, from: 5, to: 1) == nil, "\(tags)")
            #expect(try nodes(lines, from: 5, to: 1, .foot) == [5, 1], "\(tags)")
        }
        let back = [Self.way(10, "highway=residential,oneway=-1,oneway:bicycle=no", [1, 5])]
        #expect(try nodes(back, from: 1, to: 5) == nil && nodes(back, from: 5, to: 1) == [5, 1])
        #expect(try nodes(back, from: 1, to: 5, .bicycle) == [1, 5])
        #expect(try nodes([Self.way(10, "highway=motorway", [1, 5])], from: 5, to: 1) == nil)
    }

    @Test("keys of access open and close streets for each user, the closest key before the general one")
    func access() {
        func users(_ tags: [String: String]) -> [StreetUser] {
            StreetUser.allCases.filter { StreetRules.own.speed(tags, $0) != nil }
        }
        #expect(users(["highway": "residential"]) == StreetUser.allCases)
        #expect(users(["highway": "service", "access": "private"]) == [.emergency, .siren])
        #expect(users(["highway": "service", "access": "no", "bus": "yes"]) == [.licensed, .emergency, .siren])
        #expect(users(["highway": "service", "motor_vehicle": "no"]) == [.emergency, .siren, .bicycle, .foot])
        #expect(users(["highway": "residential", "bus": "no"]) == StreetUser.allCases)
        #expect(
            users(["highway": "tertiary", "vehicle": "no", "psv": "yes"]) == [.licensed, .emergency, .siren, .foot])
        #expect(users(["highway": "footway"]) == [.foot])
        #expect(users(["highway": "footway", "bicycle": "yes"]) == [.bicycle, .foot])
        #expect(users(["highway": "footway", "access": "yes"]) == [.foot])
        #expect(users(["highway": "steps"]) == [.foot] && users(["highway": "construction"]) == [])
        #expect(StreetRules.own.speed(["highway": "path", "bicycle": "dismount"], .bicycle) == 4)
        #expect(StreetRules.limit("30 mph").map { ($0 * 10).rounded() } == 483 && StreetRules.limit("signals") == nil)
    }

    private static func ban(_ kind: String, _ from: Int, _ via: String, _ to: Int, _ tags: String = "") -> String {
        "r1 Ttype=restriction,restriction=\(kind)\(tags.isEmpty ? "" : "," + tags) Mw\(from)@from,\(via)@via,w\(to)@to"
    }

    @Test("a banned turn is not taken: the way goes on, turns back and comes again; who is not bound takes it")
    func bannedTurn() throws {
        let lines = Self.crossing + [Self.ban("no_left_turn", 10, "n5", 20, "except=psv;bicycle")]
        #expect(try nodes(lines, from: 1, to: 2) == [1, 5, 3, 5, 2])
        #expect(try nodes(lines, from: 1, to: 3) == [1, 5, 3] && nodes(lines, from: 2, to: 1) == [2, 5, 1])
        // Whose journey begins at the crossing makes no turn there.
        #expect(try nodes(lines, from: 5, to: 2) == [5, 2] && nodes(lines, from: 1, to: 5) == [1, 5])
        for user in [StreetUser.licensed, .siren, .bicycle, .foot] {
            #expect(try nodes(lines, from: 1, to: 2, user) == [1, 5, 2], "\(user)")
        }
        #expect(try nodes(lines, from: 1, to: 2, .emergency) == [1, 5, 3, 5, 2])
    }

    @Test("where only one turn is allowed all others are banned, the one back too")
    func onlyTurn() throws {
        let lines = Self.crossing + [Self.ban("only_straight_on", 10, "n5", 30)]
        #expect(
            try nodes(lines, from: 1, to: 2) == [1, 5, 3, 5, 2] && nodes(lines, from: 1, to: 4) == [1, 5, 3, 5, 4])
        #expect(try nodes(lines, from: 2, to: 1) == [2, 5, 1] && nodes(lines, from: 1, to: 5) == [1, 5])
        let both = lines + [Self.ban("only_right_turn", 10, "n5", 40).replacing("r1", with: "r2")]
        #expect(try nodes(both, from: 1, to: 4) == [1, 5, 4] && nodes(both, from: 1, to: 3) == [1, 5, 3])
    }

    @Test("a ban on turning back holds on its street alone")
    func turnBack() throws {
        let lines = [Self.way(10, "highway=residential", [1, 5]), Self.way(30, "highway=residential", [5, 3])]
        let (network, reader) = read(lines + [Self.ban("no_u_turn", 10, "n5", 10)])
        #expect(reader.summary.keptBans == 1 && network?.copyCount == 1)
        #expect(reader.draft.bans.map { [$0.from, $0.to] } == [[0, 1]])
    }

    @Test(
        "what is left out is counted: ferries, bans through ways, with times, of others and without sense, lost references"
    )
    func leftOut() throws {
        let (network, reader) = read(
            Self.crossing + [
                Self.way(50, "route=ferry", [1, 3]), Self.way(60, "highway=residential", [4, 6, 1]),
                Self.way(70, "highway=proposed", [4, 1]),
                Self.ban("no_left_turn", 10, "w30", 20), Self.ban("no_left_turn", 10, "n5", 20, "hour_on=7,hour_off=9"),
                Self.ban("no_left_turn", 10, "n77", 20), Self.ban("no_left_turn", 10, "n5", 99),
                "r7 Ttype=restriction,restriction:hgv=no_left_turn Mw10@from,n5@via,w20@to",
            ])
        #expect(network?.arcCount == 8)
        let summary = reader.summary
        #expect(summary.ferries == 1 && summary.bans == 5 && summary.keptBans == 0 && summary.bansThroughWays == 1)
        #expect(summary.timedBans == 1 && summary.bansOfOthers == 1 && summary.brokenBans == 2)
        #expect(summary.missingReferences == 1 && summary.cutHighways == 1 && summary.closedHighways == 1)
        #expect(
            summary.lines.contains(
                "left out: 2 missing references (1 nodes, in 1 highways), 1 highways without access for anybody, 1 ferries, "
                    + "1 bans through ways, 1 bans with times, 1 bans for other vehicles, 2 bans that do not fit their streets"
            ))
    }

    @Test(
        "a bollard stops cars and lets bicycles pass; a gate stops whom its keys stop; one drives up to them and back")
    func barriers() throws {
        let street = Self.way(10, "highway=residential", [1, 5, 3])
        for (barrier, stopped) in [
            ("barrier=bollard", [StreetUser.car, .licensed, .emergency, .siren]), ("barrier=gate", []),
            ("barrier=gate,access=private", [.car, .licensed, .bicycle, .foot]),
            ("barrier=bollard,motor_vehicle=yes", [.emergency, .siren]),
        ] {
            for user in StreetUser.allCases {
                let path = try nodes(["n5 T\(barrier) x9.001y45", street], from: 1, to: 3, user)
                #expect((path == nil) == stopped.contains(user), "\(barrier), \(user)")
                #expect(try nodes(["n5 T\(barrier) x9.001y45", street], from: 1, to: 5, user) == [1, 5])
            }
        }
    }

    @Test("of two islands the larger one is kept, for each user by itself")
    func islands() throws {
        let (network, reader) = read(
            [
                Self.way(10, "highway=residential", [1, 5, 3]), Self.way(20, "highway=residential", [2, 4]),
                Self.way(30, "highway=footway", [4, 5]),
            ])
        let streets = try #require(network)
        #expect((0..<8).map { streets.isKept($0, for: .car) } == [true, true, true, true, false, false, false, false])
        #expect((0..<8).allSatisfy { streets.isKept($0, for: .foot) })
        #expect(reader.summary.parts.first { $0.user == .car }.map { [$0.open, $0.kept] } == [6, 4])
    }

    @Test("lines that are no objects are told with their number; a text without streets is refused")
    func errors() {
        let (network, reader) = read([
            "n1 T x9y45", "w1 Thighway=residential Nn1x9", "rubbish", "w2 Thighway=residential Nx",
        ])
        #expect(network == nil)
        #expect(reader.problems.map(\.location.line) == [2, 3, 4])
        let (_, empty) = read(["n1 T x9y45", "w1 Tbuilding=yes Nn1x9y45"])
        #expect(
            empty.problems.map(\.description) == [
                "city.opl:1:1: error: there is no street that anybody may use: 1 ways, of which 0 have the key `highway`"
            ])
    }

    @Test("escapes of the form are read: blanks and signs in values")
    func escapes() {
        #expect(OPLLine.text(ArraySlice("a%20%%2c%b%e4%".utf8)) == "a ,bä")
        #expect(
            OPLLine.degrees(ArraySlice("-9.5".utf8)) == -95_000_000
                && OPLLine.degrees(ArraySlice("9".utf8)) == 90_000_000)
        #expect(
            OPLLine.degrees(ArraySlice("-0.0000001".utf8)) == -1 && OPLLine.degrees(ArraySlice("200.5".utf8)) == nil)
    }
}
