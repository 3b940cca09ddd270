// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import CityTestKit
import Foundation
import Testing

@testable import Experiments

/// What a store keeps of a replication.
@Suite struct StoredResultTests {
    @Test("A result is read as it was kept; one with a changed number, and one without a hash, are not taken")
    func checksum() throws {
        let city = try TestCity(
            file: "Scenarios/quickstart.yaml",
            set: ["length=1 h", "record.invariants=false", "record.messages=false"])
        let replication = try #require(try Replications(city.plan, rule: .count(1)).run().replications.first)
        let text = String(decoding: StoredResult.encoded(replication), as: UTF8.self)
        #expect(StoredResult.decoded(text) == replication)
        let events = "\"events\":\(replication.events)"
        #expect(text.contains(events))
        for number in ["\"events\":\(replication.events + 1)", "\"events\":1e308", "\"events\":inf"] {
            #expect(StoredResult.decoded(text.replacing(events, with: number)) == nil, "\(number)")
        }
        let plain = String(decoding: ReplicationJournal.encoded(replication), as: UTF8.self)
        #expect(StoredResult.decoded(plain) == nil && StoredResult.decoded("") == nil)
    }
}
