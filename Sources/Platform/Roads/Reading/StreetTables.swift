// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Reads streets from tables: nodes, edges in one direction each, and times by hour.
struct StreetTables {
    /// A table with the name that messages give it.
    struct Table {
        let file: String
        let bytes: [UInt8]
    }

    static let nodeColumns = CSVColumns("a table of nodes", ["node", "lon", "lat"], needed: 3)
    static let edgeColumns = CSVColumns(
        "a table of edges",
        ["from_node", "to_node", "length_m", "edge", "seconds", "milliseconds", "class"]
            + StreetUser.allCases.map(\.name), needed: 3)
    static let hourNames = (0..<24).map { "h" + ($0 < 10 ? "0" : "") + "\($0)" }
    static let hourColumns = CSVColumns("a table of times by hour", ["edge"] + hourNames, needed: 25)

    /// What was wrong, by table and line.
    private(set) var problems: [InputProblem] = []
    private(set) var errorCount = 0
    /// What is doubtful.
    private(set) var doubts: [InputProblem] = []
    private(set) var summary = ImportSummary()
    private var draft = StreetDraft()
    private var nodes: [Int64: Int] = [:]
    /// The arc of each edge; nil for edges from a node to itself, which are left out.
    private var arcs: [Int64: Int?] = [:]
    private let rules = StreetRules.own

    /// The network; nil when something is wrong.
    mutating func network(nodes: Table, edges: Table, hours: [(days: StreetDays, table: Table)]) -> StreetNetwork? {
        readNodes(nodes)
        readEdges(edges, hasHours: !hours.isEmpty)
        var seen: [StreetDays: String] = [:]
        for (days, table) in hours {
            if let first = seen.updateValue(table.file, forKey: days) {
                take([
                    .init(
                        .error, at: .init(file: table.file), "a second table for `\(days.name)`: the first is \(first)")
                ])
            } else {
                readHours(table, days)
            }
        }
        if draft.tails.isEmpty, errorCount == 0 {
            take([.init(.error, at: .init(file: edges.file), "the table has no edge from a node to another one")])
        }
        guard errorCount == 0 else { return nil }
        fillTimes()
        let network = draft.network()
        summary.count(network)
        return network
    }

    private mutating func take(_ found: [InputProblem], count: Int? = nil) {
        errorCount += count ?? found.count
        problems += found.prefix(max(0, InputErrors.mostListed - problems.count))
    }

    private mutating func take(_ table: ByteTable) {
        take(table.problems, count: table.errorCount)
        doubts += table.doubts
    }

    private mutating func readNodes(_ source: Table) {
        var table = ByteTable(source.bytes, of: source.file, Self.nodeColumns)
        var lines: [Int] = []
        while table.isReadable || !lines.isEmpty, table.advance() {
            summary.nodes += 1
            let (id, east, north) = (
                table.whole("node"), table.number("lon", -180...180), table.number("lat", -90...90)
            )
            guard let id else { continue }
            if let first = nodes[id] {
                table.note("node", "the node \(id) appears twice: also in line \(lines[first])")
                continue
            }
            nodes[id] = draft.nodeIDs.count
            lines.append(table.line)
            draft.nodeIDs.append(id)
            draft.longitudes.append(Int32(((east ?? 0) * Globe.parts).rounded()))
            draft.latitudes.append(Int32(((north ?? 0) * Globe.parts).rounded()))
        }
        take(table)
    }

    private mutating func readEdges(_ source: Table, hasHours: Bool) {
        var table = ByteTable(source.bytes, of: source.file, Self.edgeColumns)
        if table.isReadable, !hasTimes(table), !hasHours {
            table.note(
                column: 1,
                "nothing says how long the edges take: a column `seconds`, `milliseconds` or `class` is needed")
        }
        if table.has("seconds"), table.has("milliseconds") {
            table.note(column: 1, "the columns `seconds` and `milliseconds` say the same; one of them is needed")
        }
        let isReadable = table.isReadable
        while isReadable, table.advance() { readEdge(&table) }
        take(table)
    }

