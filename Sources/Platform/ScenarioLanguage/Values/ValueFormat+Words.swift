// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ValueFormat where Value == String {
    /// A text for people: one line.
    package static let title = ValueFormat.scalar(
        ScalarForm(
            "text, 1 to 200 characters",
            [
                "type": .list([.text("string"), .text("number"), .text("boolean")]), "minLength": .whole(1),
                "maxLength": .whole(200),
            ]),
        expected: "a text",
        parse: { text, _, location, reading in
            if (1...200).contains(text.unicodeScalars.count), !text.contains(where: \.isNewline) { return text }
            reading.fault(
                location, "the text is too long, empty or on several lines", allowed: "one line of 1 to 200 characters")
            return nil
        },
        write: { text, _ in .quoted(text) })

    /// A short name: a letter or digit, then letters, digits, dots, dashes, underscores.
    package static func name(of thing: String, dots: Bool) -> ValueFormat {
        let pattern = dots ? "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" : "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
        let words = "letters, digits, \(dots ? "dots, " : "")dashes and underscores, at most 64"
        return .scalar(
            ScalarForm(
                "name: \(words)", ["type": .list([.text("string"), .text("number")]), "pattern": .text(pattern)]),
            expected: "a name",
            parse: { text, _, location, reading in
                let good = text.utf8.enumerated().allSatisfy { index, byte in
                    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                        || index > 0 && (byte == 45 || byte == 95 || dots && byte == 46)
                }
                if good, (1...64).contains(text.utf8.count) { return text }
                reading.fault(location, "`\(text)` is not a valid name for \(thing)", allowed: words)
                return nil
            },
            write: { text, _ in .plain(text) })
    }

    /// The name of a property or column in another file.
    package static func label(_ words: String) -> ValueFormat {
        .scalar(
            ScalarForm(words, ["type": .list([.text("string"), .text("number")]), "minLength": .whole(1)]),
            expected: "a name",
            parse: { text, _, location, reading in
                if (1...200).contains(text.utf8.count) { return text }
                reading.fault(location, "the name is empty or too long", allowed: "1 to 200 characters")
                return nil
            },
            write: { text, _ in .quoted(text) })
    }

    /// The path of a file, relative to the folder of the scenario file that names it, or from `$CABRANK_DATA/` on. The file
    /// must exist.
    package static func file(_ words: String) -> ValueFormat {
        .scalar(
            ScalarForm(words, ["type": .text("string"), "minLength": .whole(1)]), expected: "a path",
            parse: { text, _, location, reading in
                guard let path = reading.resolve(text, from: location) else { return nil }
                // What an option replaces is not opened, and need not be there.
                guard reading.looksAtFiles, let fault = InputFile.fault(at: path) else { return path }
                reading.fault(location, fault.description)
                return nil
            },
            write: { path, writing in .quoted(writing.relative(path)) })
    }

    /// The path of a table. Those that a file names lie in its folder, as what it includes does, or in the data folder: a scenario
    /// from somebody else must not look into other files of the machine. What the command line names is its user's own.
    package static func table(_ words: String) -> ValueFormat {
        let file = file(words)
        return ValueFormat(
            file.form,
            read: { item, reading in
                guard case .text(let text, _) = item.content, let bounds = reading.bounds,
                    !ScenarioOverride.isSet(item.location), !text.hasPrefix("$"),
                    let path = reading.resolve(text, from: item.location), !bounds.hold(path)
                else { return file.read(item, reading) }
                reading.fault(
                    item.location,
                    "`\(text)` is outside the folder of the scenario; `--allow-include` permits it")
                return nil
            },
            write: file.write)
    }
}

extension ValueFormat where Value == Bool {
    /// `true` or `false`; the other truth words of YAML are refused.
    package static let flag = ValueFormat.scalar(
        ScalarForm("`true` or `false`", ["type": .text("boolean")]), expected: "`true` or `false`",
        parse: { text, quoted, location, reading in
            if !quoted, text == "true" || text == "false" { return text == "true" }
            let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"][text.lowercased()]
            reading.fault(
                location, "`\(text)` is neither true nor false", allowed: "true, false",
                meant: meant ?? (text.lowercased() == "true" ? "true" : text.lowercased() == "false" ? "false" : nil))
            return nil
        },
        write: { flag, _ in .plain(flag ? "true" : "false") })
}

extension ValueFormat where Value: FixedWidthInteger {
    package static func whole(_ range: ClosedRange<Value>) -> ValueFormat {
        .scalar(
            ScalarForm(
                range.lowerBound == range.upperBound
                    ? "\(range.lowerBound)" : "whole number, \(range.lowerBound) to \(range.upperBound)",
                [
                    "type": .text("integer"), "minimum": .whole(UInt64(range.lowerBound)),
                    "maximum": .whole(UInt64(range.upperBound)),
                ]),
            expected: "a whole number",
            parse: { text, quoted, location, reading in
                if quoted, Value(text) != nil {
                    reading.fault(location, "the number \(text) is in quotes; remove the quotes")
                    return nil
                }
                if let value = Value(text), range.contains(value) { return value }
                let isWhole =
                    !text.isEmpty && text.utf8.drop { $0 == 45 || $0 == 43 }.allSatisfy { (48...57).contains($0) }
                reading.fault(
                    location, "`\(text)` is \(isWhole ? "out of range" : "not a whole number")",
                    allowed: range.lowerBound == range.upperBound
                        ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)")
                return nil
            },
            write: { value, _ in .plain(String(value)) })
    }
}

extension ValueFormat {
    /// One of a list of words.
    package static func word(_ words: [(String, Value)]) -> ValueFormat where Value: Equatable {
        let names = words.map(\.0)
        return .scalar(
            ScalarForm(
                names.map { "`\($0)`" }.joined(separator: ", "),
                ["type": .text("string"), "enum": .list(names.map { .text($0) })]),
            expected: "a word",
            parse: { text, _, location, reading in
                if let found = words.first(where: { $0.0 == text }) { return found.1 }
                reading.fault(
                    location, "unknown word `\(text)`", allowed: names.joined(separator: ", "),
                    meant: nearestName(to: text, among: names))
                return nil
            },
            write: { value, _ in .plain(words.first { $0.1 == value }?.0 ?? "") })
    }

    /// The raw values of an enumeration.
    package static func word() -> ValueFormat where Value: CaseIterable & RawRepresentable<String> & Equatable {
        .word(Value.allCases.map { ($0.rawValue, $0) })
    }
}
