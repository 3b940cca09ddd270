// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What the page tells of the server and of the accounts; empty for a run without them.
extension ReportPage {
    func serverParts(_ tables: ReportTables) -> [String: String] {
        let left = result.server?.sensitivity.leftOut ?? 0
        return [
            "server": result.server.map { Text.html($0.verdict) } ?? "",
            "refused": Text.number(Double(result.server?.sensitivity.refused ?? 0), 0),
            "left": left == 0 ? "" : Text.number(Double(left), 0),
            "refusals": (result.server?.refused.total ?? 0) > 0 ? "told" : "",
            "table processing": tables.processing, "table breaches": tables.breaches,
            "table sensitivity": tables.sensitivity, "table refusals": tables.refusals,
            "table refusedMost": tables.refusedMost, "table clients": tables.clients,
            "accounts": result.accounts == nil ? "" : "told", "cost": cost, "table accounts": tables.accounts,
            "backOff": Text.number((context.server?.accounts?.backOff ?? .seconds(10)).inSeconds, 0),
        ].merging(described) { $1 }
    }

    private var cost: String {
        guard let accounts = result.accounts, !accounts.passwordCost.isEmpty else { return "" }
        return "Passwords are kept as salted hashes of \(Text.html(accounts.passwordCost))"
            + (accounts.isCostReduced ? ", a reduced cost: a real service must use more. " : ". ")
    }

    /// What is known of the server from the scenario; nothing without one.
    private var described: [String: String] {
        guard let server = context.server else { return ["workers": ""] }
        let calibration = server.calibration.map { found in
            let measured = [found.machine, found.build, found.date].filter { !$0.isEmpty }
            return found.name + (measured.isEmpty ? "" : " (measured: \(measured.joined(separator: ", ")))")
        }
        let limit = server.rateLimit
        return [
            "workers": "\(server.workers)", "many": server.workers == 1 ? "" : "s",
            "bound": server.queueBound.map { "\($0)" } ?? "", "calibration": Text.html(calibration ?? ""),
            "scale": server.serviceScale == 1 ? "" : ", times \(Text.number(server.serviceScale, 2))",
            "perSecond": limit.map { Text.number($0.perSecond, 1) } ?? "", "burst": limit.map { "\($0.burst)" } ?? "",
            "anonymous": limit?.anonymous.map { Text.number($0, 1) } ?? "",
        ]
    }
}
