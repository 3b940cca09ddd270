// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A change that a device has kept while it had no link (TRIP-OFFLINE).
public struct KeptChange: Hashable, Codable, Sendable {
    /// Its number among the device's changes.
    public let serial: Int32
    /// What was asked for.
    public let change: TripChange

    /// Takes both.
    public init(serial: Int32, _ change: TripChange) { (self.serial, self.change) = (serial, change) }
}

/// How a journey goes, as who makes it tells (TRIP-R22).
public enum JourneyReport: Hashable, Codable, Sendable {
    /// The user is on the way and expects to arrive then; `isDisturbed` where the route is (TRIP-STATUS).
    case onTheWay(arrival: CityTime, isDisturbed: Bool)
    /// The user is there.
    case arrived
    /// The user does not go, or not yet.
    case notStarted
}

/// What a user looks at.
public enum TripView: Hashable, Codable, Sendable {
    /// The list of the day of an instant (TRIP-R2, TRIP-R3).
    case day(CityTime)
    /// The calendars (TRIP-R27).
    case calendars
    /// The map of the day of an instant (TRIP-R21, TRIP-R22).
    case map(CityTime)
    /// One of the suggested routes of an occurrence, 0 for the best (TRIP-R9 to -R11).
    case route(OccurrenceKey, Int32)
    /// What was viewed is closed.
    case nothing
}

/// What a user's device sends.
public enum DeviceMessage: Hashable, Codable, Sendable {
    /// The app is opened: the first time it makes the user's record (ACCOUNT-TRIP-R1).
    case open
    /// A change, with its number among the device's changes.
    case change(serial: Int32, TripChange)
    /// All that the device has kept while it had no link (TRIP-OFFLINE).
    case sync([KeptChange])
    /// Whether the position may be read (SEC-10).
    case permits(Bool)
    /// Where the device is; nil where it cannot tell. Sent when asked, and after a significant move (TRIP-POSITION).
    case position(Place?)
    /// The user's own vehicles where they stand (issue 33, decision 10).
    case vehicles([ParkedVehicle])
    /// By what the user wants to go to an appointment; none for the best (TRIP-R30).
    case select(AppointmentID, TravelMeansSet)
    /// How a journey to an occurrence goes.
    case journey(OccurrenceKey, JourneyReport)
    /// Looks at something.
    case view(TripView)
    /// Buys tickets of a company, by its number in the timetable; `credit` is the phone's, in hundredths (TRIP-TICKET).
    case buyTickets(Int32, of: Int32, credit: Int64)
    /// Books a shared vehicle (TRIP-VEHICLE).
    case book(vehicle: Int32)
    /// Takes the vehicle that was booked.
    case takeVehicle(Int32)
    /// Leaves it, or gives up its booking; at a place, or where it stands.
    case leaveVehicle(Int32, at: Place?)

    /// What the gateway and the clients must know of the message.
    var traits: MessageTraits {
        switch self {
        case .open, .permits, .vehicles: MessageTraits(.tripReport, nil)
        case .position, .journey: MessageTraits(.tripReport, nil, isSentAgain: false)
        case .change(_, .add), .change(_, .edit): MessageTraits(.tripChange, .dayPlanned, isForm: true)
        case .change, .select: MessageTraits(.tripChange, .dayPlanned)
        case .sync: MessageTraits(.tripChange, nil)
        case .view: MessageTraits(.tripView, .dayViewed, isSentAgain: false)
        case .buyTickets, .book, .takeVehicle, .leaveVehicle: MessageTraits(.tripMeans, .meansBooked)
        }
    }
}
