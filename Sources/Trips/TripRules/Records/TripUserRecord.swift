// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// All that is kept of a user but the appointments: calendars, preferences, devices, where flexible occurrences stand, and what the
/// user was told. Positions are not kept (SEC-10).
public struct TripUserRecord: StoredRecord {
    /// The word of the files.
    public static let table = "tripUser"

    /// The last change taken of a device (issue 33, decision 12).
    struct Device: Hashable, Codable, Sendable {
        let id: TripDeviceID
        let serial: Int32
    }

    /// By what the user wants to go to an appointment (TRIP-R30).
    struct Selection: Hashable, Codable, Sendable {
        let id: AppointmentID
        let means: TravelMeansSet
    }

    /// A journey that the user has begun (TRIP-R22).
    struct Journey: Hashable, Codable, Sendable {
        let key: OccurrenceKey
        let state: JourneyState
        let expected: CityTime?
        let isDisturbed: Bool
    }

    /// The user.
    public let id: TripUserID
    /// The number.
    public var key: TripUserID { id }
    var calendars: [TripCalendar]
    var preferences: TripPreferences
    var lastChosen: TripCalendarID?
    var devices: [Device]
    var horizonEnd: TripDay
    var placements: [Placement]
    var permits: Bool?
    var vehicles: [ParkedVehicle]
    var selections: [Selection]
    /// The occurrences that a notice was given for, and those that a warning was given of, which lie ahead.
    var told: [OccurrenceKey]
    var warned: [OccurrenceKey]
    var journeys: [Journey]
    /// The last numbers that were given to anybody: they are not given again.
    var numbers: TripNumbers
    var lastTicket: Int32

    /// Whether another one says the same of the user; the numbers are everybody's, and written with the next change.
    public func tellsTheSame(as other: TripUserRecord) -> Bool {
        var other = other
        other.numbers = numbers
        return self == other
    }
}

extension TripBook {
    /// The book as it was kept, with its appointments.
    init(_ record: TripUserRecord, _ appointments: [Appointment]) {
        self.init(record.id, first: record.calendars[0].id, horizonEnd: record.horizonEnd)
        (calendars, preferences, lastChosen) = (record.calendars, record.preferences, record.lastChosen)
        devices = record.devices.map { ($0.id, $0.serial) }
        for appointment in appointments where holds(appointment) {
            shelf.insert(appointment)
            shelfOfLocations.use(appointment.place)
        }
        placed.putBack(record.placements.filter { $0.id == .lunch || shelf[$0.id] != nil })
    }

    /// Whether an appointment that was kept is the book's. One whose change was not kept is not: a crash came between, nobody was told,
    /// and the device sends the change again.
    private func holds(_ appointment: Appointment) -> Bool {
        self[appointment.calendar] != nil
            && devices.contains { $0.id == appointment.origin.device && $0.serial >= appointment.origin.serial }
    }
}

extension TripUserRecord {
    init(_ book: TripBook, _ user: TripUser, _ numbers: TripNumbers, lastTicket: Int32) {
        self.init(
            id: book.user, calendars: book.calendars, preferences: book.preferences, lastChosen: book.lastChosen,
            devices: book.devices.map { Device(id: $0.id, serial: $0.serial) }, horizonEnd: book.horizonEnd,
            placements: book.placements, permits: user.permits, vehicles: user.vehicles,
            selections: user.selected.sorted { $0.key < $1.key }.map { Selection(id: $0.key, means: $0.value) },
            told: user.notices.told, warned: user.warned,
            journeys: user.watched.filter { $0.state != .notStarted }.map {
                Journey(key: $0.key, state: $0.state, expected: $0.expected, isDisturbed: $0.isDisturbed)
            }, numbers: numbers, lastTicket: lastTicket)
    }
}

extension TripUser {
    /// The user as it was kept.
    init(_ record: TripUserRecord, _ book: TripBook, at now: CityTime) {
        self.init(record.id)
        (permits, vehicles, warned) = (record.permits, record.vehicles, record.warned)
        for selection in record.selections where book[selection.id] != nil {
            selected[selection.id] = selection.means
        }
        notices = NoticeBook(told: record.told)
        // Where the user is now nobody knows.
        if permits == true { asksAt = now }
        // The days that have come meanwhile are arranged at once.
        if book.needsMidnights { midnight = now }
        for journey in record.journeys {
            let start = journey.key.start
            guard
                let occurrence = book.occurrences(in: start..<start + TimeSpan(nanoseconds: 1)).first(where: {
                    $0.id == journey.key.id && $0.start == start
                })
            else { continue }
            var watched = WatchedOccurrence(occurrence)
            (watched.state, watched.expected, watched.isDisturbed) = (
                journey.state, journey.expected, journey.isDisturbed
            )
            self.watched.append(watched)
        }
    }
}
