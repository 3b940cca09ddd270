// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting

extension DemandPage {
    /// A measure of the zones as maps show it.
    private struct Layer: Sendable {
        let title: String
        let unit: String
        let scale: Double
        /// What is said of a zone that has requests and yet no value.
        let none: String
        let value: @Sendable (ReplicationPart) -> Double?
    }

    private var layers: [Layer] {
        let headings = words.headings
        let lost = Layer(
            title: headings?.unservedMap ?? "\(words.many.capitalisedFirst) lost, by zone",
            unit: "%",
            scale: 100, none: ""
        ) { $0.unservedShare }
        return [
            Layer(
                title: headings?.missedMap ?? "\(words.many.capitalisedFirst) \(words.missed), by zone",
                unit: "%",
                scale: 100, none: ""
            ) { $0.notInTimeShare }
        ] + (demand.hasLost ? [lost] : []) + [
            Layer(
                title: headings?.waitMap ?? "\(words.wait.capitalisedFirst), by zone",
                unit: "min", scale: 1 / 60.0, none: "nobody was \(words.served)"
            ) { $0.wait }
        ]
    }

    /// Maps of each variant by itself, a row for each measure: who was missed first.
    var maps: String {
        guard demand.hasZones else { return "" }
        let variants = comparison.variants.indices.filter { comparison.hasSameZones($0) }
        guard variants.count > 1 else { return "" }
        return layers.map { maps($0, variants) }.joined()
    }

    private func maps(_ layer: Layer, _ variants: [Int]) -> String {
        let zones = comparison.variants[0].places.zones.indices
        let means: [[Double?]] = variants.map { index in
            let rows = demand.zoneRows(index)
            return zones.map { zone in
                Interval(rows.compactMap { layer.value($0[zone]) })?.mean
            }
        }
        let all: [Double] = means.joined().compactMap { $0 }
        guard let low = all.min(), let high = all.max() else { return "" }
        let figures = zip(variants, means).map { index, means in
            figure(layer, index, means, low, high)
        }
        let steps = (0...4).map { step -> String in
            let value = low + (high - low) * Double(step) / 4
            return
                "<span style=\"background:\(Self.colour(value, low, high))\">\(Self.number(value, layer))</span>"
        }
        let isWhole = !means.joined().contains(nil)
        return """
            <h3>\(ComparisonPage.safe(layer.title))</h3>
            <p class="scale" aria-label="One colour scale for all maps">\(steps.joined())\
            \(isWhole || layer.none.isEmpty ? "" : "<span style=\"background:\(Self.forsaken)\">\(layer.none)</span>")\
            \(isWhole ? "" : "<span>\(words.none)</span>")</p>
            <div class="maps">
            \(figures.joined())</div>

            """
    }

    private func figure(
        _ layer: Layer, _ index: Int, _ means: [Double?], _ low: Double, _ high: Double
    ) -> String {
        let variant = comparison.variants[index]
        let frame = ZoneFrame(variant.places.zones)
        let rows = demand.zoneRows(index)
        let areas = variant.places.zones.enumerated().map { place, zone -> String in
            let hasRequests = rows.contains { $0[place].stored > 0 }
            // Without a value a zone has no colour of the scale: it could be taken for a small value or a large one.
            let none = hasRequests ? (layer.none, Self.forsaken) : (words.none, "#fff")
            let (said, fill) = means[place].map { (Self.number($0, layer), Self.colour($0, low, high)) } ?? none
            return
                "<path d=\"\(frame.path(zone))\" fill=\"\(fill)\" fill-rule=\"evenodd\"><title>\(ComparisonPage.safe(zone.name)): \(said)</title></path>"
        }
        let borders = variant.plan.layout.zones.map { frame.path($0) }.joined()
        return """
            <figure><figcaption>\(ComparisonPage.safe(variant.name)), \(variant.plan.layout.zones.count) zones</figcaption>
            <svg viewBox="0 0 \(frame.width) \(frame.height)" role="img" aria-label="\(ComparisonPage.safe(layer.title)), \(ComparisonPage.safe(variant.name))">
            \(areas.joined(separator: "\n"))
            <path d="\(borders)" fill="none" stroke="#222" stroke-width="1"/>\(Self.namesOnPaper)
            </svg></figure>

            """
    }

    /// Where people called and nobody was served.
    private static let forsaken = "#fdc9a3"

    private static func number(_ value: Double, _ layer: Layer) -> String {
        String(format: "%.1f ", value * layer.scale) + layer.unit
    }

    /// From light to dark blue, in steps that also differ in lightness.
    private static func colour(_ value: Double, _ low: Double, _ high: Double) -> String {
        let share = high > low ? (value - low) / (high - low) : 0
        let from = [239.0, 243.0, 255.0]
        let to = [8.0, 48.0, 107.0]
        let mixed = zip(from, to).map { Int(($0 + ($1 - $0) * share).rounded()) }
        return "rgb(\(mixed[0]),\(mixed[1]),\(mixed[2]))"
    }
}
