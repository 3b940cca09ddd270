// SPDX-License-Identifier: GPL-3.0-or-later

/// Runs replications in another way than on threads of this process, such as on other machines.
package protocol ReplicationCrew: Sendable {
    /// How many replications it takes at once.
    var reach: Int { get }

    /// Takes replications and brings back their results until no more are wanted; called once, on a thread of its own.
    func work(for source: ReplicationSource)
}

/// What a crew works for: the experiments of this process.
package struct ReplicationSource: Sendable {
    private let store: LocalStore

    init(_ store: LocalStore) { self.store = store }

    /// Claims at most so many, without waiting.
    ///
    /// - Returns: nil when no more are wanted, now or ever.
    package func claim(most: Int) -> [ReplicationClaim]? { store.claimNow(most: most) }

    /// Whether a claimed one is still wanted; says how much of it is done.
    package func isWanted(_ claim: ReplicationClaim, done share: Double) -> Bool { store.isWanted(claim, done: share) }

    package func put(_ replication: Replication, for claim: ReplicationClaim) { store.put(replication, for: claim) }

    /// Says how many workers there are now, for who watches.
    package func report(workers: Int) { store.report(workers: workers) }

    /// Ends the work, since it cannot go on: why.
    package func fail(_ problem: String) { store.fail(.crew(problem)) }

    /// Ends the work, since replications failed: what happened to each.
    package func fail(replications: [String]) { store.fail(.failed(replications)) }
}
