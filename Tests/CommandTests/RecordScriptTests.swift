// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `scripts/record` writes over the table of fingerprints and nothing else.
@Suite struct RecordScriptTests {
    @Test(
        "A table of fingerprints that is no plain file ends the script with status 2, and nothing is built, run or written",
        arguments: [
            "ln -s ../elsewhere Tests/fingerprints.csv", "mkdir Tests/fingerprints.csv",
            "mkfifo Tests/fingerprints.csv", "ln -s ../nowhere Tests/fingerprints.csv", ":",
        ])
    func noPlainFile(making: String) throws {
        try Command.inNewFolder { command in
            let outcome = try inScratch(command, making)
            #expect(outcome.status == 2, "\(outcome)")
            #expect(
                outcome.complaints == "record: error: Tests/fingerprints.csv is no plain file; it is left as it is\n")
            #expect(try command.text("elsewhere") == "kept\n")
            #expect(try command.files() == ["Tests", "bin", "elsewhere", "scripts"])
        }
    }

    @Test("With a plain file the script goes on to build")
    func plainFile() throws {
        try Command.inNewFolder { command in
            let outcome = try inScratch(command, "touch Tests/fingerprints.csv")
            #expect(outcome.status == 1, "\(outcome)")
            #expect(try command.text("asked").hasSuffix("--product cabrank\n"))
        }
    }

    /// Runs a copy of the script in a repository of its own, where `swift` only notes what it is asked.
    private func inScratch(_ command: Command, _ making: String) throws -> Command.Outcome {
        try command.shell(
            """
            mkdir Tests scripts bin && cp "$1" "$2" scripts && echo kept >elsewhere && \(making)
            printf '#!/bin/sh\\necho "$@" >asked; exit 1\\n' >bin/swift && chmod +x bin/swift
            PATH="$PWD/bin:$PATH" scripts/record
            """, ProjectFolder.file("scripts/record"), ProjectFolder.file("scripts/debug-flags"))
    }
}
