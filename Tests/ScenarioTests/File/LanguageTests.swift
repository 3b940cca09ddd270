// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import TaxiRules
import TaxiSimulation
import Testing

@Suite("The published language")
struct LanguageTests {
    @Test("The committed schema and reference are those of the program; run with CABRANK_RECORD=1 to write them")
    func committed() throws {
        let files = [
            "Scenarios/scenario.schema.json": Scenario.jsonSchema(services: Slices.all.keys),
            "Sources/City/CitySlices/CitySlices.docc/ScenarioReference.md": Scenario.reference(
                services: Slices.all.keys),
        ]
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            if ProcessInfo.processInfo.environment["CABRANK_RECORD"] == "1" {
                try text.write(to: Support.root.appendingPathComponent(path), atomically: true, encoding: .utf8)
            }
            #expect(try Support.text(path) == text, "\(path) is not up to date")
        }
    }

    @Test("The defaults of the schema are the defaults of the value types")
    func defaults() throws {
        let schema = try #require(
            JSONSerialization.jsonObject(with: Foundation.Data(Scenario.jsonSchema(services: Slices.all.keys).utf8))
                as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        func fallback(_ section: String, _ key: String) -> String {
            let properties = definitions[section]?["properties"] as? [String: [String: Any]]
            return properties?[key]?["default"].map { "\($0)" } ?? "none given"
        }
        func written(_ section: String, _ keys: [String]) -> String {
            keys.map { "  \($0): \(fallback(section, $0))\n" }.joined()
        }
        // Every default of the schema, written into a file, changes nothing.
        let sections = ["dispatch", "travel", "reservations", "sharing", "network", "record"]
        var text = Support.smallest
        var count = 0
        for section in sections {
            var properties = try #require(definitions[section]?["properties"] as? [String: [String: Any]])
            // Straight lines have no streets, a city without lines no timetable, and rides no times of their own: without them the
            // keys are not written.
            for key in ["roads", "timetable", "fixed-ride", "ride-variability", "ride-factors", "ride-table"] {
                properties[key] = nil
            }
            for key in properties.keys {
                #expect(properties[key]?["default"] != nil, "\(section).\(key) has no default")
            }
            count += properties.count
            // Truth values come back from JSON as numbers.
            let flags = ["web-position", "events", "messages", "invariants"]
            let keys = properties.keys.sorted().filter { !flags.contains($0) }
            text += "\(section):\n" + written(section, keys)
        }
        #expect(count == 17 + 9 + 7 + 6 + 2 + 4)
        let read = try Support.read(text)
        #expect(try read.source == Support.read(Support.smallest).source)
        #expect(
            fallback("dispatch", "offer-deadline") == "60 s" && DispatchSection().rules.offerDeadline == .seconds(60))
        #expect(fallback("dispatch", "arrival-poll") == "90 s" && fallback("dispatch", "no-show-wait") == "5 min")
        #expect(fallback("city", "gap-tolerance") == "10 m" && fallback("drivers", "start") == "area")
        #expect(fallback("drivers", "seats") == "4" && fallback("passengers", "patience") == "none")
        #expect(fallback("arrivals", "hourly") == "even" && fallback("driver-arrivals", "rides") == "none")
        #expect(fallback("reserving", "lead") == "4 h" && fallback("reserving", "share") == "0")
        #expect(fallback("sharing-habits", "willing") == "0" && fallback("sharing-habits", "choosing") == "10 s")
        #expect(fallback("scenario", "length") == "60 min" && fallback("scenario", "seed") == "1")
    }

    @Test("The starter file reads without a warning, under any good name")
    func starter() throws {
        for name in ["x", "my-city.v2", "2026_test"] {
            #expect(Scenario.isName(name))
            let read = try Support.read(Scenario.starter(name: name))
            #expect(read.warnings.isEmpty && read.scenario.name == name)
            #expect(!read.scenario.drivers.isEmpty && !read.scenario.passengers.isEmpty)
        }
        for name in ["", "a b", "ä", "-x", "../x", String(repeating: "x", count: 65)] {
            #expect(!Scenario.isName(name))
        }
    }

    @Test("The reference names every key of the schema")
    func referenceIsWhole() throws {
        let reference = Scenario.reference(services: Slices.all.keys)
        let schema = try #require(
            JSONSerialization.jsonObject(with: Foundation.Data(Scenario.jsonSchema(services: Slices.all.keys).utf8))
                as? [String: Any])
        var keys: Set<String> = []
        func collect(_ value: Any) {
            if let list = value as? [Any] { for one in list { collect(one) } }
            guard let object = value as? [String: Any] else { return }
            if let properties = object["properties"] as? [String: Any] { keys.formUnion(properties.keys) }
            for one in object.values { collect(one) }
        }
        collect(schema)
        #expect(keys.count > 90)
        for key in keys.sorted() {
            #expect(reference.contains("`\(key)`") || reference.contains("`\(key):`"), "\(key) is missing")
        }
    }
}
