// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// A small chart over the hours of the day, with a line for each kind of day, drawn without a script.
struct HourFigure {
    /// A line; nil where nothing was recorded.
    struct Line {
        let name: String
        let values: [Double?]
    }

    let title: String
    let unit: String
    let lines: [Line]

    private static let (left, right, top, bottom) = (46.0, 470.0, 12.0, 170.0)

    var html: String {
        let most = lines.flatMap(\.values).compactMap(\.self).max() ?? 0
        let step = Self.step(most)
        let high = max(step, (most / step).rounded(.up) * step)
        func x(_ hour: Double) -> Double { Self.left + (Self.right - Self.left) * hour / 23 }
        func y(_ value: Double) -> Double { Self.bottom - (Self.bottom - Self.top) * value / high }
        func at(_ value: Double) -> String { Text.short(value, 1) }
        var svg = ""
        var mark = 0.0
        while mark <= high * 1.001 {
            svg += "<path class=\"axis\" d=\"M\(at(Self.left)) \(at(y(mark)))H\(at(Self.right))\"/>"
            svg +=
                "<text class=\"tick\" x=\"\(at(Self.left - 6))\" y=\"\(at(y(mark) + 4))\" text-anchor=\"end\">\(Text.html(Text.short(mark, 2)))</text>"
            mark += step
        }
        for hour in [0, 6, 12, 18, 23] {
            svg +=
                "<text class=\"tick\" x=\"\(at(x(Double(hour))))\" y=\"188\" text-anchor=\"middle\">\(hour):00</text>"
        }
        for (index, line) in lines.enumerated() {
            for part in Self.parts(line.values) {
                let points = part.map { "\(at(x(Double($0.hour)))),\(at(y($0.value)))" }.joined(separator: " ")
                svg +=
                    "<polyline class=\"k\(index)\" points=\"\(points)\"><title>\(Text.html(line.name))</title></polyline>"
            }
            // The key below the hours: a piece of the line and its name.
            let place = Self.left + Double(index) * 110
            svg += "<polyline class=\"k\(index)\" points=\"\(at(place)),206 \(at(place + 30)),206\"/>"
            svg += "<text class=\"name\" x=\"\(at(place + 36))\" y=\"210\">\(Text.html(line.name))</text>"
        }
        let said = lines.map { line in
            let known = line.values.compactMap(\.self)
            return "\(line.name) from \(Text.short(known.min() ?? 0, 1)) to \(Text.short(known.max() ?? 0, 1))"
        }.joined(separator: ", ")
        let label = Text.html("\(title), \(unit): \(said)")
        return """
            <figure><h3>\(Text.html(title)) (\(Text.html(unit)))</h3>
            <svg viewBox="0 0 490 216" role="img" aria-label="\(label)">\(svg)</svg></figure>

            """
    }

    /// Hours that follow each other.
    private static func parts(_ values: [Double?]) -> [[(hour: Int, value: Double)]] {
        var parts: [[(hour: Int, value: Double)]] = []
        for (hour, value) in values.enumerated() {
            guard let value else { continue }
            if let last = parts.last?.last, last.hour == hour - 1 {
                parts[parts.count - 1].append((hour, value))
            } else {
                parts.append([(hour, value)])
            }
        }
        // A point by itself is drawn as a short line.
        return parts.map { $0.count == 1 ? [$0[0], $0[0]] : $0 }
    }

    /// A round number of which three to six reach the largest value.
    private static func step(_ most: Double) -> Double {
        guard most > 0 else { return 1 }
        var power = 1.0
        while power * 10 < most { power *= 10 }
        while power > most { power /= 10 }
        return [0.2, 0.5, 1, 2, 5].map { $0 * power }.first { most / $0 <= 5 } ?? power
    }
}
