// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// What a router answered last: the joints of places, and the ways between places, each kept where its question leads. A later
/// question of the same slot takes its place.
struct RoadMemo: Sendable {
    private struct Joint: Sendable {
        let place: Place
        let user: StreetUser
        let joint: StreetJoint
    }

    private struct Way: Sendable {
        let start: Place
        let end: Place
        let metric: Int
        let way: RoadWay
    }

    /// Powers of two: as many places as tens of thousands of people live and work at, and the ways of some of them.
    private static let (jointBits, wayBits) = (16, 14)
    private var joints = [Joint?](repeating: nil, count: 1 << Self.jointBits)
    private var ways = [Way?](repeating: nil, count: 1 << Self.wayBits)

    private static func slot(_ place: Place, _ salt: Int, _ bits: Int) -> Int {
        var hash = UInt64(UInt32(bitPattern: place.east)) << 32 | UInt64(UInt32(bitPattern: place.north))
        hash = (hash ^ UInt64(salt)) &* 0x9E37_79B9_7F4A_7C15
        return Int(hash >> UInt64(64 - bits))
    }

    private static func slot(_ place: Place, _ user: StreetUser) -> Int { slot(place, Int(user.rawValue), jointBits) }

    private static func slot(_ start: Place, _ end: Place, _ metric: Int) -> Int {
        slot(start, metric, wayBits) ^ slot(end, 0x5bd1, wayBits)
    }

    func joint(_ place: Place, _ user: StreetUser) -> StreetJoint? {
        guard let known = joints[Self.slot(place, user)], known.place == place, known.user == user else {
            return nil
        }
        return known.joint
    }

    mutating func keep(_ joint: StreetJoint, _ place: Place, _ user: StreetUser) {
        joints[Self.slot(place, user)] = Joint(place: place, user: user, joint: joint)
    }

    func way(_ start: Place, _ end: Place, _ metric: Int) -> RoadWay? {
        guard let known = ways[Self.slot(start, end, metric)], known.start == start, known.end == end,
            known.metric == metric
        else { return nil }
        return known.way
    }

    mutating func keep(_ way: RoadWay, _ start: Place, _ end: Place, _ metric: Int) {
        ways[Self.slot(start, end, metric)] = Way(start: start, end: end, metric: metric, way: way)
    }
}