    private mutating func readEdge(_ table: inout ByteTable) {
        summary.ways += 1
        let before = table.errorCount
        let number = table.has("edge") ? table.whole("edge") : Int64(summary.ways)
        let tail = node("from_node", &table)
        let head = node("to_node", &table)
        let metres = table.number("length_m", 0...1_000_000)
        let seconds = seconds(&table)
        let speeds = speeds(&table)
        let isLoop = tail != nil && tail == head
        if let metres, metres == 0, !isLoop { table.note("length_m", "an edge of 0 m; allowed: more than 0") }
        var times: [UInt32] = []
        for user in StreetUser.allCases {
            times.append(time(of: user, seconds: seconds, speed: speeds?[Int(user.rawValue)], metres: metres, &table))
        }
        if let number, arcs[number] != nil {
            table.note("edge", "the edge \(number) appears twice")
        } else if let number {
            arcs[number] = .some(isLoop ? nil : draft.tails.count)
        }
        if isLoop { summary.loops += 1 }
        guard table.errorCount == before, !isLoop, let tail, let head, let metres, let number else {
            // Later edges are told by their place among the arcs: one that is wrong keeps its place.
            if !isLoop { draft.add(from: 0, to: 0, millimetres: 1, edge: 0, times: times) }
            return
        }
        draft.add(from: tail, to: head, millimetres: metres * 1000, edge: number, times: times)
    }

    private mutating func node(_ column: String, _ table: inout ByteTable) -> Int? {
        guard let id = table.whole(column) else { return nil }
        if let index = nodes[id] { return index }
        table.note(column, "\(column) \(id) is not in the table of nodes")
        return nil
    }

    /// What the row says of motor vehicles, in seconds.
    private func seconds(_ table: inout ByteTable) -> Double? {
        if table.has("seconds"), table.isFilled("seconds") || !table.has("class") {
            return table.number("seconds", 0...1_000_000)
        }
        if table.has("milliseconds"), table.isFilled("milliseconds") || !table.has("class") {
            return table.number("milliseconds", 0...1e9).map { $0 / 1000 }
        }
        return nil
    }

    /// The speeds of the row's class by user.
    private func speeds(_ table: inout ByteTable) -> [StreetRules.Way?]? {
        guard table.isFilled("class") else {
            if table.has("class"), !table.isFilled("seconds"), !table.isFilled("milliseconds") {
                table.note("class", "a class or a time is needed")
            }
            return nil
        }
        let name = table.text("class")
        if let speeds = rules.classes[name] { return speeds }
        let meant = nearestName(to: name, among: rules.classNames).map { "; did you mean `\($0)`?" } ?? ""
        table.note(
            "class", "the class `\(name)` has no speed; allowed: \(rules.classNames.joined(separator: ", "))\(meant)")
        return nil
    }

