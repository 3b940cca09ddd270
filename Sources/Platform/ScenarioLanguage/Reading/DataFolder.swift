// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The folder that file names in scenarios may start from as `$CABRANK_DATA/`: data of real cities, which lie beside the
/// project and in another location on each machine.
package struct DataFolder: Sendable {
    /// The environment variable that names the folder.
    package static let variable = "CABRANK_DATA"

    /// What a path of a scenario means.
    enum Meaning: Equatable {
        /// It does not begin with a variable.
        case other
        /// It starts at the folder: the path to open.
        case found(String)
        /// It cannot be resolved: why, and what to do.
        case wrong(String)
    }

    private let folder: String?

    /// The folder that the environment names.
    package init() { self.init(environment: ProcessInfo.processInfo.environment) }

    /// The folder that another environment names.
    package init(environment: [String: String]) {
        folder = environment[Self.variable]
    }

    func resolve(_ path: String) -> Meaning {
        guard path.hasPrefix("$") else { return .other }
        let start = "$\(Self.variable)/"
        guard path.hasPrefix(start) else {
            return .wrong("`\(path)` begins with an unknown variable; allowed: `\(start)`")
        }
        let rest = String(path.dropFirst(start.count))
        guard let folder, !folder.isEmpty else {
            return .wrong(
                "`\(path)` is in the data folder of this machine, but the environment variable `\(Self.variable)` is not "
                    + "set; set it to the folder that holds `\(rest)`")
        }
        // What was read on another machine is not looked for on this one.
        if let shelf = InputFile.shelf, shelf.isClosed { return .found(joined(folder, rest)) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            return .wrong(
                "`\(path)` is in the data folder of this machine, but the environment variable `\(Self.variable)` names "
                    + "`\(folder)`, which is not a folder; set it to the folder that holds `\(rest)`")
        }
        return .found(joined(folder, rest))
    }
}
