// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// The fingerprints of known runs: the same in debug and release builds, on every machine. `scripts/test` asks the release build
/// for them, `scripts/record` the debug build.
///
/// `scripts/record` writes the table anew, on purpose only: a changed line means that the city changed.
@Suite struct FingerprintTableTests {
    private static let path = ProjectFolder.file("Tests/fingerprints.csv")
    /// What is looked at of summary.json.
    private struct Summary: Decodable {
        let fingerprint: String
    }

    private static let header = "scenario,policy,seed,end,fingerprint"

    @Test("SIM-01, SIM-03: the runs of Tests/fingerprints.csv give the fingerprints that are written there")
    func table() throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n").map(String.init)
        try #require(lines.first == Self.header)
        var found = [Self.header]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 5, "\(line)")
            let (scenario, policy, seed, end) = (parts[0], parts[1], parts[2], parts[3])
            let fingerprint = try Command.inNewFolder { command in
                var file = ProjectFolder.file("Scenarios/\(scenario)")
                if scenario == "troubled" {
                    file = command.folder.appendingPathComponent("troubled.yaml").path
                    try Cities.troubled.write(toFile: file, atomically: true, encoding: .utf8)
                }
                let outcome = try command.run(
                    "run", file, "--no-report", "--json", "--quiet", "--seed", seed,
                    "--set", "dispatch.policy=\(policy)", "--set", "length=\(end)", "--set", "warm-up=0 s")
                try #require(outcome.status == 0, "\(line): \(outcome.complaints)")
                return try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8)).fingerprint
            }
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
