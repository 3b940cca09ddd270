// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Reporting

/// Where results may be written, and what is left alone.
@Suite struct OutputFileTests {
    private let files = FileManager.default

    @Test(
        "A file that Cabrank wrote is replaced, whatever else is there is not",
        arguments: [
            (OutputFileKind.json(key: "checkVersion"), "{\"checkVersion\": 1}\n"),
            (.junit, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cabrank check\" tests=\"1\">\n"),
            (.markdown, "## Budgets of a city: kept\n\n1 kept. 10 replications, seed 1, version 0.9.\n"),
            (
                .layout,
                "{\"type\":\"FeatureCollection\",\"features\":[\n"
                    + "{\"type\":\"Feature\",\"properties\":{\"zone_id\":1,\"name\":\"a\"}}\n]}\n"
            ),
            (.calibration, "# Service times of each kind of message, measured by `cabrank calibrate` (1 zone).\n"),
        ])
    func kinds(kind: OutputFileKind, own: String) throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/file"
        // New, empty, and its own.
        for text in [nil, "", own] {
            if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
            try OutputFile(path, kind: kind).write(Data("new".utf8))
            #expect(try temporary.text("file") == "new")
        }
        for text in ["precious", "{\"notes\": 1}", "{\"checkVersion\": \"mine\"}", "<?xml?>", "## Budgets", "x" + own] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: OutputProblem.self) { try OutputFile(path, kind: kind) }
            #expect(try temporary.text("file") == text)
        }
        #expect(try files.contentsOfDirectory(atPath: temporary.path) == ["file"])
    }

    @Test("A link to a file of Cabrank's stays a link, and what it leads to is written; other links are left alone")
    func links() throws {
        let temporary = try TemporaryFolder()
        let (link, target) = (temporary.path + "/link", temporary.path + "/target")
        let kind = OutputFileKind.json(key: "sizeVersion")
        try files.createSymbolicLink(atPath: link, withDestinationPath: "target")
        #expect(throws: OutputProblem.self) { try OutputFile(link, kind: kind) }
        #expect(!files.fileExists(atPath: target))
        try Data("precious".utf8).write(to: URL(fileURLWithPath: target))
        #expect(throws: OutputProblem.self) { try OutputFile(link, kind: kind) }
        #expect(try temporary.text("target") == "precious")
        try Data("{\"sizeVersion\": 1}".utf8).write(to: URL(fileURLWithPath: target))
        try OutputFile(link, kind: kind).write(Data("new".utf8))
        #expect(try temporary.text("target") == "new")
        #expect(NewFile.kind(of: link) == .typeSymbolicLink)
    }

    @Test("What comes into being between the look and the writing is not replaced either")
    func late() throws {
        let temporary = try TemporaryFolder()
        let file = try OutputFile(temporary.path + "/file", kind: .junit)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: OutputProblem.self) { try file.write(Data("new".utf8)) }
        #expect(try temporary.text("file") == "precious")
        #expect(try files.contentsOfDirectory(atPath: temporary.path) == ["file"])
    }

    @Test("A table is replaced by the same table only")
    func table() throws {
        let temporary = try TemporaryFolder()
        for _ in 0..<2 { try OutputFile(temporary.path + "/t.csv", kind: .table).write(Data("zone_id\n1\n".utf8)) }
        #expect(throws: OutputProblem.self) {
            try OutputFile(temporary.path + "/t.csv", kind: .table).write(Data("zone_id\n2\n".utf8))
        }
        #expect(try temporary.text("t.csv") == "zone_id\n1\n")
    }

    @Test("A full disk is reported in words, with the file and what to do")
    func full() throws {
        let device = open("/dev/full", O_WRONLY)
        defer { close(device) }
        let code = writeAll([1, 2, 3], to: device)
        #expect(code == ENOSPC)
        #expect(
            OutputProblem.cannotWrite("a/b", code: code).description
                == "a/b cannot be written: no space left on device; free some space there, or choose another folder")
    }
}
