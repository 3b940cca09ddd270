// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Reporting

extension Comparison {
    /// What the comparison of a variant with the base comes to, in a few plain sentences with their paired intervals: of the
    /// service that leads, of the others, and whether the runs were enough to tell.
    package func finding(of index: Int) -> String {
        findingParts(of: index).map(\.text).joined(separator: " ")
    }

    /// The same in parts: one for each kind of demands with what it comes to, then what else differs.
    func findingParts(of index: Int) -> [(text: String, verdict: ServiceFinding.Verdict)] {
        let findings = findings(of: index)
        let leads = leadingFinding(of: index) != nil
        let others = headlines(of: index, besideOthers: leads)
        let whose = leads ? "Of the other services" : findings.isEmpty ? nil : "Of the other measures"
        let rest =
            (others.isEmpty && !findings.isEmpty ? [] : [headlineFinding(of: index, others, whose: whose)])
            + [advice(of: index)].compactMap(\.self)
        return findings.map { ($0.text, $0.verdict) }
            + (rest.isEmpty ? [] : [(rest.joined(separator: " "), .open)])
    }

    /// What a variant means for those who ask, of the service that leads first and then of each other one with demands.
    func findings(of index: Int) -> [ServiceFinding] {
        [leadingFinding(of: index)].compactMap(\.self)
            + demands.filter { !$0.isLeading && ($0.isAsked(0) || $0.isAsked(index)) }.map { finding(of: index, $0) }
    }

    private func finding(of index: Int, _ demand: DemandComparison) -> ServiceFinding {
        let totals = demand.totals[index]
        return finding(of: index, demand, people: totals[0], wait: totals[1], missed: totals[2])
    }

    private func finding(
        of index: Int, _ demand: DemandComparison, people: PairedDifference, wait: PairedDifference,
        missed: PairedDifference
    ) -> ServiceFinding {
        let change = demand.change(of: index).flatMap { $0.isOfSamePeople ? $0 : nil }
        let runs = Double(variants[0].set.replications.count)
        func part(_ some: Int, _ all: Int) -> ServiceFinding.Part? {
            all > 0 ? ServiceFinding.Part(some: Double(some) / runs, all: Double(all) / runs) : nil
        }
        return ServiceFinding(
            name: variants[index].name, base: variants[0].name, people: people, wait: wait, missed: missed,
            isOfSamePeople: change != nil, gained: change.flatMap { part($0.gained, $0.gained + $0.neither) },
            lost: change.flatMap { part($0.lost, $0.lost + $0.both) }, hours: hours, words: demand.words.finding)
    }

    /// The same for the service that leads, by its own metrics; nil where nobody asked.
    func leadingFinding(of index: Int) -> ServiceFinding? {
        guard let leading, let totals = Slices.leading?.form.totals,
            [0, index].contains(where: { (variants[$0].set.interval(of: totals.all)?.mean ?? 0) > 0 }),
            let people = difference(of: totals.served, index), let wait = difference(of: totals.wait, index),
            let missed = difference(of: totals.missed, index)
        else { return nil }
        let same = leading.areSamePeople(index) ? difference(of: totals.sameWait, index) : nil
        return finding(of: index, leading, people: people, wait: same ?? wait, missed: missed)
    }

    /// Whether the runs are too few to tell, and how many would probably do: of the measures that the sentences tell.
    private func advice(of index: Int) -> String? {
        let findings = findings(of: index)
        let told =
            findings.isEmpty
            ? headlines(of: index, besideOthers: false) : findings.flatMap { [$0.people, $0.wait, $0.missed] }
        let count = variants[0].set.replications.count
        let among = findings.isEmpty ? families.rest : families.said
        let hidden = told.filter { $0.finding == .onlyAlone }
        let needed = hidden.compactMap { $0.neededPairs(among: among) }
        if let most = needed.max() {
            return "\(count) pairs are too few for \(among) differences: about \(most) would probably decide."
        }
        // With very few pairs an interval that holds 0 says little, and what it would take is worth saying.
        guard count < 10 else { return nil }
        let open = told.filter { $0.finding == .noDifferenceShown }.compactMap { $0.neededPairs(among: among) }
        guard let least = open.min() else { return nil }
        return
            "\(count) pairs are few: if the differences are as large as they look, about \(least) would show the first of them."
    }

    /// The hours of a run that are measured.
    var hours: Double { variants[0].set.replications.first?["run.hours"] ?? 24 }

    /// What the signs in the finding mean, in a sentence.
    package var certainty: String {
        let count = variants[0].set.replications.count
        let asked = demands.filter(\.isAsked)
        let areSame =
            !asked.isEmpty
            && variants.indices.dropFirst().allSatisfy { index in asked.allSatisfy { $0.areSamePeople(index) } }
        let people =
            areSame ? "in which the same people want the same with every variant" : "with common random numbers"
        return
            "+- gives the \(ReplicationText.number(level * 100)) % interval over \(count) runs, \(people). No difference is "
            + "claimed that chance alone makes in more than \(ReplicationText.number(((1 - level) * 1000).rounded() / 10)) of 100 "
            + "comparisons, of all that these sentences tell."
    }

