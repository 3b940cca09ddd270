// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// The gateway as a simulation's results know it. The city opens it, in front of all services.
package struct ServerSlice: ServiceSlice {
    private let load: ServedLoad

    /// The gateway; what it did under this load is told of a scenario with a server.
    package init(_ load: ServedLoad) { self.load = load }

    /// The city's own section `server` describes it.
    package var key: ServiceKey { ServiceKey(bare: ServiceID("server")) }
    /// The server and its clients.
    package var title: String { "Server" }
    /// What the gateway and the clients note.
    package var events: [any Event.Type] { [ServerEvent.self, ClientEvent.self] }
    package var metrics: [MetricDescription] { load.serverMetrics }
    /// None beside those of its own texts.
    package var headlines: [String] { [] }
    /// Messages of a kind with an answer.
    package var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.made = { stem, last in
            stem.split(separator: ".").first == "processing" && last.hasPrefix("under")
                ? ShareMeaning.Parts(["\(stem).count"]) : nil
        }
        return shares
    }
    /// Processing times, load and refusals.
    package var summary: (any SummaryPart.Type)? { ServerSummary.self }
    package var article: String { ServerTables.article }
    /// The city's own estimate has them.
    package func loads(in city: PlannedCity) -> [LoadPart] { [] }
    /// Processing times, load and refusals.
    package func fold(_ context: RunContext) -> (any ServiceFold)? { ServerServiceFold(context, load) }
    /// Each message has one answer, and so on.
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? { ServerMonitor(context) }
}

/// The accounts as a simulation's results know them. The city opens them behind the gateway.
package struct AccountsSlice: ServiceSlice {
    private let load: ServedLoad

    /// The accounts; they are told of a scenario that has them.
    package init(_ load: ServedLoad) { self.load = load }

    /// The city's own section `accounts` describes them.
    package var key: ServiceKey { ServiceKey(bare: ServiceID("accounts")) }
    /// What the account service notes.
    package var events: [any Event.Type] { [AccountEvent.self] }
    package var metrics: [MetricDescription] { load.accountMetrics }
    /// None beside those of its own texts.
    package var headlines: [String] { [] }
    package var summary: (any SummaryPart.Type)? { AccountSummary.self }
    package var article: String { AccountResult.table.article }
    /// The city's own estimate has them.
    package func loads(in city: PlannedCity) -> [LoadPart] { [] }
    package func fold(_ context: RunContext) -> (any ServiceFold)? { AccountServiceFold(context, load) }
    /// An account is confirmed once, and so on.
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? { AccountMonitor(context, load) }
}
