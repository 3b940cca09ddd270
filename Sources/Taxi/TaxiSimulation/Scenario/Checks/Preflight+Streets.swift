// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import ScenarioLanguage

/// People who ask on the street: what cannot be together with that.
extension Preflight {
    func checkStreets() {
        for (index, group) in scenario.passengers.enumerated() {
            let path = "passengers.\(index)"
            guard group.by != .call else {
                if group.then != nil {
                    error(
                        "\(path).then",
                        "`then` says what people do who stood on the street in vain; allowed: with `by: hail` or `by: rank`"
                    )
                }
                continue
            }
            switch group.demand {
            case .population:
                error(
                    "\(path).by",
                    "`by`: people of a `population` call; allowed on the street: `arrivals`, `trace`, `table`")
            case .arrivals(_, _, let people) where people != nil:
                error("\(path).by", "`by`: on the street every call is a new person's; leave `people` out")
            case .trace(let rows) where rows.contains(where: { $0.pickUp != nil }):
                error("\(path).by", "`by`: the trace has reservations, which nobody makes on the street")
            case .arrivals, .trace, .table: break
            }
            for (key, isThere) in [
                ("reserving", group.reserving.share > 0), ("sharing", group.sharing.willing > 0),
            ] where isThere {
                error("\(path).\(key)", "`\(key)`: nobody does that on the street; allowed: with `by: call`")
            }
            if group.then != nil, group.patience == nil {
                warn("\(path).then", "`then` has no effect without `patience`: people stand for ever")
            }
            guard group.then == nil else { continue }
            // A scenario with every value written out gives them all, with those that change nothing: no doubt of that.
            for (key, isThere) in [
                ("client", group.client != ClientHabit()), ("call-again", group.callAgain > 0),
                ("impatient-calls", group.impatientCalls > 0), ("calls-aboard", group.callsAboard > 0),
                ("mistakes", group.mistakes > 0), ("log-outs", group.logOuts > 0), ("no-shows", group.noShows > 0),
            ] where isThere {
                warn("\(path).\(key)", "`\(key)` has no effect with `by` on the street, unless `then: call` follows")
            }
        }
    }
}
