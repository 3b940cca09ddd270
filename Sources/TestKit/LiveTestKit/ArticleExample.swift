// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// An example of code that stands in an article and in a test that runs it.
public struct ArticleExample {
    /// The example, as the article shows it.
    public let shown: String
    /// The whole text of the test's file.
    public let test: String

    /// Reads the example of the article on the public interface that has these words; nil when none has.
    public init?(with words: String, testedIn file: String = #filePath) throws {
        let tests = URL(fileURLWithPath: file)
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/City/PublicInterface/PublicInterface.docc/PublicInterface.md"),
            encoding: .utf8)
        test = try String(contentsOf: tests, encoding: .utf8)
        let examples = article.split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```").first }
        guard let found = examples.first(where: { $0.contains(words) }) else { return nil }
        shown = String(found)
    }
}
