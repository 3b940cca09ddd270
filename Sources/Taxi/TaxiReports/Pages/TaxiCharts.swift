// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The charts of the taxi service and its modules: what is drawn in each; how is in the folder `Charts`. Colours are from the
/// Okabe-Ito set and viridis; every series also differs in dash, point or order, and every mark tells its values in a tooltip.
struct TaxiCharts {
    let context: TaxiContext
    let result: TaxiResult

    /// The file `charts.txt`.
    static let texts = TextTable.byName(PackageResources.charts_txt)

    /// Those of the service itself.
    var core: [ReportChart] {
        [calls, waits, waitSeries, offers, shares, queues, lorenz, zoneWaits].compactMap { $0 }
    }

    /// `8:00` for a run of one day, `2 8:00` with the day when it is longer.
    func label(hour: Int) -> String {
        let time = context.start + .hours(hour)
        let clock = "\(time.hourOfDay):00"
        guard result.hours.count > 24 else { return clock }
        return "\(hour / 24 + 1) \(clock)"
    }

    /// Whether charts over the run go by days: hours of more than a week are too thin to be seen.
    private var isByDays: Bool { result.hours.count > 7 * 24 }

    /// The columns of the charts over the run, with their hours. They are drawn in this order, not sorted: a list to sort by
    /// becomes one nested expression, too deep for a browser when it is long.
    var columns: [(label: String, hours: ArraySlice<HourResult>)] {
        let width = isByDays ? 24 : 1
        return stride(from: 0, to: result.hours.count, by: width).map { first in
            let hours = result.hours[first..<min(first + width, result.hours.count)]
            return (isByDays ? "\(first / width + 1)" : label(hour: result.hours[first].hour), hours)
        }
    }

    var stepWord: String { isByDays ? "day" : "hour" }
    /// What stands below these columns.
    var stepTitle: JSONValue { isByDays ? "day of the run" : "hour (clock time at its start)" }

    private var calls: ReportChart? {
        let kinds: [(word: String, count: KeyPath<CallCounts, Int>)] = [
            ("fulfilled", \.fulfilled), ("abandoned", \.abandoned), ("released", \.released),
            ("open at end", \.openAtEnd), ("aborted", \.aborted), ("refused", \.refused),
        ]
        let rows = columns.flatMap { step in
            kinds.enumerated().map { index, kind -> JSONValue in
                [
                    "label": .text(step.label), "outcome": .text(kind.word),
                    "calls": JSONValue(step.hours.reduce(0) { $0 + $1.calls[keyPath: kind.count] }),
                    "order": JSONValue(index),
                ]
            }
        }
        return ReportChart(
            "calls", of: Self.texts, PackageResources.calls_vl_json, rows: rows,
            words: [
                "stepTitle": stepTitle, "step": .text(stepWord),
                "calls": .text(isByDays ? "calls a day" : "calls an hour"),
            ], reported: ["step": stepWord])
    }

    /// Quantiles of hours do not add up to those of a day, so these stay hours.
    private var waits: ReportChart? {
        let rows = result.hours.flatMap { hour -> [JSONValue] in
            guard let wait = hour.wait else { return [] }
            return [("p95", wait.p95), ("p90", wait.p90), ("p50", wait.p50)].map { name, value in
                [
                    "label": .text(label(hour: hour.hour)), "h": JSONValue(hour.hour), "quantile": .text(name),
                    "minutes": .number(tidy(value / 60)), "requests": JSONValue(wait.count),
                ]
            }
        }
        guard !rows.isEmpty else { return nil }
        return ReportChart(
            "waits", of: Self.texts, isByDays ? PackageResources.waits_of_days_vl_json : PackageResources.waits_vl_json,
            rows: rows,
            words: ["stepTitle": stepTitle])
    }

    private var waitSeries: ReportChart? {
        let series = result.series
        let rows = series.waitMean.indices.compactMap { index -> JSONValue? in
            guard let wait = series.waitMean[index] else { return nil }
            return [
                "h": .number(tidy(Double(index) * series.stepSeconds / 3600)), "minutes": .number(tidy(wait / 60)),
                "requests": JSONValue(series.waits[index]),
            ]
        }
        guard rows.count > 1 else { return nil }
        return ReportChart(
            "series", of: Self.texts, PackageResources.series_vl_json, rows: rows,
            reported: ["minutes": Text.number(series.stepSeconds / 60, 0)],
            warmUp: context.warmUp > .zero ? context.warmUp.inSeconds / 3600 : nil)
    }

