// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What the page tells of the server and of the accounts; empty for a run without them.
extension ReportPage {
    func serverParts(_ tables: ReportTables) -> [String: String] {
        let left = result.server?.sensitivity.leftOut ?? 0
        return [
            "server": result.server.map { Text.html($0.verdict) } ?? "", "described": Text.html(described),
            "refused": Text.number(Double(result.server?.sensitivity.refused ?? 0), 0),
            "left": left == 0 ? "" : Text.number(Double(left), 0),
            "refusals": (result.server?.refused.total ?? 0) > 0 ? "told" : "",
            "table processing": tables.processing, "table breaches": tables.breaches,
            "table sensitivity": tables.sensitivity, "table refusals": tables.refusals,
            "table refusedMost": tables.refusedMost, "table clients": tables.clients,
            "accounts": result.accounts == nil ? "" : "told", "cost": cost, "table accounts": tables.accounts,
            "backOff": Text.number((context.server?.accounts?.backOff ?? .seconds(10)).inSeconds, 0),
        ]
    }

    private var cost: String {
        guard let accounts = result.accounts, !accounts.passwordCost.isEmpty else { return "" }
        return "Passwords are kept as salted hashes of \(Text.html(accounts.passwordCost))"
            + (accounts.isCostReduced ? ", a reduced cost: a real service must use more. " : ". ")
    }

    /// The server in words.
    private var described: String {
        guard let server = context.server else { return "The server is not described in the scenario." }
        var words = "The server has \(server.workers) worker\(server.workers == 1 ? "" : "s")"
        words += server.queueBound.map { " and a queue of at most \($0) messages. " } ?? " and a queue without bound. "
        if let calibration = server.calibration {
            let measured = [calibration.machine, calibration.build, calibration.date].filter { !$0.isEmpty }
            words += "Its service times are those of the calibration \(calibration.name)"
            words += measured.isEmpty ? "" : " (measured: \(measured.joined(separator: ", ")))"
        } else {
            words += "Its service times are those that the scenario states, not measured ones"
        }
        words += server.serviceScale == 1 ? ". " : ", times \(Text.number(server.serviceScale, 2)). "
        if let limit = server.rateLimit {
            words += "A sender may send \(Text.number(limit.perSecond, 1)) messages a second, \(limit.burst) at once. "
            if let together = limit.strangers {
                words += "All without a session together may send \(Text.number(together, 1)) a second. "
            }
        } else {
            words += "How much a sender sends is not limited. "
        }
        return words
    }
}
