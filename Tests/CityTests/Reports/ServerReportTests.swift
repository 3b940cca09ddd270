// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Foundation
import GRDB
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting

/// A run with a server of one worker, with a calibration, a rate limit and accounts.
struct ServerSample {
    var context: RunContext {
        var context = serverCity(warmUp: .seconds(60))
        context.server?.calibration = ServerContext.Calibration(
            name: "milan-500", machine: "2 cores", build: "1.4.0", date: "2026-11-21")
        context.server?.rateLimit = ServerContext.RateLimit(perSecond: 5, burst: 20)
        context.server?.queueBound = 1000
        context.server?.accounts = ServerContext.Accounts(
            enrolled: 2, passwordCost: "Argon2id, 8 KiB, 1 pass", isCostReduced: true)
        return context
    }

    /// Messages of a few kinds, one of which is too slow, refusals, clients and accounts.
    var records: [EventRecord] {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        script.turn(
            20, .taxi(.passengerSession(passenger: PassengerID(1), loggedIn: true, client: .mobile)),
            .account(
                .loginAttempted(
                    account: AccountID(1), identifier: .email, client: .mobile, system: .android, source: 7)),
            .account(.loginSucceeded(account: AccountID(1), type: .passenger, via: .password)))
        for number in 1...40 as ClosedRange<Int32> {
            let arrived = 60.0 + 30 * Double(number)
            script.turn(
                arrived + 0.5, answered(number, number.isMultiple(of: 4) ? .call : .position, arrived: arrived))
        }
        script.turn(1291.5, answered(41, .login, arrived: 1281.5, started: 1290, waiting: 3))
        script.turn(1300, turnedAway(42, .rateLimited, .call, arrived: 1300, account: 2))
        script.turn(1301, turnedAway(43, .plainChannel, .login, arrived: 1301, channel: .plain))
        script.turn(
            1302, .client(.answerShown(actor: 1, role: .passenger, kind: .call, client: .mobile, latency: .seconds(1))),
            .client(.inputTaken(actor: 1, role: .passenger, client: .web, duration: .seconds(9))))
        script.turn(
            1400,
            .account(.registrationStarted(attempt: 1, type: .driver, client: .web, fields: AccountFields([.phone]))),
            .account(
                .registrationRejected(
                    attempt: 1, type: .driver, reason: .missingField, missing: AccountFields([.email, .password]))))
        script.turn(
            1500,
            .account(.registrationStarted(attempt: 2, type: .passenger, client: .web, fields: AccountFields([.email]))),
            .account(.registrationAccepted(attempt: 2, account: AccountID(3), type: .passenger)),
            .account(.mailSent(account: AccountID(3), kind: .confirmation)))
        script.turn(
            1600, .account(.registrationConfirmed(account: AccountID(3), type: .passenger, via: .mail)),
            .account(
                .loginAttempted(account: AccountID(2), identifier: .email, client: .web, system: .firefox, source: 7)),
            .account(.loginRefused(account: AccountID(2), reason: .backOff)))
        script.turn(1700, .account(.accountDeleted(account: AccountID(2), erased: 4)))
        return script.records
    }
}

/// The writers with a server and accounts.
@Suite struct ServerReportTests {
    private let context = ServerSample().context
    private let records = ServerSample().records

