// SPDX-License-Identifier: GPL-3.0-or-later

public import Accounts

extension IdentifierKey {
    /// A key of its own, made of the one that seals a service's files: a host keeps one key.
    public init(_ key: RecordKey) {
        guard let made = IdentifierKey(bytes: key.keyed("cloud identifiers", count: 32)) else {
            preconditionFailure("a key for hashes has 32 bytes")
        }
        self = made
    }
}
