// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Foundation
import GRDB

/// An account as rows of the file, and back.
struct AccountRow {
    /// The fields of the service.
    let details: [DetailField]
    private let types: [RoleName]
    private let upsert: String

    init(_ roles: any RoleRules) {
        details = roles.details
        types = roles.types
        let columns =
            [
                "number", "type", "person", "username", "password", "temporaryPassword", "mustChangePassword", "name",
                "surname", "address", "phone", "consent", "isConfirmed", "registered", "nextAttempt", "remindedFor",
            ] + details.map(\.column)
        upsert = """
            INSERT INTO account (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { ":" + $0 }.joined(separator: ", ")))
            ON CONFLICT (number) DO UPDATE SET
            \(columns.dropFirst().map { $0 + " = excluded." + $0 }.joined(separator: ", "))
            """
    }

    /// Reads accounts with both addresses, without their links.
    static let query = """
        SELECT account.*, force.email AS email, pending.email AS pendingEmail FROM account
        LEFT JOIN address AS force ON force.account = account.number AND force.isPending = 0
        LEFT JOIN address AS pending ON pending.account = account.number AND pending.isPending = 1
        """

    /// The one account of which this holds.
    func fetch(
        _ database: Database, where condition: String, _ arguments: StatementArguments
    ) throws -> Account? {
        let statement = try database.cachedStatement(sql: Self.query + " WHERE " + condition)
        return try Row.fetchOne(statement, arguments: arguments).map { try account($0, database) }
    }

    /// Reads an account from its row, and its links.
    func account(_ row: Row, _ database: Database) throws -> Account {
        let number: Int32 = row["number"]
        guard let type = types.first(where: { $0.number == row["type"] }), let email: String = row["email"] else {
            throw AccountStoreError.damaged("account \(number)")
        }
        var account = Account(
            id: AccountID(number), type: type, person: row["person"], username: row["username"], email: email,
            password: row["password"], name: row["name"], surname: row["surname"], consent: row["consent"],
            isConfirmed: row["isConfirmed"], registered: CityTime(nanoseconds: row["registered"]))
        account.temporaryPassword = row["temporaryPassword"]
        account.mustChangePassword = row["mustChangePassword"]
        account.address = row["address"]
        account.phone = row["phone"]
        for detail in details { account.details[detail.field] = try DetailValue(stored: row, detail) }
        account.pendingEmail = row["pendingEmail"]
        account.nextAttempt = (row["nextAttempt"] as Int64?).map { CityTime(nanoseconds: $0) }
        account.remindedFor = try CivilDate(stored: row["remindedFor"])
        account.links = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT * FROM link WHERE account = ? ORDER BY place"), arguments: [number]
        ).map(MailLink.init(stored:))
        return account
    }

    /// Whether every unique value is free or the account's own. The indexes hold the same; this says which.
    ///
    /// - Throws: `AccountStoreError.taken`.
    func checkKeys(of account: Account, _ database: Database) throws {
        func check(_ key: AccountKey, _ sql: String, _ arguments: StatementArguments) throws {
            let owner = try Int32.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
            if let owner, owner != account.id.number { throw AccountStoreError.taken(key) }
        }
        try check(.username, "SELECT number FROM account WHERE username = ?", [account.username])
        for email in account.emails {
            try check(.email, "SELECT account FROM address WHERE email = ?", [email])
        }
        if account.asksForOwnEmail { throw AccountStoreError.taken(.email) }
        for detail in details where detail.shared != nil {
            try check(
                .detail(detail.field), "SELECT number FROM account WHERE \(detail.column) = ?",
                [account.details[detail.field]?.stored])
        }
        try check(
            .person, "SELECT number FROM account WHERE type = ? AND person = ? AND person > 0",
            [account.type.number, account.person])
        for link in account.links {
            try check(.link, "SELECT account FROM link WHERE token = ?", [link.token.stored])
        }
        if account.repeatsLink { throw AccountStoreError.taken(.link) }
    }

    /// Writes an account; the rows of addresses and links only when they changed.
    func write(_ account: Account, replacing old: Account?, _ database: Database) throws {
        var values: [String: (any DatabaseValueConvertible)?] = [
            "number": account.id.number, "type": account.type.number, "person": account.person,
            "username": account.username, "password": account.password, "temporaryPassword": account.temporaryPassword,
            "mustChangePassword": account.mustChangePassword, "name": account.name, "surname": account.surname,
            "address": account.address, "phone": account.phone, "consent": account.consent,
            "isConfirmed": account.isConfirmed, "registered": account.registered.nanoseconds,
            "nextAttempt": account.nextAttempt?.nanoseconds, "remindedFor": account.remindedFor?.stored,
        ]
        for detail in details { values[detail.column] = .some(account.details[detail.field]?.stored) }
        func run(_ sql: String, _ arguments: StatementArguments) throws {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        let number = account.id.number
        try run(upsert, StatementArguments(values))
        if old?.emails != account.emails {
            try run("DELETE FROM address WHERE account = ?", [number])
            for (index, email) in account.emails.enumerated() {
                try run("INSERT INTO address (email, account, isPending) VALUES (?, ?, ?)", [email, number, index])
            }
        }
        if (old?.links ?? []) != account.links {
            try run("DELETE FROM link WHERE account = ?", [number])
            for (position, link) in account.links.enumerated() {
                try run(
                    "INSERT INTO link (token, account, place, kind, expires) VALUES (?, ?, ?, ?, ?)",
                    [link.token.stored, number, position, link.kind.number, link.expires.nanoseconds])
            }
        }
    }
}

