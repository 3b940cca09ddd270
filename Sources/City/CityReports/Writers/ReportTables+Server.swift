// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The tables of the server and of the accounts.
extension ReportTables {
    private typealias Cell = (text: String, key: Double?)

    private func count(_ value: Int) -> Cell { (number(Double(value), 0), Double(value)) }
    private func seconds(_ value: Double?) -> Cell { (number(value, 3), value ?? -1) }
    /// The slowest time of some messages, as the verdicts tell it.
    private func slowest(_ value: Double?) -> Cell { (value.map(Text.secondsDown) ?? "–", value ?? -1) }
    private func share(_ part: Int, _ whole: Int) -> Cell {
        (whole > 0 ? ServerFold.percent(part, whole) : "–", shareDown(part, whole) ?? -1)
    }

    var processing: String {
        guard let server = result.server else { return "" }
        let columns = [
            Column(title: "kind", hint: "kind of message", isText: true),
            Column(title: "answered", hint: "messages answered"),
            Column(title: "mean s", hint: "mean processing time, seconds"),
            Column(title: "p50 s", hint: "half of them took at most this"),
            Column(title: "p95 s", hint: "95 % took at most this"), Column(title: "p99 s", hint: "99 %"),
            Column(title: "max s", hint: "the slowest, rounded down"),
            Column(title: "under 5 s", hint: "in percent of the answered ones, rounded down"),
            Column(title: "under 10 s", hint: "in percent of the answered ones, rounded down"),
            Column(title: "refused", hint: "messages turned away at the door"),
        ]
        func row(_ name: String, _ processing: ProcessingResult, _ refused: Int) -> [Cell] {
            let time = processing.time
            return [(name, nil), count(processing.count)]
                + [time?.mean, time?.p50, time?.p95, time?.p99].map(seconds)
                + [
                    slowest(time?.max),
                    share(processing.underFive, processing.count), share(processing.underTen, processing.count),
                    count(refused),
                ]
        }
        let rows =
            [row("all", server.processing, server.refused.values.reduce(0, +))]
            + server.kinds.map { row($0.kind, $0.processing, $0.refused.values.reduce(0, +)) }
        return table("Processing time by kind of message", columns, rows)
    }

    var breaches: String {
        guard let server = result.server, !server.breaches.isEmpty else { return "" }
        let columns = [
            Column(title: "message", hint: "the message's number in the event log"),
            Column(title: "kind", hint: "kind of message", isText: true),
            Column(title: "arrived", hint: "when it arrived", isText: true),
            Column(title: "seconds", hint: "how long it took"),
        ]
        let rows = server.breaches.map { breach -> [Cell] in
            [
                count(breach.message), (breach.kind, nil), (Text.date(.seconds(breach.arrivedSeconds)), nil),
                slowest(breach.seconds),
            ]
        }
        let all = server.processing.count - server.processing.underTen
        let more = all > rows.count ? ", the first \(rows.count) of \(Text.number(Double(all), 0))" : ""
        return table("Messages that took 10 s or more\(more)", columns, rows)
    }

    var sensitivity: String {
        guard let server = result.server, server.sensitivity.cells.contains(where: { $0.processing.count > 0 }) else {
            return ""
        }
        let columns = [
            Column(title: "workers", hint: "messages served at once"),
            Column(title: "service times", hint: "against those of this run"),
            Column(title: "target", hint: "95 % of all and of calls under 5 s, all under 10 s", isText: true),
            Column(title: "under 5 s", hint: "in percent of all messages, rounded down"),
            Column(title: "calls under 5 s", hint: "in percent of the calls, rounded down"),
            Column(title: "p95 s", hint: "95 % take at most this"), Column(title: "max s", hint: "the slowest"),
            Column(title: "workers busy %", hint: "in percent of the workers' measured time"),
        ]
        let rows = server.sensitivity.cells.map { cell -> [Cell] in
            [
                count(cell.workers), ("\(cell.scale) ×", Double(cell.scale)),
                ((cell.keepsTarget ? "kept" : "BROKEN") + (cell.isRun ? ", this run" : ""), nil),
                share(cell.processing.underFive, cell.processing.count), share(cell.callsUnderFive, cell.calls),
                seconds(cell.processing.time?.p95), slowest(cell.processing.time?.max),
                (percent(cell.utilisation), cell.utilisation ?? -1),
            ]
        }
        return table("The same load on other servers", columns, rows)
    }

    var refusals: String {
        guard let server = result.server else { return "" }
        let columns = [
            Column(title: "reason", hint: "why the door refused", isText: true),
            Column(title: "kind", hint: "kind of message", isText: true),
            Column(title: "messages", hint: "how many"),
        ]
        let rows = ServerRefusal.allCases.flatMap { reason in
            server.kinds.compactMap { kind -> [Cell]? in
                guard let found = kind.refused[reason.word], found > 0 else { return nil }
                return [(reason.word, nil), (kind.kind, nil), count(found)]
            }
        }
        return table("Refused messages by reason and kind", columns, rows)
    }

    var refusedMost: String {
        guard let server = result.server, !server.refusedMost.isEmpty else { return "" }
        let columns = [
            Column(title: "sender", hint: "number of the account", isText: true),
            Column(title: "refused", hint: "messages turned away"),
            Column(title: "counted too often, at most", hint: "above 0 only when very many senders were refused"),
        ]
        let rows = server.refusedMost.map { sender -> [Cell] in
            [
                (sender.account == 0 ? "without a session" : "account \(sender.account)", nil), count(sender.count),
                count(sender.error),
            ]
        }
        return table("Who was refused most", columns, rows)
    }

    var clients: String {
        guard let server = result.server, server.clients.contains(where: { $0.latency != nil || $0.input != nil })
        else { return "" }
        let columns = [
            Column(title: "client", hint: "kind of client", isText: true),
            Column(title: "answers", hint: "answers shown"),
            Column(title: "latency mean s", hint: "from sending to showing, links included"),
            Column(title: "p50 s", hint: "half of them at most"), Column(title: "p95 s", hint: "95 % at most"),
            Column(title: "max s", hint: "the slowest"), Column(title: "forms", hint: "forms filled in"),
            Column(title: "input mean s", hint: "time to fill in a form"),
            Column(title: "input p95 s", hint: "95 % at most"), Column(title: "actions", hint: "what users did"),
        ]
        let rows = server.clients.map { client -> [Cell] in
            [(client.client, nil), count(client.latency?.count ?? 0)]
                + [client.latency?.mean, client.latency?.p50, client.latency?.p95, client.latency?.max].map(seconds)
                + [count(client.input?.count ?? 0), seconds(client.input?.mean), seconds(client.input?.p95)]
                + [count(client.actions.values.reduce(0, +))]
        }
        return table("Clients", columns, rows)
    }

    var accounts: String {
        guard let accounts = result.accounts else { return "" }
        let columns = [
            Column(title: "what", hint: "what happened to accounts", isText: true),
            Column(title: "word", hint: "kind, field or reason", isText: true),
            Column(title: "times", hint: "how often"),
        ]
        let rows = accounts.rows.filter { $0.count > 0 }.map { row -> [Cell] in
            [(row.what, nil), (row.word == "all" ? "" : row.word, nil), count(row.count)]
        }
        return rows.isEmpty ? "" : table("Accounts", columns, rows)
    }
}
