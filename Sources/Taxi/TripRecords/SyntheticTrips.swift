// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import RandomStreams

/// A record that never was: for measuring an import, and for tests that know what must come out.
///
/// Each taxi rides, searches, and rides again, day after day: searches are exponential, rides too, with 120 s more.
package struct SyntheticTrips {
    private let layout: any ZoneLayout
    private var streams: [RandomStream]
    private var times: [Int64]

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
        let zones = layout.zones
        let (from, to) = (streams[taxi].index(zones.count), streams[taxi].index(zones.count))
        let start = times[taxi] + 1 + seconds(of: 600, taxi)
        let ride = 120 + seconds(of: 600, taxi)
        times[taxi] = start + ride
        let ends = [from, to].map { zone in
            layout.place(in: zones[zone].id, streams[taxi].uniform(), streams[taxi].uniform()) ?? zones[zone].inside
        }
        // As streets are to straight lines; nobody drives faster than 180 km/h.
        let metres = min(1.3 * ends[0].distance(to: ends[1]).inMetres, 50 * Double(ride))
        func degrees(_ value: Double) -> String { String((value * 1e7).rounded() / 1e7) }
        let points = ends.map { layout.geographic($0) }
        let places = points.map { "\(degrees($0.longitude)),\(degrees($0.latitude))" }.joined(separator: ",")
        return "\(taxi),\(time(start)),\(time(start + ride)),\(places),\(zones[from].key),\(zones[to].key),"
            + "\(Int(metres.rounded())),\(1 + streams[taxi].index(4))\n"
    }

    private mutating func seconds(of mean: Double, _ taxi: Int) -> Int64 {
        streams[taxi].time(.exponential(mean: mean)).nanoseconds / 1_000_000_000
    }

    private func time(_ second: Int64) -> String {
        let time = CityTime(nanoseconds: second * 1_000_000_000)
        let day = time.sinceMidnight.nanoseconds / 1_000_000_000
        return
            "\(time.date) \(String(day / 3600, digits: 2)):\(String(day / 60 % 60, digits: 2)):\(String(day % 60, digits: 2))"
    }
}
