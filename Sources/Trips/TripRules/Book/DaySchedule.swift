// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One line of a list of appointments: description, calendar and time are always there (TRIP-R4).
public struct ScheduleRow: Hashable, Sendable {
    /// Whose occurrence it is, or lunch.
    public let id: AppointmentID
    /// What it is; empty for lunch, which has no words of the user's.
    public let description: String
    /// The calendar that it is in, as it is now (TRIP-R28).
    public let calendar: TripCalendar
    /// When it begins.
    public let start: CityTime
    /// When it ends.
    public let end: CityTime
    /// Where, if anywhere.
    public let place: Place?
    /// Whether there may be a plan for it: it has a place, and is not over (TRIP-R4, TRIP-D3).
    public let mayHavePlan: Bool
}

/// A flexible occurrence of a day that has no time: there was no room for it, or its day is not arranged yet.
public struct UnplacedRow: Hashable, Sendable {
    /// Whose occurrence it is.
    public let id: AppointmentID
    /// Its window.
    public let window: Range<CityTime>
}

/// The appointments of one day (TRIP-R2).
public struct DaySchedule: Hashable, Sendable {
    /// All that overlaps the day, also what is over: by start, end and number (issue 33, decision 13).
    public let rows: [ScheduleRow]
    /// Flexible ones without a time, by number.
    public let unplaced: [UnplacedRow]
    /// Those not over that begin within 2 h (TRIP-R3).
    public let upComing: [ScheduleRow]
    /// Those that begin later (TRIP-R3).
    public let laterOn: [ScheduleRow]

    /// The points of the day's map (TRIP-R21).
    public var points: [Place] { rows.compactMap(\.place) }
}

extension TripBook {
    /// The schedule of a day, past, present or future (TRIP-R2, -R3, -R6, -R21). Changes nothing.
    public func schedule(of day: TripDay, _ parameters: TripParameters, at now: CityTime) -> DaySchedule {
        let rows = occurrences(in: day.start..<day.end).map { row($0, at: now) }
        let ahead = rows.filter { $0.end > now }
        let isSoon: (ScheduleRow) -> Bool = { $0.start - now <= parameters.upComing }
        return DaySchedule(
            rows: rows, unplaced: unplaced(on: day), upComing: ahead.filter(isSoon),
            laterOn: ahead.filter { !isSoon($0) })
    }

    private func row(_ occurrence: Occurrence, at now: CityTime) -> ScheduleRow {
        let appointment = shelf[occurrence.id]
        return ScheduleRow(
            id: occurrence.id, description: appointment?.description ?? "",
            calendar: appointment.flatMap { self[$0.calendar] } ?? calendars[0], start: occurrence.start,
            end: occurrence.end, place: occurrence.place, mayHavePlan: occurrence.place != nil && occurrence.end > now)
    }

    private func unplaced(on day: TripDay) -> [UnplacedRow] {
        let range = day.start..<day.end
        let flexible = (shelf.singles(overlapping: range) + shelf.series).filter(\.time.isFlexible)
        return flexible.compactMap { appointment in
            guard let window = appointment.span(on: day),
                !placed[day].contains(where: { $0.id == appointment.id && $0.isPlaced })
            else { return nil }
            return UnplacedRow(id: appointment.id, window: window)
        }.sorted { $0.id < $1.id }
    }
}
