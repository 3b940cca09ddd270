// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Roads

@Suite("Memory of networks")
struct BytesTests {
    /// The bytes of all lists in a value, however deep, found without knowing their names.
    private func bytes(_ value: Any) -> Int {
        switch value {
        case let list as [UInt8]: list.count
        case let list as [UInt16]: list.count * 2
        case let list as [UInt32]: list.count * 4
        case let list as [Int32]: list.count * 4
        case let list as [UInt64]: list.count * 8
        case let list as [Int64]: list.count * 8
        case let list as [RoadGraph.Below]: list.count * 8
        default: Mirror(reflecting: value).children.reduce(0) { $0 + bytes($1.value) }
        }
    }

    @Test("the bytes of a network, its hierarchy and a period are those of all their lists")
    func lists() throws {
        var draft = StreetDraft.random(seed: 3, most: 60)
        let cells = [UInt32](repeating: 1_000, count: draft.tails.count * 24)
        draft.hours = [StreetDays.week, .sun].map { HourTable(days: $0, milliseconds: cells) }
        let graph = try RoadFile(draft.network()).graph
        #expect(!graph.network.splitNodes.isEmpty && graph.network.times.count > 1 && graph.network.hours.count == 2)
        #expect(graph.network.bytes == bytes(graph.network) && graph.network.bytes > cells.count * 8)
        #expect(graph.hierarchy.bytes == bytes(graph.hierarchy))
        #expect(graph.bytes == bytes(graph))
        let metric = RoadMetric(graph, user: .car)
        #expect(metric.bytes + metric.timeBytes == bytes(metric))
        #expect(metric.bytes == graph.hierarchy.heads.count * 20)
    }
}
