// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import Foundation
import Testing

/// Whole runs with a server, accounts and people who register, as analysts and CI meet them.
@Suite struct ServerRunTests {
    /// A small city with everything that a server brings: registrants, forgotten passwords, an outage, plain channels.
    private static let city = """
        cabrank: 1
        name: town
        length: 90 min
        modules: [reservations, sharing]
        city: {grid: {rows: 2, columns: 2, cell: 2 km}}
        travel: {free-speed: 30 km/h}
        drivers:
          - name: cabs
            count: 12
            answer: {reaction: {lognormal: {median: 8 s, sigma: 0.5}}, accept: 85%, refuse: 10%}
            position-interval: 60 s
        passengers:
          - name: people
            population: {people: 40, thinking: {exponential: 40 min}}
            client: {web: 30%}
        server:
          workers: 2
          service: {law: {exponential: 30 ms}}
          plain: 2%
          outages: [{from: 01:00, until: 01:03}]
        clients:
          mobile: {input: {lognormal: {median: 9 s, sigma: 0.5}}}
          web: {input: {lognormal: {median: 6 s, sigma: 0.5}}}
          dashboards: 50%
        accounts:
          password-cost: reduced
          wrong-passwords: 20%
          forgotten-passwords: 10%
          registrants: {per-day: 200}
        record: {events: true, messages: true, invariants: true}
        """

    @Test(
        "SEC-03, ACCOUNT-PRIV-01: nothing that a whole run writes holds a password or an address, and nobody's data are kept without consent"
    )
    func privacy() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            let outcome = try command.run("run", "town.yaml", "--quiet", "--out", "out")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let log = try command.text("out/events.jsonl")
            // The run did what could leak: logins, forgotten passwords, registrations.
            for event in ["loginSucceeded", "loginRefused", "passwordReset", "registrationConfirmed", "mailSent"] {
                #expect(log.contains("\"\(event)\""), "\(event)")
            }
            #expect(!log.contains("\"privacyViolation\""))
            // What all passwords and addresses of synthetic people begin or end with.
            let secrets = [
                Secret("the domain of all addresses", "mail.example.com"), Secret("right passwords", "Word-passenger"),
                Secret("drivers' passwords", "Word-driver"), Secret("registrants' passwords", "Word-visitor"),
                Secret("wrong passwords", "Wrong-passenger"),
            ]
            #expect(try SecretSearch(secrets).finds(inFolder: command.folder.appendingPathComponent("out").path) == [])
            // The search can find: a planted address in the same folder.
            try command.write("x@mail.example.com", to: "out/planted.txt")
            #expect(
                try SecretSearch(secrets).finds(inFolder: command.folder.appendingPathComponent("out").path).count == 1)
        }
    }

    @Test(
        "ACCOUNT-PRIV-01: an exact pick-up place stands only in the facts of its request, its guidance and the taxi's own reports"
    )
    func places() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            #expect(try command.run("run", "town.yaml", "--quiet", "--out", "out").status == 0)
            let log = try command.text("out/events.jsonl")
            let exact = log.split(separator: "\n").filter { $0.contains("\"requestStored\"") }.prefix(8)
            #expect(exact.count == 8)
            let secrets = exact.compactMap { line -> Secret? in
                // Seven digits of millimetres: hardly any other number is the same by chance.
                guard let place = line.firstMatch(of: /"placeEastMm":(\d{7,})/)?.1 else { return nil }
                return Secret(
                    "pick-up place", String(place),
                    allowedEvents: ["requestStored", "navigationStarted", "positionReported", "reservationStored"])
            }
            #expect(secrets.count >= 4)
            #expect(SecretSearch(secrets).finds(inLog: log, place: "events.jsonl") == [])
        }
    }

    @Test(
        "OPS-04: each login attempt of a run has the client kind web or mobile and a system of that kind, and metrics are split by them"
    )
    func clientKinds() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            #expect(try command.run("run", "town.yaml", "--quiet", "--out", "out").status == 0)
            var (kinds, systems): ([String: Int], [String: Int]) = ([:], [:])
            for line in try command.text("out/events.jsonl").split(separator: "\n")
            where line.contains("\"event\":\"loginAttempted\"") {
                let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                kinds[event?["client"] as? String ?? "none", default: 0] += 1
                systems[event?["system"] as? String ?? "none", default: 0] += 1
                let kind = try #require(ClientKind.allCases.first { $0.word == event?["client"] as? String })
                #expect(ClientSystem.systems(of: kind).contains { $0.word == event?["system"] as? String }, "\(line)")
            }
            // 30% of the passengers' forms are filled in on the web, and drivers have phones.
            #expect(Set(kinds.keys) == ["mobile", "web"], "\(kinds)")
            let summary = try JSONSerialization.jsonObject(with: Data(try command.text("out/summary.json").utf8))
            let metrics = try #require((summary as? [String: Any])?["metrics"] as? [String: Any])
            for (word, count) in kinds.merging(systems, uniquingKeysWith: +) {
                #expect(metrics["logins.attempted.\(word)"] as? Int == count, "\(word)")
            }
            #expect(systems["android", default: 0] > systems["ios", default: 0] && systems["ios", default: 0] > 0)
            for kind in ["mobile", "web"] {
                #expect((metrics["clients.latency.\(kind).count"] as? Double ?? 0) > 0, "\(kind)")
                #expect((metrics["clients.input.\(kind).count"] as? Double ?? 0) > 0, "\(kind)")
            }
        }
    }

    @Test("OPS-04, SIM-02: other systems of clients change the label and nothing else of a run")
    func clientSystems() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            let other = ["--set", "clients.phones={ios: 100%}", "--set", "clients.browsers={internet-explorer: 1}"]
            #expect(try command.run("run", "town.yaml", "--quiet", "--out", "a").status == 0)
            #expect(try command.run(list: ["run", "town.yaml", "--quiet", "--out", "b"] + other).status == 0)
            let (a, b) = (try command.text("a/events.jsonl"), try command.text("b/events.jsonl"))
            let label = /"system":"(\w+)"/
            #expect(a != b)
            #expect(a.replacing(label, with: "") == b.replacing(label, with: ""))
            #expect(Set(b.matches(of: label).map(\.1)) == ["ios", "internetExplorer"])
        }
    }

    @Test("SIM-06: a run with a server, an outage and accounts is replayed without people and without the server")
    func replay() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            #expect(try command.run("run", "town.yaml", "--quiet", "--out", "out").status == 0)
            let replay = try command.run("replay", "out")
            #expect(replay.status == 0, "\(replay.output) \(replay.complaints)")
            #expect(try command.text("out/messages.jsonl").contains(#"{"down":{}}"#))
        }
    }

    @Test("SIM-03: two processes write the same bytes, server, accounts and all")
    func twoProcesses() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            for folder in ["a", "b"] {
                #expect(try command.run("run", "town.yaml", "--quiet", "--out", folder).status == 0)
            }
            for file in ["summary.json", "events.jsonl", "messages.jsonl"] {
                #expect(try command.text("a/\(file)") == command.text("b/\(file)"), "\(file)")
            }
        }
    }
}
