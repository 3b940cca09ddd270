// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// What surges, rain and closures do to demand and to drivers' readiness, by time.
struct Conditions: Sendable {
    private let changes: [TimedChange]

    init(_ changes: [TimedChange]) {
        self.changes = changes
    }

    /// Whether nothing ever changes.
    var isQuiet: Bool { changes.isEmpty }

    /// Every instant at which something begins or ends, in order, once each.
    var instants: [CityTime] {
        let all = changes.flatMap { [$0.from, $0.until] }.sorted()
        return all.enumerated().filter { $0.offset == 0 || all[$0.offset - 1] != $0.element }.map(\.element)
    }

    /// The factor on demand in a zone.
    func demand(in zone: ZoneID, at time: CityTime) -> Double {
        changes.reduce(1) { factor, change in
            guard change.from <= time, time < change.until else { return factor }
            switch change.kind {
            case .surge(let zones, let surge): return zones.isEmpty || zones.contains(zone) ? factor * surge : factor
            case .rain(_, let demand, _): return factor * demand
            case .closure, .strike: return factor
            }
        }
    }

    /// The factor on the probability that a driver accepts.
    func acceptance(at time: CityTime) -> Double {
        changes.reduce(1) { factor, change in
            guard change.from <= time, time < change.until, case .rain(_, _, let acceptance) = change.kind else {
                return factor
            }
            return factor * acceptance
        }
    }
}
