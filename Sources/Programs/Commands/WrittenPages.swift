// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Reporting

/// What Cabrank wrote into a folder and the folders below it: the newest page, and the newest results.
struct WrittenPages {
    /// A file that Cabrank wrote.
    struct Found {
        let folder: String
        let name: String
        /// When it was written.
        let time: Date

        var path: String { folder + "/" + name }
    }

    /// The page that was written last.
    private(set) var newest: Found?
    /// The file that was written last, of whatever kind.
    private(set) var newestResults: Found?

    /// Looks into a folder and into those below it, except hidden ones and links.
    init(below top: String) {
        look(into: top, depth: 0)
    }

    /// Folders are followed to this depth: results lie two or three below `Reports`.
    private static let mostDepth = 8

    private mutating func look(into folder: String, depth: Int) {
        for name in OutputFolder.files(in: folder) ?? [] {
            guard let file = Self.attributes(of: folder + "/" + name), file.type == .typeRegular else { continue }
            let found = Found(folder: folder, name: name, time: file.time)
            if name.hasSuffix(".html") { Self.keep(found, in: &newest) }
            Self.keep(found, in: &newestResults)
        }
        guard depth < Self.mostDepth else { return }
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        where !name.hasPrefix(".") && Self.attributes(of: folder + "/" + name)?.type == .typeDirectory {
            look(into: folder + "/" + name, depth: depth + 1)
        }
    }

    private static func keep(_ found: Found, in newest: inout Found?) {
        if newest.map({ $0.time < found.time }) ?? true { newest = found }
    }

    /// Kind and time of a file; a link is not followed.
    private static func attributes(of path: String) -> (type: FileAttributeType, time: Date)? {
        guard let all = try? FileManager.default.attributesOfItem(atPath: path),
            let type = all[.type] as? FileAttributeType, let time = all[.modificationDate] as? Date
        else { return nil }
        return (type, time)
    }
}
