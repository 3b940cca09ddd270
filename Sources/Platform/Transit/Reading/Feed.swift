// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// The tables of a feed as they are read from a zip or a folder.
///
/// Source: https://gtfs.org/documentation/schedule/reference/
package struct Feed: Sendable {
    /// The tables that are read; those in front must be there.
    static let tables = [
        "stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "calendar.txt", "calendar_dates.txt", "agency.txt",
        "frequencies.txt", "transfers.txt", "shapes.txt",
    ]
    private static let needed = 4

    /// What is put before its ids where a timetable has several feeds.
    let name: String
    /// How problems name it.
    let path: String
    let files: [String: [UInt8]]

    /// Makes a feed of tables at hand.
    init(name: String, path: String, files: [String: [UInt8]]) {
        (self.name, self.path, self.files) = (name, path, files)
    }

    /// Reads feeds, each a zip or a folder.
    ///
    /// - Parameters:
    ///   - paths: where they lie. Each is named by what tells its file's name from those of the others.
    ///   - bytes: reads a file whole.
    /// - Throws: `InputErrors` when some cannot be read, or what `bytes` throws.
    package static func read(_ paths: [String], bytes: (String) throws -> [UInt8]) throws -> [Feed] {
        var problems: [InputProblem] = []
        var feeds: [Feed] = []
        for (path, name) in zip(paths, names(paths)) {
            do {
                let (names, files) = try contents(path, bytes)
                let feed = Feed(name: name, path: path, files: files)
                problems += feed.missing(names)
                feeds.append(feed)
            } catch let fault as ZipArchive.Fault {
                problems.append(InputProblem(.error, at: InputLocation(file: path), fault.description))
            }
        }
        guard problems.isEmpty else { throw InputErrors(problems: problems) }
        return feeds
    }

    private static func contents(_ path: String, _ bytes: (String) throws -> [UInt8]) throws -> (
        names: [String], files: [String: [UInt8]]
    ) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            // A file that cannot be read at all is told as any other one.
            if !FileManager.default.isReadableFile(atPath: path) { _ = try bytes(path) }
            return try ZipArchive.read(path) { tables.contains($0) }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        var files: [String: [UInt8]] = [:]
        for name in names where tables.contains(name) { files[name] = try bytes("\(path)/\(name)") }
        return (names, files)
    }

    /// The names of files without what they have in common in front, up to a dash or a low line: `eptc` and `trensurb` for
    /// `poa_eptc.zip` and `poa_trensurb.zip`. Files of one name in several folders are numbered.
    static func names(_ paths: [String]) -> [String] {
        let stems = paths.map { path in
            let last = path.split(separator: "/").last.map(String.init) ?? path
            return last.hasSuffix(".zip") ? String(last.dropLast(4)) : last
        }
        guard let first = stems.first, stems.count > 1 else { return stems }
        let shared = stems.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let end = shared.lastIndex { $0 == "_" || $0 == "-" }
        let length = end.map { shared.distance(from: shared.startIndex, to: $0) + 1 } ?? 0
        let short = stems.map { String($0.dropFirst(length)) }
        let names = short.contains("") ? stems : short
        return names.enumerated().map { index, name in
            names.count { $0 == name } == 1 ? name : "\(name)\(names[...index].count { $0 == name })"
        }
    }

    /// The tables that must be there and are not.
    private func missing(_ names: [String]) -> [InputProblem] {
        var missing = Self.tables[..<Self.needed].filter { files[$0] == nil }
        if files["calendar.txt"] == nil, files["calendar_dates.txt"] == nil { missing.append("calendar.txt") }
        return missing.map { table in
            let others = names.filter { files[$0] == nil }
            let hint =
                if let deep = others.first(where: { $0.hasSuffix("/\(table)") && !$0.hasPrefix("__MACOSX") }) {
                    "; there is `\(deep)`, and the tables must not lie in a folder of the zip"
                } else {
                    nearestName(to: table, among: others).map { "; there is `\($0)`, which is none of them" } ?? ""
                }
            return InputProblem(
                .error, at: InputLocation(file: path),
                "the feed has no \(table); needed: stops.txt, routes.txt, trips.txt, stop_times.txt, and calendar.txt or "
                    + "calendar_dates.txt\(hint)")
        }
    }
}
