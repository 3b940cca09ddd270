// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import CityReports
public import Reporting
public import ScenarioFile

/// The gateway as a simulation's results know it. The city opens it, in front of all services.
public struct ServerSlice: ServiceSlice {
    private let load: ServedLoad

    /// The gateway; what it did under this load is told of a scenario with a server.
    public init(_ load: ServedLoad) { self.load = load }

    /// The city's own section `server` describes it.
    public var key: ServiceKey { ServiceKey(bare: ServiceID("server")) }
    /// The server and its clients.
    public var title: String { "Server" }
    /// What the gateway and the clients note.
    public var events: [any Event.Type] { [ServerEvent.self, ClientEvent.self] }
    /// Its metrics.
    public var metrics: [MetricDescription] { load.serverMetrics }
    /// None beside those of its own texts.
    public var headlines: [String] { [] }
    /// Messages of a kind with an answer.
    public var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.made = { stem, last in
            stem.split(separator: ".").first == "processing" && last.hasPrefix("under")
                ? ShareMeaning.Parts(["\(stem).count"]) : nil
        }
        return shares
    }
    /// Processing times, load and refusals.
    public var summary: (any SummaryPart.Type)? { ServerSummary.self }
    /// Its tables.
    public var article: String { ServerTables.article }
    /// The city's own estimate has them.
    public func loads(in city: PlannedCity) -> [LoadPart] { [] }
    /// Processing times, load and refusals.
    public func fold(_ context: RunContext) -> (any ServiceFold)? { ServerServiceFold(context, load) }
    /// Each message has one answer, and so on.
    public func monitor(_ context: RunContext) -> (any ServiceMonitor)? { ServerMonitor(context) }
}

/// The accounts as a simulation's results know them. The city opens them behind the gateway.
public struct AccountsSlice: ServiceSlice {
    private let load: ServedLoad

    /// The accounts; they are told of a scenario that has them.
    public init(_ load: ServedLoad) { self.load = load }

    /// The city's own section `accounts` describes them.
    public var key: ServiceKey { ServiceKey(bare: ServiceID("accounts")) }
    /// What the account service notes.
    public var events: [any Event.Type] { [AccountEvent.self] }
    /// Its metrics.
    public var metrics: [MetricDescription] { load.accountMetrics }
    /// None beside those of its own texts.
    public var headlines: [String] { [] }
    /// Registrations and logins.
    public var summary: (any SummaryPart.Type)? { AccountSummary.self }
    /// Its table.
    public var article: String { AccountResult.table.article }
    /// The city's own estimate has them.
    public func loads(in city: PlannedCity) -> [LoadPart] { [] }
    /// Registrations and logins.
    public func fold(_ context: RunContext) -> (any ServiceFold)? { AccountServiceFold(context, load) }
    /// An account is confirmed once, and so on.
    public func monitor(_ context: RunContext) -> (any ServiceMonitor)? { AccountMonitor(context, load) }
}
