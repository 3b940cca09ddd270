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
    /// Zones that are tried in place of the scenario's.
    struct Layout: Codable, Hashable, Sendable {
        let path, number: String
        let name: String?
    }

    /// The scenario with every value written out, and the folder that its paths start at.
    let source, folder: String
    /// What `$CABRANK_DATA` stands for.
    let data: String?
    let layout: Layout?
    let seed: UInt64
    let invariants, keepsWishes: Bool
    let stress: Double?
    let files: [File]
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
        guard experiment.places == nil else {
            throw ExperimentProblem("--store: an experiment with cells of its own cannot be given away")
        }
        let plan = experiment.plan
        var layout: Layout?
        if plan.layoutSource != plan.scenario.city.layout,
            case .geoJSON(let path, let number, let name) = plan.layoutSource
        {
            layout = Layout(path: path, number: number, name: name)
        }
        let data = ProcessInfo.processInfo.environment["CABRANK_DATA"]
        let binding = JournalBinding(experiment)
        let shelf = InputShelf()
        let again: CityPlan
        do {
            again = try InputFile.$shelf.withValue(shelf) {
                try Self.plan(plan.read.source, plan.read.folder, data, layout)
            }
        } catch {
            throw ExperimentProblem("--store: the scenario cannot be read again: \(error)")
        }
        guard Self.binding(again, of: experiment) == binding else {
            throw ExperimentProblem("--store: a file of the scenario has changed while it was read")
        }
        var (files, contents): ([File], [String: Data]) = ([], [:])
        for (path, bytes) in shelf.contents.sorted(by: { $0.key < $1.key }) {
            let hash = ContentHash.hex(of: bytes)
            files.append(File(path: path, hash: hash))
            contents[hash] = bytes
        }
        let recipe = ExperimentRecipe(
            source: plan.read.source, folder: plan.read.folder, data: data, layout: layout, seed: experiment.seed,
            invariants: experiment.checksInvariants, keepsWishes: experiment.keepsWishes, stress: experiment.stress,
            files: files, binding: binding)
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
            let plan = try Self.plan(source, folder, data, layout)
            var experiment = try Replications(plan, rule: .count(1), seed: seed, meter: meter)
            experiment.checksInvariants = invariants
            experiment.keepsWishes = keepsWishes
            experiment.stress = stress
            guard Self.binding(plan, of: experiment) == binding else {
                throw ExperimentProblem("the store's inputs make another experiment than was described")
            }
            return experiment
        }
    }

    private static func plan(
        _ source: String, _ folder: String, _ data: String?, _ layout: Layout?
    ) throws(InputErrors) -> CityPlan {
        let reader = ScenarioReader(
            services: Slices.all.keys, environment: data.map { ["CABRANK_DATA": $0] } ?? [:])
        let plan = try CityPlan(reader.read(text: source, named: "scenario", folder: folder))
        guard let layout else { return plan }
        return try CityPlan(
            plan, tryingLayout: .geoJSON(path: layout.path, number: layout.number, name: layout.name))
    }

    private static func binding(_ plan: CityPlan, of experiment: Replications) -> JournalBinding {
        JournalBinding(
            plan, seed: experiment.seed, checksInvariants: experiment.checksInvariants,
            keepsWishes: experiment.keepsWishes)
    }
}
