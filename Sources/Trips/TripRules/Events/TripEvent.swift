// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens to a user's calendars, appointments and preferences, under the names of the catalogue. Names and descriptions
/// never stand in it.
public enum TripEvent: Hashable, Sendable {
    // MARK: Users, calendars, preferences

    /// A user is known from now on, with a default calendar and settings (ACCOUNT-TRIP-R1).
    case userRecordCreated(user: TripUserID, calendar: TripCalendarID)
    /// A change was not looked at (TRIP-OFFLINE).
    case changeRefused(user: TripUserID, device: TripDeviceID, serial: Int32, reason: ChangeRefusal)
    /// A device's changes have been taken up to this one (TRIP-OFFLINE).
    case syncDone(user: TripUserID, device: TripDeviceID, serial: Int32)
    /// A calendar was added (TRIP-R27).
    case calendarAdded(user: TripUserID, calendar: TripCalendarID, colour: CalendarColour)
    /// Name or colour of a calendar was changed (TRIP-R28).
    case calendarChanged(user: TripUserID, calendar: TripCalendarID, colour: CalendarColour)
    /// A calendar is gone, and all in it.
    case calendarRemoved(user: TripUserID, calendar: TripCalendarID)
    /// A calendar was not added, changed or, as the last one, removed (INV-UserHasCalendar).
    case calendarRefused(user: TripUserID, calendar: TripCalendarID?, reason: CalendarRefusal)
    /// A preference was changed and kept (TRIP-PREF).
    case preferenceChanged(user: TripUserID, name: PreferenceName)
    /// A preference was not changed (TRIP-PREF).
    case preferenceRejected(user: TripUserID, name: PreferenceName, reason: PreferenceRefusal)

    // MARK: Appointments

    /// An appointment was added, with its times or its window, of a series those of its first occurrence (TRIP-R15, TRIP-R19).
    case eventAdded(
        user: TripUserID, event: AppointmentID, calendar: TripCalendarID, byDefault: Bool, from: CityTime,
        until: CityTime)
    /// An appointment was not added, changed, moved or deleted; nothing was changed.
    case eventRejected(user: TripUserID, event: AppointmentID?, reason: AppointmentRefusal)
    /// An appointment was edited (TRIP-EDIT).
    case eventChanged(user: TripUserID, event: AppointmentID, from: CityTime, until: CityTime)
    /// It went from one calendar to another (INV-EventOneCalendar).
    case eventMoved(user: TripUserID, event: AppointmentID, from: TripCalendarID, to: TripCalendarID)
    /// It is gone (TRIP-EDIT).
    case eventDeleted(user: TripUserID, event: AppointmentID)

    // MARK: Arrangement

    /// A flexible occurrence, or lunch, has a start (TRIP-R17, TRIP-LUNCH).
    case eventPlaced(user: TripUserID, event: AppointmentID, start: CityTime)
    /// It has another one on the same day (TRIP-R16, TRIP-FLEX).
    case flexibleMoved(user: TripUserID, event: AppointmentID, from: CityTime, to: CityTime)
    /// It finds no room on a day (issue 33, decision 6).
    case notPlaced(user: TripUserID, event: AppointmentID, day: CityTime)
    /// Lunch finds no room on a day (TRIP-LUNCH).
    case lunchMissed(user: TripUserID, day: CityTime)
    /// An occurrence cannot be reached in time (TRIP-LATE).
    case unreachableWarning(user: TripUserID, event: AppointmentID, start: CityTime)

    // MARK: Plans and notices

    /// An occurrence has a plan: by what, when one leaves, when one arrives who leaves as soon as possible, how many routes there
    /// are, and the longest leg on foot of any of them (TRIP-R9, TRIP-R11, INV-WalkLimit).
    case planComputed(
        user: TripUserID, event: AppointmentID, start: CityTime, means: TravelMeansSet, leaveAt: CityTime,
        arrival: CityTime?, routes: Int32, walk: Distance, flags: PlanFlags)
    /// There is no plan for an occurrence.
    case planRefused(user: TripUserID, event: AppointmentID, start: CityTime, reason: PlanRefusal)
    /// It is time to leave, or to call the vehicle that the journey begins with: once for each occurrence (TRIP-R29).
    case timeToLeave(
        user: TripUserID, event: AppointmentID, start: CityTime, leaveAt: CityTime, means: TravelMeansSet)
    /// An occurrence looks otherwise (TRIP-STATUS).
    case eventStatusChanged(user: TripUserID, event: AppointmentID, start: CityTime, status: TripStatus)
    /// The journey to an occurrence has come further (TRIP-R22).
    case journeyStateChanged(user: TripUserID, event: AppointmentID, start: CityTime, state: JourneyState)
    /// A cycle found that something had changed, and planned (TRIP-CYCLE).
    case cycleRun(user: TripUserID, event: AppointmentID, start: CityTime, result: CycleResult)
    /// The means that a user has selected for an appointment; none for the best (TRIP-R30).
    case meansSelected(user: TripUserID, event: AppointmentID, means: TravelMeansSet)
    /// The forecast from now on (TRIP-R31).
    case forecastChanged(forecast: Forecast)
    /// The means whose lines are struck from now on (TRIP-STRIKE).
    case strikeKnown(means: TravelMeansSet)

    // MARK: Positions

    /// A user is asked whether the position may be read (SEC-10).
    case tripPermissionAsked(user: TripUserID)
    /// It may.
    case tripPermissionGiven(user: TripUserID)
    /// It may not.
    case tripPermissionRefused(user: TripUserID)
    /// The position was stored anew (TRIP-POSITION).
    case positionRefreshed(user: TripUserID, cause: RefreshCause)
    /// A device could not tell where it is (TRIP-ASSUME).
    case positionUnavailable(user: TripUserID)

    // MARK: What is looked at

    /// A user looked at a day: how many occurrences it has, how many of them are up coming and later on (TRIP-R2, TRIP-R3).
    case scheduleViewed(user: TripUserID, day: CityTime, count: Int32, upComing: Int32, laterOn: Int32)
    /// A user looked at the calendars.
    case calendarsViewed(user: TripUserID, count: Int32)
    /// A user looked at the map of a day: how many occurrences with a place it shows (TRIP-R21).
    case mapViewed(user: TripUserID, day: CityTime, points: Int32)
    /// A user looked at a route, 0 for the best (TRIP-R11).
    case routeViewed(user: TripUserID, event: AppointmentID, start: CityTime, route: Int32)

    // MARK: Means

    /// The preset text went to a company (TRIP-TICKET).
    case ticketSmsSent(user: TripUserID, company: Int32)
    /// A ticket was issued: its booking code (TRIP-TICKET).
    case transitTicketIssued(user: TripUserID, company: Int32, pnr: Int32)
    /// No ticket was sold, and nothing was charged (TRIP-TICKET-EXC).
    case purchaseAborted(user: TripUserID, company: Int32, reason: TicketRefusal)
    /// The company sells otherwise (TRIP-TICKET).
    case purchaseRedirected(user: TripUserID, company: Int32, channel: TicketChannel)
    /// A shared vehicle is held, so far from the user's last known position, where there is one (TRIP-VEHICLE).
    case vehicleBooked(user: TripUserID, vehicle: Int32, distance: Distance?)
    /// It was taken.
    case sharedVehicleTaken(user: TripUserID, vehicle: Int32)
    /// It is free again.
    case sharedVehicleLeft(user: TripUserID, vehicle: Int32, place: Place)
    /// It was not booked, taken or left.
    case sharedVehicleRefused(user: TripUserID, vehicle: Int32, reason: VehicleRefusal)
}
