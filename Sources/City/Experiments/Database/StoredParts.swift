// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// The parts of experiments that a worker runs, made from the store and ready for the next replication.
final class StoredParts: Sendable {
    private struct State {
        /// The ones used last, the latest first.
        var parts: [(member: Int64, experiment: Replications, inputs: [String: Data])] = []
    }

    private static let most = 8

    private let store: ExperimentStore
    private let meter: Replications.Meter?
    private let state = Mutex(State())

    init(_ store: ExperimentStore, _ meter: Replications.Meter?) {
        self.store = store
        self.meter = meter
    }

    /// The experiment of a part; a failure when its inputs cannot be used, nil when it is not in the store any more.
    ///
    /// Made once: other threads wait for it meanwhile, since most want the same one.
    func experiment(_ member: Int64) throws(StoreProblem) -> Result<Replications, ExperimentProblem>? {
        try state.withLock { state throws(StoreProblem) in
            if let index = state.parts.firstIndex(where: { $0.member == member }) {
                state.parts.insert(state.parts.remove(at: index), at: 0)
                return .success(state.parts[0].experiment)
            }
            let known = state.parts.reduce(into: [String: Data]()) { $0.merge($1.inputs) { $1 } }
            guard let (recipe, missing) = try store.part(member, without: known.keys.sorted()) else { return nil }
            let inputs = known.merging(missing) { $1 }
            do {
                let recipe = try JSONDecoder().decode(ExperimentRecipe.self, from: recipe)
                let experiment = try recipe.experiment(inputs, meter: meter)
                let own = Set(recipe.files.map(\.hash))
                state.parts.insert((member, experiment, inputs.filter { own.contains($0.key) }), at: 0)
                if state.parts.count > Self.most { state.parts.removeLast() }
                return .success(experiment)
            } catch {
                return .failure(ExperimentProblem("its inputs cannot be used: \(error)"))
            }
        }
    }
}
