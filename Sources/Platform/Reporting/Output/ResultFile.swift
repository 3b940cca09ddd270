// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation

/// What a run or an experiment writes as JSON: the same for the same one, whatever the machine.
package protocol ResultFile: Encodable, Sendable {}

extension ResultFile {
    /// The file's bytes: keys in order, ending with a line break.
    ///
    /// - Throws: when a number is not finite.
    package func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
