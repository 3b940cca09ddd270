// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A mapping with known keys that fills a value: the one description from which the reader's checks, the JSON Schema and
/// the reference are all made.
package struct Section<Root: Sendable>: Sendable {
    let name: String
    package let summary: String
    /// The value with all defaults.
    package let blank: Root
    let fields: [Field<Root>]
    let groups: [KeyGroup]

    package init(_ name: String, _ summary: String, blank: Root, groups: [KeyGroup] = [], _ fields: [Field<Root>]) {
        self.name = name
        self.summary = summary
        self.blank = blank
        self.fields = fields
        self.groups = groups
    }

    /// The section with one more key, behind the one of this name, or at the end.
    package func adding(_ field: Field<Root>, behind key: String? = nil) -> Section {
        var all = fields
        let place = key.flatMap { key in fields.firstIndex { $0.key == key } }.map { $0 + 1 }
        all.insert(field, at: place ?? all.endIndex)
        return Section(name, summary, blank: blank, groups: groups, all)
    }

    package var form: SectionForm {
        let writing = Writing(folder: "")
        return SectionForm(
            name: name, summary: summary,
            keys: fields.map { field in
                KeyForm(
                    key: field.key, summary: field.summary, isRequired: field.isRequired, makeForm: { field.form },
                    makeFallback: { field.isRequired ? nil : field.write(blank, writing) })
            },
            groups: groups)
    }

    /// The section as a format of values.
    package var format: ValueFormat<Root> {
        ValueFormat(.section(form), read: { read($0, $1) }, write: { write($0, $1) })
    }

    /// What could be read of a section.
    struct Filled {
        /// The value, with defaults for keys that are not there or could not be read.
        var value: Root
        /// The keys that are there and could not be read.
        var failed: Set<String> = []
    }

    /// Reads the section on top of the defaults; notes unknown, missing and excluded keys.
    package func read(_ item: Item, _ reading: Reading) -> Root? {
        let before = reading.errors
        let filled = fill(item, reading)
        return reading.errors > before ? nil : filled?.value
    }

    /// Reads what can be read of the section, and notes everything else; nil when it is no mapping.
    func fill(_ item: Item, _ reading: Reading) -> Filled? {
        guard case .mapping(let entries) = item.content else {
            reading.fault(
                item.location, "expected a mapping, found \(item.sort)", allowed: keyList)
            return nil
        }
        noteUnknownKeys(entries, reading)
        noteGroups(entries, item.location, reading)
        var filled = Filled(value: blank)
        for field in fields {
            if let entry = entries.first(where: { $0.key == field.key }) {
                let before = reading.errors
                reading.within(field.key, entry.location) {
                    if case .nothing = entry.value.content {
                        reading.error(entry.location, "`\(field.key)` has no value; write one or leave the key out")
                    } else {
                        field.read(entry.value, reading, &filled.value)
                    }
                }
                if reading.errors > before { filled.failed.insert(field.key) }
            } else if field.isRequired {
                reading.error(item.location, "`\(field.key)` is missing in \(name)")
            }
        }
        return filled
    }

    /// Whether it has such a key.
    package func knows(_ key: String) -> Bool { fields.contains { $0.key == key } }

    /// Writes every key, defaults included.
    package func write(_ value: Root, _ writing: Writing) -> Item {
        .mapping(fields.compactMap { field in field.write(value, writing).map { (field.key, $0) } })
    }

    private var keyList: String { fields.map(\.key).joined(separator: ", ") }

    private func noteUnknownKeys(_ entries: [Item.Entry], _ reading: Reading) {
        for entry in entries where !knows(entry.key) {
            if entry.key == "<<" {
                reading.error(entry.location, "merge keys (`<<`) are not supported; use `include` or an alias")
                continue
            }
            reading.error(
                entry.location, "unknown key `\(entry.key)` in \(name)", allowed: keyList,
                meant: nearestName(to: entry.key, among: fields.map(\.key)))
        }
    }

    private func noteGroups(_ entries: [Item.Entry], _ location: InputLocation, _ reading: Reading) {
        guard !groups.isEmpty else { return }
        let heads = groups.map { "`\($0.head)`" }.joined(separator: ", ")
        let used = groups.filter { group in entries.contains { group.keys.contains($0.key) } }
        guard let first = used.first else {
            return reading.error(location, "\(name) needs exactly one of \(heads)")
        }
        let rivals = used.dropFirst().flatMap(\.keys)
        for entry in entries where rivals.contains(entry.key) {
            reading.error(
                entry.location, "`\(entry.key)` cannot be combined with `\(first.head)`",
                allowed: "exactly one of \(heads)")
        }
        for key in first.needed where !entries.contains(where: { $0.key == key }) {
            reading.error(location, "`\(key)` is missing in \(name)")
        }
    }
}
