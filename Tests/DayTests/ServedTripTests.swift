// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import Testing
import TripRules

@testable import TripSimulation

/// The planner of a city with a server: what phones say passes its gateway.
@Suite struct ServedTripTests {
    private static func head(_ start: String = "2026-03-04 05:00", length: String, warmUp: String = "0 s") -> String {
        """
        cabrank: 1
        name: planners
        start: \(start)
        length: \(length)
        warm-up: \(warmUp)
        city: {grid: {rows: 4, columns: 4, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}

        """
    }

    private static func people(_ count: Int, name: String = "planners", _ more: String = "") -> String {
        """
          - name: \(name)
            count: \(count)
            home: equal
            work: equal
            transit: 0%
            taxi: 0%
            walk: 10 km
            planner: 100%
            reaction: 2 min\(more)
            days:
              - activities:
                  - {name: work, place: work, start: {uniform: {from: 08:00, to: 10:00}}, length: 4 h}
                  - {name: visit, place: equal, start: 19:00, length: 1 h}

        """
    }

    private func run(
        _ text: String, head: String = head(length: "19 h"), _ talk: Talk = Talk()
    ) throws -> RunResult {
        try SliceRuns(TripsSlice(), head: head).run(text, talk)
    }

    private func metric(_ name: String, _ result: RunResult) throws -> Double {
        try #require(result.metrics[name], "\(name)")
    }

    private func outcome(_ id: String, _ result: RunResult) -> Verdict.Outcome? {
        result.metrics.services.first { $0.name == "trips" }?.verdicts.first { $0.id == id }?.outcome
    }

