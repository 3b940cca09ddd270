// SPDX-License-Identifier: GPL-3.0-or-later

package import CityMap
import CityModel
import CitySimulation
import CitySlices
import Reporting

/// What came of the search for a better layout: the layout, and what fresh days say of it.
package struct ImprovementResult: Sendable {
    /// What is made better: the share of wishes not aboard in time.
    package static let metric = "wishes.notInTimeShare"

    let outcome: LayoutSearch.Outcome
    /// The layout as it is written.
    package let layout: DrawnLayout
    let limits: LayoutLimits
    let searchRuns: Int
    /// How it came about.
    package var origin: ExperimentOrigin?
    /// The start, the best, and the other layouts, on the same fresh days.
    let variants: [Comparison.Variant]

    var comparison: Comparison { Comparison(Array(variants.prefix(2))) }

    /// The best one against the start: one question that was asked before the days were drawn, so without a correction.
    var difference: PairedDifference { difference(from: 0) }

    /// The best one against each other layout, with Holm's correction over them.
    var others: [(variant: Comparison.Variant, difference: PairedDifference)] {
        let rest = Array(variants.indices.dropFirst(2))
        return zip(rest, rest.map { difference(from: $0) }.corrected).map { (variants[$0], $1) }
    }

    private func difference(from index: Int) -> PairedDifference {
        PairedDifference(
            metric: Self.metric, first: variants[index].set.values(of: Self.metric),
            second: variants[1].set.values(of: Self.metric))
    }

    /// Whether the fresh days show that it is better than the start.
    package var isBetter: Bool { difference.finding == .lower }

    /// The finding in sentences, without a final line break.
    package var text: String {
        let (start, best) = (variants[0].plan.layout.zones.count, layout.zones.count)
        let head =
            isBetter
            ? "A better layout is shown: \(best) zones instead of \(start)."
            : "no better layout shown: the best one found has \(best) zones instead of \(start)."
        let lines =
            [head, "  " + line("the start", difference)]
            + others.map { "  " + line($0.variant.name, $0.difference, words: true) }
        return
            (lines + [
                "  \(outcome.runs) runs of the search; \(variants[0].set.replications.count) fresh days confirm, on which all "
                    + "layouts have the same people."
            ]).joined(separator: "\n")
    }

    /// `not aboard in time: 3.9 % against 5.6 % with the start, difference -1.7 +- 0.2 percentage points`.
    func line(_ name: String, _ paired: PairedDifference, words: Bool = false) -> String {
        guard let first = paired.first, let second = paired.second, let difference = paired.difference else {
            return "not aboard in time: not measured in both"
        }
        func percent(_ value: Double) -> String { Text.number(value * 100, 2) + " %" }
        return "not aboard in time: \(percent(second.mean)) against \(percent(first.mean)) with \(name), difference "
            + "\(ReplicationText.text(difference.scaled(by: 100))) percentage points"
            + (words ? ": \(paired.finding.words)" : "")
    }

    // MARK: What moved

    /// A zone of the best layout that is not one of the start.
    struct Zone {
        let name: String
        let members: [String]
        /// Wishes of a run.
        let wishes: Double
        /// The share not in time, the unserved share, and the mean wait in seconds, of the people of its ground.
        let missed, unserved, wait: PairedDifference
    }

    /// The zones that changed, those first by which most wishes come in time that did not.
    var changed: [Zone] {
        let records = variants[0].places.zones
        let zones = outcome.best.zones.filter { $0.count > 1 }.map { cells -> (gain: Double, zone: Zone) in
            func pair(_ value: ([ReplicationPart]) -> Double?) -> PairedDifference {
                func values(_ variant: Comparison.Variant) -> [Double?] {
                    variant.set.replications.map { row in value(cells.map { row.leadingZones[$0] }) }
                }
                return PairedDifference(metric: "", first: values(variants[0]), second: values(variants[1]))
            }
            func share(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
            func sum(_ zones: [ReplicationPart], _ count: (ReplicationPart) -> Int) -> Int {
                zones.reduce(0) { $0 + count($1) }
            }
            let wishes = pair { Double(sum($0, \.wishes)) }.first?.mean ?? 0
            let largest = cells.max { (records[$0].area, $1) < (records[$1].area, $0) } ?? cells[0]
            let zone = Zone(
                name: "\(records[largest].name) +\(cells.count - 1)", members: cells.map { records[$0].name },
                wishes: wishes, missed: pair { share(sum($0, \.notInTime), sum($0, \.wishes)) },
                unserved: pair { share(sum($0, \.unserved), sum($0, \.stored)) },
                wait: pair { zones in
                    let served = sum(zones, \.fulfilled)
                    guard served > 0 else { return nil }
                    return zones.reduce(0) { $0 + ($1.wait ?? 0) * Double($1.fulfilled) } / Double(served)
                })
            return (-(zone.missed.difference?.mean ?? 0) * wishes, zone)
        }
        return zones.sorted { ($0.gain, $1.zone.name) > ($1.gain, $0.zone.name) }.map(\.zone)
    }

    func names(_ zones: [[Int]]) -> String {
        let records = variants[0].places.zones
        return zones.map { zone in zone.map { records[$0].name }.joined(separator: " + ") }.joined(separator: " | ")
    }
}

/// The JSON form; its schema is in `improve.schema.json` of this target's articles.
package struct ImprovementFile: ResultFile {
    struct Layout: Encodable {
        let name: String
        let zones: Int
        /// The share not in time with this layout, and the best one's minus it.
        let share, difference: Interval?
        let low, high, pValue: Double?
        let finding: String?
    }
    struct Step: Encodable {
        let kind: LayoutMove.Kind
        let before, after: [[Int]]
        let gain: Double
    }
    struct Zone: Encodable {
        let zone: Int
        let name: String
        let members: [Int]
    }

    let improveVersion: Int
    let scenario, seed, version, metric: String
    let command: String?
    let inputs: [HashedFile]?
    let settings: [String]
    let isBetter: Bool
    let fewestZones, mostZones, runs, confirmations: Int
    let layouts: [Layout]
    let steps: [Step]
    let zones: [Zone]

    /// The file of a result.
    package init(_ result: ImprovementResult) {
        let context = result.variants[0].set.context
        let numbers = result.variants[0].places.zones.map { Int($0.id.number) }
        func named(_ zones: [[Int]]) -> [[Int]] { zones.map { $0.map { numbers[$0] } } }
        improveVersion = 1
        scenario = context.name
        seed = String(result.variants[0].plan.scenario.seed)
        version = context.version
        metric = ImprovementResult.metric
        command = result.origin?.command
        inputs = result.origin?.inputs
        settings = result.origin?.settings ?? []
        isBetter = result.isBetter
        fewestZones = result.limits.zones.lowerBound
        mostZones = result.limits.zones.upperBound
        runs = result.outcome.runs
        confirmations = result.variants[0].set.replications.count
        func layout(_ variant: Comparison.Variant, _ paired: PairedDifference?) -> Layout {
            Layout(
                name: variant.name, zones: variant.plan.layout.zones.count,
                share: variant.set.interval(of: ImprovementResult.metric), difference: paired?.difference,
                low: paired?.difference?.low, high: paired?.difference?.high, pValue: paired?.correctedPValue,
                finding: paired?.finding.rawValue)
        }
        layouts =
            [layout(result.variants[1], nil), layout(result.variants[0], result.difference)]
            + result.others.map { layout($0.variant, $0.difference) }
        steps = result.outcome.steps.map {
            Step(kind: $0.move.kind, before: named($0.move.before), after: named($0.move.after), gain: tidied($0.gain))
        }
        zones = result.layout.zones.map { zone in
            Zone(zone: Int(zone.id.number), name: zone.name, members: zone.members.map { Int($0.number) })
        }
    }
}

/// As results keep numbers.
private func tidied(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
