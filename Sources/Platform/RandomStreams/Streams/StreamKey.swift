// SPDX-License-Identifier: GPL-3.0-or-later

/// What all random streams of one run share: the scenario's seed and the number of the replication.
///
/// All 64 bits of both count, 0 included: no two keys are the same by design.
package struct StreamKey: Sendable, Hashable, Codable {
    package let seed: UInt64
    /// The number of the run among its repeats with other random numbers.
    package let replication: UInt64

    /// Makes the key of one run.
    package init(seed: UInt64, replication: UInt64 = 0) {
        self.seed = seed
        self.replication = replication
    }
}
