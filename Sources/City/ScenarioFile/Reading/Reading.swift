// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A mention of a zone, kept until the zones of the map are known.
struct ZoneMention: Sendable {
    let zone: ZoneID
    let place: InputLocation
}

/// A reservation that stands in the text, kept until the whole scenario is known.
struct ReservationMention: Sendable {
    let row: TraceRow
    let place: InputLocation
}

/// One reading of a scenario: collects every problem, and the places that later checks need.
final class Reading {
    /// More problems than this help nobody.
    static let mostProblems = 200

    private(set) var problems: [InputProblem] = []
    /// Where each key stands, by path such as `drivers.0.seats`.
    private(set) var places: [String: InputLocation] = [:]
    private(set) var zones: [ZoneMention] = []
    private(set) var reservations: [ReservationMention] = []
    /// The folder of each file, by the name shown in places.
    var folders: [String: String] = [:]
    /// The folder of the scenario file itself.
    var folder = ""
    /// The midnight at or before the scenario's start; clock times count from it.
    var midnight = Scenario.firstInstant
    private var path: [String] = []
    /// Where the machine keeps data that the scenario does not bring along.
    let data: DataFolder
    /// Paths that the text names through `$CABRANK_DATA/`, as it names them, by the path that the program opens.
    private(set) var named: [String: String] = [:]

    /// Whether the files that values name are looked at.
    let looksAtFiles: Bool
    /// How many errors were noted, told ones and others.
    private(set) var errors = 0
    private var told: Set<Told> = []

    init(data: DataFolder = DataFolder(), looksAtFiles: Bool = true) {
        self.data = data
        self.looksAtFiles = looksAtFiles
    }

    /// Notes an error. `allowed` says what would be right, `meant` is the nearest known name.
    func error(_ place: InputLocation, _ what: String, allowed: String? = nil, meant: String? = nil) {
        note(.error, place, what, allowed: allowed, meant: meant)
    }

    /// Notes a doubt.
    func warn(_ place: InputLocation, _ what: String) {
        note(.warning, place, what, allowed: nil, meant: nil)
    }

    /// Notes what a reader of tables found.
    func note(_ problem: InputProblem) {
        note(problem.severity, problem.place, problem.message, allowed: nil, meant: nil)
    }

    private func note(
        _ severity: InputProblem.Severity, _ place: InputLocation, _ what: String, allowed: String?, meant: String?
    ) {
        if severity == .error { errors += 1 }
        // An alias brings one value to many keys: what is wrong with it stands at one place, and is told once.
        let bare = what.hasPrefix("`\(key)`: ") ? String(what.dropFirst(key.count + 4)) : what
        guard told.insert(Told(place: place, what: bare)).inserted, problems.count < Self.mostProblems else { return }
        var message = what
        if let allowed { message += "; allowed: \(allowed)" }
        if let meant { message += "; did you mean `\(meant)`?" }
        problems.append(InputProblem(severity, at: place, message))
    }

    /// A problem without the key that it was met under.
    private struct Told: Hashable {
        let place: InputLocation
        let what: String
    }

    /// Notes an error about the value of the key being read.
    func fault(_ place: InputLocation, _ what: String, allowed: String? = nil, meant: String? = nil) {
        error(place, "`\(key)`: \(what)", allowed: allowed, meant: meant)
    }

    /// Adds problems found elsewhere.
    func add(_ more: [InputProblem]) {
        errors += more.count { $0.severity == .error }
        problems += more.prefix(max(0, Self.mostProblems - problems.count))
    }

    /// Whether the scenario is rejected.
    var isRejected: Bool { errors > 0 }

    /// Reads what stands under a key or a list position.
    func within<Result>(_ step: String, _ place: InputLocation, _ body: () -> Result) -> Result {
        path.append(step)
        places[path.joined(separator: ".")] = place
        defer { path.removeLast() }
        return body()
    }

    /// Notes that problems of what is being read are told here, for checks that come later.
    func remember(_ place: InputLocation) {
        places[path.joined(separator: ".")] = place
    }

    /// The innermost key that is being read; list positions are not keys.
    var key: String { path.last { $0.first?.isNumber != true } ?? "scenario" }

    /// Remembers that a zone is named here.
    func mention(_ zone: ZoneID, at place: InputLocation) {
        zones.append(ZoneMention(zone: zone, place: place))
    }

    /// Remembers that a reservation stands here.
    func mention(reservation row: TraceRow, at place: InputLocation) {
        reservations.append(ReservationMention(row: row, place: place))
    }

    /// A path written in a file, as the program can open it: relative paths start at the folder of the file that names
    /// them, and those that begin with `$CABRANK_DATA/` at the folder that the environment names. Notes what is wrong with
    /// such a beginning, and gives nil then.
    func resolve(_ path: String, from place: InputLocation) -> String? {
        switch data.resolve(path) {
        case .other: return joined(folders[place.file] ?? folder, path)
        case .found(let resolved):
            named[resolved] = path
            return resolved
        case .wrong(let what):
            fault(place, what)
            return nil
        }
    }
}

/// A path seen from a folder; absolute paths stay.
func joined(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
}

/// What writing a value as text needs to know: the folder from which paths are written.
struct Writing: Sendable {
    let folder: String
    /// What the text calls a path that it names through `$CABRANK_DATA/`: the resolved text means the same file on a
    /// machine that keeps its data elsewhere.
    var named: [String: String] = [:]

    /// A resolved path as it would stand in the scenario file.
    func relative(_ path: String) -> String {
        if let name = named[path] { return name }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return !folder.isEmpty && path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }
}
