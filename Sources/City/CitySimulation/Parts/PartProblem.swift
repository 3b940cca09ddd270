// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a metric cannot be told for a part of a run: one clear sentence.
package struct PartProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right.
    package let description: String

    init(_ description: String) { self.description = description }
}
