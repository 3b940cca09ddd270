// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules
import Reporting

/// Watches the invariants of the health service: one owner and no overlap of batches, and an SOS in time if and only if there is
/// a danger.
final class HealthMonitoring: ServiceMonitor {
    private(set) var violations: [Violation] = []
    private var invariants: HealthInvariants
    private var last: Int64 = 0
    private static let most = 1000
    private lazy var data = DataMonitoring(dataParameters) { [unowned self] in add($0) }

    private let dataParameters: DataParameters

    init(_ parameters: HealthParameters, _ data: DataParameters) {
        invariants = HealthInvariants(parameters)
        dataParameters = data
    }

    func subscribe(to feed: EventFeed) {
        data.subscribe(to: feed)
        feed.on(HealthEvent.self) { [self] records in
            for index in records.indices {
                let broken = invariants.take(records[index].event, at: records[index].time)
                last = records[index].number
                if !broken.isEmpty { note(broken, "`\(records[index].event.name)`") }
            }
        }
    }

    func finish(at end: CityTime) {
        note(invariants.finish(at: end), "the end of the run")
        data.finish(at: end)
    }

    private func add(_ violation: Violation) { if violations.count < Self.most { violations.append(violation) } }

    private func note(_ broken: [HealthViolation], _ what: String) {
        for violation in broken where violations.count < Self.most {
            violations.append(
                Violation(
                    id: violation.rule, time: violation.time, number: last,
                    actors: violation.wearer.map { ["user \($0)"] } ?? [], message: "\(what) is against the rule"))
        }
    }
}
