// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RuleTestKit
import Testing

@Suite struct GridLayoutTests {
    private let grid = GridLayout(
        rows: 2, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.19, latitude: 45.46))

    private func at(_ east: Int32, _ north: Int32) -> Int? { grid.zone(at: Place(east: east, north: north))?.index }

    @Test("zones are numbered row by row from the south-west; a border belongs to the lower number")
    func numbers() {
        #expect(grid.zones.map(\.id.index) == [1, 2, 3, 4, 5, 6])
        #expect(at(0, 0) == 1)
        #expect(at(1_000_000, 5) == 1)
        #expect(at(1_000_001, 5) == 2)
        #expect(at(3_000_000, 1_000_000) == 3)
        #expect(at(5, 1_000_001) == 4)
        #expect(at(3_000_000, 2_000_000) == 6)
        #expect(at(-1, 5) == nil)
        #expect(at(5, -1) == nil)
        #expect(at(3_000_001, 5) == nil)
        #expect(at(5, 2_000_001) == nil)
        for zone in grid.zones { #expect(grid.zone(at: zone.inside) == zone.id) }
        #expect(grid.zones.map(\.area) == Array(repeating: 1_000_000, count: 6))
        #expect(grid.geographic(.origin).latitude.rounded(.toNearestOrEven) == 45)
        #expect(grid.place(GeographicPoint(longitude: 9.19, latitude: 45.46)) == .origin)
    }

    @Test("shares of borders are exact, corners are passed at once")
    func crossings() {
        func ways(_ start: Place, _ end: Place) -> [ZoneCrossing] { grid.crossings(from: start, to: end) }
        let south = Place(metresEast: 500, north: 500)
        #expect(
            ways(south, Place(metresEast: 2500, north: 500))
                == [ZoneCrossing(share: 0.25, zone: ZoneID(2)), ZoneCrossing(share: 0.75, zone: ZoneID(3))])
        #expect(ways(south, Place(metresEast: 1500, north: 1500)) == [ZoneCrossing(share: 0.5, zone: ZoneID(5))])
        #expect(
            ways(Place(metresEast: -1000, north: 500), Place(metresEast: 4000, north: 500)).map(\.share)
                == [0.2, 0.4, 0.6, 0.8])
        #expect(ways(south, Place(metresEast: 999, north: 1000)).isEmpty)
        #expect(ways(south, south).isEmpty)
        #expect(ways(Place(metresEast: 4000, north: 0), Place(metresEast: 4000, north: 1500)).isEmpty)
        // West onto a border belongs to the lower number, at the very end.
        #expect(
            ways(Place(metresEast: 1500, north: 500), Place(metresEast: 1000, north: 500))
                == [ZoneCrossing(share: 1, zone: ZoneID(1))])
        #expect(ways(Place(metresEast: 1000, north: 500), Place(metresEast: 500, north: 500)).isEmpty)
    }

    @Test("a walk by millimetres sees exactly the zones that the crossings name")
    func walks() {
        let small = GridLayout(
            rows: 4, columns: 5, side: Distance(millimetres: 7), anchor: GeographicPoint(longitude: 0, latitude: 0))
        var numbers = SplitMix64(seed: 9)
        for _ in 0..<3000 {
            // Along an axis, so that every millimetre is a place.
            let isEast = numbers.below(2) == 0
            let from = Int32(numbers.number(-15...50))
            let to = Int32(numbers.number(-15...50))
            let other = Int32(numbers.number(-2...40))
            func place(_ value: Int32) -> Place {
                isEast ? Place(east: value, north: other) : Place(east: other, north: value)
            }
            let crossings = small.crossings(from: place(from), to: place(to))
            var seen: [ZoneID?] = []
            var zone = small.zone(at: place(from))
            for value in stride(from: from, through: to, by: to < from ? -1 : 1) {
                let next = small.zone(at: place(value))
                if next != zone { seen.append(next) }
                zone = next
            }
            #expect(crossings.map(\.zone) == seen, "\(place(from)) to \(place(to))")
            #expect(crossings.allSatisfy { $0.share > 0 && $0.share <= 1 })
        }
        for _ in 0..<3000 {
            func place() -> Place {
                Place(east: Int32(numbers.number(-15...50)), north: Int32(numbers.number(-15...50)))
            }
            let (start, end) = (place(), place())
            // Without a crossing the way ends where it began: in the same zone, or outside all.
            let last = small.crossings(from: start, to: end).last.map(\.zone) ?? small.zone(at: start)
            #expect(last == small.zone(at: end), "\(start) to \(end)")
        }
        let far = small.crossings(
            from: Place(east: .min, north: 3), to: Place(east: .max, north: 3))
        #expect(far.map(\.zone) == [1, 2, 3, 4, 5].map { ZoneID($0) } + [nil])
    }

    @Test("drawn places lie in their zone, evenly")
    func places() {
        var numbers = SplitMix64(seed: 2)
        var east = 0.0
        for _ in 0..<10_000 {
            let zone = ZoneID(1 + numbers.below(6))
            guard let place = grid.place(in: zone, numbers.share(), numbers.share()) else {
                Issue.record("no place in \(zone)")
                return
            }
            #expect(grid.zone(at: place) == zone)
            if zone == ZoneID(5) { #expect(place.metresEast > 1000 && place.metresNorth > 1000) }
            east += place.metresEast / 10_000
        }
        // Mean 1500 m, standard error 8.7 m.
        #expect(abs(east - 1500) < 44)
        #expect(grid.place(in: ZoneID(7), 0, 0) == nil)
        #expect(grid.place(in: ZoneID(0), 0, 0) == nil)
        #expect(grid.place(in: ZoneID(1), 0, 0) == Place(east: 1, north: 1))
    }
}
