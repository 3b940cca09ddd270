// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import Reporting

/// What a variant means for those who ask something of a service, in plain sentences: how many more or fewer are served, what
/// becomes of the wait of those who were served before, and what both come to together.
///
/// Who was not served and how long the others waited can point in opposite directions, and a mean wait leaves the former out.
/// So the last sentence weighs both in one share: those not served in time.
struct ServiceFinding: Sendable {
    /// What it comes to.
    enum Verdict: String, Sendable {
        case better
        case worse
        /// No difference in that share is shown.
        case open
    }

    /// Some of a number of people, in a run.
    struct Part: Sendable {
        let some, all: Double

        /// `167 of the 6 206 who got one before (2.7 %)`; numbers and share are those of the table of the same people.
        func text(_ who: String, scale: Double) -> String {
            func number(_ value: Double) -> String { Text.number(value * scale, abs(value * scale) < 9.95 ? 1 : 0) }
            return "\(number(some)) of the \(number(all)) \(who) (\(Text.percent(some / all)))"
        }
    }

    /// The measures that the sentences of the service that leads tell.
    static func measures(areSamePeople: Bool) -> [String] {
        guard let totals = Slices.leading?.form.totals else { return [] }
        return [totals.served, areSamePeople ? totals.sameWait : totals.wait, totals.missed]
    }

    /// How the variant and the base are called.
    let name, base: String
    /// How many were served, in a run.
    let people: PairedDifference
    /// The mean wait, in seconds, of those who were served in both; of all who were, where they are not the same people.
    let wait: PairedDifference
    /// The share that was not served in time.
    let missed: PairedDifference
    /// Whether nearly all are the same people in both.
    let isOfSamePeople: Bool
    /// Of those who got none with the base, how many get one; of those who got one, how many get none: in a run. Nil where they
    /// are not the same people.
    let gained, lost: Part?
    /// The hours that are measured.
    let hours: Double
    /// How the demands are called.
    let words: DemandWords.Finding

    /// What it comes to.
    var verdict: Verdict {
        switch missed.finding {
        case .lower: .better
        case .higher: .worse
        case .onlyAlone, .noDifferenceShown, .notMeasured: .open
        }
    }

    var text: String {
        guard people.difference != nil, missed.difference != nil else {
            return "\(name) and \(base) cannot be compared: nothing was measured in both."
        }
        return "\(served); \(waited). \(together)"
    }

    /// Whether more are served and those who were wait longer, or fewer and less long.
    private var isOpposite: Bool { people.isShown && wait.isShown && people.finding == wait.finding }

    private var served: String {
        let number = people.difference.map { difference in
            let scale = Self.perDay(hours) * (people.finding == .lower ? -1 : 1)
            return Self.brief(difference.scaled(by: scale), decimals: 0)
        }
        switch people.finding {
        case .higher:
            return
                "With \(name), \(number ?? "") more \(words.who) \(Self.period(hours)) \(words.get) than with \(base)"
                + (gained.map { ": \($0.text(words.gainedWho, scale: Self.perDay(hours))) \(words.gainedNow)" } ?? "")
        case .lower:
            return
                "With \(name), \(number ?? "") fewer \(words.who) \(Self.period(hours)) \(words.get) than with \(base)"
                + (lost.map { ": \($0.text(words.lostWho, scale: Self.perDay(hours))) \(words.lostNow)" } ?? "")
        case .onlyAlone:
            let more = (people.difference?.mean ?? 0) > 0 ? "more" : "fewer"
            return "With \(name), it is not sure that \(more) \(words.who) \(words.get) than with \(base) "
                + "(\(number ?? "not measured") \(Self.period(hours)))"
        case .noDifferenceShown, .notMeasured:
            return "With \(name), no difference from \(base) is shown in how many \(words.who) \(words.get) "
                + "(\(number ?? "not measured") \(Self.period(hours)))"
        }
    }

    private var waited: String {
        let who = isOfSamePeople ? words.same : words.others
        guard let first = wait.first, let second = wait.second, let difference = wait.difference else {
            return "the wait was not measured in both"
        }
        func text(_ scale: Double) -> String { Self.brief(difference.scaled(by: scale / 60)) + " min" }
        let means = "\(Text.number(second.mean / 60, 1)) instead of \(Text.number(first.mean / 60, 1))"
        switch wait.finding {
        case .higher: return "\(who) wait \(text(1)) longer (\(means))"
        case .lower: return "\(who) wait \(text(-1)) less (\(means))"
        case .onlyAlone:
            let longer = difference.mean > 0 ? "longer" : "less"
            return "it is not sure that \(who) wait \(longer) (\(text(1)))"
        case .noDifferenceShown, .notMeasured:
            return "for \(who) no difference in the wait is shown (\(text(1)))"
        }
    }

    private var together: String {
        guard let first = missed.first, let second = missed.second, let difference = missed.difference else {
            return ""
        }
        let head = isOpposite ? "The two point in opposite directions; weighed" : "Weighed"
        let share = words.missed
        let numbers = Self.brief(difference.scaled(by: 100)) + " percentage points"
        let (one, other) = (Text.percent(first.mean), Text.percent(second.mean))
        switch verdict {
        case .better, .worse:
            return "\(head) together, \(other) instead of \(one) of \(words.all) are \(share) (\(numbers)): "
                + "the service is \(verdict.rawValue)."
        case .open:
            let said =
                missed.finding == .onlyAlone
                ? "it is not sure that the service is \(difference.mean > 0 ? "worse" : "better")"
                : "no difference is shown"
            return
                "\(head) together, \(said): \(other) and \(one) of \(words.all) are \(share) "
                + "(\(numbers))."
        }
    }

    // MARK: Words

    /// An interval for people: few decimals where the number is large enough for them, and a half width that is never 0.
    static func brief(_ interval: Interval, decimals: Int = 1) -> String {
        let unit = decimals == 0 ? 1 : 0.1
        guard let half = interval.halfWidth, half > 0, abs(interval.mean) >= 10 * unit else {
            return ReplicationText.text(interval)
        }
        return
            "\(String(format: "%.\(decimals)f", interval.mean)) +- \(String(format: "%.\(decimals)f", max(unit, half)))"
    }

    /// What turns a number of a run into one of a day; runs shorter than most of a day are told as they are.
    static func perDay(_ hours: Double) -> Double { hours >= 20 ? 24 / hours : 1 }

    /// `a day`, or `in 3 h`.
    static func period(_ hours: Double) -> String {
        hours >= 20 ? "a day" : "in \(ReplicationText.number((hours * 100).rounded() / 100)) h"
    }
}
