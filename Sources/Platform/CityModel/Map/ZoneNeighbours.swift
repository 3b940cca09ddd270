// SPDX-License-Identifier: GPL-3.0-or-later

/// Which zones of a layout touch.
///
/// Two zones touch where a place 15 m beyond the border of one lies in the other, which takes gaps of maps for none that are narrower. A corner in
/// which they meet is not enough. Finding them looks at three places of each stretch of border.
public struct ZoneNeighbours: Sendable {
    private var touching: [ZoneID: [ZoneID]] = [:]
    private var places: [ZoneID: Place] = [:]
    private static let beyond = 15.0

    /// Finds them.
    public init(of layout: any ZoneLayout) {
        var found: [ZoneID: Set<ZoneID>] = [:]
        for zone in layout.zones {
            places[zone.id] = zone.inside
            for ring in zone.outline.joined() {
                let corners = ring.map { layout.place($0) }
                for (start, end) in zip(corners, corners.dropFirst()) {
                    let (east, north) = (end.metresEast - start.metresEast, end.metresNorth - start.metresNorth)
                    let length = (east * east + north * north).squareRoot()
                    guard length > 0 else { continue }
                    for share in [0.25, 0.5, 0.75] {
                        for side in [Self.beyond, -Self.beyond] {
                            let place = Place(
                                metresEast: start.metresEast + share * east - side * north / length,
                                north: start.metresNorth + share * north + side * east / length)
                            guard let other = layout.zone(at: place), other != zone.id else { continue }
                            found[zone.id, default: []].insert(other)
                            found[other, default: []].insert(zone.id)
                        }
                    }
                }
            }
        }
        touching = found.mapValues { $0.sorted { $0.number < $1.number } }
    }

    /// The zones that touch one, by number.
    public func zones(touching zone: ZoneID) -> [ZoneID] { touching[zone] ?? [] }

    /// The zones within so many steps from one to the next, itself left out: by steps, then by the distance of their inner places, then
    /// by number.
    public func zones(around zone: ZoneID, rings: Int) -> [ZoneID] {
        var (found, ring): ([ZoneID], [ZoneID]) = ([], [zone])
        var seen: Set<ZoneID> = [zone]
        for _ in 0..<rings {
            let next = Set(ring.flatMap { zones(touching: $0) }).subtracting(seen)
            ring = next.map { (distance: distance(zone, $0), zone: $0) }
                .sorted { ($0.distance, $0.zone.number) < ($1.distance, $1.zone.number) }.map(\.zone)
            seen.formUnion(next)
            found += ring
        }
        return found
    }

    private func distance(_ one: ZoneID, _ other: ZoneID) -> Distance {
        guard let start = places[one], let end = places[other] else { return .zero }
        return start.distance(to: end)
    }
}
