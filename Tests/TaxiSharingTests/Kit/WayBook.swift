// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Ways as a test writes them down, which may differ by direction; what is not written down is straight.
final class WayBook: TravelModel {
    private let ways: [Pair: Distance]
    private let speed: Double

    private struct Pair: Hashable {
        let start: Place
        let end: Place
    }

    /// Drives at this speed in metres per second, walks at 1.4.
    init(speed: Double = 10, _ ways: [(Place, Place, Distance)]) {
        self.speed = speed
        self.ways = Dictionary(
            ways.map { (Pair(start: $0.0, end: $0.1), $0.2) }, uniquingKeysWith: { _, last in last })
    }

    func distance(from start: Place, to end: Place) -> Distance {
        ways[Pair(start: start, end: end)] ?? start.distance(to: end)
    }

    func drive(from start: Place, to end: Place, leaving: CityTime) -> Leg {
        let way = distance(from: start, to: end)
        return Leg(distance: way, duration: .seconds(way.inMetres / speed))
    }

    func walk(from start: Place, to end: Place) -> Leg {
        let way = start.distance(to: end)
        return Leg(distance: way, duration: .seconds(way.inMetres / 1.4))
    }
}