    @Test("The accounts' counts of a hand-made log")
    func accounts() throws {
        let run = try ObservedRun(context, records)
        #expect(run.violations == [])
        let expected: [String: Double] = [
            "accounts.total": 2, "accounts.started": 2, "accounts.rejected": 1, "accounts.rejected.missingField": 1,
            "accounts.rejected.badEmail": 0, "accounts.pending": 1, "accounts.registered": 1, "accounts.expired": 0,
            "accounts.mailSent": 1, "accounts.mailDelivered": 0, "accounts.deleted": 1,
            "accounts.privacyViolations": 0, "logins.attempted": 1, "logins.attempted.web": 1,
            "logins.attempted.mobile": 0, "logins.attempted.firefox": 1, "logins.attempted.android": 0,
            "logins.succeeded": 0, "logins.refused": 1,
            "logins.refused.backOff": 1,
        ]
        for (name, value) in expected { #expect(run.result[name] == value, "\(name)") }
        let accounts = try #require(run.result.accounts)
        #expect(accounts.loginClients == ["mobile": 0, "web": 1] && accounts.loginSystems["firefox"] == 1)
        #expect(accounts.missing["email"] == 1 && accounts.missing["password"] == 1 && accounts.missing["phone"] == 0)
        #expect(run.result.verdicts.first { $0.id == "ACCOUNT-PRIV-01" }?.outcome == .pass)
        #expect(run.result.described.allSatisfy { $0.0.name == $0.1.name })
    }

    @Test("ACCOUNT-PRIV-01: a write without consent is flagged, also in the warm-up")
    func privacy() throws {
        var script = EventScript()
        script.turn(10, .account(.privacyViolation(account: AccountID(1))))
        let result = try script.metrics(context)
        #expect(result["accounts.privacyViolations"] == 1)
        #expect(result.verdicts.first { $0.id == "ACCOUNT-PRIV-01" }?.outcome == .flag)
    }

    @Test("The tables of the server and of the accounts have their rows")
    func tables() throws {
        let temporary = try TemporaryFolder()
        _ = try writeRun(context, records, to: temporary.path + "/run", keepsEvents: true)
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        try database.read { database in
            func reported(_ sql: String) throws -> [String] {
                try Row.fetchAll(database, sql: sql).map { row in
                    row.databaseValues.map { $0.storage.value.map { "\($0)" } ?? "-" }.joined(separator: " ")
                }
            }
            let kinds = try reported("SELECT * FROM server_kinds ORDER BY kind")
            #expect(
                kinds == [
                    "call 10 10 10 0.5 0.5 0.5 0.5 0.5 1 hand-made 1",
                    "login 1 0 0 10.0 10.0 10.0 10.0 10.0 1 hand-made 1",
                    "position 30 30 30 0.5 0.5 0.5 0.5 0.5 0 hand-made 1",
                ])
            let breaches = try reported("SELECT * FROM server_breaches")
            #expect(breaches == ["41 login 1281.5 10.0 hand-made 1"])
            let refusals = try reported("SELECT * FROM refusals ORDER BY kind")
            #expect(refusals == ["call rateLimited 1 hand-made 1", "login plainChannel 1 hand-made 1"])
            let hours = try reported("SELECT * FROM refusal_hours ORDER BY reason")
            #expect(hours == ["0 plainChannel 1 hand-made 1", "0 rateLimited 1 hand-made 1"])
            let bins = try reported(
                "SELECT count(*), sum(arrivals), sum(answered), sum(refused), max(waiting_max) FROM server_bins")
            #expect(bins == ["360 43 41 2 4"])
            let cells = try reported("SELECT count(*), sum(is_run), sum(keeps_target) FROM server_sensitivity")
            #expect(cells.first?.hasPrefix("12 1 ") == true)
            let own = try reported(
                "SELECT answered, under_5, under_10, calls, p95_s, max_s FROM server_sensitivity WHERE is_run")
            #expect(own == ["41 41 41 10 0.5 1.5"])
            let accounts = try reported("SELECT * FROM accounts WHERE count > 0 AND what = 'missing' ORDER BY word")
            #expect(accounts == ["missing email 1 hand-made 1", "missing password 1 hand-made 1"])
        }
    }

    @Test("A run without a server has none of these tables")
    func noTables() throws {
        let temporary = try TemporaryFolder()
        _ = try writeRun(city(), oneRide().records, to: temporary.path + "/run")
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        let tables = try database.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") }
        #expect(!tables.contains { $0.hasPrefix("server") || $0 == "accounts" || $0.hasPrefix("refusal") })
        let summary = try temporary.text("run/summary.json")
        for word in ["\"server\"", "\"accounts\"", "processing", "logins"] {
            #expect(!summary.contains(word), "\(word)")
        }
        let page = try temporary.text("run/report.html")
        for word in ["#processing", "id=\"accounts\"", "<dt>worker</dt>", "back-off"] {
            #expect(!page.contains(word), "\(word)")
        }
        let plain = try oneRide().metrics(city())
        let text = TextSummary(context: city(), result: plain, violations: [], fingerprint: "f").text
        #expect(!text.contains("verdict ") && !text.contains("processing "))
    }

