// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Foundation
import Reporting

/// What a variant means for those who want a taxi, in plain sentences: how many more or fewer get one, what becomes of the wait
/// of those who got one before, and what both come to together.
///
/// Who got no taxi and how long the others waited can point in opposite directions, and a mean wait leaves out whoever got none.
/// So the last sentence weighs both in one share: those not aboard in time.
struct ServiceFinding: Sendable {
    /// What it comes to.
    enum Verdict: String, Sendable {
        /// Fewer are not aboard in time.
        case better
        /// More are not aboard in time.
        case worse
        /// No difference in that share is shown.
        case open
    }

    /// How the variant and the base are called.
    let name, base: String
    /// Passengers who came aboard, in a run.
    let people: PairedDifference
    /// The mean wait, in seconds, of those who came aboard in both; of all who did, where they are not the same people.
    let wait: PairedDifference
    /// The share not aboard in time.
    let missed: PairedDifference
    /// Whether nearly all are the same people in both.
    let isOfSamePeople: Bool
    /// Of those who got none with the base, the share that gets one; of those who got one, the share that gets none. Nil where they
    /// are not the same people.
    let gained, lost: Double?
    /// The hours that are measured.
    let hours: Double
    /// The limit in minutes.
    let limit: Double

    /// What it comes to.
    var verdict: Verdict {
        switch missed.finding {
        case .lower: .better
        case .higher: .worse
        case .onlyAlone, .noDifferenceShown, .notMeasured: .open
        }
    }

    /// The sentences.
    var text: String {
        guard people.difference != nil, missed.difference != nil else {
            return "\(name) and \(base) cannot be compared: nothing was measured in both."
        }
        return "\(served); \(waited). \(together)"
    }

    /// Whether more get a taxi and those who got one wait longer, or fewer and less long.
    private var isOpposite: Bool { people.isShown && wait.isShown && people.finding == wait.finding }

    private var served: String {
        let number = people.difference.map { difference in
            let scale = Self.perDay(hours) * (people.finding == .lower ? -1 : 1)
            return Self.brief(difference.scaled(by: scale), decimals: 0)
        }
        switch people.finding {
        case .higher:
            return "With \(name), \(number ?? "") more people \(Self.period(hours)) get a taxi than with \(base)"
                + (gained.map { ", \(Self.part($0)) of those who got none before" } ?? "")
        case .lower:
            return "With \(name), \(number ?? "") fewer people \(Self.period(hours)) get a taxi than with \(base)"
                + (lost.map { ": \(Self.part($0)) of those who got one before get none" } ?? "")
        case .onlyAlone, .noDifferenceShown, .notMeasured:
            return "With \(name), no difference from \(base) is shown in how many people get a taxi "
                + "(\(number ?? "not measured") \(Self.period(hours)))"
        }
    }

    private var waited: String {
        let who =
            isOfSamePeople ? "those who were served already" : "those who are served (not the same people in both)"
        guard let first = wait.first, let second = wait.second, let difference = wait.difference else {
            return "the wait was not measured in both"
        }
        func text(_ scale: Double) -> String { Self.brief(difference.scaled(by: scale / 60)) + " min" }
        let means = "\(Text.number(second.mean / 60, 1)) instead of \(Text.number(first.mean / 60, 1))"
        switch wait.finding {
        case .higher: return "\(who) wait \(text(1)) longer (\(means))"
        case .lower: return "\(who) wait \(text(-1)) less (\(means))"
        case .onlyAlone, .noDifferenceShown, .notMeasured:
            return "for \(who) no difference in the wait is shown (\(text(1)))"
        }
    }

    private var together: String {
        guard let first = missed.first, let second = missed.second, let difference = missed.difference else {
            return ""
        }
        let head = isOpposite ? "The two point in opposite directions; weighed" : "Weighed"
        let share = "not aboard within \(ReplicationText.number(limit)) min"
        let numbers = Self.brief(difference.scaled(by: 100)) + " percentage points"
        let (one, other) = (Text.percent(first.mean), Text.percent(second.mean))
        switch verdict {
        case .better, .worse:
            return "\(head) together, \(other) instead of \(one) of those who want a taxi are \(share) (\(numbers)): "
                + "the service is \(verdict.rawValue)."
        case .open:
            return
                "\(head) together, no difference is shown: \(other) and \(one) of those who want a taxi are \(share) "
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

    /// A share as people say it: `19 of 20`, `2 of 3`, `nearly all`.
    static func part(_ share: Double) -> String {
        if share >= 1 { return "all" }
        if share > 0.975 { return "nearly all" }
        if share <= 0 { return "none" }
        if share < 0.025 { return "hardly any" }
        for whole in [2, 3, 4, 5, 10] {
            let part = (share * Double(whole)).rounded()
            if part > 0, part < Double(whole), abs(part / Double(whole) - share) <= 0.015 {
                return "\(Int(part)) of \(whole)"
            }
        }
        return "\(Int((share * 20).rounded())) of 20"
    }
}
