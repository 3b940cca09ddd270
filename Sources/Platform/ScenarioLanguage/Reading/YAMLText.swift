// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Yams

/// A YAML text, turned into items.
struct YAMLText: Sendable {
    /// The name for locations.
    let file: String
    let text: String
    /// Added to the columns of the first line: a `--set` value begins inside its option.
    var indent = 0

    /// The value of the text, nil when it is empty or cannot be read, with all problems found.
    func read() -> (item: Item?, problems: [InputProblem]) {
        if text.utf8.count > ScenarioLimits.bytes {
            return (nil, [problem(1, 1, "the file is larger than \(ScenarioLimits.bytes >> 20) MiB")])
        }
        if let mark = text.utf8.firstRange(of: "\u{FEFF}".utf8) {
            // The parser drops it before a key; nobody sees it, and no editor shows it.
            let (line, column) = TextLines(text).position(
                ofByte: text.utf8.distance(from: text.startIndex, to: mark.lowerBound))
            return (
                nil, [problem(line, column, "a character U+FEFF is not allowed here, only at the beginning of a file")]
            )
        }
        if let fault = aliasInKey() { return (nil, [fault]) }
        return isShallow ? compose() : onDeepStack { compose() }
    }

    /// Whether the values nest so little that every stack holds them. Each list and mapping begins with a sign of its own, and
    /// aliases lead to these only, so no value can be nested deeper than there are signs.
    private var isShallow: Bool {
        let signs = text.utf8.count { byte in
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "?"): true
            default: false
            }
        }
        return signs <= ScenarioLimits.shallowSigns
    }

    private func problem(_ line: Int, _ column: Int, _ what: String) -> InputProblem {
        InputProblem(.error, at: location(line, column), what)
    }

    func location(_ line: Int, _ column: Int) -> InputLocation {
        InputLocation(file: file, line: line, column: line == 1 ? column + indent : column)
    }

    /// Parses; the parser stops at the first key given twice, so each is renamed and the text parsed again.
    private func compose() -> (item: Item?, problems: [InputProblem]) {
        var lines = TextLines(text)
        var problems: [InputProblem] = []
        var renamed: Set<String> = []
        while true {
            do {
                let text = renamed.isEmpty ? text : lines.text
                guard let node = try Yams.compose(yaml: text, .basic, .idle, .utf8) else { return (nil, problems) }
                var folding = NodeFolding(source: self, lines: lines, renamed: renamed)
                let item = folding.item(node, at: location(1, 1), depth: 0)
                if let excess = folding.excess { return (nil, [excess]) }
                return (item, problems + folding.problems)
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                let key = keys.first ?? ""
                let mark = context.mark
                guard problems.count < ScenarioLimits.duplicates,
                    let twin = lines.twin(of: key, line: mark.line, column: mark.column)
                else {
                    problems.append(problem(mark.line, mark.column, "the key `\(key)` is given twice in one mapping"))
                    return (nil, problems)
                }
                problems.append(
                    problem(
                        twin.line, twin.column,
                        "the key `\(key)` is given twice; it is already on line \(mark.line)"))
                renamed.insert(lines.rename(twin, number: problems.count))
            } catch {
                return (nil, problems + [syntaxProblem(error, lines)])
            }
        }
    }

    private func syntaxProblem(_ error: any Error, _ lines: TextLines) -> InputProblem {
        switch error as? YamlError {
        case .scanner(_, let what, let mark, _), .parser(_, let what, let mark, _), .composer(_, let what, let mark, _):
            return problem(mark.line, mark.column, Self.plainWords(what, lines.character(mark.line, mark.column)))
        case .reader(let what, let offset, let value, _):
            // The parser counts this offset in characters of Swift.
            let (line, column) = lines.position(ofByte: lines.text.prefix(offset ?? 0).utf8.count)
            let code = value > 0 ? " U+" + String(value, radix: 16, uppercase: true) : ""
            return problem(line, column, "a character\(code) is not allowed in the text (\(what))")
        case .duplicatedKeysInMapping, .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded, nil:
            return problem(1, 1, "the text cannot be read: \(error)")
        }
    }

    /// What the parser's message means to the author of a file.
    private static func plainWords(_ what: String, _ character: Unicode.Scalar?) -> String {
        switch what {
        case "found character that cannot start any token":
            guard let character else { return what }
            return character == "\t"
                ? "a tab is used for indentation; indent with spaces"
                : "a value cannot begin with `\(character)`; put it in quotes"
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            return "a tab is used for indentation; indent with spaces"
        case "mapping values are not allowed in this context":
            return "a second `: ` on this line, or wrong indentation; put text that contains `: ` in quotes"
        case "but found another document": return "a second document begins here; a scenario file contains one"
        case "found undefined alias": return "the alias names an anchor that is not defined above"
        case "could not find expected ':'": return "a key without `:`, or wrong indentation"
        case "did not find expected key": return "a key is expected here; check the indentation"
        case "did not find expected ',' or ']'": return "the list `[...]` is not closed, or a comma is missing"
        case "did not find expected ',' or '}'": return "the mapping `{...}` is not closed, or a comma is missing"
        case "did not find expected '-' indicator":
            return "a list entry (`- `) is expected here; check the indentation"
        case "found unexpected end of stream": return "the text ends inside quotes"
        case "did not find expected node content": return "a value is expected here; is a bracket left open?"
        default: return what.hasPrefix("Maximum nesting level") ? "values are nested too deeply" : what
        }
    }

    /// Aliases and collections as keys are refused before parsing: the parser compares all keys, and comparing what a few
    /// nested aliases stand for takes for ever.
    private func aliasInKey() -> InputProblem? {
        let bytes = Array(text.utf8)
        var hasAlias = false
        var keyed: Int?
        var before = UInt8(ascii: "\n")
        var index = 0
        /// Whether something may begin after this byte.
        func opens(_ byte: UInt8) -> Bool {
            switch byte {
            case 0...32, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"), UInt8(ascii: "?"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        func afterBlanks(_ start: Int) -> UInt8? {
            var end = start
            while end < bytes.count, bytes[end] == 32 || bytes[end] == 9 { end += 1 }
            return end < bytes.count ? bytes[end] : nil
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "*"), opens(before) {
                var end = index + 1
                while end < bytes.count,
                    bytes[end] | 32 >= 97 && bytes[end] | 32 <= 122 || (48...57).contains(bytes[end])
                        || bytes[end] == 45 || bytes[end] == 95
                { end += 1 }
                if end > index + 1 {
                    hasAlias = true
                    if keyed == nil, afterBlanks(end) == UInt8(ascii: ":") { keyed = index }
                }
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                if keyed == nil, afterBlanks(index + 1) == UInt8(ascii: ":") { keyed = index }
            } else if byte == UInt8(ascii: "?"), opens(before), keyed == nil {
                if index + 1 == bytes.count || bytes[index + 1] <= 32 { keyed = index }
            }
            before = byte
            index += 1
        }
        guard hasAlias, let keyed else { return nil }
        let (line, column) = TextLines(text).position(ofByte: keyed)
        return problem(line, column, "a key must be a plain word; aliases, lists and mappings cannot be keys")
    }
}
