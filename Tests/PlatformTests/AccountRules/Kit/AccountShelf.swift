// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel

/// Accounts in a plain list, looked through from the front: the simplest index there is.
struct AccountShelf: AccountIndex {
    var accounts: [Account] = []

    var count: Int { accounts.count }

    func account(_ id: AccountID) -> Account? { accounts.first { $0.id == id } }
    func account(username: String) -> Account? { accounts.first { $0.username == username } }
    func account(email: String) -> Account? {
        accounts.first { $0.email == email } ?? accounts.first { $0.pendingEmail == email }
    }
    func account(_ field: AccountField, _ value: DetailValue) -> Account? {
        accounts.first { $0.details[field] == value }
    }
    func account(link: Token) -> Account? {
        accounts.first { $0.links.contains { $0.token == link } }
    }
    func account(_ type: RoleName, person: Int32) -> Account? {
        accounts.first { $0.type == type && $0.person == person }
    }

    mutating func put(_ account: Account) {
        if let place = accounts.firstIndex(where: { $0.id == account.id }) {
            accounts[place] = account
        } else {
            accounts.append(account)
        }
    }
}
