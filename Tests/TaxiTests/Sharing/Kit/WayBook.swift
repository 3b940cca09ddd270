// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Ways as a test writes them down, which may differ by direction; what is not written down is straight.
final class WayBook: Router {
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

    func route(_ query: RouteQuery) -> Journey? {
        let isWalk = query.mode == .walk
        let way =
            isWalk ? query.start.distance(to: query.end) : distance(from: query.start, to: query.end)
        return Journey(straight: query, way, .seconds(way.inMetres / (isWalk ? 1.4 : speed)))
    }
}