    @Test("Behind a gateway every activity is entered and gets its notice, and everybody is in time; twice is the same")
    func behindGateway() throws {
        let text =
            "people:\n" + Self.people(60)
            + "server: {workers: 2, service: {law: {exponential: 20 ms}}}\nnetwork: {delay: 300 ms}\n"
        let talk = Talk()
        let result = try run(text, talk)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        #expect(try metric("trips.users", result) == 60 && metric("trips.eventsAdded", result) == 120)
        #expect(try metric("trips.notices", result) == 120 && metric("trips.late", result) == 0)
        // One account for each user, made by the first message; nothing was refused.
        #expect(talk.devices["deviceAccountCreated"] == 60 && talk.devices["deviceRecognised"] == 60)
        #expect(talk.refused.isEmpty && talk.answered[.tripChange, default: 0] == 60 * 10)
        for kind in [MessageType.deviceSession, .tripReport] { #expect(talk.answered[kind, default: 0] > 0) }
        // Two ways of 300 ms.
        #expect(try metric("trips.answerTime.mean", result) > 0.6)
        #expect(try run(text).fingerprint == result.fingerprint)
    }

    @Test("Without a server there are no phones, and none of the metrics that a server brings")
    func withoutServer() throws {
        let talk = Talk()
        let result = try run("people:\n" + Self.people(10), talk)
        #expect(talk.devices.isEmpty && talk.answered.isEmpty)
        #expect(result.metrics["trips.notices"] == 20 && result.metrics["trips.processing.p95"] == nil)
        #expect(!result.metrics.about.contains { $0.name == "trips.plannerErrors" })
    }

    @Test(
        "PERF-06: of 1,000 planner users 95 % of the messages of an hour are processed in under 1 s; a slow server is found"
    )
    func processing() throws {
        // The apps are opened before the hour that is measured.
        func text(_ service: String) -> String {
            "people:\n" + Self.people(1_000) + "server: {workers: 4, service: {law: {exponential: \(service)}}}\n"
        }
        let head = Self.head("2026-03-04 07:00", length: "2 h", warmUp: "1 h")
        let good = try run(text("10 ms"), head: head)
        #expect(try metric("trips.users", good) == 0 && metric("trips.processing.p95", good) < 1)
        #expect(outcome("PERF-06", good) == .pass)
        let slow = try run(text("2 s"), head: head)
        #expect(try metric("trips.processing.p95", slow) > 1)
        #expect(outcome("PERF-06", slow) == .flag)
    }

    @Test(
        "PERF-08: with link means of 20 ms and 150 ms the answer times are told by region, and differ as the links do")
    func regions() throws {
        let text =
            "people:\n" + Self.people(40, name: "near", "\n    delay: {exponential: 20 ms}")
            + Self.people(40, name: "far", "\n    delay: {exponential: 150 ms}")
                + """
                server: {workers: 4, service: {law: {exponential: 5 ms}}}

                """
        let plan = try SliceRuns(TripsSlice(), head: Self.head(length: "19 h")).plan(text)
        var simulation = Simulation(plan)
        let names = ["near", "far"].flatMap { group in
            ["p95", "mean"].map { "trips.answerTime.\($0)@group=\(group)" }
        }
        simulation.parts = try plan.parts(of: names)
        let result = try simulation.run()
        func told(_ name: String) throws -> Double {
            try #require(result.parts.first { $0.name == name }?.value ?? nil, "\(name)")
        }
        let (near, far) = (try told(names[0]), try told(names[2]))
        // Of two exponential ways with mean m the sum is above 4.74 m in one case of twenty (Erlang).
        #expect(abs(near - 4.744 * 0.02) < 0.05 && abs(far - 4.744 * 0.15) < 0.12, "\(near) \(far)")
        let difference = try told(names[3]) - told(names[1])
        // Two ways of each; what comes over a link keeps its order, so a long delay holds up what follows.
        #expect(difference > 0.25 && difference < 0.36, "\(difference)")
        let (all, least, most) = (
            try metric("trips.answerTime.mean", result), try told(names[1]), try told(names[3])
        )
        #expect(all > least && all < most)
    }

    @Test(
        "PERF-09: a whole day brings no error of the planner; messages of no session and changes of nobody are errors")
    func errors() throws {
        let text = "people:\n" + Self.people(80) + "server: {}\nnetwork: {delay: 200 ms, loss: 5%}\n"
        let result = try run(text, head: Self.head("2026-03-04 00:00", length: "24 h"))
        #expect(try metric("trips.plannerErrors", result) == 0 && metric("trips.notices", result) == 160)
        #expect(try metric("trips.answersLate", result) > 0 && outcome("PERF-09", result) == .pass)
        var fold = ServedTrips(
            CaseFrame(start: .epoch, from: .epoch, end: .seconds(3600)), maintenance: [])
        for reason in [ServerRefusal.notLoggedIn, .serverBusy, .plainChannel] {
            fold.take(
                .messageRefused(
                    message: MessageID(1), kind: .tripChange, client: .mobile, channel: .tls, account: nil,
                    arrived: .epoch, started: nil, reason: reason), at: .seconds(1))
        }
        for reason in [ChangeRefusal.unknownUser, .duplicate] { fold.refused(reason) }
        #expect(fold.totals.errors == 2 && fold.totals.plain == 1)
        #expect(fold.totals.verdicts.first { $0.id == "PERF-09" }?.outcome == .flag)
    }

    @Test(
        "AVAIL-04: in 7 days with one maintenance window of 10 min there is no unannounced time down; by chance there is"
    )
    func maintenance() throws {
        let week = Self.head("2026-03-02 00:00", length: "7 d")
        let planned = try run(
            "people:\n" + Self.people(5)
                + "server: {outages: [{from: \"2026-03-04 03:00\", until: \"2026-03-04 03:10\"}]}\n", head: week)
        #expect(try metric("trips.unplannedDowntime", planned) == 0 && metric("server.downtime", planned) == 600)
        #expect(try metric("trips.notices", planned) == 70 && outcome("AVAIL-04", planned) == .pass)
        let failing = try run(
            "people:\n" + Self.people(5) + "server: {failures: {mtbf: 20 h, mttr: 5 min}}\n", head: week)
        #expect(try metric("trips.unplannedDowntime", failing) == metric("server.downtime", failing))
        #expect(try metric("trips.unplannedDowntime", failing) > 0 && outcome("AVAIL-04", failing) == .flag)
    }

    @Test("SEC-08: a plain planner message is refused as plainChannel, and is taken when it comes encrypted")
    func plain() throws {
        let talk = Talk()
        let result = try run("people:\n" + Self.people(30) + "server: {plain: 30%}\n", talk)
        let kinds = MessageType.ofTrips.filter { talk.refused["\($0.word) plainChannel", default: 0] > 0 }
        #expect(kinds == [.tripChange, .tripView, .tripReport])
        #expect(talk.refused.keys.allSatisfy { $0.hasSuffix("plainChannel") })
        #expect(try metric("trips.plainRefused", result) > 30)
        #expect(try metric("trips.eventsAdded", result) == 60 && metric("trips.notices", result) == 60)
    }

    @Test("TRIP-STANDARDS: every planner user has a phone of iOS or Android, and they are counted")
    func systems() throws {
        let talk = Talk()
        let result = try run("people:\n" + Self.people(100) + "server: {}\n", talk)
        let (ios, android) = (try metric("trips.phones.ios", result), try metric("trips.phones.android", result))
        #expect(ios + android == 100 && ios > 30 && android > 30)
        #expect(talk.systems.count == 100 && talk.systems.allSatisfy { $0 == .ios || $0 == .android })
    }

    @Test(
        "TRIP-R5: whatever a person does, an event that is added is processed: each action is followed by its outcome")
    func added() throws {
        let talk = Talk()
        let result = try run(
            "people:\n" + Self.people(50) + "server: {}\nclients: {actions: true}\nnetwork: {delay: 1 s, loss: 10%}\n",
            head: Self.head("2026-03-04 00:00", length: "48 h"), talk)
        // Two activities of two days each, entered at midnight, on the way or at work.
        #expect(talk.planned >= 200 && talk.added + talk.rejected == 200)
        #expect(try metric("trips.eventsAdded", result) == Double(talk.added))
    }

    @Test(
        "A replay of the messages gives the same events of the planner, without gateway and people, also after an outage",
        arguments: ["", #", outages: [{from: "08:00", until: "08:20"}]"#])
    func replay(outage: String) throws {
        let plan = try SliceRuns(TripsSlice(), head: Self.head(length: "19 h")).plan(
            "people:\n" + Self.people(30)
                + "server: {service: {law: {exponential: 100 ms}}\(outage)}\nnetwork: {delay: 300 ms}\nrecord: {messages: true}\n"
        )
        let simulation = Simulation(plan)
        let result = try simulation.run()
        #expect(result.messages.count > 300)
        let again = try Replay.fingerprint(result.messages, plan: plan, key: simulation.key)
        #expect(again == result.serviceFingerprint)
    }
}

/// Writes down what phones and the gateway say.
private final class Talk: EventObserver {
    private(set) var answered: [MessageType: Int] = [:]
    /// Refused messages by kind and reason.
    private(set) var refused: [String: Int] = [:]
    /// The events of the accounts by device, by name.
    private(set) var devices: [String: Int] = [:]
    private(set) var systems: [ClientSystem] = []
    /// Actions of users that change calendars, and what became of events that were added.
    private(set) var planned = 0
    private(set) var added = 0
    private(set) var rejected = 0

    func subscribe(to feed: EventFeed) {
        feed.on(ServerEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .messageAnswered(_, let kind, _, _, _, _, _, _): answered[kind, default: 0] += 1
                case .messageRefused(_, let kind, _, _, _, _, _, let reason):
                    refused["\(kind.word) \(reason.word)", default: 0] += 1
                default: break
                }
            }
        }
        feed.on(DeviceEvent.self) { [self] records in
            for index in records.indices {
                devices[records[index].event.name, default: 0] += 1
                if case .deviceRecognised(_, let system) = records[index].event { systems.append(system) }
            }
        }
        feed.on(ClientEvent.self) { [self] records in
            for index in records.indices {
                if case .clientAction(_, .tripUser, .dayPlanned, _) = records[index].event { planned += 1 }
            }
        }
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices {
                if case .eventAdded = records[index].event { added += 1 }
                if case .eventRejected = records[index].event { rejected += 1 }
            }
        }
    }
}
