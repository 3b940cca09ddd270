// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

extension LayoutDrawing {
    /// The zones of the base, neighbours merged until each has at least so much.
    ///
    /// The zone that has least is merged first, ties by number: with the neighbour that has least itself among those whose
    /// common border is at least half as long as the longest one; a zone without neighbours with the nearest. A merged
    /// zone keeps the lowest number of its members, so that a table made for the base names zones that are not there
    /// instead of other ground; its name is that of the member that has most, with how many more there are.
    ///
    /// - Parameters:
    ///   - least: what each zone must have, such as drivers.
    ///   - amounts: what each zone of the base has; zones not named have nothing.
    ///   - tolerance: borders are simplified by up to this many metres; 0 to keep every corner.
    /// - Throws: when all zones together have less, or GEOS fails.
    public func merged(
        least: Double, amounts: [ZoneID: Double], tolerance: Double = 0
    ) throws(LayoutProblems) -> DrawnLayout {
        let each = zones.map { amounts[$0.id] ?? 0 }
        let sum = each.reduce(0, +)
        guard sum >= least else {
            throw failure("has \(Int(sum * 10) / 10) in all, which is less than \(least) for a single zone", .structure)
        }
        return try onFinestGrid { session throws(LayoutProblems) in try merged(least, each, tolerance, session) }
    }

    private func merged(
        _ least: Double, _ each: [Double], _ tolerance: Double, _ session: Geometries
    ) throws(LayoutProblems) -> DrawnLayout {
        let base = try covered(session)
        var graph = RegionGraph(amounts: each, borders: base.borders(owners: zones.count, plane: plane))
        let regions = graph.joined(until: least, .leastOfLong, grounds, plane, session)
        return try drawn(base, regions, tolerance, session) { region in
            let most = region.max { (each[$0], $1) < (each[$1], $0) } ?? region[0]
            let more = region.count > 1 ? " +\(region.count - 1)" : ""
            return (zones[region[0]].id, zones[region[0]].key, zones[most].name + more)
        }
    }

    /// The zones of the base, those with an equal property merged, such as a city's quarters into its districts.
    ///
    /// A value that is a positive whole number becomes the number of the zone, and its name is the property with the first
    /// letter raised and the number: `Municipio 4`. Other values are sorted and numbered from 1, and are the names.
    ///
    /// - Parameters:
    ///   - property: the name of the property.
    ///   - tolerance: borders are simplified by up to this many metres; 0 to keep every corner.
    /// - Throws: when a zone does not have the property, or GEOS fails.
    public func merged(by property: String, tolerance: Double = 0) throws(LayoutProblems) -> DrawnLayout {
        let values = zones.indices.map { text(of: property, zone: $0) }
        let missing = zones.indices.filter { values[$0] == nil }
        guard missing.isEmpty else {
            let first = zones[missing[0]]
            let whose =
                missing.count == 1
                ? "zone \(first.label) has"
                : missing.count == zones.count
                    ? "all \(zones.count) zones have"
                    : "\(missing.count) of \(zones.count) zones, zone \(first.label) first, have"
            throw LayoutProblems(
                fileName: fileName,
                problems: [
                    LayoutProblem(
                        .structure, zones: missing.map { zones[$0].id },
                        "\(whose) no property \"\(property)\" that is a text or a whole number; "
                            + LayoutReader.present(missing.map { properties[$0] }, insteadOf: property))
                ])
        }
        let names = Set(values.compactMap { $0 })
        let areNumbers = names.allSatisfy { name in Int32(name).map { $0 > 0 && String($0) == name } ?? false }
        let groups = areNumbers ? names.sorted { Int32($0) ?? 0 < Int32($1) ?? 0 } : names.sorted()
        let regions = groups.map { group in zones.indices.filter { values[$0] == group } }
        return try onFinestGrid { session throws(LayoutProblems) in
            try drawn(covered(session), regions, tolerance, session) { region in
                let group = values[region[0]] ?? ""
                guard areNumbers, let number = Int32(group) else {
                    return (ZoneID(Int32((groups.firstIndex(of: group) ?? 0) + 1)), nil, group)
                }
                return (ZoneID(number), nil, property.prefix(1).uppercased() + property.dropFirst() + " \(number)")
            }
        }
    }

    func drawn(
        _ base: Coverage, _ regions: [[Int]], _ tolerance: Double, _ session: Geometries,
        title: ([Int]) -> (id: ZoneID, key: String?, name: String)
    ) throws(LayoutProblems) -> DrawnLayout {
        var base = base
        var region = [Int](repeating: 0, count: zones.count)
        for (index, members) in regions.enumerated() {
            for member in members { region[member] = index }
        }
        for index in base.faces.indices { base.faces[index].owner = base.faces[index].owner.map { region[$0] } }
        guard let rough = base.grounds(owners: regions.count),
            var parts = Coverage.withoutSlivers(rough, plane: plane, session: session)?.grounds(owners: regions.count)
        else { throw failure("cannot be cut by GEOS") }
        if tolerance > 0 {
            guard let coarse = base.simplified(by: tolerance, parts, plane: plane, session: session)
            else { throw failure("cannot be simplified by \(tolerance) m: a zone would be lost") }
            parts = coarse.map { $0.withoutSlivers(plane: plane, session: session) }
        }
        var drawn = regions.enumerated().map { index, members in
            let (id, key, name) = title(members)
            return DrawnZone(
                id: id, key: key, name: name, members: members.map { zones[$0].id },
                memberKeys: members.map { zones[$0].key }, area: parts[index].area(in: plane),
                ground: parts[index])
        }
        drawn.sort { $0.id < $1.id }
        return DrawnLayout(zones: drawn)
    }
}
