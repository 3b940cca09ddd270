// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// An example of code that stands in an article and in a test that runs it.
package struct ArticleExample {
    /// The example, as the article shows it.
    package let shown: String
    /// The whole text of the test's file.
    package let test: String

    /// Reads the example with these words in an article; nil when none has them. `article` is its path in `Sources`.
    package init?(with words: String, in article: String, testedIn file: String = #filePath) throws {
        let kit = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = kit.deletingLastPathComponent().deletingLastPathComponent()
        let tests = URL(fileURLWithPath: file)
        let article = try String(contentsOf: sources.appending(path: article), encoding: .utf8)
        test = try String(contentsOf: tests, encoding: .utf8)
        let examples = article.split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```").first }
        guard let found = examples.first(where: { $0.contains(words) }) else { return nil }
        shown = String(found)
    }
}
