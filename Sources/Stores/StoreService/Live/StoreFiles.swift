// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
public import Accounts
import CityModel
public import RecordStores
public import StoreRules

/// What a live store service keeps, in encrypted SQLite files (SEC-06): stores, passes, what shoppers marked, their visits,
/// their accounts, and those of the staff.
public struct StoreFiles {
    /// For the store service.
    public let shelves: StoreShelves
    /// The accounts of shoppers.
    public let phones: PhoneBook
    /// The accounts of managers and employees.
    public let staff: RecordedAccounts

    /// Takes the parts, such as those in memory.
    public init(shelves: StoreShelves, phones: PhoneBook, staff: RecordedAccounts) {
        (self.shelves, self.phones, self.staff) = (shelves, phones, staff)
    }

    /// All in memory: for a city whose input log holds what happens (AVAIL-02).
    ///
    /// - Throws: nothing that memory can bring about.
    public static func memory() throws -> StoreFiles {
        StoreFiles(
            shelves: StoreShelves(), phones: PhoneBook(),
            staff: try RecordedAccounts(
                RecordMemory<Account>(), logins: RecordMemory<LoginEntry>(), details: StoreRoles().details))
    }

    /// Opens the folder's files, and makes them when they are missing. A key is what a live service has; without one the
    /// files are readable, for tests. With a folder for a second copy, best on another disk, the loss or damage of either is
    /// mended at the next start (AVAIL-07).
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public init(folder: String, copy: String? = nil, key: RecordKey?) throws {
        let files = try RecordFolder(folder, copy: copy, key: key, names: ["stores", "shoppers", "staff"])
        shelves = StoreShelves(
            stores: try files.file(StoreRecord.self, "stores"), passes: try files.file(Pass.self, "stores"),
            shoppers: try files.file(ShopperRecord.self, "stores"), visits: try files.file(VisitRecord.self, "stores"))
        phones = try PhoneBook(
            try files.file(PhoneAccount.self, "shoppers"), logins: try files.file(LoginEntry.self, "shoppers"))
        staff = try RecordedAccounts(
            try files.file(Account.self, "staff"), logins: try files.file(LoginEntry.self, "staff"),
            details: StoreRoles().details)
    }
}

/// Codes of passes from a source of secrets, such as the operating system's: 128 bits that nobody can guess (STORE-R10).
public struct SecretCodes: CodeSource {
    private let source: any SecretSource

    /// Codes of this source.
    public init(_ source: any SecretSource) { self.source = source }

    /// The next code.
    public func next() -> EntryCode {
        let token = source.token()
        return EntryCode(high: token.high, low: token.low)
    }
}
