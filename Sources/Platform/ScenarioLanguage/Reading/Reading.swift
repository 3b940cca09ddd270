// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation

/// One reading of a scenario: collects every problem, and the locations that later checks need.
package final class Reading {
    package private(set) var problems: [InputProblem] = []
    /// How many different problems of each severity were noted, listed or not.
    private var counts: [InputProblem.Severity: Int] = [:]
    /// Where each key stands, by path such as `changes.0.from`.
    package private(set) var locations: [String: InputLocation] = [:]
    /// The mentions of each type of thing.
    private var mentioned: [ObjectIdentifier: AnyObject] = [:]
    /// The folder of each file, by the name shown in locations.
    package var folders: [String: String] = [:]
    /// The folder of the scenario file itself.
    package var folder = ""
    /// The midnight at or before the scenario's start; clock times count from it.
    package var midnight = ClockText.firstInstant
    /// Dates that are like another day of the week; known before the values that are given by day.
    package var holidays = Holidays()
    private var path: [String] = []
    /// Where the machine keeps data that the scenario does not bring along.
    package let data: DataFolder
    /// Paths that the text names through `$CABRANK_DATA/`, as it names them, by the path that the program opens.
    package private(set) var named: [String: String] = [:]

    /// What the map calls its zones; read when the first zone is named by something else than a number.
    package var zoneKeys: ZoneKeys {
        if let known = knownKeys { return known }
        let keys = readZoneKeys()
        knownKeys = keys
        return keys
    }
    private var knownKeys: ZoneKeys?
    /// Reads what the map calls its zones; where there is no map, they are called by their numbers.
    package var readZoneKeys: () -> ZoneKeys = { .numbers }

    /// What tables must lie in; nil where they may lie anywhere.
    package var bounds: IncludeBounds?

    /// Whether the files that values name are looked at.
    package let looksAtFiles: Bool
    /// How many errors were noted, reported ones and others.
    package private(set) var errors = 0
    private var reported: Set<Reported> = []

    package init(data: DataFolder = DataFolder(), looksAtFiles: Bool = true) {
        self.data = data
        self.looksAtFiles = looksAtFiles
    }

    /// Notes an error. `allowed` says what would be right, `meant` is the nearest known name.
    package func error(_ location: InputLocation, _ what: String, allowed: String? = nil, meant: String? = nil) {
        note(.error, location, what, allowed: allowed, meant: meant)
    }

    package func warn(_ location: InputLocation, _ what: String) {
        note(.warning, location, what, allowed: nil, meant: nil)
    }

    /// Notes what a reader of tables found.
    package func note(_ problem: InputProblem) {
        note(problem.severity, problem.location, problem.message, allowed: nil, meant: nil)
    }

    private func note(
        _ severity: InputProblem.Severity, _ location: InputLocation, _ what: String, allowed: String?, meant: String?
    ) {
        if severity == .error { errors += 1 }
        // An alias brings one value to many keys: what is wrong with it stands at one location, and is reported once.
        let bare = what.hasPrefix("`\(key)`: ") ? String(what.dropFirst(key.count + 4)) : what
        guard reported.insert(Reported(location: location, what: bare)).inserted else { return }
        counts[severity, default: 0] += 1
        guard counts[severity, default: 0] <= InputErrors.mostListed else { return }
        var message = what
        if let allowed { message += "; allowed: \(allowed)" }
        if let meant { message += "; did you mean `\(meant)`?" }
        problems.append(InputProblem(severity, at: location, message))
    }

    /// A problem without the key that it was met under.
    private struct Reported: Hashable {
        let location: InputLocation
        let what: String
    }

    /// Notes an error about the value of the key being read.
    package func fault(_ location: InputLocation, _ what: String, allowed: String? = nil, meant: String? = nil) {
        error(location, "`\(key)`: \(what)", allowed: allowed, meant: meant)
    }

    /// Adds problems found elsewhere.
    package func add(_ more: [InputProblem]) {
        for problem in more {
            if problem.severity == .error { errors += 1 }
            counts[problem.severity, default: 0] += 1
            if counts[problem.severity, default: 0] <= InputErrors.mostListed { problems.append(problem) }
        }
    }

    /// Counts errors of a table that are not listed, since there are very many.
    package func addUnlisted(errors more: Int) {
        errors += more
        counts[.error, default: 0] += more
    }

    /// What is wrong, as an error to throw.
    package var rejection: InputErrors {
        InputErrors(problems: problemsInOrder, errorCount: counts[.error, default: 0])
    }

    /// The problems file by file in the order in which the files were met, then by location; those of one location keep their order.
    package var problemsInOrder: [InputProblem] {
        var files: [String: Int] = [:]
        for problem in problems where files[problem.location.file] == nil { files[problem.location.file] = files.count }
        return problems.enumerated().sorted { left, right in
            let (a, b) = (left.element.location, right.element.location)
            return (files[a.file] ?? 0, a.line, a.column, left.offset) < (
                files[b.file] ?? 0, b.line, b.column, right.offset
            )
        }.map(\.element)
    }

    /// Whether the scenario is rejected.
    package var isRejected: Bool { errors > 0 }

    /// Reads what stands under a key or a list position.
    package func within<Result>(_ step: String, _ location: InputLocation, _ body: () -> Result) -> Result {
        path.append(step)
        locations[path.joined(separator: ".")] = location
        defer { path.removeLast() }
        return body()
    }

    /// Notes that problems of what is being read are reported here, for checks that come later.
    package func remember(_ location: InputLocation) {
        locations[path.joined(separator: ".")] = location
    }

    /// The innermost key that is being read; list positions are not keys.
    package var key: String { path.last { $0.first?.isNumber != true } ?? "scenario" }

    /// Remembers that a thing is named here, for checks that come later.
    package func mention<Subject: Sendable>(_ subject: Subject, at location: InputLocation) {
        let mention = Mention(subject: subject, location: location)
        let type = ObjectIdentifier(Subject.self)
        if let list = mentioned[type] as? MentionList<Subject> {
            list.mentions.append(mention)
        } else {
            mentioned[type] = MentionList([mention])
        }
    }

    /// The mentions of things of a type, in the order of reading.
    package func mentions<Subject: Sendable>(of type: Subject.Type) -> [Mention<Subject>] {
        (mentioned[ObjectIdentifier(type)] as? MentionList<Subject>)?.mentions ?? []
    }

    /// What writing a value as the text of this file must know.
    package var writing: Writing {
        Writing(folder: folder, named: named, zoneKeys: knownKeys ?? .numbers, midnight: midnight)
    }

    /// A path written in a file, as the program can open it: relative paths start at the folder of the file that names
    /// them, and those that begin with `$CABRANK_DATA/` at the folder that the environment names. Notes what is wrong with
    /// such a beginning, and gives nil then.
    package func resolve(_ path: String, from location: InputLocation) -> String? {
        switch data.resolve(path) {
        case .other: return joined(folders[location.file] ?? folder, path)
        case .found(let resolved):
            named[resolved] = path
            return resolved
        case .wrong(let what):
            fault(location, what)
            return nil
        }
    }
}

