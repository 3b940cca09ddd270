// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Where the stores are, to find those near a place (STORE-R2).
struct StoreMap: Sendable {
    private struct Point: Sendable {
        let place: Place
        let store: StoreID
    }

    /// From west to east, so that a search looks at a strip of the city only.
    private var points: [Point] = []

    private func index(east: Int64) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if Int64(points[middle].place.east) < east { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func add(_ store: StoreID, at place: Place) {
        points.insert(Point(place: place, store: store), at: index(east: Int64(place.east)))
    }

    mutating func remove(_ store: StoreID) { points.removeAll { $0.store == store } }

    /// The stores within a radius, the nearest first.
    func near(_ place: Place, _ radius: Distance) -> [(store: StoreID, distance: Distance)] {
        var found: [(store: StoreID, distance: Distance)] = []
        let (east, reach) = (Int64(place.east), min(radius.millimetres, Int64(UInt32.max)))
        for point in points[index(east: east - reach)...] {
            guard Int64(point.place.east) <= east + reach else { break }
            let distance = place.distance(to: point.place)
            if distance <= radius { found.append((point.store, distance)) }
        }
        return found.sorted { ($0.distance, $0.store) < ($1.distance, $1.store) }
    }
}
