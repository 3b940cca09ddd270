// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// A live city on an input log is killed (kill -9) in the middle of its work, again and again on the same log: nothing that
/// somebody was answered or told is lost, nothing is done twice, and everybody stays logged in (AVAIL-02).
@Suite struct KilledLiveTests {
    @Test("AVAIL-02: killed at 8 drawn instants under load, the city still knows all that anybody was answered or told")
    func killed() throws {
        let folder = try Folder()
        var drawn: UInt64 = 20
        for round in 1...8 {
            let process = try start(in: folder, "serve", output: "said-\(round)")
            // Not before it has said something: starting takes its time.
            let said = folder.file("said-\(round)")
            while (try? Data(contentsOf: URL(fileURLWithPath: said)).count) ?? 0 < 40, process.isRunning {
                Thread.sleep(forTimeInterval: 0.01)
            }
            // A step of Knuth's MMIX generator.
            drawn = drawn &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            Thread.sleep(forTimeInterval: 0.02 + Double((drawn >> 40) % 400) / 1000)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == 9, "round \(round)")
        }
        let check = try start(in: folder, "check", output: "checked")
        check.waitUntilExit()
        let found = try String(contentsOfFile: folder.file("checked"), encoding: .utf8)
        #expect(check.terminationStatus == 0, "\(found)")
        // Everybody logged in once: 6 passengers and 3 drivers.
        #expect(found.contains(" 9 token"), "\(found)")
        let calls = found.split(separator: "\n").last?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        #expect(try #require(calls) > 20, "\(found)")
    }

    private func start(in folder: Folder, _ word: String, output: String) throws -> Process {
        let path = folder.file(output)
        try Data().write(to: URL(fileURLWithPath: path))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(ProjectFolder.program("KilledService")))
        process.arguments = [folder.path, "live", "beside", word, "0"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try process.run()
        return process
    }
}
