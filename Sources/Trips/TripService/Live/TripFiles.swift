// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
public import Accounts
public import CityModel
public import RecordStores
public import TripRules

/// What a live planner keeps, in encrypted SQLite files (SEC-06): its users with their calendars and preferences, their appointments
/// with an index by person and day, and the accounts by which users are recognised.
public struct TripFiles {
    /// For the planner.
    public let shelves: TripShelves
    /// The accounts of the users.
    public let devices: DeviceBook
    /// Hashes cloud identifiers (ACCOUNT-TRIP-02).
    public let key: IdentifierKey

    /// Takes the parts, such as those in memory.
    public init(shelves: TripShelves, devices: DeviceBook, key: IdentifierKey) {
        (self.shelves, self.devices, self.key) = (shelves, devices, key)
    }

    /// Opens the folder's files, and makes them when they are missing. The key seals them, and another one made of it hashes cloud
    /// identifiers. With a folder for a second copy, best on another disk, the loss or damage of either is mended at the next start.
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public init(folder: String, copy: String? = nil, key: RecordKey) throws {
        let files = try RecordFolder(folder, copy: copy, key: key, names: ["trips", "devices"])
        shelves = TripShelves(
            users: try files.file(TripUserRecord.self, "trips"),
            appointments: try files.file(StoredAppointment.self, "trips"))
        devices = try DeviceBook(try files.file(DeviceAccount.self, "devices"))
        self.key = IdentifierKey(key)
    }

    /// The appointments of a user that take place on a day, or whose window is on it, by number: read from the file, through its index.
    ///
    /// - Throws: what the file throws that cannot be read.
    public func appointments(of user: TripUserID, on day: CityTime) throws -> [Appointment] {
        guard let file = shelves.appointments as? any FoundRecords<StoredAppointment> else { return [] }
        let day = TripDay(of: day)
        let found =
            try file.records(under: StoredAppointment.entry(user, day))
            + file.records(under: StoredAppointment.entryOfSeries(user)).filter {
                !$0.appointment.spans(overlapping: day.start..<day.end).isEmpty
            }
        return found.map(\.appointment).sorted { $0.id < $1.id }
    }
}
