// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Foundation
import RandomStreams
import Testing

@testable import Experiments

/// The search for a better layout: its moves, its budget, and what it finds where the best is known.
@Suite struct LayoutSearchTests {
    /// Square cells of these areas in rows and columns.
    private func grid(_ rows: Int, _ columns: Int, area: (Int) -> Double = { _ in 1 }) -> CellGraph {
        let count = rows * columns
        let borders = (0..<count).map { cell -> [Int: Double] in
            let (row, column) = (cell / columns, cell % columns)
            let near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            let inside = near.filter { (0..<rows).contains($0.0) && (0..<columns).contains($0.1) }
            return Dictionary(uniqueKeysWithValues: inside.map { ($0.0 * columns + $0.1, 1.0) })
        }
        let middles = (0..<count).map { Place(metresEast: Double($0 % columns), north: Double($0 / columns)) }
        return CellGraph(areas: (0..<count).map(area), borders: borders, middles: middles)
    }

    /// A judge that knows what a zone of so many cells costs: each cell has 1000 wishes, and chance of its own each day.
    private func judge(
        spread: Double, _ cost: @escaping (Int) -> Double,
        watch: @escaping ([Partition], Int, Int) -> Void = { _, _, _ in }
    ) -> LayoutSearch.Judge {
        { partitions, window, count in
            watch(partitions, window, count)
            return partitions.map { partition in
                (0..<count).map { day in
                    let key = StreamKey(seed: UInt64(window), replication: UInt64(day))
                    var common = RandomStream(key, for: .test, of: 1)
                    var own = RandomStream(key, for: .test, of: UInt64(abs(partition.owners.hashOfOwners)) + 2)
                    let sizes = partition.owners.map { partition.cells(of: $0).count }
                    let missed = sizes.map { size in
                        let chance = 3 * spread * (common.uniform() - 0.5) + spread * (own.uniform() - 0.5)
                        return Int(max(0, 1000 * (cost(size) + chance)).rounded())
                    }
                    return LayoutTrial(wishes: sizes.map { _ in 1000 }, missed: missed)
                }
            }
        }
    }

    @Test("Where pairs are best, the search finds the pairs, at any seed", arguments: [UInt64](1...20))
    func knownBest(seed: UInt64) throws {
        // A row of eight cells: one division into pairs.
        let search = LayoutSearch(
            grid(1, 8), limits: LayoutLimits(zones: 2...8), seed: seed, budget: 1500)
        let found = try search.run(judge(spread: 0.05) { [0, 0.3, 0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8][$0] })
        #expect(found?.best == Partition([0, 0, 2, 2, 4, 4, 6, 6]), "\(String(describing: found?.best.owners))")
        #expect(try #require(found).runs <= 1500)
    }

    @Test("Compact zones of equal weights are the quarters of a square; where weights are dense, zones are small")
    func compactZones() {
        let graph = grid(6, 6)
        var stream = RandomStream(StreamKey(seed: 1), for: .test, of: 1)
        let even = CompactDivision(graph: graph, weights: graph.areas).divided(into: 4, &stream)
        let quarters = Partition((0..<36).map { $0 / 18 * 2 + $0 % 6 / 3 })
        #expect(even == quarters, "\(even.owners)")
        // Nearly all weight in the south-western quarter: most zones are there.
        let dense = CompactDivision(
            graph: graph, weights: quarters.owners.map { $0 == 0 ? 1000 : 1 }
        ).divided(into: 6, &stream)
        #expect(Set(dense.owners.indices.filter { quarters.owners[$0] == 0 }.map { dense.owners[$0] }).count >= 5)
    }

    @Test("Compact zones hang together and cover every cell, whatever the weights", arguments: [UInt64](1...100))
    func compactZonesHold(seed: UInt64) {
        var stream = RandomStream(StreamKey(seed: seed), for: .test, of: 2)
        let graph = grid(7, 9)
        let weights = graph.areas.map { _ in stream.chance(0.3) ? 0.01 : 10 * stream.uniform() + 0.01 }
        let count = 1 + stream.index(30)
        let found = CompactDivision(graph: graph, weights: weights).divided(into: count, &stream)
        #expect(found.count <= count && found.owners.count == 63)
        #expect(found.zones.allSatisfy { graph.isConnected($0) })
    }

