// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RuleTestKit
import Synchronization
import Testing

@testable import Roads

@Suite("Borders that streets meet")
struct StreetBordersTests {
    /// A layout that counts how often it is asked for borders.
    private final class Asked: ZoneLayout {
        let base: any ZoneLayout
        let count = Atomic<Int>(0)

        init(_ base: any ZoneLayout) { self.base = base }

        var zones: [ZoneRecord] { base.zones }
        func zone(at place: Place) -> ZoneID? { base.zone(at: place) }
        func crossings(from start: Place, to end: Place) -> [ZoneCrossing] {
            count.add(1, ordering: .relaxed)
            return base.crossings(from: start, to: end)
        }
        func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? { base.place(in: zone, u, v) }
        func geographic(_ place: Place) -> GeographicPoint { base.geographic(place) }
        func place(_ point: GeographicPoint) -> Place { base.place(point) }
    }

    private static let grid = GridLayout(
        rows: 6, columns: 7, side: .metres(120), anchor: GeographicPoint(longitude: 10, latitude: 50))

    /// Streets between places of chance within the grid and around it, two nodes at one place among them.
    private static func network(seed: Int) -> StreetNetwork {
        var numbers = SplitMix64(seed: seed)
        var draft = StreetDraft()
        for node in 0..<40 {
            let place = Place(
                metresEast: Double(numbers.below(1000)) - 80, north: Double(numbers.below(900)) - 80)
            let point = grid.geographic(node == 1 ? grid.place(GeographicPoint(longitude: 10, latitude: 50)) : place)
            draft.place(node, longitude: point.longitude, latitude: point.latitude)
        }
        (draft.longitudes[39], draft.latitudes[39]) = (draft.longitudes[0], draft.latitudes[0])
        for edge in 0..<150 {
            let (tail, head) = (numbers.below(40), numbers.below(40))
            guard tail != head else { continue }
            draft.add(from: tail, to: head, millimetres: 1_000, edge: Int64(edge), times: draft.same(1_000))
        }
        return draft.network()
    }

    @Test(
        "every street and every other line meets the layout's borders, and streets are asked about once")
    func equal() {
        for seed in 0..<20 {
            let (asked, network) = (Asked(Self.grid), Self.network(seed: seed))
            let borders = StreetBorders(asked, along: network)
            let places = network.places(on: Self.grid)
            let once = asked.count.load(ordering: .relaxed)
            #expect(once == network.arcCount)
            var met = 0
            for arc in 0..<network.arcCount {
                let (start, end) = (places[Int(network.tails[arc])], places[Int(network.heads[arc])])
                let found = borders.crossings(from: start, to: end)
                #expect(found == Self.grid.crossings(from: start, to: end), "seed \(seed), arc \(arc)")
                met += found.count
            }
            #expect(met > 100 && asked.count.load(ordering: .relaxed) == once)
            for start in places {
                for end in places {
                    #expect(borders.crossings(from: start, to: end) == Self.grid.crossings(from: start, to: end))
                    let middle = start.along(0.5, to: end)
                    #expect(borders.crossings(from: middle, to: end) == Self.grid.crossings(from: middle, to: end))
                }
            }
            #expect(asked.count.load(ordering: .relaxed) > once)
        }
    }

    @Test("all else is the layout's own")
    func forwarded() throws {
        let borders = StreetBorders(Self.grid, along: Self.network(seed: 1))
        let place = Place(metresEast: 130, north: 250)
        #expect(borders.zones.map(\.id) == Self.grid.zones.map(\.id) && borders.corners == Self.grid.corners)
        let zone = try #require(borders.zone(at: place))
        #expect(zone == Self.grid.zone(at: place))
        #expect(borders.place(in: zone, 0.3, 0.7) == Self.grid.place(in: zone, 0.3, 0.7))
        #expect(borders.geographic(place) == Self.grid.geographic(place))
        #expect(borders.place(borders.geographic(place)) == Self.grid.place(Self.grid.geographic(place)))
    }
}
