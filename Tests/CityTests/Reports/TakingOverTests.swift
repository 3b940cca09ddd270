// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Reporting

/// What a killed process left in a folder of results.
@Suite struct TakingOverTests {
    private static let writer = OutputFolder.Writer(command: "cabrank run", since: "now")

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test(
        "A kill between the last renames of a run leaves all of the new results to whoever opens the folder next",
        arguments: 0...3)
    func halfPublished(_ done: Int) throws {
        let temporary = try TemporaryFolder()
        let (path, killed) = (temporary.path + "/a", temporary.path + "/b")
        let folder = try OutputFolder(path: path, writer: Self.writer)
        for name in ["old.csv", "report.html", "summary.json"] { try folder.write(Data("old".utf8), as: name) }
        let stage = try folder.stage()
        let new = ["report.html", "results.sqlite", "summary.json"]
        for name in new { try NewFile(path: stage + "/" + name).add(Data("new".utf8)) }
        folder.mark.files.formUnion(new)
        folder.mark.publishing = OutputMark.Publishing(names: new, stale: ["old.csv"])
        try folder.save()
        try FileManager.default.copyItem(atPath: path, toPath: killed)
        let made = killed + "/" + (try #require(folder.mark.stage))
        for name in new.prefix(done) { #expect(rename(made + "/" + name, killed + "/" + name) == 0) }
        let next = try OutputFolder(path: killed, writer: Self.writer)
        #expect(!next.isUnfinished)
        #expect(try names(killed) == [".cabrank"] + new)
        for name in new { #expect(try temporary.text("b/" + name) == "new") }
    }

    @Test("Results that were not complete when the process was killed go, and the older ones stay")
    func notPublished() throws {
        let temporary = try TemporaryFolder()
        let (path, killed) = (temporary.path + "/a", temporary.path + "/b")
        let folder = try OutputFolder(path: path, writer: Self.writer)
        try folder.write(Data("old".utf8), as: "report.html")
        try NewFile(path: folder.stage() + "/report.html").add(Data("ne".utf8))
        try FileManager.default.copyItem(atPath: path, toPath: killed)
        _ = try OutputFolder(path: killed, writer: Self.writer)
        #expect(try names(killed) == [".cabrank", "report.html"])
        #expect(try temporary.text("b/report.html") == "old")
    }

    @Test(
        "Hidden files that were being written, and parts of a finished experiment, go; a stranger's hidden file stays")
    func leftovers() throws {
        let temporary = try TemporaryFolder()
        let (path, killed) = (temporary.path + "/a", temporary.path + "/b")
        let folder = try OutputFolder(path: path, writer: Self.writer)
        try folder.write(Data("x".utf8), as: "compare.html")
        _ = try folder.spool()
        try FileManager.default.copyItem(atPath: path, toPath: killed)
        for name in [".compare.html.4711-1", ".notes.txt.4711-1", ".compare.html.mine"] {
            try Data("x".utf8).write(to: URL(filePath: killed + "/" + name))
        }
        _ = try OutputFolder(path: killed, writer: Self.writer)
        #expect(try names(killed) == [".cabrank", ".compare.html.mine", ".notes.txt.4711-1", "compare.html"])
    }
}
