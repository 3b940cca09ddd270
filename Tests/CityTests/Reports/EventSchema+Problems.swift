// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

@testable import CitySlices
@testable import Reporting

/// The check of a log against the published form of the event log.
extension EventSchema {
    /// What is wrong with a log's lines, header first; empty when it is valid. At most 100 problems, each with its line.
    func problems(in log: String) -> [String] {
        var problems: [String] = []
        var expected: Int64 = 1
        for (index, line) in log.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
            guard problems.count < 100 else { break }
            let object = try? JSONDecoder().decode([String: LogValue].self, from: Data(line.utf8))
            guard let object else {
                problems.append("line \(index + 1): not an object of numbers, words and flags")
                continue
            }
            if index == 0 {
                guard case .number(Int64(EventLineWriter.version)) = object["cabrankLog"] else {
                    problems.append("line 1: not the header of a log of version \(EventLineWriter.version)")
                    continue
                }
                continue
            }
            problems += judge(object, expected).map { "line \(index + 1): \($0)" }
            expected += 1
        }
        return problems
    }

    private func judge(_ object: [String: LogValue], _ number: Int64) -> [String] {
        guard case .text(let name) = object["event"], let kind = kinds.first(where: { $0.name == name }) else {
            return ["unknown event"]
        }
        var problems: [String] = []
        if case .number(number) = object["number"] {} else { problems.append("number must be \(number)") }
        let fields = [Field(name: "number"), Field(name: "timeNs")] + kind.fields
        for field in fields {
            guard let value = object[field.name] else {
                problems.append("\(name) needs \"\(field.name)\"")
                continue
            }
            if !Self.fits(value, field) { problems.append("\"\(field.name)\" of \(name) has a wrong value") }
        }
        let known = Set(fields.map(\.name) + ["event"])
        for key in object.keys.sorted() where !known.contains(key) {
            problems.append("\(name) has no \"\(key)\"")
        }
        return problems
    }

    private static func fits(_ value: LogValue, _ field: Field) -> Bool {
        switch (field.form, value) {
        case (.flag, .flag), (.number, .number), (.text, .text), (.openWord, .text): true
        case (.word(let words), .text(let word)): words.contains(word)
        case (_, .null): field.isOptional
        default: false
        }
    }
}
