// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
package import Foundation
import Reporting
import ScenarioLanguage

extension Comparison {
    private struct File: ResultFile {
        struct Variant: Encodable {
            let name, scenario, scenarioHash, layout: String
            let zones: Int
            let settings: [String]
            let differences: [SettingDifference]
            let file: String?
            let fingerprints: [String]
        }
        struct Difference: Encodable {
            let metric: String
            let unit: String?
            let first, second, difference: Interval?
            let low, high, varianceRemoved, pValue, correctedPValue: Double?
            let finding: String
        }
        /// Zones that are better or worse served, or neither, with their wishes in a run of the base.
        struct Concerned: Encodable {
            let zones: Int
            let wishes: Double
            let residents: Double?
        }
        struct Sides: Encodable {
            let better, worse, noClearDifference: Concerned
        }
        /// The same wishes in both, mean numbers of a run.
        struct Same: Encodable {
            let wishes, found, gained, lost, neither, sooner, later, alike: Double
        }
        struct Hour: Encodable {
            let hour: Int
            let notInTime, unserved, wait: Difference
        }
        struct Evenness: Encodable {
            let worstTenth, gini: Difference
            let over: String
            let worstZonesFirst, worstZonesSecond: [String]
        }
        struct Pair: Encodable {
            let first, second: String
            let finding: String
            let verdict: String?
            let measures, zones, zonesUnserved, zonesNotInTime: [Difference]
            let sides: Sides?
            let samePeople: Same?
            let hours: [Hour]
            let evenness: Evenness?
            let demands: [Demand]
        }
        /// The demands of a service that does not lead: the same parts.
        struct Demand: Encodable {
            let name, title, missed: String
            let served, wait, notInTime: Difference
            let zones, zonesUnserved, zonesNotInTime: [Difference]
            let sides: Sides?
            let samePeople: Same?
            let hours: [Hour]
            let evenness: Evenness?
            let divisions: [Division]
        }
        /// Demands by group or by site of the service.
        struct Division: Encodable {
            let by: String
            let parts: [Part]
        }
        struct Part: Encodable {
            let name: String
            let notInTime, unserved, wait: Difference
        }
        let compareVersion: Int
        let seed, version, correction, base: String
        let ranking, command: String?
        let inputs: [HashedFile]?
        let replications: Int
        let level: Double
        let variants: [ToldRun<Variant>]
        let pairs: [Pair]
    }

    /// The bytes of `compare.json`: the same for the same variants, seed and version, whatever the number of threads.
    ///
    /// - Throws: when a number is not finite.
    package func encoded() throws -> Data {
        let context = variants[0].set.context
        return try File(
            compareVersion: 3, seed: String(context.seed), version: context.version, correction: correction,
            base: variants[0].name, ranking: ranking, command: origin?.command, inputs: origin?.inputs,
            replications: variants[0].set.replications.count, level: level,
            variants: variants.enumerated().map { index, variant in
                let (context, replications) = (variant.set.context, variant.set.replications)
                let core = File.Variant(
                    name: variant.name, scenario: context.name, scenarioHash: context.scenarioHash,
                    layout: context.layoutSource, zones: context.zones.count, settings: variant.settings,
                    differences: variant.plan.differences(from: variants[0].plan), file: file(of: index),
                    fingerprints: replications.map(\.fingerprint))
                return ToldRun(core, context, isOver: false)
            },
            pairs: variants.indices.dropFirst().map(pair)
        ).encoded()
    }

    /// The file beside the results that has a variant's scenario; nil where none was written.
    func file(of index: Int) -> String? {
        guard let files = origin?.files, files.indices.contains(index) else { return nil }
        return files[index]
    }

    private func pair(_ index: Int) -> File.Pair {
        let found = leading.map { demand($0, index) }
        return File.Pair(
            first: variants[0].name, second: variants[index].name, finding: finding(of: index),
            verdict: leadingFinding(of: index)?.verdict.rawValue, measures: differences(of: index).map { row($0) },
            zones: found?.zones ?? [], zonesUnserved: found?.zonesUnserved ?? [],
            zonesNotInTime: found?.zonesNotInTime ?? [], sides: found?.sides, samePeople: found?.samePeople,
            hours: found?.hours ?? [], evenness: found?.evenness,
            demands: demands.filter { !$0.isLeading }.map { demand($0, index) })
    }

    private func demand(_ demand: DemandComparison, _ index: Int) -> File.Demand {
        let zones = (demand.zones[index] ?? []).sorted { $0.record.id < $1.record.id }
        func zone(_ zone: Zone, _ paired: PairedDifference, _ unit: String) -> File.Difference {
            row(paired, unit, name: "zone \(zone.record.id.number)")
        }
        func part(_ part: Part, _ name: String) -> File.Part {
            File.Part(
                name: name, notInTime: row(part.missed, "share"), unserved: row(part.unserved, "share"),
                wait: row(part.wait, "s"))
        }
        let totals = demand.totals[index]
        return File.Demand(
            name: demand.words.name, title: demand.words.title, missed: demand.words.missed,
            served: row(totals[0], "1"), wait: row(totals[1], "s"), notInTime: row(totals[2], "share"),
            zones: zones.map { zone($0, $0.wait, "s") }, zonesUnserved: zones.map { zone($0, $0.unserved, "share") },
            zonesNotInTime: zones.map { zone($0, $0.missed, "share") },
            sides: demand.sides(of: index).map { sides in
                func concerned(_ part: Concerned) -> File.Concerned {
                    File.Concerned(zones: part.zones, wishes: part.wishes, residents: part.residents)
                }
                return File.Sides(
                    better: concerned(sides.better), worse: concerned(sides.worse),
                    noClearDifference: concerned(sides.open))
            }, samePeople: demand.change(of: index).map(same),
            hours: (demand.hours[index] ?? []).map { hour in
                File.Hour(
                    hour: hour.number, notInTime: row(hour.missed, "share", name: "hour \(hour.number)"),
                    unserved: row(hour.unserved, "share", name: "hour \(hour.number)"),
                    wait: row(hour.wait, "s", name: "hour \(hour.number)"))
            },
            evenness: demand.evenness[index].map { found in
                File.Evenness(
                    worstTenth: row(found.worstTenth), gini: row(found.gini),
                    over: residents == nil ? "wishes" : "residents", worstZonesFirst: found.worstZones.first,
                    worstZonesSecond: found.worstZones.second)
            },
            divisions: demand.divisions.map { division in
                File.Division(
                    by: division.title,
                    parts: (division.found[index] ?? []).map { part($0, division.names[$0.number]) })
            })
    }

    private func same(_ change: PersonalChange) -> File.Same {
        let runs = Double(variants[0].set.replications.count)
        func mean(_ count: Int) -> Double { Double(count) / runs }
        return File.Same(
            wishes: mean(change.all), found: mean(change.same), gained: mean(change.gained), lost: mean(change.lost),
            neither: mean(change.neither), sooner: mean(change.sooner), later: mean(change.later),
            alike: mean(change.alike))
    }

    private func row(_ paired: PairedDifference) -> File.Difference { row(paired, about(paired)?.unit) }

    private func row(_ paired: PairedDifference, _ unit: String?, name: String? = nil) -> File.Difference {
        File.Difference(
            metric: name ?? paired.metric, unit: unit, first: paired.first,
            second: paired.second, difference: paired.difference, low: paired.difference?.low,
            high: paired.difference?.high, varianceRemoved: paired.varianceRemoved, pValue: paired.pValue,
            correctedPValue: paired.correctedPValue, finding: paired.finding.rawValue)
    }
}
