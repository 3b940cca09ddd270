// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityServices
import TaxiRules

/// All synthetic passengers who exist now, by number: brings notices to them, and drivers to whom they meet.
final actor Crowd: CityActor, @preconcurrency DirectEntry, PassengerClients {
    nonisolated let loop: CityLoop
    private var people = OpenTable<Passenger?>(blank: nil)
    private var next: Int32

    /// `first` is the number that the first passenger gets.
    init(loop: CityLoop, first: Int32 = 1) {
        self.loop = loop
        next = first
    }

    /// The number for a new passenger.
    func nextNumber() -> PassengerID {
        defer { next += 1 }
        return PassengerID(next)
    }

    func add(_ passenger: Passenger) {
        people.open(passenger.id.number, passenger)
    }

    func remove(_ id: PassengerID) {
        people.close(id.number)
    }

    func removeAll() {
        people = OpenTable(blank: nil)
    }

    /// How many passengers exist now.
    var count: Int { people.count }

    /// How many passengers there have been.
    var total: Int { Int(next) - 1 }

    func person(_ id: PassengerID) -> Passenger? { people.place(of: id.number).flatMap { people[$0] } }

    nonisolated func tell(_ passenger: PassengerID, _ notice: PassengerNotice) {
        entered { $0.person(passenger) }?.receive(notice)
    }
}
