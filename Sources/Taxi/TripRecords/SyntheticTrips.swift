// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Foundation
import RandomStreams

/// A record that never was: for measuring an import, and for tests that know what must come out.
///
/// Each taxi rides, searches, and rides again, day after day. Searches are exponential. Rides and searches end near where they begin:
/// by exp(-distance / 1.8 km), which in a large city is 3.6 km on average and 4.7 km along streets; a ride takes 120 s and that way at
/// 6.5 m/s, slower or faster by chance. Rides of New York's yellow taxis were 4.8 km and 880 s long in 2019 (trip records of the TLC).
package struct SyntheticTrips {
    private static let scale = 1800.0
    /// Metres in a second.
    private static let speed = 6.5

    private let layout: any ZoneLayout
    /// Where a way ends, by the zone in which it begins.
    private let destinations: [PreparedTable]
    private var streams: [RandomStream]
    private var times: [Int64]
    /// The zone of each taxi.
    private var zones: [Int]

    /// - Parameters:
    ///   - layout: where taxis ride.
    ///   - taxis: how many, 1 at least.
    ///   - start: Unix seconds of the beginning.
    ///   - seed: the seed of the streams, one for each taxi.
    package init(_ layout: any ZoneLayout, taxis: Int, start: Int64, seed: UInt64) {
        self.layout = layout
        let key = StreamKey(seed: seed)
        streams = (0..<taxis).map { RandomStream(key, for: .spreading, of: UInt64($0)) }
        times = [Int64](repeating: start, count: taxis)
        let places = layout.zones.map(\.inside)
        destinations = places.map { place in
            let weights = places.map { exp(-place.distance(to: $0).inMetres / Self.scale) }
            guard let table = PreparedTable(weights: weights) else { preconditionFailure("the own zone has weight 1") }
            return table
        }
        zones = []
        for taxi in streams.indices { zones.append(streams[taxi].index(places.count)) }
    }

    /// The header of the table.
    package static let header = "taxi,pickup,dropoff,from_lon,from_lat,to_lon,to_lat,from_zone,to_zone,metres,people\n"

    /// The next rows, a ride of each taxi in turn.
    package mutating func rows(_ count: Int) -> String {
        var text = ""
        for index in 0..<count {
            let taxi = index % streams.count
            text += row(taxi)
        }
        return text
    }

    private mutating func row(_ taxi: Int) -> String {
        let from = streams[taxi].pick(destinations[zones[taxi]])
        let to = streams[taxi].pick(destinations[from])
        zones[taxi] = to
        let start = times[taxi] + 1 + seconds(of: 600, taxi)
        let ends = [from, to].map { zone in
            layout.place(in: layout.zones[zone].id, streams[taxi].uniform(), streams[taxi].uniform())
                ?? layout.zones[zone].inside
        }
        // As streets are to straight lines.
        let metres = 1.3 * ends[0].distance(to: ends[1]).inMetres
        let ride = 120 + Int64((0.5 * metres / Self.speed).rounded()) + seconds(of: 0.5 * metres / Self.speed, taxi)
        times[taxi] = start + ride
        func degrees(_ value: Double) -> String { String((value * 1e7).rounded() / 1e7) }
        let points = ends.map { layout.geographic($0) }
        let places = points.map { "\(degrees($0.longitude)),\(degrees($0.latitude))" }.joined(separator: ",")
        let keys = "\(layout.zones[from].key),\(layout.zones[to].key)"
        return "\(taxi),\(time(start)),\(time(start + ride)),\(places),\(keys),"
            + "\(Int(metres.rounded())),\(1 + streams[taxi].index(4))\n"
    }

    private mutating func seconds(of mean: Double, _ taxi: Int) -> Int64 {
        mean > 0 ? streams[taxi].time(.exponential(mean: mean)).nanoseconds / 1_000_000_000 : 0
    }

    private func time(_ second: Int64) -> String {
        let time = CityTime(nanoseconds: second * 1_000_000_000)
        let day = time.sinceMidnight.nanoseconds / 1_000_000_000
        return
            "\(time.date) \(String(day / 3600, digits: 2)):\(String(day / 60 % 60, digits: 2)):\(String(day % 60, digits: 2))"
    }
}
