// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB

/// The table of the accounts. It is made only for a run that has them.
struct AccountTable {
    let rows: [AccountResult.Row]

    private static let accounts = ResultTable<AccountResult.Row>(
        name: "accounts", keys: ["what", "word"],
        columns: [.text("what") { $0.what }, .text("word") { $0.word }, .integer("count") { $0.count }])

    func write(to database: Database) throws {
        try database.execute(sql: Self.accounts.create)
        try Self.accounts.insert(rows, into: database)
    }
}

extension AccountResult {
    typealias Row = (what: String, word: String, count: Int)

    var table: AccountTable { AccountTable(rows: rows) }

    /// Everything that was counted: what, by which word.
    var rows: [Row] {
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
