// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The outer form of a value, without its Swift type: what the JSON Schema, the reference and the merging of files read.
package indirect enum Form: Sendable {
    case scalar(ScalarForm)
    /// A mapping with known keys.
    case section(SectionForm)
    /// A list of like values.
    case list(of: Form, count: ClosedRange<Int>)
    /// A mapping from values to values, such as zones to weights.
    case map(key: ScalarForm, value: Form)
    /// One of several forms, described once under a name. Made when asked for, because distributions hold distributions.
    case choice(name: String, summary: String, @Sendable () -> [Alternative])
    /// The form, or the word `none`.
    case optional(Form)

    /// One of the forms of a choice.
    package struct Alternative: Sendable {
        /// The key of a mapping with this one key, such as `gamma`; nil when the value itself has the form.
        let key: String?
        let form: Form
        let summary: String
        /// An example on one line.
        let example: String

        package init(key: String?, form: Form, summary: String, example: String) {
            self.key = key
            self.form = form
            self.summary = summary
            self.example = example
        }
    }
}

/// The form of a single value.
package struct ScalarForm: Sendable {
    /// In words, such as "time, 1 s to 1 h".
    let words: String
    /// As a JSON Schema.
    let schema: [String: JSONValue]

    package init(_ words: String, _ schema: [String: JSONValue]) {
        self.words = words
        self.schema = schema
    }
}

/// A mapping with known keys.
package struct SectionForm: Sendable {
    let name: String
    let summary: String
    let keys: [KeyForm]
    /// Groups of keys that exclude each other. Exactly one group must be used.
    let groups: [KeyGroup]
}

/// Keys that stand together, and exclude those of the other groups.
package struct KeyGroup: Sendable {
    /// Keys that are needed when the group is used; the first names the group.
    let needed: [String]
    var others: [String] = []

    package init(_ needed: String..., others: [String] = []) {
        self.needed = needed
        self.others = others
    }

    var keys: [String] { needed + others }
    var head: String { needed.first ?? "" }
}

/// A key of a section.
struct KeyForm: Sendable {
    let key: String
    let summary: String
    let isRequired: Bool
    let makeForm: @Sendable () -> Form
    let makeFallback: @Sendable () -> Item?

    var form: Form { makeForm() }
    /// The value that holds when the key is left out; nil when there is none or it is spread over a section of its own.
    var fallback: Item? { makeFallback() }
}

extension SectionForm {
    /// The form of a key's value.
    func form(of key: String) -> Form? { keys.first { $0.key == key }?.form }

    /// The keys that a given key excludes.
    func rivals(of key: String) -> [String] {
        guard let own = groups.first(where: { $0.keys.contains(key) }) else { return [] }
        return groups.flatMap(\.keys).filter { !own.keys.contains($0) }
    }
}