    // MARK: Order

    /// How three or more variants come out by the share that is not met in time, for each kind of demands: their order, and which
    /// cannot be told apart; nil for two.
    package var ranking: String? {
        let asked = demands.filter(\.isAsked)
        guard variants.count > 2, !asked.isEmpty else { return nil }
        return asked.map { (asked.count > 1 ? "\($0.words.title): " : "") + ranking(of: $0) }.joined(separator: " ")
    }

    private func ranking(of demand: DemandComparison) -> String {
        let values = variants.indices.map { demand.missedShares($0) }
        let means = values.map { Interval($0.compactMap(\.self))?.mean }
        let order = variants.indices.filter { means[$0] != nil }.sorted {
            (means[$0] ?? 0, $0) < (means[$1] ?? 0, $1)
        }
        let pairs = order.indices.flatMap { one in order.indices.dropFirst(one + 1).map { (order[one], order[$0]) } }
        let apart = pairs.map { one, other in
            Self.paired("missed", values[one], values[other], level: level)
        }.corrected
        // Nobody is told apart from the base here of whom the finding says that no difference is shown.
        let alike = zip(pairs, apart).filter { pair, paired in
            let other = pair.0 == 0 ? pair.1 : pair.1 == 0 ? pair.0 : nil
            let told = other.flatMap { missed(of: $0, demand) }
            return !paired.isShown || told?.isShown == false
        }.map { pair, _ in pair }
        return Self.ranking(
            order.map { (variants[$0].name, means[$0] ?? 0) },
            alike: alike.map { (variants[$0.0].name, variants[$0.1].name) }, missed: demand.words.finding.missed)
    }

    /// The difference in the share that is not met in time, as the finding tells it.
    private func missed(of index: Int, _ demand: DemandComparison) -> PairedDifference? {
        demand.isLeading
            ? Slices.leading.flatMap { difference(of: $0.form.totals.missed, index) } : demand.totals[index][2]
    }

    /// The sentence of an order, the best first, and of the pairs that cannot be told apart.
    static func ranking(
        _ order: [(name: String, share: Double)], alike: [(String, String)], missed: String
    ) -> String {
        let list = order.map { "\($0.name) (\(Text.percent($0.share)))" }.joined(separator: ", ")
        let head = "From best to worst by those \(missed): \(list)."
        guard !alike.isEmpty else { return head + " All differ from each other." }
        let all = order.count * (order.count - 1) / 2
        if alike.count == all { return head + " No two of them can be told apart." }
        return head + " Not told apart: \(alike.map { "\($0.0) and \($0.1)" }.joined(separator: "; "))."
    }

    /// The measured headlines of the services that do not lead; all measures where the one that leads has no sentences.
    private func headlines(of index: Int, besideOthers: Bool) -> [PairedDifference] {
        let names = Set(variants.flatMap { $0.plan.slices.flatMap(\.headlines) })
        return differences(of: index).filter { !besideOthers || names.contains($0.metric) }
    }

    /// What differs of these measures, in sentences.
    private func headlineFinding(of index: Int, _ all: [PairedDifference], whose: String?) -> String {
        let (name, reference) = (variants[index].name, variants[0].name)
        let measured = all.filter { $0.difference != nil }
        let apart = all.filter { $0.difference == nil }.map { about($0)?.label ?? $0.metric }
        let unmeasured = apart.isEmpty ? "" : " Not measured in both: \(apart.joined(separator: ", "))."
        let shown = measured.filter(\.isShown)
        guard !measured.isEmpty else {
            return whose != nil
                ? String(unmeasured.dropFirst())
                : "\(name) and \(reference) cannot be compared: nothing was measured in both."
        }
        guard !shown.isEmpty else {
            return
                (whose.map { "\($0) no difference is shown" } ?? "\(name) and \(reference) show no difference")
                + " in any of \(measured.count) measures." + unmeasured
        }
        let parts = shown.map { paired in
            let about = about(paired)
            return
                "\(about?.label ?? paired.metric) is \(paired.finding.words)\(numbers(paired, isShare: about?.unit == "share"))"
        }
        let rest = measured.count - shown.count
        let head = whose.map { "\($0), " } ?? "With \(name) compared with \(reference): "
        return head + parts.joined(separator: "; ") + "."
            + (rest > 0 ? " For the other \(rest) \(rest == 1 ? "measure" : "measures") no difference is shown." : "")
            + unmeasured
    }

    /// ` (0.9 % against 20.2 %, difference -19.3 +- 0.5 percentage points)`; nothing when nothing was measured.
    private func numbers(_ paired: PairedDifference, isShare: Bool = false) -> String {
        guard let shown = about(paired)?.shown, let first = paired.first, let second = paired.second,
            let difference = paired.difference
        else { return " (not measured in both)" }
        let unit = isShare ? "percentage points" : shown.name
        let apart = ReplicationText.text(difference.scaled(by: shown.scale))
        return " (\(shown.text(second.mean)) against \(shown.text(first.mean)), difference \(apart) \(unit))"
    }
}
