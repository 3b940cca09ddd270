// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank stress` as people use it. `scripts/check` tries `cabrank calibrate`: a debug build refuses to measure.
@Suite struct StressCommandTests {
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
