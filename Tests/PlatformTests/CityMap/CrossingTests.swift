// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import CityMap

@Suite struct CrossingTests {
    /// Walks the way in small steps and holds the zone seen at each against the crossings.
    ///
    /// A step that lies on a border to a millimetre may show either side; no other difference is let through.
    private func check(_ layout: any ZoneLayout, _ start: Place, _ end: Place, step: Double) {
        let crossings = layout.crossings(from: start, to: end)
        let way = "\(start) to \(end)"
        var zone = layout.zone(at: start)
        var share = 0.0
        for crossing in crossings {
            #expect(crossing.share > 0 && crossing.share <= 1 && crossing.share >= share, "\(way)")
            #expect(crossing.zone != zone, "\(way)")
            // Within a millimetre of the border both sides are met (the place itself is rounded: one more). Where the way meets it
            // at a low angle, that millimetre lies some centimetres along the way.
            let along = 40 / max(1, Double(start.distance(to: end).millimetres))
            let around = stride(from: -1.0, through: 1, by: 0.1).flatMap { part in
                zones(around: start.along(min(1, max(0, crossing.share + part * along)), to: end), reach: 2, layout)
            }
            #expect(around.contains(crossing.zone) && around.contains(zone), "\(way) at \(crossing)")
            zone = crossing.zone
            share = crossing.share
        }
        #expect(zone == layout.zone(at: end), "\(way)")

        let steps = max(Int(start.distance(to: end).inMetres / step), 1)
        var next = 0
        zone = layout.zone(at: start)
        for number in 1...steps {
            let share = Double(number) / Double(steps)
            while next < crossings.count, crossings[next].share <= share {
                zone = crossings[next].zone
                next += 1
            }
            let place = start.along(share, to: end)
            guard layout.zone(at: place) != zone else { continue }
            #expect(zones(around: place, reach: 1, layout).contains(zone), "\(way) at \(share)")
        }
    }

    private func zones(around place: Place, reach: Int32, _ layout: any ZoneLayout) -> [ZoneID?] {
        var zones: [ZoneID?] = []
        for east in -reach...reach {
            for north in -reach...reach {
                zones.append(layout.zone(at: Place(east: place.east + east, north: place.north + north)))
            }
        }
        return zones
    }

    /// Two blocks with a gap of 8 m, a hole, a gap that narrows to a wedge, and an overlap.
    private func town() throws -> PolygonLayout {
        var town = Town()
        town.add("1", Town.square(0, 0, 1000, 1000), Town.square(400, 400, 200, 200))
        town.add("2", Town.square(1008, 0, 1000, 1000))
        town.add("3", [(0, 1000), (1000, 1030), (1000, 1500), (0, 1500)])
        town.add("4", [(999, 1035), (2000, 1010), (2000, 1500), (999, 1500)])
        return try town.layout()
    }

    @Test("a way over a gap within the tolerance changes zone once, in the middle of the gap")
    func gap() throws {
        let layout = try town()
        let start = Town.place(900, 300, in: layout)
        let end = Town.place(1100, 300, in: layout)
        let crossings = layout.crossings(from: start, to: end)
        #expect(crossings.map(\.zone) == [ZoneID(2)])
        #expect(abs((crossings.first?.share ?? 0) * 200 - 104) < 0.001)
        let back = layout.crossings(from: end, to: start)
        #expect(back.map(\.zone) == [ZoneID(1)])
        #expect(abs((back.first?.share ?? 0) * 200 - 96) < 0.001)
    }

