// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Ways with the times of a table from zone to zone, and another router for what the table leaves out.
///
/// All drives between two zones take the table's time, wherever in the zones they start and end; a pair that is not in the
/// table (often a zone to itself), a period without it, and places outside all zones are left to the fallback. The length
/// is the table's where it has one, else the fallback's. The path, and walks, are always the fallback's.
public final class TableRouter: Router {
    private let table: TravelTable
    private let layout: any ZoneLayout
    private let fallback: any Router

    /// Makes the router of a table, the layout that gives the zone of a place, and the router for what is missing.
    public init(_ table: TravelTable, layout: any ZoneLayout, fallback: any Router) {
        self.table = table
        self.layout = layout
        self.fallback = fallback
    }

    /// The fallback's way, a drive with the table's length and the time of the period that holds the departure.
    public func route(_ query: RouteQuery) -> Journey? {
        guard let journey = fallback.route(query) else { return nil }
        guard query.mode == .drive, let (from, to) = zones(query.start, query.end) else { return journey }
        return journey.with(
            distance: table.distance(from: from, to: to),
            duration: table.time(from: from, to: to, hour: query.leaving.hourOfDay))
    }

    /// As of the fallback.
    public var hasSirenTimes: Bool { fallback.hasSirenTimes }

    /// As of the fallback.
    public var streets: [StreetLine] { fallback.streets }

    /// The table's length, else the fallback's.
    public func distance(from start: Place, to end: Place) -> Distance {
        zones(start, end).flatMap { table.distance(from: $0, to: $1) } ?? fallback.distance(from: start, to: end)
    }

    private func zones(_ start: Place, _ end: Place) -> (ZoneID, ZoneID)? {
        guard start != end, let from = layout.zone(at: start), let to = layout.zone(at: end) else { return nil }
        return (from, to)
    }
}
