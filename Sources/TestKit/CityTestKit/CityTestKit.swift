// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The project's folder, for tests that read the shipped scenarios or run the shipped programs.
package enum ProjectFolder {
    /// The folder that holds `Package.swift`.
    package static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path of a file of the project.
    package static func file(_ name: String) -> String { path + "/" + name }

    /// The path of a built program: beside the tests that run now, or of the same kind of build; nil when there is none.
    package static func program(_ name: String) -> String? {
        #if DEBUG
            let build = ".build/debug"
        #else
            let build = ".build/release"
        #endif
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        return [beside, file(build)].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
