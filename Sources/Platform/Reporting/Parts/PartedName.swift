// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The name of a metric with the part of a run that it is told for: `wait.p95@zone=6@17:00-23:00`.
package struct PartedName: Hashable, Sendable {
    /// One of the parts that are combined.
    package enum Piece: Hashable, Sendable {
        case window(ClockWindow, text: String)
        /// What a word names: a zone, a group, a site.
        case named(word: String, name: String)
        case unreadable(String)
    }

    package let metric: String
    /// The parts, as they are written and behind the first `@`.
    package let text: String
    /// The parts one by one.
    package let pieces: [Piece]

    /// Takes a name apart; nil for a metric of the whole run.
    package init?(_ name: String) {
        guard let sign = name.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        metric = String(name[..<sign])
        text = String(name[name.index(after: sign)...])
        pieces = text.split(separator: "@", omittingEmptySubsequences: false).map { piece in
            if let window = ClockWindow(piece) { return .window(window, text: String(piece)) }
            guard let equals = piece.firstIndex(of: "="), equals != piece.startIndex else {
                return .unreadable(String(piece))
            }
            return .named(word: String(piece[..<equals]), name: String(piece[piece.index(after: equals)...]))
        }
    }

    /// The path of a metric, without its part.
    package static func metric(of name: String) -> String { PartedName(name)?.metric ?? name }

    /// Another metric of the same part as this name's; of the whole run when it has none.
    package static func of(_ metric: String, like name: String) -> String {
        PartedName(name).map { "\(metric)@\($0.text)" } ?? metric
    }

    /// The part for readers: `zone 6, 17:00-23:00`.
    package var words: String {
        pieces.map { piece in
            switch piece {
            case .window(_, let text), .unreadable(let text): text
            case .named(let word, let name): "\(word) \(name)"
            }
        }.joined(separator: ", ")
    }
}

extension MetricDescription {
    /// The same metric of a part of the run.
    package func of(_ part: PartedName) -> MetricDescription {
        var metric = self
        (metric.name, metric.label) = ("\(name)@\(part.text)", "\(label) (\(part.words))")
        metric.text = "\(text) Only \(part.words)."
        return metric
    }
}
