// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// What a search for the breaking point found, with every load that was tried. Also the JSON form; its schema is in
/// `stress.schema.json` of this target's articles.
package struct StressResult: ResultFile, Codable, Hashable {
    /// The version of the JSON form.
    package let stressVersion: Int
    /// The path of the factor, such as `demand.scale`.
    package let path: String
    /// The largest factor tried at which the target was kept, below the smallest that broke it; nil for none.
    package let kept: Double?
    /// The smallest factor at which the target was broken; nil for none.
    package let broken: Double?
    /// What was short there; `.scarce` when the server never broke but those who serve were short; nil when nothing was.
    package let resource: StressResource?
    /// The smallest factor tried at which those who serve were short; nil for none.
    package let short: Double?
    /// What was tried, by rising factor.
    package let points: [StressPoint]

    package init(path: String, answer: StressSearch.Answer, points: [StressPoint]) {
        stressVersion = 1
        self.path = path
        kept = answer.kept
        broken = answer.broken
        let sorted = points.sorted { $0.factor < $1.factor }
        self.points = sorted
        short = sorted.first(where: \.isShort)?.factor
        resource = Self.cause(sorted, answer.broken)?.resource ?? (short != nil ? .scarce : nil)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case stressVersion, path, kept, broken, resource, short, points

        var stringValue: String { self == .short ? StressResource.scarce.word + "Short" : rawValue }

        init?(stringValue: String) {
            guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else { return nil }
            self = key
        }
    }

    /// The point that shows what broke the target: the breaking point, or where nothing seems short there, the first larger one
    /// where something is.
    var causePoint: StressPoint? { Self.cause(points, broken) }

    private static func cause(_ sorted: [StressPoint], _ broken: Double?) -> StressPoint? {
        guard let broken else { return nil }
        let candidates = sorted.filter { $0.factor >= broken && !$0.isKept }
        return candidates.first { $0.resource != .service } ?? candidates.first
    }

    /// Pairs of tried factors of which the smaller breaks the target and the larger keeps it: against the assumption that
    /// more load never helps.
    package var inversions: [(smaller: Double, larger: Double)] {
        points.enumerated().flatMap { index, point in
            point.isKept ? [] : points[index...].filter(\.isKept).map { (point.factor, $0.factor) }
        }
    }
}
