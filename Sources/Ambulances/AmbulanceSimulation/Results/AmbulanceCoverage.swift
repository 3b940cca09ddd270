// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// Which share of the calls an ambulance on duty could reach in time if all stood at their stations: what the stations and shifts allow,
/// whatever is busy. Below it, more ambulances at the same stations help; at it, only other stations or shifts do.
struct AmbulanceCoverage {
    /// An hour of the day with the share of calls within each limit.
    struct Hour: Equatable {
        let hour: Int
        let soon, late: Double
    }

    private let section: AmbulancesSection
    private let layout: any ZoneLayout
    private let travel: any Router

    init(_ section: AmbulancesSection, layout: any ZoneLayout, travel: any Router) {
        (self.section, self.layout, self.travel) = (section, layout, travel)
    }

    /// The hours of a day, in the middle of each; none where no calls are expected.
    ///
    /// - Parameters:
    ///   - day: when the day begins.
    ///   - before: the time from a call to the departure.
    func hours(of day: CityTime, before: TimeSpan) -> [Hour] {
        let weights = section.calls.zones.values(on: layout).map(\.weight)
        let all = weights.reduce(0, +)
        guard section.calls.perDay > 0, all > 0 else { return [] }
        let parameters = section.parameters
        let hasSiren = !parameters.plainPriorities.contains(1)
        let places = section.stations.map { $0.site.place(on: layout) ?? .origin }
        return (0..<24).map { hour in
            let now = day.midnight + .minutes(60 * hour + 30)
            let onDuty = section.stations.indices.filter {
                section.stations[$0].units > 0 && section.stations[$0].shift.contains(now)
            }
            var (soon, late) = (0.0, 0.0)
            for (zone, weight) in zip(layout.zones, weights) where weight > 0 {
                let drives = onDuty.map { station -> TimeSpan in
                    let plain = travel.drive(
                        from: places[station], to: zone.inside, leaving: now, user: hasSiren ? .siren : .emergency)
                    return hasSiren && !travel.hasSirenTimes
                        ? parameters.withSiren(plain.duration) : plain.duration
                }
                guard let nearest = drives.min() else { continue }
                if before + nearest <= section.targets.soon { soon += weight }
                if before + nearest <= section.targets.late { late += weight }
            }
            return Hour(hour: hour, soon: soon / all, late: late / all)
        }
    }
}

extension AmbulanceFold {
    /// The chart of what stations and shifts allow; nil where nothing is known of routes or calls.
    var coverage: ReportChart? {
        guard let travel, let layout, let all = cases.first?.all else { return nil }
        // As it was on average in this run; of a run without calls nothing.
        let before = [CallPhase.callTaking, .turnOut].reduce(0.0) { $0 + (all.meanPhase($1.rawValue) ?? 0) }
        let hours = AmbulanceCoverage(section, layout: layout, travel: travel).hours(
            of: start, before: .seconds(before))
        guard !hours.isEmpty else { return nil }
        let limits = [section.targets.soon, section.targets.late].map { "in \(Text.minutes($0))" }
        return ReportChart(
            id: "ambulances-coverage", title: "Coverage: calls in reach of the ambulances on duty",
            hint:
                "The share of the expected calls that the nearest station with ambulances on duty could reach, by hour of the day, if none "
                + "were busy: with the call-taking and turn-out of this run (\(WaitRow.shown(before)) on average) and the drive of that "
                + "hour. What was reached in fact can only be less.",
            specification: Self.coverageChart,
            rows: hours.flatMap { hour in
                zip(limits, [hour.soon, hour.late]).map { name, share in
                    ["hour": .number(Double(hour.hour)), "what": .text(name), "share": .number(tidy(share))]
                }
            })
    }

    private static let coverageChart = """
        {"data": {"name": "rows"}, "height": 160, "mark": {"type": "line", "interpolate": "step-after", "tooltip": true},
        "encoding": {"x": {"field": "hour", "type": "quantitative", "axis": {"title": "hour of the day", "tickCount": 12}},
        "y": {"field": "share", "type": "quantitative", "scale": {"domain": [0, 1]},
        "axis": {"title": "share of calls", "format": "%"}},
        "color": {"field": "what", "type": "nominal", "sort": null, "legend": {"title": null}}}}
        """
}
