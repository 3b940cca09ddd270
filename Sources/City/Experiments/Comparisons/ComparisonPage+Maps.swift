// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import Foundation

extension ComparisonPage {
    /// A measure of the zones as maps show it.
    private struct Layer: Sendable {
        let title: String
        let unit: String
        let scale: Double
        /// What is said of a zone that has requests and yet no value.
        let none: String
        let value: @Sendable (ReplicationZone) -> Double?
    }

    private static let layers = [
        Layer(title: "Wishes not aboard in time, by zone of origin", unit: "%", scale: 100, none: "") {
            $0.notInTimeShare
        },
        Layer(title: "Unserved requests by zone of origin", unit: "%", scale: 100, none: "") {
            $0.unservedShare
        },
        Layer(
            title: "Mean wait of those who were served, by zone of origin", unit: "min", scale: 1 / 60.0,
            none: "nobody was served"
        ) { $0.wait },
    ]

    /// Maps of each variant by itself, a row for each measure: who was not aboard in time first.
    var maps: String {
        let variants = comparison.variants.indices.filter { comparison.hasSameZones($0) }
        guard variants.count > 1 else { return "" }
        return Self.layers.map { maps($0, variants) }.joined()
    }

    private func maps(_ layer: Layer, _ variants: [Int]) -> String {
        let zones = comparison.variants[0].places.zones.indices
        let means: [[Double?]] = variants.map { index in
            let rows = comparison.variants[index].set.replications
            return zones.map { zone in
                Interval(rows.compactMap { layer.value($0.zones[zone]) })?.mean
            }
        }
        let all: [Double] = means.joined().compactMap { $0 }
        guard let low = all.min(), let high = all.max() else { return "" }
        let figures = zip(variants, means).map { index, means in
            figure(layer, comparison.variants[index], means, low, high)
        }
        let steps = (0...4).map { step -> String in
            let value = low + (high - low) * Double(step) / 4
            return
                "<span style=\"background:\(Self.colour(value, low, high))\">\(Self.number(value, layer))</span>"
        }
        let isWhole = !means.joined().contains(nil)
        return """
            <h2>\(layer.title)</h2>
            <p class="scale" aria-label="One colour scale for all maps">\(steps.joined())\
            \(isWhole || layer.none.isEmpty ? "" : "<span style=\"background:\(Self.forsaken)\">\(layer.none)</span>")\
            \(isWhole ? "" : "<span>no request</span>")</p>
            <div class="maps">
            \(figures.joined())</div>

            """
    }

    private func figure(
        _ layer: Layer, _ variant: Comparison.Variant, _ means: [Double?], _ low: Double, _ high: Double
    ) -> String {
        let frame = Frame(variant.places.zones)
        let areas = variant.places.zones.enumerated().map { index, zone -> String in
            let hasRequests = variant.set.replications.contains { $0.zones[index].stored > 0 }
            // Without a value a zone has no colour of the scale: it could be taken for a small value or a large one.
            let none = hasRequests ? (layer.none, Self.forsaken) : ("no request", "#fff")
            let (said, fill) = means[index].map { (Self.number($0, layer), Self.colour($0, low, high)) } ?? none
            return
                "<path d=\"\(frame.path(zone))\" fill=\"\(fill)\" fill-rule=\"evenodd\"><title>\(Self.safe(zone.name)): \(said)</title></path>"
        }
        let borders = variant.plan.layout.zones.map { frame.path($0) }.joined()
        return """
            <figure><figcaption>\(Self.safe(variant.name)), \(variant.plan.layout.zones.count) zones</figcaption>
            <svg viewBox="0 0 \(frame.width) \(frame.height)" role="img" aria-label="\(layer.title), \(Self.safe(variant.name))">
            \(areas.joined(separator: "\n"))
            <path d="\(borders)" fill="none" stroke="#222" stroke-width="1"/>
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

/// Fits outlines into a picture 600 units wide.
struct Frame {
    let width = 600
    let height: Int
    private let west: Double
    private let north: Double
    private let scale: Double
    private let narrowing: Double

    init(_ zones: [ZoneRecord]) {
        let points = zones.flatMap(\.outline).joined().joined()
        let longitudes = points.map(\.longitude)
        let latitudes = points.map(\.latitude)
        west = longitudes.min() ?? 0
        north = latitudes.max() ?? 0
        let south = latitudes.min() ?? 0
        // A degree of longitude is shorter than one of latitude.
        narrowing = cos((north + south) / 2 * .pi / 180)
        let wide = max(1e-9, ((longitudes.max() ?? 0) - west) * narrowing)
        scale = Double(width) / wide
        height = max(1, min(2000, Int(((north - south) * scale).rounded(.up))))
    }

    /// Where a point of the globe lies in the picture.
    func position(_ point: GeographicPoint) -> (x: Double, y: Double) {
        (
            ((point.longitude - west) * narrowing * scale * 10).rounded() / 10,
            ((north - point.latitude) * scale * 10).rounded() / 10
        )
    }

    /// How wide and high a zone is in the picture.
    func size(_ zone: ZoneRecord) -> (width: Double, height: Double) {
        let places = zone.outline.joined().joined().map(position)
        let (x, y) = (places.map(\.x), places.map(\.y))
        return ((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
    }

    func path(_ zone: ZoneRecord) -> String {
        zone.outline.joined().map { ring in
            "M" + ring.map { position($0) }.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "Z"
        }.joined()
    }
}
