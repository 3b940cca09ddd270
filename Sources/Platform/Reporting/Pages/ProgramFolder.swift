// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A folder that an installed program brings with it, such as the pages of the handbook. It is looked for, never made.
package struct ProgramFolder: Sendable {
    /// Its name in `<prefix>/share/cabrank`.
    package let name: String
    /// The environment variable that names another one.
    package let variable: String

    /// The libraries of charts and maps in reports.
    package static let reportAssets = ProgramFolder(name: "report-assets", variable: "CABRANK_ASSETS")
    /// The pages of the handbook.
    package static let handbook = ProgramFolder(name: "handbook", variable: "CABRANK_HANDBOOK")

    /// The folder of this process; nil for none. Whether it is there is not looked at.
    package var here: String? {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path(environment: ProcessInfo.processInfo.environment, program: program)
    }

    /// The folder that the environment names, else the one beside the program at this path; nil where the variable is empty.
    package func path(environment: [String: String], program: String?) -> String? {
        if let named = environment[variable] { return named.isEmpty ? nil : named }
        return program.flatMap(installed)
    }

    /// The folder of a program that was installed as `<prefix>/bin/cabrank`: `<prefix>/share/cabrank/<name>`. Nil for a
    /// program in a folder of another name, such as that of a build.
    private func installed(program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard program.hasPrefix("/"), parts.dropLast().last == "bin" else { return nil }
        return (parts.dropLast(2) + ["share", "cabrank", Substring(name)]).joined(separator: "/")
    }
}