extension Token {
    /// The 128 bits, highest first.
    var stored: Data {
        Data([high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } })
    }

    /// Reads 16 bytes.
    ///
    /// - Throws: `AccountStoreError.damaged` when there are fewer or more.
    init(stored bytes: Data) throws {
        guard bytes.count == 16 else { throw AccountStoreError.damaged("a secret of \(bytes.count) bytes") }
        self.init(bytes: bytes)
    }
}

extension DetailValue {
    /// The value in its column.
    var stored: any DatabaseValueConvertible {
        switch self {
        case .number(let number): number
        case .text(let text): text
        case .date(let date): date.stored
        }
    }

    /// Reads the value of a field; nil when there is none.
    ///
    /// - Throws: `AccountStoreError.damaged` when a date is none.
    init?(stored row: Row, _ detail: DetailField) throws {
        let value: DetailValue? =
            switch detail.format {
            case .number: (row[detail.column] as Int32?).map { .number($0) }
            case .text: (row[detail.column] as String?).map { .text($0) }
            case .date: try CivilDate(stored: row[detail.column]).map { .date($0) }
            }
        guard let value else { return nil }
        self = value
    }
}

extension CivilDate {
    /// The date as `year-month-day`, whether it exists or not.
    var stored: String { "\(year)-\(month)-\(day)" }

    /// Reads a date; nil when there is none.
    ///
    /// - Throws: `AccountStoreError.damaged` when the text is no date.
    init?(stored text: String?) throws {
        guard let text else { return nil }
        let parts = text.split(separator: "-").compactMap { Int32($0) }
        guard parts.count == 3 else { throw AccountStoreError.damaged("the date \(text)") }
        self.init(parts[0], parts[1], parts[2])
    }
}

extension MailLink {
    /// Reads the row of a link.
    init(stored row: Row) throws {
        guard let kind = MailKind.ofAccounts.first(where: { $0.number == row["kind"] }) else {
            throw AccountStoreError.damaged("the kind of a link")
        }
        self.init(
            token: try Token(stored: row["token"]), kind: kind, expires: CityTime(nanoseconds: row["expires"]))
    }
}

extension LoginRow {
    /// Reads a row of the login log.
    init(stored row: Row) throws {
        self.init(
            time: CityTime(nanoseconds: row["time"]), account: (row["account"] as Int32?).map { AccountID($0) },
            source: row["source"], isSuccess: row["isSuccess"])
        pseudonym = try (row["pseudonym"] as Data?).map { try Token(stored: $0) }
    }
}
