// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// Reads scenario files with what they include, and lays them over each other.
struct ScenarioFiles {
    let reading: Reading
    /// The form of the whole file; made for files that include others only.
    let form: () -> Form
    /// Whether files outside of the scenario's folder may be included.
    let allowsInclude: Bool
    private var count = 0
    /// Whether a file is missing or cannot be parsed; what it would have said is not known, so no keys are checked.
    private(set) var isIncomplete = false

    init(reading: Reading, form: @escaping @autoclosure () -> Form, allowsInclude: Bool) {
        self.reading = reading
        self.form = form
        self.allowsInclude = allowsInclude
    }

    /// Reads a text and the files that it includes; `open` are the files being read, the outermost first.
    mutating func load(_ text: String, named file: String, folder: String, open: [String]) -> Item? {
        reading.folders[file] = folder
        count += 1
        let keys = reading.keys(
            of: text, named: file, thing: "a scenario", hint: "see `cabrank new` for a first scenario")
        guard var entries = keys?.entries else {
            isIncomplete = true
            return nil
        }
        let top = InputLocation(file: file)
        let includes = entries.first { $0.key == "include" }
        entries.removeAll { $0.key == "include" }
        let own = Item(location: top, content: .mapping(entries))
        guard let includes else { return own }
        var merged: Item?
        for (path, location) in paths(includes) {
            guard let base = include(path, at: location, open: open) else {
                isIncomplete = true
                continue
            }
            merged = merged.map { Merging.lay(base, on: $0, form()) } ?? base
        }
        return merged.map { Merging.lay(own, on: $0, form()) } ?? own
    }

    private func paths(_ entry: Item.Entry) -> [(String, InputLocation)] {
        let items: [Item] = if case .list(let items) = entry.value.content { items } else { [entry.value] }
        return items.compactMap { item in
            if case .text(let path, _) = item.content, !path.isEmpty { return (path, item.location) }
            reading.error(item.location, "`include`: expected the path of a file, found \(item.sort)")
            return nil
        }
    }

    private mutating func include(_ path: String, at location: InputLocation, open: [String]) -> Item? {
        guard let resolved = reading.within("include", location, { reading.resolve(path, from: location) }) else {
            return nil
        }
        let identity = Self.identity(resolved)
        if open.contains(where: { Self.identity($0) == identity }) {
            reading.error(location, "`include`: `\(path)` includes itself, directly or through other files")
            return nil
        }
        if count >= ScenarioLimits.files {
            reading.error(location, "`include`: more than \(ScenarioLimits.files) files are read for one scenario")
            return nil
        }
        guard allowsInclude || IncludeBounds(folder: reading.folder).hold(resolved) else {
            reading.error(
                location,
                "`include`: `\(path)` is outside the folder of the scenario; `--allow-include` permits it")
            return nil
        }
        guard let text = reading.text(of: resolved, at: location) else { return nil }
        return load(text, named: resolved, folder: Self.folder(of: resolved), open: open + [resolved])
    }

    /// The folder of a path; empty for a bare file name.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The same for two paths of one file.
    static func identity(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
