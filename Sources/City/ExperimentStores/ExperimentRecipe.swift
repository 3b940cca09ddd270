// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
public import Experiments
public import Foundation
import ScenarioFile
import ScenarioLanguage

/// All that another machine needs to run the replications of an experiment, its input files by the hash of their contents.
public struct ExperimentRecipe: Codable, Hashable, Sendable {
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
    private(set) var files: [File] = []
    /// What its replications belong to, as in a journal.
    let binding: JournalBinding

    /// The hash of all of it: experiments with the same one have the same replications.
    public var key: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and finite numbers can always be encoded.
        return ContentHash.hex(of: (try? encoder.encode(self)) ?? Data())
    }

    /// Describes an experiment; reads its files once more.
    ///
    /// - Returns: the recipe, and the contents of its files by their hash.
    /// - Throws: `ExperimentProblem` for one that cannot be described in full, or whose files have changed since.
    public static func of(
        _ experiment: Replications
    ) throws(ExperimentProblem) -> (recipe: ExperimentRecipe, contents: [String: Data]) {
        let plan = experiment.plan
        var recipe = ExperimentRecipe(
            source: plan.read.source, folder: plan.read.folder,
            data: ProcessInfo.processInfo.environment["CABRANK_DATA"], layout: plan.made.making,
            places: experiment.places?.making, seed: experiment.seed, invariants: experiment.checksInvariants,
            keepsWishes: experiment.keepsWishes, stress: experiment.stress, binding: JournalBinding(experiment))
        let shelf = InputShelf()
        let again: Replications
        do {
            again = try InputFile.$shelf.withValue(shelf) { try recipe.experiment(meter: nil) }
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
        return (recipe, contents)
    }

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
            let experiment = try experiment(meter: meter)
            guard JournalBinding(experiment) == binding else {
                throw ExperimentProblem("the store's inputs make another experiment than was described")
            }
            return experiment
        }
    }

    /// The experiment, made from the files on the shelf, or from those of this machine.
    private func experiment(meter: Replications.Meter?) throws -> Replications {
        let reader = ScenarioReader(
            services: Slices.all.keys, environment: data.map { ["CABRANK_DATA": $0] } ?? [:])
        var plan = try CityPlan(reader.read(text: source, named: "scenario", folder: folder))
        let places = try places.map { try MadeLayout($0, for: plan) }
        if layout != .scenario { plan = try CityPlan(plan, trying: MadeLayout(layout, for: plan)) }
        var experiment = try Replications(plan, rule: .count(1), seed: seed, meter: meter)
        experiment.checksInvariants = invariants
        experiment.keepsWishes = keepsWishes
        experiment.stress = stress
        experiment.places = places
        return experiment
    }
}
