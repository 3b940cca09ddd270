// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules
import Reporting

/// Watches the rules of races after every event (SIM-07).
final class RaceMonitor: ServiceMonitor {
    private(set) var violations: [Violation] = []
    private var rules = RaceInvariants()
    private static let most = 1000

    func subscribe(to feed: EventFeed) {
        feed.on(RaceEvent.self) { [self] records in
            for index in records.indices {
                let found = rules.take(records[index].event, at: records[index].time)
                if !found.isEmpty { note(found, records[index].number, records[index].event.name) }
            }
        }
    }

    /// Both relations must be the same at the end (INV-RaceBothWays).
    func finish(at end: CityTime) { note(rules.bothWays(at: end), 0, "the end of the run") }

    private func note(_ found: [RaceViolation], _ number: Int64, _ event: String) {
        for broken in found where violations.count < Self.most {
            violations.append(
                Violation(
                    id: broken.rule, time: broken.time, number: number,
                    actors: (broken.race.map { ["race \($0)"] } ?? []) + (broken.user.map { ["user \($0)"] } ?? []),
                    message: "`\(event)` is against the rule"))
        }
    }
}