    private var offers: ReportChart? {
        let all = result.offersPerRequest.reduce(0, +)
        guard all > 0 else { return nil }
        let rest = result.offersPerRequest.dropFirst(10).reduce(0, +)
        let shown = result.offersPerRequest.prefix(10).enumerated().map { ("\($0)", $1) }
        return ReportChart(
            "offers", of: Self.texts, PackageResources.offers_vl_json,
            rows: (shown + (rest > 0 ? [("10+", rest)] : [])).map { offers, count in
                [
                    "offers": .text(offers), "requests": JSONValue(count),
                    "share": .number(tidy(Double(count) / Double(all))),
                ]
            })
    }

    private var shares: ReportChart? {
        let words = ["with passenger", "to pick-up", "available", "off shift"]
        let rows = columns.flatMap { step -> [JSONValue] in
            let hours = step.hours.map(\.driverShares).filter { $0.count == words.count }
            guard !hours.isEmpty else { return [] }
            return words.enumerated().map { index, word in
                let share = hours.reduce(0) { $0 + $1[words.count - 1 - index] } / Double(hours.count)
                return [
                    "label": .text(step.label), "what": .text(word), "share": .number(share), "order": JSONValue(index),
                ]
            }
        }
        guard !rows.isEmpty else { return nil }
        return ReportChart(
            "shares", of: Self.texts, PackageResources.shares_vl_json, rows: rows,
            words: ["stepTitle": stepTitle, "step": .text(stepWord)], reported: ["step": stepWord])
    }

    private var queues: ReportChart? {
        // The zones with most requests; a heat map of more rows cannot be read.
        let zones = result.zones.sorted { ($0.calls.stored, $1.zone) > ($1.calls.stored, $0.zone) }.prefix(40)
        let steps = result.series.stored.count
        guard !zones.isEmpty, steps > 0 else { return nil }
        let width = max(1, (steps + 71) / 72)
        let hours = result.series.stepSeconds * Double(width) / 3600
        let rows = zones.sorted { $0.zone < $1.zone }.flatMap { zone -> [JSONValue] in
            stride(from: 0, to: zone.queueSeries.count, by: width).map { from in
                let part = zone.queueSeries[from..<min(from + width, zone.queueSeries.count)]
                let start = Double(from) * result.series.stepSeconds / 3600
                return [
                    "zone": name(zone), "from": .number(tidy(start)), "to": .number(tidy(start + hours)),
                    "drivers": .number(tidy(part.reduce(0, +) / Double(part.count))),
                ]
            }
        }
        let shown =
            zones.count < result.zones.count
            ? " The \(zones.count) zones with most requests, of \(result.zones.count)." : ""
        return ReportChart(
            "queues", of: Self.texts, PackageResources.queues_vl_json, rows: rows,
            words: ["height": JSONValue(15 * zones.count + 100)],
            reported: ["shown": shown], usesCanvas: true)
    }

    private func name(_ zone: ZoneResult) -> JSONValue { .text("\(zone.zone) \(zone.name.prefix(22).shown)") }

    private var lorenz: ReportChart? {
        guard !result.lorenz.isEmpty else { return nil }
        return ReportChart(
            "lorenz", of: Self.texts, PackageResources.lorenz_vl_json,
            rows: result.lorenz.map { ["drivers": .number($0.drivers), "rides": .number($0.rides)] })
    }

    private var zoneWaits: ReportChart? {
        let zones = result.zones.filter { $0.wait != nil }
            .sorted { ($0.wait?.mean ?? 0, $1.zone) > ($1.wait?.mean ?? 0, $0.zone) }
        guard zones.count > 1 else { return nil }
        // The ends of the row tell the spread: the longest waits and the shortest.
        let shown = zones.count <= 30 ? zones : Array(zones.prefix(20) + zones.suffix(10))
        let rows = shown.compactMap { zone in
            zone.wait.map { wait -> JSONValue in
                [
                    "zone": name(zone), "mean": .number(tidy(wait.mean / 60)), "p95": .number(tidy(wait.p95 / 60)),
                    "requests": JSONValue(wait.count),
                ]
            }
        }
        let rest = shown.count < zones.count ? "; the 20 longest and 10 shortest of \(zones.count) zones" : ""
        return ReportChart(
            "zonewaits", of: Self.texts, PackageResources.zonewaits_vl_json, rows: rows,
            words: ["height": JSONValue(16 * shown.count + 50)], reported: ["shown": rest])
    }
}