/// A path seen from a folder; absolute paths stay.
func joined(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
}

/// A path seen from a folder that it need not lie in: `../maps/zones.geojson`. The whole path where the two have no folder in
/// common.
private func climbing(to path: String, from folder: String) -> String {
    func steps(_ path: String) -> [Substring] {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path.split(separator: "/")
    }
    let (file, place) = (steps(path), steps(folder))
    let common = zip(file, place).prefix { $0 == $1 }.count
    guard common > 0 else { return "/" + file.joined(separator: "/") }
    return (place.dropFirst(common).map { _ in ".." } + file.dropFirst(common)).joined(separator: "/")
}

/// What writing a value as text needs to know: the folder from which paths are written.
package struct Writing: Sendable {
    let folder: String
    /// What the text calls a path that it names through `$CABRANK_DATA/`: the resolved text means the same file on a
    /// machine that keeps its data elsewhere.
    var named: [String: String] = [:]
    /// What the map calls the zones.
    package var zoneKeys = ZoneKeys.numbers
    /// The midnight that clock times count from.
    package var midnight = ClockText.firstInstant

    /// The folder of the text where it is another one than that of the file that was read.
    private var seenFrom: String?

    init(
        folder: String, named: [String: String] = [:], zoneKeys: ZoneKeys = .numbers,
        midnight: CityTime = ClockText.firstInstant
    ) {
        (self.folder, self.named, self.zoneKeys, self.midnight) = (folder, named, zoneKeys, midnight)
    }

    /// The same for a text that lies in another folder: paths lead from there to the files.
    package func moved(to folder: String) -> Writing {
        var moved = self
        moved.seenFrom = folder
        return moved
    }

    /// The same with paths as the program opens them, so that the texts of two folders can be compared.
    package var opened: Writing { Writing(folder: "", named: named, zoneKeys: zoneKeys, midnight: midnight) }

    /// A resolved path as it would stand in the scenario file.
    package func relative(_ path: String) -> String {
        if let name = named[path] { return name }
        if let seenFrom { return climbing(to: path, from: seenFrom) }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return !folder.isEmpty && path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }
}
