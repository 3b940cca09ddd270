// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Reporting

/// Where the program looks for the libraries of charts and maps.
@Suite("The folder of report assets")
struct AssetFolderTests {
    @Test("an installed program finds the folder that came with it")
    func installed() {
        #expect(
            ReportAssets.folder(environment: [:], program: "/usr/bin/cabrank") == "/usr/share/cabrank/report-assets")
        #expect(
            ReportAssets.folder(environment: [:], program: "/opt/cabrank-0.1.0/bin/cabrank")
                == "/opt/cabrank-0.1.0/share/cabrank/report-assets")
        #expect(ReportAssets.folder(environment: [:], program: "/bin/cabrank") == "/share/cabrank/report-assets")
    }

    @Test("a program in the folder of a build finds none")
    func built() {
        #expect(ReportAssets.folder(environment: [:], program: "/city/.build/release/cabrank") == nil)
        #expect(ReportAssets.folder(environment: [:], program: "cabrank") == nil)
        #expect(ReportAssets.folder(environment: [:], program: nil) == nil)
    }

    @Test("the environment goes first, and an empty variable means none")
    func named() {
        let program = "/usr/bin/cabrank"
        #expect(ReportAssets.folder(environment: ["CABRANK_ASSETS": "/a"], program: program) == "/a")
        #expect(ReportAssets.folder(environment: ["CABRANK_ASSETS": ""], program: program) == nil)
    }
}
