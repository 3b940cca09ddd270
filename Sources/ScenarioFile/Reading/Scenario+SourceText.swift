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
        case .nothing: return Node("null")
        case .text(let text, let quoted): return Node(text, .implicit, quoted ? .doubleQuoted : .plain)
        case .list(let items):
            let isShort = items.allSatisfy { if case .text = $0.content { true } else { false } } && items.count <= 24
            return Node(items.map(\.node), .implicit, isShort ? .flow : .block)
        case .mapping(let entries):
            return Node(entries.map { (Node($0.key), $0.value.node) }, .implicit, .block)
        }
    }
}
