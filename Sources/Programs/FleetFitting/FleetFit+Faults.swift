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
        faults += read.otherDemand(beside: "a fit")
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
