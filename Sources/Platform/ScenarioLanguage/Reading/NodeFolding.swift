// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Yams

/// Turns nodes into items, within the limits.
struct NodeFolding {
    let source: YAMLText
    let lines: TextLines
    let renamed: Set<String>
    var problems: [InputProblem] = []
    /// The limit that was met; nothing else matters then.
    var excess: InputProblem?
    private var visits = 0

    init(source: YAMLText, lines: TextLines, renamed: Set<String>) {
        self.source = source
        self.lines = lines
        self.renamed = renamed
    }

    /// The item of a node; `key` is the place of its key, which a collection in block form takes.
    mutating func item(_ node: Node, at key: InputLocation, depth: Int) -> Item? {
        if excess != nil { return nil }
        visits += 1
        let place = node.mark.map { source.place($0.line, $0.column) } ?? key
        if depth > ScenarioLimits.depth {
            excess = InputProblem(
                .error, at: place, "values are nested more than \(ScenarioLimits.depth) levels deep")
            return nil
        }
        if visits > ScenarioLimits.values {
            excess = InputProblem(
                .error, at: place,
                "the file expands to more than \(ScenarioLimits.values) values (are aliases nested?)")
            return nil
        }
        switch node {
        case .scalar(let scalar): return self.scalar(scalar, place)
        case .sequence(let sequence):
            if isTagged(sequence.tag, "seq", place) { return nil }
            var items: [Item] = []
            for node in sequence {
                guard let item = item(node, at: place, depth: depth + 1) else { continue }
                items.append(item)
            }
            return Item(place: isFlow(sequence.mark) ? place : key, content: .list(items))
        case .mapping(let mapping):
            if isTagged(mapping.tag, "map", place) { return nil }
            return Item(
                place: isFlow(mapping.mark) ? place : key, content: .mapping(entries(mapping, place, depth)))
        case .alias: return nil
        }
    }

    /// Whether a collection begins with a sign of its own. (The parser gives no reliable style.)
    private func isFlow(_ mark: Mark?) -> Bool {
        guard let mark, let first = lines.character(mark.line, mark.column) else { return false }
        return "[{&!".unicodeScalars.contains(first)
    }

    private mutating func entries(_ mapping: Node.Mapping, _ place: InputLocation, _ depth: Int) -> [Item.Entry] {
        var entries: [Item.Entry] = []
        for (key, value) in mapping {
            let place = key.mark.map { source.place($0.line, $0.column) } ?? place
            guard case .scalar(let name) = key else {
                problems.append(
                    InputProblem(
                        .error, at: place, "a key must be a plain word; aliases, lists and mappings cannot be keys")
                )
                continue
            }
            if renamed.contains(name.string) { continue }
            guard let item = item(value, at: place, depth: depth + 1) else { continue }
            entries.append(Item.Entry(key: name.string, place: place, value: item))
        }
        return entries
    }

    private mutating func scalar(_ scalar: Node.Scalar, _ place: InputLocation) -> Item? {
        let isPlain = scalar.style == .plain
        if isPlain, isTagged(scalar.tag, "str", place) { return nil }
        if isPlain, scalar.tag.rawValue.isEmpty, ["", "~", "null", "Null", "NULL"].contains(scalar.string) {
            return Item(place: place, content: .nothing)
        }
        return Item(place: place, content: .text(scalar.string, quoted: !isPlain || !scalar.tag.rawValue.isEmpty))
    }

    private mutating func isTagged(_ tag: Yams.Tag, _ usual: String, _ place: InputLocation) -> Bool {
        let name = tag.rawValue
        if name == "tag:yaml.org,2002:\(usual)" || name.isEmpty || name == "!" { return false }
        problems.append(
            InputProblem(.error, at: place, "tags such as `\(name)` are not supported; remove it"))
        return true
    }
}
