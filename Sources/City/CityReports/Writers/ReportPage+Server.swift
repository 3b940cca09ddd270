// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The sections of the server and of the accounts; nothing for a run without them.
extension ReportPage {
    var serverLinks: String {
        (result.server == nil ? "" : "<a href=\"#processing\">Processing time</a> ")
            + (result.accounts == nil ? "" : "<a href=\"#accounts\">Accounts</a> ")
    }

    func server(_ charts: [ReportChart], _ tables: ReportTables) -> String {
        guard let server = result.server else { return "" }
        let text = """
            <p class="lead">\(Text.html(server.verdict))</p>
            <p>\(Text.html(described)) Processing time is from a message's arrival at the server to the first system \
            answer; the time that people take to answer is not in it, all kinds of messages count. Messages that the door \
            refused have no processing time and are told apart. The workers were busy \
            <strong>\(shown("server.utilisation"))</strong> of the time, at most \
            <strong>\(value("server.queueMax", 0))</strong> messages waited; \
            <strong>\(value("server.arrivalRate", 1))</strong> messages arrived a second, and \
            <strong>\(value("server.refused", 0))</strong> were refused in all. The server was up \
            <strong>\(value("server.availability", 2, scale: 100)) %</strong> of the time.</p>

            """
        return section(
            "processing", "Processing time",
            text + figures(charts, ["processing", "processingseries", "serverqueue", "workers"]) + tables.processing
                + tables.breaches + sensitivity(server, charts, tables)
                + (server.refused.values.contains { $0 > 0 }
                    ? "<h3>Who was refused</h3>\n" + figures(charts, ["refusals"]) + tables.refusals
                        + tables.refusedMost : "")
                + tables.clients)
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

    private func sensitivity(_ server: ServerResult, _ charts: [ReportChart], _ tables: ReportTables) -> String {
        let left = server.sensitivity.leftOut
        return """
            <h3>How much the server bears</h3>
            <p>The same arrivals and service times on other servers: each case is worked out exactly, first come, first \
            served. It is open loop: people do not react to the waits, so a case far beyond the target is worse here than \
            with people who give up. Scales are against this run's service times. Outages are left out, and so are \
            \(Text.number(Double(server.sensitivity.refused), 0)) refused messages\
            \(left == 0 ? "" : " and \(Text.number(Double(left), 0)) that could not be put into order").</p>

            """ + figures(charts, ["sensitivity"]) + tables.sensitivity
    }

    func accounts(_ charts: [ReportChart], _ tables: ReportTables) -> String {
        guard let accounts = result.accounts else { return "" }
        let backOff = context.server?.accounts?.backOff ?? .seconds(10)
        var cost = ""
        if !accounts.passwordCost.isEmpty {
            cost = "Passwords are kept as salted hashes of \(Text.html(accounts.passwordCost))"
            cost += accounts.isCostReduced ? ", a reduced cost: a real service must use more. " : ". "
        }
        let text = """
            <p><strong>\(shown("accounts.started"))</strong> forms of registration were sent: \
            \(result.outcomes(of: "accounts.started")?.toldShort ?? "–"). \
            <strong>\(shown("accounts.toConfirm"))</strong> accounts were to be confirmed: \
            \(result.outcomes(of: "accounts.toConfirm")?.toldShort ?? "–"). At the end there were \
            <strong>\(shown("accounts.total"))</strong>. Of <strong>\(shown("logins.attempted"))</strong> logins: \
            \(result.outcomes(of: "logins.attempted")?.told ?? "–"). \(cost)</p>
            <p>After a wrong password the account is closed for \(Text.number(backOff.inSeconds, 0)) s, whoever sent it: an \
            attempt in that time is refused without a look at the password, and does not lengthen it. Somebody else can so \
            keep a person out for that long at a time (DEC-LOGIN-BACKOFF).</p>

            """
        return section(
            "accounts", "Accounts", text + figures(charts, ["registrations", "logins"]) + tables.accounts)
    }

    var serverWords: [(String, String)] {
        let server = [
            ("processing time", "From a message's arrival at the server to the first system answer."),
            ("worker", "Serves one message at a time; how many there are bounds what the server can do at once."),
            ("utilisation", "The workers' busy time, as a share of their time while the server was up."),
            ("refused", "Turned away at the door: the message reached no service and changed nothing."),
        ]
        let accounts = [
            ("pending account", "A registration that waits for the link of its mail."),
            ("back-off", "The time after a wrong password in which no login of the account is tried."),
        ]
        return (result.server == nil ? [] : server) + (result.accounts == nil ? [] : accounts)
    }
}
