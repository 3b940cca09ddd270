// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The folds of the modules, the server and the accounts.
struct ModuleFolds {
    private let context: RunContext
    var reservations: ReservationFold
    var sharing: SharingFold
    var server: ServerFold
    var accounts: AccountFold

    init(context: RunContext) {
        self.context = context
        reservations = ReservationFold(measureStart: context.measureStart, end: context.end)
        sharing = SharingFold(start: context.start, measureStart: context.measureStart)
        server = ServerFold(context: context)
        accounts = AccountFold(context: context)
    }

    /// Takes what the core notes.
    mutating func take(_ event: TaxiEvent, at time: CityTime) {
        reservations.take(event, at: time)
        sharing.take(event, at: time)
        server.take(event, at: time)
    }

    /// Closes what is open.
    mutating func close(at end: CityTime) { server.close(at: end) }

    /// Whether the server's results are told.
    var tellsServer: Bool { context.server != nil || server.isUsed }
    /// Whether the accounts' results are told.
    var tellsAccounts: Bool { context.server?.accounts != nil || accounts.isUsed }
    /// What the accounts' results must know besides events.
    var accountContext: ServerContext.Accounts? { context.server?.accounts }

    /// The values of the modules that are told, in the order of the registry. `rides` are all rides that ended.
    func values(rides: Int, at end: CityTime) -> [MetricValue] {
        var values: [MetricValue] = []
        if tells(.reservations) { values += [MetricValue](Metric.all, of: reservations) }
        if tells(.sharing) { values += [MetricValue](Metric.all, of: SharingFacts(fold: sharing, rides: rides)) }
        if tellsServer { values += [MetricValue](Metric.all, of: ServerFacts(fold: server, end: end)) }
        if tellsAccounts { values += [MetricValue](Metric.all, of: accounts) }
        return values
    }

    /// Whether a module's results are told.
    func tells(_ module: ModuleName) -> Bool {
        switch module {
        case .reservations: context.modules.contains(module) || reservations.isUsed
        case .sharing: context.modules.contains(module) || sharing.isUsed
        }
    }
}
