// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation

/// Runs the built `cabrank` in a folder of its own.
struct Command {
    /// What a run of the command gave.
    struct Outcome {
        var status: Int32
        var output: String
        var complaints: String
    }

    /// The folder that the command runs in.
    let folder: URL

    /// Runs with a new folder, and removes it afterwards.
    static func inNewFolder<Result>(_ body: (Command) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(Command(folder: folder))
    }

    /// The program that `CABRANK` names, else that of the build beside the tests.
    private static let program =
        (ProcessInfo.processInfo.environment["CABRANK"] ?? ProjectFolder.program("cabrank"))
        .map { URL(fileURLWithPath: $0) }

    func run(_ arguments: String...) throws -> Outcome { try run(list: arguments) }

    /// Runs with more in the environment than this process has, and without the libraries of a report's charts, which are a
    /// million characters a page: most of the time of a short run.
    func run(list arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        guard let program = Self.program else { throw NoProgram() }
        return try run(program, arguments, environment: environment)
    }

    private func run(_ program: URL, _ arguments: [String], environment: [String: String]) throws -> Outcome {
        let outputs = ["out", "err"].map { folder.appendingPathComponent(".\(UUID().uuidString).\($0)") }
        defer { for file in outputs { try? FileManager.default.removeItem(at: file) } }
        for file in outputs { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["CABRANK_ASSETS": ""]) { $1 }
            .merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: outputs[0])
        process.standardError = try FileHandle(forWritingTo: outputs[1])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: outputs[0], encoding: .utf8),
            complaints: try String(contentsOf: outputs[1], encoding: .utf8))
    }

    /// Runs a line of the shell, in which `cabrank` is the program and `$1`, `$2`, ... the arguments; a run that hangs is
    /// ended with status 124.
    func shell(_ line: String, _ arguments: String...) throws -> Outcome {
        guard let program = Self.program else { throw NoProgram() }
        return try run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "cabrank() { timeout 60 \"$PROGRAM\" \"$@\"; }; " + line, "bash"] + arguments,
            environment: ["PROGRAM": program.path, "SWIFT_BACKTRACE": "enable=no"])
    }

    /// Stops a run with a signal as soon as a condition holds, and gives its exit status, or the signal that ended it.
    ///
    /// A fast run may be over before it is seen to be ready: that says nothing, so what it wrote is removed and it is begun
    /// again. `isLeft` says, when it has been stopped, whether it was stopped in time.
    func stop(
        _ arguments: [String], by signal: Int32, removing written: String,
        when isReady: () -> Bool, leaving isLeft: () -> Bool = { true }
    ) throws -> Int32 {
        guard let program = Self.program else { throw NoProgram() }
        for _ in 0..<50 {
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            while process.isRunning, !isReady() { usleep(500) }
            if process.isRunning { kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            if process.terminationStatus != 0, isLeft() { return process.terminationStatus }
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(written))
        }
        throw NeverStopped()
    }

    func write(_ text: String, to name: String) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    /// A copy of the shipped quickstart in the folder, hidden, for scenarios that include it: an include stays in its folder.
    func quickstartCopy() throws -> String {
        let name = ".quickstart.yaml"
        try write(String(contentsOfFile: ProjectFolder.file("Scenarios/quickstart.yaml"), encoding: .utf8), to: name)
        return name
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// The files and folders in a folder, hidden ones left out.
    func files(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// A value of a JSON file at its top.
    func value(_ key: String, of name: String) throws -> String? {
        let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
        let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        return object?[key].map { "\($0)" }
    }
}

struct NoProgram: Error {}

/// Fifty runs were all over before they could be stopped.
struct NeverStopped: Error {}
