// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// Values that are allowed and that nobody can have meant.
extension Preflight {
    /// Groups of passengers who never call.
    func checkDemand() {
        for (index, group) in scenario.passengers.enumerated() {
            if case .table = group.demand {
                let isDefault = ["origin": group.origin == .area, "destination": group.destination.isDefault]
                for key in ["origin", "destination"]
                where isDefault[key] == false && reading.locations["passengers.\(index).\(key)"] != nil {
                    warn(
                        "passengers.\(index).\(key)",
                        "`\(key)` has no effect with `table`, which says where calls start and go")
                }
            }
            if case .table(let table) = group.demand, !hasCalls(CallTable(table)) {
                warn(
                    "passengers.\(index).table",
                    "`table` has no calls of `\(group.name)` in the hours of the run, so nobody will call")
            }
            guard case .arrivals(let perDay, let hourly, _) = group.demand else { continue }
            if perDay == 0 {
                warn(
                    "passengers.\(index).arrivals", "`arrivals`: 0 calls a day, so nobody of `\(group.name)` will call")
            } else if !hourly.steps(from: scenario.start, to: scenario.end).contains(where: { $0.value > 0 }) {
                warn(
                    "passengers.\(index).arrivals",
                    "`hourly` has no calls of `\(group.name)` in the hours of the run, so nobody will call")
            }
        }
    }

    /// Whether a table has calls in any hour of the run.
    private func hasCalls(_ calls: CallTable) -> Bool {
        CityTime.days(from: scenario.start, to: scenario.end).contains { day in
            (0..<24).contains { hour in
                let start = day + .hours(hour)
                return start < scenario.end && start + .hours(1) > scenario.start && calls.perHour(at: start) > 0
            }
        }
    }

    /// Stints that end as they begin.
    func checkStints() {
        for (index, group) in scenario.drivers.enumerated() {
            guard let stint = group.stint, stint.likely.upperBound < 60 else { continue }
            warn(
                "drivers.\(index).stint",
                "`stint`: no driver stays for a minute, so those on duty change all the time and hardly anybody is served; a stint is some hours"
            )
        }
    }

    /// Shifts that last until the next one begins.
    func checkShiftLengths() {
        for (index, group) in scenario.drivers.enumerated() {
            guard let shift = group.shift, shift.length.likely.upperBound >= 86_400 else { continue }
            warn(
                "drivers.\(index).shift.length",
                "`length`: a shift of 24 h or more lasts until the next one begins: the driver then goes off shift and comes back at "
                    + "the same instant, and loses the position in the queue; drivers without `shift` work for the whole run"
            )
        }
    }

    /// Breaks that always outlast the shift: the driver is gone for the rest of it.
    func checkBreaks() {
        for (index, group) in scenario.drivers.enumerated() {
            guard let shift = group.shift, let breaks = shift.breaks else { continue }
            let most = shift.length.likely.upperBound
            if breaks.after.likely.lowerBound >= most {
                warn(
                    "drivers.\(index).shift.breaks",
                    "`breaks`: no shift lasts long enough for a break; they come after at least "
                        + "\(TimeSpan.seconds(breaks.after.likely.lowerBound)), and shifts last at most \(TimeSpan.seconds(most))"
                )
            } else if breaks.length.likely.lowerBound >= most {
                warn(
                    "drivers.\(index).shift.breaks",
                    "`breaks` last at least \(TimeSpan.seconds(breaks.length.likely.lowerBound)), longer than a shift, which lasts "
                        + "at most \(TimeSpan.seconds(most)): who takes one does not come back")
            }
        }
    }
}

extension DestinationModel {
    /// Whether it is what holds without a word of it.
    fileprivate var isDefault: Bool { if case .zones(.area) = self { true } else { false } }
}
