// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// The zones of a city on streets: which borders each street meets is found once, for all who drive along it. Everything else, and
/// whatever is no whole street, is asked of the layout itself; all answers are the layout's own.
///
/// One serves all replications and threads.
package final class StreetBorders: ZoneLayout {
    private let layout: any ZoneLayout
    private let network: StreetNetwork
    /// Where each node is.
    private let places: [Place]
    /// The arcs by their ends, each in the first free slot from that of its hash on; `free` for none. Twice as many slots as arcs
    /// at least.
    private let slots: [UInt32]
    /// For each arc which of the `borders` are its own.
    private let own: [UInt16]
    /// Nothing first: most streets meet no border.
    private let borders: [[ZoneCrossing]]

    private static let free = UInt32.max

    /// Finds what all streets of a network meet. Takes the time of as many questions as there are arcs.
    package init(_ layout: any ZoneLayout, along network: StreetNetwork) {
        (self.layout, self.network, places) = (layout, network, network.places(on: layout))
        var count = 2
        while count < 2 * network.arcCount { count *= 2 }
        var slots = [UInt32](repeating: Self.free, count: count)
        var own = [UInt16](repeating: 0, count: network.arcCount)
        var borders: [[ZoneCrossing]] = [[]]
        for arc in 0..<network.arcCount {
            let (start, end) = (places[Int(network.tails[arc])], places[Int(network.heads[arc])])
            let crossings = layout.crossings(from: start, to: end)
            if !crossings.isEmpty {
                // A network with more streets over borders than can be told apart here: the rest are asked about each time.
                guard borders.count < Int(UInt16.max) else { continue }
                own[arc] = UInt16(borders.count)
                borders.append(crossings)
            }
            var slot = Self.hash(start, end) & (count - 1)
            while slots[slot] != Self.free { slot = (slot + 1) & (count - 1) }
            slots[slot] = UInt32(arc)
        }
        (self.slots, self.own, self.borders) = (slots, own, borders)
    }

    private static func hash(_ start: Place, _ end: Place) -> Int {
        func word(_ place: Place) -> UInt64 {
            UInt64(UInt32(bitPattern: place.east)) << 32 | UInt64(UInt32(bitPattern: place.north))
        }
        let mixed = (word(start) &* 0x9E37_79B9_7F4A_7C15 ^ word(end)) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: mixed >> 32)
    }

    /// The borders that the straight line meets: those of a street are known.
    package func crossings(from start: Place, to end: Place) -> [ZoneCrossing] {
        var slot = Self.hash(start, end) & (slots.count - 1)
        while slots[slot] != Self.free {
            let arc = Int(slots[slot])
            if places[Int(network.tails[arc])] == start, places[Int(network.heads[arc])] == end {
                return borders[Int(own[arc])]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return layout.crossings(from: start, to: end)
    }

    /// Those of the layout.
    package var zones: [ZoneRecord] { layout.zones }
    /// The zone that holds a place.
    package func zone(at place: Place) -> ZoneID? { layout.zone(at: place) }
    /// A place in the zone, as the layout draws it.
    package func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? { layout.place(in: zone, u, v) }
    /// The position of a place on the globe.
    package func geographic(_ place: Place) -> GeographicPoint { layout.geographic(place) }
    /// The place of a position on the globe.
    package func place(_ point: GeographicPoint) -> Place { layout.place(point) }
    /// Those of the layout.
    package var corners: [Place] { layout.corners }
}

extension StreetNetwork {
    /// Where each node is in a city's plane.
    func places(on layout: any ZoneLayout) -> [Place] {
        (0..<nodeCount).map { node in
            layout.place(
                GeographicPoint(
                    longitude: Double(longitudes[node]) / Globe.parts, latitude: Double(latitudes[node]) / Globe.parts))
        }
    }
}
