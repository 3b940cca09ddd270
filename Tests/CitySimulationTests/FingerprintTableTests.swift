// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityReports
import CitySimulation
import CityTestKit
import Foundation
import RandomStreams
import ScenarioFile
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// The fingerprints of known runs: the same in debug and release builds, on every machine.
///
/// `scripts/record` writes the table anew, on purpose only: a changed line means that the city changed.
@Suite struct FingerprintTableTests {
    private static let path = ProjectFolder.file("Tests/fingerprints.csv")
    private static let header = "scenario,policy,seed,end,fingerprint"

    @Test("SIM-01, SIM-03: the runs of Tests/fingerprints.csv give the fingerprints that are written there")
    func table() throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n").map(String.init)
        try #require(lines.first == Self.header)
        var found = [Self.header]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 5, "\(line)")
            let values = ["dispatch.policy=\(parts[1])", "length=\(parts[3])", "warm-up=0 s"]
            let city =
                parts[0] == "troubled"
                ? try TestCity(Cities.troubled, set: values)
                : try TestCity(file: "Scenarios/\(parts[0])", set: values)
            let seed = try #require(UInt64(parts[2]))
            let fingerprint = try Simulation(city.plan, seed: seed).run().fingerprint
            found.append(parts[..<4].joined(separator: ",") + "," + fingerprint)
        }
        if ProcessInfo.processInfo.environment["CABRANK_RECORD"] == "1" {
            try (found.joined(separator: "\n") + "\n").write(toFile: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(found == lines, "if the city was changed on purpose, run scripts/record")
        }
        #expect(lines.count > 10)
        #expect(Set(found).count == found.count)
    }
}
