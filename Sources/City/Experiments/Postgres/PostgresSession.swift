// SPDX-License-Identifier: GPL-3.0-or-later

import CPQ
import Foundation
import Synchronization

/// A row of an answer: its values as text, nil for NULL.
package typealias PostgresRow = [String?]

/// A connection to a database that comes back when it breaks. One statement at a time, from any thread.
///
/// A statement may run twice when the connection breaks before its answer comes: each must bear that.
package final class PostgresSession: Sendable {
    package let address: PostgresAddress
    /// How long a statement is tried again while the server is away, in seconds.
    package let patience: Double

    private let goesOn: @Sendable () -> Bool

    private struct Connection {
        let pointer: OpaquePointer
        /// The names of statements that the server has read, by their text.
        var prepared: [String: String] = [:]
    }

    private struct State {
        var connection: Connection?
    }

    private let state = Mutex(State())

    /// Connects, once.
    ///
    /// - Parameters:
    ///   - address: where.
    ///   - patience: how long a statement is tried again while the server is away, in seconds; the first connection is only
    ///     where the server is there and has too much to do.
    ///   - goesOn: asked while the server is away; false ends the trying.
    /// - Throws: why there is no connection.
    package init(
        _ address: PostgresAddress, patience: Double, goesOn: @escaping @Sendable () -> Bool = { true }
    ) throws(PostgresProblem) {
        guard cpq_functions() != nil else { throw .noLibrary }
        self.address = address
        self.patience = patience
        self.goesOn = goesOn
        // Where somebody answered there is a server: when it is killed meanwhile, it is waited for as it would be later.
        var isThere = false
        try patiently(
            for: min(patience, Self.crowd),
            {
                isThere = isThere || $0.kind == .crowded
                return isThere && $0.isPassing
            }
        ) {
            (_: inout Connection) throws(PostgresProblem) in
        }
    }

    /// How long a first connection is tried when many come at once, in seconds.
    private static let crowd = 90.0

    deinit { state.withLock { functions.finish($0.connection?.pointer) } }

    /// Runs a statement, which the server reads once for each connection.
    ///
    /// - Parameters:
    ///   - statement: one of few texts, whose parameters are `$1`, `$2` and so on.
    ///   - values: of the parameters.
    /// - Throws: what the server says, or that nobody answers.
    @discardableResult
    package func run(_ statement: String, _ values: [String?] = []) throws(PostgresProblem) -> [PostgresRow] {
        try patiently { (connection: inout Connection) throws(PostgresProblem) in
            let name = connection.prepared[statement] ?? "cabrank\(connection.prepared.count)"
            if connection.prepared[statement] == nil {
                _ = try self.rows(of: self.functions.prepare(connection.pointer, name, statement, 0, nil), connection)
                connection.prepared[statement] = name
            }
            let texts: [UnsafePointer<CChar>?] = values.map { $0.map { UnsafePointer(strdup($0)) } }
            defer { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }
            let result = self.functions.executePrepared(
                connection.pointer, name, Int32(values.count), texts, nil, nil, 0)
            return try self.rows(of: result, connection)
        }
    }

    /// Runs several statements without parameters as one: all or none.
    ///
    /// - Throws: what the server says, or that nobody answers.
    package func run(script: String) throws(PostgresProblem) {
        try patiently { (connection: inout Connection) throws(PostgresProblem) in
            do throws(PostgresProblem) {
                _ = try self.rows(of: self.functions.execute(connection.pointer, script), connection)
            } catch {
                self.functions.clear(self.functions.execute(connection.pointer, "ROLLBACK"))
                throw error
            }
        }
    }

    // MARK: -

    /// Loaded when the session was made, and never unloaded.
    private var functions: pq_functions {
        guard let functions = cpq_functions() else { preconditionFailure("libpq is gone") }
        return functions.pointee
    }

    private func patiently<Answer: Sendable>(
        for seconds: Double? = nil, _ mayPass: (PostgresProblem) -> Bool = \.isPassing,
        _ work: (inout Connection) throws(PostgresProblem) -> Answer
    ) throws(PostgresProblem) -> Answer {
        let end = ContinuousClock.now + .seconds(seconds ?? patience)
        var pause = 0.05
        while true {
            do throws(PostgresProblem) {
                return try attempt(work)
            } catch {
                guard mayPass(error), goesOn(), ContinuousClock.now + .seconds(pause) < end else { throw error }
            }
            Thread.sleep(forTimeInterval: pause)
            pause = min(2, pause * 1.6)
        }
    }

    private func attempt<Answer: Sendable>(
        _ work: (inout Connection) throws(PostgresProblem) -> Answer
    ) throws(PostgresProblem) -> Answer {
        let outcome: Result<Answer, PostgresProblem> = state.withLock { state in
            do throws(PostgresProblem) {
                var connection = if let known = state.connection { known } else { Connection(pointer: try connect()) }
                state.connection = connection
                defer { state.connection = connection }
                return .success(try work(&connection))
            } catch {
                // A broken connection says so; another one may go.
                if let connection = state.connection, error.isPassing {
                    functions.finish(connection.pointer)
                    state.connection = nil
                }
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func connect() throws(PostgresProblem) -> OpaquePointer {
        // Dead peers are noticed within half a minute, not within the two hours that TCP is content with.
        let settings = [
            ("dbname", address.description), ("application_name", "cabrank"), ("connect_timeout", "10"),
            ("client_encoding", "UTF8"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "25000"),
        ]
        let keys: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.0)) } + [nil]
        let values: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.1)) } + [nil]
        defer { for text in keys + values { free(UnsafeMutableRawPointer(mutating: text)) } }
        guard let connection = functions.connect(keys, values, 1) else {
            throw PostgresProblem(.connection, "the store \(address): not enough memory to connect")
        }
        guard functions.status(connection) == CONNECTION_OK else {
            defer { functions.finish(connection) }
            let text = message(of: connection)
            let isAccess =
                functions.needsPassword(connection) != 0 || functions.usedPassword(connection) != 0
                || text.contains("authentication") || text.contains("pg_hba.conf") || text.contains("role \"")
            let isCrowded = [
                "timeout expired", "too many", "connection slots", "starting up", "shutting down", "in recovery mode",
                "closed the connection", "terminating connection",
            ].contains(
                where: text.contains)
            throw PostgresProblem(
                isAccess
                    ? .access
                    : text.contains("does not exist") ? .statement("3D000") : isCrowded ? .crowded : .connection,
                "the store \(address) cannot be opened: \(text)")
        }
        _ = functions.silence(connection, cpq_drop_notice, nil)
        return connection
    }

    private func rows(
        of result: OpaquePointer?, _ connection: Connection
    ) throws(PostgresProblem) -> [PostgresRow] {
        let connection = connection.pointer
        guard let result else { throw PostgresProblem(.connection, "the store \(address): \(message(of: connection))") }
        defer { functions.clear(result) }
        switch functions.resultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
        default:
            guard functions.status(connection) == CONNECTION_OK else {
                throw PostgresProblem(.connection, "the store \(address): \(message(of: connection))")
            }
            // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, whose macros are characters.
            let code = functions.resultField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? "XX000"
            let text = functions.resultField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
            throw PostgresProblem(.statement(code), "the store \(address): \(text ?? message(of: connection))")
        }
        let columns = functions.columnCount(result)
        return (0..<functions.rowCount(result)).map { row in
            (0..<columns).map { column in
                guard functions.isNull(result, row, column) == 0, let value = functions.value(result, row, column)
                else { return nil }
                let bytes = UnsafeRawBufferPointer(start: value, count: Int(functions.length(result, row, column)))
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// What libpq says, in one line.
    private func message(of connection: OpaquePointer) -> String {
        let text = functions.errorMessage(connection).map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
    }
}
