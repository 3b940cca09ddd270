// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing

@testable import CityMap

/// Zones of a layout, joined without cutting anything.
@Suite struct JoinedLayoutTests {
    private let base = GridLayout(
        rows: 3, columns: 4, side: .metres(1000), anchor: GeographicPoint(longitude: 9, latitude: 45))
    // Twelve zones in four: an L, a row, and two more.
    private var joined: JoinedLayout { JoinedLayout(base, groups: [5, 5, 2, 2, 5, 9, 2, 2, 7, 7, 7, 7]) }

    @Test("A place is in the zone that its own zone belongs to, which has the lowest number of its members")
    func places() {
        let joined = joined
        #expect(joined.zones.map(\.id.number) == [1, 3, 6, 9])
        let owners: [Int32] = [1, 1, 3, 3, 1, 6, 3, 3, 9, 9, 9, 9]
        for (zone, owner) in zip(base.zones, owners) {
            #expect(joined.zone(at: zone.inside) == ZoneID(owner), "zone \(zone.id)")
        }
        #expect(abs(joined.zones.reduce(0) { $0 + $1.area } - 12e6) < 1)
        for zone in joined.zones {
            for step in 0..<100 {
                let place = joined.place(in: zone.id, Double(step) / 100, Double(step * 37 % 100) / 100)
                #expect(place.map { joined.zone(at: $0) } == zone.id)
            }
        }
        #expect(joined.place(in: ZoneID(2), 0, 0) == nil)
    }

    @Test("A way crosses the borders between joined zones, and none inside one")
    func crossings() {
        let joined = joined
        let (west, east) = (base.zones[4].inside, base.zones[7].inside)
        // From the L through the middle zone into the row: the border inside the row is gone.
        #expect(base.crossings(from: west, to: east).count == 3)
        #expect(joined.crossings(from: west, to: east).map { $0.zone?.number } == [6, 3])
        #expect(joined.crossings(from: base.zones[8].inside, to: base.zones[11].inside).isEmpty)
        let beyond = Place(east: east.east + 3_000_000, north: east.north)
        #expect(joined.crossings(from: east, to: beyond).map { $0.zone?.number } == [nil])
    }
}
