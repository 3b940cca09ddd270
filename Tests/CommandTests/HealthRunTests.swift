// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// A whole run of the health service beside all that knows people by name, as analysts and CI meet it.
@Suite struct HealthRunTests {
    private static let city = """
        cabrank: 1
        name: town
        start: 2026-03-07 08:00
        length: 90 min
        city: {grid: {rows: 2, columns: 2, cell: 2 km}}
        travel: {free-speed: 30 km/h}
        drivers:
          - name: cabs
            count: 8
            answer: {reaction: {lognormal: {median: 8 s, sigma: 0.5}}, accept: 85%, refuse: 10%}
        passengers:
          - name: people
            population: {people: 20, thinking: {exponential: 40 min}}
        server:
          workers: 2
          service: {law: {exponential: 30 ms}}
        accounts:
          password-cost: reduced
          registrants: {per-day: 200}
        stores:
          groups: [{name: shop, count: 2, limit: 5, hours: always}]
          accounts: {}
          shoppers: [{name: neighbours, arrivals: {per-day: 400}}]
        ambulances:
          stations: [{name: west, zone: 1, units: 3}]
          hospitals: [{name: general, zone: 4}]
          calls: {per-day: 24}
          priorities: [{name: any}]
        health:
          smallest-group: 20
          groups: {least-interval: 1 min, requests-a-day: 1000000, intervals-a-day: 1000000}
          wearers:
            - name: wearers
              people: 60
              every: 30 s
              worn-for: 24 h
              values: [{parameter: heart-rate, mean: 72}]
              episodes: [{parameter: heart-rate, per-day: 10}]
              lost-links: 10
              tampering: 1%
              faults: 1%
              moves-house: 300
          consent: {answered: 90%, agreed: 70%, delay: {exponential: 5 min}, withdrawals: 1000}
          third-parties:
            - {name: institutes, count: 3, requests: 600, repeats: 20%, mistypes: 10%, group-requests: 200,
               group-subscriptions: 5, interval: 1 min, subscribes: 50%}
        record: {events: true, messages: true, invariants: true}
        """

    /// Words with which every identity number, address, password and phone number of synthetic people begins or ends.
    private static let identifiers = [
        Secret("identity numbers", "SSN100000"), Secret("addresses", "mail.example.com"),
        Secret("passwords", "Word-passenger"), Secret("passwords of registrants", "Word-visitor"),
        Secret("phone numbers", "+39 30000000"),
    ]

    @Test(
        "SEC-09, HEALTH-R5: a tampered batch is found out; no file of a run holds an identity number, an address, a phone number or a password, and what is told of groups names nobody"
    )
    func identifiers() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            let outcome = try command.run("run", "town.yaml", "--quiet", "--out", "out")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let log = try command.text("out/events.jsonl")
            // The run did what could leak: sign-ups, requests by number, reads, groups, SOS, codes by SMS, registrations.
            for event in [
                "wearerRegistered", "requestForwarded", "requestRefused", "dataRead", "dataDelivered", "groupAnswered",
                "groupDelivered", "groupValue", "sosSent", "tamperDetected", "smsSent", "registrationConfirmed",
            ] {
                #expect(log.contains("\"\(event)\""), "\(event)")
            }
            let files = try command.files(in: "out")
            for file in ["report.html", "results.sqlite", "summary.json", "events.jsonl"] {
                #expect(files.contains(file), "\(files)")
            }
            let search = SecretSearch(Self.identifiers)
            let folder = command.folder.appendingPathComponent("out").path
            #expect(try search.finds(inFolder: folder) == [])
            // What is told of groups has these fields and no other.
            try groups(log)
            // The sheets of a sweep, too.
            let sweep = try command.run(
                "sweep", "town.yaml", "--set", "ambulances.stations.west.units=1..2/1", "--replications", "1",
                "--quiet", "--out", "sweep")
            #expect(sweep.status == 0, "\(sweep.complaints)")
            #expect(try search.finds(inFolder: command.folder.appendingPathComponent("sweep").path) == [])
            // The search can find: a planted number in the same folder.
            try command.write("SSN10000017;72", to: "out/planted.csv")
            #expect(try search.finds(inFolder: folder).map(\.secret) == ["identity numbers"])
        }
    }

    /// The fields of events of groups: none of them is a person's.
    private func groups(_ log: String) throws {
        let told: Set<String> = [
            "group", "party", "purpose", "youngest", "oldest", "southWestEastMm", "southWestNorthMm",
            "northEastEastMm", "northEastNorthMm", "by", "waits", "members", "intervals", "reason", "fromNs", "toNs",
            "from", "to", "values", "parameter", "contributors", "mean", "low", "high",
        ]
        var count = 0
        var all: Set<String> = []
        for line in log.split(separator: "\n") where line.contains("\"event\":\"group") {
            let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            all.formUnion(event.keys)
            count += 1
        }
        let head: Set<String> = ["number", "time", "timeNs", "turn", "event"]
        #expect(count > 50 && all.subtracting(told).subtracting(head).isEmpty, "\(all)")
    }
}
