// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What metrics are read from, and how they are shown to people.
package protocol MetricSource: SendableMetatype {
    static var labels: MetricLabels { get }
}

/// The labels of metrics by path: lines of a file with the path, the label and the sentence, and bars between them.
package struct MetricLabels: Sendable {
    private let all: [String: [String]]

    /// Reads the lines of a file.
    package init(_ file: [UInt8]) { all = TextTable.byName(file) }

    /// The label of a metric, of a sample, or of all counts of a list of words (`calls.refused.*`).
    package func of(_ name: String) -> MetricLabel {
        guard let cells = all[name] else { preconditionFailure("no label for the metric \(name)") }
        return MetricLabel(label: cells[1], text: cells[2])
    }
}

/// How a metric is shown to people: a label, and what it says in one sentence. `%` in them stands for a word.
package struct MetricLabel: Sendable {
    package let label: String
    package let text: String

    package init(label: String, text: String) { (self.label, self.text) = (label, text) }

    /// The text of the count of one word.
    package func of(_ word: some LogWord) -> MetricLabel {
        MetricLabel(label: "\(label): \(Text.words(word.word))", text: text.replacing("%", with: word.word))
    }

    /// The text with words in their places.
    package func of(label word: String, text name: String) -> MetricLabel {
        MetricLabel(label: label.replacing("%", with: Text.words(word)), text: text.replacing("%", with: name))
    }

    /// The text of one statistic of a sample.
    package func with(_ part: String, _ what: String) -> MetricLabel {
        MetricLabel(label: "\(label), \(part)", text: "\(text): \(what).")
    }
}
