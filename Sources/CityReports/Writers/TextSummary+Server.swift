// SPDX-License-Identifier: GPL-3.0-or-later

extension TextSummary {
    /// Three lines for a server, one for accounts; none without them.
    var server: [String] {
        (result.server.map { ["verdict      " + $0.verdict, processing, door] } ?? [])
            + (result.accounts == nil ? [] : [accounts])
    }

    private var processing: String {
        "processing   \(value("processing.p95", 3, 9)) s p95   p50 \(value("processing.p50", 3)) s, "
            + "p99 \(value("processing.p99", 3)) s, max \(value("processing.max", 3)) s, calls p95 "
            + "\(value("processing.calls.p95", 3)) s"
    }

    private var door: String {
        "server       \(value("server.arrivals", 0, 9)) messages   \(value("server.refused", 0)) refused, workers busy "
            + "\(share("server.utilisation")), queue at most \(value("server.queueMax", 0)), up "
            + share("server.availability")
    }

    private var accounts: String {
        "accounts     \(value("accounts.total", 0, 9)) at the end   \(value("accounts.registered", 0)) registered, "
            + "\(value("accounts.rejected", 0)) forms returned, \(value("accounts.expired", 0)) expired, "
            + "\(value("logins.succeeded", 0)) logins, \(value("logins.refused", 0)) refused"
    }
}
