// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules

/// What waits for the store of requests.
struct StoreWaits {
    /// The passengers of stored requests.
    var riders: [RequestID: [PassengerID]] = [:]
    /// Messages about a new request that is being stored.
    var steps = WaitingSteps<CallKey, CallStep>()
    /// What passengers are notified of when it is stored.
    var notices = HeldNotices()
    /// The answer to the message that was served last.
    var answer: HeldAnswer?
}

/// What waits for passengers of whom something is being stored.
struct HeldNotices {
    /// What comes when it is stored.
    enum Item {
        /// A notice to the passenger.
        case notice(PassengerNotice)
        /// The answer to a message of the passenger.
        case answer(HeldAnswer)

        var isAnswer: Bool { if case .answer = self { true } else { false } }
    }

    private struct Entry {
        var count = 0
        var items: [Item] = []
    }

    private var entries: [PassengerID: Entry] = [:]

    /// Whether nothing is being stored.
    var isEmpty: Bool { entries.isEmpty }

    mutating func hold(_ passengers: [PassengerID]) {
        for passenger in passengers { entries[passenger, default: Entry()].count += 1 }
    }

    /// Whether the item waits.
    mutating func keep(_ item: Item, for passenger: PassengerID) -> Bool {
        guard entries[passenger] != nil else { return false }
        entries[passenger]?.items.append(item)
        return true
    }

    /// One thing of each is stored. Returns what waited for those of whom nothing else is being stored: all notices in order, then
    /// the answers, since an answer comes after what its message brought.
    mutating func release(_ passengers: [PassengerID]) -> [(PassengerID, Item)] {
        passengers.flatMap { passenger -> [(PassengerID, Item)] in
            guard var entry = entries[passenger] else { return [] }
            entry.count -= 1
            entries[passenger] = entry.count > 0 ? entry : nil
            guard entry.count == 0 else { return [] }
            let answers = entry.items.filter(\.isAnswer)
            return (entry.items.filter { !$0.isAnswer } + answers).map { (passenger, $0) }
        }
    }
}
