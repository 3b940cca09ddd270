// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Which columns of a record say what: `pickup=tpep_pickup_datetime,dropoff=...,from=PULocationID,to=DOLocationID`.
package struct TripColumns: Sendable {
    /// What a column can say.
    enum Key: String, CaseIterable {
        /// When the ride began.
        case pickup
        /// When it ended.
        case dropoff
        /// How long it took, in seconds, where there is no end or only a rounded one.
        case duration
        /// Where it began: a column of zones, or longitude and latitude as `lon/lat`.
        case from
        /// Where it ended.
        case to
        /// Which taxi.
        case taxi
        /// How far it went.
        case distance
        /// How many travelled.
        case people
        /// The longest time without a sign of the vacant taxi before the ride, in seconds.
        case silence
        /// How long the taxi was vacant before the ride, in seconds: the time between rides says more only where no ride is missing.
        case vacant
    }

    private(set) var names: [Key: [String]] = [:]

    /// No columns.
    package init() {}

    /// Reads what `--map` says.
    ///
    /// - Throws: all that is wrong with it, a sentence each.
    package init(_ texts: [String]) throws(TripFaults) {
        var faults: [String] = []
        let allowed = Key.allCases.map(\.rawValue)
        for entry in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty else {
                faults.append("\"\(entry)\" is not KEY=COLUMN, such as pickup=start_time")
                continue
            }
            guard let key = Key(rawValue: parts[0]) else {
                let meant = nearestName(to: parts[0], among: allowed).map { "; did you mean `\($0)`?" } ?? ""
                faults.append("the key `\(parts[0])` is unknown; allowed: \(allowed.joined(separator: ", "))\(meant)")
                continue
            }
            guard names[key] == nil else {
                faults.append("`\(key.rawValue)` is given twice")
                continue
            }
            let isPlace = key == .from || key == .to
            let columns = isPlace ? parts[1].split(separator: "/").map(String.init) : [parts[1]]
            if isPlace, columns.isEmpty || columns.count > 2 {
                faults.append(
                    "`\(key.rawValue)` is \"\(parts[1])\"; allowed: a column of zones, or the columns of longitude and latitude as LON/LAT"
                )
            }
            names[key] = columns
        }
        for key in [Key.pickup, .from, .to] where names[key] == nil {
            faults.append("`\(key.rawValue)` is missing: pickup, from, to, and dropoff or duration are needed")
        }
        if names[.dropoff] == nil, names[.duration] == nil {
            faults.append("`dropoff` is missing, or `duration` in its place")
        }
        if let from = names[.from], let to = names[.to], from.count != to.count {
            faults.append("`from` and `to` must both be a column of zones, or both LON/LAT")
        }
        var owners: [String: Key] = [:]
        for key in Key.allCases {
            for column in names[key] ?? [] {
                if let other = owners.updateValue(key, forKey: column) {
                    faults.append(
                        "the column `\(column)` is mapped twice, as `\(other.rawValue)` and `\(key.rawValue)`")
                }
            }
        }
        guard faults.isEmpty else { throw TripFaults(faults) }
    }

    /// Whether a key has a column.
    func has(_ key: Key) -> Bool { names[key] != nil }

    /// Whether places are longitudes and latitudes.
    package var hasPoints: Bool { names[.from]?.count == 2 }
    /// Whether rides have a distance.
    package var hasDistance: Bool { has(.distance) }

    /// What the columns are for, in one text, for the page.
    var text: String {
        Key.allCases.compactMap { key in names[key].map { "\(key.rawValue)=\($0.joined(separator: "/"))" } }
            .joined(separator: ",")
    }
}

/// All that is wrong with options of an import, a sentence each.
package struct TripFaults: Error, Hashable {
    package let sentences: [String]

    init(_ sentences: [String]) { self.sentences = sentences }
}

/// Where the columns stand in a header.
struct TripPositions {
    let pickup: Int
    let dropoff: Int?
    let duration: Int?
    let from: [Int]
    let to: [Int]
    let taxi: Int?
    let distance: Int?
    let people: Int?
    let silence: Int?
    let vacant: Int?
    /// How many columns there are.
    let width: Int

    /// Finds them.
    ///
    /// - Throws: the columns that are not there, or there twice, with the nearest names.
    init(_ columns: TripColumns, header: [String], file: String) throws(InputErrors) {
        var problems: [InputProblem] = []
        func note(_ message: String) {
            problems.append(InputProblem(.error, at: InputLocation(file: file), message))
        }
        var found: [TripColumns.Key: [Int]] = [:]
        for key in TripColumns.Key.allCases {
            for name in columns.names[key] ?? [] {
                let places = header.indices.filter { header[$0] == name }
                if places.count > 1 { note("the header has the column `\(name)` twice") }
                if let place = places.first {
                    found[key, default: []].append(place)
                    continue
                }
                let meant = nearestName(to: name, among: header).map { "; did you mean `\($0)`?" } ?? ""
                note(
                    "there is no column `\(name)`, which --map names as `\(key.rawValue)`; the header has "
                        + "\(header.listed(most: 40))\(meant)")
            }
        }
        guard problems.isEmpty, let pickup = found[.pickup]?.first, let from = found[.from], let to = found[.to] else {
            throw InputErrors(problems: problems)
        }
        self.pickup = pickup
        self.from = from
        self.to = to
        dropoff = found[.dropoff]?.first
        duration = found[.duration]?.first
        taxi = found[.taxi]?.first
        distance = found[.distance]?.first
        people = found[.people]?.first
        silence = found[.silence]?.first
        vacant = found[.vacant]?.first
        width = header.count
    }
}
