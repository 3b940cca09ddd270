// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension ShownColumn {
    fileprivate static func seconds(_ title: String, _ hint: String, _ value: @escaping (Row) -> Double?) -> Self {
        number(title, hint, 3, value)
    }
}

/// The tables of the server on the page; empty ones say nothing.
struct ServerPageTables {
    let server: ServerResult

    var processing: String {
        let all = ServerResult.Kind(kind: "all", processing: server.processing, refused: server.refused)
        return ServerResult.Kind.table.html("Processing time by type of message", [all] + server.kinds)
    }

    var breaches: String {
        guard !server.breaches.isEmpty else { return "" }
        let rows = server.breaches
        let all = server.processing.count - server.processing.underTen
        let more = all > rows.count ? ", the first \(rows.count) of \(Text.number(Double(all), 0))" : ""
        return ServerResult.Breach.table.html("Messages that took 10 s or more\(more)", rows)
    }

    var sensitivity: String {
        guard server.sensitivity.cells.contains(where: { $0.processing.count > 0 }) else {
            return ""
        }
        return SensitivityResult.Cell.table.html("The same load on other servers", server.sensitivity.cells)
    }

    var refusals: String {
        let rows = ServerRefusal.allCases.flatMap { reason in
            server.kinds.map { (reason.word, $0.kind, $0.refused[reason]) }.filter { $0.2 > 0 }
        }
        return ShownTable.html(
            "Refused messages by reason and type", rows, .text("reason", "why the gateway refused") { $0.0 },
            .text("type", "type of message") { $0.1 }, .count("messages", "how many") { $0.2 })
    }

    var refusedMost: String {
        guard !server.refusedMost.isEmpty else { return "" }
        return ShownTable.html(
            "Senders refused most", server.refusedMost,
            .text("sender", "number of the account") {
                $0.account == 0 ? "without a session" : "account \($0.account)"
            },
            .count("refused", "messages turned away", \.count),
            .count("overcounted by at most", "above 0 only when very many senders were refused", \.error))
    }

    var clients: String {
        guard server.clients.contains(where: { $0.latency != nil || $0.input != nil })
        else { return "" }
        return ShownTable.html(
            "Clients", server.clients, .text("client", "type of client", \.client),
            .count("answers", "answers shown") { $0.latency?.count ?? 0 },
            .seconds("latency mean s", "from sending a message to showing its answer, links included", \.latency?.mean),
            .seconds("p50 s", "half of them took at most this", \.latency?.p50),
            .seconds("p95 s", "95 % took at most this", \.latency?.p95),
            .seconds("max s", "the slowest", \.latency?.max),
            .count("forms", "forms filled in") { $0.input?.count ?? 0 },
            .seconds("input mean s", "time to fill in a form", \.input?.mean),
            .seconds("input p95 s", "95 % took at most this", \.input?.p95),
            .count("actions", "what users did", \.actions.total))
    }
}
