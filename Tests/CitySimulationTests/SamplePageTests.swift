// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CityTestKit
import Foundation
import Testing

/// The page and the picture that the README shows.
@Suite struct SamplePageTests {
    @Test("The sample report and its picture are of the run that their scenario gives now; else run scripts/sample")
    func current() throws {
        let folder = ProjectFolder.file("Reports/samples")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
        let page = try #require(pages.first)
        #expect(pages.count == 1, "\(pages.sorted())")
        // The page is named after its scenario.
        let name = String(page.dropLast(".html".count))
        let html = try String(contentsOfFile: folder + "/" + page, encoding: .utf8)
        let told = try #require(html.firstMatch(of: /fingerprint <code>([0-9a-f]{32})<\/code>/)).1
        let seed = try #require(html.firstMatch(of: /<dt>seed<\/dt><dd>([0-9]+)<\/dd>/)).1
        let city = try TestCity(file: "Scenarios/\(name).yaml")
        let fingerprint = try Simulation(city.plan, seed: UInt64(seed)).run().fingerprint
        #expect(fingerprint == told, "Reports/samples/\(page) is of another run: run scripts/sample")

        let picture = try Data(contentsOf: URL(fileURLWithPath: folder + "/\(name).png"))
        #expect(
            picture.range(of: Data("fingerprint\0\(fingerprint)".utf8)) != nil,
            "Reports/samples/\(name).png is of another run: run scripts/sample")
        let readme = try String(contentsOfFile: ProjectFolder.file("README.md"), encoding: .utf8)
        #expect(readme.contains("(Reports/samples/\(name).png)](Reports/samples/\(page))"))
    }
}
