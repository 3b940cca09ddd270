// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySimulation
import CitySlices
import Foundation
import Reporting
import ScenarioLanguage

/// What a journal belongs to: equal ones give equal replications.
package struct JournalBinding: Codable, Hashable, Sendable {
    /// A file that the scenario names.
    package struct File: Codable, Hashable, Sendable {
        /// What it is for: `city.zones`, `city.outline`, `layout`, `travel.table`, `travel.roads`, `travel.timetable`, or a
        /// service's own key.
        package let use: String
        /// Its name, without its folder.
        package let name: String
        /// The hash of its bytes; empty when it cannot be read.
        package let hash: String
    }

    /// The version of the journal's form.
    package let journal: Int
    /// The hash of the scenario with all its values and the lines of its demand tables and traces.
    package let scenarioHash: String
    /// The hash of the service's zones: their numbers, names, outlines.
    package let layoutHash: String
    /// The other files that a run reads: maps, travel tables and streets.
    package let files: [File]
    /// Whether every invariant is checked: a journal without the checks says nothing of them.
    package let invariants: Bool
    /// Whether wishes are kept one by one.
    package let wishes: Bool
    /// The metrics of parts of the run that are counted; nil for none.
    package let parts: [String]?
    /// The seed, as text.
    package let seed: String
    package let version: String

    /// The binding of an experiment's replications. Reads the files that the scenario names once more.
    package init(_ experiment: Replications) {
        self.init(
            experiment.plan, seed: experiment.seed, checksInvariants: experiment.checksInvariants,
            keepsWishes: experiment.keepsWishes, parts: experiment.parts.flatMap(\.names),
            places: experiment.places?.layout)
    }

    /// The binding of replications of a plan. Reads the files that the scenario names once more.
    package init(
        _ plan: CityPlan, seed: UInt64, checksInvariants: Bool = false, keepsWishes: Bool = false,
        parts: [String] = [], places: (any ZoneLayout)? = nil
    ) {
        let context = Simulation(plan, seed: seed).context
        journal = 5
        scenarioHash = context.scenarioHash
        version = context.version
        invariants = checksInvariants || plan.scenario.record.invariants
        wishes = keepsWishes
        self.parts = parts.isEmpty ? nil : parts.sorted()
        self.seed = String(seed)
        var text = ""
        for zone in context.zones + (places?.zones ?? []) { text += "\(zone.id.number) \(zone.name) \(zone.outline)\n" }
        layoutHash = TextHash.hex(of: text)
        var files: [File] = []
        if case .geoJSON(let path, _, _) = plan.scenario.city.layout { files.append(File(use: "city.zones", path)) }
        if let path = plan.scenario.city.outline { files.append(File(use: "city.outline", path)) }
        if plan.layoutSource != plan.scenario.city.layout, case .geoJSON(let path, _, _) = plan.layoutSource {
            files.append(File(use: "layout", path))
        }
        if let path = plan.scenario.travel.table { files.append(File(use: "travel.table", path)) }
        if let roads = plan.scenario.travel.roads { files.append(File(use: "travel.roads", roads.file)) }
        if let lines = plan.scenario.travel.timetable { files.append(File(use: "travel.timetable", lines.file)) }
        for slice in plan.slices {
            files += slice.files(in: plan.scenario).map { File(use: $0.key, $0.path) }
        }
        self.files = files
    }

    /// What of this differs from another binding, in words; nil when they are equal.
    func difference(from wanted: JournalBinding) -> String? {
        guard self != wanted else { return nil }
        if journal != wanted.journal { return "a journal in another format" }
        if version != wanted.version { return "version \(version) of the program" }
        if seed != wanted.seed { return "seed \(seed)" }
        if scenarioHash != wanted.scenarioHash {
            return "another scenario: its text, a table that it reads, or a value set with --set has changed"
        }
        for (old, new) in zip(files, wanted.files) where old != new {
            return old.name == new.name && old.use == new.use
                ? "other contents of \(new.name) (\(new.use)): the file has changed since"
                : "the file \(old.name) (\(old.use)), not \(new.name)"
        }
        if invariants != wanted.invariants {
            return "replications \(invariants ? "with" : "without") the checks of invariants"
        }
        if wishes != wanted.wishes { return "another command: replications \(wishes ? "with" : "without") each wish" }
        if parts != wanted.parts {
            return
                "another command: replications with \(parts.map { "`\($0.joined(separator: "`, `"))`" } ?? "no part of the run")"
        }
        return "another map"
    }
}

extension JournalBinding.File {
    fileprivate init(use: String, _ path: String) {
        let bytes = try? InputFile.bytes(of: path)
        self.init(
            use: use, name: URL(fileURLWithPath: path).lastPathComponent,
            hash: bytes.map { TextHash.hex(of: $0) } ?? "")
    }
}

extension TextHash {
    /// Sixteen hexadecimal digits of bytes; of a text's bytes those of the text.
    fileprivate static func hex(of bytes: Data) -> String { hex(of: String(decoding: bytes, as: UTF8.self)) }
}
