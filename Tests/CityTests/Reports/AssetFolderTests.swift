// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Reporting

/// Where the program looks for what was installed with it.
@Suite("The folders that come with the program")
struct AssetFolderTests {
    @Test("an installed program finds the folder that came with it")
    func installed() {
        #expect(
            ProgramFolder.reportAssets.path(environment: [:], program: "/usr/bin/cabrank")
                == "/usr/share/cabrank/report-assets")
        #expect(
            ProgramFolder.reportAssets.path(environment: [:], program: "/opt/cabrank-0.1.0/bin/cabrank")
                == "/opt/cabrank-0.1.0/share/cabrank/report-assets")
        #expect(
            ProgramFolder.reportAssets.path(environment: [:], program: "/bin/cabrank") == "/share/cabrank/report-assets"
        )
        #expect(
            ProgramFolder.handbook.path(environment: [:], program: "/usr/bin/cabrank") == "/usr/share/cabrank/handbook")
    }

    @Test("a program in the folder of a build finds none")
    func built() {
        #expect(ProgramFolder.reportAssets.path(environment: [:], program: "/city/.build/release/cabrank") == nil)
        #expect(ProgramFolder.reportAssets.path(environment: [:], program: "cabrank") == nil)
        #expect(ProgramFolder.reportAssets.path(environment: [:], program: nil) == nil)
    }

    @Test("the environment goes first, and an empty variable means none")
    func named() {
        let program = "/usr/bin/cabrank"
        #expect(ProgramFolder.reportAssets.path(environment: ["CABRANK_ASSETS": "/a"], program: program) == "/a")
        #expect(ProgramFolder.reportAssets.path(environment: ["CABRANK_ASSETS": ""], program: program) == nil)
        #expect(ProgramFolder.handbook.path(environment: ["CABRANK_HANDBOOK": "/h"], program: program) == "/h")
    }
}
