// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// One form of a choice: a mapping with one key.
package struct Case<Value: Sendable>: Sendable {
    let key: String
    /// How it is described.
    let alternative: @Sendable () -> Form.Alternative
    let read: @Sendable (Item, Reading) -> Value?
    /// Writes the value under the key; nil when the value is of another form.
    let write: @Sendable (Value, Writing) -> Item?

    /// A form that holds a part from which the value is made. The part's format is made when needed: distributions hold distributions.
    package init<Part: Sendable>(
        _ key: String, _ summary: @autoclosure @escaping @Sendable () -> String,
        example: @autoclosure @escaping @Sendable () -> String, _ format: @escaping @Sendable () -> ValueFormat<Part>,
        make: @escaping @Sendable (Part) -> Value, part: @escaping @Sendable (Value) -> Part?
    ) {
        self.key = key
        alternative = { Form.Alternative(key: key, form: format().form, summary: summary(), example: example()) }
        read = { format().read($0, $1).map(make) }
        write = { value, writing in part(value).map { format().write($0, writing) } }
    }
}

extension ValueFormat {
    /// One of several forms: a word, a single value, or a mapping with one known key.
    package static func choice(
        _ name: String, _ article: String, _ summary: String, words: [(String, Value, String)] = [],
        plain: (format: ValueFormat, summary: String, example: String)? = nil,
        isPlain: @escaping @Sendable (Value) -> Bool = { _ in false },
        word: @escaping @Sendable (Value) -> String? = { _ in nil }, cases: @escaping @Sendable () -> [Case<Value>]
    ) -> ValueFormat {
        let wordNames = words.map(\.0)
        let form = Form.choice(name: name, summary: summary) {
            var forms: [Form.Alternative] = words.map {
                Form.Alternative(
                    key: nil, form: .scalar(ScalarForm("`\($0.0)`", ["const": .text($0.0)])), summary: $0.2,
                    example: $0.0)
            }
            if let plain {
                forms.append(.init(key: nil, form: plain.format.form, summary: plain.summary, example: plain.example))
            }
            return forms + cases().map { $0.alternative() }
        }
        return ValueFormat(
            form,
            read: { item, reading in
                switch item.content {
                case .text(let text, _):
                    if let found = words.first(where: { $0.0 == text }) { return found.1 }
                    if let plain { return plain.format.read(item, reading) }
                    reading.fault(
                        item.location, "`\(text)` is not \(article)",
                        allowed: (wordNames + cases().map { $0.key + ": ..." }).joined(separator: ", "),
                        meant: nearestName(to: text, among: wordNames))
                    return nil
                case .mapping(let entries):
                    return one(of: entries, item.location, cases(), article, reading)
                default:
                    reading.fault(
                        item.location, "expected \(article), found \(item.sort)",
                        allowed: (wordNames + cases().map { $0.key + ": ..." }).joined(separator: ", "))
                    return nil
                }
            },
            write: { value, writing in
                if let text = word(value) { return .plain(text) }
                if let plain, isPlain(value) { return plain.format.write(value, writing) }
                for one in cases() {
                    if let item = one.write(value, writing) { return .mapping([(one.key, item)]) }
                }
                return .plain("")
            })
    }

    private static func one(
        of entries: [Item.Entry], _ location: InputLocation, _ cases: [Case<Value>], _ article: String,
        _ reading: Reading
    ) -> Value? {
        let keys = cases.map(\.key)
        var isKnown = true
        for entry in entries where !keys.contains(entry.key) {
            reading.error(
                entry.location, "unknown key `\(entry.key)` in \(article)", allowed: keys.joined(separator: ", "),
                meant: nearestName(to: entry.key, among: keys))
            isKnown = false
        }
        guard isKnown else { return nil }
        guard let entry = entries.first, entries.count == 1, let found = cases.first(where: { $0.key == entry.key })
        else {
            reading.fault(
                entries.dropFirst().first?.location ?? location,
                "\(article) needs exactly one key, not \(entries.count)",
                allowed: keys.joined(separator: ", "))
            return nil
        }
        return reading.within(entry.key, entry.location) {
            if case .nothing = entry.value.content {
                reading.error(entry.location, "`\(entry.key)` has no value")
                return nil
            }
            return found.read(entry.value, reading)
        }
    }
}
