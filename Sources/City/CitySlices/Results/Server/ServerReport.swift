// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// How the gateway is told by its own texts.
struct ServerReport: ServiceReport {
    let result: ServerResult
    /// Whether the load is there that its charts are of.
    let isLoadIn: Bool

    /// The services stand on it.
    var standing: ServiceStanding { .ground }
    /// The file `server-outcomes.txt`.
    var outcomes: [OutcomeForm] { Self.outcomes }
    private static let outcomes = OutcomeForm.all(PackageResources.server_outcomes_txt)

    /// Processing times, load and refusals.
    func page(_ frame: ReportFrame) -> ServicePage {
        var page = ServicePage()
        // Charts of a server without the load that they are of say nothing.
        page.charts = isLoadIn ? ServerCharts(context: frame.context).all(result) : []
        let tables = ServerPageTables(server: result)
        let left = result.sensitivity.leftOut
        var parts = [
            "server": Text.html(result.verdict), "refused": Text.number(Double(result.sensitivity.refused), 0),
            "left": left == 0 ? "" : Text.number(Double(left), 0),
            "refusals": result.refused.total > 0 ? "told" : "",
            "table processing": tables.processing, "table breaches": tables.breaches,
            "table sensitivity": tables.sensitivity, "table refusals": tables.refusals,
            "table refusedMost": tables.refusedMost, "table clients": tables.clients,
        ].merging(Self.described(frame.context.server)) { $1 }
        for chart in page.charts where frame.canDraw.charts { parts["chart " + chart.id] = chart.figure }
        page.body = PagePart(
            TextTemplate.filled(PackageResources.server_html) { place in
                parts[place] ?? (place.hasPrefix("chart ") ? "" : frame.text(place))
            }, links: ["processing": "Processing time"])
        page.words = String(decoding: PackageResources.server_words_html, as: UTF8.self)
        return page
    }

    /// The verdict, and how long messages took.
    func summary(_ frame: ReportFrame) -> String {
        let parts = [
            "server": result.verdict,
            // Rounded down, as in the verdict above it.
            "slowest": frame.result["processing.max"].map { Text.secondsDown($0) + " s" } ?? "-",
        ]
        return TextTemplate.filled(PackageResources.server_summary_txt) { parts[$0] ?? frame.text($0) }
    }

    /// What is known of the server from the scenario; nothing without one.
    private static func described(_ server: ServerContext?) -> [String: String] {
        guard let server else { return ["workers": ""] }
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

/// How the accounts are told by their own texts.
struct AccountReport: ServiceReport {
    let result: AccountResult
    /// Whether the people are there whose accounts its charts are of.
    let isLoadIn: Bool

    /// The services stand on them.
    var standing: ServiceStanding { .ground }
    /// The file `account-outcomes.txt`.
    var outcomes: [OutcomeForm] { Self.outcomes }
    private static let outcomes = OutcomeForm.all(PackageResources.account_outcomes_txt)

    func page(_ frame: ReportFrame) -> ServicePage {
        var page = ServicePage()
        page.charts = isLoadIn ? ServerCharts(context: frame.context).all(result) : []
        var parts = [
            "cost": cost, "table accounts": table,
            "backOff": Text.number((frame.context.server?.accounts?.backOff ?? .seconds(10)).inSeconds, 0),
        ]
        for chart in page.charts where frame.canDraw.charts { parts["chart " + chart.id] = chart.figure }
        page.body = PagePart(
            TextTemplate.filled(PackageResources.accounts_html) { place in
                parts[place] ?? (place.hasPrefix("chart ") ? "" : frame.text(place))
            }, links: ["accounts": "Accounts"])
        page.words = String(decoding: PackageResources.account_words_html, as: UTF8.self)
        return page
    }

    /// Accounts at the end, and logins.
    func summary(_ frame: ReportFrame) -> String {
        TextTemplate.filled(PackageResources.account_summary_txt) { frame.text($0) }
    }

    private var cost: String {
        guard !result.passwordCost.isEmpty else { return "" }
        return "Passwords are kept as salted hashes of \(Text.html(result.passwordCost))"
            + (result.isCostReduced ? ", a reduced cost: a real service must use more. " : ". ")
    }

    private var table: String {
        let rows = result.rows.filter { $0.count > 0 }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Accounts", rows, .text("what", "what happened to accounts", \.what),
            .text("detail", "account type, field or reason") { $0.word == "all" ? "" : $0.word },
            .count("times", "how many times", \.count))
    }
}
