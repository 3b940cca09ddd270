// SPDX-License-Identifier: GPL-3.0-or-later

/// A hash over the whole event log: equal logs give equal fingerprints, and in practice only those (SIM-01, SIM-03).
///
/// Each record is a row of words: the number and the event code in one, the time, then every field in the order of
/// `Event.show(to:)`. The turn stays out: it may change when the loop's inner work does. The row's hash is the sum of its
/// words, each times an odd constant of its position (multilinear hashing: Lemire and Kaser, "Strongly universal string
/// hashing is fast", 2014), so one changed word always changes it. It enters two lanes of 64 bits by xor, a rotation and a
/// multiplication with an odd constant (those of xxHash64 and of the golden ratio); each step is a bijection of the lane. At
/// the end the lanes are mixed with MurmurHash3's finaliser. It is no protection against forgery.
public final class Fingerprint: EventObserver {
    private var lanes: FingerprintLanes
    private let isOfService: Bool

    /// Makes the fingerprint of an empty log. `ofService` leaves out the facts of the gateway, the accounts and the
    /// clients and numbers the others by themselves: what a replay gives again (SIM-06).
    public init(ofService: Bool = false) {
        isOfService = ofService
        lanes = FingerprintLanes(renumbers: ofService)
    }

    /// Reads every record.
    public func subscribe(to feed: EventFeed) {
        feed.onEvery { [self] run in
            if !isOfService || run.isReplayed { run.hash(into: &lanes) }
        }
    }

    /// The fingerprint so far, as 32 hexadecimal digits.
    public var hex: String { lanes.hex }
}
