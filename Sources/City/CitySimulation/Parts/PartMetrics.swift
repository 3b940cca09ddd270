// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices
package import Reporting

/// Metrics of one part of a run, which are counted beside those of the whole.
package struct PartMetrics: Hashable, Sendable {
    /// The service whose metrics they are.
    let service: ServiceID
    package let part: CountedPart
    /// Their paths, without the part, each once.
    package private(set) var metrics: [String]

    /// Their names with the part.
    package var names: [String] { metrics.map { "\($0)@\(part.text)" } }

    fileprivate mutating func add(_ metric: String) {
        if !metrics.contains(metric) { metrics.append(metric) }
    }
}

/// What parts are called in one city.
struct PartFinder {
    let words: PartWords
    let scenario: Scenario
    let zones: [ZoneRecord]

    /// The metric's service and the part that its name says.
    ///
    /// - Throws: `PartProblem` for a metric that this city does not have, and for a part that it does not have or that the
    ///   metric cannot be told by.
    func find(_ name: PartedName) throws(PartProblem) -> (service: ServiceID, part: CountedPart) {
        guard let metric = words.told(name.metric) else {
            throw PartProblem(
                PartWords(slices: Slices.all).told(name.metric).map {
                    "`\(name.metric)` needs the section `\($0.slice.key.service)`, which this scenario does not have"
                } ?? MetricMessage.unknown(name.metric, among: BudgetMetric.all(with: words.slices).map(\.path)))
        }
        let parts = metric.slice.parts(in: scenario)
        var (window, zone): (ClockWindow?, ZoneID?)
        var (group, site): (Int?, Int?)
        for (piece, kind) in try words.kinds(name, of: metric) {
            switch piece {
            case .window(let named, _): window = named
            case .unreadable: break
            case .named(let word, let text):
                switch kind {
                case .zone: zone = try self.zone(text)
                case .group: group = try Self.place(of: text, word, among: parts.groups)
                default: site = try Self.site(text, word, parts.sites)
                }
            }
        }
        return (
            metric.slice.key.service,
            CountedPart(name.text, window: window, zone: zone, group: group, site: site)
        )
    }

    private func zone(_ text: String) throws(PartProblem) -> ZoneID {
        guard let zone = ZoneKeys(zones).zone(text), zones.contains(where: { $0.id == zone }) else {
            throw Self.unknown("zone", text, among: zones.map(\.key))
        }
        return zone
    }

    private static func place(of text: String, _ word: String, among names: [String]) throws(PartProblem) -> Int {
        guard let place = names.firstIndex(of: text) else { throw unknown(word, text, among: names) }
        return place
    }

    private static func site(_ text: String, _ word: String, _ names: [String]) throws(PartProblem) -> Int {
        if let number = Int(text), (1...max(1, names.count)).contains(number), !names.isEmpty { return number }
        if let place = names.firstIndex(of: text) { return place + 1 }
        guard Int(text) != nil, !names.isEmpty else { throw unknown(word, text, among: names) }
        throw PartProblem("there is no \(word) `\(text)`; allowed: 1 to \(names.count)")
    }

    private static func unknown(_ word: String, _ text: String, among names: [String]) -> PartProblem {
        var message = "unknown \(word) `\(text)`"
        if names.isEmpty { message += "; this scenario has none" }
        if !names.isEmpty, names.count <= 20 { message += "; allowed: \(names.joined(separator: ", "))" }
        if let near = nearestName(to: text, among: names) { message += "; did you mean `\(near)`?" }
        return PartProblem(message)
    }
}

extension CityPlan {
    /// The parts of this city that metrics are named for, each with those metrics; metrics of the whole run are left out.
    ///
    /// - Throws: `PartProblem` with what is wrong with the first name that means nothing here.
    package func parts(of names: [String]) throws(PartProblem) -> [PartMetrics] {
        let finder = PartFinder(words: PartWords(slices: slices), scenario: scenario, zones: peopleLayout.zones)
        var found: [PartMetrics] = []
        for name in names {
            guard let parted = PartedName(name) else { continue }
            let (service, part) = try finder.find(parted)
            let index =
                found.firstIndex { $0.service == service && $0.part == part }
                ?? {
                    found.append(PartMetrics(service: service, part: part, metrics: []))
                    return found.count - 1
                }()
            found[index].add(parted.metric)
        }
        return found
    }
}

/// The folds of one part of a run.
struct PartFolds {
    private let metrics: PartMetrics
    private let run: RunMetrics

    init(_ metrics: PartMetrics, of plan: CityPlan, _ context: RunContext, _ membership: Membership?) {
        self.metrics = metrics
        let people = plan.made.making == .scenario ? nil : plan.peopleLayout
        let context = context.counting(metrics.part, of: people, membership)
        run = RunMetrics(
            plan.slices.filter { $0.key.service == metrics.service }.map { ReportedService($0, context) },
            isDrawn: false)
    }

    /// What reads the events.
    var readers: [any EventObserver] { run.readers }

    /// The metrics with the part in their names, when the run is over.
    var values: [MetricValue] {
        zip(metrics.metrics, metrics.names).map { metric, name in
            MetricValue(name: name, value: run.result[metric])
        }
    }
}

extension ReportedService {
    /// A slice in the results of a run.
    init(_ slice: any ServiceSlice, _ context: RunContext) {
        self.init(
            slice.key.service, title: slice.title, metrics: slice.metrics, headlines: slice.headlines,
            counting: slice.events, fold: slice.fold(context))
    }
}
