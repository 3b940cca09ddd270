// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting

/// Maps of what is better and what is worse, zone by zone of the people: one scale, a sign and a number in each zone with a clear
/// difference, and hatching where it is worse, so that no colour is needed to read them.
extension DemandPage {
    /// The maps, a row for each measure and a map for each variant.
    var differences: String {
        guard demand.hasZones else { return "" }
        let mapped = others.filter { comparison.hasSameZones($0) }
        guard !mapped.isEmpty else {
            return
                "<p>The \(words.zone.replacing("zone", with: "zones")) are not the same, so there is no map of differences.</p>\n"
        }
        let scale = scale(mapped)
        let frame = ZoneFrame(comparison.variants[0].places.zones)
        let rows = measures.map { measure -> String in
            let figures = mapped.map { figure(measure, $0, frame, measure.isTime ? scale.minutes : scale.points) }
            return
                "<h3>\(ComparisonPage.safe(measure.title)), difference in \(measure.unit)</h3>\n<div class=\"maps\">\n\(figures.joined())</div>\n"
        }
        return """
            \(heading("where", "Where it is better, where it is worse"))
            <p>Each zone is one in which people \(words.ask), the same ones for every variant; the thick lines are the borders of the \
            variant's own zones. A number is the difference from \(name(0)); a zone without one shows no clear difference: where its \
            colour is pale, its tooltip has what was measured. Less is better in all of these maps.</p>
            \(legend(scale))\(numbered)
            \(rows.joined())
            """
    }

    /// The outlines of the zones and of the variants' own zones, once for all maps of the page.
    static func shapes(_ comparison: Comparison) -> String {
        let zones = comparison.variants[0].places.zones
        let frame = ZoneFrame(zones)
        let shapes = zones.enumerated().map { "<path id=\"z\($0)\" d=\"\(frame.path($1))\"/>" }.joined()
        let borders = comparison.variants.indices.dropFirst().map { index -> String in
            let path = comparison.variants[index].plan.layout.zones.map { frame.path($0) }.joined()
            return "<path id=\"borders\(index)\" d=\"\(path)\"/>"
        }.joined()
        return
            "<svg class=\"shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>\(patterns)\(shapes)\(borders)</defs></svg>\n"
    }

    /// The names of the zones once for all maps of the page, which only paper shows, as nobody can point at a zone there; of a zone without
    /// room for its name the number.
    static func names(_ comparison: Comparison) -> String {
        let places = comparison.variants[0].places
        let frame = ZoneFrame(places.zones)
        let texts = places.zones.map { zone in
            let at = frame.position(places.geographic(zone.inside))
            // Above the number of the difference where that has room.
            let y = frame.size(zone).height >= 40 ? at.y - 12 : at.y + 5
            return
                "<text x=\"\(at.x)\" y=\"\(y)\">\(ComparisonPage.safe(hasRoom(zone, frame) ? zone.name : zone.key))</text>"
        }
        return
            "<svg class=\"shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs><g id=\"names\">\(texts.joined())</g></defs></svg>\n"
    }

    private static func hasRoom(_ zone: ZoneRecord, _ frame: ZoneFrame) -> Bool {
        frame.room(zone) >= 8 * Double(zone.name.count)
    }

    /// The zones that stand on paper by their numbers.
    private var numbered: String {
        let zones = comparison.variants[0].places.zones
        let frame = ZoneFrame(zones)
        let names = zones.filter { $0.name != $0.key && !Self.hasRoom($0, frame) }.map { ComparisonPage.safe($0.label) }
        return names.isEmpty ? "" : "<p class=\"paper\">Zones by number: \(names.joined(separator: ", ")).</p>\n"
    }

    static let namesOnPaper = "<use href=\"#names\" class=\"paper names\"/>"

    /// The scale that all maps of the page share, from the differences that are shown.
    private func scale(_ mapped: [Int]) -> DivergingScale {
        let zones = mapped.flatMap { demand.zones[$0] ?? [] }
        func sizes(_ pairs: [PairedDifference], _ scale: Double) -> [Double] {
            // Where nothing is certain, the pale ones have the scale to themselves.
            let shown = pairs.filter(\.isShown)
            return (shown.isEmpty ? pairs : shown).compactMap { $0.difference?.mean }.map { $0 * scale }
        }
        return DivergingScale(
            points: sizes(zones.map(\.missed) + zones.map(\.unserved), 100), minutes: sizes(zones.map(\.wait), 1 / 60.0)
        )
    }

