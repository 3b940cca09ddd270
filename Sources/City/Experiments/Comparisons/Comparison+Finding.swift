// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
import Reporting
import ScenarioFile

extension Comparison {
    /// What the comparison of a variant with the base comes to, in a few plain sentences with their paired intervals.
    public func finding(of index: Int) -> String {
        serviceFinding(of: index)?.text ?? headlineFinding(of: index)
    }

    /// The same for the taxi service; nil without taxis.
    func serviceFinding(of index: Int) -> ServiceFinding? {
        guard let people = difference(of: "calls.fulfilled", index), let wait = difference(of: "wait.mean", index),
            let missed = difference(of: "wishes.notInTimeShare", index)
        else { return nil }
        let change = change(of: index).flatMap { $0.isOfSamePeople ? $0 : nil }
        return ServiceFinding(
            name: variants[index].name, base: variants[0].name, people: people,
            wait: change == nil ? wait : difference(of: Self.sameWait, index) ?? wait, missed: missed,
            isOfSamePeople: change != nil, gained: change?.gainedShare, lost: change?.lostShare, hours: hours,
            limit: variants[0].plan.scenario.dispatch.aboardLimit.inSeconds / 60)
    }

    /// The hours of a run that are measured.
    var hours: Double { variants[0].set.replications.first?["run.hours"] ?? 24 }

    /// What the signs in the finding mean, in a sentence.
    public var certainty: String {
        let count = variants[0].set.replications.count
        let areSame = hasTaxis && variants.indices.dropFirst().allSatisfy { change(of: $0)?.isOfSamePeople == true }
        let people =
            areSame ? "in which the same people want the same trips with every variant" : "with common random numbers"
        return
            "+- gives the \(ReplicationText.number(level * 100)) % interval over \(count) runs, \(people). No difference is "
            + "claimed that chance alone makes in more than \(ReplicationText.number(((1 - level) * 1000).rounded() / 10)) of 100 "
            + "comparisons, all measures taken together."
    }

    // MARK: Order

    /// How three or more variants come out by the share not aboard in time: their order, and which cannot be told apart; nil
    /// for two.
    public var ranking: String? {
        let metric = "wishes.notInTimeShare"
        guard variants.count > 2, hasTaxis else { return nil }
        let means = variants.map { $0.set.interval(of: metric)?.mean }
        let order = variants.indices.filter { means[$0] != nil }.sorted {
            (means[$0] ?? 0, $0) < (means[$1] ?? 0, $1)
        }
        let pairs = order.indices.flatMap { one in order.indices.dropFirst(one + 1).map { (order[one], order[$0]) } }
        let apart = pairs.map { one, other in
            Self.paired(
                metric, variants[one].set.values(of: metric), variants[other].set.values(of: metric), level: level)
        }.corrected
        // Nobody is told apart from the base here of whom the finding says that no difference is shown.
        let alike = zip(pairs, apart).filter { pair, paired in
            let other = pair.0 == 0 ? pair.1 : pair.1 == 0 ? pair.0 : nil
            return !paired.isShown || other.map { difference(of: metric, $0)?.isShown == false } ?? false
        }.map { pair, _ in pair }
        return Self.ranking(
            order.map { (variants[$0].name, means[$0] ?? 0) },
            alike: alike.map { (variants[$0.0].name, variants[$0.1].name) },
            limit: variants[0].plan.scenario.dispatch.aboardLimit.inSeconds / 60)
    }

    /// The sentence of an order, the best first, and of the pairs that cannot be told apart.
    static func ranking(
        _ order: [(name: String, share: Double)], alike: [(String, String)], limit: Double
    ) -> String {
        let list = order.map { "\($0.name) (\(Text.percent($0.share)))" }.joined(separator: ", ")
        let head = "From best to worst by those not aboard within \(ReplicationText.number(limit)) min: \(list)."
        guard !alike.isEmpty else { return head + " All differ from each other." }
        let all = order.count * (order.count - 1) / 2
        if alike.count == all { return head + " No two of them can be told apart." }
        return head + " Not told apart: \(alike.map { "\($0.0) and \($0.1)" }.joined(separator: "; "))."
    }

    /// What differs of the other services' headlines, for variants without taxis.
    private func headlineFinding(of index: Int) -> String {
        let (name, reference) = (variants[index].name, variants[0].name)
        let all = differences(of: index)
        let shown = all.filter { $0.finding == .lower || $0.finding == .higher }
        guard !shown.isEmpty else {
            return "\(name) and \(reference) show no difference in any of \(all.count) measures."
        }
        let parts = shown.map { paired in
            let about = Self.about(paired)
            return
                "\(about?.label ?? paired.metric) is \(paired.finding.words)\(Self.numbers(paired, isShare: about?.unit == "share"))"
        }
        let rest = all.count - shown.count
        return "With \(name) compared with \(reference): \(parts.joined(separator: "; "))."
            + (rest > 0 ? " For the other \(rest) measures no difference is shown after the correction." : "")
    }

    /// ` (0.9 % against 20.2 %, difference -19.3 +- 0.5 percentage points)`; nothing when nothing was measured.
    private static func numbers(_ paired: PairedDifference, isShare: Bool = false) -> String {
        guard let shown = about(paired)?.shown, let first = paired.first, let second = paired.second,
            let difference = paired.difference
        else { return " (not measured in both)" }
        let unit = isShare ? "percentage points" : shown.name
        let apart = ReplicationText.text(difference.scaled(by: shown.scale))
        return " (\(shown.text(second.mean)) against \(shown.text(first.mean)), difference \(apart) \(unit))"
    }
}
