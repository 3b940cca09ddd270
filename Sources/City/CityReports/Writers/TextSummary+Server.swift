// SPDX-License-Identifier: GPL-3.0-or-later

extension TextSummary {
    /// Three lines for a server, two for accounts; none without them.
    var server: [String] {
        (result.server.map { ["verdict      " + $0.verdict, processing, door] } ?? [])
            + (result.accounts == nil ? [] : [accounts, logins])
    }

    private var processing: String {
        line(
            "processing", value("processing.p95"), "s p95",
            "p50 \(text("processing.p50")), p99 \(text("processing.p99")), max \(slowest), "
                + "calls p95 \(text("processing.calls.p95"))")
    }

    /// Rounded down, as in the verdict above it.
    private var slowest: String { result["processing.max"].map { Text.secondsDown($0) + " s" } ?? "-" }

    private var door: String {
        outcomes(
            "server", of: "server.arrivals", "messages",
            "workers busy \(text("server.utilisation")), queue at most \(value("server.queueMax")), "
                + "up \(text("server.availability"))")
    }

    private var accounts: String {
        let forms = result.outcomes(of: "accounts.started")
        let confirming = result.outcomes(of: "accounts.toConfirm")
        return line(
            "accounts", value("accounts.total"), "at the end",
            "\(Text.number(Double(forms?.whole ?? 0), 0)) forms: \(forms?.toldShort ?? "-"); "
                + "\(Text.number(Double(confirming?.whole ?? 0), 0)) to confirm: \(confirming?.toldShort ?? "-")")
    }

    private var logins: String { outcomes("logins", of: "logins.attempted", "attempts") }
}
