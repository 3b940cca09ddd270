// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RandomStreams

/// How far apart the ends of a ride from zone to zone are in the mean when a scenario draws them evenly in their zones, in metres of the
/// straight line.
///
/// Recorded positions lie nearer to each other than that, since they crowd where zones have streets and people; the middles of zones too,
/// since a distance is never negative. A law of rides that was fitted to either would make the rides of the scenario too long: by 5.6 % of
/// their time in San Francisco.
struct ZoneDistances {
    private let layout: PolygonLayout
    private var starts: [[Place]]
    private var ends: [[Place]]
    /// By pair of zones.
    private var known: [UInt64: Double] = [:]
    private let most: Int

    init(_ layout: PolygonLayout) {
        self.layout = layout
        starts = [[Place]](repeating: [], count: layout.zones.count)
        ends = starts
        most = layout.zones.count > Self.many ? Self.fewer : Self.more
    }

    /// So many pairs of places give a mean within a hundredth where zones are the same or neighbours.
    private static let more = 512
    /// So many where they are farther apart, or the zones very many.
    private static let fewer = 64
    private static let many = 2000

    /// The mean distance from a zone to another, or within one.
    mutating func metres(from: Int32, to: Int32) -> Double {
        let pair = UInt64(from) << 32 | UInt64(to)
        if let known = known[pair] { return known }
        let (start, end) = (Int(from), Int(to))
        if starts[start].isEmpty { starts[start] = places(start, 2, 3) }
        if ends[end].isEmpty { ends[end] = places(end, 5, 7) }
        let (first, second) = (layout.zones[start], layout.zones[end])
        let isFar = first.inside.distance(to: second.inside).inMetres > 3 * max(first.area, second.area).squareRoot()
        let count = isFar ? Self.fewer : most
        var sum = 0.0
        for index in 0..<count { sum += starts[start][index].distance(to: ends[end][index]).inMetres }
        let mean = sum / Double(count)
        known[pair] = mean
        return mean
    }

    /// Places spread evenly over a zone by two bases of Halton's (1960), so that those of four bases are spread evenly over pairs of places.
    private func places(_ zone: Int, _ first: Int, _ second: Int) -> [Place] {
        let record = layout.zones[zone]
        return (1...most).map {
            layout.place(in: record.id, Halton.radical($0, first), Halton.radical($0, second)) ?? record.inside
        }
    }
}
