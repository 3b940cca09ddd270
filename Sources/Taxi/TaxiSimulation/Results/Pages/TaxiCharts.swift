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

    /// Those of the service itself, in the order of the page.
    var core: [ReportChart] {
        [calls, waits, waitSeries, duty, inTime, failures, shares, offers, queues, lorenz, zoneWaits].compactMap { $0 }
    }

    /// The time axis of the run.
    var clock: ClockAxis { ClockAxis(start: context.start, end: context.end) }

    /// `8:00` for a run of one day, `day 2 8:00` when it is longer.
    func label(hour: Int) -> String { clock.clock(seconds: Double(hour) * 3600) }

    /// A column of the charts over the run: an hour, or a day of a run that is read by days.
    struct Column {
        let label: String
        let hours: ArraySlice<HourResult>
        /// The fields of a row of the column, before what it counts.
        let fields: [(String, JSONValue)]
    }

    /// The columns of the charts over the run.
    var columns: [Column] {
        let width = clock.isByDays ? 24 : 1
        return stride(from: 0, to: result.hours.count, by: width).compactMap { first in
            let hours = result.hours[first..<min(first + width, result.hours.count)]
            guard let start = hours.first?.hour, let last = hours.last?.hour else { return nil }
            let label = clock.isByDays ? "\(first / width + 1)" : label(hour: start)
            return Column(
                label: label, hours: hours,
                fields: [
                    ("label", .text(label)), ("from", clock.place(seconds: Double(start) * 3600)),
                    ("to", clock.place(seconds: Double(last + 1) * 3600)),
                ])
        }
    }

    var stepWord: String { clock.isByDays ? "day" : "hour" }

    /// A chart of these columns.
    func overTime(
        _ id: String, _ file: [UInt8], _ rows: [JSONValue], words: [(String, JSONValue)] = []
    ) -> ReportChart? {
        guard !rows.isEmpty else { return nil }
        var chart = ReportChart(id, of: Self.texts, file, rows: rows, reported: ["step": stepWord])
        chart.words = [("step", .text(stepWord))] + words
        return chart
    }

    private var calls: ReportChart? {
        let kinds: [(word: String, count: KeyPath<CallCounts, Int>)] = [
            ("fulfilled", \.fulfilled), ("abandoned", \.abandoned), ("released", \.released),
            ("open at end", \.openAtEnd), ("aborted", \.aborted), ("refused", \.refused),
        ]
        let rows = columns.flatMap { step in
            kinds.enumerated().map { index, kind -> JSONValue in
                .object(
                    step.fields + [
                        ("outcome", .text(kind.word)),
                        ("calls", JSONValue(step.hours.reduce(0) { $0 + $1.calls[keyPath: kind.count] })),
                        ("order", JSONValue(index)),
                    ])
            }
        }
        return overTime(
            "calls", PackageResources.calls_vl_json, rows,
            words: [("calls", .text(clock.isByDays ? "calls a day" : "calls an hour"))])
    }

    /// Quantiles of hours do not add up to those of a day, so these stay hours; in a long run they are lines without points.
    private var waits: ReportChart? {
        let rows = result.hours.flatMap { hour -> [JSONValue] in
            guard let wait = hour.wait else { return [] }
            return [("p95", wait.p95), ("p90", wait.p90), ("p50", wait.p50)].map { name, value in
                [
                    "label": .text(label(hour: hour.hour)), "at": clock.place(seconds: Double(hour.hour) * 3600 + 1800),
                    "quantile": .text(name), "minutes": .number(tidy(value / 60)), "requests": JSONValue(wait.count),
                ]
            }
        }
        return overTime(
            "waits", clock.isByDays ? PackageResources.waits_of_days_vl_json : PackageResources.waits_vl_json, rows)
    }

    private var waitSeries: ReportChart? {
        let series = result.series
        let rows = series.waitMean.indices.compactMap { index -> JSONValue? in
            guard let wait = series.waitMean[index] else { return nil }
            let start = Double(index) * series.stepSeconds
            return [
                "clock": .text(clock.clock(seconds: start)), "at": clock.place(seconds: start + series.stepSeconds / 2),
                "minutes": .number(tidy(wait / 60)), "requests": JSONValue(series.waits[index]),
            ]
        }
        guard rows.count > 1 else { return nil }
        return ReportChart(
            "series", of: Self.texts, PackageResources.series_vl_json, rows: rows,
            reported: ["minutes": Text.number(series.stepSeconds / 60, 0)],
            warmUp: context.warmUp > .zero ? clock.first + context.warmUp.inSeconds / 3600 : nil)
    }

    /// What drivers do, in the order of `HourResult.driverShares`.
    private static let phases = ["off shift", "available", "to pick-up", "with passenger"]

    /// The shares of the drivers' time in a column by phase; nil without any.
    private func phases(_ step: Column) -> [Double]? {
        let hours = step.hours.map(\.driverShares).filter { $0.count == Self.phases.count }
        guard !hours.isEmpty else { return nil }
        return Self.phases.indices.map { phase in hours.reduce(0) { $0 + $1[phase] } / Double(hours.count) }
    }

    /// The mean number of drivers on duty: their shares of time, times the number of all drivers.
    private var duty: ReportChart? {
        let all = Double(result.drivers.count)
        let rows = columns.flatMap { step -> [JSONValue] in
            guard let shares = phases(step) else { return [] }
            return Self.phases.indices.dropFirst().reversed().enumerated().map { index, phase in
                .object(
                    step.fields + [
                        ("what", .text(Self.phases[phase])), ("drivers", .number(tidy(shares[phase] * all))),
                        ("onDuty", .number(tidy((1 - shares[0]) * all))), ("order", JSONValue(index)),
                    ])
            }
        }
        return overTime("duty", PackageResources.duty_vl_json, rows)
    }

    private var shares: ReportChart? {
        let rows = columns.flatMap { step -> [JSONValue] in
            guard let shares = phases(step) else { return [] }
            return Self.phases.indices.reversed().enumerated().map { index, phase in
                .object(
                    step.fields + [
                        ("what", .text(Self.phases[phase])), ("share", .number(tidy(shares[phase]))),
                        ("order", JSONValue(index)),
                    ])
            }
        }
        return overTime("shares", PackageResources.shares_vl_json, rows)
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
}
