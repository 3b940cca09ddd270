// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// Reads what a request states, in its JSON object or behind its question mark, and notes all that is wrong with it: nobody has to
/// send a form twice to learn of the second fault.
struct FormReader {
    private let members: [String: JSONContent]
    private let path: String
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
        guard let value = try? JSONDecoder().decode(JSONContent.self, from: Data(content)) else {
            throw Problem(422, "badContent", "The content is not JSON.")
        }
        guard case .object(let members) = value else {
            throw Problem(422, "badContent", "The content is not a JSON object.")
        }
        self.init(members, at: "")
    }

    private init(_ members: [String: JSONContent], at path: String) { (self.members, self.path) = (members, path) }

    /// The values behind the question mark.
    init(query: [String: String]) { self.init(query.mapValues { .text($0) }, at: "") }

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

    /// A whole number of a range; nil without one.
    mutating func number(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let value = look(name) else { return nil }
        guard let number = Self.whole(value), range.contains(number) else {
            note(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A whole number that fits into 32 bits, of which the service judges the rest.
    mutating func number(_ name: String) -> Int32? {
        number(name, in: Int64(Int32.min)...Int64(Int32.max)).map { Int32($0) }
    }

    private static func whole(_ value: JSONContent) -> Int64? {
        switch value {
        // Behind a question mark everything is a text.
        case .text(let text): Int64(text)
        case .number(let number): Int64(exactly: number)
        case .null, .flag, .list, .object: nil
        }
    }

    /// A number that must be there.
    mutating func neededDegrees(_ name: String) -> Double {
        require(name)
        guard let value = look(name) else { return 0 }
        guard case .number(let number) = value else {
            note(name, "must be a number of degrees")
            return 0
        }
        return number
    }

    /// Yes or no; nil without it.
    mutating func flag(_ name: String) -> Bool? {
        guard let value = look(name) else { return nil }
        guard case .flag(let flag) = value else {
            note(name, "must be true or false")
            return nil
        }
        return flag
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

/// A JSON value as it was sent.
private indirect enum JSONContent: Hashable, Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONContent])
    case object([String: JSONContent])

    init(from decoder: any Decoder) throws {
        let content = try decoder.singleValueContainer()
        if content.decodeNil() {
            self = .null
        } else if let flag = try? content.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? content.decode(Double.self) {
            self = .number(number)
        } else if let text = try? content.decode(String.self) {
            self = .text(text)
        } else if let list = try? content.decode([JSONContent].self) {
            self = .list(list)
        } else {
            self = .object(try content.decode([String: JSONContent].self))
        }
    }
}
