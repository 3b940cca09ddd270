// SPDX-License-Identifier: GPL-3.0-or-later
import RuleTestKit
import Testing

@testable import Roads

/// The plainest search there is, over arcs instead of nodes, so that it knows nothing of copies: it asks at each turn whether it is
/// banned.
struct PlainSearch {
    let network: StreetNetwork
    let times: [UInt32]
    let isBanned: (Int, Int) -> Bool
    private let out: [[Int]]

    init(_ network: StreetNetwork, times: [UInt32], isBanned: @escaping (Int, Int) -> Bool = { _, _ in false }) {
        (self.network, self.times, self.isBanned) = (network, times, isBanned)
        var out = [[Int]](repeating: [], count: network.nodeCount)
        for arc in 0..<network.arcCount { out[Int(network.tails[arc])].append(arc) }
        self.out = out
    }

    private func word(_ arc: Int) -> UInt64 { UInt64(times[arc]) << 32 | UInt64(network.millimetres[arc]) }

    /// The label of each node from one, nil where it is not reached. Stops early at `end`.
    func labels(from start: Int, to end: Int? = nil) -> [UInt64?] {
        var best = [UInt64?](repeating: nil, count: network.nodeCount)
        best[start] = 0
        var settled = [Bool](repeating: false, count: network.arcCount)
        var heap: [(word: UInt64, arc: Int)] = []
        func push(_ entry: (word: UInt64, arc: Int)) {
            heap.append(entry)
            var at = heap.count - 1
            while at > 0, heap[at].word < heap[(at - 1) / 2].word {
                heap.swapAt(at, (at - 1) / 2)
                at = (at - 1) / 2
            }
        }
        func pop() -> (word: UInt64, arc: Int)? {
            guard let top = heap.first else { return nil }
            let last = heap.removeLast()
            if heap.isEmpty { return top }
            heap[0] = last
            var at = 0
            while true {
                var least = at
                for child in [2 * at + 1, 2 * at + 2] where child < heap.count && heap[child].word < heap[least].word {
                    least = child
                }
                if least == at { return top }
                heap.swapAt(at, least)
                at = least
            }
        }
        func enter(_ arc: Int, at word: UInt64) {
            if times[arc] != StreetNetwork.closed, !settled[arc] { push((word + self.word(arc), arc)) }
        }
        for arc in out[start] { enter(arc, at: 0) }
        while let (word, arc) = pop() {
            if settled[arc] { continue }
            settled[arc] = true
            let head = Int(network.heads[arc])
            if best[head] == nil { best[head] = word }
            if head == end { break }
            for next in out[head] where !isBanned(arc, next) { enter(next, at: word) }
        }
        return best
    }
}

extension StreetDraft {
    /// A network of chance: up to `most` nodes, with equal times, streets of no time, closed ones, and bans.
    static func random(seed: Int, most: Int) -> StreetDraft {
        var numbers = SplitMix64(seed: seed)
        var draft = StreetDraft()
        let count = 2 + numbers.below(most - 1)
        for node in 0..<count {
            draft.nodeIDs.append(Int64(node) * 7 - 3)
            draft.longitudes.append(Int32(numbers.below(100_000)))
            draft.latitudes.append(Int32(numbers.below(100_000)))
        }
        let width = 1 + numbers.below(4)
        for arc in 0..<(count * width) {
            let (tail, head) = (numbers.below(count), numbers.below(count))
            if tail == head { continue }
            let times = StreetUser.allCases.map { _ -> UInt32 in
                numbers.below(6) == 0
                    ? StreetNetwork.closed : UInt32(numbers.below(5) * (numbers.below(3) == 0 ? 1000 : 1))
            }
            draft.add(from: tail, to: head, millimetres: Double(numbers.below(20) + 1), edge: Int64(arc), times: times)
        }
        for _ in 0..<numbers.below(draft.tails.count + 1) {
            let (from, to) = (numbers.below(draft.tails.count), numbers.below(draft.tails.count))
            let onward = draft.tails.indices.filter { draft.tails[$0] == draft.heads[from] }
            guard !onward.isEmpty else { continue }
            let users = StreetUsers(rawValue: UInt8(numbers.below(64)))
            draft.bans.append(.init(from: from, to: onward[to % onward.count], users: users))
        }
        return draft
    }

    /// Whether a user may not turn from one arc into another.
    func bans(_ user: StreetUser) -> (Int, Int) -> Bool {
        let pairs = Set(bans.filter { $0.users.has(user) }.map { [$0.from, $0.to] })
        return { pairs.contains([$0, $1]) }
    }
}
