// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import StoreCodes
import StoreRules
import StoreService
import Testing

@testable import Accounts

/// The scannable codes of tickets and bookings.
@Suite struct CodeTests {
    /// What zbar reads in an image; one of lines is drawn first.
    private func scan(_ image: String, as name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("codes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var file = folder.appendingPathComponent(name)
        try Data(image.utf8).write(to: file)
        if name.hasSuffix(".svg") {
            let drawn = folder.appendingPathComponent("drawn.png")
            _ = try run("/usr/bin/rsvg-convert", "--output", drawn.path, file.path)
            file = drawn
        }
        return try run("/usr/bin/zbarimg", "--quiet", "--raw", file.path)
    }

    private func run(_ program: String, _ arguments: String...) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let codes = [
        EntryCode(high: 0, low: 0), EntryCode(high: .max, low: .max), EntryCode(high: 1, low: 0x0123_4567_89AB_CDEF),
    ]

    @Test("STORE-R10: the printed code is read back by a scanner, bit by bit", arguments: codes)
    func printed(_ code: EntryCode) throws {
        #expect(EntryCode(text: try scan(QRImage(code).bitmap(), as: "ticket.pbm")) == code)
    }

    @Test("STORE-R10: the code in the app is read back by a scanner, bit by bit", arguments: codes)
    func shown(_ code: EntryCode) throws {
        #expect(EntryCode(text: try scan(QRImage(code).svg, as: "ticket.svg")) == code)
    }

    @Test("STORE-R10: live codes come from the operating system, and no two are alike")
    func live() throws {
        let source = SecretCodes(SystemSecrets())
        let codes = (0..<10_000).map { _ in source.next() }
        #expect(Set(codes).count == codes.count)
        // Each of the 128 bits is set in about half of them: 5,000, within eight standard deviations of 50.
        for bit in 0..<64 {
            let high = codes.filter { $0.high >> bit & 1 == 1 }.count
            let low = codes.filter { $0.low >> bit & 1 == 1 }.count
            #expect((4_600...5_400).contains(high) && (4_600...5_400).contains(low))
        }
    }

    @Test("What a scanner finds elsewhere is no code", arguments: ["", "0", String(repeating: "g", count: 32)])
    func foreign(_ text: String) {
        #expect(EntryCode(text: text) == nil)
    }

    @Test("A text that no code can hold has no image")
    func tooLong() {
        #expect(QRImage("") == nil && QRImage(String(repeating: "x", count: 3_000)) == nil)
    }
}
