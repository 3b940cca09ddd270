// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiReservations
import TaxiRules

extension Preflight {
    /// Checks of the optional modules: their parameters against each other, and habits against what is on.
    func checkModules() {
        for (index, module) in scenario.modules.enumerated() where scenario.modules[..<index].contains(module) {
            error("modules.\(index)", "`modules`: `\(module.word)` is given twice")
        }
        checkWindow()
        for (index, group) in scenario.passengers.enumerated() {
            checkHabits(of: group, at: "passengers.\(index)")
            checkLead(of: group, at: "passengers.\(index)")
            checkLateReservations(of: group, at: "passengers.\(index)")
        }
        checkReservations()
    }

    /// Every reservation that stands in the text.
    func checkReservations() {
        for mention in reading.mentions(of: TraceRow.self) { check(mention) }
    }

    /// The lead times, the cancellation and the activation must leave room for each other.
    private func checkWindow() {
        let section = scenario.reservations
        func refuse(
            _ key: String, _ span: TimeSpan, _ relation: String, _ other: String, _ limit: TimeSpan, _ why: String
        ) {
            error(
                "reservations.\(key)",
                "`\(key)` (\(words(span))) is \(relation) than `\(other)` (\(words(limit))); \(why)")
        }
        if section.longestLead < section.shortestLead {
            refuse(
                "longest-lead", section.longestLead, "shorter", "shortest-lead", section.shortestLead,
                "every reservation would be rejected")
        }
        if section.activation > section.shortestLead {
            refuse(
                "activation", section.activation, "longer", "shortest-lead", section.shortestLead,
                "a reservation could be due before it is made")
        }
        if section.cancelLimit < section.activation {
            refuse(
                "cancel-limit", section.cancelLimit, "shorter", "activation", section.activation,
                "a request cannot be cancelled as a reservation")
        }
        if section.cancelLimit > section.longestLead, section.longestLead >= section.shortestLead {
            warn(
                "reservations.cancel-limit",
                "`cancel-limit` (\(words(section.cancelLimit))) is longer than `longest-lead` "
                    + "(\(words(section.longestLead))); no reservation can be cancelled")
        }
    }

    /// Habits that need a module which is off.
    private func checkHabits(of group: PassengerGroup, at path: String) {
        func refuse(_ key: String, _ what: String, _ module: ModuleName) {
            guard !scenario.modules.contains(module) else { return }
            let all = ModuleName.ofTaxi.filter { $0 == module || scenario.modules.contains($0) }.map(\.word)
            error(
                "\(path).\(key)",
                "`\(key.split(separator: ".").last ?? "")`: \(what), but the module `\(module.word)` is off; "
                    + "did you mean `modules: [\(all.joined(separator: ", "))]`?")
        }
        if group.reserving.share > 0 {
            refuse("reserving.share", "passengers of `\(group.name)` reserve", .reservations)
        }
        if group.sharing.willing > 0 {
            refuse("sharing.willing", "passengers of `\(group.name)` share rides", .sharing)
        }
        if case .trace(let rows) = group.demand, rows.contains(where: { $0.pickUp != nil }) {
            refuse("trace", "the trace of `\(group.name)` has reservations", .reservations)
        }
    }

    /// Leads that the rules do not know, and runs that are too short to reserve in.
    private func checkLead(of group: PassengerGroup, at path: String) {
        let section = scenario.reservations
        guard group.reserving.share > 0, section.shortestLead <= section.longestLead else { return }
        let lead = group.reserving.lead.likely
        if lead.upperBound < section.shortestLead.inSeconds || lead.lowerBound > section.longestLead.inSeconds {
            warn(
                "\(path).reserving.lead",
                "`lead`: nobody would reserve \(words(section.shortestLead)) to \(words(section.longestLead)) before the "
                    + "pick-up, as the rules require")
        }
        if section.shortestLead >= scenario.length {
            warn(
                "\(path).reserving.share",
                "`share`: the run (\(words(scenario.length))) is not longer than `shortest-lead` "
                    + "(\(words(section.shortestLead))); no reserved ride can begin")
        }
    }

    private func checkLateReservations(of group: PassengerGroup, at path: String) {
        guard case .trace(let rows) = group.demand else { return }
        let late = rows.count { row in row.pickUp.map { scenario.start.midnight + $0 >= scenario.end } ?? false }
        if late > 0 {
            warn(
                "\(path).trace",
                "\(late) of \(rows.count) rows of the trace are reservations for after the end of the run; they bring no ride"
            )
        }
    }

    /// A reservation of the text: in time, and for a taxi that exists.
    private func check(_ mention: Mention<TraceRow>) {
        let (row, section) = (mention.subject, scenario.reservations)
        guard let pickUp = row.pickUp, section.shortestLead <= section.longestLead else { return }
        let first = scenario.start + section.shortestLead
        if scenario.start.midnight + pickUp < first {
            reading.error(
                mention.location,
                "`pick_up`: \(ClockText.text(scenario.start.midnight + pickUp)) is too early for a reservation, which is made "
                    + "at least \(words(section.shortestLead)) before; allowed: from \(ClockText.text(first)) on")
        } else if pickUp - row.time < section.shortestLead || pickUp - row.time > section.longestLead {
            reading.error(
                mention.location,
                "`pick_up`: \(clock(pickUp)) is not \(words(section.shortestLead)) to \(words(section.longestLead)) after the "
                    + "reservation at \(clock(row.time))")
        }
        let most = scenario.drivers.flatMap(\.seats).filter { $0.weight > 0 }.map(\.seats).max()
        if let most, row.travelers > most {
            reading.error(
                mention.location,
                "`travelers`: \(row.travelers) travelers of a reservation are more than the \(most) seats of the largest taxi"
            )
        }
    }

    /// As a clock time; as a date where a clock time cannot say it.
    private func clock(_ time: TimeSpan) -> String {
        time < .zero || time >= .hours(1000)
            ? ClockText.text(scenario.start.midnight + time) : ClockText.text(nanoseconds: time.nanoseconds)
    }
}
