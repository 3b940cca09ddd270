// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
package import Foundation
import ScenarioLanguage
import Synchronization

/// All that another machine needs to run the replications of an experiment, its input files by the hash of their contents.
package struct ExperimentRecipe: Codable, Hashable, Sendable {
    /// A file that is read, by the path under which it is asked for.
    struct File: Codable, Hashable, Sendable {
        let path, hash: String
    }

    /// The scenario with every value written out, and the folder that its paths start at.
    let source, folder: String
    /// What `$CABRANK_DATA` stands for.
    let data: String?
    /// How the service's zones are made.
    let layout: MadeLayout.Making
    /// How the zones that wishes are counted by are made; nil for those of the people.
    let places: MadeLayout.Making?
    let seed: UInt64
    let invariants, keepsWishes: Bool
    let stress: Double?
    /// The metrics of parts of the run that are counted; nil for none.
    let parts: [String]?
    private(set) var files: [File] = []
    /// What its replications belong to, as in a journal.
    let binding: JournalBinding

    /// The hash of all of it: experiments with the same one have the same replications.
    package var key: String { ContentHash.hex(of: ReplicationJournal.encoded(self)) }

    /// Describes an experiment; reads its files once more.
    ///
    /// - Returns: the recipe, and the contents of its files by their hash.
    /// - Throws: `ExperimentProblem` for one that cannot be described in full, or whose files have changed since.
    package static func of(
        _ experiment: Replications
    ) throws(ExperimentProblem) -> (recipe: ExperimentRecipe, contents: [String: Data]) {
        let plan = experiment.plan
        var recipe = ExperimentRecipe(
            source: plan.read.source, folder: plan.read.folder,
            data: ProcessInfo.processInfo.environment["CABRANK_DATA"], layout: plan.made.making,
            places: experiment.places?.making, seed: experiment.seed, invariants: experiment.checksInvariants,
            keepsWishes: experiment.keepsWishes, stress: experiment.stress,
            parts: experiment.parts.isEmpty ? nil : experiment.parts.flatMap(\.names),
            binding: JournalBinding(experiment))
        if let last = lastRead.withLock({ $0 }), last.isSame(as: recipe) {
            recipe.files = last.files
            return (recipe, last.contents)
        }
        let shelf = InputShelf()
        let again: Replications
        do {
            again = try InputFile.$shelf.withValue(shelf) { try recipe.experiment(on: recipe.ground(), meter: nil) }
        } catch {
            throw ExperimentProblem("--store: the scenario cannot be read again: \(error)")
        }
        guard JournalBinding(again) == recipe.binding else {
            throw ExperimentProblem("--store: a file of the scenario has changed while it was read")
        }
        var contents: [String: Data] = [:]
        for (path, bytes) in shelf.contents.sorted(by: { $0.key < $1.key }) {
            let hash = ContentHash.hex(of: bytes)
            recipe.files.append(File(path: path, hash: hash))
            contents[hash] = bytes
        }
        lastRead.withLock { $0 = Inputs(recipe, contents) }
        return (recipe, contents)
    }

    /// What the last one described has read: the many layouts of a search differ in no file.
    private static let lastRead = Mutex<Inputs?>(nil)
    /// What the last one was made from, likewise.
    private static let lastGround = Mutex<Ground?>(nil)

    /// The experiment, made from the contents of its files; nothing of this machine's disk is read.
    ///
    /// - Throws: when the files do not make the experiment that was described.
    func experiment(_ contents: [String: Data], meter: Replications.Meter?) throws -> Replications {
        var shelved: [String: Data] = [:]
        for file in files {
            guard let bytes = contents[file.hash], ContentHash.hex(of: bytes) == file.hash else {
                throw ExperimentProblem("the store does not hold \(file.path) as it was")
            }
            shelved[file.path] = bytes
        }
        return try InputFile.$shelf.withValue(InputShelf(shelved)) {
            let known = Self.lastGround.withLock { $0 }
            let base = if let known, known.isSame(as: self) { known } else { try ground() }
            Self.lastGround.withLock { $0 = base }
            let experiment = try experiment(on: base, meter: meter)
            guard JournalBinding(experiment) == binding else {
                throw ExperimentProblem("the store's inputs make another experiment than was described")
            }
            return experiment
        }
    }

    /// The scenario, made from the files on the shelf, or from those of this machine.
    private func ground() throws -> Ground {
        let reader = ScenarioReader(
            services: Slices.all.keys, environment: data.map { ["CABRANK_DATA": $0] } ?? [:])
        let plan = try CityPlan(reader.read(text: source, named: "scenario", folder: folder))
        return Ground(recipe: self, plan: plan, places: try places.map { try MadeLayout($0, for: plan) })
    }

    private func experiment(on ground: Ground, meter: Replications.Meter?) throws -> Replications {
        var plan = ground.plan
        if layout != .scenario {
            plan = try CityPlan(plan, trying: MadeLayout(layout, for: plan, known: ground.places))
        }
        var experiment = try Replications(plan, rule: .count(1), seed: seed, meter: meter)
        experiment.checksInvariants = invariants
        experiment.keepsWishes = keepsWishes
        experiment.stress = stress
        experiment.places = ground.places
        try experiment.count(parts ?? [])
        return experiment
    }
}

extension ExperimentRecipe {
    /// The contents of what a recipe reads.
    private struct Inputs {
        let recipe: ExperimentRecipe
        let contents: [String: Data]

        init(_ recipe: ExperimentRecipe, _ contents: [String: Data]) {
            (self.recipe, self.contents) = (recipe, contents)
        }

        var files: [File] { recipe.files }

        /// Whether another one reads the same files, and what is known of their contents has not changed.
        func isSame(as other: ExperimentRecipe) -> Bool {
            recipe.hasScenario(of: other) && recipe.layout.source == other.layout.source
                && recipe.binding.files == other.binding.files
                && recipe.binding.scenarioHash == other.binding.scenarioHash
        }
    }

    /// What many recipes have in common.
    private struct Ground {
        let recipe: ExperimentRecipe
        let plan: CityPlan
        let places: MadeLayout?

        /// Whether another one is made from the same.
        func isSame(as other: ExperimentRecipe) -> Bool {
            recipe.hasScenario(of: other) && recipe.files == other.files
        }
    }

    /// Whether scenario and places are the same by name; files may have other contents.
    private func hasScenario(of other: ExperimentRecipe) -> Bool {
        source == other.source && folder == other.folder && data == other.data && places == other.places
    }
}

extension MadeLayout.Making {
    /// The file or grid that it begins with, if it is not the scenario's.
    fileprivate var source: LayoutSource? {
        switch self {
        case .scenario, .text: nil
        case .source(let source): source
        case .joined(let base, _): base.source
        }
    }
}
