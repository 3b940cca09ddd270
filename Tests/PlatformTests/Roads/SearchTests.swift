// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import Roads

@Suite("Quickest ways")
struct SearchTests {
    /// All that a search says of a small network, against the plain search.
    private func hold(_ draft: StreetDraft, _ file: RoadFile, seed: Int) {
        let (network, search) = (file.graph.network, RoadSearch(file.graph))
        let nodes = Array(0..<network.nodeCount)
        let (starts, ends) = (search.starts(nodes), search.ends(nodes))
        for user in StreetUser.allCases {
            let metric = RoadMetric(file.graph, user: user)
            // Asked as often as those of a city are, it searches along fewer arcs.
            let thinned = RoadMetric(file.graph, user: user)
            thinned.findNeeded(file.graph, many: 2 + seed % 3)
            let isBanned = draft.bans(user)
            let plain = PlainSearch(network, times: network.times(for: user), isBanned: isBanned)
            let known = nodes.map { plain.labels(from: $0) }
            for start in nodes {
                let many = search.labels(from: start, to: ends, metric)
                let back = search.labels(from: starts, to: start, metric)
                for end in nodes {
                    let label = search.label(from: start, to: end, metric)
                    #expect(label?.word == known[start][end], "seed \(seed), \(user), \(start) to \(end)")
                    #expect(many[end] == label, "seed \(seed), \(user), \(start) to \(end), one to many")
                    #expect(
                        back[end]?.word == known[end][start], "seed \(seed), \(user), \(end) to \(start), many to one")
                    let path = search.path(from: start, to: end, metric)
                    #expect(path?.label == label, "seed \(seed), \(user), \(start) to \(end), path")
                    #expect(search.path(from: start, to: end, thinned) == path, "seed \(seed), \(user), thinned")
                    if let path { hold(path, from: start, to: end, metric, network, isBanned, seed: seed) }
                    guard start != end else { continue }
                    // By climbs that are kept, those of before among them.
                    let kept = search.path(from: Self.begin(start, file), to: Self.finish(end, file), metric)
                    #expect(kept == path, "seed \(seed), \(user), \(start) to \(end), kept climbs")
                }
            }
            holdStreets(search, file, metric, known, "seed \(seed), \(user)")
        }
    }

    private static func begin(_ node: Int, _ file: RoadFile, label: UInt64 = 0) -> [RoadEnd] {
        [RoadEnd(rank: file.graph.entry(of: node), label: label)]
    }

    private static func finish(_ node: Int, _ file: RoadFile, label: UInt64 = 0) -> [RoadEnd] {
        [RoadEnd(rank: file.graph.exit(of: node), label: label)]
    }

    /// That ways between streets are the least of those between their ends: the arcs of the network are the streets, each of whose ends
    /// is so many milliseconds away.
    private func holdStreets(
        _ search: RoadSearch, _ file: RoadFile, _ metric: RoadMetric, _ known: [[UInt64?]], _ text: String
    ) {
        let network = file.graph.network
        for (number, arc) in (0..<network.arcCount).enumerated() where number % 3 == 0 {
            let begins = [(Int(network.tails[arc]), UInt32(3)), (Int(network.heads[arc]), UInt32(arc % 7))]
            for end in 0..<network.nodeCount {
                let least = begins.compactMap { node, off in
                    known[node][end].map { $0 &+ RoadLabel(milliseconds: off, millimetres: 0).word }
                }.min()
                let starts = begins.flatMap {
                    Self.begin($0.0, file, label: RoadLabel(milliseconds: $0.1, millimetres: 0).word)
                }
                let found = search.path(from: starts, to: Self.finish(end, file), metric)
                // A node's copies hold its bans: from the node itself nothing is banned.
                guard begins.allSatisfy({ $0.0 != end }) else { continue }
                #expect(
                    found?.label.word == least, "\(text), arc \(arc) to \(end)")
                #expect(search.label(from: starts, to: Self.finish(end, file), metric) == found?.label)
            }
        }
    }

    /// That a path goes from its start to its end along open arcs, without a banned turn, and takes what it says.
    private func hold(
        _ path: RoadPath, from start: Int, to end: Int, _ metric: RoadMetric, _ network: StreetNetwork,
        _ isBanned: (Int, Int) -> Bool, seed: Int
    ) {
        var (node, sum) = (start, RoadLabel.zero)
        for arc in path.arcs {
            #expect(Int(network.tails[arc]) == node, "seed \(seed)")
            node = Int(network.heads[arc])
            guard let time = metric.milliseconds(arc) else {
                Issue.record("seed \(seed): arc \(arc) is closed")
                return
            }
            sum = sum + RoadLabel(milliseconds: time, millimetres: network.millimetres[arc])
        }
        #expect(node == end && sum == path.label, "seed \(seed), \(start) to \(end)")
        for (from, to) in zip(path.arcs, path.arcs.dropFirst()) { #expect(!isBanned(from, to), "seed \(seed)") }
    }

    @Test("on networks of chance with bans every query, path and table is that of the plain search, for every user")
    func random() throws {
        for seed in 0..<60 {
            let draft = StreetDraft.random(seed: seed, most: 14)
            hold(draft, try RoadFile(draft.network()), seed: seed)
        }
    }

    @Test("any order of contraction gives the same answers")
    func orders() {
        for seed in 0..<20 {
            let draft = StreetDraft.random(seed: seed, most: 10)
            let network = draft.network()
            var numbers = SplitMix64(seed: seed + 1000)
            var ranks = (0..<UInt32(network.pointCount)).map { $0 }
            for index in ranks.indices.reversed() { ranks.swapAt(index, numbers.below(index + 1)) }
            hold(
                draft, RoadFile(network, RoadHierarchy(links: network.linkTails, network.linkHeads, ranks: ranks)),
                seed: seed)
        }
    }

    @Test("after many searches the arcs that no quickest way takes are left out, of points that have many")
    func needed() throws {
        var (all, left) = (0, 0)
        for seed in 0..<40 {
            let graph = try RoadFile(StreetDraft.random(seed: seed, most: 60).network()).graph
            let often = RoadMetric(graph, user: .car)
            for _ in 0..<RoadMetric.searchesToThin { #expect(often.needed(graph) === NeededArcs.unknown) }
            let known = often.needed(graph)
            #expect(known !== NeededArcs.unknown && often.needed(graph) === known)
            let (metric, hierarchy) = (RoadMetric(graph, user: .car), graph.hierarchy)
            let needed = metric.findNeeded(graph, many: 3)
            for point in 0..<hierarchy.count {
                let arcs = Int(hierarchy.first[point])..<Int(hierarchy.first[point + 1])
                let range = needed.up.range(of: point)
                #expect((range != nil) == (arcs.count >= 3) && range?.count ?? 0 <= arcs.count)
                guard let range else { continue }
                all += arcs.count { metric.up[$0] < RoadLabel.never }
                left += range.count
            }
        }
        #expect(left > 0 && left < all * 9 / 10, "\(left) of \(all) arcs")
    }

    @Test("of two ways that are equally quick the shorter one is taken, and its length is told")
    func ties() throws {
        var draft = StreetDraft()
        for node in 0..<4 { draft.place(node) }
        for (tail, head, metres) in [(0, 1, 50.0), (1, 3, 60), (0, 2, 40), (2, 3, 50)] {
            draft.add(from: tail, to: head, millimetres: metres * 1000, edge: Int64(metres), times: draft.same(10_000))
        }
        let file = try RoadFile(draft.network())
        let path = RoadSearch(file.graph).path(from: 0, to: 3, RoadMetric(file.graph, user: .car))
        #expect(path?.label == RoadLabel(milliseconds: 20_000, millimetres: 90_000))
        #expect(path?.arcs == [2, 3])
    }

    @Test("one search answers many threads at once as it answers one")
    func threads() async throws {
        let file = try RoadFile(StreetDraft.random(seed: 5, most: 60).network())
        let (search, metric) = (RoadSearch(file.graph), RoadMetric(file.graph, user: .car))
        let count = file.graph.network.nodeCount
        @Sendable func all() -> [RoadLabel?] {
            (0..<count * count).map { search.label(from: $0 / count, to: $0 % count, metric) }
        }
        let alone = all()
        await withTaskGroup(of: [RoadLabel?].self) { group in
            for _ in 0..<8 { group.addTask { all() } }
            for await answers in group { #expect(answers == alone) }
        }
    }

    @Test("a node of its own is reached at once, and one that nothing leads to never")
    func ends() throws {
        var draft = StreetDraft()
        for node in 0..<3 { draft.place(node) }
        draft.add(from: 0, to: 1, millimetres: 10, edge: 1, times: draft.same(7))
        let file = try RoadFile(draft.network())
        let (search, metric) = (RoadSearch(file.graph), RoadMetric(file.graph, user: .foot))
        #expect(search.label(from: 2, to: 2, metric) == .zero && search.path(from: 2, to: 2, metric)?.arcs == [])
        #expect(search.label(from: 1, to: 0, metric) == nil && search.path(from: 0, to: 2, metric) == nil)
    }
}

extension StreetDraft {
    /// Adds a node somewhere.
    mutating func place(_ id: Int, longitude: Double = 0, latitude: Double = 0) {
        nodeIDs.append(Int64(id))
        longitudes.append(Int32((longitude * Globe.parts).rounded()))
        latitudes.append(Int32((latitude * Globe.parts).rounded()))
    }

    /// One time for all users.
    func same(_ milliseconds: UInt32) -> [UInt32] { StreetUser.allCases.map { _ in milliseconds } }
}
