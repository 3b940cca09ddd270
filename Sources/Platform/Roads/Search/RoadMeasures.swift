// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// How long the parts of a search take on this machine: what `cabrank bench roads` prints.
package struct RoadMeasures {
    /// A figure with its unit in its name.
    package private(set) var figures: [(name: String, value: Double)] = []
    private let clock: () -> Double

    /// Measures with a clock that counts seconds, of the processor for example.
    package init(clock: @escaping () -> Double) { self.clock = clock }

    private mutating func note<Result>(_ name: String, per count: Double = 1, _ body: () throws -> Result) rethrows
        -> Result
    {
        let begin = clock()
        let result = try body()
        figures.append((name, (clock() - begin) / count))
        return result
    }

    /// Measures order, hierarchy, file and all kinds of queries.
    ///
    /// - Parameters:
    ///   - network: the streets.
    ///   - queries: a table with `from_node` and `to_node`.
    ///   - name: how problems name it.
    /// - Throws: when METIS is missing, or what is wrong with the queries.
    package mutating func measure(_ network: StreetNetwork, queries: [UInt8], of name: String) throws {
        var table = ByteTable(queries, of: name, CSVColumns("a table of queries", ["from_node", "to_node"], needed: 2))
        var pairs: [(from: Int64, to: Int64)] = []
        while table.isReadable, table.advance() {
            if let from = table.whole("from_node"), let to = table.whole("to_node") { pairs.append((from, to)) }
        }
        guard table.errorCount == 0 else { throw InputErrors(problems: table.problems, errorCount: table.errorCount) }
        let ranks = try note("order_seconds") { try NestedOrder.ranks(of: network) }
        let hierarchy = note("hierarchy_seconds") {
            RoadHierarchy(links: network.linkTails, network.linkHeads, ranks: ranks)
        }
        let bytes = RoadFile(network, hierarchy).bytes
        let graph = try note("load_seconds") { try RoadFile(bytes).graph }
        _ = RoadMetric(graph, user: .car)
        let metric = note("customise_seconds", per: 10) {
            (0..<9).reduce(RoadMetric(graph, user: .car)) { _, _ in RoadMetric(graph, user: .car) }
        }
        let search = RoadSearch(graph)
        let nodes = Dictionary(
            network.nodeIDs.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let ends = pairs.compactMap { pair in nodes[pair.from].flatMap { from in nodes[pair.to].map { (from, $0) } } }
        let count = Double(max(ends.count, 1))
        let reached = note("query_seconds", per: count) {
            ends.count { search.label(from: $0.0, to: $0.1, metric) != nil }
        }
        let arcs = note("path_seconds", per: count) {
            ends.reduce(0) { $0 + (search.path(from: $1.0, to: $1.1, metric)?.arcs.count ?? 0) }
        }
        let some = stride(from: 0, to: ends.count, by: max(1, ends.count / 260)).prefix(260).map { ends[$0] }
        _ = note("table_seconds") {
            let targets = search.ends(some.map(\.1))
            return some.reduce(0) { $0 + search.labels(from: $1.0, to: targets, metric).count }
        }
        figures += [
            ("queries", count), ("reached", Double(reached)), ("arcs", Double(arcs)),
            ("file_bytes", Double(bytes.count)),
            ("hierarchy_arcs", Double(hierarchy.heads.count)),
            ("graph_bytes", Double(graph.bytes)), ("period_bytes", Double(metric.bytes)),
            ("period_time_bytes", Double(metric.timeBytes)),
        ]
    }
}
