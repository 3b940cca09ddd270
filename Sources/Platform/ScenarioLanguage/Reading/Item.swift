// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// One value of a scenario text with its location, before it is understood.
package struct Item: Sendable {
    /// What a value can be.
    package indirect enum Content: Sendable {
        /// A key without a value.
        case nothing
        /// A single value; its text is taken as written, so that `12:30` stays a time.
        case text(String, quoted: Bool)
        case list([Item])
        /// Keys with values, in file order.
        case mapping([Entry])
    }

    /// A key with its value.
    package struct Entry: Sendable {
        package let key: String
        package let location: InputLocation
        package var value: Item
    }

    /// Where it stands. A mapping or list in block form has the location of its key.
    package var location: InputLocation
    package var content: Content

    package init(location: InputLocation, content: Content) {
        self.location = location
        self.content = content
    }

    /// The entries of a mapping; nil for anything else.
    package var entries: [Entry]? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    /// The value of a key of a mapping.
    package subscript(key: String) -> Item? { entries?.first { $0.key == key }?.value }

    /// What it is, for messages.
    package var sort: String {
        switch content {
        case .nothing: "nothing"
        case .text: "a single value"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}

// Items that the program writes: defaults and the resolved text have no location in a file.
extension Item {
    private static let nowhere = InputLocation(file: "")

    package static func plain(_ text: String) -> Item { Item(location: nowhere, content: .text(text, quoted: false)) }
    package static func quoted(_ text: String) -> Item { Item(location: nowhere, content: .text(text, quoted: true)) }
    package static func list(_ items: [Item]) -> Item { Item(location: nowhere, content: .list(items)) }
    package static func mapping(_ entries: [(String, Item)]) -> Item {
        Item(location: nowhere, content: .mapping(entries.map { Entry(key: $0.0, location: nowhere, value: $0.1) }))
    }

    /// The value on one line, as YAML.
    var onOneLine: String {
        switch content {
        case .nothing: "null"
        case .text(let text, let quoted): quoted ? "\"\(text)\"" : text
        case .list(let items): "[\(items.map(\.onOneLine).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\($0.key): \($0.value.onOneLine)" }.joined(separator: ", "))}"
        }
    }
}
