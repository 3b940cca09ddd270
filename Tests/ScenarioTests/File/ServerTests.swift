// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiRules
import TaxiSimulation
import Testing

@Suite("Keys of the server, its clients and the accounts")
struct ServerTests {
    private static let full = """
        cabrank: 1
        name: x
        start: 2026-03-04 05:00
        length: 60 h
        city: {grid: {rows: 1, columns: 2, cell: 1 km}}
        server:
          workers: 3
          service: {laws: {other: 2 ms, login: {exponential: 90 ms}, arrival-poll: {uniform: {from: 1 ms, to: 3 ms}}}}
          service-scale: 2.5
          queue-limit: 500
          time-out: 9 s
          rate-limit: {per-second: 4, burst: 12}
          tls-setup: 40 ms
          outages: [{from: 08:00, until: 08:01}, {from: 2026-03-05 06:00, until: 30:30}]
          plain: 1%
          priorities: [[offer-answer, offer-shown], [call]]
          floods: [{from: 09:00, until: 09:01, who: passengers, senders: 3, per-second: 2000}]
        clients:
          mobile: {bandwidth: 3 Mb/s, delay: {exponential: 40 ms}, input: {lognormal: {median: 9 s, sigma: 0.5}}}
          web: {bandwidth: 500 kb/s, input: 6 s}
          phones: {ios: 4, windows-mobile: 1}
          browsers: {internet-explorer: 25%, opera: 75%}
          adapted: 12%
          adapted-factor: 1.8
          language-changes: 2%
          dashboards: 30%
          actions: false
        accounts:
          password-cost: interactive
          registered: 1000000
          wrong-passwords: 3%
          early-retries: 25%
          forgotten-passwords: 1%
          by-email: 40%
          provider: 10%
          provider-delay: {exponential: 3 s}
          mail-delay: {exponential: 20 s}
          mail-reading: 2 min
          expired-licences: 4%
          licence-left: {uniform: {from: 0 d, to: 90 d}}
          licence-renewal: 3 d
          edit-pause: {exponential: 20 d}
          wrong-edits: 7%
          abandoned-edits: 8%
          lifetime: {exponential: 60 d}
          registrants:
            per-day: 40
            drivers: 5%
            web: 60%
            no-consent: 2%
            mistakes: {missing-field: 3%, weak-password: 9%, licence-not-valid: 1%}
            correction: 45 s
            aborts: 3%
            silent: 11%
            clicking: {mixture: [{weight: 3, of: 5 min}, {weight: 1, of: 3 d}]}

        """

    private static let silence = """
        drivers: [{name: cabs, count: 2}]
        passengers: [{name: a, arrivals: {per-day: 10}}]

        """

