// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import TripRules

/// Why a change of a device came to nothing; nothing was changed.
public enum ChangeError<Refusal: Hashable & Sendable>: ServiceError {
    /// A rule does not allow it.
    case refused(Refusal)
    /// It was not looked at: it was taken before, its number is wrong, or it could not be kept (TRIP-OFFLINE).
    case notTaken(ChangeRefusal)
    /// The call did not reach the service.
    case access(AccessError)
}

/// Why an event was not added, changed, moved or deleted (TRIP-R15 to -R18, TRIP-EDIT).
public typealias AppointmentError = ChangeError<AppointmentRefusal>

/// Why a calendar was not added, changed or removed (TRIP-R27, TRIP-R28).
public typealias CalendarError = ChangeError<CalendarRefusal>

/// Why a preference was not set (TRIP-PREF).
public typealias PreferenceError = ChangeError<PreferenceRefusal>

/// Why changes made without link were not taken (TRIP-OFFLINE).
public typealias SyncError = RefusedError<ChangeRefusal>

/// Why there is no route (TRIP-R9 to -R11).
public typealias RouteError = RefusedError<PlanRefusal>

/// Why no ticket was sold; nothing was charged (TRIP-TICKET-EXC).
public typealias TripTicketError = RefusedError<TicketRefusal>

/// Why a shared vehicle was not booked, taken or left (TRIP-VEHICLE).
public typealias VehicleError = RefusedError<VehicleRefusal>
