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

    private static let slots = 1 << 12
    private var joints = [Joint?](repeating: nil, count: Self.slots)
    private var ways = [Way?](repeating: nil, count: Self.slots)

    private static func slot(_ place: Place, _ salt: Int) -> Int {
        var hash = UInt64(UInt32(bitPattern: place.east)) << 32 | UInt64(UInt32(bitPattern: place.north))
        hash = (hash ^ UInt64(salt)) &* 0x9E37_79B9_7F4A_7C15
        return Int(hash >> 52)
    }

    private static func slot(_ start: Place, _ end: Place, _ metric: Int) -> Int {
        slot(start, metric) ^ slot(end, 0x5bd1)
    }

    func joint(_ place: Place, _ user: StreetUser) -> StreetJoint? {
        guard let known = joints[Self.slot(place, Int(user.rawValue))], known.place == place, known.user == user else {
            return nil
        }
        return known.joint
    }

    mutating func keep(_ joint: StreetJoint, _ place: Place, _ user: StreetUser) {
        joints[Self.slot(place, Int(user.rawValue))] = Joint(place: place, user: user, joint: joint)
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
