// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// The zones of another layout, joined into fewer: each is one or several of them.
///
/// Made in no time, where a drawn layout must be cut, written and read: for trying very many. The borders are those of the
/// other layout to the bit; where a drawn layout rounds them, the two differ by centimetres. A joined zone has the lowest
/// number of its members, and their outlines side by side.
public final class JoinedLayout: ZoneLayout {
    /// All zones, by rising number.
    public let zones: [ZoneRecord]
    private let base: any ZoneLayout
    private let owners: [ZoneID: ZoneID]
    private let members: [ZoneID: [ZoneRecord]]

    /// Joins zones.
    ///
    /// - Parameters:
    ///   - base: the other layout.
    ///   - groups: for each of its zones, by rising number, what it belongs to: equal numbers are one zone.
    public init(_ base: any ZoneLayout, groups: [Int]) {
        precondition(groups.count == base.zones.count, "\(groups.count) groups for \(base.zones.count) zones")
        self.base = base
        var members: [Int: [ZoneRecord]] = [:]
        var owners: [ZoneID: ZoneID] = [:]
        for (zone, group) in zip(base.zones, groups) {
            members[group, default: []].append(zone)
            owners[zone.id] = members[group]?.first?.id
        }
        // By the lowest number of each.
        let parts = members.values.sorted { $0[0].id < $1[0].id }
        self.owners = owners
        self.members = Dictionary(uniqueKeysWithValues: parts.map { ($0[0].id, $0) })
        zones = parts.map { parts in
            ZoneRecord(
                id: parts[0].id, key: parts[0].key,
                name: parts[0].name + (parts.count > 1 ? " +\(parts.count - 1)" : ""),
                inside: parts[0].inside, area: parts.reduce(0) { $0 + $1.area }, outline: parts.flatMap(\.outline))
        }
    }

    /// The joined zone that holds a place.
    public func zone(at place: Place) -> ZoneID? { base.zone(at: place).flatMap { owners[$0] } }

    /// The borders that are left: one between two members is none.
    public func crossings(from start: Place, to end: Place) -> [ZoneCrossing] {
        var last = zone(at: start)
        return base.crossings(from: start, to: end).compactMap { crossing in
            let next = crossing.zone.flatMap { owners[$0] }
            defer { last = next }
            return next == last ? nil : ZoneCrossing(share: crossing.share, zone: next)
        }
    }

    /// A place in the zone: the first number chooses the member by area, and is spread out again within it.
    public func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? {
        guard let parts = members[zone] else { return nil }
        var rest = u * parts.reduce(0) { $0 + $1.area }
        for part in parts {
            if rest < part.area || part.id == parts.last?.id {
                return base.place(in: part.id, min(max(0, rest / part.area), 1 - 0x1p-53), v)
            }
            rest -= part.area
        }
        return nil
    }

    /// The position of a place on the globe.
    public func geographic(_ place: Place) -> GeographicPoint { base.geographic(place) }
    /// The place of a position on the globe.
    public func place(_ point: GeographicPoint) -> Place { base.place(point) }
    /// Those of the other layout.
    public var corners: [Place] { base.corners }
}
