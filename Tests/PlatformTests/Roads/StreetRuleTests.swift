// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Roads

@Suite struct StreetRuleTests {
    @Test("every class has a speed or a never for each user")
    func classes() {
        #expect(StreetRules.own.classes.count == StreetRules.own.classNames.count)
        for (name, ways) in StreetRules.own.classes { #expect(ways.count == StreetUser.allCases.count, "\(name)") }
    }

    @Test("the article's table has every class with its speeds")
    func article() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/Platform/Roads/Roads.docc/Streets.md"), encoding: .utf8)
        for name in StreetRules.own.classNames {
            let cells = try #require(StreetRules.own.classes[name]).map { way in
                guard let way else { return "-" }
                return way.onlyWhereTagged ? "(\(Int(way.speed)))" : "\(Int(way.speed))"
            }
            #expect(article.contains("| `\(name)` | \(cells.joined(separator: " | ")) |\n"), "\(name)")
        }
    }
}
