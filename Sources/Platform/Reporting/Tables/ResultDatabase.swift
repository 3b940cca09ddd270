// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation
package import GRDB

/// Writes `results.sqlite`: the rows of folds as they are complete, while the run goes on, and all else at its end.
///
/// Everything is one transaction in a file that nobody else sees yet, so the journal is off. At most some 4096 complete rows
/// wait to be written.
package final class ResultDatabase: EventObserver {
    private let database: DatabaseQueue
    private let folds: [any TableFold]
    /// How messages name the file.
    private let name: String
    private let label: RunLabel
    /// The first error of any write; what comes after it is not written.
    package private(set) var failure: OutputProblem?

    /// Makes the file with its tables.
    ///
    /// - Parameters:
    ///   - path: where it is made.
    ///   - name: how messages name it, when it gets another name later.
    ///   - label: what every table says of the run.
    ///   - create: the statements that make the tables filled at the end.
    ///   - folds: what fills tables while the run goes on.
    /// - Throws: `OutputProblem` when the file cannot be made.
    package init(
        path: String, name: String, label: RunLabel, create: String, folds: [any TableFold]
    ) throws(OutputProblem) {
        self.name = name
        self.label = label
        self.folds = folds
        var configuration = Configuration()
        configuration.journalMode = .default
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.unsafeReentrantWrite { database in
                try database.execute(sql: create + folds.map(\.create).joined())
                try database.execute(sql: "BEGIN")
            }
        } catch {
            throw .database(error, name)
        }
    }

    package func subscribe(to feed: EventFeed) {
        for fold in folds { fold.subscribe(to: feed) }
        feed.afterBatch { if self.folds.reduce(0, { $0 + $1.complete }) >= 4096 { self.flush() } }
    }

    package func finish(at end: CityTime) {
        for fold in folds { fold.finish(at: end) }
        flush()
    }

    /// Writes the last tables and closes the file.
    ///
    /// - Throws: the first error of any write.
    package func close(_ last: (Database) throws -> Void) throws(OutputProblem) {
        flush()
        if let failure { throw failure }
        do {
            try database.unsafeReentrantWrite { database in
                try last(database)
                try label.mark(database)
                try database.execute(sql: "COMMIT")
            }
            try database.close()
        } catch {
            throw .database(error, name)
        }
    }

    private func flush() {
        guard failure == nil else { return }
        let rows = folds.filter { $0.complete > 0 }.flatMap { $0.takeRows() }.filter { $0.count > 0 }
        guard !rows.isEmpty else { return }
        do {
            try database.unsafeReentrantWrite { database in for table in rows { try table.insert(database) } }
        } catch {
            failure = .database(error, name)
        }
    }
}

extension OutputProblem {
    /// What the database's library says, as a sentence about the file.
    package static func database(_ error: any Error, _ name: String) -> OutputProblem {
        guard let error = error as? DatabaseError else { return OutputProblem("\(name) cannot be written: \(error)") }
        if error.resultCode == .SQLITE_FULL { return .cannotWrite(name, code: ENOSPC) }
        // SQLite opens paths of at most 512 bytes with what it puts beside them, and says nothing but that it cannot.
        let reason = "\(error.message ?? "\(error.resultCode)")"
        guard error.resultCode == .SQLITE_CANTOPEN, name.utf8.count > 480 else {
            return OutputProblem("\(name) cannot be written: \(reason)")
        }
        return OutputProblem(
            "\(name) cannot be written: its path has \(name.utf8.count) bytes, and the results' database takes 480; choose a shorter folder"
        )
    }
}
