// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Batches that wait for a worker before they are stored and delivered: those sent at once, and behind them those that phones kept.
///
/// Nothing of one person overtakes: whoever has a batch among the kept ones has the next one put there, too (INV-DataNoOverlap).
struct HandOver: Sendable {
    struct Entry: Sendable {
        var time: CityTime
        let received: CityTime
        let batch: HealthBatch
    }

    /// A row of entries, the first one next. What has left is cleared away now and then.
    struct Lane: Sendable {
        private(set) var entries: [Entry] = []
        private var head = 0

        var isEmpty: Bool { head == entries.count }
        var first: Entry? { isEmpty ? nil : entries[head] }
        var waiting: ArraySlice<Entry> { entries[head...] }

        mutating func append(_ batch: HealthBatch, at time: CityTime, received: CityTime) {
            let last = entries.last?.time ?? time
            entries.append(Entry(time: max(time, last), received: received, batch: batch))
        }

        mutating func removeFirst() -> Entry {
            defer {
                head += 1
                if head == entries.count || head > 4096 && head * 2 > entries.count {
                    entries.removeFirst(head)
                    head = 0
                }
            }
            return entries[head]
        }

        mutating func replace(_ new: [Entry]) { (entries, head) = (new, 0) }
    }

    /// What takes a free worker less than this is handed over at once: nobody would see the difference.
    static let unnoticed = TimeSpan.milliseconds(10)

    var fresh = Lane()
    var kept = Lane()
    /// How many of each person wait among the kept ones.
    var keptOf: [WearerID: Int] = [:]

    var isEmpty: Bool { fresh.isEmpty && kept.isEmpty }
    var next: CityTime { min(fresh.first?.time ?? .never, kept.first?.time ?? .never) }
    /// All that was sent at once and received before this time is stored.
    var handled: CityTime { fresh.first?.received ?? .never }

    mutating func add(_ batch: HealthBatch, isKept: Bool, at time: CityTime, received: CityTime) {
        if isKept || keptOf[batch.wearer] != nil {
            kept.append(batch, at: time, received: received)
            keptOf[batch.wearer, default: 0] += 1
        } else {
            fresh.append(batch, at: time, received: received)
        }
    }

    /// The next one whose time has come; nil for none. Of both rows the new ones come first.
    mutating func take(at now: CityTime) -> (batch: HealthBatch, received: CityTime?)? {
        if let first = fresh.first, first.time <= now {
            return (fresh.removeFirst().batch, first.received)
        }
        guard let first = kept.first, first.time <= now else { return nil }
        let entry = kept.removeFirst()
        let left = (keptOf[entry.batch.wearer] ?? 1) - 1
        keptOf[entry.batch.wearer] = left > 0 ? left : nil
        return (entry.batch, nil)
    }

    /// Nothing of a person is stored any more.
    mutating func forget(_ wearer: WearerID) {
        guard !isEmpty else { return }
        fresh.replace(fresh.waiting.filter { $0.batch.wearer != wearer })
        kept.replace(kept.waiting.filter { $0.batch.wearer != wearer })
        keptOf[wearer] = nil
    }
}
