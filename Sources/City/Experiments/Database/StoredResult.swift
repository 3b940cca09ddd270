// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A replication as a store keeps it: JSON with its hash, as a line of a journal, so that a changed byte is found out.
enum StoredResult {
    private struct Line: Codable {
        let hash: String
        let replication: Replication
    }

    /// The text that is kept.
    static func encoded(_ replication: Replication) -> Data {
        let text = ReplicationJournal.encoded(replication)
        return Data("{\"hash\":\"\(ContentHash.hex(of: text))\",\"replication\":".utf8) + text + Data("}".utf8)
    }

    /// Reads what is kept.
    ///
    /// - Returns: nil when it is not what was kept: a byte was changed, or a number is none that a run can have.
    static func decoded(_ text: String) -> Replication? {
        guard let found = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { return nil }
        let again = ReplicationJournal.encoded(found.replication)
        guard ContentHash.hex(of: again) == found.hash, found.replication.isPlausible else { return nil }
        return found.replication
    }
}
