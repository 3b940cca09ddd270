// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// A whole run of the trip planner behind a server, as analysts meet it.
@Suite struct PlannerRunTests {
    private static let city = """
        cabrank: 1
        name: town
        start: 2026-03-04 06:00
        length: 16 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        server: {service: {law: {exponential: 10 ms}}}
        people:
          - name: planners
            count: 20
            home: equal
            work: equal
            transit: 0%
            taxi: 0%
            planner: 100%
            days:
              - activities:
                  - {name: work, place: work, start: {uniform: {from: 08:00, to: 10:00}}, length: 4 h}
        record: {events: true, messages: true, invariants: true}
        """

    @Test("ACCOUNT-TRIP-02: no file of a run holds a cloud identifier, nor what is kept of one")
    func identifiers() throws {
        try Command.inNewFolder { command in
            try command.write(Self.city, to: "town.yaml")
            let outcome = try command.run("run", "town.yaml", "--quiet", "--out", "out")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let log = try command.text("out/events.jsonl")
            for event in ["deviceAccountCreated", "deviceRecognised", "userRecordCreated", "eventAdded", "timeToLeave"]
            {
                #expect(log.contains("\"\(event)\""), "\(event)")
            }
            let files = try command.files(in: "out")
            for file in ["report.html", "results.sqlite", "summary.json", "events.jsonl"] {
                #expect(files.contains(file), "\(files)")
            }
            // Every identifier of synthetic people begins with these words.
            let search = SecretSearch([Secret("identifiers", "cloud-account-")])
            let folder = command.folder.appendingPathComponent("out").path
            #expect(try search.finds(inFolder: folder) == [])
            #expect(!log.contains("hash") && !log.contains("identifier"))
            // The search can find.
            try command.write("cloud-account-17", to: "out/planted.csv")
            #expect(try search.finds(inFolder: folder).map(\.secret) == ["identifiers"])
        }
    }
}
