// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB

/// The tables of the server and of the accounts. They are made only for a run that has them; explained in the article
/// Results.
extension ResultRows {
    private static let serverTables = """
        CREATE TABLE server_kinds (kind TEXT PRIMARY KEY, answered INTEGER NOT NULL, under_5 INTEGER NOT NULL,
            under_10 INTEGER NOT NULL, mean_s REAL, p50_s REAL, p95_s REAL, p99_s REAL, max_s REAL,
            refused INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE server_bins (bin INTEGER PRIMARY KEY, start_s REAL NOT NULL, arrivals INTEGER NOT NULL,
            answered INTEGER NOT NULL, refused INTEGER NOT NULL, waiting_mean REAL NOT NULL,
            waiting_max INTEGER NOT NULL, utilisation REAL, p95_s REAL, max_s REAL);
        CREATE TABLE server_sensitivity (workers INTEGER NOT NULL, scale INTEGER NOT NULL, is_run INTEGER NOT NULL,
            keeps_target INTEGER NOT NULL, answered INTEGER NOT NULL, under_5 INTEGER NOT NULL,
            under_10 INTEGER NOT NULL, calls INTEGER NOT NULL, calls_under_5 INTEGER NOT NULL, p95_s REAL, max_s REAL,
            utilisation REAL, PRIMARY KEY (workers, scale)) WITHOUT ROWID;
        CREATE TABLE server_breaches (message INTEGER PRIMARY KEY, kind TEXT NOT NULL, arrived_s REAL NOT NULL,
            processing_s REAL NOT NULL);
        CREATE TABLE refusals (kind TEXT NOT NULL, reason TEXT NOT NULL, messages INTEGER NOT NULL,
            PRIMARY KEY (kind, reason)) WITHOUT ROWID;
        CREATE TABLE refusal_hours (hour INTEGER NOT NULL, reason TEXT NOT NULL, messages INTEGER NOT NULL,
            PRIMARY KEY (hour, reason)) WITHOUT ROWID;
        """

    private static let accountTable = """
        CREATE TABLE accounts (what TEXT NOT NULL, word TEXT NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (what, word)) WITHOUT ROWID;
        """

    func writeServer(to database: Database) throws {
        if let server = result.server {
            try database.execute(sql: Self.serverTables)
            try write(server, to: database)
        }
        if let accounts = result.accounts {
            try database.execute(sql: Self.accountTable)
            try insert("accounts", accounts.rows.map { [$0.what, $0.word, $0.count] }, database)
        }
    }

    private func write(_ server: ServerResult, to database: Database) throws {
        try insert(
            "server_kinds",
            server.kinds.map { kind in
                let counts: Row = [
                    kind.kind, kind.processing.count, kind.processing.underFive, kind.processing.underTen,
                ]
                let time = kind.processing.time
                let times: Row = [time?.mean, time?.p50, time?.p95, time?.p99, time?.max]
                return counts + times + [kind.refused.values.reduce(0, +)]
            }, database)
        try insert(
            "server_bins",
            server.bins.enumerated().map { index, bin in
                let counts: Row = [
                    index, context.start.inSeconds + Double(index) * server.stepSeconds, bin.arrivals, bin.answered,
                    bin.refused,
                ]
                return counts + [bin.waitingMean, bin.waitingMax, bin.utilisation, bin.p95, bin.max]
            }, database)
        try insert(
            "server_sensitivity",
            server.sensitivity.cells.map { cell in
                let processing = cell.processing
                let counts: Row = [
                    cell.workers, cell.scale, cell.isRun, cell.keepsTarget, processing.count, processing.underFive,
                    processing.underTen, cell.calls, cell.callsUnderFive,
                ]
                return counts + [processing.time?.p95, processing.time?.max, cell.utilisation]
            }, database)
        try insert(
            "server_breaches", server.breaches.map { [$0.message, $0.kind, $0.arrivedSeconds, $0.seconds] }, database)
        try insert(
            "refusals", server.kinds.flatMap { kind in told(kind.refused).map { [kind.kind, $0.word, $0.count] } },
            database)
        try insert(
            "refusal_hours",
            server.refusedHours.flatMap { hour in told(hour.refused).map { [hour.hour, $0.word, $0.count] } }, database)
    }

    /// The reasons that occurred, in the order of their list.
    private func told(_ counts: [String: Int]) -> [(word: String, count: Int)] {
        ServerRefusal.allCases.compactMap { reason in
            guard let count = counts[reason.word], count > 0 else { return nil }
            return (reason.word, count)
        }
    }
}

extension AccountResult {
    /// Everything that was counted: what, by which word.
    var rows: [(what: String, word: String, count: Int)] {
        func by<Word: EventWord>(_ what: String, _ type: Word.Type, _ counts: [String: Int]) -> [(String, String, Int)]
        {
            Word.allCases.map { (what, $0.word, counts[$0.word] ?? 0) }
        }
        var rows: [(String, String, Int)] = [("accounts", "atEnd", total)]
        rows += by("started", AccountType.self, started)
        rows += by("rejected", RegistrationRefusal.self, rejected)
        rows += by("missing", AccountField.self, missing)
        rows += by("aborted", RegistrationEnd.self, aborted)
        rows.append(("accepted", "all", accepted))
        rows += by("confirmed", ProofKind.self, confirmed)
        rows.append(("expired", "all", expired))
        rows += by("mailSent", MailKind.self, mailSent)
        rows += by("mailDelivered", MailKind.self, mailDelivered)
        rows += by("loginAttempted", IdentifierKind.self, loginAttempts)
        rows += by("loginClient", ClientKind.self, loginClients)
        rows += by("loginSystem", ClientSystem.self, loginSystems)
        rows += by("loginSucceeded", ProofKind.self, logins)
        rows += by("loginRefused", LoginRefusal.self, loginsRefused)
        rows += [
            ("loggedOut", "all", loggedOut), ("password", "reset", passwordsReset),
            ("password", "changed", passwordsChanged), ("viewed", "profile", profileViewed),
            ("viewed", "history", historyViewed), ("viewed", "dashboard", dashboardOpened),
            ("profile", "changed", profileChanged), ("profile", "editAborted", editsAborted),
            ("profile", "emailChanged", emailsChanged),
        ]
        rows += by("fieldChanged", AccountField.self, fieldsChanged)
        rows += by("profileRejected", ProfileRefusal.self, profileRejected)
        rows += [
            ("licence", "expired", licencesExpired), ("licence", "renewed", licencesRenewed),
            ("deletion", "asked", deletionAsked), ("deletion", "done", deleted),
        ]
        rows += by("deletionRefused", DeletionRefusal.self, deletionRefused)
        rows.append(("privacyViolation", "all", privacyViolations))
        return rows
    }
}
