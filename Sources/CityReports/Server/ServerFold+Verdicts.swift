// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The judgements on the server. They are made on whole numbers, never on rounded shares.
extension ServerFold {
    private var calls: ProcessingTally { kinds[Int(MessageKind.call.rawValue)] }

    /// PERF-03 and PERF-04.
    func keepsTarget(at end: CityTime) -> Bool {
        all.keepsFive && calls.keepsFive && all.keepsTen && !isLost(at: end)
    }

    /// The result in one line: what was kept under which load, or what broke.
    func sentence(at end: CityTime) -> String {
        var load = ""
        if let passengers = level(passengers, at: end), let drivers = level(drivers, at: end) {
            load =
                "With at least \(Self.number(passengers.min)) connected passengers and "
                + "\(Self.number(drivers.min)) active drivers, "
        }
        let told = load + (keepsTarget(at: end) ? kept : "the target broke: " + broken(at: end)) + "."
        let text = told.prefix(1).uppercased() + told.dropFirst()
        guard refusedCount > 0 else { return text }
        return text + " \(Self.number(refusedCount)) \(refusedCount == 1 ? "message was" : "messages were") refused."
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
                "only \(Self.percent(all.underFive, all.count)) of \(Self.number(all.count)) messages were answered in "
                    + "under 5 s (95 % wanted)")
        }
        if !calls.keepsFive {
            parts.append(
                "only \(Self.percent(calls.underFive, calls.count)) of \(Self.number(calls.count)) calls were answered "
                    + "in under 5 s (95 % wanted)")
        }
        if !all.keepsTen {
            parts.append(
                "\(Self.number(all.count - all.underTen)) of \(Self.number(all.count)) messages took 10 s or more "
                    + "(slowest \(Self.duration(slowest.time)), message \(slowest.message))")
        }
        if isLost(at: end) {
            parts.append("\(Self.number(sensitivity.order.missing)) messages were never answered")
        }
        return parts.joined(separator: ", ")
    }

    func verdicts(at end: CityTime) -> [Verdict] {
        [soon(all, "PERF-03", "Messages"), soon(calls, "PERF-03, calls", "Taxi calls"), slow(at: end)]
            + load(at: end) + [available(at: end)]
    }

    private func soon(_ tally: ProcessingTally, _ id: String, _ what: String) -> Verdict {
        guard tally.count > 0 else { return Verdict(id: id, outcome: .notMeasured, text: "\(what) under 5 s") }
        return Verdict(
            id: id, outcome: tally.keepsFive ? .pass : .flag,
            text: "\(what) processed in under 5 s: \(Self.percent(tally.underFive, tally.count)), at least 95 % wanted")
    }

    private func slow(at end: CityTime) -> Verdict {
        guard all.count > 0 || isLost(at: end) else {
            return Verdict(id: "PERF-04", outcome: .notMeasured, text: "Messages under 10 s")
        }
        var text = "Messages that took 10 s or more: \(Self.number(all.count - all.underTen)), none allowed"
        if !breaches.isEmpty {
            let names = breaches.prefix(5).map { "\($0.message)" }.joined(separator: ", ")
            text += "; message\(breaches.count == 1 ? "" : "s") \(names)\(breaches.count > 5 ? ", ..." : "")"
        }
        if isLost(at: end) { text += "; \(Self.number(sensitivity.order.missing)) never answered" }
        return Verdict(id: "PERF-04", outcome: all.keepsTen && !isLost(at: end) ? .pass : .flag, text: text)
    }

    /// The load that the targets are stated for; a smaller one is no finding.
    private func load(at end: CityTime) -> [Verdict] {
        let isLong = measured(at: end) >= TimeSpan.hours(1).nanoseconds
        let (passengers, drivers) = (level(passengers, at: end)?.min ?? 0, level(drivers, at: end)?.min ?? 0)
        let isLoaded = isLong && passengers >= 1000
        return [
            Verdict(
                id: "PERF-01", outcome: isLoaded ? keepsTarget(at: end) ? .pass : .flag : .notMeasured,
                text: "Connected passengers, at least: \(Self.number(passengers)); the target is for 1 000 during 1 h"),
            Verdict(
                id: "PERF-02", outcome: isLoaded && drivers >= 500 ? .pass : .notMeasured,
                text: "Active drivers, at least: \(Self.number(drivers)); the target is for 500 with 1 000 passengers"),
        ]
    }

    private func available(at end: CityTime) -> Verdict {
        let (time, down) = (measured(at: end), outages.down)
        guard time > 0 else { return Verdict(id: "AVAIL-01", outcome: .notMeasured, text: "Server available") }
        return Verdict(
            id: "AVAIL-01", outcome: Int128(down) * 50 <= Int128(time) ? .pass : .flag,
            text: "Server available: \(Self.percent(Int(time - down), Int(time))) of the time, at least 98 % wanted "
                + "(\(outages.count) outages, \(Text.number(Double(down) / 3.6e12, 2)) h)")
    }

    private static func number(_ value: Int) -> String { Text.number(Double(value), 0) }

    /// Percent with two decimals, rounded down: 100.00 % is said of all and of nothing less.
    static func percent(_ part: Int, _ whole: Int) -> String {
        Text.number((shareDown(part, whole).map { ($0 * 1e6).rounded() / 100 } ?? 0).rounded(.down) / 100, 2) + " %"
    }

    /// A time of a message, rounded down.
    static func duration(_ nanoseconds: Int64) -> String {
        if nanoseconds >= 1_000_000_000 {
            return Text.number((Double(nanoseconds) / 1e8).rounded(.down) / 10, 1) + " s"
        }
        return Text.number((Double(nanoseconds) / 1e6).rounded(.down), 0) + " ms"
    }
}
