// SPDX-License-Identifier: GPL-3.0-or-later

/// What the services came to in a run, together.
package struct MetricsResult: Sendable {
    /// All metrics, service by service.
    package let values: [MetricValue]
    /// What they are, in the same order.
    package let about: [MetricDescription]
    package let verdicts: [Verdict]
    /// How often each kind of event occurred, by name, warm-up included.
    package let eventCounts: [String: Int]
    /// How many demands were open in each step of the run, of the first service that says it; nil where none does.
    package let openDemands: OpenDemands?
    /// What each service brought.
    package let services: [ServiceResult]
    private let outcomes: [OutcomeForm]
    private let indexes: [String: Int]

    /// Puts together what services brought.
    package init(_ services: [ServiceResult]) {
        values = services.flatMap(\.values)
        about = services.flatMap(\.about)
        verdicts = services.flatMap(\.verdicts)
        eventCounts = services.reduce(into: [:]) { $0.merge($1.eventCounts) { first, _ in first } }
        openDemands = services.lazy.compactMap(\.openDemands).first
        self.services = services
        outcomes = services.compactMap(\.report).flatMap(\.outcomes)
        indexes = Dictionary(values.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A metric by its path; nil when it is unknown or was not measured.
    package subscript(name: String) -> Double? { indexes[name].flatMap { values[$0].value } }

    /// What a service came to beside its metrics, by its own type; nil where no service brought it.
    package func detail<Detail>(_ type: Detail.Type = Detail.self) -> Detail? {
        services.lazy.compactMap { $0.detail as? Detail }.first
    }

    /// Every mean with its batches, service by service; empty without batches.
    package var batches: [MeanBatches] { services.flatMap(\.batches) }

    /// The services that have something to tell.
    package var told: [ServiceResult] { services.filter(\.isTold) }

    /// The metrics with their descriptions, in order.
    package var described: [(MetricValue, MetricDescription)] { Array(zip(values, about)) }

    /// What became of everything of a kind; what the run does not have is left out.
    package var outcomeTables: [OutcomeTable] { outcomes.compactMap { $0.filled { self[$0] } } }

    /// What stands for a place of a text: a metric with its unit, `wait.mean`, or with so many decimals and without it,
    /// `wait.mean:1`; what became of everything of a kind, `told calls.stored`, or only what occurred, `some calls.stored`.
    package func text(for place: String, dash: String) -> String {
        let words = place.split(separator: " ")
        if words.count == 2, let table = outcomes.first(where: { $0.metric == words[1] })?.filled({ self[$0] }) {
            return words[0] == "told" ? table.reported : table.reportedShort
        }
        let parts = place.split(separator: ":")
        guard let index = indexes[String(parts[0])] else { preconditionFailure("no metric is called \(place)") }
        guard let value = values[index].value else { return dash }
        let shown = about[index].shown
        return parts.count > 1 ? shown.number(value, decimals: Int(parts[1])) : shown.text(value)
    }

    /// A metric's value as people see it, without its unit; a dash when it was not measured.
    package func number(_ name: String) -> String {
        indexes[name].map { about[$0].shown.number(values[$0].value) } ?? "-"
    }
}

extension MetricsResult: Equatable {
    /// Whether two runs came to the same: their metrics, verdicts and counts of events.
    package static func == (one: MetricsResult, other: MetricsResult) -> Bool {
        one.values == other.values && one.verdicts == other.verdicts && one.eventCounts == other.eventCounts
    }
}

/// How many demands were open in each step of a run, warm-up included: a level that shows whether the run has settled.
package struct OpenDemands: Sendable {
    /// How long a step is, in seconds; the last one may be shorter.
    package let stepSeconds: Double
    /// The mean of each step.
    package let means: [Double]

    package init(stepSeconds: Double, means: [Double]) { (self.stepSeconds, self.means) = (stepSeconds, means) }
}
