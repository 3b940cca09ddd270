// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// An example of code that stands in an article and in a test that runs it.
public struct ArticleExample {
    /// The example, as the article shows it.
    public let shown: String
    /// The whole text of the test's file.
    public let test: String

    /// Reads the example with these words in a target's article; nil when none has them. `target` is its folder in `Sources`, such
    /// as `Taxi/TaxiInterface`.
    public init?(with words: String, of target: String, testedIn file: String = #filePath) throws {
        let tests = URL(fileURLWithPath: file)
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let name = target.split(separator: "/").last ?? ""
        let article = try String(
            contentsOf: root.appending(path: "Sources/\(target)/\(name).docc/\(name).md"), encoding: .utf8)
        test = try String(contentsOf: tests, encoding: .utf8)
        let examples = article.split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```").first }
        guard let found = examples.first(where: { $0.contains(words) }) else { return nil }
        shown = String(found)
    }
}
