// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// One metric: what it is, and how it is read from what was folded from the event log.
struct Metric<Source>: Sendable {
    let about: MetricDescription
    let value: @Sendable (Source) -> Double?
    /// Of a mean over time or over things: how much or how many it is a mean over. Batch means are made of it.
    var size: (@Sendable (Source) -> Double)?

    /// Any number; `over` is what a mean is a mean over.
    static func number(
        _ name: String, _ measure: Measure, _ label: String, _ text: String,
        over size: (@Sendable (Source) -> Double)? = nil, _ value: @escaping @Sendable (Source) -> Double?
    ) -> [Metric] {
        [Metric(about: MetricDescription(name, measure, label, text), value: value, size: size)]
    }

    /// How many.
    static func count(
        _ name: String, _ label: String, _ text: String, _ value: @escaping @Sendable (Source) -> Int
    ) -> [Metric] {
        number(name, .count, label, text) { Double(value($0)) }
    }

    /// A way, of which millimetres are known.
    static func kilometres(
        _ name: String, _ label: String, _ text: String, _ millimetres: @escaping @Sendable (Source) -> Int64
    ) -> [Metric] {
        number(name, .kilometres, label, text) { Double(millimetres($0)) * 1e-6 }
    }

    /// How many of all words.
    static func count<Word: EventWord>(
        _ name: String, _ label: String, _ text: String, sum value: @escaping @Sendable (Source) -> Counts<Word>
    ) -> [Metric] {
        count(name, label, text) { value($0).total }
    }

    /// A part of a whole, or how many for one; nil without a whole.
    static func ratio(
        _ name: String, in measure: Measure = .share, _ label: String, _ text: String,
        _ part: @escaping @Sendable (Source) -> Int, of whole: @escaping @Sendable (Source) -> Int
    ) -> [Metric] {
        number(name, measure, label, text, over: { Double(whole($0)) }) { source in
            let all = whole(source)
            return all > 0 ? Double(part(source)) / Double(all) : nil
        }
    }

    /// A count for each word of a list; `%` in the text stands for the word.
    static func counts<Word: EventWord>(
        _ name: String, _ label: String, _ text: String, _ words: [Word],
        _ value: @escaping @Sendable (Source) -> Counts<Word>
    ) -> [Metric] {
        words.flatMap { word in
            count(
                "\(name).\(word.word)", "\(label): \(Text.words(word.word))", text.replacing("%", with: word.word)
            ) { value($0)[word] }
        }
    }

    /// How many of all words, and a count for each; `%` in the text `each` stands for the word.
    static func counts<Word: EventWord>(
        _ name: String, _ label: String, _ text: String, each: String, _ words: [Word],
        _ value: @escaping @Sendable (Source) -> Counts<Word>
    ) -> [Metric] {
        count(name, label, text, sum: value) + counts(name, label, each, words, value)
    }

    /// The statistics of a sample, whose values are multiplied by a scale.
    static func sample(
        _ name: String, in measure: Measure = .minutes, _ label: String, _ text: String, scale: Double = 1e-9,
        isMean: Bool = true, _ sample: @escaping @Sendable (Source) -> Sample
    ) -> [Metric] {
        @Sendable func quantile(_ share: Double) -> @Sendable (Source) -> Double? {
            { source in sample(source).quantile(share).map { Double($0) * scale } }
        }
        let size: @Sendable (Source) -> Double = { Double(sample($0).count) }
        return count("\(name).count", "\(label), how many", "\(text): how many values.") { sample($0).count }
            + number("\(name).mean", measure, "\(label), mean", "\(text): mean.", over: isMean ? size : nil) {
                sample($0).count > 0 ? sample($0).mean * scale : nil
            }
            + number("\(name).sd", measure, "\(label), standard deviation", "\(text): standard deviation.") {
                sample($0).count > 0 ? sample($0).deviation * scale : nil
            }
            + [("p50", "half", 0.5), ("p90", "90 %", 0.9), ("p95", "95 %", 0.95), ("p99", "99 %", 0.99)].flatMap {
                number(
                    "\(name).\($0)", measure, "\(label), \($0)", "\(text): \($1) of the values are at most this.",
                    quantile($2))
            }
            + number("\(name).max", measure, "\(label), max", "\(text): largest value.") {
                sample($0).count > 0 ? Double(sample($0).largest) * scale : nil
            }
    }

    /// The metric with its value rounded as results keep numbers: its batches are made of that.
    var tidied: Metric {
        let value = value
        return Metric(about: about, value: { value($0).map(tidy) }, size: size)
    }
}

extension [MetricValue] {
    /// The values of these metrics, in their order.
    init<Source>(_ metrics: [Metric<Source>], of source: Source) {
        self = metrics.map { MetricValue(name: $0.about.name, value: $0.value(source)) }
    }
}

/// Lists metrics one below the other, without commas, each checked on its own by the compiler.
@resultBuilder
enum MetricList {
    static func buildBlock<Source>(_ parts: [Metric<Source>]...) -> [Metric<Source>] { parts.flatMap(\.self) }
    static func buildArray<Source>(_ parts: [[Metric<Source>]]) -> [Metric<Source>] { parts.flatMap(\.self) }
}
