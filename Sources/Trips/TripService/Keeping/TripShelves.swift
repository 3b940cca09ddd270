// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TripRules

/// What the planner keeps over a restart: users with their calendars, preferences and devices, and appointments.
public struct TripShelves: Sendable {
    /// The users.
    public let users: any RecordStore<TripUserRecord>
    /// Their appointments.
    public let appointments: any RecordStore<StoredAppointment>

    /// Takes the stores of records.
    public init(
        users: any RecordStore<TripUserRecord> = RecordMemory<TripUserRecord>(),
        appointments: any RecordStore<StoredAppointment> = RecordMemory<StoredAppointment>()
    ) {
        self.users = users
        self.appointments = appointments
    }
}
