// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Answers a table of queries with a table of times and lengths.
package struct RouteTable {
    private static let byNode = ["from_node", "to_node"]
    private static let byPosition = ["from_lon", "from_lat", "to_lon", "to_lat"]

    private let routes: RoadRoutes
    private let nodes: [Int64: Int]
    private let user: StreetUser
    private let time: WeekTime?

    /// Queries of a user, for a start at an instant; on empty streets without one.
    package init(_ routes: RoadRoutes, user: StreetUser, leaving time: WeekTime?) {
        self.routes = routes
        self.user = user
        self.time = time
        let network = routes.times.search.graph.network
        nodes = Dictionary(
            network.nodeIDs.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The answers: the query's own columns, then `milliseconds` and `metres`, both empty where there is no way.
    ///
    /// - Throws: all that is wrong with the queries.
    package func answers(_ bytes: [UInt8], of file: String) throws(InputErrors) -> (
        table: [UInt8], count: Int, reached: Int
    ) {
        // A header of positions is looked for first: its columns are more.
        let first = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let isByPosition = Self.byPosition.contains { first.contains($0) }
        let columns = isByPosition ? Self.byPosition : Self.byNode
        var table = ByteTable(bytes, of: file, CSVColumns("a table of queries", columns, needed: columns.count))
        var answers = Array((columns + ["milliseconds", "metres"]).joined(separator: ",").utf8)
        answers.append(UInt8(ascii: "\n"))
        var (count, reached) = (0, 0)
        while table.isReadable || count > 0, table.advance() {
            count += 1
            let label = isByPosition ? position(&table) : node(&table)
            guard table.errorCount == 0 else { continue }
            for column in columns {
                answers += table.text(column).utf8
                answers.append(UInt8(ascii: ","))
            }
            if let label {
                reached += 1
                answers += "\(label.milliseconds),\(Self.metres(label.millimetres))".utf8
            } else {
                answers.append(UInt8(ascii: ","))
            }
            answers.append(UInt8(ascii: "\n"))
        }
        guard table.errorCount == 0 else { throw InputErrors(problems: table.problems, errorCount: table.errorCount) }
        return (answers, count, reached)
    }

    private func node(_ table: inout ByteTable) -> RoadLabel? {
        var ends: [Int] = []
        for column in Self.byNode {
            guard let id = table.whole(column) else { continue }
            if let node = nodes[id] {
                ends.append(node)
            } else {
                table.note(column, "\(column) \(id) is no node of the network")
            }
        }
        guard ends.count == 2 else { return nil }
        let times = routes.times
        guard let time else { return times.search.label(from: ends[0], to: ends[1], times.metric(user)) }
        return times.label(from: ends[0], to: ends[1], leaving: time, user)
    }

    private func position(_ table: inout ByteTable) -> RoadLabel? {
        let (east, north) = (table.number("from_lon", -180...180), table.number("from_lat", -90...90))
        let (toEast, toNorth) = (table.number("to_lon", -180...180), table.number("to_lat", -90...90))
        guard let east, let north, let toEast, let toNorth,
            let start = routes.joint(GeographicPoint(longitude: east, latitude: north), for: user),
            let end = routes.joint(GeographicPoint(longitude: toEast, latitude: toNorth), for: user)
        else { return nil }
        return routes.label(from: start, to: end, user, leaving: time)
    }

    /// Metres with the millimetres behind the point.
    static func metres(_ millimetres: UInt32) -> String {
        let rest = String(millimetres % 1000)
        return "\(millimetres / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
