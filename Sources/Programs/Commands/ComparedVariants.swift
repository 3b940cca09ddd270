// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Foundation
import ScenarioLanguage

/// What a command line compares: scenarios, layouts and settings, each with a name of its own.
struct ComparedVariants {
    /// One of them.
    struct Entry {
        /// What it is.
        enum Kind {
            case scenario(String)
            case layout(String)
            case settings([String])
        }
        let name: String
        let kind: Kind
    }

    /// In the order in which they are compared, the base first.
    let entries: [Entry]
    /// The first scenario, which layouts and settings change.
    private let scenario: String
    /// What is set in all of them.
    private let common: [String]

    /// - Parameters:
    ///   - scenarios: files, each alone or as `name=file`.
    ///   - layouts: the same.
    ///   - variants: names of variants that have settings.
    ///   - settings: all settings, in the order of the command line.
    ///   - base: the name of the base, if it is not the first.
    ///   - words: the command line, which says what is set for which variant.
    init(
        scenarios: [String], layouts: [String], variants: [String], settings: [String], base: String?, words: [String]
    ) throws {
        let files = scenarios.map { Self.named($0) }
        guard let first = files.first else { throw ValidationError("name a scenario to compare") }
        scenario = first.path
        let owners = Self.owners(in: words)
        common = zip(settings, owners).filter { $1 == nil }.map(\.0)
        var entries = files.map { Entry(name: $0.name, kind: .scenario($0.path)) }
        let isOnlyLayouts = files.count == 1 && variants.isEmpty && layouts.count > 1
        if isOnlyLayouts, !first.isNamed, base != first.name { entries = [] }
        entries += layouts.map { Self.named($0) }.map { Entry(name: $0.name, kind: .layout($0.path)) }
        for (index, name) in variants.enumerated() {
            let own = zip(settings, owners).filter { $1 == index }.map(\.0)
            guard !own.isEmpty else {
                throw ValidationError("--variant \(name): nothing is set for it; put its --set path=value behind it")
            }
            entries.append(Entry(name: name.trimmingCharacters(in: .whitespaces), kind: .settings(own)))
        }
        try Self.check(entries, first.path)
        self.entries = try Self.order(entries, base: base)
    }

    /// All settings, those of one variant with its name in front.
    var everySetting: [String] {
        common
            + entries.flatMap { entry -> [String] in
                guard case .settings(let own) = entry.kind else { return [] }
                return own.map { "\(entry.name).\($0)" }
            }
    }

    /// What is set for each variant, in their order: what is set for all, then its own.
    var settings: [[String]] {
        entries.map { entry in
            if case .settings(let own) = entry.kind { common + own } else { common }
        }
    }

    /// The plans, with the seed of the first scenario or the one given.
    func plans(
        seed: UInt64?, number: String, name: String,
        read: (String, [String]) throws(InputErrors) -> ReadScenario
    ) throws -> [(name: String, plan: CityPlan)] {
        let first = try CityPlan(read(scenario, common + (seed.map { ["seed=\($0)"] } ?? [])))
        let same = "seed=\(first.scenario.seed)"
        return try entries.map { entry in
            switch entry.kind {
            case .scenario(let path):
                (entry.name, path == scenario ? first : try CityPlan(read(path, common + [same])))
            case .layout(let path):
                (entry.name, try CityPlan(first, tryingLayout: .geoJSON(path: path, number: number, name: name)))
            case .settings(let own): (entry.name, try CityPlan(read(scenario, common + own + [same])))
            }
        }
    }

    // MARK: Names

    /// A file with its name: `name=file`, or the file's own without its ending. A file whose path has an equals sign is that file.
    private static func named(_ text: String) -> (name: String, path: String, isNamed: Bool) {
        if let equals = text.firstIndex(of: "="), !FileManager.default.fileExists(atPath: text) {
            let name = text[..<equals].trimmingCharacters(in: .whitespaces)
            return (name, String(text[text.index(after: equals)...]), true)
        }
        return (URL(fileURLWithPath: text).deletingPathExtension().lastPathComponent, text, false)
    }

    private static func check(_ entries: [Entry], _ scenario: String) throws {
        var seen: Set<String> = []
        for entry in entries {
            let isPlain = !entry.name.isEmpty && entry.name.count <= 60 && entry.name == entry.name.shownLines
            guard isPlain, !entry.name.contains("\n") else {
                throw ValidationError(
                    "a variant is called `\(entry.name.shown)`; a name is 1 to 60 letters, digits and other plain signs"
                )
            }
            guard seen.insert(entry.name).inserted else {
                throw ValidationError(
                    "two variants are called `\(entry.name)`; give each a name of its own, such as `other=\(entry.path ?? "file")`"
                )
            }
        }
        guard entries.count > 1 else {
            throw ValidationError(
                "there is nothing to compare \(scenario) with: name a second scenario, a --layout or a --variant")
        }
    }

    private static func order(_ entries: [Entry], base: String?) throws -> [Entry] {
        guard let base else { return entries }
        guard let index = entries.firstIndex(where: { $0.name == base }) else {
            let names = entries.map(\.name)
            let near = nearestName(to: base, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw ValidationError(
                "--base \(base): no variant has that name; there are \(names.joined(separator: ", "))\(near)")
        }
        return [entries[index]] + entries[..<index] + entries[(index + 1)...]
    }

    /// For each `--set` of a command line the number of the `--variant` before it; nil for those before the first.
    private static func owners(in words: [String]) -> [Int?] {
        var owners: [Int?] = []
        var last: Int?
        for word in words.prefix(while: { $0 != "--" }) {
            if word == "--variant" || word.hasPrefix("--variant=") { last = (last ?? -1) + 1 }
            if word == "--set" || word.hasPrefix("--set=") { owners.append(last) }
        }
        return owners
    }
}

extension ComparedVariants.Entry {
    /// Its file, if it has one.
    fileprivate var path: String? {
        switch kind {
        case .scenario(let path), .layout(let path): path
        case .settings: nil
        }
    }
}
