// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A value given on the command line in place of the file's: `--set city.grid.rows=4`.
///
/// The path names keys from the top, separated by dots; groups of a list are named by position from 0 or by name. The value
/// is YAML and is checked like the file's.
package struct ScenarioOverride: Sendable, Hashable {
    /// The text as given, `path=value`.
    package let text: String

    /// Makes an override from `path=value`.
    package init(text: String) {
        self.text = text
    }

    /// The name of the override in locations.
    var file: String { Self.mark + text }

    private static let mark = "--set "

    /// Whether something stands on the command line, not in a file.
    static func isSet(_ location: InputLocation) -> Bool { location.file.hasPrefix(mark) }

    /// What is wrong with the value that this one takes the location of: an error of the file stays an error of the file. What
    /// is missing in the file may be set, and files that the replaced value names are not looked at.
    func replacedErrors<Root>(in item: Item, _ section: Section<Root>) -> [InputProblem] {
        let steps = text.prefix { $0 != "=" }.split(separator: ".").map(String.init)
        var locations: Set<InputLocation> = []
        guard let old = Self.kept(steps[...], of: item, .section(section.form), &locations) else { return [] }
        let reading = Reading(looksAtFiles: false)
        _ = section.read(old, reading)
        return reading.problems.filter { $0.severity == .error && locations.contains($0.location) }
    }

    /// An item without all that the path leaves as it is; nil when it replaces nothing. `locations` are those of what is
    /// replaced.
    private static func kept(
        _ steps: ArraySlice<String>, of item: Item, _ form: Form?, _ locations: inout Set<InputLocation>
    ) -> Item? {
        guard let step = steps.first else {
            item.addLocations(to: &locations)
            return item
        }
        let rest = steps.dropFirst()
        switch (item.content, form?.unwrapped) {
        case (.mapping(let entries), let form):
            let section: SectionForm? = if case .section(let section)? = form { section } else { nil }
            let rivals = section?.rivals(of: step) ?? []
            var kept: [Item.Entry] = []
            for entry in entries where entry.key == step || rivals.contains(entry.key) {
                let path = entry.key == step ? rest : []
                guard let value = Self.kept(path, of: entry.value, section?.form(of: entry.key), &locations) else {
                    continue
                }
                if path.isEmpty { locations.insert(entry.location) }
                kept.append(Item.Entry(key: entry.key, location: entry.location, value: value))
            }
            return kept.isEmpty ? nil : Item(location: item.location, content: .mapping(kept))
        case (.list(let items), .list(let form, _)?):
            guard let index = Int(step) ?? items.firstIndex(where: { Merging.name($0) == step }),
                items.indices.contains(index),
                let value = Self.kept(rest, of: items[index], form, &locations)
            else { return nil }
            return Item(location: item.location, content: .list([value]))
        default: return nil
        }
    }

    /// Lays the value over an item. `example` is an override as it should be, for messages.
    func lay(on item: Item, _ form: Form, example: String, _ reading: Reading) -> Item {
        let start = InputLocation(file: file)
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            reading.error(start, "a value is set with path=value", allowed: "for example `\(example)`")
            return item
        }
        let steps = text[..<equals].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if steps.contains("") {
            reading.error(start, "the path `\(text[..<equals])` has an empty step")
            return item
        }
        let column = text[..<equals].unicodeScalars.count + 1
        let source = YAMLText(file: file, text: String(text[text.index(after: equals)...]), indent: column)
        let (value, problems) = source.read()
        reading.add(problems)
        if !problems.isEmpty { return item }
        let location = InputLocation(file: file, line: 1, column: column + 1)
        let leaf = value ?? Item(location: location, content: .nothing)
        return set(steps[...], leaf, in: item, form, start, reading)
    }

    private func set(
        _ steps: ArraySlice<String>, _ leaf: Item, in item: Item?, _ form: Form?, _ location: InputLocation,
        _ reading: Reading
    ) -> Item {
        guard let step = steps.first else { return leaf }
        let rest = steps.dropFirst()
        switch item?.content {
        case nil, .nothing, .mapping:
            let section: SectionForm? = if case .section(let section)? = form?.unwrapped { section } else { nil }
            let rivals = section?.rivals(of: step) ?? []
            var entries = (item?.entries ?? []).filter { !rivals.contains($0.key) }
            let inner = section?.form(of: step)
            let index = entries.firstIndex { $0.key == step }
            let value = set(rest, leaf, in: index.map { entries[$0].value }, inner, location, reading)
            let entry = Item.Entry(key: step, location: location, value: value)
            if let index { entries[index] = entry } else { entries.append(entry) }
            return Item(location: item?.location ?? location, content: .mapping(entries))
        case .list(var items):
            let names = items.compactMap(Merging.name)
            let index = Int(step) ?? items.firstIndex { Merging.name($0) == step }
            guard let index, items.indices.contains(index) else {
                let positions = items.isEmpty ? "nothing: the list is empty" : "0 to \(items.count - 1)"
                reading.error(
                    location, "the path `\(self.steps)` finds no entry `\(step)`",
                    allowed: ([positions] + names.map { "`\($0)`" }).joined(separator: ", "),
                    meant: nearestName(to: step, among: names))
                return Item(location: location, content: .list(items))
            }
            let inner: Form? = if case .list(let form, _)? = form?.unwrapped { form } else { nil }
            items[index] = set(rest, leaf, in: items[index], inner, location, reading)
            return Item(location: item?.location ?? location, content: .list(items))
        case .text(let text, _):
            reading.error(
                location, "the path `\(self.steps)` leads into the single value `\(text)`, which has no `\(step)`")
            return item ?? leaf
        }
    }

    private var steps: String { String(text.prefix { $0 != "=" }) }
}

extension Item {
    /// Adds the locations of the value and of all in it.
    fileprivate func addLocations(to locations: inout Set<InputLocation>) {
        locations.insert(location)
        switch content {
        case .nothing, .text: break
        case .list(let items): for item in items { item.addLocations(to: &locations) }
        case .mapping(let entries):
            for entry in entries {
                locations.insert(entry.location)
                entry.value.addLocations(to: &locations)
            }
        }
    }
}

extension Form {
    /// The form without `none`.
    var unwrapped: Form { if case .optional(let form) = self { form.unwrapped } else { self } }
}
