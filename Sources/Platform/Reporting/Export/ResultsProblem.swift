// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of results that cannot be used.
public struct ResultsProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String

    /// Makes a problem.
    public init(_ description: String) { self.description = description }
}
