// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An appointment as it is kept: whose it is, and all of it. It is found by its user and day.
public struct StoredAppointment: IndexedRecord {
    /// The word of the files.
    public static let table = "appointment"

    /// Whose it is.
    public let user: TripUserID
    /// The appointment.
    public let appointment: Appointment
    /// Its number.
    public var key: AppointmentID { appointment.id }

    /// Takes both.
    public init(user: TripUserID, _ appointment: Appointment) { (self.user, self.appointment) = (user, appointment) }

    /// The user with each day that it overlaps, or with none of a series, which has no end.
    public var entries: [RecordEntry] {
        guard !appointment.isSeries else { return [Self.entryOfSeries(user)] }
        let span = appointment.time.span
        var entries: [RecordEntry] = []
        var day = TripDay(of: span.lowerBound)
        while day.start < span.upperBound {
            entries.append(Self.entry(user, day))
            day = day + 1
        }
        return entries
    }

    /// What the single appointments of a user on a day are found under.
    public static func entry(_ user: TripUserID, _ day: TripDay) -> RecordEntry {
        RecordEntry(owner: user.number, part: day.number)
    }

    /// What all series of a user are found under.
    public static func entryOfSeries(_ user: TripUserID) -> RecordEntry {
        RecordEntry(owner: user.number, part: .min)
    }
}
