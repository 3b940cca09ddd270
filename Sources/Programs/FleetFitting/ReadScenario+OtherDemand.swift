// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
package import CitySlices
import ScenarioLanguage
import TaxiSimulation

extension ReadScenario {
    /// Who asks for a taxi and is in no table of calls, where it stands. What is served is the calls of the tables times the share of all
    /// that is served, so where calls are changed until as many ride as were recorded, the rides of others would count as theirs.
    ///
    /// - Parameters:
    ///   - changer: what changes the calls, such as `a fit`.
    ///   - escape: what else may be done, with a comma before it.
    package func otherDemand(beside changer: String, escape: String = "") -> [InputProblem] {
        var faults: [InputProblem] = []
        func fault(_ path: String, _ text: String) {
            faults.append(InputProblem(.error, at: location(of: path), text + escape))
        }
        for (index, group) in scenario.passengers.enumerated() {
            let key: String
            switch group.demand {
            case .table: continue
            case .arrivals: key = "arrivals"
            case .population: key = "population"
            case .trace: key = "trace"
            }
            fault(
                "passengers.\(index).\(key)",
                "`\(key)`: \(changer) changes calls of tables only, and rides of `\(group.name)` would count as theirs; allowed: `table`"
            )
        }
        let people = ServiceID("people")
        if scenario.services[people] != nil {
            fault(
                people.name,
                "`people`: they take taxis too, and \(changer) changes calls of tables only; leave them out")
        }
        for (index, change) in scenario.changes.enumerated() {
            switch change.kind {
            case .surge(_, let factor) where factor != 1:
                fault(
                    "changes.\(index).surge.factor",
                    "`surge`: it changes the calls, which the record has as they were; allowed: `factor: 1`, or none")
            case .rain(_, let demand, _) where demand != 1:
                fault(
                    "changes.\(index).rain.demand",
                    "`rain`: it changes the calls, which the record has as they were; allowed: `demand: 1`")
            case .surge, .rain, .closure, .strike: break
            }
        }
        return faults
    }
}