    @Test("The objects of summary.json have the keys of the published schema")
    func schema() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(SummarySchema.json().utf8)) as? [String: Any])
        let parts = try #require(schema["properties"] as? [String: Any])
        let result = try ObservedRun(context, records).result
        for (name, encoded) in [
            ("server", try JSONEncoder().encode(result.server)),
            ("accounts", try JSONEncoder().encode(result.accounts)),
        ] {
            let part = try #require(parts[name] as? [String: Any])
            let object = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
            judge(object, part, name)
        }
        let required = try #require(schema["required"] as? [String])
        #expect(!required.contains("server") && !required.contains("accounts"))
    }

    /// All keys of the objects, down to the leaves, are the schema's, and what it requires is there.
    private func judge(_ object: [String: Any], _ schema: [String: Any], _ path: String) {
        // Whose keys are names of metrics.
        guard let known = schema["properties"] as? [String: Any] else { return }
        #expect(Set(object.keys).isSubset(of: known.keys), "\(path)")
        #expect(Set(schema["required"] as? [String] ?? []).isSubset(of: object.keys), "\(path)")
        for (key, value) in object {
            guard let part = known[key] as? [String: Any] else { continue }
            if let inner = value as? [String: Any] { judge(inner, part, path + "." + key) }
            if let row = (value as? [[String: Any]])?.last, let items = part["items"] as? [String: Any] {
                judge(row, items, path + "." + key)
            }
        }
    }

    @Test("summary.json reads back")
    func readBack() throws {
        let run = try ObservedRun(context, records)
        let file = SummaryFile(
            context: run.context, result: run.result, violations: run.violations, fingerprint: run.fingerprint)
        struct Back: Decodable {
            let server: ServerResult?
            let accounts: AccountResult?
        }
        let back = try JSONDecoder().decode(Back.self, from: try file.encoded())
        #expect(back.server == run.result.server && back.accounts == run.result.accounts)
    }

    @Test("The printed summary gives the verdict, the server and the accounts, and fits 30 lines")
    func text() throws {
        let run = try ObservedRun(context, records)
        let broken = Violation(id: "X", time: .epoch, number: 1, actors: [], message: "m")
        let text = TextSummary(
            context: run.context, result: run.result, violations: Array(repeating: broken, count: 9), fingerprint: "f"
        ).text
        for line in [
            "verdict      With at least 1 connected passengers and 0 active drivers, the target was missed: 1 of 41 messages "
                + "took 10 s or more (slowest 10.000 s, message 41). 2 messages were refused.",
            "processing       0.500 s p95   p50 0.500 s, p99 10.000 s, max 10.000 s, calls p95 0.500 s",
            "server              43 messages   41 answered, 2 refused, 0 inside at the end; workers busy 0.6 %, queue at most 4, "
                + "up 100.0 %",
            "accounts             2 at the end   2 forms: 1 accepted, 1 returned; 1 to confirm: 1 confirmed",
            "logins               1 attempts   0 succeeded, 1 refused",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
    }

    private func page(_ assets: ReportAssets) throws -> String {
        let run = try ObservedRun(context, records)
        return ReportPage(
            context: run.context, result: run.result, violations: run.violations, fingerprint: run.fingerprint,
            assets: assets
        ).html
    }

    @Test("The report has the sections of the server and the accounts with their charts, tables and words")
    func sections() throws {
        let html = try page(ReportAssets(vega: "/* vega */", leaflet: "/* leaflet */", leafletStyle: "a{}"))
        for id in [
            "processing", "processingseries", "serverqueue", "workers", "sensitivity", "refusals", "registrations",
            "logins",
        ] {
            #expect(html.contains("id=\"chart-\(id)\"") && html.contains("\"id\":\"\(id)\""), "\(id)")
        }
        for text in [
            "<section id=\"processing\"", "<section id=\"accounts\"", "href=\"#processing\"", "href=\"#accounts\"",
            "calibration milan-500 (measured: 2 cores, 1.4.0, 2026-11-21)", "at most 1000 messages",
            "5.0 messages per second, 20 at once", "people do not react to the waits", "✗ missed", "✓ met (this run)",
            "MISSED", "met, this run", "<caption>Messages that took 10 s or more</caption>",
            "<caption>Senders refused most</caption>", "5 s: 95 %", "10 s: all", "DEC-LOGIN-BACKOFF",
            "Argon2id, 8 KiB, 1 pass, a reduced cost: a real service must use more.", "<dt>worker</dt>",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        let bare = try page(ReportAssets())
        #expect(bare.contains("<section id=\"processing\"") && !bare.contains("chart-processing"))
    }

    /// Set CABRANK_SERVER_SAMPLE to a folder to keep a sample run there, with the assets of CABRANK_ASSETS: for
    /// `Tests/Outside/test_report.py` and `Tests/Outside/test_results.py`.
    @Test("A sample run with a server can be kept for the browser test")
    func sample() throws {
        let temporary = try TemporaryFolder()
        let path = ProcessInfo.processInfo.environment["CABRANK_SERVER_SAMPLE"] ?? temporary.path + "/sample"
        let busy = servedLog(count: 6000, workers: 2, gap: 1_100_000_000, service: 1_000_000_000, seed: 2).records
        var script = EventScript(records: records)
        for record in busy { script.turn(record.time.inSeconds, record.event) }
        // Both rows have messages of the same numbers; only the busy one's are shown.
        let reported = script.records.filter { record in
            if case .server(.messageAnswered(_, _, _, _, let account, _, _, _)) = record.event { return account == nil }
            return true
        }.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
        var context = context
        context.server?.workers = 2
        let records = reported.enumerated().map { index, record in
            EventRecord(number: Int64(index + 1), time: record.time, turn: Int64(index + 1), event: record.event)
        }
        _ = try writeRun(context, records, to: path, keepsEvents: true, assets: .fromEnvironment())
        #expect(FileManager.default.fileExists(atPath: path + "/report.html"))
    }
}
