// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a service counted in a run, from which its metrics are read.
package protocol ServiceTotals: SendableMetatype {
    /// What the names of its metrics begin with, such as `stores`.
    static var service: String { get }
}

/// Totals with means over time.
package protocol TimedTotals: ServiceTotals {
    /// How long was measured: the run without its warm-up.
    var measured: TimeSpan { get }
}

/// One statistic of a sample: the end of the metric's name, what label and text say, and its value in nanoseconds.
package struct SamplePart: Sendable {
    let name: String
    let label: String
    let text: String
    let value: @Sendable (Sample) -> Double?

    private init(
        _ name: String, _ label: String? = nil, text: String, _ value: @escaping @Sendable (Sample) -> Double?
    ) {
        (self.name, self.label, self.text, self.value) = (name, label ?? name, text, value)
    }

    package static let mean = SamplePart("mean", text: "mean") { $0.mean }
    package static let median = SamplePart("median", text: "median") { $0.quantile(0.5).map { Double($0) } }
    package static let p50 = SamplePart("p50", text: "p50") { $0.quantile(0.5).map { Double($0) } }
    package static let p90 = SamplePart("p90", text: "90 % are at most this") { $0.quantile(0.9).map { Double($0) } }
    package static let p95 = SamplePart("p95", text: "p95") { $0.quantile(0.95).map { Double($0) } }
    package static let max = SamplePart("max", text: "max") { Double($0.largest) }
    package static let most = SamplePart("p95", text: "95 % are at most this") { $0.quantile(0.95).map { Double($0) } }
    package static let longest = SamplePart("max", text: "the longest") { Double($0.largest) }
}

/// The metrics of a service: each states its name, what people see, its meaning, and how it is read from the totals.
extension Metric where Source: ServiceTotals {
    /// Any number, or nothing.
    package static func one(
        _ name: String, _ measure: Measure, _ label: String, _ text: String,
        _ value: @escaping @Sendable (Source) -> Double?
    ) -> [Metric] {
        let about = MetricDescription(
            "\(Source.service).\(name)", measure, MetricLabel(label: label, text: text))
        return [Metric(about: about, value: value)]
    }

    package static func count(
        _ name: String, _ label: String, _ text: String, _ value: @escaping @Sendable (Source) -> Int
    ) -> [Metric] { one(name, .count, label, text) { Double(value($0)) } }

    /// A part of a whole; nil without a whole.
    package static func share(
        _ name: String, _ label: String, _ text: String, _ part: @escaping @Sendable (Source) -> Int,
        of whole: @escaping @Sendable (Source) -> Int
    ) -> [Metric] {
        one(name, .share, label, text) { whole($0) > 0 ? Double(part($0)) / Double(whole($0)) : nil }
    }

    /// Statistics of times, of which nanoseconds are known; nil without any.
    package static func times(
        _ name: String, _ label: String, _ text: String, in measure: Measure = .minutes, _ parts: [SamplePart],
        _ sample: @escaping @Sendable (Source) -> Sample
    ) -> [Metric] {
        parts.flatMap { part in
            one("\(name).\(part.name)", measure, "\(label), \(part.label)", "\(text): \(part.text).") { source in
                sample(source).count > 0 ? part.value(sample(source)).map { $0 * 1e-9 } : nil
            }
        }
    }

    /// How many drives something made longer, and by how much: the way alone, not the waits that follow from it.
    package static func longer(
        _ name: String, _ label: String, _ cause: String, _ text: String,
        _ sample: @escaping @Sendable (Source) -> Sample
    ) -> [Metric] {
        count(name, "drives \(label)", text) { sample($0).count }
            + one("\(name).total", .minutes, "\(label), together", "How much longer \(cause) made all such drives.") {
                sample($0).mean * Double(sample($0).count) * 1e-9
            }
            + times(name, label, "How much longer \(cause) made such a drive", [.mean, .p95, .max], sample)
    }

    /// A count for each word of a closed list, by the word's number; `told` is the word as people read it.
    package static func each<Word: EventWord>(
        _ name: String, _ label: String, _ text: String, _ words: Word.Type, told: ((Word) -> String)? = nil,
        _ counts: @escaping @Sendable (Source) -> [Int]
    ) -> [Metric] {
        words.allCases.flatMap { word in
            let shown = told?(word) ?? Text.words(word.word)
            return count("\(name).\(word.word)", "\(label): \(shown)", "\(text) \(shown).") {
                counts($0)[Int(word.number)]
            }
        }
    }
}

extension Metric where Source: TimedTotals {
    /// The mean over the measured time of how many there were.
    package static func level(
        _ name: String, _ label: String, _ text: String, _ level: @escaping @Sendable (Source) -> SteppedLevel
    ) -> [Metric] {
        one(name, .ratio(1), label, text) { source in
            source.measured > .zero ? Double(level(source).total) / Double(source.measured.nanoseconds) : nil
        }
    }
}