    @Test("a way over a hole leaves its zone at the tolerance and comes back at it")
    func hole() throws {
        let layout = try town()
        let crossings = layout.crossings(
            from: Town.place(300, 500, in: layout), to: Town.place(700, 500, in: layout))
        #expect(crossings.map(\.zone) == [nil, ZoneID(1)])
        for (crossing, metres) in zip(crossings, [110.0, 290]) { #expect(abs(crossing.share * 400 - metres) < 0.001) }
    }

    @Test("a way inside one zone, or outside of all, meets no border; nor does no way at all")
    func none() throws {
        let layout = try town()
        let inside = Town.place(100, 100, in: layout)
        #expect(layout.crossings(from: inside, to: Town.place(200, 900, in: layout)).isEmpty)
        #expect(layout.crossings(from: inside, to: inside).isEmpty)
        let far = Place(metresEast: -100_000, north: -100_000)
        #expect(layout.crossings(from: far, to: Place(metresEast: -90_000, north: 90_000)).isEmpty)
        // In at one side and out at the other, from far off.
        let through = layout.crossings(
            from: Town.place(-50_000, 200, in: layout), to: Town.place(50_000, 200, in: layout))
        #expect(through.map(\.zone) == [ZoneID(1), ZoneID(2), nil])
        // The town was drawn in a plane with another centre, so that a straight line of 50 km bows by centimetres.
        #expect(abs((through.first?.share ?? 0) * 100_000 - 49_990) < 0.1)
    }

    @Test("a way that starts or ends on a border keeps the zones of its ends")
    func ends() throws {
        var town = Town()
        town.add("1", Town.square(0, 0, 700, 700))
        town.add("2", Town.square(700, 0, 700, 700))
        let layout = try town.layout()
        let border = Town.place(700, 700, in: layout)
        let right = Town.place(900, 300, in: layout)
        #expect(layout.zone(at: border) == ZoneID(1))
        let out = layout.crossings(from: border, to: right)
        #expect(out.map(\.zone) == [ZoneID(2)])
        #expect((out.first?.share ?? 1) * border.distance(to: right).inMetres <= 0.001)
        let back = layout.crossings(from: right, to: border)
        #expect(back.map(\.zone) == [ZoneID(1)])
        #expect((1 - (back.first?.share ?? 0)) * border.distance(to: right).inMetres <= 0.001)
    }

    @Test("a walk in small steps sees the zones that the crossings name: a town of gaps, holes and overlaps")
    func walks() throws {
        let layout = try town()
        var numbers = SplitMix64(seed: 21)
        for round in 0..<400 {
            func place() -> Place {
                Town.place(Double(numbers.number(-40...2040)), Double(numbers.number(-40...1540)), in: layout)
            }
            let start = place()
            // Every other way is short or runs along the gaps, where it matters most.
            let end =
                round % 2 == 0
                ? place()
                : Place(
                    east: start.east + Int32(numbers.number(-60_000...60_000)),
                    north: start.north + Int32(numbers.number(-9_000...9_000)))
            check(layout, start, end, step: 0.7)
        }
        for _ in 0..<200 {
            let start = Town.place(Double(numbers.number(0...2000)), Double(numbers.number(1000...1034)), in: layout)
            let end = Town.place(Double(numbers.number(0...2000)), Double(numbers.number(1000...1034)), in: layout)
            check(layout, start, end, step: 0.5)
        }
    }

    @Test("a walk in small steps sees the zones that the crossings name: rough maps", arguments: [0, 1])
    func cityWalks(_ city: Int) throws {
        try walk((city == 0 ? RoughMap.inland : .coastal).layout(), seed: 22 + city)
    }

    /// Walks anywhere in a city, and from corner to corner of its drawing.
    func walk(_ layout: PolygonLayout, seed: Int) throws {
        var numbers = SplitMix64(seed: seed)
        var count = 0
        for round in 0..<300 {
            let zone = layout.zones[numbers.below(layout.zones.count)]
            let start = zone.inside
            let reach = round % 3 == 0 ? 12_000_000 : 1_500_000
            let end = Place(
                east: start.east + Int32(numbers.number(-reach...reach)),
                north: start.north + Int32(numbers.number(-reach...reach)))
            count += layout.crossings(from: start, to: end).count
            check(layout, start, end, step: 5)
        }
        #expect(count > 300)
        // From corner to corner of the drawing: starts, ends and passes on borders.
        for _ in 0..<200 {
            let ring = layout.zones[numbers.below(layout.zones.count)].outline[0][0]
            let start = layout.place(ring[numbers.below(ring.count)])
            let end = layout.place(ring[numbers.below(ring.count)])
            if start != end { check(layout, start, end, step: 1) }
        }
    }

    @Test("equal questions get equal answers from a layout loaded again")
    func repeatable() throws {
        let (first, second) = (try RoughMap.inland.layout(), try RoughMap.inland.layout())
        var numbers = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let start = Place(east: Int32(numbers.number(-9_000_000...9_000_000)), north: 0)
            let end = Place(east: 0, north: Int32(numbers.number(-9_000_000...9_000_000)))
            #expect(first.crossings(from: start, to: end) == second.crossings(from: start, to: end))
            let zone = first.zones[numbers.below(first.zones.count)].id
            let (u, v) = (numbers.share(), numbers.share())
            #expect(first.place(in: zone, u, v) == second.place(in: zone, u, v))
        }
    }
}
