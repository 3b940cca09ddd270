// SPDX-License-Identifier: GPL-3.0-or-later

import Yams

extension Item {
    /// The value as the YAML writer takes it.
    func node(_ constructor: Constructor) -> Node {
        // A tag that is never written. A new one for each node, since Yams keeps in it what it finds; with the resolver that
        // knows no numbers, since preparing the regular expressions of the usual one takes longer than reading the scenario.
        let tag = Tag(.implicit, .basic, constructor)
        switch content {
        case .nothing: return Node("null", tag)
        case .text(let text, let quoted): return Node(text, tag, quoted ? .doubleQuoted : .plain)
        case .list(let items):
            let isShort = items.allSatisfy { if case .text = $0.content { true } else { false } } && items.count <= 24
            return Node(items.map { $0.node(constructor) }, tag, isShort ? .flow : .block)
        case .mapping(let entries):
            let pairs = entries.map {
                (Node($0.key, Tag(.implicit, .basic, constructor)), $0.value.node(constructor))
            }
            return Node(pairs, tag, .block)
        }
    }
}

extension Constructor {
    /// Makes no Swift values of nodes: nodes are folded into items here, and the tables of the usual one are long.
    static var idle: Constructor { Constructor([:], [:], [:]) }
}
