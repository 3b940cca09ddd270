// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySimulation

/// Where workers take replications from and leave their results: threads of this process, or with a database behind it
/// those of many machines.
///
/// A replication is determined by its experiment and its number, so it does not matter who runs it, when, or how often.
package protocol ReplicationStore: AnyObject, Sendable {
    /// Why the store cannot be used; `Never` where that cannot be.
    associatedtype Failure: Error

    /// The next replication that is wanted and that nobody has; waits while there may yet be one. What is left is counted,
    /// never listed, so that there may be any number of them.
    ///
    /// - Returns: nil when no more are wanted.
    /// - Throws: when the store cannot be reached.
    func claim() throws(Failure) -> ReplicationClaim?

    /// Called now and then with how far a claimed one is, which is a sign of life too.
    ///
    /// - Returns: false when it is not wanted any more.
    func isWanted(_ claim: ReplicationClaim, done share: Double) -> Bool

    /// Keeps a result for good before it returns. Of several for one replication the first one counts.
    ///
    /// - Throws: when it cannot be kept.
    func put(_ replication: Replication, for claim: ReplicationClaim) throws(Failure)

    /// Takes back what gave no result: stopped, or failed.
    func giveBack(_ claim: ReplicationClaim, because error: SimulationError)
}

/// A replication that one worker has to itself.
package struct ReplicationClaim: Sendable {
    package let experiment: Replications
    /// Which replication of it, from 0.
    package let number: Int
    /// The store's own number for this claim.
    package let ticket: Int
    /// The store's own number for the experiment: equal ones belong together.
    package let group: Int

    /// Hands out a replication.
    package init(_ experiment: Replications, number: Int, ticket: Int, group: Int = 0) {
        self.experiment = experiment
        self.number = number
        self.ticket = ticket
        self.group = group
    }
}

extension ReplicationStore {
    /// The whole of a worker: claims, runs and puts until nothing is left.
    ///
    /// - Parameter run: what runs a replication; it asks now and then whether that is still wanted, with the share done.
    /// - Throws: what the store throws.
    package func work(
        running run: (ReplicationClaim, @escaping (Double) -> Bool) -> Result<Replication, SimulationError> = {
            $0.run(isWanted: $1)
        }
    ) throws(Failure) {
        while let claim = try claim() {
            switch run(claim, { self.isWanted(claim, done: $0) }) {
            case .success(let replication): try put(replication, for: claim)
            case .failure(let error): giveBack(claim, because: error)
            }
        }
    }
}

extension ReplicationClaim {
    /// Runs it on the calling thread.
    ///
    /// - Parameter isWanted: called now and then with the share done; false stops.
    package func run(isWanted: @escaping (Double) -> Bool) -> Result<Replication, SimulationError> {
        Result { () throws(SimulationError) in try experiment.run(number, isWanted: isWanted) }
    }
}
