// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Experiments
import Foundation
import Reporting
import ScenarioLanguage

/// What a command reads and how it was typed: it goes into the results, so that whoever finds them can make them again.
struct ExperimentRecord {
    private let began = HostFacts()
    /// The files that were read, by path.
    private var inputs: [HashedFile] = []

    /// Reads, and takes note of every file that is opened.
    mutating func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
        let shelf = InputShelf()
        let result = try InputFile.$shelf.withValue(shelf, operation: body)
        inputs = shelf.contents.map { path, bytes in
            HashedFile(path: path, bytes: bytes.count, sha256: ContentHash.hex(of: bytes))
        }.sorted { $0.path < $1.path }
        return result
    }

    /// How the results came about.
    func origin(setting settings: [String] = [], files: [String] = []) -> ExperimentOrigin {
        ExperimentOrigin(command: Self.command, inputs: inputs, settings: settings, files: files)
    }

    /// The same with the machine and the time, and the command as it was typed.
    func runFile(_ context: RunContext) -> RunFile { began.runFile(context, inputs: inputs) }

    /// The command without what changes no result: the same bytes come of it in another folder, and on other machines.
    private static var command: String {
        (["cabrank"] + StoreArguments.words(CommandLine.arguments.dropFirst(), keepsReplications: true)).map(quoted)
            .joined(separator: " ")
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "%"),
                    UInt8(ascii: "+"), UInt8(ascii: "@"):
                    true
                default: false
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
