// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
package import Reporting

extension Comparison {
    /// What is compared: a metric, or a number made of several.
    package struct Measure: Sendable {
        /// Where its values come from.
        enum Source: Sendable {
            /// From each replication by itself.
            case each(@Sendable (Replication) -> Double?)
            /// From the demands that were met in both variants: their mean wait.
            case samePeople
        }

        /// Its path, unit and meaning.
        package let about: MetricDescription
        let source: Source

        package var name: String { about.name }
    }

    /// What these variants are compared by: the measures of the service that leads, where there is anything to tell of it, and the
    /// headlines of the other services.
    ///
    /// - Parameter also: metrics that are compared beside those.
    static func measured(_ variants: [Variant], also: [String] = []) -> [Measure] {
        let keepsWishes = variants.allSatisfy {
            $0.set.replications.contains { $0.demands.contains { $0.wishes != nil } }
        }
        let leading =
            form(of: variants) == nil
            ? []
            : measures.filter { measure in
                if case .samePeople = measure.source { keepsWishes } else { true }
            }
        let headlines = variants.flatMap { $0.plan.slices.flatMap(\.headlines) }
        let known = leading.map(\.name)
        return leading
            + (headlines + also.filter { !known.contains($0) }).reduce(into: [String]()) { all, name in
                if !all.contains(name) { all.append(name) }
            }.map { name in metric(name, about: about(name, in: variants)) }
    }

    /// Every measure of the service that leads, in the order of the report.
    package static let measures: [Measure] = (Slices.leading?.form.measures ?? []).map { measure in
        switch measure.source {
        case .metric: metric(measure.name)
        case .sum(let names):
            metric(
                measure.name,
                .each { replication in
                    let values = names.compactMap { replication[$0] }
                    return values.count == names.count ? values.reduce(0, +) : nil
                })
        case .samePeople: metric(measure.name, .samePeople)
        case .worstMissed: metric(measure.name, .each { worst($0, of: \.wishes, \.notInTimeShare) })
        case .worstUnserved: metric(measure.name, .each { worst($0, of: \.stored, \.unservedShare) })
        case .worstWait: metric(measure.name, .each { worst($0, of: \.fulfilled, \.wait) })
        case .spreadOfWaits:
            metric(
                measure.name,
                .each { replication in
                    let waits = replication.leadingZones.compactMap(\.wait)
                    return waits.count > 1 ? Moments(waits).sd : nil
                })
        }
    }

    /// The largest value of a zone with at least as many people as the worst zone of a run has, so that one or two make none the
    /// worst; nil without such a zone.
    static func worst(
        _ replication: Replication, of people: (ReplicationPart) -> Int, _ value: (ReplicationPart) -> Double?
    ) -> Double? {
        replication.leadingZones.filter { people($0) >= CaseResult.fewest }.compactMap(value).max()
    }

    private static func metric(
        _ name: String, _ source: Measure.Source? = nil, about known: MetricDescription? = nil
    ) -> Measure {
        guard let about = known ?? about(name) else { preconditionFailure("no measure \(name)") }
        return Measure(about: about, source: source ?? .each { $0[name] })
    }

    private static func about(_ name: String) -> MetricDescription? {
        MetricDescription.comparison.first { $0.name == name } ?? MetricDescription.ofProgram(name)
    }

    /// How the paired difference of one measure is named and shown.
    func about(_ paired: PairedDifference) -> MetricDescription? { Self.about(paired.metric, in: variants) }

    /// What a measure is: of a comparison, of the program, or of a service that a variant has beside those of the program.
    private static func about(_ name: String, in variants: [Variant]) -> MetricDescription? {
        about(name) ?? variants.lazy.flatMap { $0.plan.slices.flatMap(\.metrics) }.first { $0.name == name }
    }
}

extension Replication {
    /// What became of the demands that lead in each zone of the people.
    var leadingZones: [ReplicationPart] { Slices.leading.flatMap { demand($0.form.demands) }?.zones ?? [] }
}
