// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Foundation

@testable import CitySlices
@testable import ScenarioLanguage

/// The keys of a scenario with what the language says of their values.
struct SeedKeys {
    /// A value of the text with the two ends of its documented range.
    struct Leaf {
        let path: [String]
        let ends: [String]
    }

    /// The scenario as keys and values.
    let item: Item
    /// The values whose range has ends.
    private(set) var leaves: [Leaf] = []
    /// The keys of the language that the text has, such as `race-pace: sigma`.
    private(set) var used: Set<String> = []

    /// The whole language, services included.
    static let language = Scenario.section(Slices.all.keys)

    init(_ text: String) throws {
        let files = FileReader(Self.language, data: DataFolder(), allowsInclude: false, example: "")
        item = try files.read(text: text, named: "seed", folder: "", overrides: []).item
        visit(item, .section(Self.language.form), [])
    }

    private mutating func visit(_ item: Item, _ form: Form, _ path: [String]) {
        switch (form, item.content) {
        case (.optional(let form), _): visit(item, form, path)
        case (.choice(_, _, let make), _):
            let key = item.entries.flatMap { $0.count == 1 ? $0[0].key : nil }
            let all = make()
            if let key, let own = all.first(where: { $0.key == key }), let value = item[key] {
                visit(value, own.form, path + [key])
            } else {
                for plain in all where plain.key == nil { visit(item, plain.form, path) }
            }
        case (.section(let section), .mapping(let entries)):
            for entry in entries {
                guard let form = section.form(of: entry.key) else { continue }
                used.insert("\(section.name): \(entry.key)")
                visit(entry.value, form, path + [entry.key])
            }
        case (.list(let form, _), .list(let items)):
            for (index, item) in items.enumerated() { visit(item, form, path + [String(index)]) }
        case (.map(_, let form), .mapping(let entries)):
            for entry in entries { visit(entry.value, form, path + [entry.key]) }
        case (.scalar(let scalar), .text):
            let ends = Self.ends(scalar.words)
            if !ends.isEmpty { leaves.append(Leaf(path: path, ends: ends)) }
        default: break
        }
    }

    /// The ends of a range that is written as `time, 1 s to 1 h` or `number, 0 or more`.
    static func ends(_ words: String) -> [String] {
        guard let comma = words.range(of: ", ") else { return [] }
        let range = String(words[comma.upperBound...])
        if range.hasSuffix(" or more") { return [String(range.dropLast(8))] }
        let ends = range.components(separatedBy: " to ")
        return ends.count == 2 && ends.allSatisfy { $0.first?.isNumber == true || $0.first == "-" } ? ends : []
    }

    /// The text with other values, on one line.
    func text(with values: [(path: [String], value: String)]) -> String {
        values.reduce(item) { Self.replacing($1.path[...], in: $0, by: $1.value) }.onOneLine
    }

    private static func replacing(_ path: ArraySlice<String>, in item: Item, by value: String) -> Item {
        guard let step = path.first else { return .plain(value) }
        var item = item
        switch item.content {
        case .mapping(var entries):
            for index in entries.indices where entries[index].key == step {
                entries[index].value = replacing(path.dropFirst(), in: entries[index].value, by: value)
            }
            item.content = .mapping(entries)
        case .list(var items):
            if let index = Int(step) { items[index] = replacing(path.dropFirst(), in: items[index], by: value) }
            item.content = .list(items)
        default: break
        }
        return item
    }

    /// Every key of the language.
    static func all() -> Set<String> {
        var (keys, seen): (Set<String>, Set<String>) = ([], [])
        func visit(_ form: Form) {
            switch form {
            case .optional(let form), .list(let form, _), .map(_, let form): visit(form)
            case .choice(let name, _, let make):
                // Distributions hold distributions; their parameters are not keys of a service.
                guard !name.contains("distribution"), seen.insert(name).inserted else { return }
                for alternative in make() { visit(alternative.form) }
            case .section(let section):
                guard seen.insert("section \(section.name)").inserted else { return }
                for key in section.keys {
                    keys.insert("\(section.name): \(key.key)")
                    visit(key.form)
                }
            case .scalar: break
            }
        }
        visit(.section(language.form))
        return keys
    }
}
