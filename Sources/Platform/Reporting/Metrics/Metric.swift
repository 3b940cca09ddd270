// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// One metric: what it is, and how it is read from what was folded from the event log. Its label is one of its source's.
package struct Metric<Source>: Sendable {
    package let about: MetricDescription
    package let value: @Sendable (Source) -> Double?
    /// Of a mean over time or over things: how much or how many it is a mean over. Batch means are made of it.
    package var size: (@Sendable (Source) -> Double)?

    package init(
        about: MetricDescription, value: @escaping @Sendable (Source) -> Double?,
        size: (@Sendable (Source) -> Double)? = nil
    ) {
        (self.about, self.value, self.size) = (about, value, size)
    }

    /// The metric with its value rounded as results keep numbers: its batches are made of that.
    package var tidied: Metric {
        let value = value
        return Metric(about: about, value: { value($0).map(tidy) }, size: size)
    }
}

/// Metrics whose labels are lines of a file.
extension Metric where Source: MetricSource {
    /// The labels of the source's metrics.
    package static var labels: MetricLabels { Source.labels }

    /// Any number; `over` is what a mean is a mean over.
    package static func number(
        _ name: String, _ measure: Measure, about text: MetricLabel? = nil,
        over size: (@Sendable (Source) -> Double)? = nil, _ value: @escaping @Sendable (Source) -> Double?
    ) -> [Metric] {
        [Metric(about: MetricDescription(name, measure, text ?? labels.of(name)), value: value, size: size)]
    }

    package static func count(
        _ name: String, about text: MetricLabel? = nil, _ value: @escaping @Sendable (Source) -> Int
    )
        -> [Metric]
    {
        number(name, .count, about: text) { Double(value($0)) }
    }

    /// A way, of which millimetres are known.
    package static func kilometres(_ name: String, _ millimetres: @escaping @Sendable (Source) -> Int64) -> [Metric] {
        number(name, .kilometres) { Double(millimetres($0)) * 1e-6 }
    }

    /// A part of a whole, or how many for one; nil without a whole.
    package static func ratio(
        _ name: String, in measure: Measure = .share, about text: MetricLabel? = nil,
        _ part: @escaping @Sendable (Source) -> Int, of whole: @escaping @Sendable (Source) -> Int
    ) -> [Metric] {
        number(name, measure, about: text, over: { Double(whole($0)) }) { source in
            let all = whole(source)
            return all > 0 ? Double(part(source)) / Double(all) : nil
        }
    }

    /// How many of all words.
    package static func count<Word: LogWord>(_ name: String, sum value: @escaping @Sendable (Source) -> Counts<Word>)
        -> [Metric]
    {
        count(name) { value($0).total }
    }

    /// A count for each word, or for some; its text is that of `about`, or of the name with `.*`.
    package static func each<Word: LogWord>(
        _ name: String, about text: String? = nil, only words: [Word],
        _ value: @escaping @Sendable (Source) -> Counts<Word>
    ) -> [Metric] {
        let text = labels.of(text ?? name + ".*")
        return words.flatMap { word in count("\(name).\(word.word)", about: text.of(word)) { value($0)[word] } }
    }

    /// A count for each word of a closed list.
    package static func each<Word: EventWord>(
        _ name: String, about text: String? = nil, _ value: @escaping @Sendable (Source) -> Counts<Word>
    ) -> [Metric] {
        each(name, about: text, only: Array(Word.allCases), value)
    }

    /// How many of all words, and a count for each of these.
    package static func counts<Word: LogWord>(
        _ name: String, of words: [Word], _ value: @escaping @Sendable (Source) -> Counts<Word>
    ) -> [Metric] {
        count(name, sum: value) + each(name, only: words, value)
    }

    /// How many of all words of a closed list, and a count for each.
    package static func counts<Word: EventWord>(_ name: String, _ value: @escaping @Sendable (Source) -> Counts<Word>)
        -> [Metric]
    {
        counts(name, of: Array(Word.allCases), value)
    }

    /// The statistics of a sample, whose values are multiplied by a scale.
    package static func sample(
        _ name: String, in measure: Measure = .minutes, about text: MetricLabel? = nil, scale: Double = 1e-9,
        isMean: Bool = true, _ sample: @escaping @Sendable (Source) -> Sample
    ) -> [Metric] {
        let text = text ?? labels.of(name)
        func part(
            _ part: String, _ label: String, _ what: String, over size: (@Sendable (Source) -> Double)? = nil,
            _ value: @escaping @Sendable (Sample) -> Double?
        ) -> [Metric] {
            number("\(name).\(part)", measure, about: text.with(label, what), over: size) { source in
                let all = sample(source)
                return all.count > 0 ? value(all).map { $0 * scale } : nil
            }
        }
        let size: @Sendable (Source) -> Double = { Double(sample($0).count) }
        return count("\(name).count", about: text.with("how many", "how many values")) { sample($0).count }
            + part("mean", "mean", "mean", over: isMean ? size : nil) { $0.mean }
            + part("sd", "standard deviation", "standard deviation") { $0.deviation }
            + [("p50", "half", 0.5), ("p90", "90 %", 0.9), ("p95", "95 %", 0.95), ("p99", "99 %", 0.99)].flatMap {
                name, share, rank in
                part(name, name, "\(share) of the values are at most this") { $0.quantile(rank).map { Double($0) } }
            } + part("max", "max", "largest value") { Double($0.largest) }
    }
}

extension [MetricValue] {
    /// The values of these metrics, in their order.
    package init<Source>(_ metrics: [Metric<Source>], of source: Source) {
        self = metrics.map { MetricValue(name: $0.about.name, value: $0.value(source)) }
    }
}

/// Lists metrics one below the other, without commas, each checked on its own by the compiler.
@resultBuilder
package enum MetricList {
    package static func buildBlock<Source>(_ parts: [Metric<Source>]...) -> [Metric<Source>] {
        parts.flatMap(\.self)
    }
    package static func buildArray<Source>(_ parts: [[Metric<Source>]]) -> [Metric<Source>] {
        parts.flatMap(\.self)
    }
}
