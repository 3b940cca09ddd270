// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// What persons may look up of their past: of a passenger every ended request, of a driver every accepted one
/// (ACCOUNT-PROFILE-01, -02).
///
/// Holds numbers only, 24 bytes a line, and grows with the run; kept only where there are accounts.
struct RideHistory: Sendable {
    private var passengers: [PassengerID: [HistoryEntry]] = [:]
    private var drivers: [DriverID: [HistoryEntry]] = [:]

    /// A driver accepted a request.
    mutating func accepted(_ request: RequestID, by driver: DriverID, at now: CityTime) {
        drivers[driver, default: []].append(HistoryEntry(number: request.number, time: now, isFulfilled: false))
    }

    /// A request ended for these passengers, as a ride or not.
    mutating func ended(_ request: RequestID, of passengers: [PassengerID], isFulfilled: Bool, at now: CityTime) {
        for passenger in passengers {
            self.passengers[passenger, default: []].append(
                HistoryEntry(number: request.number, time: now, isFulfilled: isFulfilled))
        }
    }

    /// A driver's accepted request became a ride, which is over.
    mutating func drove(_ request: RequestID, by driver: DriverID) {
        // A driver has one ride at a time, so it is the last line.
        guard let last = drivers[driver]?.last, last.number == request.number else { return }
        drivers[driver]?.removeLast()
        drivers[driver]?.append(HistoryEntry(number: request.number, time: last.time, isFulfilled: true))
    }

    /// The lines of a person from one instant on and before another, newest first.
    func lines(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] {
        all(of: role).reversed().filter { line in
            line.time >= from ?? line.time && (to.map { line.time < $0 } ?? true)
        }
    }

    /// The request of the last taxi that a passenger rode in, or that a driver drove to or with a passenger.
    func lastTaxi(of role: Role) -> RequestID? {
        switch role.taxi {
        case .passenger: all(of: role).last(where: \.isFulfilled).map { RequestID($0.number) }
        case .driver: all(of: role).last.map { RequestID($0.number) }
        case nil: nil
        }
    }

    /// Erases a person's lines. Those of the other persons on the same requests stay. Returns how many there were.
    mutating func forget(_ role: Role) -> Int {
        switch role.taxi {
        case .passenger(let id): passengers.removeValue(forKey: id)?.count ?? 0
        case .driver(let id): drivers.removeValue(forKey: id)?.count ?? 0
        case nil: 0
        }
    }

    private func all(of role: Role) -> [HistoryEntry] {
        switch role.taxi {
        case .passenger(let id): passengers[id] ?? []
        case .driver(let id): drivers[id] ?? []
        case nil: []
        }
    }
}
