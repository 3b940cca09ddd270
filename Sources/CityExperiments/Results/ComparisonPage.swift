// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
import Foundation

/// The comparison as one HTML file, which opens from disk without any script, server or network.
///
/// The maps show the zones that people's places are drawn in, the same ones for every variant, filled by the mean wait on
/// one colour scale; the lines on top are the borders of the variant's own zones.
public struct ComparisonPage {
    private let comparison: Comparison

    /// Takes what is to be shown.
    public init(_ comparison: Comparison) { self.comparison = comparison }

    /// The page.
    public var html: String {
        let names = comparison.variants.map { Self.safe($0.name) }
        let context = comparison.variants[0].set.context
        let count = comparison.variants[0].set.replications.count
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="data:,">
            <title>\(names.joined(separator: " and ")) – Cabrank comparison</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>\(names.joined(separator: " and "))</h1>
            <p>\(count) replications of each with common random numbers, seed \(context.seed), version \
            \(Self.safe(context.version)). The same people call from the same places. \(Self.safe(comparison.correction))</p>
            \(comparison.variants.indices.dropFirst().map(table).joined())
            \(maps)
            \(comparison.variants.indices.dropFirst().map(zones).joined())
            </main>
            </body>
            </html>

            """
    }

    // MARK: Tables

    private func table(_ index: Int) -> String {
        let rows = comparison.differences(of: index).map { paired -> String in
            let about = Comparison.measures.first { $0.name == paired.metric }
            return row(
                "\(paired.metric)\(about.map { $0.unit == "1" ? "" : " " + $0.unit } ?? "")", paired,
                hint: about?.text ?? "")
        }
        return """
            <h2>\(Self.safe(comparison.variants[index].name)) compared with \(Self.safe(comparison.variants[0].name))</h2>
            \(sheet("Differences", "measure", rows))
            """
    }

    private func zones(_ index: Int) -> String {
        let zones = comparison.zoneDifferences(of: index)
        let records = comparison.variants[0].plan.peopleLayout.zones
        guard !zones.isEmpty else { return "<p>The two have other zones of origin: zones are not compared.</p>\n" }
        let rows = zip(records, zones).sorted {
            ($0.1.difference?.mean ?? 0, $0.0.id.number) < ($1.1.difference?.mean ?? 0, $1.0.id.number)
        }.map { record, paired in row(record.name, paired, hint: paired.metric) }
        let lower = zones.count { $0.finding == .lower }
        let higher = zones.count { $0.finding == .higher }
        return """
            <h2>Winners and losers: \(Self.safe(comparison.variants[index].name))</h2>
            <p>Mean wait in seconds by zone of origin: shorter in \(lower), longer in \(higher), no difference shown in \
            \(zones.count - lower - higher) of \(zones.count) zones.</p>
            <details\(zones.count <= 20 ? " open" : "")><summary>All zones, the winners first</summary>
            \(sheet("Zones", "zone", rows))</details>

            """
    }

    private func sheet(_ caption: String, _ head: String, _ rows: [String]) -> String {
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(caption)"><table><caption>\(caption)</caption><thead><tr>\
        <th scope="col">\(head)</th><th scope="col">first</th><th scope="col">second</th><th scope="col">difference</th>\
        <th scope="col">variance removed by common random numbers</th><th scope="col">p, corrected</th>\
        <th scope="col">second is</th></tr></thead><tbody>
        \(rows.joined(separator: "\n"))
        </tbody></table></div>

        """
    }

    private func row(_ name: String, _ paired: PairedDifference, hint: String) -> String {
        let spans: [Interval?] = [paired.first, paired.second, paired.difference]
        var cells: [String] = spans.map { $0.map(ReplicationText.text) ?? "–" }
        cells.append(paired.varianceRemoved.map { String(format: "%.0f %%", $0 * 100) } ?? "–")
        let chance = paired.correctedPValue
        cells.append(chance.map { $0 < 0.0001 ? "&lt; 0.0001" : String(format: "%.4f", $0) } ?? "–")
        let shown = cells.map { "<td>\($0.replacingOccurrences(of: "+-", with: "±"))</td>" }.joined()
        let finding = paired.finding
        var out = "<tr class=\"\(finding.rawValue)\">"
        out += "<th scope=\"row\" title=\"\(Self.safe(hint))\">\(Self.safe(name))</th>\(shown)"
        out += "<td class=\"text\">\(finding.words)</td></tr>"
        return out
    }

