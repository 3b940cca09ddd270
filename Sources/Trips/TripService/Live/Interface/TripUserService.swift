// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TripRules

/// A change with its number: a device counts its changes from 1, so that one that is sent twice is made once (TRIP-OFFLINE).
public struct DeviceChange: Hashable, Sendable {
    /// The device, among those of its user: 1 and above.
    public let device: TripDeviceID
    /// The number of the change, above all before it.
    public let serial: Int32

    /// Takes both.
    public init(_ device: TripDeviceID, _ serial: Int32) { (self.device, self.serial) = (device, serial) }
}

/// A route to an event, and how many there are (TRIP-R11).
public struct RouteAnswer: Hashable, Sendable {
    /// The route.
    public let route: TripRoute
    /// How many are suggested.
    public let count: Int
}

/// What an app asks of the planner. The token is one of `DeviceAccountService.openDevice`.
public protocol TripUserService: Sendable {
    /// The app is open: makes the user's record the first time (ACCOUNT-TRIP-R1). Returns the number of the device's last change that
    /// was taken, 0 for none: the next one is above it, also after the app was installed again (ACCOUNT-TRIP-02).
    func openPlanner(_ token: Token, on device: TripDeviceID) async throws(AccessError) -> Int32
    /// Whether the position may be read (SEC-10).
    func permitPosition(_ token: Token, on device: TripDeviceID, _ isGiven: Bool) async throws(AccessError)
    /// Where the device is; nil where it cannot tell (TRIP-POSITION).
    func tellPosition(_ token: Token, on device: TripDeviceID, _ place: Place?) async throws(AccessError)
    /// Where the own vehicles stand.
    func tellVehicles(_ token: Token, on device: TripDeviceID, _ vehicles: [ParkedVehicle]) async throws(AccessError)

    /// Adds an event (TRIP-R15 to -R19).
    func addEvent(
        _ token: Token, _ change: DeviceChange, _ form: AppointmentForm
    ) async throws(AppointmentError) -> AppointmentID
    /// Edits one as a whole (TRIP-EDIT).
    func editEvent(
        _ token: Token, _ change: DeviceChange, _ event: AppointmentID, _ form: AppointmentForm
    ) async throws(AppointmentError)
    /// Puts one into another calendar (INV-EventOneCalendar).
    func moveEvent(
        _ token: Token, _ change: DeviceChange, _ event: AppointmentID, to calendar: TripCalendarID
    ) async throws(AppointmentError)
    /// Deletes one, of a series all occurrences (TRIP-EDIT).
    func deleteEvent(_ token: Token, _ change: DeviceChange, _ event: AppointmentID) async throws(AppointmentError)
    /// Adds a calendar (TRIP-R27).
    func addCalendar(
        _ token: Token, _ change: DeviceChange, _ name: String, _ colour: CalendarColour
    ) async throws(CalendarError) -> TripCalendarID
    /// Changes name and colour (TRIP-R28).
    func changeCalendar(
        _ token: Token, _ change: DeviceChange, _ calendar: TripCalendarID, _ name: String, _ colour: CalendarColour
    ) async throws(CalendarError)
    /// Removes one with all that is in it.
    func removeCalendar(
        _ token: Token, _ change: DeviceChange, _ calendar: TripCalendarID
    ) async throws(CalendarError)
    /// Sets a preference (TRIP-PREF).
    func prefer(
        _ token: Token, _ change: DeviceChange, _ preference: PreferenceChange
    ) async throws(PreferenceError)
    /// Brings what was changed without link; returns what came of it, refusals among it, in order (TRIP-OFFLINE).
    func sync(
        _ token: Token, on device: TripDeviceID, _ changes: [KeptChange]
    ) async throws(SyncError) -> [TripEvent]

    /// The list of the day of an instant (TRIP-R2, -R3, -R6).
    func day(_ token: Token, on device: TripDeviceID, of time: CityTime) async throws(AccessError) -> DaySchedule
    /// The calendars (TRIP-R27).
    func calendars(_ token: Token, on device: TripDeviceID) async throws(AccessError) -> [TripCalendar]
    /// The places of the day of an instant, and the way to the next event (TRIP-R21, TRIP-R22).
    func map(
        _ token: Token, on device: TripDeviceID, of time: CityTime
    ) async throws(AccessError) -> (points: [Place], next: TripRoute?)
    /// A route to an occurrence, 0 for the best (TRIP-R9 to -R11); tickets are sold while it is viewed.
    func route(
        _ token: Token, on device: TripDeviceID, to occurrence: OccurrenceKey, number: Int32
    ) async throws(RouteError) -> RouteAnswer
    /// By what to go to an event; none for the best (TRIP-R30).
    func select(
        _ token: Token, on device: TripDeviceID, for event: AppointmentID, _ means: TravelMeansSet
    ) async throws(AppointmentError)
    /// How a journey goes (TRIP-R22, TRIP-STATUS).
    func report(
        _ token: Token, on device: TripDeviceID, to occurrence: OccurrenceKey, _ report: JourneyReport
    ) async throws(RouteError)

    /// Buys tickets of a company for the route that is viewed (TRIP-TICKET).
    func buyTickets(
        _ token: Token, on device: TripDeviceID, _ count: Int32, of company: Int32, credit: Int64
    ) async throws(TripTicketError) -> TicketAnswer
    /// Books a shared vehicle (TRIP-VEHICLE).
    func bookVehicle(_ token: Token, on device: TripDeviceID, _ vehicle: Int32) async throws(VehicleError)
    /// Takes the one that was booked.
    func takeVehicle(_ token: Token, on device: TripDeviceID, _ vehicle: Int32) async throws(VehicleError)
    /// Leaves it, or gives up its booking; at a place, or where it stands.
    func leaveVehicle(
        _ token: Token, on device: TripDeviceID, _ vehicle: Int32, at place: Place?
    ) async throws(VehicleError)

    /// What the user is told beside answers, such as that it is time to leave: the oldest that was not read, or the next one. All
    /// sessions of a user at one client read from the same.
    func nextTripNotice(_ token: Token) async throws(AccessError) -> TripNotice
}
