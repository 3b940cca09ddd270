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

    /// The item of a node; `key` is the location of its key, which a collection in block form takes.
    mutating func item(_ node: Node, at key: InputLocation, depth: Int) -> Item? {
        if excess != nil { return nil }
        visits += 1
        let location = node.mark.map { source.location($0.line, $0.column) } ?? key
        if depth > ScenarioLimits.depth {
            excess = InputProblem(
                .error, at: location, "values are nested more than \(ScenarioLimits.depth) levels deep")
            return nil
        }
        if visits > ScenarioLimits.values {
            excess = InputProblem(
                .error, at: location,
                "the file expands to more than \(ScenarioLimits.values) values (are aliases nested?)")
            return nil
        }
        switch node {
        case .scalar(let scalar): return self.scalar(scalar, location)
        case .sequence(let sequence):
            if isTagged(sequence.tag, "seq", location) { return nil }
            var items: [Item] = []
            for node in sequence {
                guard let item = item(node, at: location, depth: depth + 1) else { continue }
                items.append(item)
            }
            return Item(location: isFlow(sequence.mark) ? location : key, content: .list(items))
        case .mapping(let mapping):
            if isTagged(mapping.tag, "map", location) { return nil }
            return Item(
                location: isFlow(mapping.mark) ? location : key, content: .mapping(entries(mapping, location, depth)))
        case .alias: return nil
        }
    }

    /// Whether a collection begins with a sign of its own. (The parser gives no reliable style.)
    private func isFlow(_ mark: Mark?) -> Bool {
        guard let mark, let first = lines.character(mark.line, mark.column) else { return false }
        return "[{&!".unicodeScalars.contains(first)
    }

    private mutating func entries(_ mapping: Node.Mapping, _ location: InputLocation, _ depth: Int) -> [Item.Entry] {
        var entries: [Item.Entry] = []
        for (key, value) in mapping {
            let location = key.mark.map { source.location($0.line, $0.column) } ?? location
            guard case .scalar(let name) = key else {
                problems.append(
                    InputProblem(
                        .error, at: location, "a key must be a plain word; aliases, lists and mappings cannot be keys")
                )
                continue
            }
            if renamed.contains(name.string) { continue }
            guard let item = item(value, at: location, depth: depth + 1) else { continue }
            entries.append(Item.Entry(key: name.string, location: location, value: item))
        }
        return entries
    }

    private mutating func scalar(_ scalar: Node.Scalar, _ location: InputLocation) -> Item? {
        let isPlain = scalar.style == .plain
        if isPlain, isTagged(scalar.tag, "str", location) { return nil }
        if isPlain, scalar.tag.rawValue.isEmpty, ["", "~", "null", "Null", "NULL"].contains(scalar.string) {
            return Item(location: location, content: .nothing)
        }
        return Item(location: location, content: .text(scalar.string, quoted: !isPlain || !scalar.tag.rawValue.isEmpty))
    }

    private mutating func isTagged(_ tag: Yams.Tag, _ usual: String, _ location: InputLocation) -> Bool {
        let name = tag.rawValue
        if name == "tag:yaml.org,2002:\(usual)" || name.isEmpty || name == "!" { return false }
        problems.append(
            InputProblem(.error, at: location, "tags such as `\(name)` are not supported; remove it"))
        return true
    }
}
