// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import EventLog

/// All folds of a run, each fed with the records that concern it, in the log's order.
struct RunFolds {
    var taxi: TaxiFold
    var modules: ModuleFolds
    /// The taxi service's events concern the modules only once a module is on or has noted something, so that a run without
    /// modules pays nothing for them.
    private var feedsModules: Bool

    init(context: RunContext) {
        taxi = TaxiFold(context: context)
        modules = ModuleFolds(context: context)
        feedsModules = !context.modules.isEmpty || context.server != nil
    }

    mutating func take(_ records: Span<Record<TaxiEvent>>) {
        for index in records.indices { taxi.take(records[index].event, at: records[index].time) }
        guard feedsModules else { return }
        for index in records.indices { modules.take(records[index].event, at: records[index].time) }
    }

    mutating func take(_ records: Span<Record<ReservationEvent>>) {
        takeAll(records) { folds, event, time in
            folds.taxi.take(event, at: time)
            folds.modules.reservations.take(event, at: time)
        }
    }

    mutating func take(_ records: Span<Record<SharingEvent>>) {
        takeAll(records) { folds, event, time in
            folds.taxi.count(event, at: time)
            folds.modules.sharing.take(event, at: time)
        }
    }

    mutating func take(_ records: Span<Record<AccountEvent>>) {
        takeAll(records) { folds, event, time in
            folds.taxi.count(event, at: time)
            folds.modules.accounts.take(event, at: time)
        }
    }

    mutating func take(_ records: Span<Record<ServerEvent>>) {
        takeAll(records) { folds, event, time in
            folds.taxi.count(event, at: time)
            folds.modules.server.take(event, at: time)
        }
    }

    mutating func take(_ records: Span<Record<ClientEvent>>) {
        takeAll(records) { folds, event, time in
            folds.taxi.count(event, at: time)
            folds.modules.server.take(event, at: time)
        }
    }

    @inline(__always)
    private mutating func takeAll<Fact>(
        _ records: Span<Record<Fact>>, _ take: (inout RunFolds, Fact, CityTime) -> Void
    ) {
        feedsModules = true
        for index in records.indices { take(&self, records[index].event, records[index].time) }
    }
}
