// SPDX-License-Identifier: GPL-3.0-or-later

/// The `import` lines of Swift code.
enum ImportLine {
    /// The module that a line of code imports, or nothing: `public import struct Foundation.URL` gives `Foundation`.
    static func module(importedBy code: String) -> String? {
        var words = code.split(whereSeparator: \.isWhitespace)[...]
        while let word = words.first, word.hasPrefix("@") || accessLevels.contains(word) {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, declarationKinds.contains(word), words.count > 1 {
            words.removeFirst()
        }
        return words.first?.split(whereSeparator: { $0 == "." || $0 == ";" }).first.map(String.init)
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let declarationKinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
}