    // MARK: Maps

    private var maps: String {
        let variants = comparison.variants.indices.filter { comparison.hasSameZones($0) }
        guard variants.count > 1 else { return "" }
        let zones = comparison.variants[0].plan.peopleLayout.zones.indices
        let waits: [[Double?]] = variants.map { index in
            let rows = comparison.variants[index].set.replications
            return zones.map { zone in Interval(rows.compactMap { $0.zones[zone].wait })?.mean }
        }
        let all: [Double] = waits.joined().compactMap { $0 }
        guard let low = all.min(), let high = all.max() else { return "" }
        let figures = zip(variants, waits).map { index, waits in
            figure(comparison.variants[index], waits, low, high)
        }
        let steps = (0...4).map { step -> String in
            let wait = low + (high - low) * Double(step) / 4
            return
                "<span style=\"background:\(Self.colour(wait, low, high))\">\(String(format: "%.1f", wait / 60)) min</span>"
        }
        return """
            <h2>Mean wait by zone of origin</h2>
            <p class="scale" aria-label="One colour scale for all maps">\(steps.joined())</p>
            <div class="maps">
            \(figures.joined())</div>

            """
    }

    private func figure(_ variant: Comparison.Variant, _ waits: [Double?], _ low: Double, _ high: Double) -> String {
        let frame = Frame(variant.plan.peopleLayout.zones)
        let areas = zip(variant.plan.peopleLayout.zones, waits).map { zone, wait in
            let said = wait.map { String(format: "%.1f min", $0 / 60) } ?? "nobody waited"
            let colour = wait.map { Self.colour($0, low, high) } ?? "#ddd"
            return
                "<path d=\"\(frame.path(zone))\" fill=\"\(colour)\" fill-rule=\"evenodd\"><title>\(Self.safe(zone.name)): \(said)</title></path>"
        }
        let borders = variant.plan.layout.zones.map { frame.path($0) }.joined()
        return """
            <figure><figcaption>\(Self.safe(variant.name)), \(variant.plan.layout.zones.count) zones</figcaption>
            <svg viewBox="0 0 \(frame.width) \(frame.height)" role="img" aria-label="Mean wait by zone, \(Self.safe(variant.name))">
            \(areas.joined(separator: "\n"))
            <path d="\(borders)" fill="none" stroke="#222" stroke-width="1"/>
            </svg></figure>

            """
    }

    /// From light to dark blue, in steps that also differ in lightness.
    private static func colour(_ value: Double, _ low: Double, _ high: Double) -> String {
        let share = high > low ? (value - low) / (high - low) : 0
        let from = [239.0, 243.0, 255.0]
        let to = [8.0, 48.0, 107.0]
        let mixed = zip(from, to).map { Int(($0 + ($1 - $0) * share).rounded()) }
        return "rgb(\(mixed[0]),\(mixed[1]),\(mixed[2]))"
    }

    private static func safe(_ text: String) -> String {
        text.shownLines.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }

    private static let style = """
        body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1a1a1a;background:#fff}main{max-width:76rem;margin:0 auto;padding:1rem}
        .scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
        caption{text-align:left;font-weight:600}th,td{padding:.25rem .6rem;border-bottom:1px solid #ddd;text-align:right}
        th[scope=row],th:first-child,.text{text-align:left}tr.lower .text,tr.higher .text{font-weight:700}
        .maps{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem}figure{margin:0}svg{width:100%;height:auto}
        .scale span{padding:.2rem .7rem;border:1px solid #999;text-shadow:0 0 3px #fff,0 0 3px #fff,0 0 3px #fff}
        """
}

/// Fits outlines into a picture 600 units wide.
private struct Frame {
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

    func path(_ zone: ZoneRecord) -> String {
        zone.outline.joined().map { ring in
            let points = ring.map { point -> String in
                let x = ((point.longitude - west) * narrowing * scale * 10).rounded() / 10
                let y = ((north - point.latitude) * scale * 10).rounded() / 10
                return "\(x) \(y)"
            }
            return "M" + points.joined(separator: "L") + "Z"
        }.joined()
    }
}
