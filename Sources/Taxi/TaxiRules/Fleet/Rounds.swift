// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Where a request that stays open is in its rounds of offers (DEC-RESV-RETRY).
struct Rounds: Sendable, Equatable {
    /// The request.
    let request: RequestID
    /// Pause between a failed round and the next.
    let pause: TimeSpan
    /// When the next round begins; nil while one goes on.
    var pausedUntil: CityTime?
    /// How the last round failed; nil once a driver was asked again.
    var failure: RoundFailure?
    /// How often a driver was asked again.
    var retries: Int32 = 0
}
