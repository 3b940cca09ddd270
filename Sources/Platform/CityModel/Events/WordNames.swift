// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The texts of an open list by number. A number keeps its text for ever, so it does not matter who named it when.
public final class WordNames: Sendable {
    private let texts = Mutex([String](repeating: "", count: 256))

    /// No words yet.
    public init() {}

    /// The text of a word; traps when nobody named it.
    public subscript(number: UInt8) -> String {
        let text = texts.withLock { $0[Int(number)] }
        precondition(!text.isEmpty, "no word has the number \(number)")
        return text
    }

    func add(_ number: UInt8, _ text: String) {
        texts.withLock { texts in
            let old = texts.firstIndex(of: text) ?? Int(number)
            precondition(
                texts[Int(number)].isEmpty && old == Int(number) || texts[Int(number)] == text,
                "\(text), number \(number): the number or the text is another word's")
            texts[Int(number)] = text
        }
    }

    func number(of text: String) -> UInt8? {
        texts.withLock { $0.firstIndex(of: text) }.flatMap { text.isEmpty ? nil : UInt8($0) }
    }
}
