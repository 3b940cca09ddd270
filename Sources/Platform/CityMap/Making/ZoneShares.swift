// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Which share of each zone of one layout lies in which zones of another.
///
/// Area-weighted interpolation (M. F. Goodchild and N. S. Lam, Areal interpolation, 1980): people and calls are taken to be
/// spread evenly over a zone.
public struct ZoneShares: Sendable {
    /// A zone and a share of another zone's ground.
    public struct Part: Sendable, Hashable {
        /// The zone of the second layout.
        public let zone: ZoneID
        /// Its share of the zone of the first layout, above 0, at most 1.
        public let share: Double
    }

    /// Overlaps below this share of the smaller zone are the roughness of two drawings of one border, and are left out.
    public static let roughness = 0.002

    private let parts: [ZoneID: [Part]]
    private let names: [ZoneID: String]
    /// What the first layout calls its zones.
    let keys: ZoneKeys
    // What the second one calls its zones.
    private let newKeys: [ZoneID: String]
    /// The zones of the second layout, rising.
    public let zones: [ZoneID]

    /// Compares two layouts.
    ///
    /// Ground of the first that is in no zone of the second is left out: the rest of its zone has all.
    public init(from base: LayoutDrawing, to layout: LayoutDrawing) {
        let session = Geometries()
        // One plane for both.
        let plane = base.plane
        let shapes = layout.grounds.map { ground in
            (bounds: ground.bounds, geometry: session.area(ground.metres(in: plane)), area: ground.area(in: plane))
        }
        var parts: [ZoneID: [Part]] = [:]
        for (zone, ground) in zip(base.zones, base.grounds) {
            let bounds = ground.bounds
            let area = ground.area(in: plane)
            let own = session.area(ground.metres(in: plane))
            var shares: [(zone: ZoneID, area: Double)] = []
            for (index, shape) in shapes.enumerated() where shape.bounds.meets(bounds) {
                guard let own, let common = shape.geometry?.intersection(own)?.area else { continue }
                if common > Self.roughness * min(area, shape.area) { shares.append((layout.zones[index].id, common)) }
            }
            let sum = shares.reduce(0) { $0 + $1.area }
            parts[zone.id] = shares.map { Part(zone: $0.zone, share: $0.area / sum) }
        }
        self.parts = parts
        names = Dictionary(
            base.zones.map { ($0.id, $0.name == $0.key ? $0.key : "\($0.key) (\($0.name))") },
            uniquingKeysWith: { first, _ in first })
        keys = ZoneKeys(base.zones)
        newKeys = Dictionary(layout.zones.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
        zones = layout.zones.map(\.id)
    }

    /// The zones that a zone of the first layout lies in, rising; empty when it lies in none, nil when there is no such zone.
    public func parts(of zone: ZoneID) -> [Part]? { parts[zone] }

    /// `7 (BRERA)`
    func label(_ zone: ZoneID) -> String { names[zone] ?? zone.description }

    /// What the second layout calls one of its zones.
    func newKey(_ zone: ZoneID) -> String { newKeys[zone] ?? zone.description }
}
