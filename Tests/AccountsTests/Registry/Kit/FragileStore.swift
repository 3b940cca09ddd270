// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityModel
import RuleTestKit
import Synchronization

/// The store in memory, which takes nothing while it is broken.
final class FragileStore: AccountStore {
    struct Broken: Error {}

    private let memory = MemoryAccountStore()
    private let broken = Mutex(false)

    var isBroken: Bool {
        get { broken.withLock { $0 } }
        set { broken.withLock { $0 = newValue } }
    }

    private func check() throws {
        if isBroken { throw Broken() }
    }

    var lastNumber: Int32 { memory.lastNumber }
    var count: Int { memory.count }
    func account(_ id: AccountID) -> Account? { memory.account(id) }
    func account(username: String) -> Account? { memory.account(username: username) }
    func account(email: String) -> Account? { memory.account(email: email) }
    func account(_ field: AccountField, _ value: DetailValue) -> Account? { memory.account(field, value) }
    func account(link: Token) -> Account? { memory.account(link: link) }
    func account(_ type: RoleName, person: Int32) -> Account? { memory.account(type, person: person) }

    func save(_ account: Account) throws {
        try check()
        try memory.save(account)
    }

    @discardableResult
    func remove(_ id: AccountID, pseudonym: Token?) throws -> Int {
        try check()
        return memory.remove(id, pseudonym: pseudonym)
    }

    func forEach(_ body: (Account) throws -> Void) throws { try memory.forEach(body) }

    func add(_ login: LoginRow) throws {
        try check()
        memory.add(login)
    }

    func logins() throws -> [LoginRow] { memory.logins() }

    func pruneLogins(before time: CityTime) throws -> (removed: Int, kept: Int) {
        try check()
        return memory.pruneLogins(before: time)
    }
}
