// SPDX-License-Identifier: GPL-3.0-or-later

import CPQ

/// Where a database is: `postgresql://host/name`, with parameters as libpq knows them (`?sslmode=verify-full`). What it leaves
/// out comes from the usual `PG*` variables and from the password file.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as it was written.
    package let description: String

    /// Takes an address.
    ///
    /// - Throws: `PostgresProblem` when it is none, or holds a password: command lines stand in lists of processes and in logs.
    package init(_ text: String) throws(PostgresProblem) {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
            throw PostgresProblem(
                .address, "--store: not the address of a database; write it as postgresql://host/name")
        }
        guard let pq = cpq_functions() else { throw .noLibrary }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = pq.pointee.parse(text, &message) else {
            // The message of libpq may repeat the address, and with it a password.
            pq.pointee.freeMemory(message)
            throw PostgresProblem(
                .address,
                "--store: the address of the database cannot be read; write it as postgresql://host/name?sslmode=…")
        }
        defer { pq.pointee.freeOptions(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if option.pointee.val != nil, ["password", "sslpassword"].contains(String(cString: keyword)) {
                throw PostgresProblem(
                    .address,
                    "--store: the address holds a password, which would stand in logs and in the list of processes; "
                        + "put it into PGPASSWORD or a password file (PGPASSFILE, ~/.pgpass)")
            }
            option += 1
        }
        description = text
    }
}

extension PostgresProblem {
    static var noLibrary: PostgresProblem {
        PostgresProblem(.library, "a store needs libpq; install it with: apt-get install libpq5")
    }
}
