// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Synchronization

/// Keeps open reservations over a restart of the service (TAXI-RESV-20). Two kinds: in memory and in a file.
///
/// Called on the loop, and never waits for another thread. What a call has written is durable when it returns.
public protocol ReservationStore: AnyObject, Sendable {
    /// Stores a reservation, or what changed of it.
    func save(_ reservation: Reservation) throws
    /// Takes a reservation out. Its number is not given again.
    func remove(_ id: ReservationID) throws
    /// Reads what is stored.
    func load() throws -> StoredReservations
}

/// What a store holds.
public struct StoredReservations: Hashable, Sendable {
    /// The largest number ever stored, also of a reservation taken out since; 0 when there was none.
    public var lastNumber: Int32
    /// The open reservations by rising number.
    public var open: [Reservation]

    /// Makes the contents of a store.
    public init(lastNumber: Int32 = 0, open: [Reservation] = []) {
        self.lastNumber = lastNumber
        self.open = open
    }
}

/// Keeps open reservations in memory: survives a restart of the service inside one process, for simulations.
public final class ReservationMemory: ReservationStore {
    private struct Shelf: Sendable {
        var lastNumber: Int32 = 0
        var reservations: [Int32: Reservation] = [:]
    }

    private let shelf = Mutex(Shelf())

    /// An empty store.
    public init() {}

    /// Stores a reservation, or what changed of it. Never fails.
    public func save(_ reservation: Reservation) {
        shelf.withLock {
            $0.lastNumber = max($0.lastNumber, reservation.id.number)
            $0.reservations[reservation.id.number] = reservation
        }
    }

    /// Takes a reservation out. Never fails.
    public func remove(_ id: ReservationID) {
        shelf.withLock { _ = $0.reservations.removeValue(forKey: id.number) }
    }

    /// What is stored. Never fails; costs a sort.
    public func load() -> StoredReservations {
        shelf.withLock { shelf in
            StoredReservations(
                lastNumber: shelf.lastNumber, open: shelf.reservations.values.sorted { $0.id < $1.id })
        }
    }
}
