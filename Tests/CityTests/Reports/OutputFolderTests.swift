// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import RuleTestKit
import Testing

@testable import CitySlices
@testable import Reporting

/// A folder of results replaces what Cabrank wrote there, and nothing else.
@Suite struct OutputFolderTests {
    private let files = FileManager.default

    private func names(_ path: String) throws -> [String] { try files.contentsOfDirectory(atPath: path).sorted() }

    @Test("Files of somebody else stay when results are replaced, and their names are never taken")
    func foreignFiles() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/run"
        _ = try writeRun(city(), oneRide().records, to: path, keepsEvents: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/NOTES.md"))
        // Without events: what the last run wrote of them goes, the notes stay.
        _ = try writeRun(city(), oneRide().records, to: path)
        #expect(
            try names(path) == [".cabrank", "NOTES.md", "report.html", "results.sqlite", "run.json", "summary.json"])
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/events.jsonl"))
        let problem = #expect(throws: OutputProblem.self) {
            try RunFolder(in: output(path), context: city(), keepsEvents: true)
        }
        #expect(problem?.description.contains("events.jsonl exists and was not written by Cabrank") ?? false)
        #expect(try temporary.text("run/events.jsonl") == "mine" && temporary.text("run/NOTES.md") == "mine")
    }

    @Test("A mark that is not Cabrank's, and names outside of the folder, are no leave to write")
    func marks() throws {
        let temporary = try TemporaryFolder()
        let mark = temporary.path + "/.cabrank"
        let real = "{\"about\":\"\",\"cabrankOutput\":1,\"files\":[%],\"isUnfinished\":false,\"madeFolders\":0}\n"
        for text in [
            "notes", "{}", real.replacing("%", with: "\"../precious\""), real.replacing("%", with: "\"..\""),
            real.replacing(":1,", with: ":2,").replacing("%", with: ""),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: mark))
            #expect(throws: OutputProblem.self) { try output(temporary.path) }
            #expect(try temporary.text(".cabrank") == text)
        }
        // A shorter mark written over a longer one: the rest is not read.
        let good = real.replacing("%", with: "\"run.json\"")
        try Data((good + "the rest").utf8).write(to: URL(fileURLWithPath: mark))
        try output(temporary.path).close()
        #expect(try temporary.text(".cabrank").hasSuffix("\n"))
    }

    @Test("A folder is held by one writer at a time, who is named to the other")
    func lock() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/a/b"
        let first = try output(path)
        // The lock is one of the open file, so a second one in the same process is another one's.
        let problem = #expect(throws: OutputProblem.self) { try output(path) }
        #expect(problem?.description.contains("another process: \(getpid()), `a test`, since now") ?? false)
        first.close()
        #expect(try names(temporary.path) == [])
        try output(path).close()
    }

    @Test("Only folders that were made for the results go with them")
    func madeFolders() throws {
        let temporary = try TemporaryFolder()
        try files.createDirectory(atPath: temporary.path + "/mine", withIntermediateDirectories: true)
        let folder = try output(temporary.path + "/mine/a/b/")
        try folder.write(Data("1".utf8), as: "x")
        try folder.clear()
        folder.close()
        #expect(try names(temporary.path) == ["mine"] && names(temporary.path + "/mine") == [])
        try output(temporary.path + "/mine").close()
        #expect(try names(temporary.path) == ["mine"])
    }

    @Test("What a killed process made aside is removed by the next one, and what is beside it stays")
    func leftovers() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/run"
        _ = try writeRun(city(), oneRide().records, to: path)
        let before = try temporary.text("run/summary.json")
        let folder = try output(path)
        let stage = try folder.stage()
        try Data("half".utf8).write(to: URL(fileURLWithPath: stage + "/summary.json"))
        let mark = try temporary.text("run/.cabrank")
        // As a kill leaves it: the lock is gone, the mark and the stage are there.
        folder.close()
        try files.createDirectory(atPath: stage, withIntermediateDirectories: true)
        try files.createDirectory(atPath: path + "/.making-1-1", withIntermediateDirectories: true)
        try Data(mark.utf8).write(to: URL(fileURLWithPath: path + "/.cabrank"))
        #expect(try temporary.text("run/summary.json") == before)
        _ = try writeRun(city(), oneRide().records, to: path)
        #expect(!files.fileExists(atPath: stage) && files.fileExists(atPath: path + "/.making-1-1"))
    }
}
