// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a database cannot be used. No text of it holds a password.
package struct PostgresProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What sort of problem.
    package enum Kind: Sendable, Hashable {
        /// The address is not one of a database, or says what it must not.
        case address
        /// libpq is not on this machine.
        case library
        /// Nobody answers, or the connection broke: it may go again later.
        case connection
        /// The server does not come to answer, or has no connection left: it may have one soon.
        case crowded
        /// The server wants another password, or does not let this user in.
        case access
        /// The server refused a statement: its SQLSTATE, five characters.
        case statement(String)
    }

    /// What sort of problem.
    package let kind: Kind
    /// What is wrong and what to do.
    package let description: String

    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// Whether the same may work a little later: the server is away, or ends and begins anew (classes 08, 53 and 57 of SQLSTATE).
    package var isPassing: Bool {
        switch kind {
        case .connection, .crowded: true
        case .statement(let code):
            code.hasPrefix("08") || code.hasPrefix("53") || code.hasPrefix("57P") || code == "40001" || code == "40P01"
                || code == "25006"
        default: false
        }
    }
}
