// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiRules

extension Preflight {
    /// Checks of the taxi service's keys that need no map.
    func checkTaxis() {
        noteTwins(scenario.drivers.map(\.name), "drivers")
        noteTwins(scenario.passengers.map(\.name), "passengers")
        checkDispatch()
        checkAnswers()
        checkStreets()
        checkRides()
        checkRates()
        checkMoney()
        checkSeats()
        checkTraces()
        checkDemand()
        checkBreaks()
        checkShiftLengths()
        checkStints()
        checkModules()
        // A city of other services alone needs no taxis.
        if scenario.hasOtherServices, scenario.drivers.isEmpty, scenario.passengers.isEmpty { return }
        if scenario.drivers.isEmpty { reading.warn(top, "there are no drivers; every call will be aborted") }
        if scenario.passengers.isEmpty { reading.warn(top, "there are no passengers; nobody will call") }
        checkShifts()
        checkPauses()
        checkArrivals()
    }

    private func noteTwins(_ names: [String], _ list: String) {
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            error("\(list).\(index).name", "`name`: two groups of \(list) are named `\(name)`; names must be unique")
        }
    }

    /// Calls that are asked for together are paired with drivers; a policy chooses a driver for one call.
    private func checkDispatch() {
        let dispatch = scenario.dispatch
        if dispatch.rules.batch > .zero, dispatch.policy != .fifo {
            error(
                "dispatch.batch",
                "`batch` pairs calls and drivers itself, and the policy `\(dispatch.policy.name)` would choose nobody; allowed: `batch` with the policy `fifo`, or without `batch`"
            )
        }
        if dispatch.sendFree != nil, !scenario.passengers.isEmpty, scenario.passengers.allSatisfy({ $0.by != .call }) {
            warn(
                "dispatch.send-free",
                "`send-free` sends taxis to where calls are, and nobody calls: all ask on the street")
        }
        if dispatch.rules.batch >= dispatch.rules.offerDeadline {
            warn(
                "dispatch.batch",
                "`batch`: calls wait up to \(dispatch.rules.batch) to be asked for, as long as a driver has to answer; some seconds are usual"
            )
        }
    }

    private func checkAnswers() {
        for (index, group) in scenario.drivers.enumerated() where group.answer.accept + group.answer.refuse > 1 + 1e-9 {
            error(
                "drivers.\(index).answer",
                "`answer`: accept \(numberText(group.answer.accept)) and refuse \(numberText(group.answer.refuse)) add up to "
                    + "more than 1")
        }
    }

    /// The largest rate that the arrivals of a group can reach while changes overlap.
    private func checkRates() {
        let factors = scenario.changes.map { demandFactor(at: $0.from) }
        for (index, group) in scenario.passengers.enumerated() {
            if case .table(let table) = group.demand {
                let most = CallTable(table).most * max(1, factors.max() ?? 1)
                if most > ScenarioLimits.callsPerHour {
                    error(
                        "passengers.\(index).table",
                        "`table`: up to \(numberText(most.rounded())) calls an hour, with the changes of demand; allowed: at "
                            + "most \(numberText(ScenarioLimits.callsPerHour))")
                }
            }
            guard case .arrivals(let perDay, let hourly, _) = group.demand else { continue }
            let share = hourly.rows.reduce(0.0) { most, day in
                let sum = day.reduce(0, +)
                return sum > 0 ? max(most, (day.max() ?? 0) / sum) : most
            }
            let rate = perDay * share * max(1, factors.max() ?? 1)
            if rate > ScenarioLimits.callsPerHour {
                error(
                    "passengers.\(index).arrivals",
                    "`arrivals`: up to \(numberText(rate.rounded())) calls an hour, with the changes of demand; allowed: at "
                        + "most \(numberText(ScenarioLimits.callsPerHour))")
            }
        }
    }

    /// The factor on the demand of a zone that every change at this instant touches.
    private func demandFactor(at time: CityTime) -> Double {
        scenario.changes.reduce(1) { factor, change in
            guard change.from <= time, time < change.until else { return factor }
            switch change.kind {
            case .surge(_, let surge): return factor * max(1, surge)
            case .rain(_, let demand, _): return factor * max(1, demand)
            case .closure, .strike: return factor
            }
        }
    }

    private func checkSeats() {
        let most = scenario.drivers.flatMap(\.seats).filter { $0.weight > 0 }.map(\.seats).max()
        guard let most else { return }
        for (index, group) in scenario.passengers.enumerated() {
            if case .trace(let rows) = group.demand {
                let large = rows.count { $0.pickUp == nil && $0.travelers > most }
                if large > 0 {
                    warn(
                        "passengers.\(index).trace",
                        "\(large) calls of the trace are for more travelers than the \(most) seats of the largest taxi; "
                            + (group.by == .call ? "these calls can only abort" : "these people stand in vain"))
                }
            } else if let large = group.travelers.filter({ $0.weight > 0 && $0.seats > most }).map(\.seats).max() {
                warn(
                    "passengers.\(index).travelers",
                    "`travelers`: \(large) travelers are more than the \(most) seats of the largest taxi; "
                        + (group.by == .call ? "these calls can only abort" : "these people stand in vain"))
            }
        }
    }

    private func checkTraces() {
        for (index, group) in scenario.passengers.enumerated() {
            guard case .trace(let rows) = group.demand else { continue }
            let midnight = scenario.start.midnight
            let outside = rows.count { midnight + $0.time < scenario.start || midnight + $0.time >= scenario.end }
            if outside > 0 {
                warn(
                    "passengers.\(index).trace",
                    "\(outside) of \(rows.count) rows of the trace are outside the run and "
                        + "are ignored")
            }
        }
    }

    /// What says when drivers work: one thing at most.
    private func checkArrivals() {
        for (index, group) in scenario.drivers.enumerated() {
            let path = "drivers.\(index)"
            if group.arrivals != nil, group.shift != nil {
                error("\(path).arrivals", "`arrivals` and `shift` exclude each other in a group of drivers")
            }
            guard let curve = group.onDuty else {
                if group.stint != nil {
                    error("\(path).stint", "`stint` says how long a driver stays on duty, and needs `on-duty`")
                }
                continue
            }
            for (key, isThere) in [("shift", group.shift != nil), ("arrivals", group.arrivals != nil)] where isThere {
                error("\(path).on-duty", "`on-duty` and `\(key)` exclude each other in a group of drivers")
            }
            if curve.most.rounded() > Double(group.count) {
                error(
                    "\(path).on-duty",
                    "`on-duty`: up to \(numberText(curve.most)) taxis, but the group has \(group.count); allowed: at most `count`"
                )
            }
        }
    }

    /// Keys of rides that a drawn time of rides leaves without effect.
    private func checkRides() {
        let rides = scenario.travel.rides
        if rides.factors != nil, rides.variability != nil {
            error("travel.ride-factors", "`ride-factors` and `ride-variability` exclude each other")
        }
        guard rides.ride != nil else { return }
        for (key, isThere) in [
            ("fixed-ride", rides.fixed != nil), ("ride-variability", rides.variability != nil),
            ("ride-factors", rides.factors != nil),
            ("ride-table", rides.table != nil),
        ] where isThere {
            warn("travel.\(key)", "`\(key)` has no effect with `ride`, which says how long every ride takes")
        }
    }

    /// Pauses of no time between things that people do without end: allowed, and nearly always a slip of the pen.
    private func checkPauses() {
        for (index, group) in scenario.passengers.enumerated() {
            if case .population(_, .constant(0)) = group.demand {
                warn(
                    "passengers.\(index).population.thinking",
                    "`thinking` is 0 s: a person who gets no taxi calls again 1 ms later, without end")
            }
            if group.callAgain > 0, group.callAgainAfter == .constant(0) {
                warn(
                    "passengers.\(index).call-again-after",
                    "`call-again-after` is 0 s: a person who gets no taxi calls again 1 ms later")
            }
        }
        for (index, group) in scenario.drivers.enumerated() {
            if let breaks = group.shift?.breaks, breaks.after == .constant(0), breaks.length == .constant(0) {
                warn(
                    "drivers.\(index).shift.breaks",
                    "`breaks` come after 0 s and last 0 s: a driver on shift is on a break every 1 ms")
            }
        }
    }

    private func checkShifts() {
        guard !scenario.drivers.isEmpty else { return }
        let gaps = ShiftCover(scenario: scenario).uncovered
        if gaps.isEmpty { return }
        let fate = scenario.dispatch.rules.waitingRoom > 0 ? "wait in the waiting room or abort" : "can only abort"
        let isCalled = scenario.passengers.contains { $0.by == .call }
        let isHailed = scenario.passengers.contains { $0.by != .call }
        let (what, fates): (String, String) =
            switch (isCalled, isHailed) {
            case (true, true):
                ("are calls and people on the street", "these calls \(fate), and these people stand in vain")
            case (false, true): ("are people on the street", "these people stand in vain")
            case (_, false): ("are calls", "these calls \(fate)")
            }
        warn(
            "drivers", "there \(what) but no driver is in service \(gaps.joined(separator: ", ")); \(fates)")
    }
}
