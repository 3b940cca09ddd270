// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of results that cannot be used.
package struct ResultsProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    package let description: String

    package init(_ description: String) { self.description = description }
}
