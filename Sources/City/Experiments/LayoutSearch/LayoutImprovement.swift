// SPDX-License-Identifier: GPL-3.0-or-later

package import CityMap
package import CityModel
package import CitySimulation
import CitySlices
import RandomStreams

/// The search for a better layout of a scenario's city, judged by runs of that city.
///
/// The service's zones are made of cells: the scenario's own zones, or those of a finer layout. People's places stay drawn in
/// the scenario's zones.
package struct LayoutImprovement {
    /// Somebody asked to stop.
    package struct Stopped: Error {}

    /// Gives the journal of an experiment, by its name; nil to keep nothing.
    package typealias Journals = (String, Replications) throws -> ReplicationJournal?

    /// The scenario with its own zones: the start.
    package let plan: CityPlan
    /// Runs of the search, and pairs of the confirmation.
    package let searchRuns, confirmations: Int
    /// Who runs the replications, when not threads of this process.
    package var crew: (any ReplicationCrew)?
    let limits: LayoutLimits
    let graph: CellGraph
    /// What zones are made of.
    let cells: MadeLayout
    private let drawing: LayoutDrawing
    private let search: LayoutSearch
    private let threads: Int

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - plan: the scenario.
    ///   - limits: what zones must keep.
    ///   - runs: all runs, those of the confirmation among them.
    ///   - confirmations: pairs of the confirmation.
    ///   - others: layouts that take part in the race that the search begins with, and that are confirmed against.
    ///   - threads: how many runs at once.
    ///   - layout: the cells that zones are made of, a layout in the plane of the scenario's; its own zones when left out.
    /// - Throws: `ExperimentProblem` for numbers with which nothing could be shown, `LayoutProblems` for zones that cannot be
    ///   cut.
    package init(
        _ plan: CityPlan, limits: LayoutLimits, runs: Int, confirmations: Int, others: [any ZoneLayout] = [],
        threads: Int, cells layout: MadeLayout? = nil
    ) throws {
        let made = try layout ?? MadeLayout(.scenario, for: plan)
        let cells = made.layout.zones
        guard Slices.form(for: plan.scenario) != nil else {
            let whose = Slices.leading?.slice.title.lowercased() ?? "service"
            throw ExperimentProblem("the scenario has no \(whose): zones change nothing")
        }
        guard cells.count > 1 else { throw ExperimentProblem("there is one zone only: nothing can be merged") }
        guard limits.zones.lowerBound <= cells.count else {
            throw ExperimentProblem(
                "--zones \(limits.zones.lowerBound)..\(limits.zones.upperBound): "
                    + "\(layout == nil ? "the scenario has \(cells.count) zones" : "there are \(cells.count) cells"), and zones "
                    + "are made of whole ones; allowed: up to \(cells.count)")
        }
        guard confirmations >= 5 else {
            throw ExperimentProblem("--confirmations \(confirmations): at least 5 pairs are needed to show anything")
        }
        let least = LayoutSearch.leastBudget + confirmations * (2 + others.count)
        guard runs >= least else {
            throw ExperimentProblem(
                "--runs \(runs): no better layout shown, because so few runs can show none; at least \(least) are needed, "
                    + "\(confirmations * (2 + others.count)) of them to confirm")
        }
        searchRuns = runs - confirmations * (2 + others.count)
        self.plan = plan
        self.limits = limits
        self.confirmations = confirmations
        self.threads = threads
        self.cells = made
        drawing = try LayoutDrawing(zones: cells, fileName: plan.layoutSource.name)
        graph = CellGraph(
            areas: cells.map(\.area), borders: try drawing.borders(), middles: cells.map(\.inside))
        var search = LayoutSearch(graph, limits: limits, seed: plan.scenario.seed, budget: searchRuns)
        let graph = graph
        search.known = ([plan.layout] + others).map { Self.division(of: graph, like: $0) }
        guard !search.merged(graph.areas).isEmpty else {
            throw ExperimentProblem(
                "--zones \(limits.zones.lowerBound)..\(limits.zones.upperBound): no layout of so many connected zones keeps "
                    + "the limits of their area")
        }
        self.search = search
    }

    /// Searches.
    ///
    /// - Parameters:
    ///   - journals: where the replications of each trial are kept.
    ///   - goesOn: asked now and then; false stops.
    ///   - report: told of each round.
    /// - Throws: `Stopped`, and what runs and journals throw.
    package func search(
        journals: @escaping Journals, goesOn: @escaping () -> Bool,
        report: @escaping (LayoutSearch.Progress, LayoutSearch.Outcome) -> Void
    ) throws -> LayoutSearch.Outcome {
        var trials = 0
        let outcome = try search.run(
            { partitions, window, count in
                let members = try partitions.map { partition in
                    trials += 1
                    let experiment = try experiment(plan(of: partition), count, seed: seed(UInt64(window)))
                    return (experiment: experiment, journal: try journals("trial-\(trials).jsonl", experiment))
                }
                return try run(members, goesOn: goesOn).map { $0.replications.map(LayoutTrial.init) }
            }, report: report)
        // Preparing found layouts by area that keep the limits, and the race begins with those too.
        guard let outcome else { preconditionFailure("no layout keeps the limits") }
        return outcome
    }

    /// Confirms what a search found on days that the search never saw, with the layout as it is written.
    ///
    /// - Parameters:
    ///   - outcome: what was found.
    ///   - others: further layouts by name, each as a plan of the same scenario.
    ///   - journals: where the replications of each layout are kept.
    ///   - goesOn: asked now and then; false stops.
    /// - Throws: `Stopped`, and what runs and journals throw.
    package func confirm(
        _ outcome: LayoutSearch.Outcome, against others: [(name: String, plan: CityPlan)], journals: Journals,
        goesOn: @escaping () -> Bool
    ) throws -> ImprovementResult {
        let layout = try drawing.joined(outcome.best.owners)
        let better = try CityPlan(
            plan, trying: MadeLayout(.text(layout.geoJSON, number: "zone_id", name: "name"), for: plan))
        let entries = [("start", plan), ("best", better)] + others.map { ($0.name, $0.plan) }
        let members = try entries.enumerated().map { index, entry in
            let experiment = try experiment(entry.1, confirmations, seed: seed(.max))
            return (experiment: experiment, journal: try journals("confirm-\(index + 1).jsonl", experiment))
        }
        let sets = try run(members, goesOn: goesOn)
        return ImprovementResult(
            outcome: outcome, layout: layout, limits: limits, searchRuns: searchRuns,
            variants: zip(entries, sets).map { entry, set in
                Comparison.Variant(name: entry.0, plan: entry.1, set: set, places: cells.layout)
            })
    }

    /// The layout of a division, as it would be written.
    ///
    /// - Throws: when GEOS fails.
    package func drawn(_ partition: Partition) throws(LayoutProblems) -> String {
        try drawing.joined(partition.owners).geoJSON
    }

    private func run(
        _ members: [(experiment: Replications, journal: ReplicationJournal?)], goesOn: @escaping () -> Bool
    ) throws -> [ReplicationSet] {
        let count = members[0].experiment.rule.most
        let sets = try Replications.runSideBySide(members, rule: .count(count), threads: threads) { _ in goesOn() }
        // A stop that came with the last run changes nothing of what there is, and ends the next one.
        guard sets.allSatisfy({ $0.replications.count == count }) else { throw Stopped() }
        return sets
    }

    private func plan(of partition: Partition) throws(InputErrors) -> CityPlan {
        guard cells.making != plan.made.making || partition != .single(graph.count) else { return plan }
        return try CityPlan(plan, trying: cells.joined(partition.owners))
    }

    /// Replications that count wishes by cells.
    private func experiment(_ plan: CityPlan, _ count: Int, seed: UInt64) throws(ExperimentProblem) -> Replications {
        var experiment = try Replications(plan, rule: .count(count), threads: threads, seed: seed)
        experiment.places = cells
        experiment.crew = crew
        return experiment
    }

    /// The division nearest to a layout: each cell in the zone that its middle is in, and parts that do not hang together each
    /// a zone.
    private static func division(
        of graph: CellGraph, like layout: any ZoneLayout
    ) -> Partition {
        let zones = graph.middles.map { layout.zone(at: $0) }
        var labels = [Int](repeating: -1, count: zones.count)
        for cell in labels.indices where labels[cell] < 0 {
            let same = Set(zones.indices.filter { zones[$0] == zones[cell] })
            for part in graph.reached(from: cell, within: same) { labels[part] = cell }
        }
        return Partition(labels)
    }

    /// The seed of the days of a window: no two have days in common, and none is that of the scenario itself.
    private func seed(_ window: UInt64) -> UInt64 {
        var chain = SeedingChain()
        for word in [plan.scenario.seed, Purpose.design.rawValue, window] { chain.absorb(word) }
        return chain.first
    }
}

extension LayoutTrial {
    init(_ replication: Replication) {
        self.init(wishes: replication.leadingZones.map(\.wishes), missed: replication.leadingZones.map(\.notInTime))
    }
}
