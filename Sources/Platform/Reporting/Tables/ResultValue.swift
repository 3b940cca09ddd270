// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import GRDBSQLite

/// One value of a row of results.
package enum ResultValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case flag(Bool)

    /// The value in a statement.
    var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): value.quotedForSQL
        case .flag(let value): value ? "1" : "0"
        }
    }

    /// Binds the value to a parameter of a statement. The library frees its copy of a text.
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value): sqlite3_bind_text(statement, index, strdup(value), -1) { free($0) }
        case .flag(let value): sqlite3_bind_int64(statement, index, value ? 1 : 0)
        }
    }
}

extension ResultValue: Encodable {
    /// A number, a word or a flag; `null` for no value.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        }
    }
}

extension String {
    /// A text in a statement.
    package var quotedForSQL: String { "'" + replacing("'", with: "''") + "'" }
}