    @Test("Every layout that is tried keeps the limits, and no more is run than allowed", arguments: [UInt64](1...60))
    func limits(seed: UInt64) throws {
        var stream = RandomStream(StreamKey(seed: seed), for: .test, of: 7)
        let areas = (0..<30).map { _ in 0.5 + stream.uniform() }
        let graph = grid(5, 6) { areas[$0] }
        let low = 4 + stream.index(8)
        let limits = LayoutLimits(zones: low...(low + stream.index(12)), area: 0.5...(5 + 10 * stream.uniform()))
        let budget = LayoutSearch.leastBudget + stream.index(400)
        var runs = 0
        let search = LayoutSearch(graph, limits: limits, seed: seed, budget: budget)
        let outcome = try search.run(
            judge(spread: 0.1, { abs(Double($0) - 3) / 10 }) { partitions, _, count in
                // The pilot runs the cells themselves, whatever the limits say.
                for partition in runs == 0 ? [] : partitions {
                    #expect(limits.zones.contains(partition.count), "\(partition.count) zones")
                    for zone in partition.zones {
                        #expect(graph.isConnected(zone), "\(zone) of \(partition.owners)")
                        let area = zone.reduce(0) { $0 + areas[$1] }
                        #expect(area >= limits.area.lowerBound)
                        #expect(area <= limits.area.upperBound || zone.count == 1)
                    }
                }
                runs += partitions.count * count
            })
        #expect(runs <= budget)
        #expect(outcome.map { $0.runs == runs } ?? true)
    }

    @Test("A known layout takes part in the race where it keeps the limits")
    func known() throws {
        let best = Partition([0, 0, 2, 2, 4, 4, 6, 6])
        func begin(_ zones: ClosedRange<Int>) throws -> Partition? {
            var search = LayoutSearch(grid(1, 8), limits: LayoutLimits(zones: zones), seed: 1, budget: 60)
            search.known = [best, Partition([0, 1, 0, 1, 0, 1, 0, 1])]
            return try search.run(judge(spread: 0) { [0, 0.3, 0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8][$0] })?.begin
        }
        #expect(try begin(4...8) == best)
        #expect(try begin(5...8) != best)
    }

    @Test("The same search gives the same layout, another seed draws other moves")
    func same() throws {
        func steps(_ seed: UInt64) throws -> [LayoutMove] {
            let search = LayoutSearch(grid(4, 6), limits: LayoutLimits(zones: 5...20), seed: seed, budget: 600)
            return try #require(try search.run(judge(spread: 0.1) { abs(Double($0) - 2.5) / 10 })).steps.map(\.move)
        }
        #expect(try steps(1) == steps(1))
        #expect(try steps(1) != steps(2))
        #expect(try !steps(1).isEmpty)
    }

    @Test("Moves of one round touch no cell twice, and each is made of the same cells", arguments: [UInt64](1...100))
    func moves(seed: UInt64) {
        var stream = RandomStream(StreamKey(seed: seed), for: .test, of: 8)
        let graph = grid(6, 6)
        let limits = LayoutLimits(zones: 5...30, area: 0...6)
        var partition =
            Partition.single(36).merged(
                to: 18, amounts: (0..<36).map { _ in stream.uniform() }, graph, limits) ?? .single(36)
        var draw = MoveDraw(graph: graph, limits: limits)
        for _ in 0..<5 {
            let moves = draw.moves(of: partition, pain: (0..<36).map { _ in stream.uniform() }, &stream)
            #expect(!moves.isEmpty)
            let touched = moves.flatMap(\.cells)
            #expect(Set(touched).count == touched.count)
            for move in moves {
                #expect(move.cells == move.after.joined().sorted())
                partition = partition.applying(move)
                for zone in move.after { #expect(partition.zones.contains(zone)) }
            }
            #expect(limits.zones.contains(partition.count))
        }
    }

    @Test("Divisions are equal when their zones are, whatever they are called")
    func partitions() {
        let partition = Partition([7, 3, 7, 3, 9])
        #expect(partition.owners == [0, 1, 0, 1, 4] && partition.count == 3)
        #expect(partition == Partition([1, 2, 1, 2, 0]) && partition.zones == [[0, 2], [1, 3], [4]])
        let graph = grid(1, 5)
        #expect(graph.isConnected([1, 2, 3]) && !graph.isConnected([0, 2]) && !graph.isConnected([]))
    }
}

extension [Int] {
    /// A number of its own for each list, the same in every process.
    fileprivate var hashOfOwners: Int { reduce(17) { ($0 &* 31 &+ $1) & 0xFFFF_FFFF } }
}
