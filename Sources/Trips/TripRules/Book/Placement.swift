// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where a flexible occurrence, or lunch, was placed on a day; it stays there when it has begun (TRIP-FLEX).
public struct Placement: Hashable, Codable, Sendable {
    /// Whose occurrence it is, or lunch.
    public let id: AppointmentID
    /// The day of its window.
    public let day: TripDay
    /// When it begins; `never` when it finds no room.
    public let start: CityTime
    /// When it ends.
    public let end: CityTime

    /// Whether it has a time.
    public var isPlaced: Bool { start < .never }

    /// Whether it keeps its place whatever comes: it has begun, or is over.
    func isPinned(at now: CityTime) -> Bool { start <= now }
}

/// The placements of one user, by day and number.
struct PlacementList: Sendable {
    private(set) var all: [Placement] = []

    subscript(day: TripDay) -> ArraySlice<Placement> { all[range(day)] }

    private func range(_ day: TripDay) -> Range<Int> {
        all.firstIndexByHalving { $0.day >= day }..<all.firstIndexByHalving { $0.day > day }
    }

    /// The days from one on that have any.
    func days(from first: TripDay) -> [TripDay] {
        var days: [TripDay] = []
        for placement in all[all.firstIndexByHalving { $0.day >= first }...] where placement.day != days.last {
            days.append(placement.day)
        }
        return days
    }

    /// Those that begin before a range ends and on its first day or later: windows are of one day.
    func overlapping(_ range: Range<CityTime>) -> [Placement] {
        let first = TripDay(of: range.lowerBound)
        return all[all.firstIndexByHalving { $0.day >= first }...].prefix { $0.day.start < range.upperBound }.filter {
            $0.isPlaced && $0.start < range.upperBound && range.lowerBound < $0.end
        }
    }

    /// Puts others in the place of those of a day; they come by number.
    mutating func replace(_ day: TripDay, by placements: [Placement]) {
        all.replaceSubrange(range(day), with: placements)
    }

    /// Takes those of one appointment out.
    mutating func takeOut(_ id: AppointmentID, where condition: (Placement) -> Bool) -> [Placement] {
        let out = all.filter { $0.id == id && condition($0) }
        if !out.isEmpty { all.removeAll { $0.id == id && condition($0) } }
        return out
    }

    /// Puts back what was taken out.
    mutating func putBack(_ placements: [Placement]) {
        all.append(contentsOf: placements)
        all.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    }
}
