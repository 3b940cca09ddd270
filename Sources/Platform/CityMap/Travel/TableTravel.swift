// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Travel by a table of times from zone to zone, with another model for what the table leaves out.
///
/// All drives between two zones take the table's time, wherever in the zones they start and end; a pair that is not in the
/// table (often a zone to itself), a period without it, and places outside all zones are left to the fallback. The length
/// is the table's where it has one, else the fallback's. Walks are always the fallback's.
public final class TableTravel: TravelModel {
    private let table: TravelTable
    private let layout: any ZoneLayout
    private let fallback: any TravelModel

    /// Makes the model of a table, the layout that tells the zone of a place, and the model for what is missing.
    public init(_ table: TravelTable, layout: any ZoneLayout, fallback: any TravelModel) {
        self.table = table
        self.layout = layout
        self.fallback = fallback
    }

    /// The expected drive, with the time of the period that holds the departure.
    public func drive(from start: Place, to end: Place, leaving: CityTime) -> Leg {
        let way = distance(from: start, to: end)
        if start != end, let from = layout.zone(at: start), let to = layout.zone(at: end),
            let time = table.time(from: from, to: to, hour: leaving.hourOfDay)
        {
            return Leg(distance: way, duration: time)
        }
        return Leg(distance: way, duration: fallback.drive(from: start, to: end, leaving: leaving).duration)
    }

    /// The fallback's walk.
    public func walk(from start: Place, to end: Place) -> Leg { fallback.walk(from: start, to: end) }

    /// The table's length, else the fallback's.
    public func distance(from start: Place, to end: Place) -> Distance {
        if start != end, let from = layout.zone(at: start), let to = layout.zone(at: end),
            let way = table.distance(from: from, to: to)
        {
            return way
        }
        return fallback.distance(from: start, to: end)
    }
}
