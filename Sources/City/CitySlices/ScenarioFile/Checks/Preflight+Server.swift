// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension Preflight {
    /// Checks of the server, its clients and the accounts.
    func checkServer() {
        guard let server = scenario.server else {
            for (key, isGiven) in [("clients", scenario.clients != nil), ("accounts", scenario.accounts != nil)]
            where isGiven {
                error(
                    key,
                    "`\(key)`: there is no `server`, so there are no sessions and no accounts; add `server: {}` or leave "
                        + "`\(key)` out")
            }
            return
        }
        checkOutages(of: server)
        checkPriorities(of: server)
        checkFloods(of: server)
        if server.timeOut != nil, server.queueLimit == 0 {
            warn("server.time-out", "`time-out` has no effect: with `queue-limit` 0 no message waits")
        }
        if let accounts = scenario.accounts { check(accounts) }
    }

    private func checkOutages(of server: ServerSection) {
        if !server.outages.isEmpty, server.failures != nil {
            error(
                "server.failures",
                "`failures` and `outages` exclude each other; list outages or let them occur at random")
        }
        for (index, window) in server.outages.enumerated() {
            let path = "server.outages.\(index)"
            checkWindow("the outage", path, window.from, window.until)
            if index > 0, window.from < server.outages[index - 1].until, window.from < window.until {
                error(
                    "\(path).from",
                    "`from` (\(ClockText.text(window.from))) is before the end of the outage above it "
                        + "(\(ClockText.text(server.outages[index - 1].until))); list outages in order of time")
            }
        }
        if let failures = server.failures, failures.mttr >= failures.mtbf {
            warn(
                "server.failures.mttr",
                "`mttr` (\(words(failures.mttr))) is not shorter than `mtbf` (\(words(failures.mtbf))); the server is down half "
                    + "of the time or more")
        }
    }

    func checkWindow(_ what: String, _ path: String, _ from: CityTime, _ until: CityTime) {
        if until <= from {
            error(
                "\(path).until",
                "`until` (\(ClockText.text(until))) is not after `from` (\(ClockText.text(from)))")
        } else if until <= scenario.start || from >= scenario.end {
            warn(
                "\(path).from",
                "\(what) is outside the run (\(ClockText.text(scenario.start)) to \(ClockText.text(scenario.end))) and has "
                    + "no effect")
        }
    }

    private func checkPriorities(of server: ServerSection) {
        var seen: [MessageType] = []
        for (index, kinds) in server.priorities.enumerated() {
            for (position, kind) in kinds.enumerated() {
                if seen.contains(kind) {
                    error("server.priorities.\(index).\(position)", "`priorities`: `\(kind.key)` is given twice")
                }
                seen.append(kind)
            }
        }
    }

    private func checkFloods(of server: ServerSection) {
        for (index, flood) in server.floods.enumerated() {
            checkWindow("the flood", "server.floods.\(index)", flood.from, flood.until)
        }
    }

    private func check(_ accounts: AccountsSection) {
        if let registrants = accounts.registrants {
            if registrants.mistakes.sum > 1 + 1e-9 {
                error(
                    "accounts.registrants.mistakes",
                    "`mistakes` add up to \(numberText(registrants.mistakes.sum)), which is more than 1")
            }
            if registrants.aborts + registrants.silent > 1 + 1e-9 {
                error(
                    "accounts.registrants.silent",
                    "`aborts` \(numberText(registrants.aborts)) and `silent` \(numberText(registrants.silent)) add up to more "
                        + "than 1")
            }
            let hourly = registrants.perDay / 24
            if hourly > ScenarioLimits.callsPerHour {
                error(
                    "accounts.registrants.per-day",
                    "`per-day`: \(numberText(hourly.rounded())) registrants an hour; allowed: at most "
                        + "\(numberText(ScenarioLimits.callsPerHour))")
            }
        } else {
            for (key, isGiven) in [("edit-pause", accounts.editPause != nil), ("lifetime", accounts.lifetime != nil)]
            where isGiven {
                warn("accounts.\(key)", "`\(key)` has no effect without `registrants`")
            }
        }
        let tries = accounts.wrongPasswords + accounts.forgotten
        if tries > 1 + 1e-9 {
            error(
                "accounts.forgotten-passwords",
                "`wrong-passwords` \(numberText(accounts.wrongPasswords)) and `forgotten-passwords` "
                    + "\(numberText(accounts.forgotten)) add up to more than 1")
        }
    }
}
