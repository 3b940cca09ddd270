// SPDX-License-Identifier: GPL-3.0-or-later

/// The bans on turns of a map: relations from a way through a node to a way, which become bans from arc to arc.
///
/// Source: https://wiki.openstreetmap.org/wiki/Relation:restriction
struct TurnBans {
    private struct Relation {
        /// Whether it names the one turn that is allowed.
        let isOnly: Bool
        let isBack: Bool
        let from: [Int64]
        let via: Int64
        let to: [Int64]
        let users: StreetUsers
    }

    private var relations: [Relation] = []

    /// Takes a relation, or counts why it is left out.
    mutating func add(
        _ tags: [String: String], _ members: [(kind: UInt8, id: Int64, role: String)], rules: StreetRules,
        summary: inout ImportSummary
    ) {
        summary.bans += 1
        let isTimed =
            tags.keys.contains { $0.hasSuffix(":conditional") }
            || ["time", "day_on", "day_off", "hour_on", "hour_off"].contains { tags[$0] != nil }
        guard !isTimed else {
            summary.timedBans += 1
            return
        }
        guard let kind = tags["restriction"] else {
            summary.bansOfOthers += 1
            return
        }
        func ids(_ role: String, _ kind: Unicode.Scalar) -> [Int64] {
            members.filter { $0.role == role && $0.kind == UInt8(ascii: kind) }.map(\.id)
        }
        guard ids("via", "w").isEmpty else {
            summary.bansThroughWays += 1
            return
        }
        let users = rules.bound(
            except: (tags["except"] ?? "").split(separator: ";").map { $0.filter { $0 != " " } })
        let (from, via, to) = (ids("from", "w"), ids("via", "n"), ids("to", "w"))
        guard kind.hasPrefix("no_") || kind.hasPrefix("only_"), via.count == 1, !from.isEmpty, !to.isEmpty,
            !users.isEmpty
        else {
            summary.brokenBans += 1
            return
        }
        relations.append(
            Relation(
                isOnly: kind.hasPrefix("only_"), isBack: kind == "no_u_turn", from: from, via: via[0], to: to,
                users: users))
    }

    /// Turns relations and barriers into bans from arc to arc.
    func resolve(
        on draft: inout StreetDraft, nodes: [Int64: Int], stopped: [Int64: StreetUsers], rules: StreetRules,
        summary: inout ImportSummary
    ) {
        let wanted = Set((relations.map(\.via) + stopped.keys).compactMap { nodes[$0] })
        var into: [Int: [Int]] = [:]
        var out: [Int: [Int]] = [:]
        for arc in draft.tails.indices {
            if wanted.contains(Int(draft.heads[arc])) { into[Int(draft.heads[arc]), default: []].append(arc) }
            if wanted.contains(Int(draft.tails[arc])) { out[Int(draft.tails[arc]), default: []].append(arc) }
        }
        // Whom the signs "only" bind behind an arc, with where each lets them go.
        var only: [Int: [(to: Set<Int>, users: StreetUsers)]] = [:]
        for relation in relations {
            guard let node = nodes[relation.via] else {
                summary.brokenBans += 1
                continue
            }
            let from = (into[node] ?? []).filter { relation.from.contains(draft.edgeIDs[$0]) }
            let to = (out[node] ?? []).filter { relation.to.contains(draft.edgeIDs[$0]) }
            let turns: [(Int, Int)]
            if relation.isBack, relation.from == relation.to {
                turns = from.flatMap { from in
                    to.filter { draft.heads[$0] == draft.tails[from] }.map { (from, $0) }
                }
            } else {
                // A way that goes on beyond the node has two arcs there, and nothing says which is meant.
                let isClear = from.count <= relation.from.count && to.count <= relation.to.count
                turns = isClear ? from.flatMap { from in to.map { (from, $0) } } : []
            }
            guard !turns.isEmpty else {
                summary.brokenBans += 1
                continue
            }
            summary.keptBans += 1
            if relation.isOnly {
                for from in from { only[from, default: []].append((Set(to), relation.users)) }
            } else {
                for (from, to) in turns { draft.bans.append(.init(from: from, to: to, users: relation.users)) }
            }
        }
        for from in only.keys.sorted() {
            for to in out[Int(draft.heads[from])] ?? [] {
                // Of two signs for one street each allows its own turn.
                let signs = only[from] ?? []
                let bound = signs.reduce(into: StreetUsers()) { $0.formUnion($1.users) }
                let free = signs.filter { $0.to.contains(to) }.reduce(into: StreetUsers()) { $0.formUnion($1.users) }
                let users = bound.subtracting(free)
                if !users.isEmpty { draft.bans.append(.init(from: from, to: to, users: users)) }
            }
        }
        for id in stopped.keys.sorted() {
            guard let node = nodes[id], let users = stopped[id] else { continue }
            summary.barriers += 1
            for from in into[node] ?? [] {
                // Up to the barrier and back is no way through it.
                for to in out[node] ?? [] where draft.heads[to] != draft.tails[from] {
                    draft.bans.append(.init(from: from, to: to, users: users))
                }
            }
        }
    }
}
