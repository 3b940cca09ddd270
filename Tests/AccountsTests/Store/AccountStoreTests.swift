// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityModel
import Foundation
import RuleTestKit
import TaxiRules
import Testing

/// Both stores keep accounts, find them, and never let two share what is unique.
@Suite struct AccountStoreTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("Every way of looking finds the whole account, and nothing when there is none", arguments: StoreKind.allCases)
    func lookups(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        #expect(store.count == 0 && store.lastNumber == 0)
        let driver = Account.driver(3)
        let passenger = Account.passenger(2)
        for account in [driver, passenger] { try store.save(account) }

        #expect(store.account(AccountID(3)) == driver)
        #expect(store.account(username: "driver3") == driver)
        #expect(store.account(email: "driver3@example.org") == driver)
        #expect(store.account(email: "new3@example.org") == driver)
        #expect(store.account(licence: 7_003) == driver)
        #expect(store.account(plate: "AB3CD") == driver)
        #expect(store.account(link: MailLink.link(3, .emailChange).token) == driver)
        #expect(store.account(.driver, person: 3) == driver)
        #expect(store.account(.passenger, person: 2) == passenger)
        #expect(store.count == 2 && store.lastNumber == 3)

        #expect(store.account(AccountID(1)) == nil && store.account(username: "Driver3") == nil)
        #expect(store.account(email: "") == nil && store.account(licence: 0) == nil && store.account(plate: "") == nil)
        #expect(store.account(link: Token(high: 0, low: 0)) == nil && store.account(.passenger, person: 3) == nil)
        #expect(try store.all().map(\.id.number) == [2, 3])
    }

    @Test("A text with a byte 0 is not stored and finds nothing", arguments: StoreKind.allCases)
    func zeroBytes(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        try store.save(.driver(1))
        for change: (inout Account) -> Void in [
            { $0.username += "\0" }, { $0.email += "\0" }, { $0.name = "\0" }, { $0.surname = "a\0b" },
            { $0.address = "\0" }, { $0.phone = "1\0" }, { $0.plate = "ZZ\0" }, { $0.pendingEmail = "\0" },
        ] {
            var account = Account.driver(2)
            change(&account)
            #expect(throws: AccountStoreError.unreadable) { try store.save(account) }
        }
        #expect(store.count == 1)
        #expect(store.account(username: "driver1\0") == nil && store.account(plate: "AB1CD\0") == nil)
        #expect(store.account(email: "driver1@example.org\0") == nil)
        #expect(store.account(username: "driver1") == .driver(1))
    }

    @Test("A changed account is found by its new values only", arguments: StoreKind.allCases)
    func changes(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        try store.save(.driver(1))
        var changed = Account.driver(1)
        changed.username = "other"
        changed.email = "new1@example.org"
        changed.pendingEmail = nil
        changed.licence = 5
        changed.plate = "ZZ1"
        changed.person = 9
        changed.links = [.link(8, .passwordReset), .link(1, .confirmation)]
        try store.save(changed)
        #expect(store.account(AccountID(1)) == changed && store.count == 1)
        #expect(store.account(email: "new1@example.org") == changed)
        #expect(store.account(.driver, person: 9) == changed)
        #expect(store.account(link: MailLink.link(8, .passwordReset).token) == changed)
        #expect(store.account(username: "driver1") == nil && store.account(email: "driver1@example.org") == nil)
        #expect(store.account(licence: 7_001) == nil && store.account(plate: "AB1CD") == nil)
        #expect(store.account(link: MailLink.link(1, .emailChange).token) == nil)
        #expect(store.account(.driver, person: 1) == nil)
    }

    /// A change that makes account 2 share one value with account 1.
    struct Clash: Sendable, CustomTestStringConvertible {
        let key: AccountKey
        let words: String
        let make: @Sendable (inout Account) -> Void
        var testDescription: String { words }

        static let all = [
            Clash(key: .username, words: "username") { $0.username = "driver1" },
            Clash(key: .email, words: "address in force") { $0.email = "driver1@example.org" },
            Clash(key: .email, words: "address that another asks for") { $0.email = "new1@example.org" },
            Clash(key: .email, words: "asks for an address in force") { $0.pendingEmail = "driver1@example.org" },
            Clash(key: .email, words: "asks for what another asks for") { $0.pendingEmail = "new1@example.org" },
            Clash(key: .email, words: "asks for the own address") { $0.pendingEmail = $0.email },
            Clash(key: .detail(.licence), words: "licence") { $0.licence = 7_001 },
            Clash(key: .detail(.taxiNumber), words: "plate") { $0.plate = "AB1CD" },
            Clash(key: .person, words: "person") { $0.person = 1 },
            Clash(key: .link, words: "link") { $0.links.append(.link(1, .confirmation)) },
            Clash(key: .link, words: "one link twice") { $0.links.append($0.links[0]) },
        ]
    }

    @Test(
        "No two accounts share a unique value; the refused one changes nothing", arguments: StoreKind.allCases,
        Clash.all)
    func unique(_ kind: StoreKind, _ clash: Clash) throws {
        let store = try kind.open(in: folder)
        try store.save(.driver(1))
        var second = Account.driver(2)
        clash.make(&second)
        #expect(throws: AccountStoreError.taken(clash.key)) { try store.save(second) }
        #expect(store.count == 1 && store.lastNumber == 1 && store.account(AccountID(2)) == nil)
        // The same as a change of an account that is there.
        try store.save(.driver(2))
        #expect(throws: AccountStoreError.taken(clash.key)) { try store.save(second) }
        #expect(store.account(AccountID(2)) == .driver(2) && store.account(AccountID(1)) == .driver(1))
    }

    @Test("Several accounts without licence, plate or person stand side by side", arguments: StoreKind.allCases)
    func empty(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        for number: Int32 in 1...3 {
            var account = Account.passenger(number)
            account.person = 0
            try store.save(account)
        }
        #expect(store.count == 3 && store.account(.passenger, person: 0) == nil)
    }

    @Test("Two ways of writing an accent are two addresses", arguments: StoreKind.allCases)
    func accents(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        var one = Account.passenger(1)
        var two = Account.passenger(2)
        one.email = "per\u{F2}@example.org"
        two.email = "pero\u{300}@example.org"
        try store.save(one)
        #expect(store.account(email: two.email) == nil)
        try store.save(two)
        #expect(store.account(email: one.email)?.id == one.id && store.account(email: two.email)?.id == two.id)
    }

    @Test("A number is never given again, and what was taken out frees its values", arguments: StoreKind.allCases)
    func removal(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        for number: Int32 in 1...3 { try store.save(.driver(number)) }
        #expect(try store.remove(AccountID(3)) == 3)
        #expect(try store.remove(AccountID(3)) == 0)
        #expect(store.lastNumber == 3 && store.count == 2 && store.account(AccountID(3)) == nil)
        #expect(store.account(link: MailLink.link(3, .confirmation).token) == nil)
        var successor = Account.driver(3)
        successor = Account(
            id: AccountID(4), type: .driver, person: 3, username: successor.username, email: successor.email,
            password: nil, name: "B", surname: "C", consent: true, isConfirmed: true, registered: .epoch)
        successor.licence = 7_003
        successor.plate = "AB3CD"
        try store.save(successor)
        #expect(store.account(email: "driver3@example.org") == successor && store.lastNumber == 4)
    }

    // MARK: Login log

    @Test("SEC-04: rows of day 0 are there at day 6 23 h and gone at day 8", arguments: StoreKind.allCases)
    func retention(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        let day = 86_400
        let rows = [
            LoginRow(time: .seconds(0), account: AccountID(1), source: 0xFFFF_FFFF, isSuccess: true),
            LoginRow(time: .seconds(8 * day), account: nil, source: 0x7F00_0001, isSuccess: false),
        ]
        try store.add(rows[0])
        let early = try store.pruneLogins(before: .seconds(6 * day + 23 * 3_600) - .hours(7 * 24))
        #expect(early == (0, 1))
        #expect(try store.logins() == [rows[0]])
        try store.add(rows[1])
        let late = try store.pruneLogins(before: .seconds(8 * day) - .hours(7 * 24))
        #expect(late == (1, 1))
        #expect(try store.logins() == [rows[1]])
        // Exactly as old as the limit stays.
        #expect(try store.pruneLogins(before: .seconds(8 * day)) == (0, 1))
    }

    @Test("Rows are given oldest first, those of one instant as they came", arguments: StoreKind.allCases)
    func logOrder(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        func row(_ time: Int, _ source: SourceAddress) -> LoginRow {
            LoginRow(time: .seconds(time), account: nil, source: source, isSuccess: false)
        }
        for (time, source) in [(5, 1), (3, 2), (5, 3), (3, 4), (4, 5)] as [(Int, SourceAddress)] {
            try store.add(row(time, source))
        }
        #expect(try store.logins().map(\.source) == [2, 4, 5, 1, 3])
    }

    @Test("Rows of a removed account stay under the pseudonym", arguments: StoreKind.allCases)
    func pseudonym(_ kind: StoreKind) throws {
        let store = try kind.open(in: folder)
        try store.save(.driver(1))
        try store.save(.driver(2))
        for number in [1, 2, 1] {
            try store.add(LoginRow(time: .seconds(1), account: AccountID(number), source: 7, isSuccess: true))
        }
        let pseudonym = Token(high: 0x8000_0000_0000_0001, low: 2)
        try store.remove(AccountID(1), pseudonym: pseudonym)
        try store.remove(AccountID(2))
        let rows = try store.logins()
        #expect(rows.map(\.account) == [nil, nil, nil])
        #expect(rows.map(\.pseudonym) == [pseudonym, nil, pseudonym])
    }

    // MARK: Many changes

    @Test("Both kinds agree after thousands of random changes", arguments: [1, 2, 3] as [UInt64])
    func agreement(_ seed: UInt64) throws {
        let memory = MemoryAccountStore()
        let file = try StoreKind.sealed.open(in: folder)
        let chance = Chance(seed)
        for step in 0..<600 {
            let number = Int32(1 + chance.below(12))
            if chance.below(5) == 0 {
                #expect(try memory.remove(AccountID(number), pseudonym: nil) == file.remove(AccountID(number)))
            } else {
                var account = Account.driver(number)
                account.username = "name\(chance.below(20))"
                account.email = "a\(chance.below(20))@example.org"
                account.pendingEmail = chance.below(2) == 0 ? nil : "a\(chance.below(20))@example.org"
                account.licence = Int32(chance.below(20))
                account.links = (0..<chance.below(3)).map { _ in .link(Int32(chance.below(20)), .confirmation) }
                let errors =
                    [memory as any AccountStore, file].map { store in
                        do {
                            try store.save(account)
                            return nil
                        } catch {
                            return "\(error)"
                        }
                    } as [String?]
                #expect(errors[0] == errors[1], "seed \(seed) step \(step)")
            }
        }
        #expect(try memory.all() == file.all() && memory.count > 0 && memory.lastNumber == file.lastNumber)
    }
}
