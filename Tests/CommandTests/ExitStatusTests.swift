// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Testing

@testable import Commands
@testable import Reporting

/// The exit statuses that no good scenario and no bad input can bring about.
@Suite struct ExitStatusTests {
    private struct Surprise: Error {}

    /// The exit code that a body ends with; 0 when it ends well.
    private func status(_ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            return -1
        }
    }

    @Test("a broken invariant ends a run with status 3, none with 0")
    func brokenInvariant() {
        let violation = Violation(
            id: "INV-OneQueuePerDriver", time: .seconds(50), number: 7, actors: ["driver 1"], message: "a test's own")
        #expect(status { try RunCommand.judge([violation]) } == 3)
        #expect(status { try RunCommand.judge([]) } == 0)
    }

    @Test("an error that nobody foresaw ends with status 70, bad input with 2, and exit codes pass through")
    func internalError() {
        #expect(status { try reportingErrors { throw Surprise() } } == 70)
        #expect(status { try reportingErrors { throw ValidationError("a test's own") } } == 2)
        #expect(status { try reportingErrors { throw ExitCode(5) } } == 5)
        #expect(status { try reportingErrors {} } == 0)
    }
}
