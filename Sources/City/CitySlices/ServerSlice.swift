// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
public import Reporting
public import ScenarioFile

/// The gateway as a simulation's results know it. The city opens it, in front of all services.
public struct ServerSlice: ServiceSlice {
    /// The gateway; what it did is told of a scenario with a server.
    public init() {}

    /// The city's own section `server` describes it.
    public var key: ServiceKey { ServiceKey(bare: ServiceID("server")) }
    /// The server and its clients.
    public var title: String { "Server" }
    /// Its metrics.
    public var metrics: [MetricDescription] { MetricDescription.server }
    /// None beside those of its own texts.
    public var headlines: [String] { [] }
    /// The city's own estimate has them.
    public func loads(in city: PlannedCity) -> [LoadPart] { [] }
    /// Processing times, load and refusals.
    public func fold(_ context: RunContext) -> (any ServiceFold)? { ServerServiceFold(context) }
}

/// The accounts as a simulation's results know them. The city opens them behind the gateway.
public struct AccountsSlice: ServiceSlice {
    /// The accounts; they are told of a scenario that has them.
    public init() {}

    /// The city's own section `accounts` describes them.
    public var key: ServiceKey { ServiceKey(bare: ServiceID("accounts")) }
    /// Its metrics.
    public var metrics: [MetricDescription] { MetricDescription.accounts }
    /// None beside those of its own texts.
    public var headlines: [String] { [] }
    /// The city's own estimate has them.
    public func loads(in city: PlannedCity) -> [LoadPart] { [] }
    /// Registrations and logins.
    public func fold(_ context: RunContext) -> (any ServiceFold)? { AccountServiceFold(context) }
}
