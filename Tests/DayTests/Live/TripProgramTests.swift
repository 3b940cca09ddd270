// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// The example program of the planner, as an operator starts it.
@Suite struct TripProgramTests {
    private static let key = String(repeating: "7", count: 64)

    private func run(_ environment: [String: String], _ arguments: [String]) throws -> (Int32, String, String) {
        let program = try #require(ProjectFolder.program("TripExample"))
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let problem = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: problem, as: UTF8.self)
        )
    }

    @Test("The program serves with the key, twice on the same files; a missing or a wrong key ends it with 2")
    func keys() throws {
        let folder = try TripFolder()
        #expect(try run([:], [folder.path]).0 == 2)
        let first = try run(["CABRANK_KEY": Self.key], [folder.path])
        #expect(first.0 == 0 && first.2.isEmpty, "\(first.2)")
        #expect(
            first.1 == """
                the planner welcomes a new user
                a change that is sent twice is made once
                the day: meeting 1
                time to leave, 23 minutes before the start, by ["walk"]
                on disk: meeting 1

                """)
        let second = try run(["CABRANK_KEY": Self.key], [folder.path])
        #expect(second.0 == 0 && second.2.isEmpty, "\(second.2)")
        #expect(second.1.hasPrefix("the planner knows the user: 1 changes so far\n"), "\(second.1)")
        #expect(second.1.hasSuffix("on disk: meeting 1, meeting 2\n"), "\(second.1)")
        let wrong = try run(["CABRANK_KEY": String(repeating: "8", count: 64)], [folder.path])
        #expect(wrong.0 == 2 && wrong.2 == "error: \(folder.path)/trips.sqlite is encrypted with another key\n")
        #expect(try run([:], []).0 == 2)
    }
}
