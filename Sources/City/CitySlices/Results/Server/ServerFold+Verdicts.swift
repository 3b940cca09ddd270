// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The judgements on the server. They are made on whole numbers, never on rounded shares.
extension ServerFold {
    /// PERF-03, overall and for the kind that is judged by itself, and PERF-04.
    private func targets(at end: CityTime) -> [Verdict] {
        [soon(all, "PERF-03", "Messages")]
            + (isLoadIn ? load.judged.map { [soon(judged, "PERF-03, \($0.many)", $0.title)] } ?? [] : []) + [
                slow(at: end)
            ]
    }

    /// The result in one line: what was kept under which load, or what broke.
    func sentence(at end: CityTime) -> String {
        var load = ""
        // A run in which at some time nobody was there has no least load to tell of.
        let found = zip(self.load.levels, levels).compactMap { about, range in
            level(range, at: end).map { (least: $0.min, words: "\(Self.number($0.min)) \(about.people)") }
        }
        if found.contains(where: { $0.least > 0 }) { load = "With at least \(Text.list(found.map(\.words))), " }
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
        if let kind = load.judged, !judged.keepsFive {
            parts.append(
                "only \(Self.percent(judged.underFive, judged.judgedFive)) of \(Self.number(judged.judgedFive)) \(kind.many) were "
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
        targets(at: end) + (isLoadIn ? loads(at: end) : []) + [available(at: end)]
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

    private var isLoadIn: Bool { load.isIn(context) }

    /// The load that the targets are stated for; a smaller one is no finding.
    private func loads(at end: CityTime) -> [Verdict] {
        let least = levels.map { level($0, at: end)?.min ?? 0 }
        let isLong = measured(at: end) >= TimeSpan.hours(1).nanoseconds
        let isLoaded = isLong && load.levels.first.map { (least.first ?? 0) >= $0.least } == true
        return zip(load.levels, least).enumerated().map { index, level in
            let (about, least) = level
            let outcome: Verdict.Outcome =
                !isLoaded || least < about.least
                ? .notMeasured : index == 0 ? Verdict.serverTarget(targets(at: end)) : .pass
            return Verdict(
                id: about.rule, outcome: outcome,
                text: "Fewest \(about.people): \(Self.number(least)); the target is for \(about.aim)")
        }
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
