// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Reads streets from the objects of OpenStreetMap, as osmium writes them out.
struct StreetMapReader {
    /// What was wrong, by line.
    private(set) var problems: [InputProblem] = []
    /// What was read and left out.
    private(set) var summary = ImportSummary()
    /// The network before its nodes are split.
    private(set) var draft = StreetDraft()
    private var bans = TurnBans()
    private let rules = StreetRules.own
    private let file: String
    private var nodes: [Int64: Int] = [:]
    private var stopped: [Int64: StreetUsers] = [:]

    init(file: String) { self.file = file }

    /// The network of a text; nil when something is wrong with it.
    mutating func network(_ text: [UInt8]) -> StreetNetwork? {
        var number = 0
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.isEmpty { continue }
            guard let object = OPLLine(line), read(object) else {
                note(number, "the line does not read as an object of the form opl, such as `n1 T x9.19 y45.46`")
                continue
            }
        }
        if draft.tails.isEmpty, problems.isEmpty {
            note(
                1,
                "there is no street that anybody may use: \(summary.ways) ways, of which \(summary.highways) have the key "
                    + "`highway`")
        }
        guard problems.isEmpty else { return nil }
        bans.resolve(on: &draft, nodes: nodes, stopped: stopped, rules: rules, summary: &summary)
        let network = draft.network()
        summary.count(network)
        return network
    }

    private mutating func note(_ line: Int, _ message: String) {
        guard problems.count < InputErrors.mostListed else { return }
        problems.append(InputProblem(.error, at: InputLocation(file: file, line: line), message))
    }

    private mutating func read(_ object: OPLLine) -> Bool {
        switch object.kind {
        case UInt8(ascii: "n"):
            summary.nodes += 1
            if object.hasKey("barrier") {
                let users = rules.stopped(at: object.tags)
                if !users.isEmpty { stopped[object.id] = users }
            }
        case UInt8(ascii: "w"):
            summary.ways += 1
            if object.hasKey("highway") {
                guard let nodes = object.wayNodes else { return false }
                add(way: object.id, object.tags, nodes)
            } else if object.hasKey("route"), object.tags["route"] == "ferry" {
                summary.ferries += 1
            }
        case UInt8(ascii: "r"):
            summary.relations += 1
            if object.hasKey("type"), object.tags["type"] == "restriction" {
                guard let members = object.members else { return false }
                bans.add(object.tags, members, rules: rules, summary: &summary)
            }
        // Changesets say nothing of streets.
        default: return object.kind == UInt8(ascii: "c")
        }
        return true
    }

    private mutating func add(
        way: Int64, _ tags: [String: String], _ nodes: [(id: Int64, position: (longitude: Int32, latitude: Int32)?)]
    ) {
        summary.highways += 1
        let missing = nodes.count { $0.position == nil }
        summary.missingReferences += missing
        if missing > 0 { summary.cutHighways += 1 }
        let speeds = StreetUser.allCases.map { rules.speed(tags, $0) }
        let isOpen = speeds.contains { $0 != nil }
        if !isOpen { summary.closedHighways += 1 }
        let (along, against) = rules.directions(tags)
        var length = 0.0
        for (from, to) in zip(nodes, nodes.dropFirst()) {
            guard let start = from.position, let end = to.position else { continue }
            length += Globe.haversine(start, end)
            guard isOpen, from.id != to.id else { continue }
            // Both are made before they are asked whether they are in the network: an arc needs both.
            let (tail, head) = (node(from.id, start), node(to.id, end))
            let metres = Globe.metres(start, end)
            for (users, ends) in [(along, (tail, head)), (against, (head, tail))] {
                let times = zip(StreetUser.allCases, speeds).map { user, speed in
                    guard let speed, users.has(user) else { return StreetNetwork.closed }
                    return Self.milliseconds(metres: metres, speed: speed)
                }
                guard times.contains(where: { $0 != StreetNetwork.closed }) else { continue }
                draft.add(from: ends.0, to: ends.1, millimetres: metres * 1000, edge: way, times: times)
            }
        }
        if missing == 0 { summary.highwayMetres += length }
    }

    /// The time for a length at a speed in kilometres an hour, at least a millisecond.
    static func milliseconds(metres: Double, speed: Double) -> UInt32 {
        UInt32(min(max((metres * 3600 / speed).rounded(), 1), Double(StreetNetwork.closed - 1)))
    }

    private mutating func node(_ id: Int64, _ position: (longitude: Int32, latitude: Int32)) -> Int {
        if let known = nodes[id] { return known }
        let index = draft.nodeIDs.count
        nodes[id] = index
        draft.nodeIDs.append(id)
        draft.longitudes.append(position.longitude)
        draft.latitudes.append(position.latitude)
        return index
    }
}
