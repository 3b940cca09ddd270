// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The small inputs that trials of all services found to fail, as they are to be answered. They lie beside the project, not in it:
/// where they are, each is tried as its head says.
@Suite struct TrialInputTests {
    /// The folder of the inputs, beside that of the real cities; nil where there is none.
    static let folder: String? = {
        guard let data = ProcessInfo.processInfo.environment["CABRANK_DATA"] else { return nil }
        let folder = URL(fileURLWithPath: data).deletingLastPathComponent().appendingPathComponent("trials/inputs").path
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }()

    /// What a command must answer.
    struct Trial: Sendable, CustomTestStringConvertible {
        let input: String
        var command = ["validate"]
        var options: [String] = []
        let status: Int32
        /// What must be said, on either stream, and what must not.
        var says: [String] = []
        var never: [String] = []

        var testDescription: String { input }
    }

    private static let trials: [Trial] = [
        Trial(
            input: "04-row-at-the-end-of-the-run", command: ["run"], options: ["--no-report"], status: 0,
            says: ["4 of 6 rows of the trace are outside the run", "2 stored"]),
        Trial(input: "05-warnings-counted-as-errors", status: 2, says: ["\n1 error; nothing was run"]),
        Trial(
            input: "06-miles-in-metres", status: 2,
            says: ["2 of 2 distances between zones are shorter", "is the column in kilometres or miles?"]),
        Trial(input: "07-minutes-in-seconds", status: 2, says: ["4 of 4 times", "is the column in minutes?"]),
        Trial(
            input: "14-semicolons", status: 2, says: ["separated by semicolons", "1 error;"],
            never: ["there is no column"]),
        Trial(input: "15-blanks-in-the-header", status: 0, never: ["is unknown and ignored"]),
        Trial(input: "16-same-row-twice", status: 0, says: ["equal to an earlier one"]),
        Trial(input: "17-all-mistakes-at-once", status: 2, says: ["`-600`", "no column `from_zone`", "4 errors;"]),
    ]

    @Test("trial inputs: each is answered as its head says", .enabled(if: folder != nil), arguments: trials)
    func answers(trial: Trial) throws {
        let input = try #require(Self.folder) + "/\(trial.input).yaml"
        let run = try Command.inNewFolder { try $0.run(list: trial.command + [input] + trial.options) }
        #expect(run.status == trial.status)
        let said = "\n" + run.output + run.complaints
        for text in trial.says { #expect(said.contains(text), "\(text) in:\n\(said)") }
        for text in trial.never { #expect(!said.contains(text), "\(text) in:\n\(said)") }
    }
}
