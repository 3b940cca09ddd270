// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import CityMap

@Suite struct PolygonLayoutTests {
    /// Two blocks with a gap of 8 m between them, the left one with a hole, and a third zone far off.
    private func town() throws -> PolygonLayout {
        var town = Town()
        town.add("1", Town.square(0, 0, 1000, 1000), Town.square(400, 400, 200, 200))
        town.add("2", Town.square(1008, 0, 1000, 1000))
        town.add("3", Town.square(3000, 0, 500, 500))
        return try town.layout()
    }

    @Test("rough maps load: overlaps, gaps, zones within zones, islands, many corners")
    func rough() throws {
        let inland = try RoughMap.inland.layout()
        #expect(inland.zones.map(\.id.index) == Array(1...95))
        #expect(inland.zones.first?.name == "Quarter 1")
        let area = inland.zones.map(\.area).reduce(0, +) / 1e6
        #expect(abs(area - 176.4) < 4, "\(area)")
        let coastal = try RoughMap.coastal.layout()
        #expect(coastal.zones.filter { $0.outline.count == 4 }.count == 4, "islands")
        #expect(coastal.zones.filter { $0.outline[0].count == 2 }.count == 8, "zones around a zone")
        let corners = coastal.zones.map { zone in zone.outline[0][0].count }
        #expect(corners.max() ?? 0 > 200)
        for layout in [inland, coastal] {
            for zone in layout.zones { #expect(layout.zone(at: zone.inside) == zone.id) }
        }
    }

    @Test("a place in a gap belongs to the nearest zone within 10 m; of equally near ones to the lowest number")
    func gaps() throws {
        let layout = try town()
        func zone(_ east: Double, _ north: Double) -> Int? {
            layout.zone(at: Town.place(east, north, in: layout))?.index
        }
        #expect(zone(500, 100) == 1)
        #expect(zone(1003.9, 500) == 1)
        #expect(zone(1004.1, 500) == 2)
        #expect(zone(500, 500) == nil)
        #expect(zone(500, 409.9) == 1)
        #expect(zone(500, 410.1) == nil)
        #expect(zone(-9.9, 500) == 1)
        #expect(zone(-10.1, 500) == nil)
        // Beyond a corner the distance is to the corner.
        #expect(zone(-7, -7) == 1)
        #expect(zone(-7.1, -7.1) == nil)
        #expect(zone(2500, 500) == nil)
        #expect(layout.zone(at: Place(east: .max, north: .min)) == nil)

        let ring = try #require(layout.zones.first?.outline.first?.first)
        let corners = ring.map { layout.place($0) }
        for corner in corners { #expect(layout.zone(at: corner) == ZoneID(1)) }
    }

    @Test("on a shared border the lower number holds, from whichever side")
    func borders() throws {
        var town = Town()
        town.add("2", Town.square(0, 0, 700, 700))
        town.add("1", Town.square(700, 0, 700, 700))
        let layout = try town.layout()
        for north in 1..<700 {
            let border = Town.place(700, Double(north), in: layout)
            // The border is a whole-millimetre line only at its ends; a millimetre of slant is left between.
            #expect(layout.zone(at: Place(east: border.east + 2, north: border.north)) == ZoneID(1))
            #expect(layout.zone(at: Place(east: border.east - 2, north: border.north)) == ZoneID(2))
        }
        #expect(layout.zone(at: Town.place(700, 0, in: layout)) == ZoneID(1))
        #expect(layout.zone(at: Town.place(700, 700, in: layout)) == ZoneID(1))
    }

    @Test("the grid answers as GEOS does: who covers a place, and who is nearest", arguments: [0, 1])
    func agreesWithGEOS(city: Int) throws {
        try Self.holdAgainstGEOS((city == 0 ? RoughMap.inland : .coastal).layout())
    }

    static func holdAgainstGEOS(_ layout: PolygonLayout) throws {
        let session = Geometries()
        let shapes = try layout.zones.map { zone in
            let rings = zone.outline.map { polygon in
                polygon.map { ring in
                    ring.flatMap { point in
                        let place = layout.place(point)
                        return [Double(place.east), Double(place.north)]
                    }
                }
            }
            return try #require(session.area(rings))
        }
        let boxes = layout.zones.map { zone in Box(zone.outline.flatMap { $0 }.map { $0.map(layout.place) }) }
        func expected(_ place: Place) throws -> Set<Int> {
            let (x, y) = (Double(place.east), Double(place.north))
            let point = try #require(session.point(x, y))
            var nearest: [(Double, Int)] = []
            for (index, box) in boxes.enumerated() {
                let pad: Int64 = 10_001
                guard Int64(place.east) >= box.west - pad, Int64(place.east) <= box.east + pad,
                    Int64(place.north) >= box.south - pad, Int64(place.north) <= box.north + pad
                else { continue }
                if shapes[index].covers(point) { return [index] }
                nearest.append((shapes[index].distance(point), index))
            }
            let least = nearest.map(\.0).min() ?? .infinity
            // Only GEOS's last bits of a distance may decide otherwise.
            if abs(least - 10_000) < 1e-6 { return Set([-1] + nearest.filter { $0.0 == least }.map(\.1)) }
            return least > 10_000 ? [-1] : Set(nearest.filter { $0.0 - least < 1e-6 }.map(\.1))
        }
        let box = boxes[1...].reduce(boxes[0]) { $0.joined($1) }
        var numbers = SplitMix64(seed: 7)
        var kinds = [0, 0]
        for round in 0..<6000 {
            let place: Place
            if round % 2 == 0 {
                place = Place(
                    east: Int32(numbers.number(Int(box.west) - 20_000...Int(box.east) + 20_000)),
                    north: Int32(numbers.number(Int(box.south) - 20_000...Int(box.north) + 20_000)))
            } else {
                // Near a corner of a border, or on it.
                let zone = layout.zones[numbers.below(layout.zones.count)]
                let ring = zone.outline[numbers.below(zone.outline.count)][0]
                let corner = layout.place(ring[numbers.below(ring.count)])
                let reach = [0, 1, 50, 12_000][numbers.below(4)]
                place = Place(
                    east: corner.east + Int32(numbers.number(-reach...reach)),
                    north: corner.north + Int32(numbers.number(-reach...reach)))
            }
            let found = layout.zone(at: place).flatMap { id in layout.zones.firstIndex { $0.id == id } } ?? -1
            #expect(try expected(place).contains(found), "\(place)")
            kinds[found < 0 ? 0 : 1] += 1
        }
        #expect(kinds.allSatisfy { $0 > 300 })
    }

    @Test("the plane keeps distances within 0.01% across 40 km, and positions to the millimetre", arguments: [0, 1])
    func plane(_ city: Int) throws {
        let layout = try (city == 0 ? RoughMap.inland : .coastal).layout()
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<5000 {
            func place() -> Place {
                let reach = 20_000_000
                return Place(east: Int32(numbers.number(-reach...reach)), north: Int32(numbers.number(-reach...reach)))
            }
            let (start, end) = (place(), place())
            let globe = layout.geodesic(layout.geographic(start), layout.geographic(end))
            let flat = start.distance(to: end).inMetres
            #expect(abs(flat - globe) <= 0.0001 * globe + 0.001)
            #expect(layout.place(layout.geographic(start)) == start)
        }
        #expect(abs(layout.geographic(.origin).latitude - (city == 0 ? 45.46 : 40.71)) < 0.05)
        // East is east and north is north.
        let origin = layout.geographic(.origin)
        #expect(layout.geographic(Place(metresEast: 1000, north: 0)).longitude > origin.longitude)
        #expect(layout.geographic(Place(metresEast: 0, north: 1000)).latitude > origin.latitude)
    }

    @Test("places drawn in a zone lie in it and are spread evenly")
    func places() throws {
        let layout = try town()
        var numbers = SplitMix64(seed: 5)
        var quarters = [Int](repeating: 0, count: 4)
        let corner = Town.place(0, 0, in: layout)
        let hole = (from: Town.place(400, 400, in: layout), to: Town.place(600, 600, in: layout))
        let draws = 40_000
        for _ in 0..<draws {
            let (u, v) = (numbers.share(), numbers.share())
            let place = try #require(layout.place(in: ZoneID(1), u, v))
            #expect(layout.zone(at: place) == ZoneID(1))
            #expect(layout.place(in: ZoneID(1), u, v) == place)
            let (east, north) = (place.east - corner.east, place.north - corner.north)
            // Never in the hole, but for the gap tolerance that takes a rounded millimetre in.
            #expect(
                !(place.east > hole.from.east + 10 && place.east < hole.to.east - 10
                    && place.north > hole.from.north + 10 && place.north < hole.to.north - 10))
            // South strip, strip north of the hole, strip west of it, strip east of it.
            quarters[north < 400_000 ? 0 : north > 600_000 ? 1 : east < 500_000 ? 2 : 3] += 1
        }
        // Areas 0.4, 0.4, 0.08 and 0.08 of 0.96; five standard deviations.
        for (count, area) in zip(quarters, [0.4, 0.4, 0.08, 0.08]) {
            let share = area / 0.96
            let deviation = (Double(draws) * share * (1 - share)).squareRoot()
            #expect(abs(Double(count) - Double(draws) * share) < 5 * deviation)
        }
        #expect(layout.place(in: ZoneID(99), 0.5, 0.5) == nil)
        let real = try RoughMap.coastal.layout()
        for zone in real.zones {
            for (u, v) in [(0.0, 0.0), (0.0, 0.999_999_999), (0.999_999_999_999, 0.5), (0.5, 0.0)] {
                #expect(real.place(in: zone.id, u, v).flatMap(real.zone) == zone.id)
            }
        }
    }

    @Test("a small valid file, mutated thousands of times, is read or refused, never a crash")
    func fuzz() {
        var town = Town()
        town.add("1", Town.square(0, 0, 300, 300), Town.square(100, 100, 50, 50))
        town.add("2", Town.square(300, 0, 300, 300))
        let seed = Array(town.text.utf8)
        let words = [
            "null", "-", "1e308", "1e999", "{", "]", "\"", "0", "9", "[[", "MultiPolygon", "}", ",", "e5", "\u{0}",
        ]
        var numbers = SplitMix64(seed: 11)
        var loaded = 0
        for _ in 0..<4000 {
            var text = seed
            for _ in 0...numbers.below(4) {
                let spot = numbers.below(text.count)
                switch numbers.below(5) {
                case 0: text[spot] = UInt8(numbers.below(256))
                case 1: text.remove(at: spot)
                case 2: text.insert(contentsOf: words[numbers.below(words.count)].utf8, at: spot)
                case 3:
                    // Another digit keeps the file JSON more often than not.
                    if let digit = text[spot...].firstIndex(where: { (48...57).contains($0) }) {
                        text[digit] = UInt8(48 + numbers.below(10))
                    }
                default: text.removeSubrange(spot..<min(text.count, spot + numbers.below(40)))
                }
                if text.isEmpty { text = seed }
            }
            let read = String(decoding: text, as: UTF8.self)
            guard
                let layout = try? PolygonLayout(
                    geoJSON: read, fileName: "f", numberProperty: "zone", nameProperty: "name")
            else {
                #expect(!problems(read, name: "name").isEmpty)
                continue
            }
            loaded += 1
            for zone in layout.zones {
                #expect(layout.zone(at: zone.inside) == zone.id)
                let way = layout.crossings(from: Place(metresEast: -5000, north: -4000), to: zone.inside)
                #expect(way.last.map { $0.zone == zone.id } ?? (layout.zones.isEmpty))
            }
        }
        #expect(loaded > 100 && loaded < 3900)
    }
}

extension Box {
    /// The smallest box around both.
    func joined(_ other: Box) -> Box {
        var both = self
        both.west = min(west, other.west)
        both.east = max(east, other.east)
        both.south = min(south, other.south)
        both.north = max(north, other.north)
        return both
    }
}
