// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityModel
import Foundation
import RecordStores
import TaxiRules

/// The kinds of store; each passes the same tests.
enum StoreKind: CaseIterable {
    case memory
    /// Records of an encrypted file.
    case sealed

    func open(in folder: Folder, name: String = "accounts.sqlite") throws -> any AccountStore {
        switch self {
        case .memory: MemoryAccountStore()
        case .sealed:
            try RecordedAccounts(
                try RecordFile<Account>(
                    path: folder.file(name), key: RecordKey(digits: String(repeating: "a5", count: 32))),
                logins: try RecordFile<LoginEntry>(
                    path: folder.file(name), key: RecordKey(digits: String(repeating: "a5", count: 32))),
                details: TaxiRoles().details)
        }
    }
}

extension MemoryAccountStore {
    /// An empty store for accounts of the taxi service.
    convenience init() { self.init(details: TaxiRoles().details) }
}

extension AccountIndex {
    func account(licence: Int32) -> Account? { account(.licence, .number(licence)) }
    func account(plate: String) -> Account? { account(.taxiNumber, .text(plate)) }
}

/// A new folder for one test.
final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/cabrank-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Whether the text stands in any file, byte by byte.
    func holds(_ text: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: path).contains {
            let bytes = FileManager.default.contents(atPath: file($0)) ?? Data()
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }
}

extension AccountStore {
    /// All accounts, by number.
    func all() throws -> [Account] {
        var accounts: [Account] = []
        let add = { (account: Account) in accounts.append(account) }
        try forEach(add)
        return accounts
    }
}

extension Account {
    /// Passenger number n.
    static func passenger(_ number: Int32) -> Account {
        Account(
            id: AccountID(number), type: .passenger, person: number, username: "user\(number)",
            email: "person\(number)@example.org", password: "$argon2id$text\(number)", name: "Ada", surname: "Byron",
            consent: true, isConfirmed: true, registered: .seconds(Int(number)))
    }

    /// Driver number n, with every field set.
    static func driver(_ number: Int32) -> Account {
        var account = Account(
            id: AccountID(number), type: .driver, person: number, username: "driver\(number)",
            email: "driver\(number)@example.org", password: "$argon2id$text\(number)", name: "Ugo", surname: "Però",
            consent: true, isConfirmed: false, registered: .seconds(Int(number)))
        account.temporaryPassword = "$argon2id$temporary\(number)"
        account.mustChangePassword = true
        account.address = "Via Dante \(number), Milano"
        account.phone = "+39 02 \(1_000_000 + Int(number))"
        account.licence = 7_000 + number
        account.licenceExpiry = CivilDate(2016, 2, 29)
        account.plate = "AB\(number)CD"
        account.seats = 4
        account.pendingEmail = "new\(number)@example.org"
        account.nextAttempt = .seconds(17)
        account.remindedFor = CivilDate(2015, 2, 30)
        account.links = [.link(number, .confirmation), .link(number, .emailChange)]
        return account
    }
}

extension MailLink {
    /// A link of its own for each account and kind.
    static func link(_ number: Int32, _ kind: MailKind) -> MailLink {
        MailLink(
            token: Token(high: UInt64(number) << 40 | 0xFEED_0000, low: UInt64(kind.number) << 56 | 1), kind: kind,
            expires: .seconds(Int(number) + 100))
    }
}

/// Small numbers for tests that try many cases; equal seeds give equal numbers.
struct Chance {
    private let stream: KeyedSecrets

    init(_ seed: UInt64) { stream = KeyedSecrets(key: [seed]) }

    /// 0 to one less than the limit, at most 256.
    func below(_ limit: Int) -> Int { Int(stream.bytes(1)[0]) % limit }
}
