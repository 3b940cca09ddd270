// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiReports

/// The judgements on the server. They are made on whole numbers, never on rounded shares.
extension ServerFold {
    /// PERF-03, overall and for taxi calls alone, and PERF-04.
    private func targets(at end: CityTime) -> [Verdict] {
        [soon(all, "PERF-03", "Messages")]
            + (context.taxi.hasTaxis ? [soon(calls, "PERF-03, calls", "Taxi calls")] : []) + [slow(at: end)]
    }

    /// The result in one line: what was kept under which load, or what broke.
    func sentence(at end: CityTime) -> String {
        var load = ""
        // A run in which at some time nobody was there has no least load to tell of.
        if let passengers = level(passengers, at: end), let drivers = level(drivers, at: end),
            passengers.min > 0 || drivers.min > 0
        {
            load =
                "With at least \(Self.number(passengers.min)) connected passengers and "
                + "\(Self.number(drivers.min)) active drivers, "
        }
        let isBroken = Verdict.serverTarget(targets(at: end)) == .flag
        let reported = load + (isBroken ? "the target was missed: " + broken(at: end) : kept) + "."
        var text = reported.prefix(1).uppercased() + reported.dropFirst()
        let refused = refusedByReason.total
        if refused > 0 { text += " \(Self.messages(refused)) refused." }
        if left > 0 { text += " \(Self.messages(left)) inside when the run ended." }
        return text
    }

    private static func messages(_ count: Int) -> String {
        number(count) + (count == 1 ? " message was" : " messages were")
    }

    private var kept: String {
        guard all.count > 0 else { return "no message was answered" }
        let messages = Self.number(all.count) + (all.count == 1 ? " message" : " messages")
        let slowest = "(slowest \(Self.duration(slowest.time)))"
        if all.underFive == all.count { return "all \(messages) were answered in under 5 s \(slowest)" }
        return "\(Self.percent(all.underFive, all.count)) of \(messages) were answered in under 5 s and all in under "
            + "10 s \(slowest)"
    }

    private func broken(at end: CityTime) -> String {
        var parts: [String] = []
        if !all.keepsFive {
            parts.append(
                "only \(Self.percent(all.underFive, all.judgedFive)) of \(Self.number(all.judgedFive)) messages were answered in "
                    + "under 5 s (95 % wanted)")
        }
        if !calls.keepsFive {
            parts.append(
                "only \(Self.percent(calls.underFive, calls.judgedFive)) of \(Self.number(calls.judgedFive)) calls were "
                    + "answered in under 5 s (95 % wanted)")
        }
        if all.underTen < all.count {
            parts.append(
                "\(Self.number(all.count - all.underTen)) of \(Self.number(all.count)) messages took 10 s or more "
                    + "(slowest \(Self.duration(slowest.time)), message \(slowest.message))")
        }
        parts += unserved(at: end)
        return parts.joined(separator: ", ")
    }

    /// What was not processed at all, in words.
    private func unserved(at end: CityTime) -> [String] {
        var parts: [String] = []
        if refusedForWant > 0 { parts.append("\(Self.messages(refusedForWant)) refused for lack of room or time") }
        if leftLong > 0 {
            parts.append("\(Self.messages(leftLong)) inside for 10 s or more when the run ended, and never answered")
        }
        if isLost(at: end) {
            let missing = sensitivity.order.missing
            parts.append("\(Self.messages(missing)) never answered")
        }
        return parts
    }

    func verdicts(at end: CityTime) -> [Verdict] {
        targets(at: end) + (context.taxi.hasTaxis ? load(at: end) : []) + [available(at: end)]
    }

    private func soon(_ tally: ProcessingTally, _ id: String, _ what: String) -> Verdict {
        guard tally.judgedFive > 0 else { return Verdict(id, nil, "\(what) under 5 s") }
        let share = Self.percent(tally.underFive, tally.judgedFive)
        return Verdict(id, tally.keepsFive, "\(what) processed in under 5 s: \(share), at least 95 % wanted")
    }

    private func slow(at end: CityTime) -> Verdict {
        guard all.judgedTen > 0 || isLost(at: end) else { return Verdict("PERF-04", nil, "Messages under 10 s") }
        var text = "Messages that took 10 s or more: \(Self.number(all.count - all.underTen)), none allowed"
        if !breaches.isEmpty {
            let names = breaches.prefix(5).map { "\($0.message)" }.joined(separator: ", ")
            text += "; message\(breaches.count == 1 ? "" : "s") \(names)\(breaches.count > 5 ? ", ..." : "")"
        }
        for part in unserved(at: end) { text += "; \(part)" }
        return Verdict("PERF-04", all.keepsTen && !isLost(at: end), text)
    }

    /// The load that the targets are stated for; a smaller one is no finding.
    private func load(at end: CityTime) -> [Verdict] {
        let isLong = measured(at: end) >= TimeSpan.hours(1).nanoseconds
        let (passengers, drivers) = (level(passengers, at: end)?.min ?? 0, level(drivers, at: end)?.min ?? 0)
        let isLoaded = isLong && passengers >= 1000
        return [
            Verdict(
                id: "PERF-01", outcome: isLoaded ? Verdict.serverTarget(targets(at: end)) : .notMeasured,
                text: "Fewest connected passengers: \(Self.number(passengers)); the target is for 1 000 during 1 h"),
            Verdict(
                "PERF-02", isLoaded && drivers >= 500 ? true : nil,
                "Fewest active drivers: \(Self.number(drivers)); the target is for 500 with 1 000 passengers"),
        ]
    }

    private func available(at end: CityTime) -> Verdict {
        let (time, down) = (measured(at: end), outages.down)
        guard time > 0 else { return Verdict("AVAIL-01", nil, "Server available") }
        return Verdict(
            "AVAIL-01", Int128(down) * 50 <= Int128(time),
            "Server available: \(Self.percent(Int(time - down), Int(time))) of the time, at least 98 % wanted "
                + "(\(outages.count) \(outages.count == 1 ? "outage" : "outages"), \(Text.number(Double(down) / 3.6e12, 2)) h)"
        )
    }

    private static func number(_ value: Int) -> String { Text.number(Double(value), 0) }

    /// Percent with two decimals, rounded down: 100.00 % is said of all and of nothing less.
    static func percent(_ part: Int, _ whole: Int) -> String {
        Text.number((shareDown(part, whole).map { ($0 * 1e6).rounded() / 100 } ?? 0).rounded(.down) / 100, 2) + " %"
    }

    /// The time of a message, as every largest time is shown.
    static func duration(_ nanoseconds: Int64) -> String { Text.secondsDown(Double(nanoseconds) / 1e9) + " s" }
}
