// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import RuleTestKit
import Synchronization
import TaxiRules

/// A stand-in for the taxi service that is told what to say and writes down what it is told.
final class StandInPort: RolePort {
    struct State {
        var lastPerson: Int32 = 0
        var riding: [Session.Role] = []
        var reservations: [PassengerID: Int] = [:]
        var reports: [PassengerID: Int32] = [:]
        var histories: [Session.Role: [HistoryEntry]] = [:]
        var told: [String] = []
        var names: [String] = []
    }

    let rules: any RoleRules = TaxiRoles()
    private let state = Mutex(State())

    /// What the taxi service was told, in order.
    var told: [String] { state.withLock { $0.told } }

    /// The names that the taxi service was told, in order.
    var names: [String] { state.withLock { $0.names } }

    /// Sets what the taxi service says.
    func set(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
    }

    private func note(_ text: String) {
        state.withLock { $0.told.append(text) }
    }

    func newPerson(_ type: AccountType, from connection: Connection) -> Int32 {
        state.withLock { state in
            state.lastPerson += 1
            return state.lastPerson
        }
    }

    func giveBack(_ role: Session.Role) { note("back \(role.name)") }
    func named(_ role: Session.Role, username: String) {
        state.withLock { $0.names.append("\(role.name) \(username)") }
    }

    func obstacle(toDeleting role: Session.Role) -> DeletionRefusal? {
        state.withLock { $0.riding.contains(role) } ? .activeRide : nil
    }

    func leave(_ role: Session.Role) -> Int {
        switch role {
        case .passenger(let passenger):
            note("cancel \(passenger)")
            return state.withLock { $0.reservations.removeValue(forKey: passenger) ?? 0 }
        case .driver(let driver):
            note("off shift \(driver)")
            return 0
        }
    }

    func badReports(of role: Session.Role) -> Int32 {
        guard case .passenger(let passenger) = role else { return 0 }
        return state.withLock { $0.reports[passenger] ?? 0 }
    }

    func history(of role: Session.Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] {
        let entries = state.withLock { $0.histories[role] ?? [] }
        return entries.filter { entry in
            from.map { $0 <= entry.time } ?? true && to.map { entry.time < $0 } ?? true
        }
    }

    func dashboard(of account: Account) -> [AccountDirective] {
        let last = state.withLock { $0.histories[account.role]?.first { $0.isFulfilled }?.request }
        return [.note(.dashboardOpened(account: account.id, lastTaxi: last)), .answer(.dashboard(lastTaxi: last))]
    }

    func permit(_ role: Session.Role, isValid: Bool) { note("licence \(role.number) \(isValid)") }
    func sessionBegan(_ role: Session.Role, _ client: ClientKind) { note("began \(role.name) \(client.word)") }
    func sessionEnded(_ role: Session.Role) { note("ended \(role.name)") }

    func forget(_ role: Session.Role) -> Int {
        note("forget \(role.name)")
        return state.withLock { $0.histories.removeValue(forKey: role)?.count ?? 0 }
    }
}

extension Session.Role {
    /// A short name for tests.
    var name: String {
        switch self {
        case .passenger(let id): "passenger \(id)"
        case .driver(let id): "driver \(id)"
        }
    }
}
