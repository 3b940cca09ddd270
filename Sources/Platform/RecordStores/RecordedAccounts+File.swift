// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts

extension RecordedAccounts {
    /// The accounts of a file, which is made when it is missing; `details` are the fields of the service. A key is what a live service
    /// has; without one the file is readable, for tests (SEC-06).
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public convenience init(path: String, key: RecordKey?, details: [DetailField]) throws {
        try self.init(
            RecordFile<Account>(path: path, key: key), logins: RecordFile<LoginEntry>(path: path, key: key),
            details: details)
    }
}
