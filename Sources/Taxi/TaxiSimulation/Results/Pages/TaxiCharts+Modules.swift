// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// The charts of the modules; none for a module that is not told.
extension TaxiCharts {
    var modules: [ReportChart] { [lateness, outcomes, occupancy, detours, saved].compactMap { $0 } }

    private var lateness: ReportChart? {
        guard let bins = result.reservations?.latenessMinutes, bins.total > 0 else { return nil }
        // The open bins at both ends are drawn one step wide.
        let rows = bins.counts.enumerated().map { index, count -> JSONValue in
            let to = bins.first + Double(index) * bins.step
            let words =
                index == 0
                ? "up to \(Text.number(to, to == to.rounded() ? 0 : 2))"
                : bins.edge(index) == nil ? "above \(Text.number(to - bins.step, to == to.rounded() ? 0 : 2))" : ""
            return [
                "from": .number(tidy(to - bins.step)), "to": .number(tidy(to)), "reservations": JSONValue(count),
                "bin": .text(words),
            ]
        }
        return ReportChart(
            "lateness", of: Self.texts, PackageResources.lateness_vl_json, rows: rows,
            words: [
                "low": .number(tidy(bins.first - bins.step)),
                "high": .number(tidy(bins.first + Double(bins.counts.count - 1) * bins.step)),
            ])
    }

    private var outcomes: ReportChart? {
        guard let reservations = result.reservations else { return nil }
        let rows = ReservationOutcome.allCases.map {
            (Self.words(of: $0), reservations.stored > 0 ? reservations.outcomes[$0] : 0)
        }
        return .counted("outcomes", of: Self.texts, rows, "reservations")
    }

    /// An outcome or a reason in words: those of the file `words.txt`, or its own.
    static func words(of word: some EventWord) -> String { TextTable.words(of: word, in: reported) }

    private static let reported = TextTable.byName(PackageResources.words_txt)

    private var occupancy: ReportChart? {
        guard let sharing = result.sharing, sharing.rides > 0 else { return nil }
        let kinds = [("passengers", sharing.ridesByPassengers), ("travelers", sharing.ridesByTravelers)]
        return ReportChart(
            "occupancy", of: Self.texts, PackageResources.occupancy_vl_json,
            rows: kinds.flatMap { what, counts in
                counts.enumerated().map { index, count in
                    [
                        "aboard": .text(index == 7 ? "8+" : "\(index + 1)"), "what": .text(what),
                        "rides": JSONValue(count),
                    ]
                }
            })
    }

    private var detours: ReportChart? {
        guard let bins = result.sharing?.detourRatios, bins.total > 0 else { return nil }
        return ReportChart("detours", of: Self.texts, PackageResources.detours_vl_json, rows: Self.detourBars(bins))
    }

    /// One bar a step. The first bin is no step: whoever has no detour is in it.
    static func detourBars(_ bins: Bins) -> [JSONValue] {
        bins.counts.enumerated().map { index, count in
            let from = Text.number(bins.first + Double(index - 1) * bins.step, 2)
            let to = bins.edge(index).map { Text.number($0, 2) }
            let words = index == 0 ? "no detour" : to.map { "\(from) to \($0)" } ?? "above \(from)"
            return [
                "label": .text(index == 0 ? "no detour" : to ?? "above"), "ratio": .text(words),
                "passengers": JSONValue(count),
            ]
        }
    }

    private var saved: ReportChart? {
        guard let hours = result.sharing?.hours, !hours.isEmpty else { return nil }
        let rows = columns.compactMap { step -> JSONValue? in
            guard let first = step.hours.first?.hour, let last = step.hours.last?.hour else { return nil }
            let found = hours.filter { first...last ~= $0.hour }
            guard !found.isEmpty else { return nil }
            let (alone, driven) = (found.reduce(0) { $0 + $1.alone }, found.reduce(0) { $0 + $1.driven })
            return .object(
                step.fields + [
                    ("saved", .number(tidy(alone - driven))), ("alone", .number(alone)), ("driven", .number(driven)),
                    ("rides", JSONValue(found.reduce(0) { $0 + $1.rides })),
                    ("together", JSONValue(found.reduce(0) { $0 + $1.together })),
                ])
        }
        return overTime("saved", PackageResources.saved_vl_json, rows)
    }
}
