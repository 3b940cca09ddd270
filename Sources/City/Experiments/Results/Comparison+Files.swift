// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
public import Foundation
import Reporting
import TaxiReports

extension Comparison {
    private struct File: ResultFile {
        struct Variant: Encodable {
            let name, policy, scenarioHash, layout: String
            let zones: Int
            let fingerprints: [String]
        }
        struct Difference: Encodable {
            let metric: String
            let unit: String?
            let first, second, difference: Interval?
            let low, high, varianceRemoved, pValue, correctedPValue: Double?
            let finding: String
        }
        struct Pair: Encodable {
            let first, second: String
            let finding: String
            let measures, zones, zonesUnserved: [Difference]
        }
        let compareVersion: Int
        let seed, version, correction: String
        let replications: Int
        let level: Double
        let variants: [Variant]
        let pairs: [Pair]
    }

    /// The bytes of `compare.json`: the same for the same variants, seed and version, whatever the number of threads.
    ///
    /// - Throws: when a number is not finite.
    public func encoded() throws -> Data {
        let context = variants[0].set.context
        return try File(
            compareVersion: 1, seed: String(context.seed), version: context.version, correction: correction,
            replications: variants[0].set.replications.count, level: level,
            variants: variants.map { variant in
                let (context, replications) = (variant.set.context, variant.set.replications)
                return File.Variant(
                    name: variant.name, policy: context.taxi.policy, scenarioHash: context.scenarioHash,
                    layout: context.layoutSource, zones: context.zones.count,
                    fingerprints: replications.map(\.fingerprint))
            },
            pairs: variants.indices.dropFirst().map { index in
                let zones = zones(of: index).sorted { $0.record.id < $1.record.id }
                return File.Pair(
                    first: variants[0].name, second: variants[index].name, finding: finding(of: index),
                    measures: differences(of: index).map(row), zones: zones.map { row($0.wait) },
                    zonesUnserved: zones.map { row($0.unserved) })
            }
        ).encoded()
    }

    private func row(_ paired: PairedDifference) -> File.Difference {
        File.Difference(
            metric: paired.metric, unit: Self.about(paired)?.unit, first: paired.first,
            second: paired.second, difference: paired.difference, low: paired.difference?.low,
            high: paired.difference?.high, varianceRemoved: paired.varianceRemoved, pValue: paired.pValue,
            correctedPValue: paired.correctedPValue, finding: paired.finding.rawValue)
    }
}
