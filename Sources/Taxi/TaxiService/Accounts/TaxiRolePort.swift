// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel
public import TaxiRules

/// What the account service asks of the taxi service, answered by the dispatcher.
///
/// Whatever changes something goes in as a `TaxiMessage`, so that it stands in the input log and a replay without accounts does
/// it again.
public final actor TaxiRolePort: CityActor, RolePort {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules of the accounts of passengers and drivers.
    nonisolated public let rules: any RoleRules = TaxiRoles()
    nonisolated private let dispatcher: Dispatcher
    /// Numbers given to persons so far.
    private var given: [RoleName: Set<Int32>] = [:]
    private var nextPerson: [RoleName: Int32]
    private let firstPerson: [RoleName: Int32]

    /// Opens the port; the dispatcher keeps a history of rides from now on.
    ///
    /// - Parameters:
    ///   - dispatcher: The taxi service.
    ///   - firstPassenger: The first number for passengers who have none yet; above those of a population.
    ///   - firstDriver: The first number for drivers who have none yet. A driver whose number has no taxi can log in, but
    ///     not drive.
    public init(dispatcher: Dispatcher, firstPassenger: Int32, firstDriver: Int32) {
        self.dispatcher = dispatcher
        loop = dispatcher.loop
        firstPerson = [.passenger: firstPassenger, .driver: firstDriver]
        nextPerson = firstPerson
        dispatcher.onLoop { $0.keepHistory() }
    }

    /// The number of the connection's own person when it has the right role and was not given before, else a new one.
    nonisolated public func newPerson(_ type: RoleName, from connection: Connection) -> Int32 {
        onLoop { $0.number(type, from: connection) }
    }

    private func number(_ type: RoleName, from connection: Connection) -> Int32 {
        let own = connection.role.name == type ? connection.role.number : nil
        if let own, given[type, default: []].insert(own).inserted { return own }
        var number = nextPerson[type] ?? 1
        while !given[type, default: []].insert(number).inserted { number += 1 }
        nextPerson[type] = number + 1
        return number
    }

    /// The number may be given again: the person has never been in the taxi service.
    nonisolated public func giveBack(_ role: Role) {
        onLoop { $0.takeBack(role) }
    }

    private func takeBack(_ role: Role) {
        let number = role.number
        given[role.name, default: []].remove(number)
        guard let next = nextPerson[role.name], let first = firstPerson[role.name], number >= first else { return }
        nextPerson[role.name] = min(next, number)
    }

    /// A request of the passenger that has not ended, or a ride of the driver. A reservation that has not been activated is no
    /// obstacle (ACCOUNT-PROFILE-04C).
    nonisolated public func obstacle(toDeleting role: Role) -> DeletionRefusal? {
        let hasRide =
            switch role.taxi {
            case .passenger(let id): dispatcher.onLoop { $0.request(of: id) } != nil
            case .driver(let id): dispatcher.taxi(id)?.onLoop { $0.ride } != nil
            case nil: false
            }
        return hasRide ? .activeRide : nil
    }

    /// Cancels every reservation of a passenger that is not a request yet, also in its last 2 h, and returns how many there
    /// were; takes an available driver off shift (DEC-ACCOUNT-DELETE).
    nonisolated public func leave(_ role: Role) -> Int {
        switch role.taxi {
        case .passenger(let id): return cancelReservations(of: id)
        case .driver(let id):
            setOffShift(id)
            return 0
        case nil: return 0
        }
    }

    nonisolated private func cancelReservations(of passenger: PassengerID) -> Int {
        guard let port = dispatcher.onLoop({ $0.reservationPort }) else { return 0 }
        let count = port.openCount(of: passenger)
        if count > 0 { dispatcher.send(.control(.cancelReservations(passenger: passenger))) }
        return count - port.openCount(of: passenger)
    }

    nonisolated private func setOffShift(_ driver: DriverID) {
        guard let taxi = dispatcher.taxi(driver), taxi.onLoop({ $0.status }) == .available else { return }
        let place = taxi.onLoop { $0.position }
        dispatcher.send(.driver(driver, .setStatus(inService: false, place: place, odometer: .zero)))
    }

    /// How many reports of bad use drivers filed against the passenger; none against a driver.
    nonisolated public func badReports(of role: Role) -> Int32 {
        guard case .passenger(let id) = role.taxi else { return 0 }
        return dispatcher.onLoop { $0.badReports(of: id) }
    }

    /// The person's past requests, newest first.
    nonisolated public func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] {
        dispatcher.onLoop { $0.history?.lines(of: role, from: from, to: to) ?? [] }
    }

    /// The home page shows the request of the last taxi that the person rode in or drove (UI-03).
    nonisolated public func dashboard(of account: Account) -> [AccountDirective] {
        let last = lastTaxi(of: account.role)
        return [
            .noteFact(ServiceFact(TaxiAccountEvent.dashboardOpened(account: account.id, lastTaxi: last))),
            .answer(.dashboard(last: last?.number)),
        ]
    }

    /// The request of the person's last taxi; nil without one.
    nonisolated public func lastTaxi(of role: Role) -> RequestID? {
        dispatcher.onLoop { $0.history?.lastTaxi(of: role) }
    }

    /// The driver's licence is not valid any more: off shift now, or after the ride in progress, and refused in service from now
    /// on; or it is valid again (ACCOUNT-PROFILE-07).
    nonisolated public func permit(_ role: Role, isValid: Bool) {
        guard case .driver(let id) = role.taxi else { return }
        dispatcher.send(.control(.licence(driver: id, isValid: isValid)))
    }

    /// The name that drivers see of a passenger. No message, and so in no input log: names stand in no log.
    nonisolated public func named(_ role: Role, username: String) {
        guard case .passenger(let id) = role.taxi else { return }
        dispatcher.onLoop { $0.register(username, of: id) }
    }

    /// The person logged in.
    nonisolated public func sessionBegan(_ role: Role, _ client: ClientKind) {
        switch role.taxi {
        case .passenger(let id): dispatcher.send(.passenger(id, .login(client: client)))
        case .driver(let id): dispatcher.send(.driver(id, .login))
        case nil: break
        }
    }

    /// The person's last session is over.
    nonisolated public func sessionEnded(_ role: Role) {
        switch role.taxi {
        case .passenger(let id): dispatcher.send(.passenger(id, .logout))
        case .driver(let id): dispatcher.send(.driver(id, .logout))
        case nil: break
        }
    }

    /// Erases what the taxi service keeps of the person: reports, kept notices, the name that drivers see, and the history.
    /// Returns how many records there were. The number is not given again.
    nonisolated public func forget(_ role: Role) -> Int {
        var count = dispatcher.onLoop { $0.history?.forget(role) ?? 0 }
        if case .passenger(let id) = role.taxi {
            count += dispatcher.onLoop { $0.keptCount(of: id) }
            dispatcher.send(.control(.forget(passenger: id)))
        }
        return count
    }
}
