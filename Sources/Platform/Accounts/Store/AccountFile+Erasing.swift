// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Foundation
import GRDB

extension AccountFile {
    /// Notes, in the transaction that frees texts, that the file is to be searched for them. After a crash the next start
    /// rewrites the file.
    static func noteErasing(_ database: Database) throws {
        try database.execute(sql: "INSERT OR IGNORE INTO erasing (number) VALUES (1)")
    }

    /// Empties the log, and rewrites the file when one of the texts still stands in it, or when that is due.
    ///
    /// The change itself is on the disk already. When this fails, for lack of room as a rule, the note stays in the file
    /// and the next start tries again.
    func finishErasing(_ texts: [String], isDue: Bool = false) throws {
        try queue.writeWithoutTransaction { database in
            try database.checkpoint(.truncate)
            if try isDue || holds(texts) { try database.execute(sql: "VACUUM") }
            try database.execute(sql: "DELETE FROM erasing")
            try database.checkpoint(.truncate)
        }
    }

    /// Whether one of the texts stands in the file, byte by byte.
    private func holds(_ texts: [String]) throws -> Bool {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        return texts.contains { bytes.range(of: Data($0.utf8)) != nil }
    }
}

extension Account {
    /// The stored texts that point to one person; a first name alone does not.
    var identifyingTexts: [String] {
        let texts = [username, email, pendingEmail, password, temporaryPassword, address, phone].compactMap(\.self)
        // A shorter text stands in every file by chance.
        return (texts + details.texts.map(\.text)).filter { $0.utf8.count >= 4 }
    }
}
