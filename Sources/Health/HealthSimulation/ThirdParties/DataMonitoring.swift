// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules
import Reporting

/// Watches the invariants of the data side: access if and only if consent, one collector a pair, and exact groups that are large enough.
final class DataMonitoring {
    private var invariants: DataInvariants
    private let note: (Violation) -> Void
    private var turn: Int64 = 0
    private var last: (number: Int64, time: CityTime) = (0, .epoch)

    init(_ parameters: DataParameters, note: @escaping (Violation) -> Void) {
        invariants = DataInvariants(smallestGroup: parameters.smallestGroup)
        self.note = note
    }

    func subscribe(to feed: EventFeed) {
        feed.on(DataEvent.self) { [self] records in
            for index in records.indices {
                let record = records[index]
                begin(record.turn)
                last = (record.number, record.time)
                report(invariants.take(record.event, at: record.time), "`\(record.event.name)`")
            }
        }
        feed.on(BatchEvent.self) { [self] records in
            for index in records.indices {
                let record = records[index]
                begin(record.turn)
                last = (record.number, record.time)
                let broken = invariants.take(record.event, at: record.time)
                if !broken.isEmpty { report(broken, "`batchStored`") }
            }
        }
    }

    func finish(at end: CityTime) { report(invariants.endTurn(at: end), "the end of the run") }

    private func begin(_ next: Int64) {
        guard next != turn else { return }
        turn = next
        report(invariants.endTurn(at: last.time), "the end of a turn")
    }

    private func report(_ broken: [DataViolation], _ what: String) {
        for violation in broken {
            let actors =
                (violation.party.map { ["third party \($0)"] } ?? []) + (violation.wearer.map { ["user \($0)"] } ?? [])
                + (violation.group.map { ["group \($0)"] } ?? [])
            note(
                Violation(
                    id: violation.rule, time: violation.time, number: last.number, actors: actors,
                    message: "\(what) is against the rule"))
        }
    }
}
