// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

/// Watches the laws of stores, and that the service counts as many people inside as there are (STORE-ASSUME-COUNT).
///
/// Unused places are no violation (INV-StorePlaceUsed): they are only reported.
final class StoreMonitor: EventObserver {
    private(set) var violations: [Violation] = []
    private var distributions: StoreInvariants
    /// Entries and exits of the service minus those of people, by store. At the end of every turn all are 0; where exits pass
    /// a server, none is below: somebody may be out whom the service still counts, but nobody is inside whom it does not.
    private var surplus: [StoreID: Int] = [:]
    /// The stores in which somebody moved in this turn.
    private var moved: Set<StoreID> = []
    private let hasServer: Bool
    private var turn: Int64 = -1
    private static let most = 1000

    init(leastVisit: TimeSpan, hasServer: Bool = false) {
        distributions = StoreInvariants(leastVisit: leastVisit)
        self.hasServer = hasServer
    }

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices { take(records[index]) }
        }
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices { take(records[index]) }
        }
    }

    private func take(_ record: Record<StoreEvent>) {
        begin(record.turn, record.time, record.number)
        for broken in distributions.take(record.event, at: record.time) {
            note(
                broken.rule, broken.time, record.number,
                ["store \(broken.store)"] + (broken.pass.map { ["pass \($0)"] } ?? []),
                "`\(record.event.name)` is against the rule")
        }
        if case .entryGranted(let store, _, _, _, _) = record.event { move(store, 1) }
        if case .visitEnded(let store, _, _, _) = record.event { move(store, -1) }
    }

    private func take(_ record: Record<ShoppingEvent>) {
        begin(record.turn, record.time, record.number)
        // Without a pass there is no service that counts.
        if case .wentIn(_, let store, .some) = record.event { move(store, -1) }
        if case .wentOut(_, let store, .some) = record.event { move(store, 1) }
    }

    private func move(_ store: StoreID, _ count: Int) {
        surplus[store, default: 0] += count
        moved.insert(store)
    }

    /// Looks at the counts of the turn before.
    private func begin(_ next: Int64, _ time: CityTime, _ number: Int64) {
        guard next != turn else { return }
        turn = next
        guard !moved.isEmpty else { return }
        for store in moved.sorted() {
            let count = surplus[store] ?? 0
            guard count < 0 || !hasServer && count > 0 else { continue }
            note(
                "STORE-ASSUME-COUNT", time, number, ["store \(store)"],
                "the service counts \(count) more people inside than there are")
            surplus[store] = 0
        }
        moved = []
    }

    private func note(
        _ rule: String, _ time: CityTime, _ number: Int64, _ actors: [String], _ message: String
    ) {
        guard violations.count < Self.most else { return }
        violations.append(Violation(id: rule, time: time, number: number, actors: actors, message: message))
    }
}
