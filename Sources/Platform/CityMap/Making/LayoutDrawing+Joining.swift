// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

extension LayoutDrawing {
    /// Reads zones as they are, wherever they come from.
    ///
    /// - Throws: what is wrong with them as a map.
    public init(zones: [ZoneRecord], fileName: String) throws(LayoutProblems) {
        let drawn = DrawnLayout(
            zones: zones.map { zone in
                DrawnZone(
                    id: zone.id, name: zone.name, members: [], area: zone.area,
                    ground: Ground(zone.outline.map { $0.map { $0.map(FilePosition.init) } }))
            })
        try self.init(geoJSON: drawn.geoJSON, fileName: fileName)
    }

    /// For each zone, by index, the length of its border with each neighbour in metres.
    ///
    /// - Throws: when GEOS fails.
    public func borders() throws(LayoutProblems) -> [[Int: Double]] {
        try covered(Geometries(step: 1)).borders(owners: zones.count, plane: plane)
    }

    /// The zones of the base, joined as a search found best. A zone of several keeps the lowest number of its members; its
    /// name is that of the largest, with how many more there are.
    ///
    /// - Parameter groups: for each zone of the base, by index, what it belongs to: equal numbers are one zone.
    /// - Throws: when GEOS fails.
    public func joined(_ groups: [Int]) throws(LayoutProblems) -> DrawnLayout {
        precondition(groups.count == zones.count, "\(groups.count) groups for \(zones.count) zones")
        var regions: [Int: [Int]] = [:]
        for (zone, group) in groups.enumerated() { regions[group, default: []].append(zone) }
        let parts = regions.values.sorted { $0[0] < $1[0] }
        return try onFinestGrid { session throws(LayoutProblems) in
            try drawn(covered(session), parts, 0, session) { members in
                let largest = members.max { (zones[$0].area, $1) < (zones[$1].area, $0) } ?? members[0]
                return (
                    zones[members[0]].id, zones[members[0]].key,
                    zones[largest].name + (members.count > 1 ? " +\(members.count - 1)" : "")
                )
            }
        }
    }
}
