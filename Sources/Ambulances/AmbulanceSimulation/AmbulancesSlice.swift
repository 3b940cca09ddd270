// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import AmbulanceService
import CityHost
import CityLoop
package import CityModel
package import CitySlices
package import Reporting

/// The ambulance service as a simulation knows it: stations, hospitals, emergency calls, and the crews.
package struct AmbulancesSlice: ServiceSlice {
    /// The service; a scenario without the key has none.
    package init() {}

    /// `ambulances`.
    package var key: ServiceKey { ServiceKey(.ambulances, AmbulancesSection.section) { $0.scaled(by: $1) } }
    /// Facts of the service.
    package var events: [any Event.Type] { [AmbulanceEvent.self] }
    /// Calls, the word of call-takers, and the reports of crews.
    package var inputs: [any RecordedInput.Type] { [AmbulanceMessage.self] }
    /// Of all calls and ambulances together, and by priority.
    package var metrics: [MetricDescription] { Metric<AmbulanceTotals>.all.map(\.about) }
    /// What a planner looks at first.
    package var headlines: [String] {
        [
            "calls", "unreached", "response.mean", "response.median", "response.p90", "response.in8", "response.in20",
            "calls.1", "response.1.median", "response.1.p90", "response.1.in8", "utilisation", "queued",
            "queueTime.mean",
        ].map { "ambulances.\($0)" }
    }

    /// Priorities, the most urgent first.
    package func parts(in scenario: Scenario) -> SliceParts {
        SliceParts(groups: section(scenario.services).priorities.map(\.name))
    }

    private func section(_ services: [ServiceID: any Sendable]) -> AmbulancesSection {
        services[.ambulances] as? AmbulancesSection ?? AmbulancesSection()
    }

    /// Stations, hospitals and priorities against each other, the map and the hours of calls.
    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        AmbulancesCheck.problems(section(read.scenario.services), read, layout: layout)
    }

    /// Calls, some ten events for each, and what they take of memory.
    package func load(of scenario: Scenario) -> SliceLoad {
        let section = section(scenario.services)
        let calls = section.calls.perDay * (scenario.length / TimeSpan.hours(24))
        return SliceLoad(
            asked: "about \(Int(min(calls, 1e15))) calls for \(section.ambulanceCount) ambulances", events: calls * 10,
            bytes: Double(section.ambulanceCount) * 1000 + 500_000)
    }

    /// Opens the service with its ambulances and hospitals, and makes those who call and drive.
    package func open(in city: SliceCity) -> OpenSlice {
        let section = section(city.scenario.services)
        let layout = city.peopleLayout
        let service = AmbulanceService(
            section.parameters, travel: city.travel, loop: city.host.loop, log: city.host.log, inputs: city.inputLog)
        let line = EmergencyLine(
            section, service: service, layout: layout, key: city.key, start: city.scenario.start,
            end: city.scenario.end)
        service.onLoop { service in
            for hospital in section.hospitals {
                service.addHospital(at: hospital.site.place(on: layout) ?? .origin, hours: hospital.hours)
            }
            for (index, station) in section.stations.enumerated() {
                let place = station.site.place(on: layout) ?? .origin
                for _ in 0..<station.units {
                    service.addAmbulance(of: AmbulanceStationID(index + 1), at: place, hours: station.shift)
                }
            }
        }
        return OpenSlice(
            service: service, role: line,
            replay: { input in
                if let message = input as? AmbulanceMessage { service.onLoop { $0.take(message) } }
            })
    }

    package func fold(_ context: RunContext) -> (any ServiceFold)? {
        AmbulanceFold(
            section(context.sections), context.caseFrame, layout: context.layout, travel: context.travel)
    }

    package func tables(_ context: RunContext) -> (any TableFold)? { AmbulanceTables() }

    /// Calls that were assessed or sent for, and those old enough to judge.
    package var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.parts = [
            "ambulances.queued.share": ShareMeaning.Parts(["ambulances.assessed"]),
            "ambulances.sent.road": ShareMeaning.Parts(["ambulances.sent"]),
        ]
        shares.made = { stem, last in
            guard "\(stem).".hasPrefix("ambulances.response."), last == "in8" || last == "in20" else { return nil }
            return ShareMeaning.Parts(["\(stem).judged\(last.dropFirst(2))"])
        }
        return shares
    }
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? {
        AmbulanceMonitor(closesAfter: section(context.sections).rules.closesAfter)
    }
}

extension AmbulanceFold: ServiceFold {
    /// In the order of `AmbulancesSlice.metrics`.
    var values: [Double?] { Metric<AmbulanceTotals>.all.map { $0.value(totals) } }
    /// The ambulances one by one.
    var tables: [TableRows] {
        [TableRows(Self.table, units.enumerated().map { (number: $0 + 1, unit: $1) })]
    }

    /// The hospitals one by one, and what made drives longer.
    var pages: [String] {
        [
            hospitals.table(section.hospitals.map(\.name)),
            LongerDrives.html(
                "What closed streets and rain cost", "cause",
                [("closed streets", totals.heldUp), ("rain", totals.slowed)],
                without: "without the closures or the rain"),
        ]
    }

    /// From the receipt of a call to the first ambulance. No call is given up, so those that waited for a free one are the reason.
    var waits: [WaitRow] {
        cases.map { calls in
            calls.waitRow([
                ("nobody had come for long when the run ended", calls.all.overdue),
                ("no ambulance was free at first", totals.queued),
            ])
        }
    }

    /// What the service promises: the most urgent calls soon, and all of them within the second limit.
    var verdicts: [Verdict] {
        let (first, all) = (totals.byPriority[0], totals.all)
        return [
            target(
                "calls of priority 1", first.inShort, of: first.judgedShort, first.targets.soon,
                first.targets.soonShare, first.missedShort, young: first.unreached - first.missedShort),
            target(
                "calls", all.inLong, of: all.judgedLong, all.targets.late, all.targets.lateShare, all.missedLong,
                young: all.unreached - all.missedLong),
        ]
    }

    /// `missed` are those of the judged calls that nobody had reached; `young` those that nobody had reached and that are too young to
    /// judge: they are in no share, and told.
    private func target(
        _ what: String, _ part: Int, of whole: Int, _ limit: TimeSpan, _ wanted: Double, _ missed: Int,
        young: Int
    ) -> Verdict {
        let minutes = numberText(limit.inSeconds / 60)
        let id = "ambulances in \(minutes) min"
        let open = WaitRow.Open(young, tooYoung: young).inWords.map { "; \($0)" } ?? ""
        guard whole > 0 else { return Verdict(id, nil, "No \(what) to judge\(open)") }
        let share = Double(part) / Double(whole)
        let left =
            missed > 0 ? "; nobody had reached \(Text.number(Double(missed), 0)) of them when the run ended" : ""
        return Verdict(
            id, share >= wanted,
            "\(Text.percent(share)) of \(Text.number(Double(whole), 0)) \(what) were reached in \(minutes) min, at least "
                + "\(Text.percent(wanted)) wanted\(left)\(open)")
    }

    private static let table = ResultTable<(number: Int, unit: UnitTotals)>(
        "ambulances", .key("ambulance") { $0.number }, .integer("station") { $0.unit.station },
        .integer("calls") { $0.unit.calls }, .real("on_duty_s") { $0.unit.onDuty.total.inSeconds },
        .real("busy_s") { $0.unit.busy.total.inSeconds }, .realOrNull("busy_share") { $0.unit.busyShare })
}

extension AmbulanceMonitor: ServiceMonitor {}
