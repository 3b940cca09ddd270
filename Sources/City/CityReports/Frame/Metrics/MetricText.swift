// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How a metric is told to people: a label, and what it says in one sentence. `%` in them stands for a word.
struct MetricText: Sendable {
    let label: String
    let text: String

    private static let all = TextTable.byName(PackageResources.metrics_txt)

    /// The text of a metric, of a sample, or of all counts of a list of words (`calls.refused.*`).
    static func of(_ name: String) -> MetricText {
        guard let cells = all[name] else { preconditionFailure("metrics.txt does not tell of \(name)") }
        return MetricText(label: cells[1], text: cells[2])
    }

    /// The text of the count of one word.
    func of(_ word: some LogWord) -> MetricText {
        MetricText(label: "\(label): \(Text.words(word.word))", text: text.replacing("%", with: word.word))
    }

    /// The text with words in their places.
    func of(label word: String, text name: String) -> MetricText {
        MetricText(label: label.replacing("%", with: Text.words(word)), text: text.replacing("%", with: name))
    }

    /// The text of one statistic of a sample.
    func with(_ part: String, _ what: String) -> MetricText {
        MetricText(label: "\(label), \(part)", text: "\(text): \(what).")
    }
}
