// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import StoreCodes
import Testing

/// The example program, as an operator starts it.
@Suite struct ProgramTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/example-\(UUID().uuidString)"
    private static let key = String(repeating: "7", count: 64)

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    /// Runs the program in a folder with this environment.
    private func run(_ environment: [String: String], _ arguments: [String]? = nil) throws -> (Int32, String, String) {
        let program = try #require(ProjectFolder.program("StoreExample"))
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments ?? [folder]
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

    @Test("SEC-06: the program serves with the key, twice on the same files; a missing or a wrong key ends it with 2")
    func keys() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try run([:]).0 == 2)
        #expect(try run([:]).2.contains("there is no key for the encrypted store: set CABRANK_KEY_FILE"))
        let file = folder + "/key"
        let owner: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        #expect(FileManager.default.createFile(atPath: file, contents: Data(Self.key.utf8), attributes: owner))
        for visit in 1...2 {
            let (status, text, problem) = try run(["CABRANK_KEY_FILE": file])
            #expect(status == 0 && problem.isEmpty, "\(problem)")
            #expect(
                text == """
                    the manager opens store \(visit)
                    the shopper is called
                    the shopper leaves after visit number \(visit)

                    """)
        }
        #expect(try String(contentsOfFile: folder + "/ticket.svg", encoding: .utf8).hasPrefix("<svg"))
        let wrong = try run(["CABRANK_KEY": String(repeating: "8", count: 64)])
        #expect(wrong.0 == 2 && wrong.2 == "error: \(folder)/stores.sqlite is encrypted with another key\n")
        let broken = try run(["CABRANK_KEY": "secret words"])
        #expect(broken.0 == 2 && broken.2.hasPrefix("error: CABRANK_KEY does not contain a key"))
        #expect(!broken.2.contains("secret words"))
        #expect(try run(["CABRANK_KEY_FILE": folder + "/none"]).2 == "error: cannot read the key file \(folder)/none\n")
        #expect(try run([:], []).0 == 2)
    }
}
