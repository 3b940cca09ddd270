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
        var riding: [Role] = []
        var reservations: [PassengerID: Int] = [:]
        var reports: [PassengerID: Int32] = [:]
        var histories: [Role: [HistoryEntry]] = [:]
        var reported: [String] = []
        var names: [String] = []
    }

    let rules: any RoleRules = TaxiRoles()
    private let state = Mutex(State())

    /// What the taxi service was told, in order.
    var reported: [String] { state.withLock { $0.reported } }

    /// The names that the taxi service was told, in order.
    var names: [String] { state.withLock { $0.names } }

    /// Sets what the taxi service says.
    func set(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
    }

    private func note(_ text: String) {
        state.withLock { $0.reported.append(text) }
    }

    func newPerson(_ type: RoleName, from connection: Connection) -> Int32 {
        state.withLock { state in
            state.lastPerson += 1
            return state.lastPerson
        }
    }

    func giveBack(_ role: Role) { note("back \(role.label)") }
    func named(_ role: Role, username: String) {
        state.withLock { $0.names.append("\(role.label) \(username)") }
    }

    func obstacle(toDeleting role: Role) -> DeletionRefusal? {
        state.withLock { $0.riding.contains(role) } ? .activeRide : nil
    }

    func leave(_ role: Role) -> Int {
        switch role.taxi {
        case .passenger(let passenger):
            note("cancel \(passenger)")
            return state.withLock { $0.reservations.removeValue(forKey: passenger) ?? 0 }
        case .driver(let driver):
            note("off shift \(driver)")
            return 0
        case nil: return 0
        }
    }

    func badReports(of role: Role) -> Int32 {
        guard case .passenger(let passenger) = role.taxi else { return 0 }
        return state.withLock { $0.reports[passenger] ?? 0 }
    }

    func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] {
        let entries = state.withLock { $0.histories[role] ?? [] }
        return entries.filter { entry in
            from.map { $0 <= entry.time } ?? true && to.map { entry.time < $0 } ?? true
        }
    }

    func dashboard(of account: Account) -> [AccountDirective] {
        let last = state.withLock { $0.histories[account.role]?.first { $0.isFulfilled }?.number }
        let fact = TaxiAccountEvent.dashboardOpened(account: account.id, lastTaxi: last.map { RequestID($0) })
        return [.noteFact(ServiceFact(fact)), .answer(.dashboard(last: last))]
    }

    func permit(_ role: Role, isValid: Bool) { note("licence \(role.number) \(isValid)") }
    func sessionBegan(_ role: Role, _ client: ClientKind) { note("began \(role.label) \(client.word)") }
    func sessionEnded(_ role: Role) { note("ended \(role.label)") }

    func forget(_ role: Role) -> Int {
        note("forget \(role.label)")
        return state.withLock { $0.histories.removeValue(forKey: role)?.count ?? 0 }
    }
}

extension Role {
    /// A short name for tests.
    var label: String { "\(name.word) \(number)" }
}
