// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What happened in a run, in plain sentences written from its numbers.
struct TaxiFinding {
    let context: TaxiContext
    let result: TaxiResult

    /// A zone or an hour, in words, with its wishes.
    typealias Part = (name: String, wishes: WishCounts)

    /// Calls, who was served and how soon, and where and when it was worst.
    func text(value: (String) -> Double?, metric: (String) -> String) -> String {
        let street = street(value: value, metric: metric)
        guard let stored = value("calls.stored"), stored > 0 else {
            return street.map { $0 + late(value: value, metric: metric) + worst } ?? "No call for a taxi was stored."
        }
        let fulfilled = value("calls.fulfilled") ?? 0
        var first = "\(metric("calls.stored")) calls for a taxi were stored, and in \(metric("calls.fulfilled")) of "
        first += "them "
        first += "(\(Text.percent(fulfilled / stored))) the passenger came aboard"
        if value("wishes.notInTimeShare") != nil {
            first += "; \(metric("wishes.notInTimeShare")) of the wishes for a ride were not aboard within "
            first += "\(limit) of the first call"
        }
        if value("wait.p50") != nil { first += ", and half of those served waited at most \(metric("wait.p50"))" }
        return first + "." + worst + (street.map { " " + $0 } ?? "")
    }

    /// Who asked on the street; nil when nobody did.
    private func street(value: (String) -> Double?, metric: (String) -> String) -> String? {
        guard result.streets != nil, let asked = value("streets.asked"), asked > 0 else { return nil }
        return "\(metric("streets.asked")) people asked for a taxi on the street: \(metric("streets.boarded")) got in, "
            + "and \(metric("streets.left")) stood in vain and left."
    }

    /// The share of wishes that failed, of people who all asked on the street, as a sentence with a blank before it.
    private func late(value: (String) -> Double?, metric: (String) -> String) -> String {
        guard value("wishes.notInTimeShare") != nil else { return "" }
        return " \(metric("wishes.notInTimeShare")) of the wishes for a ride were not aboard within \(limit) of asking."
    }

    private var limit: String {
        let minutes = context.aboardLimit.inSeconds / 60
        return "\(Text.number(minutes, minutes == minutes.rounded() ? 0 : 1)) min"
    }

    private var zones: [Part] { result.zones.map { ($0.name.shown, $0.wishes) } }
    private var hours: [Part] { result.hours.map { (hour($0.hour), $0.wishes) } }

    /// `from 8:00 to 9:00`, with the day in a run of several.
    private func hour(_ hour: Int) -> String {
        let clock = ClockAxis(start: context.start, end: context.end)
        return "from \(clock.clock(seconds: Double(hour) * 3600)) to \(clock.clock(seconds: Double(hour + 1) * 3600))"
    }

    /// The part whose share is largest among those with enough wishes; of several the first.
    private func worst(of parts: [Part]) -> Part? {
        var worst: Part?
        for part in parts where part.wishes.decided >= WishCounts.fewest && part.wishes.notInTime > 0 {
            if (part.wishes.notInTimeShare ?? 0) > (worst?.wishes.notInTimeShare ?? 0) { worst = part }
        }
        return worst
    }

    /// Where and when it was worst, as a sentence with a blank before it; empty when nobody failed to be aboard in time.
    private var worst: String {
        let (zone, hour) = (result.zones.count > 1 ? worst(of: zones) : nil, worst(of: hours))
        func told(_ part: Part) -> String {
            "\(part.name) (\(Text.percent(part.wishes.notInTimeShare ?? 0)) of \(count(part.wishes.decided)) wishes)"
        }
        let parts = [zone.map { "in \(told($0))" }, hour.map { told($0) }].compactMap { $0 }
        return parts.isEmpty ? "" : " It was worst \(parts.joined(separator: " and "))."
    }

    private func count(_ number: Int) -> String { Text.number(Double(number), 0) }

    /// How much of the failing falls to how few: the fewest zones that half of the wishes not aboard in time come from.
    var whole: String {
        let failed = result.zones.map(\.wishes.notInTime).filter { $0 > 0 }.sorted(by: >)
        let all = failed.reduce(0, +)
        let young = result.zones.reduce(0) { $0 + $1.wishes.undecided }
        let were = young == 1 ? "was" : "were"
        let open = young > 0 ? " \(count(young)) more \(were) open when the run ended, too young to judge." : ""
        guard all > 0 else { return young > 0 ? "None of those old enough to judge did.\(open)" : "None did." }
        var (zones, sum) = (0, 0)
        while sum * 2 < all { (zones, sum) = (zones + 1, sum + failed[zones]) }
        let wishes = result.zones.reduce(0) { $0 + $1.wishes.decided }
        let part =
            result.zones.count > 1
            ? " \(count(sum)) of these come from \(zones == 1 ? "one zone" : "\(zones) zones") of \(result.zones.count)."
            : ""
        return "That happened to \(count(all)) of \(count(wishes)) wishes.\(part)\(open)"
    }
}
