// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// The page and the picture that the README shows.
@Suite struct SamplePageTests {
    /// `Tests/Outside/test_readme.py` looks whether it is the run that the scenario gives now: a long one in a debug build.
    @Test("The sample report and its picture are of one run, and the README shows them; else run scripts/sample")
    func current() throws {
        let folder = ProjectFolder.file("Reports/samples")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
        let page = try #require(pages.first)
        #expect(pages.count == 1, "\(pages.sorted())")
        // The page is named after its scenario.
        let name = String(page.dropLast(".html".count))
        let html = try String(contentsOfFile: folder + "/" + page, encoding: .utf8)
        let fingerprint = try #require(html.firstMatch(of: /fingerprint, <code>([0-9a-f]{32})<\/code>/)).1

        let picture = try Data(contentsOf: URL(fileURLWithPath: folder + "/\(name).png"))
        #expect(
            picture.range(of: Data("fingerprint\0\(fingerprint)".utf8)) != nil,
            "Reports/samples/\(name).png is of another run: run scripts/sample")
        let readme = try String(contentsOfFile: ProjectFolder.file("README.md"), encoding: .utf8)
        #expect(readme.contains("(Reports/samples/\(name).png)](Reports/samples/\(page))"))
    }
}
