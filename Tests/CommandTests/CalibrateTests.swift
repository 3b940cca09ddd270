// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank calibrate` and `cabrank stress` as people use them.
@Suite struct CalibrateTests {
    private static let small = [
        "calibrate", "--zones", "4", "--drivers", "60", "--passengers", "150", "--accounts", "300", "--repetitions",
        "20", "--hash-repetitions", "2",
    ]

    #if DEBUG
        /// A release build measures, see `scripts/check calibration`.
        @Test("A debug build refuses to measure")
        func debugBuild() throws {
            try Command.inNewFolder { command in
                let outcome = try command.runDebug(list: Self.small + ["--out", "c.yaml"])
                #expect(outcome.status == 2)
                #expect(
                    outcome.complaints
                        == "error: this is a debug build; measure with a release build, made by `swift build -c release`\n"
                )
                #expect(try command.files(in: ".").isEmpty)
            }
        }
    #endif

    @Test("A stress search needs a server, a known path and a range")
    func stressInput() throws {
        let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")
        try Command.inNewFolder { command in
            let server = try command.run("stress", quickstart)
            #expect(server.status == 2)
            #expect(server.complaints == "error: \(quickstart) has no section `server`, so nothing can break\n")
            let path = try command.run("stress", quickstart, "--by", "fleet.drivers")
            #expect(path.status == 2)
            #expect(path.complaints == "error: --by fleet.drivers; allowed: demand.scale, server.service-scale\n")
            for wrong in [["--from", "0"], ["--to", "0.01"], ["--precision", "0"], ["--precision", "x"]] {
                #expect(try command.run(list: ["stress", quickstart] + wrong).status == 2, "\(wrong)")
            }
        }
    }
}
