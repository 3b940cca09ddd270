// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The project's folder, for tests that read the shipped scenarios or run the shipped programs.
public enum ProjectFolder {
    /// The folder that holds `Package.swift`.
    public static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path of a file of the project.
    public static func file(_ name: String) -> String { path + "/" + name }
}
