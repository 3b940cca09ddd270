// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// When an appointment is: at fixed times (TRIP-R16), or somewhere within a window (TRIP-R17).
public enum AppointmentTime: Hashable, Codable, Sendable {
    /// From an instant until another one, which is not part of it.
    case standard(from: CityTime, until: CityTime)
    /// Some time of this length within a window of one day.
    case flexible(opens: CityTime, closes: CityTime, duration: TimeSpan)

    /// Whether the planner places it.
    public var isFlexible: Bool {
        switch self {
        case .standard: false
        case .flexible: true
        }
    }

    /// Its time, or its window.
    public var span: Range<CityTime> {
        switch self {
        case .standard(let from, let until): from..<until
        case .flexible(let opens, let closes, _): opens..<closes
        }
    }

    /// The same at another time.
    func moved(by span: TimeSpan) -> AppointmentTime {
        switch self {
        case .standard(let from, let until): .standard(from: from + span, until: until + span)
        case .flexible(let opens, let closes, let duration):
            .flexible(opens: opens + span, closes: closes + span, duration: duration)
        }
    }
}

/// What a user enters for an appointment. It may lack what is mandatory, and be wrong.
public struct AppointmentForm: Hashable, Codable, Sendable {
    /// What it is; mandatory (TRIP-R15).
    public var description: String
    /// In which calendar; nil for the default one (TRIP-R19).
    public var calendar: TripCalendarID?
    /// When; mandatory. Of a series the first day counts that is one of its weekdays.
    public var time: AppointmentTime?
    /// On which weekdays it repeats each week, without end; none for once (TRIP-R18).
    public var weekdays: Weekdays
    /// Where, if anywhere: without a place it has no plan (TRIP-R4).
    public var place: Place?
    /// By what one may go there (TRIP-R20).
    public var means: TravelMeansSet

    /// Takes all of it.
    public init(
        _ description: String, in calendar: TripCalendarID? = nil, _ time: AppointmentTime?, on weekdays: Weekdays = [],
        at place: Place? = nil, by means: TravelMeansSet = .all
    ) {
        (self.description, self.calendar, self.time) = (description, calendar, time)
        (self.weekdays, self.place, self.means) = (weekdays, place, means)
    }
}

/// A planned activity in one of a user's calendars (glossary: calendar event, appointment).
public struct Appointment: Hashable, Codable, Sendable {
    /// Its number, over all users (INV-EventIdUnique).
    public let id: AppointmentID
    /// The device's change that added it, by which that device knows it before it has heard of the number.
    public let origin: ChangeStamp
    /// The calendar that it is in (INV-EventOneCalendar).
    public var calendar: TripCalendarID
    /// What it is.
    public var description: String
    /// When; of a series its first occurrence.
    public var time: AppointmentTime
    /// On which weekdays it repeats; none for once.
    public var weekdays: Weekdays
    /// Where, if anywhere.
    public var place: Place?
    /// By what one may go there.
    public var means: TravelMeansSet

    /// Takes what is known of one.
    public init(
        id: AppointmentID, origin: ChangeStamp, calendar: TripCalendarID, description: String, time: AppointmentTime,
        weekdays: Weekdays = [], place: Place? = nil, means: TravelMeansSet = .all
    ) {
        (self.id, self.origin, self.calendar, self.description) = (id, origin, calendar, description)
        (self.time, self.weekdays, self.place, self.means) = (time, weekdays, place, means)
    }

    /// Whether it repeats each week.
    public var isSeries: Bool { !weekdays.isEmpty }

    /// How long it takes.
    public var duration: TimeSpan {
        switch time {
        case .standard(let from, let until): until - from
        case .flexible(_, _, let duration): duration
        }
    }
}

/// Which change of which device: each is taken once (TRIP-OFFLINE; issue 33, decision 12).
public struct ChangeStamp: Hashable, Codable, Sendable {
    /// The device, among those of its user.
    public let device: TripDeviceID
    /// Its changes by rising number.
    public let serial: Int32

    /// Takes both.
    public init(_ device: TripDeviceID, _ serial: Int32) {
        (self.device, self.serial) = (device, serial)
    }
}

/// How a device names an appointment.
public enum AppointmentName: Hashable, Codable, Sendable {
    /// By its number.
    case number(AppointmentID)
    /// One that it has added itself, perhaps without link: by the serial number of that change.
    case added(Int32)
}
