// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
package import CitySlices
import Reporting
import ScenarioLanguage
import TaxiSimulation
package import TripRecords

extension FleetFit {
    /// What keeps a scenario from being fitted to a record, all at once, where it stands.
    ///
    /// - Parameter file: the file of the record's figures.
    package static func faults(_ read: ReadScenario, _ recorded: ObservedFigures, of file: String, _ wish: Wish)
        -> [InputProblem]
    {
        let scenario = read.scenario
        var faults: [InputProblem] = []
        func fault(_ path: String, _ text: String) {
            faults.append(InputProblem(.error, at: read.location(of: path), text))
        }
        func lacks(_ text: String) { faults.append(InputProblem(.error, at: InputLocation(file: file), text)) }
        for parameter in wish.changes + wish.holds {
            if let wrong = parameter.lack(in: scenario) ?? parameter.discord(in: scenario) {
                fault(parameter.path, "`\(parameter.rawValue)`: \(wrong)")
            }
        }
        let own = scenario.kindsOfCalls
        let tellsTaxis = recorded.hours.contains { $0.vacantMedian != nil } || !recorded.laws.isEmpty
        let tells = FigureErrors.all(recorded, against: recorded, kinds: recorded.days).distance != nil
        if !wish.changes.isEmpty, !tellsTaxis || !tells {
            let names = wish.changes.map(\.rawValue).joined(separator: ", ")
            lacks("the record has no taxis, so nothing in it tells \(names); give a value with --hold or --set")
        }
        if wish.changesSpeed, recorded.hours.allSatisfy({ $0.trips == 0 || $0.rideMean == nil }) {
            lacks("`travel.free-speed`: the record has no `ride_mean_s`, so nothing in it tells the speed")
        }
        for question in wish.questions where !question.changes(scenario) {
            fault(
                question.subject == .fleet ? "drivers" : "passengers",
                "--ask \(question.text) changes nothing, in no hour by a taxi or a call; ask for more")
        }
        guard !own.isEmpty else {
            fault(
                "passengers",
                "`calls.by-hour`: no group of passengers has a `table` of calls, such as demand.csv of an import")
            return faults
        }
        addOtherDemand(scenario, fault)
        for kind in own where !recorded.days.contains(kind) {
            let near = nearestName(to: kind, among: recorded.days).map { "; did you mean `\($0)`?" } ?? ""
            lacks(
                "the scenario has calls of `\(kind)`, which the record lacks; it has \(recorded.days.joined(separator: ", "))\(near)"
            )
        }
        for hour in recorded.hours
        where own.contains(hour.days) && hour.trips > 0 && scenario.calls(hour.days, hour.hour) <= 0 {
            lacks(
                "the record has \(Text.short(hour.trips, 1)) rides of `\(hour.days)` at \(hour.hour):00, and the scenario no calls then"
            )
        }
        for kind in own where recorded.days.contains(kind) {
            let missing = (0..<24).filter { scenario.calls(kind, $0) > 0 && recorded.hour(kind, $0) == nil }
            if !missing.isEmpty {
                lacks(
                    "there is no row of `\(kind)` for the hours \(FitText.hours(missing)), in which the scenario has calls"
                )
            }
            let counted = counted(scenario, kind, of: own)
            let uncounted = (0..<24).filter { !counted[$0] && (recorded.hour(kind, $0)?.trips ?? 0) > 0 }
            if !uncounted.isEmpty {
                fault(
                    "length",
                    "`length`: of `\(kind)` the run counts no whole hour at \(FitText.hours(uncounted)), which the record has; "
                        + "allowed: from `start` and `warm-up` on a whole day of each kind")
            }
        }
        return faults
    }

    /// All who ask for a taxi must be in the tables that a fit changes: what is served is their calls times the share of all that is
    /// served.
    private static func addOtherDemand(_ scenario: Scenario, _ fault: (_ path: String, _ text: String) -> Void) {
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
                "`\(key)`: a fit changes calls of tables only, and rides of `\(group.name)` would count as theirs; allowed: `table`"
            )
        }
        let people = ServiceID("people")
        if scenario.services[people] != nil {
            fault(people.name, "`people`: they take taxis too, and a fit changes calls of tables only; leave them out")
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
    }

    /// Of which hours of a kind of day the run counts one from its beginning to its end.
    private static func counted(_ scenario: Scenario, _ kind: String, of kinds: [String]) -> [Bool] {
        let start = scenario.start + scenario.warmUp
        var counted = [Bool](repeating: false, count: 24)
        for day in CityTime.days(from: start, to: scenario.end)
        where scenario.kind(of: day, among: kinds) == kind {
            for hour in 0..<24 where day + .hours(hour) >= start && day + .hours(hour + 1) <= scenario.end {
                counted[hour] = true
            }
        }
        return counted
    }
}
