// SPDX-License-Identifier: GPL-3.0-or-later

/// What a metric can be told by beside the whole run: those that its demands or levels have.
package struct PartDimensions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A window of the clock: all that a metric has of which its list says nothing.
    package static let window = PartDimensions(rawValue: 1)
    /// The zone in which the demand arose.
    package static let zone = PartDimensions(rawValue: 2)
    /// The group of those whose demand it is.
    package static let group = PartDimensions(rawValue: 4)
    /// One of the service's sites, such as a store.
    package static let site = PartDimensions(rawValue: 8)

    /// When it was, and whose.
    package static let person: PartDimensions = [.window, .group]
    /// All that a demand has: when, where and whose.
    package static let demand: PartDimensions = [.window, .zone, .group]
    /// The whole run alone: what is known at its end, or is a law of all of it.
    package static let wholeRun: PartDimensions = []
}

extension Array {
    /// These metrics, with what those can be told by of which nothing else is said.
    package func by<Source>(_ parts: PartDimensions) -> [Element] where Element == Metric<Source> {
        map { Metric(about: $0.about.by(parts), value: $0.value, size: $0.size) }
    }
}

extension MetricDescription {
    /// The same metric, with what it can be told by if nothing else is said of it.
    package func by(_ parts: PartDimensions) -> MetricDescription {
        var metric = self
        metric.statedParts = statedParts ?? parts
        return metric
    }
}
