// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import Experiments

@Suite struct CommonLuckTests {
    /// Strips from west to east as GeoJSON, given by their borders in thousandths of a degree.
    private func layout(_ borders: [Int]) -> String {
        let features = zip(borders, borders.dropFirst()).enumerated().map { index, span in
            let (west, east) = (9 + Double(span.0) / 1000, 9 + Double(span.1) / 1000)
            return """
                {"type":"Feature","properties":{"zone_id":\(index + 1)},"geometry":{"type":"Polygon","coordinates":\
                [[[\(west),45],[\(east),45],[\(east),45.03],[\(west),45.03],[\(west),45]]]}}
                """
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    private let town = """
        length: 6 h
        city: {zones: base.geojson, number: zone_id}
        drivers: [{name: cabs, count: 12, answer: {accept: 80%, refuse: 20%}, idle: {cruise: {pause: 5 min, radius: 1 km}}}]
        passengers:
          - {name: callers, arrivals: {per-day: 800}, origin: {1: 5, 3: 1}, destination: {gravity: {weights: area, scale: 1 km}}}
        changes:
          - {surge: {zones: [3], factor: 4}, from: "02:00", until: "03:00"}
        """

    private func run(_ plan: CityPlan) throws -> [EventRecord] {
        let list = EventList()
        var simulation = Simulation(plan, replication: 3)
        simulation.checksInvariants = true
        simulation.observers = { _ in [list] }
        #expect(try simulation.run().violations.isEmpty)
        return list.records
    }

    private struct Call: Hashable {
        let seconds: Double
        let place: Place
    }

    @Test("SIM-05: under another layout the same people call at the same times from the same places to the same places")
    func samePeople() throws {
        let folder = NSTemporaryDirectory() + "cabrank-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, borders) in [
            ("base", [0, 10, 20, 30, 40]), ("other", [0, 7, 33, 40]), ("wide", [-20, 13, 60]), ("west", [0, 10, 20]),
        ] {
            try Data(layout(borders).utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).geojson"))
        }
        let base = try TestCity(town, folder: folder).plan
        func tried(_ name: String) throws -> CityPlan {
            try CityPlan(base, tryingLayout: .geoJSON(path: "\(folder)/\(name).geojson", number: "zone_id", name: nil))
        }
        func calls(_ records: [EventRecord]) -> [Call] {
            records.found { event -> Place? in
                if case .requestStored(_, _, _, _, _, let place) = event { place } else { nil }
            }.map { Call(seconds: $0.time, place: $0.found) }
        }
        func ends(_ records: [EventRecord]) -> [PassengerID: Place] {
            var ends: [PassengerID: Place] = [:]
            for end in records.found({ event -> (PassengerID, Place)? in
                if case .rideEnded(_, let passenger, _, let place, _) = event { (passenger, place) } else { nil }
            }) { ends[end.found.0] = end.found.1 }
            return ends
        }
        let first = try run(base)
        #expect(calls(first).count > 150)
        for name in ["other", "wide"] {
            let plan = try tried(name)
            #expect(plan.layout.zones.count == (name == "other" ? 3 : 2))
            let second = try run(plan)
            #expect(calls(second) == calls(first), "\(name)")
            let (one, other) = (ends(first), ends(second))
            let both = one.keys.filter { other[$0] != nil }
            #expect(both.count > 50)
            #expect(both.allSatisfy { one[$0] == other[$0] }, "\(name)")
            #expect(first.map(\.event) != second.map(\.event))
        }
        let problem = #expect(throws: InputErrors.self) { try tried("west") }
        #expect(problem?.problems.first?.message.contains("covers 50.0 %") ?? false, "\(String(describing: problem))")
    }

    @Test("Zones of the people are counted as the metrics count zones, whatever zones the service has")
    func places() throws {
        let city = try TestCity(
            file: "Scenarios/quickstart.yaml", set: ["city.grid.columns=3", "drivers.cabs.count=12"])
        let same = try CityPlan(city.plan, tryingLayout: city.scenario.city.layout)
        #expect(same.peopleLayout !== same.layout)
        let one = try Replications(city.plan, rule: .count(4)).run()
        let other = try Replications(same, rule: .count(4)).run()
        for (left, right) in zip(one.replications, other.replications) {
            #expect(left.fingerprint == right.fingerprint)
            #expect(left.leadingZones == right.leadingZones && left.leadingZones.count == 3)
        }
        #expect(one.replications.contains { $0.leadingZones.contains { $0.stored > 0 } })
    }

    @Test("Common random numbers take variance out of a difference; other random numbers do not")
    func variance() throws {
        let city = try TestCity(file: "Scenarios/quickstart.yaml", set: ["length=4 h"])
        let more = try TestCity(file: "Scenarios/quickstart.yaml", set: ["length=4 h", "drivers.cabs.count=7"])
        let base = try Replications(city.plan, rule: .count(24), threads: 2).run()
        func removed(_ seed: UInt64) throws -> Double {
            let other = try Replications(more.plan, rule: .count(24), threads: 2, seed: seed).run()
            let paired = PairedDifference(
                metric: "calls.stored", first: base.values(of: "calls.stored"), second: other.values(of: "calls.stored")
            )
            return try #require(paired.varianceRemoved)
        }
        #expect(try removed(city.scenario.seed) > 0.5)
        #expect(try removed(77) < 0.5)
    }

    @Test("With several variants the correction is over the differences of all of them")
    func correction() throws {
        // Wishes are not kept one by one here.
        let measures = Comparison.measures.filter { $0.name != "wait.same" }
        let variants = try [5, 6, 7].map { count in
            let plan = try TestCity(file: "Scenarios/quickstart.yaml", set: ["drivers.cabs.count=\(count)"]).plan
            return Comparison.Variant(
                name: "\(count)", plan: plan, set: try Replications(plan, rule: .count(6), threads: 2).run())
        }
        let all = Comparison(variants)
        let both = (1...2).flatMap { all.differences(of: $0) }
        // One zone without twenty people leaves no worst zone: what nobody measured is not in the list.
        #expect(Set(both.map(\.metric)).isSubset(of: measures.map(\.name)))
        #expect(both.allSatisfy { $0.first != nil || $0.second != nil })
        // What the sentences tell is corrected by itself, of both variants together, and the rest apart from it.
        let told = ["calls.fulfilled", "wait.mean", "wishes.notInTimeShare"]
        for isTold in [true, false] {
            let family = both.filter { $0.pValue != nil && told.contains($0.metric) == isTold }
            #expect(family.map(\.correctedPValue) == HolmCorrection.correct(family.compactMap(\.pValue)))
            #expect(all.correction.contains(isTold ? "the \(family.count) differences" : "the other \(family.count)"))
        }
        let smallest = try #require(both.filter { told.contains($0.metric) }.compactMap(\.pValue).min())
        #expect(both.contains { $0.pValue == smallest && $0.correctedPValue == min(1, smallest * 6) })
        #expect(all.correction.contains("the 6 differences that the sentences tell of all 2 comparisons"))
        let one = Comparison(Array(variants[0...1]))
        #expect(one.correction.contains("the 3 differences that the sentences tell,"))
        // The numbers themselves do not depend on the company.
        #expect(one.differences(of: 1).map(\.difference) == all.differences(of: 1).map(\.difference))
        #expect(all.zones(of: 2).count == 1 && all.zones(of: 1).count == 1)
    }
}