    /// Milliseconds of a user: by its own column, else by the row's time for those with a motor, else by the class.
    private func time(
        of user: StreetUser, seconds: Double?, speed: StreetRules.Way??, metres: Double?, _ table: inout ByteTable
    ) -> UInt32 {
        let isMotorised = StreetUser.motorised.contains(user)
        var own: Double?
        var isAllowed: Bool?
        if table.isFilled(user.name) {
            switch table.text(user.name) {
            case "yes": isAllowed = true
            case "no": return StreetNetwork.closed
            case let text:
                own = plainNumber(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
                if own == nil {
                    table.note(
                        user.name, "\(user.name) \"\(text)\" is not `yes`, `no` or a number of seconds up to 1000000")
                }
            }
        }
        let way = speed.flatMap { $0 }
        // A class that has no place for the user, or only where something says so.
        let isShut = speed != nil && (way.map { $0.onlyWhereTagged && isAllowed != true } ?? true)
        let bySpeed = way.flatMap { way in metres.map { $0 * 3.6 / way.speed } }
        let shared = isShut ? nil : (isMotorised ? seconds : nil) ?? bySpeed
        guard let time = own ?? shared else {
            // Nothing says how fast a user goes that may.
            if isAllowed == true, !isMotorised || hasTimes(table) {
                table.note(
                    user.name, "`yes` needs a class with a speed for \(user.name); allowed too: a number of seconds")
            }
            // Times by hour say the rest.
            return isMotorised && speed == nil && isAllowed != false ? Self.unknown : StreetNetwork.closed
        }
        if let metres, let fault = Self.fault(metres: metres, seconds: time) {
            let column = own != nil ? user.name : table.has("seconds") ? "seconds" : "milliseconds"
            if own != nil || user == .car { table.note(column, fault) }
        }
        return UInt32((time * 1000).rounded())
    }

    private func hasTimes(_ table: ByteTable) -> Bool {
        ["seconds", "milliseconds", "class"].contains { table.has($0) }
    }

    /// A time that only the tables by hour know.
    private static let unknown = StreetNetwork.closed - 1

    /// Why nobody goes so fast. Up to 10 m the rounding of positions and times says more than the edge does.
    private static func fault(metres: Double, seconds: Double) -> String? {
        guard metres > 10 else { return nil }
        return PlausibleDrive.fault(metres: metres, seconds: max(seconds, 0.001))
    }

    private mutating func readHours(_ source: Table, _ days: StreetDays) {
        var table = ByteTable(source.bytes, of: source.file, Self.hourColumns)
        let count = draft.tails.count
        var cells = [UInt32](repeating: 0, count: count * 24)
        var lines = [Int](repeating: 0, count: count)
        var (still, fast) = (0, 0)
        let isReadable = table.isReadable
        while isReadable, table.advance() {
            guard let id = table.whole("edge") else { continue }
            guard let known = arcs[id] else {
                table.note("edge", "the edge \(id) is not in the table of edges")
                continue
            }
            guard let arc = known else { continue }
            if lines[arc] > 0 { table.note("edge", "the edge \(id) appears twice: also in line \(lines[arc])") }
            lines[arc] = table.line
            let metres = Double(draft.millimetres[arc]) / 1000
            for (hour, name) in Self.hourNames.enumerated() {
                guard let seconds = table.number(name, 0...1_000_000) else { continue }
                if seconds == 0 { still += 1 } else if Self.fault(metres: metres, seconds: seconds) != nil { fast += 1 }
                cells[hour * count + arc] = UInt32(((seconds == 0 ? 1 : seconds) * 1000).rounded())
            }
        }
        if isReadable {
            let missing = lines.indices.filter { lines[$0] == 0 }
            if !missing.isEmpty {
                let names = missing.map { "\(draft.edgeIDs[$0])" }.listed(most: 10)
                table.note(column: 1, "\(missing.count) edges have no times by hour: \(names)")
            }
        }
        if still > 0 { table.doubt("\(still) times of 0 s are read as 1 s") }
        if fast > 0 { table.doubt("\(fast) times are those of more than 200 km/h; they are taken as they are") }
        draft.hours.append(HourTable(days: days, milliseconds: cells))
        take(table)
    }

    /// Where only the tables by hour say how long edges take, the times on empty streets are those of the hour in which the
    /// whole network is quickest: single cells are too noisy for each edge's own quickest hour.
    private mutating func fillTimes() {
        let count = draft.tails.count
        var quickest: (sum: UInt64, times: ArraySlice<UInt32>)?
        for table in draft.hours {
            for hour in 0..<24 {
                let times = table.times(at: hour)
                let sum = times.reduce(UInt64(0)) { $0 + UInt64($1) }
                if sum < quickest?.sum ?? .max { quickest = (sum, times) }
            }
        }
        guard let times = quickest?.times else { return }
        for user in StreetUser.motorised {
            for arc in 0..<count where draft.times[Int(user.rawValue)][arc] == Self.unknown {
                draft.times[Int(user.rawValue)][arc] = times[times.startIndex + arc]
            }
        }
    }
}
