// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The folder that a scenario's includes and tables stay in: a scenario from somebody else must not be able to read, and show in its
/// messages, what lies elsewhere on the machine.
package struct IncludeBounds: Sendable {
    /// The folder of the scenario; empty for the working folder.
    let folder: String

    /// Whether a path, symbolic links followed, lies in the folder or below it.
    func hold(_ path: String) -> Bool {
        // What was read on another machine was judged there.
        if let shelf = InputFile.shelf, shelf.isClosed { return true }
        guard let bounds = Self.real(folder.isEmpty ? "." : folder), let file = Self.real(path) else { return false }
        return file.hasPrefix(bounds.hasSuffix("/") ? bounds : bounds + "/")
    }

    /// The path without links, dots and double dots. A file that is not there lies where its folder does; nil when that is
    /// not there either and the path climbs.
    private static func real(_ path: String) -> String? {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        let steps = path.split(separator: "/")
        let path = path.hasSuffix("/") ? String(path.prefix { $0 == "/" }) + steps.joined(separator: "/") : path
        guard let last = steps.last, last != "..", last != "." else { return nil }
        let parent = steps.count > 1 || path.hasPrefix("/") ? String(path.dropLast(last.count)) : "."
        return parent == path ? nil : real(parent).map { $0.hasSuffix("/") ? $0 + last : "\($0)/\(last)" }
    }
}
