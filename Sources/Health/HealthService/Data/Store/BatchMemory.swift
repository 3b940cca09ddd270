// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import HealthRules
import Synchronization

/// Keeps batches in memory, for tests and small cities: about 90 bytes each.
public final class BatchMemory: BatchStore {
    private struct Shelf: Sendable {
        var lists: [[HealthBatch]] = []
        var count = 0
    }

    private let shelf = Mutex(Shelf())

    /// An empty store.
    public init() {}

    /// Keeps a batch. Never fails.
    public func append(_ batch: HealthBatch) {
        shelf.withLock { shelf in
            while shelf.lists.count <= batch.wearer.index { shelf.lists.append([]) }
            shelf.lists[batch.wearer.index].append(batch)
            shelf.count += 1
        }
    }

    /// The batches of a person whose time begins in the interval. Never fails.
    public func batches(of wearer: WearerID, from start: CityTime, to end: CityTime) -> [HealthBatch] {
        shelf.withLock { shelf in
            guard shelf.lists.indices.contains(wearer.index) else { return [] }
            return shelf.lists[wearer.index].within(start, end)
        }
    }

    /// How many batches of a person are kept.
    public func count(of wearer: WearerID) -> Int {
        shelf.withLock { $0.lists.indices.contains(wearer.index) ? $0.lists[wearer.index].count : 0 }
    }

    /// Drops all batches of a person. Never fails.
    public func erase(_ wearer: WearerID) {
        shelf.withLock { shelf in
            guard shelf.lists.indices.contains(wearer.index) else { return }
            shelf.count -= shelf.lists[wearer.index].count
            shelf.lists[wearer.index] = []
        }
    }

    /// How many batches are kept.
    public var count: Int { shelf.withLock { $0.count } }
}

extension [HealthBatch] {
    /// Those that begin in an interval; all are in the order of their time.
    func within(_ start: CityTime, _ end: CityTime) -> [HealthBatch] {
        func first(from time: CityTime) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if self[middle].start < time { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let begin = first(from: start)
        return Array(self[begin..<Swift.max(begin, first(from: end))])
    }
}