    private func figure(
        _ measure: PartMeasure, _ index: Int, _ frame: ZoneFrame, _ limits: DivergingScale.Limits
    ) -> String {
        let layout = comparison.variants[0].places
        let zones = demand.zones[index] ?? []
        var (areas, labels) = ("", "")
        var (better, worse) = (0, 0)
        for (position, zone) in zones.enumerated() {
            let paired = pair(measure, zone)
            let mark = mark(measure, zone, index, limits)
            if mark.step < 0 { better += 1 }
            if mark.step > 0 { worse += 1 }
            let numbers = paired.difference.map {
                ": \(ComparisonPage.shown(ReplicationText.text($0.scaled(by: measure.scale)))) \(measure.unit), "
            }
            let words = numbers.map { $0 + paired.finding.words } ?? ""
            areas +=
                "<use href=\"#z\(position)\" class=\"\(mark.style)\"><title>\(ComparisonPage.safe(zone.record.name))"
            areas += (mark.remark.map { ": \($0)" } ?? words) + "</title></use>"
            let size = frame.size(zone.record)
            let text =
                size.width >= 9.5 * Double(mark.text.count)
                ? mark.text : size.width >= 12 ? String(mark.text.prefix(1)) : ""
            if !text.isEmpty, size.height >= 16 {
                let at = frame.position(layout.geographic(zone.record.inside))
                labels += "<text x=\"\(at.x)\" y=\"\(at.y + 6)\">\(text)</text>"
            }
        }
        let said =
            "better in \(better) of \(zones.count) zones, worse in \(worse), no clear difference in \(zones.count - better - worse)"
        return """
            <figure><figcaption><strong>\(name(index))</strong> against \(name(0)): \(said)</figcaption>
            <svg class="differences" viewBox="0 0 \(frame.width) \(frame.height)" role="img" \
            aria-label="\(ComparisonPage.safe(measure.title)), \(name(index)) against \(name(0)): \(said)">
            \(areas)<use href="#borders\(index)" class="borders"/>\(Self.namesOnPaper)\(labels)
            </svg></figure>

            """
    }

    /// How a zone is drawn.
    private func mark(
        _ measure: PartMeasure, _ zone: Comparison.Zone, _ index: Int, _ limits: DivergingScale.Limits
    ) -> (step: Int, style: String, text: String, remark: String?) {
        if zone.stored.first == 0, zone.stored.second == 0 { return (0, "s0", "", words.none) }
        if measure.isTime, zone.isForsaken.first != zone.isForsaken.second {
            let who = zone.isForsaken.second ? name(index) : name(0)
            return (
                zone.isForsaken.second ? 3 : -3, zone.isForsaken.second ? "w3" : "b3",
                zone.isForsaken.second ? "×" : "○", "nobody was \(words.served) with \(who)"
            )
        }
        let paired = pair(measure, zone)
        guard let difference = paired.difference?.mean else { return (0, "s0", "", nil) }
        let value = difference * measure.scale
        // What is not certain is pale and has no number: it can be seen, and is not counted.
        guard paired.isShown else {
            let step = limits.step(value)
            return (0, step == 0 ? "s0" : "pale " + (step < 0 ? "b" : "w") + String(abs(step)), "", nil)
        }
        let step = limits.step(value)
        let text = limits.number(abs(value))
        return (step, (step < 0 ? "b" : "w") + String(abs(step)), (step < 0 ? "−" : "+") + text, nil)
    }

    // MARK: The scale

    private func pair(_ measure: PartMeasure, _ zone: Comparison.Zone) -> PairedDifference {
        measure.pair(Comparison.Part(number: 0, missed: zone.missed, unserved: zone.unserved, wait: zone.wait))
    }

    private func legend(_ scale: DivergingScale) -> String {
        func size(_ step: Int) -> String {
            func text(_ limits: DivergingScale.Limits) -> String {
                let (small, large) = (limits.number(limits.small), limits.number(limits.large))
                return step == 1 ? "up to \(small)" : step == 2 ? "\(small) to \(large)" : "over \(large)"
            }
            return "\(text(scale.points)) points or \(text(scale.minutes)) min"
        }
        func entry(_ step: Int) -> String {
            let style = step == 0 ? "s0" : (step < 0 ? "b" : "w") + String(abs(step))
            let words = step == 0 ? "no clear difference" : "\(size(abs(step))) \(step < 0 ? "less" : "more")"
            let sign = step == 0 ? "" : step < 0 ? "−" : "+"
            return
                "<li><svg viewBox=\"0 0 40 24\" aria-hidden=\"true\"><rect class=\"\(style)\" width=\"40\" height=\"24\"/>"
                + "<text x=\"20\" y=\"18\">\(sign)</text></svg>\(words)</li>"
        }
        return """
            <div class="legend" role="group" aria-label="One scale for all maps"><div><p><strong>−</strong> better, plain:</p>\
            <ul>\([-3, -2, -1].map(entry).joined())</ul></div><div><p><strong>+</strong> worse, hatched:</p>\
            <ul>\([3, 2, 1].map(entry).joined())</ul></div><div><ul>\(entry(0))\(Self.paleEntry)</ul></div></div>
            """
    }

    private static let paleEntry =
        "<li><svg viewBox=\"0 0 40 24\" aria-hidden=\"true\"><rect class=\"pale b2\" width=\"20\" height=\"24\"/>"
        + "<rect class=\"pale w2\" x=\"20\" width=\"20\" height=\"24\"/></svg>pale: measured, not certain</li>"

    /// Fills of what is worse: hatched, the denser the worse.
    private static let patterns = zip(1...3, [("#fde3c8", 9), ("#f6b26b", 7), ("#d9772b", 5)]).map { step, look in
        """
        <pattern id="worse\(step)" width="\(look.1)" height="\(look.1)" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(45)"><rect width="\(look.1)" height="\(look.1)" fill="\(look.0)"/>\
        <line x1="0" y1="0" x2="0" y2="\(look.1)" stroke="#5b2a06" stroke-width="1.6"/></pattern>
        """
    }.joined()
}