    @Test("Every key of the server arrives in the scenario, in base units")
    func server() throws {
        let read = try Support.read(Self.full + Self.silence)
        #expect(read.warnings.isEmpty)
        let server = try #require(read.scenario.server)
        #expect(server.workers == 3 && server.serviceScale == 2.5 && server.queueLimit == 500)
        #expect(server.timeOut == .seconds(9) && server.rateLimit == RateLimit(perSecond: 4, burst: 12))
        guard case .distributions(let distributions) = server.service else {
            Issue.record("\(server.service)")
            return
        }
        #expect(
            distributions.distribution(.login) == .exponential(mean: 0.09)
                && distributions.distribution(.call) == .constant(0.002))
        #expect(
            distributions.distribution(.arrivalPoll) == .uniform(from: 0.001, to: 0.003)
                && distributions[own: .call] == nil)
        #expect(server.tlsSetup == .milliseconds(40) && server.plain == 0.01 && server.failures == nil)
        let midnight = read.scenario.start.midnight
        #expect(
            server.outages == [
                OutageWindow(from: midnight + .hours(8), until: midnight + .minutes(481)),
                OutageWindow(from: midnight + .hours(30), until: midnight + .minutes(1830)),
            ])
        #expect(server.priorities == [[.offerAnswer, .offerShown], [.call]])
        var flood = Flood(from: midnight + .hours(9), until: midnight + .minutes(541), perSecond: 2000)
        flood.sender = .passengers
        flood.senders = 3
        #expect(server.floods == [flood])
    }

    @Test("UI-04: each kind of client has its own distribution of input times; link and habits arrive in base units")
    func clients() throws {
        let clients = try #require(Support.read(Self.full + Self.silence).scenario.clients)
        #expect(clients.mobile.bandwidth == 3_000_000 && clients.web.bandwidth == 500_000)
        #expect(clients.mobile.delay == .exponential(mean: 0.04) && clients.web.delay == nil)
        #expect(clients[.mobile].input == .lognormalMedian(median: 9, sigma: 0.5))
        #expect(clients[.web].input == .constant(6))
        #expect(clients.phones == [SystemShare(.ios, 4), SystemShare(.windowsMobile, 1)])
        #expect(clients.browsers == [SystemShare(.internetExplorer, 0.25), SystemShare(.opera, 0.75)])
        #expect(clients.adapted == 0.12 && clients.adaptedFactor == 1.8 && clients.languageChanges == 0.02)
        #expect(clients.dashboards == 0.3 && !clients.actions)
        #expect(ClientsSection().mobile.bandwidth == 2_000_000, "PERF-17: the worst case is the default")
    }

    @Test("Every key of the accounts arrives in the scenario, in base units")
    func accounts() throws {
        let accounts = try #require(Support.read(Self.full + Self.silence).scenario.accounts)
        #expect(accounts.passwordCost == .interactive && accounts.registered == 1_000_000)
        #expect(accounts.wrongPasswords == 0.03 && accounts.earlyRetries == 0.25 && accounts.forgotten == 0.01)
        #expect(accounts.byEmail == 0.4 && accounts.provider == 0.1)
        #expect(accounts.providerDelay == .exponential(mean: 3))
        #expect(accounts.mailDelay == .exponential(mean: 20) && accounts.mailReading == .constant(120))
        #expect(accounts.expiredLicences == 0.04 && accounts.licenceLeft == .uniform(from: 0, to: 90 * 86_400))
        #expect(accounts.licenceRenewal == .constant(3 * 86_400))
        #expect(accounts.editPause == .exponential(mean: 20 * 86_400) && accounts.wrongEdits == 0.07)
        #expect(accounts.abandonedEdits == 0.08 && accounts.lifetime == .exponential(mean: 60 * 86_400))
        let registrants = try #require(accounts.registrants)
        #expect(registrants.perDay == 40 && registrants.drivers == 0.05 && registrants.web == 0.6)
        #expect(registrants.noConsent == 0.02 && registrants.aborts == 0.03 && registrants.silent == 0.11)
        #expect(registrants.correction == .constant(45))
        #expect(
            registrants.clicking == .mixture(distributions: [.constant(300), .constant(3 * 86_400)], weights: [3, 1]))
        #expect(registrants.mistakes[.missingField] == 0.03 && registrants.mistakes[.weakPassword] == 0.09)
        #expect(registrants.mistakes[.licenceNotValid] == 0.01 && abs(registrants.mistakes.sum - 0.13) < 1e-12)
    }

    @Test("The written-out text keeps every key, and reads back to itself")
    func roundTrip() throws {
        let read = try Support.read(Self.full + Self.silence)
        let again = try Support.read(read.source)
        #expect(again.source == read.source)
        for text in [
            "workers: 3", "arrival-poll:", "priorities:", "bandwidth: 500 kb/s", "registered: 1000000",
            "weak-password: 0.09", "lifetime:", "per-second: 2000",
        ] {
            #expect(read.source.contains(text), "\(text) is missing in\n\(read.source)")
        }
    }

    @Test("Without the sections nothing is there, and the written-out text does not name them")
    func nothing() throws {
        let read = try Support.read(Support.smallest)
        #expect(read.scenario.server == nil && read.scenario.clients == nil && read.scenario.accounts == nil)
        for key in ["server:", "clients:", "accounts:"] { #expect(!read.source.contains(key)) }
    }

    @Test("An empty server has the defaults, and changes of it on the command line are checked like the file")
    func defaults() throws {
        let server = try #require(Support.read(Support.smallest + "server: {}\n").scenario.server)
        #expect(
            server.workers == 4 && server.service == .distribution(.exponential(mean: 0.01)) && server.serviceScale == 1
        )
        #expect(server.queueLimit == nil && server.timeOut == nil && server.rateLimit == nil)
        #expect(server.outages.isEmpty && server.priorities.isEmpty && server.floods.isEmpty && server.plain == 0)
        let changed = try Support.read(
            Support.smallest + "server: {}\n",
            sets: ["server.workers=2", "server.service-scale=5", "server.service.law=30 ms"])
        #expect(changed.scenario.server?.workers == 2 && changed.scenario.server?.serviceScale == 5)
        #expect(changed.scenario.server?.service == .distribution(.constant(0.03)))
        #expect(
            Support.outcome(Support.smallest + "server: {}\n", sets: ["server.workers=0"])
                .contains { $0.contains("`workers`: `0` is out of range; allowed: 1 to 10000") })
    }

    @Test("A calibration is a file beside the scenario; one that is not there is an error at its name")
    func calibration() throws {
        let text = Support.smallest + "server:\n  service: {calibration: times.json}\n"
        try Support.withFiles(["times.json": "{}"]) { folder in
            let read = try Support.read(text, folder: folder)
            #expect(read.scenario.server?.service == .calibration(path: folder + "/times.json"))
            #expect(read.source.contains("calibration: \"times.json\""))
            #expect(
                Support.outcome(Support.smallest + "server:\n  service: {calibration: time.json}\n", folder: folder)
                    .map { $0.replacing(folder, with: "") } == [
                        "x.yaml:5:26: error: `calibration`: there is no file `/time.json`"
                    ])
        }
    }

    @Test("What can have no effect is doubted")
    func doubts() throws {
        func said(_ text: String) throws -> [String] {
            try Support.read(Support.smallest + Self.silence + text).warnings.map(\.description)
        }
        #expect(
            try said("server: {time-out: 5 s, queue-limit: 0}\n") == [
                "x.yaml:6:10: warning: `time-out` has no effect: with `queue-limit` 0 no message waits"
            ])
        let late = try said("server:\n  outages: [{from: 02:00, until: 03:00}]\n")
        #expect(
            late == [
                "x.yaml:7:14: warning: the outage is outside the run (1971-01-01 to 1971-01-01 01:00) and has no effect"
            ])
        #expect(
            try said("server:\n  failures: {mtbf: 1 h, mttr: 1 h}\n") == [
                "x.yaml:7:25: warning: `mttr` (60 min) is not shorter than `mtbf` (60 min); the server is down half of the "
                    + "time or more"
            ])
        #expect(
            try said("server: {}\naccounts: {lifetime: 60 d, edit-pause: 2 d}\n") == [
                "x.yaml:7:12: warning: `lifetime` has no effect without `registrants`",
                "x.yaml:7:28: warning: `edit-pause` has no effect without `registrants`",
            ])
    }
}
