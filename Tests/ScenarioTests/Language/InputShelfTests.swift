// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import ScenarioLanguage

@Suite struct InputShelfTests {
    @Test("An open shelf takes note of what is read from the disk; a closed one is read in place of the disk")
    func shelves() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-\(UUID()).txt").path
        try Data("on the disk".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let shelf = InputShelf()
        let read = try InputFile.$shelf.withValue(shelf) { try InputFile.text(of: path) }
        #expect(read == "on the disk")
        #expect(shelf.contents == [path: Data("on the disk".utf8)])
        try InputFile.$shelf.withValue(InputShelf(["elsewhere/map": Data("on the shelf".utf8)])) {
            let onShelf = try InputFile.text(of: "elsewhere/map")
            #expect(onShelf == "on the shelf")
            #expect(InputFile.fault(at: "elsewhere/map") == nil)
            // What is on the disk is not there.
            #expect(InputFile.fault(at: path) == .missing(path))
            #expect(throws: InputFile.Fault.missing(path)) { try InputFile.text(of: path) }
        }
        let again = try InputFile.text(of: path)
        #expect(again == "on the disk")
    }
}
