// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// Reads what a request states, in its JSON object or behind its question mark, and notes all that is wrong with it: nobody has to
/// send a form twice to learn of the second fault.
struct FormReader {
    private let members: [String: JSONContent]
    private let path: String
    /// Whether the values stand behind a question mark, where everything is a text.
    private let isQuery: Bool
    private var known: Set<String> = []
    private(set) var faults: [Problem.Fault] = []

    /// The object of a request's content; of no content an empty one.
    ///
    /// - Throws: a problem when the content is no JSON object.
    init(content: [UInt8]) throws(Problem) {
        guard !content.isEmpty else {
            self.init([:], at: "")
            return
        }
        guard Self.depth(of: content) <= Self.mostDepth else {
            throw Problem(422, "badContent", "The content is nested more than \(Self.mostDepth) deep.")
        }
        guard let value = JSONContent.read(content) else {
            throw Problem(422, "badContent", "The content is not JSON.")
        }
        guard case .object(let members) = value else {
            throw Problem(422, "badContent", "The content is not a JSON object.")
        }
        self.init(members, at: "")
    }

    /// How deep lists and objects may lie in each other: looking for what a value is costs more the deeper it lies.
    private static let mostDepth = 8

    /// How deep lists and objects lie in each other.
    private static func depth(of content: [UInt8]) -> Int {
        var (depth, deepest, isInText, isEscaped) = (0, 0, false, false)
        for byte in content {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    private init(_ members: [String: JSONContent], at path: String, isQuery: Bool = false) {
        (self.members, self.path, self.isQuery) = (members, path, isQuery)
    }

    /// The values behind the question mark.
    init(query: [String: String]) { self.init(query.mapValues { .text($0) }, at: "", isQuery: true) }

    /// Whether a value is there, `null` being none.
    private func has(_ name: String) -> Bool { value(name) != nil }

    private func value(_ name: String) -> JSONContent? { members[name].flatMap { $0 == .null ? nil : $0 } }

    private mutating func look(_ name: String) -> JSONContent? {
        known.insert(name)
        return value(name)
    }

    /// Notes a fault of a value.
    mutating func note(_ name: String, _ says: String) {
        faults.append(Problem.Fault(field: path + name, says: says))
    }

    /// A text of at most 1,000 characters; nil without one.
    mutating func text(_ name: String) -> String? {
        guard let value = look(name) else { return nil }
        guard case .text(let text) = value else {
            note(name, "must be a text")
            return nil
        }
        guard text.count <= 1000 else {
            note(name, "has \(text.count) characters; at most 1000 are allowed")
            return nil
        }
        return text
    }

    /// A text that must be there.
    mutating func neededText(_ name: String) -> String {
        require(name)
        return text(name) ?? ""
    }

    /// Notes a value that must be there and is not.
    mutating func require(_ name: String) {
        if !has(name) { note(name, "is missing") }
    }

    /// Notes a value that must not stand beside another one.
    mutating func exclude(_ name: String, beside other: String) {
        if look(name) != nil { note(name, "must not be stated beside `\(other)`") }
    }

    /// A whole number of a range; nil without one.
    mutating func number(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let value = look(name) else { return nil }
        guard let number = whole(value), range.contains(number) else {
            note(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A whole number that fits into 32 bits, of which the service judges the rest.
    mutating func number(_ name: String) -> Int32? {
        number(name, in: Int64(Int32.min)...Int64(Int32.max)).map { Int32($0) }
    }

    /// A whole number that must be there.
    mutating func neededNumber(_ name: String, in range: ClosedRange<Int64>) -> Int64 {
        require(name)
        return number(name, in: range) ?? range.lowerBound
    }

    private func whole(_ value: JSONContent) -> Int64? {
        switch value {
        case .text(let text): isQuery ? Int64(text) : nil
        case .number(let number): Int64(exactly: number)
        case .null, .flag, .list, .object: nil
        }
    }

    /// A number that must be there.
    mutating func neededDegrees(_ name: String) -> Double {
        require(name)
        guard let value = look(name) else { return 0 }
        let number: Double? =
            switch value {
            case .text(let text): isQuery ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
            case .number(let number): number
            case .null, .flag, .list, .object: nil
            }
        if number == nil { note(name, "must be a number of degrees") }
        return number ?? 0
    }

    /// Yes or no; nil without it.
    mutating func flag(_ name: String) -> Bool? {
        guard let value = look(name) else { return nil }
        switch value {
        case .flag(let flag): return flag
        case .text("true") where isQuery: return true
        case .text("false") where isQuery: return false
        case .null, .number, .text, .list, .object:
            note(name, "must be true or false")
            return nil
        }
    }

    /// Yes or no that must be there.
    mutating func neededFlag(_ name: String) -> Bool {
        require(name)
        return flag(name) ?? false
    }

    /// One of some words; nil without one.
    mutating func word<Word>(_ name: String, of words: KeyValuePairs<String, Word>) -> Word? {
        guard let text = text(name) else { return nil }
        if let found = words.first(where: { $0.key == text }) { return found.value }
        let names = words.map(\.key)
        let meant = nearestName(to: text, among: names).map { "; do you mean `\($0)`?" } ?? ""
        note(name, "must be one of \(names.map { "`\($0)`" }.joined(separator: ", "))\(meant)")
        return nil
    }

    /// A date and time in UTC, as they were entered; nil without them.
    mutating func time(_ name: String) -> CivilTime? {
        guard let text = text(name) else { return nil }
        if let time = WebTime.civil(text) { return time }
        note(name, "must be a date and time in UTC, such as `2026-11-30T08:15:00Z`")
        return nil
    }

    /// An instant that exists; nil without one.
    mutating func instant(_ name: String) -> CityTime? {
        guard let civil = time(name) else { return nil }
        if let instant = civil.cityTime { return instant }
        note(name, "is no date and time of the calendar")
        return nil
    }

    /// What an object within states; nil without one.
    mutating func object<Value>(_ name: String, _ read: (inout FormReader) -> Value) -> Value? {
        guard let value = look(name) else { return nil }
        guard case .object(let members) = value else {
            note(name, "must be an object")
            return nil
        }
        var inner = FormReader(members, at: path + name + ".")
        let found = read(&inner)
        inner.noteUnknown()
        faults += inner.faults
        return found
    }

    /// What each value of a list states; nil without one. Behind a question mark there are commas between them.
    mutating func list<Value>(
        _ name: String, most: Int = 100, _ read: (inout FormReader, _ index: String) -> Value?
    ) -> [Value]? {
        guard let value = look(name) else { return nil }
        let values: [JSONContent]
        switch value {
        case .list(let listed): values = listed
        case .text(let text) where isQuery: values = text.split(separator: ",").map { .text(String($0)) }
        case .null, .flag, .number, .text, .object:
            note(name, "must be a list")
            return nil
        }
        guard values.count <= most else {
            note(name, "has \(values.count) values; at most \(most) are allowed")
            return nil
        }
        let indices = values.indices.map { String($0) }
        var inner = FormReader(
            Dictionary(uniqueKeysWithValues: zip(indices, values)), at: path + name + ".", isQuery: isQuery)
        let found = indices.compactMap { index in
            inner.require(index)
            return read(&inner, index)
        }
        faults += inner.faults
        return found
    }

    private mutating func noteUnknown() {
        for name in members.keys.sorted() where !known.contains(name) {
            let meant = nearestName(to: name, among: known.sorted()).map { "; do you mean `\($0)`?" } ?? ""
            note(name, "is not known here\(meant)")
        }
    }

    /// All was read: unknown names are faults too.
    ///
    /// - Throws: a problem with everything that is wrong.
    mutating func finish() throws(Problem) {
        noteUnknown()
        guard faults.isEmpty else {
            throw Problem(422, "badForm", "The form breaks a rule.", faults: faults)
        }
    }
}
