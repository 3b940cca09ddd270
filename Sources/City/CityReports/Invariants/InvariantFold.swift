// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiReports

/// The running state of `InvariantMonitor`: the laws of the taxi service, which also keeps what was broken, and those of the
/// gateway and of the accounts.
struct InvariantFold {
    var taxi: TaxiInvariants
    var server = WatchedServer()
    var accounts: WatchedAccounts

    init(context: RunContext) {
        taxi = TaxiInvariants(context: context.taxiContext)
        accounts = WatchedAccounts(enrolled: context.server?.accounts?.enrolled ?? 0)
    }

    var now: CityTime { taxi.now }
    var turn: Int64 { taxi.turn }

    mutating func report(_ id: String, _ actors: [any Concerned], _ message: String) {
        taxi.report(id, actors, message)
    }

    /// Takes records of the gateway, its clients or the accounts.
    @inline(__always)
    mutating func takeAll<Fact>(_ records: Span<Record<Fact>>, _ take: (inout InvariantFold, Fact) -> Void) {
        for index in records.indices {
            let record = records[index]
            taxi.goOn(to: record.time, number: record.number, turn: record.turn)
            take(&self, record.event)
        }
    }
}
