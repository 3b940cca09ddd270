// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a live planner keeps over a restart, and how it goes on with it. The bookings of shared vehicles end with it, and journeys are
/// planned anew.
extension Planner {
    /// All that is to be kept of a user but the appointments; nil for nobody known.
    public func record(of id: TripUserID) -> TripUserRecord? {
        guard let index = index(of: id), let book = rules[id] else { return nil }
        return TripUserRecord(book, users[index], rules.numbers, lastTicket: sale.lastCode)
    }

    /// An appointment as it is to be kept; nil for one that is gone.
    public func record(of appointment: AppointmentID, of user: TripUserID) -> StoredAppointment? {
        rules[user]?[appointment].map { StoredAppointment(user: user, $0) }
    }

    /// Takes over what was kept. Before the first message.
    public mutating func restore(
        _ records: [TripUserRecord], _ appointments: [StoredAppointment], at now: CityTime
    ) -> [TripDirective] {
        let owned = Dictionary(grouping: appointments, by: \.user)
        for record in records {
            sale = TicketSale(lastCode: max(sale.lastCode, record.lastTicket))
            let book = TripBook(record, owned[record.id]?.map(\.appointment) ?? [])
            rules.restore(book, record.numbers)
            let index = addUser(record.id)
            users[index] = TripUser(record, book, at: now)
        }
        var out: [TripDirective] = []
        for index in users.indices { turn(of: index, at: now, &out) }
        return [.wake(at: nextWake(at: now))] + out
    }

    /// What a change of a user may have to be taken back to: everything but what the user was told.
    public func state(of id: TripUserID) -> UserState? {
        guard let index = index(of: id), let book = rules[id] else { return nil }
        return UserState(book: book, user: users[index])
    }

    /// What a message of a user did could not be kept, so it did not happen: the user is as before. The directives say so; of a user who
    /// was not known before only the record remains, of which nobody knows.
    public mutating func notKept(
        _ id: TripUserID, _ before: UserState?, _ message: DeviceMessage, on device: TripDeviceID, at now: CityTime
    ) -> [TripDirective] {
        var out: [TripDirective] = []
        refuse(id, device, message.serial, .notKept, &out)
        guard let before, let index = index(of: id) else { return out }
        rules.restore(before.book, rules.numbers)
        users[index].permits = before.user.permits
        users[index].vehicles = before.user.vehicles
        users[index].selected = before.user.selected
        turn(of: index, at: now, &out)
        return [.wake(at: nextWake(at: now))] + out
    }
}

/// What a user's messages change, as it was at one time.
public struct UserState: Sendable {
    let book: TripBook
    let user: TripUser
}
