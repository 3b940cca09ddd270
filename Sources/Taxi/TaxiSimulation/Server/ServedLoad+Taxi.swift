// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
package import TaxiRules

extension TaxiSlice {
    /// What passengers and drivers bring before the gateway: taxi calls, and the people who are connected (PERF-01, PERF-02).
    package static let load = ServedLoad(
        judged: ServedLoad.Judged(.call, many: "calls", title: "Taxi calls"),
        levels: [
            ServedLoad.Level(
                "PERF-01", metric: "passengers.connected", people: "connected passengers", least: 1000,
                aim: "1 000 during 1 h"),
            ServedLoad.Level(
                "PERF-02", metric: "drivers.active", people: "active drivers", least: 500,
                aim: "500 with 1 000 passengers"),
        ], accountNotes: [TaxiAccountEvent.self], isIn: { $0.taxi.isTold },
        follow: { feed, isWanted, change in
            var connected = OpenTable(blank: true)
            feed.on(TaxiEvent.self) { records in
                guard isWanted() else { return }
                for index in records.indices { follow(records[index], &connected, change) }
            }
        })

    /// Passengers with a session, and drivers who are available or busy.
    private static func follow(
        _ record: borrowing Record<TaxiEvent>, _ connected: inout OpenTable<Bool>, _ change: ServedLoad.Change
    ) {
        if case .passengerSession(let passenger, let loggedIn, _) = record.event {
            guard (connected.index(of: passenger.number) != nil) != loggedIn else { return }
            change(0, loggedIn ? 1 : -1, record.time)
            if loggedIn { connected.open(passenger.number, true) } else { connected.close(passenger.number) }
        } else if case .statusChanged(_, let from, let to, _) = record.event {
            let active = (to == .offShift ? 0 : 1) - (from == .offShift ? 0 : 1)
            if active != 0 { change(1, Int64(active), record.time) }
        }
    }
}

extension TaxiAccountEvent: AccountNote {
    /// Home pages, and licences that ended and that were renewed.
    package static let counts = [
        AccountCount(what: "viewed", word: "dashboard"),
        AccountCount(metric: "accounts.licencesExpired", what: "licence", word: "expired"),
        AccountCount(metric: "accounts.licencesRenewed", what: "licence", word: "renewed"),
    ]

    /// Its place among them.
    package var count: Int {
        switch self {
        case .dashboardOpened: 0
        case .licenceExpired: 1
        case .licenceRenewed: 2
        }
    }
}
