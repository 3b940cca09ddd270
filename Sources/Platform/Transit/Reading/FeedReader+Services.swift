// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

// Services and trips.
extension FeedReader {
    mutating func readServices(_ draft: inout TimetableDraft) {
        var dates = ServiceDates()
        readCalendar(&dates)
        readDates(&dates)
        for (id, days) in zip(dates.names, dates.days()) {
            services[id] = UInt32(draft.services.count)
            serviceTrips.append(0)
            draft.services.append(days)
        }
        firstService = draft.services.count - dates.names.count
        servicePlaces = dates.places
    }

    private mutating func readCalendar(_ dates: inout ServiceDates) {
        guard var table = table("calendar.txt", FeedColumns.calendar) else { return }
        var known: [String: Int] = [:]
        while table.advance() {
            var weekdays = 0
            for (number, name) in FeedColumns.weekdays.enumerated() {
                guard let flag = table.whole(name) else { continue }
                if flag == 1 {
                    weekdays |= 1 << number
                } else if flag != 0 {
                    table.note(name, "\(name) \(flag) is neither 0 nor 1")
                }
            }
            let (start, end) = (Self.day("start_date", &table), Self.day("end_date", &table))
            if let start, let end, end < start {
                table.note("end_date", "the service ends on \(end), before it begins on \(start)")
                continue
            }
            guard let id = newID("service_id", "service", known, &table) else { continue }
            known[id] = table.line
            guard let start, let end else { continue }
            guard Int(end.number - start.number) < Timetable.mostDays else {
                table.note("end_date", "the service lasts longer than \(Timetable.mostDays) days")
                continue
            }
            dates.add(id, weekdays, start, end, at: ("calendar.txt", table.line))
        }
        take(table)
    }

    private mutating func readDates(_ dates: inout ServiceDates) {
        guard var table = table("calendar_dates.txt", FeedColumns.dates) else { return }
        while table.advance() {
            guard let day = Self.day("date", &table), let type = table.whole("exception_type") else { continue }
            guard type == 1 || type == 2 else {
                table.note("exception_type", "exception_type \(type) is neither 1 (added) nor 2 (removed)")
                continue
            }
            let id = table.text("service_id")
            if id.isEmpty {
                table.note("service_id", "service_id is empty; each service has an id")
            } else if let first = dates.add(id, day, runs: type == 1, at: ("calendar_dates.txt", table.line)) {
                table.note("date", "\(day) is both added and removed for the service \(id): see line \(first)")
            }
        }
        take(table)
    }

    private static func day(_ column: String, _ table: inout ByteTable) -> ServiceDay? {
        guard let index = table.position(column) else { return nil }
        if let day = ServiceDay(digits: table.cell(index)) { return day }
        table.note(column, "\(column) \"\(table.text(column))\" is not a date such as 20250612")
        return nil
    }

    mutating func readTrips(_ draft: inout TimetableDraft) {
        guard var table = table("trips.txt", FeedColumns.trips) else { return }
        var known: [String: Int] = [:]
        while table.advance() {
            draft.summary.trips += 1
            let line = number("route_id", in: lines, of: "routes.txt", &table)
            let service = number("service_id", in: services, of: "calendar.txt or calendar_dates.txt", &table)
            guard let id = newID("trip_id", "trip", known, &table) else { continue }
            known[id] = table.line
            // A trip of an unknown line is a trip: its stop times are no further error.
            trips[id] = UInt32(tripRows.count)
            let shapeID = table.text("shape_id")
            let shape = shapes[shapeID]
            if shape == nil, !shapeID.isEmpty { draft.summary.missingShapes += 1 }
            if let service { serviceTrips[Int(service) - firstService] += 1 }
            tripRows.append(
                TripRow(
                    name: UInt32(draft.made.tripIDs.count), line: line ?? 0, service: service ?? 0,
                    headsign: draft.headsignNumber(table.text("trip_headsign")), shape: shape ?? Timetable.none))
            draft.made.tripIDs.append(prefix + id)
        }
        take(table)
        for (index, place) in servicePlaces.enumerated() {
            if serviceTrips[index] == 0 {
                draft.summary.idleServices += 1
            } else if draft.services[firstService + index].days.isEmpty {
                take(
                    "the service \(place.id) runs on no day: it has no weekday between its dates, and no date that is added; "
                        + "\(serviceTrips[index]) trips have it", in: place.file, line: place.line)
            }
        }
    }
}

/// When services run, as calendars say it.
struct ServiceDates {
    private(set) var names: [String] = []
    /// Where each is named first.
    private(set) var places: [(id: String, file: String, line: Int)] = []
    private var numbers: [String: Int] = [:]
    private var weeks: [(weekdays: Int, start: ServiceDay, end: ServiceDay)?] = []
    private var exceptions: [[Int32: (runs: Bool, line: Int)]] = []

    private mutating func number(_ id: String, _ place: (file: String, line: Int)) -> Int {
        if let number = numbers[id] { return number }
        numbers[id] = names.count
        names.append(id)
        places.append((id, place.file, place.line))
        weeks.append(nil)
        exceptions.append([:])
        return names.count - 1
    }

    mutating func add(
        _ id: String, _ weekdays: Int, _ start: ServiceDay, _ end: ServiceDay, at place: (file: String, line: Int)
    ) {
        weeks[number(id, place)] = (weekdays, start, end)
    }

    /// Adds or removes a day; the line that says the opposite, if there is one.
    mutating func add(_ id: String, _ day: ServiceDay, runs: Bool, at place: (file: String, line: Int)) -> Int? {
        let number = number(id, place)
        let before = exceptions[number].updateValue((runs, place.line), forKey: day.number)
        return before.flatMap { $0.runs == runs ? nil : $0.line }
    }

    /// The days of each service.
    func days() -> [ServiceDays] {
        zip(weeks, exceptions).map { week, exceptions in
            var days = ServiceDays()
            if let week {
                days.span = (week.start, week.end)
                days.days = (week.start.number...week.end.number).filter {
                    week.weekdays >> ServiceDay(number: $0).weekday & 1 == 1
                }
            }
            guard !exceptions.isEmpty else { return days }
            let regular = days.days.filter { exceptions[$0] == nil }
            days.days = (regular + exceptions.filter(\.value.runs).map(\.key)).sorted()
            return days
        }
    }
}

/// The days of a service, rising, and the dates between which its calendar holds.
struct ServiceDays {
    var days: [Int32] = []
    var span: (start: ServiceDay, end: ServiceDay)?
}
