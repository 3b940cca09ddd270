// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// All that is kept of one user: calendars, appointments and where flexible ones were placed, preferences, devices.
public struct TripBook: Sendable {
    /// Whose book it is.
    public let user: TripUserID
    /// The calendars, in the order in which they were added; never none (INV-UserHasCalendar).
    public internal(set) var calendars: [TripCalendar]
    /// The settings.
    public internal(set) var preferences = TripPreferences()
    /// The calendar that an appointment was added to last; nil before the first, or when it is gone (TRIP-R19).
    var lastChosen: TripCalendarID?
    var shelf = AppointmentShelf()
    var placed = PlacementList()
    var shelfOfLocations = LocationShelf()
    var devices: [(id: TripDeviceID, serial: Int32)] = []
    /// The first day whose flexible series and lunch have not been arranged (issue 33, decision 6).
    var horizonEnd: TripDay

    /// The book of a new user, with a default calendar and settings.
    init(_ user: TripUserID, first calendar: TripCalendarID, horizonEnd: TripDay) {
        self.user = user
        self.horizonEnd = horizonEnd
        calendars = [TripCalendar(id: calendar, name: Self.firstName, colour: .blue)]
    }

    /// What the calendar is called that comes with the user record.
    public static let firstName = "Calendar"

    /// The calendar for an appointment that names none (TRIP-R19).
    public var defaultCalendar: TripCalendarID { lastChosen ?? calendars[0].id }
    /// The appointments: single ones by time, then series by number.
    public var appointments: [Appointment] { shelf.all }
    /// How many there are.
    public var appointmentCount: Int { shelf.count }
    /// Where flexible occurrences and lunch were placed: by day and number.
    public var placements: [Placement] { placed.all }
    /// The places of its appointments (INV-LocationUsed).
    public var locations: [StoredLocation] { shelfOfLocations.all }

    /// An appointment.
    public subscript(id: AppointmentID) -> Appointment? { shelf[id] }
    /// A calendar.
    public subscript(id: TripCalendarID) -> TripCalendar? { calendars.first { $0.id == id } }

    /// Whether a midnight brings another day that is arranged.
    public var needsMidnights: Bool {
        preferences.lunch != nil || shelf.series.contains { $0.time.isFlexible }
    }

    // MARK: Changes of devices

    /// The last change taken of a device; 0 for one that has sent none.
    func lastSerial(of device: TripDeviceID) -> Int32 { devices.first { $0.id == device }?.serial ?? 0 }

    /// Whether a change is new; then it counts as taken, also if it is refused later (issue 33, decision 12).
    mutating func isNew(_ stamp: ChangeStamp, _ parameters: TripParameters) throws(ChangeRefusal) {
        guard stamp.serial > 0, stamp.device.number > 0 else { throw .badNumber }
        if let index = devices.firstIndex(where: { $0.id == stamp.device }) {
            guard stamp.serial > devices[index].serial else { throw .duplicate }
            devices[index].serial = stamp.serial
        } else {
            guard devices.count < parameters.mostDevices else { throw .tooManyDevices }
            devices.append((stamp.device, stamp.serial))
        }
    }

    /// Carries a change out, or notes why not.
    mutating func take(_ change: TripChange, _ stamp: ChangeStamp, _ turn: inout TripTurn) {
        switch change {
        case .addCalendar(let name, let colour): addCalendar(name, colour, &turn)
        case .changeCalendar(let id, let name, let colour): changeCalendar(id, name, colour, &turn)
        case .removeCalendar(let id): removeCalendar(id, &turn)
        case .add(let form): add(form, stamp, &turn)
        case .edit(let name, let form): edit(named(name, stamp), form, &turn)
        case .move(let name, let calendar): move(named(name, stamp), to: calendar, &turn)
        case .delete(let name): delete(named(name, stamp), &turn)
        case .prefer(let change): prefer(change, &turn)
        }
    }

    private func named(_ name: AppointmentName, _ stamp: ChangeStamp) -> Appointment? {
        switch name {
        case .number(let id): shelf[id]
        case .added(let serial): shelf.added(by: ChangeStamp(stamp.device, serial))
        }
    }

    /// Sets a preference (TRIP-PREF). Lunch is placed anew at once; other appointments keep their places until one is changed.
    private mutating func prefer(_ change: PreferenceChange, _ turn: inout TripTurn) {
        let lunch = preferences.lunch
        do throws(PreferenceRefusal) {
            try preferences.set(change, turn.parameters)
            turn.events.append(.preferenceChanged(user: user, name: change.name))
        } catch {
            return turn.events.append(.preferenceRejected(user: user, name: change.name, reason: error))
        }
        guard preferences.lunch != lunch else { return }
        let later = placed.days(from: horizonEnd)
        for day in (0..<turn.parameters.horizon).map({ turn.today + $0 }) + later {
            settle(outcome(of: day, at: turn.now, turn), &turn)
        }
    }
}
