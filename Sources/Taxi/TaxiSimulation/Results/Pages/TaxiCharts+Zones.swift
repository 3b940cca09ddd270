// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The charts that say where and when service fails, and how evenly it is shared.
extension TaxiCharts {
    /// Wishes that were not aboard in time, hour by hour or day by day.
    var inTime: ReportChart? {
        let rows = columns.flatMap { step -> [JSONValue] in
            let sum = step.hours.reduce(into: WishCounts()) { $0 += $1.wishes }
            return [("no ride", sum.unserved), ("aboard too late", sum.late)].enumerated().map { index, part in
                .object(
                    step.fields + [
                        ("what", .text(part.0)), ("count", JSONValue(part.1)), ("wishes", JSONValue(sum.decided)),
                        ("share", JSONValue(sum.notInTimeShare.map(tidy))), ("order", JSONValue(index)),
                    ])
            }
        }
        return overTime("intime", PackageResources.intime_vl_json, rows)
    }

    /// Where and when wishes were not aboard in time: zone by hour, of a run of more than two days by hour of the day.
    var failures: ReportChart? {
        let shown = failing.prefix(40)
        guard !shown.isEmpty else { return nil }
        let rows = shown.flatMap { zone -> [JSONValue] in
            zone.cells.map { cell in
                [
                    "zone": name(zone.zone), "label": .text(cell.label), "from": cell.from, "to": cell.to,
                    "count": JSONValue(cell.wishes.notInTime), "wishes": JSONValue(cell.wishes.decided),
                    "share": JSONValue(cell.wishes.notInTimeShare.map(tidy)),
                ]
            }
        }
        let axis = isByHourOfDay ? ClockAxis(start: .epoch, end: .epoch + .hours(24)) : clock
        let rest =
            shown.count < failing.count
            ? " The \(shown.count) zones with most of them, of \(failing.count) that have any." : ""
        return ReportChart(
            "failures", of: Self.texts, PackageResources.failures_vl_json, rows: rows,
            words: [
                "height": JSONValue(15 * shown.count + 100), "hourAxis": axis.axis, "hourScale": axis.scale,
            ], reported: ["shown": rest, "hour": isByHourOfDay ? "hour of the day, all days together" : "hour"])
    }

    /// Days are put together where a run has more than two.
    private var isByHourOfDay: Bool { result.hours.count > 48 }

    /// A zone in one hour.
    struct Cell {
        let label: String
        let from, to: JSONValue
        var wishes: WishCounts
    }

    /// The zones that have wishes that were not aboard in time, those with most first, hour by hour; hours without wishes are
    /// left out.
    var failing: [(zone: ZoneResult, cells: [Cell])] {
        result.zones.filter { $0.wishes.notInTime > 0 }
            .sorted { ($0.wishes.notInTime, $1.zone) > ($1.wishes.notInTime, $0.zone) }
            .map { ($0, cells($0)) }
    }

    private func cells(_ zone: ZoneResult) -> [Cell] {
        var cells: [Cell] = []
        if isByHourOfDay {
            cells = (0..<24).map { hour in
                Cell(label: "\(hour):00", from: JSONValue(hour), to: JSONValue(hour + 1), wishes: WishCounts())
            }
            for found in zone.hours { cells[(context.start + .hours(found.hour)).hourOfDay].wishes += found.wishes }
        } else {
            cells = zone.hours.map { found in
                let start = Double(found.hour) * 3600
                return Cell(
                    label: label(hour: found.hour), from: clock.place(seconds: start),
                    to: clock.place(seconds: start + 3600), wishes: found.wishes)
            }
        }
        return cells.filter { $0.wishes.decided > 0 }
    }

    var queues: ReportChart? {
        // The zones with most requests; a heat map of more rows cannot be read.
        let zones = result.zones.sorted { ($0.calls.stored, $1.zone) > ($1.calls.stored, $0.zone) }.prefix(40)
        let steps = result.series.stored.count
        guard !zones.isEmpty, steps > 0 else { return nil }
        let width = max(1, (steps + 71) / 72)
        let span = result.series.stepSeconds * Double(width)
        let rows = zones.sorted { $0.zone < $1.zone }.flatMap { zone -> [JSONValue] in
            stride(from: 0, to: zone.queueSeries.count, by: width).map { from in
                let part = zone.queueSeries[from..<min(from + width, zone.queueSeries.count)]
                let start = Double(from) * result.series.stepSeconds
                return [
                    "zone": name(zone), "clock": .text(clock.clock(seconds: start)),
                    "from": clock.place(seconds: start), "to": clock.place(seconds: start + span),
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
            reported: ["shown": shown])
    }

    private func name(_ zone: ZoneResult) -> JSONValue { .text(zone.label(most: 22)) }

    var lorenz: ReportChart? {
        guard !result.lorenz.isEmpty else { return nil }
        return ReportChart(
            "lorenz", of: Self.texts, PackageResources.lorenz_vl_json,
            rows: result.lorenz.map { ["drivers": .number($0.drivers), "rides": .number($0.rides)] })
    }

    var zoneWaits: ReportChart? {
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
