// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules
import TaxiService

/// All synthetic passengers who exist now, by number: brings notices to them, and drivers to whom they meet.
final actor Crowd: CityActor, @preconcurrency DirectEntry, PassengerClients {
    nonisolated let loop: CityLoop
    /// Who asks on the street; nil where nobody does.
    var streets: StreetDesk?
    private var people = OpenTable<Passenger?>(blank: nil)
    private var next: Int32
    /// The clients of passengers who are here, or whose last messages are not answered yet.
    private var apps = OpenTable<ClientApp?>(blank: nil)
    /// The clients of drivers, by number from 1.
    private var driverApps: [ClientApp] = []
    /// The clients of people without a role, with those people.
    private var visitors = OpenTable<Visitor?>(blank: nil)
    private var nextVisitor: Int32 = 1

    /// Somebody without a role in the taxi service.
    struct Visitor {
        let app: ClientApp
        let user: any ClientUser
    }

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
        if let app = passenger.app { add(app, of: passenger.id) }
    }

    func remove(_ id: PassengerID) {
        people.close(id.number)
        app(.passenger(id))?.onLoop { $0.letGo() }
    }

    func removeAll() {
        streets = nil
        people = OpenTable(blank: nil)
        apps = OpenTable(blank: nil)
        visitors = OpenTable(blank: nil)
        driverApps = []
    }

    /// How many passengers exist now.
    var count: Int { people.count }

    /// How many passengers there have been.
    var total: Int { Int(next) - 1 }

    // MARK: Clients

    func add(_ app: ClientApp) { driverApps.append(app) }

    /// Adds the client of a passenger who is not among the people, such as one who floods the server.
    func add(_ app: ClientApp, of id: PassengerID) {
        apps.open(id.number, app)
        app.onLoop { $0.crowd = self }
    }

    /// The number for a new visitor.
    func nextVisitorNumber() -> Int32 {
        defer { nextVisitor += 1 }
        return nextVisitor
    }

    func add(_ user: any ClientUser, _ app: ClientApp) {
        visitors.open(app.connection.role.number, Visitor(app: app, user: user))
        app.onLoop { $0.crowd = self }
    }

    /// How many people without a role are kept.
    var visitorCount: Int { visitors.count }

    func removeVisitor(_ number: Int32) {
        visitors.close(number)
    }

    /// The client behind a connection.
    func app(_ connection: Connection) -> ClientApp? {
        switch connection.role.taxi {
        case .passenger(let id): apps.value(of: id.number) ?? nil
        case .driver(let id): driverApps.indices.contains(id.index - 1) ? driverApps[id.index - 1] : nil
        case nil: (visitors.value(of: connection.role.number) ?? nil)?.app
        }
    }

    /// How many clients of passengers are kept.
    var passengerClients: Int { apps.count }

    /// Lets the client of a passenger go who has left and has all answers.
    func release(_ id: PassengerID) {
        if person(id) == nil { apps.close(id.number) }
    }

    func person(_ id: PassengerID) -> Passenger? { people.index(of: id.number).flatMap { people[$0] } }

    /// The person, for a notice: nobody leaves the crowd but by an own timer, which holds them.
    func entry(of id: PassengerID) -> Uncounted<Passenger>? {
        people.index(of: id.number).flatMap { people[$0].map { Uncounted($0) } }
    }

    /// Begins to fetch the place of a person here, who is met or told something soon.
    nonisolated func prefetch(_ id: PassengerID) { onLoop { $0.people.prefetch(id.number) } }

    nonisolated func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        onLoop { $0.entry(of: passenger) }?.with { $0.receive(notice) }
    }
}
