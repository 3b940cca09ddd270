// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// Watches the invariants of the ambulance service: one open call a person, one ambulance a call and one call an ambulance, the
/// order of the queue, the steps of a call, and that nobody waits beside a free ambulance.
final class AmbulanceMonitor: EventObserver {
    private(set) var violations: [Violation] = []
    private var invariants: AmbulanceInvariants
    private var turn: Int64 = -1
    private var last: Int64 = 0
    private static let most = 1000

    init(closesAfter: TimeSpan) { invariants = AmbulanceInvariants(closesAfter: closesAfter) }

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index]) }
        }
    }

    func finish(at end: CityTime) { note(invariants.endTurn(), "the end of the run") }

    private func take(_ record: Record<AmbulanceEvent>) {
        if record.turn != turn {
            note(invariants.endTurn(), "the end of a turn")
            turn = record.turn
        }
        last = record.number
        note(invariants.take(record.event, at: record.time), "`\(record.event.name)`")
    }

    private func note(_ broken: [AmbulanceViolation], _ what: String) {
        for violation in broken where violations.count < Self.most {
            let actors =
                (violation.ambulance.map { ["ambulance \($0)"] } ?? []) + (violation.call.map { ["call \($0)"] } ?? [])
            violations.append(
                Violation(
                    id: violation.rule, time: violation.time, number: last, actors: actors,
                    message: "\(what) is against the rule"))
        }
    }
}
