// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

extension Scenario {
    /// The scenario as text with every value written out.
    func sourceText(folder: String) -> String {
        let item = Scenario.section.write(self, Writing(folder: folder))
        // Plain trees of text cannot fail to be written; an empty text would fail to be read again, which is tested.
        return (try? Yams.serialize(node: item.node, indent: 2, width: -1, allowUnicode: true)) ?? ""
    }
}

extension Item {
    fileprivate var node: Node {
        switch content {
        case .nothing: return Node("null", Self.tag)
        case .text(let text, let quoted): return Node(text, Self.tag, quoted ? .doubleQuoted : .plain)
        case .list(let items):
            let isShort = items.allSatisfy { if case .text = $0.content { true } else { false } } && items.count <= 24
            return Node(items.map(\.node), Self.tag, isShort ? .flow : .block)
        case .mapping(let entries):
            return Node(entries.map { (Node($0.key, Self.tag), $0.value.node) }, Self.tag, .block)
        }
    }

    /// A tag that is never written. A new one for each node, since Yams keeps in it what it finds; with the resolver that
    /// knows no numbers, since preparing the regular expressions of the usual one takes longer than reading the scenario.
    private static var tag: Tag { Tag(.implicit, .basic) }
}
