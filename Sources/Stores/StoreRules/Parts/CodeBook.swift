// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a store knows of the codes of its passes (STORE-R10). One code lets one person in once.
struct CodeBook: Sendable {
    /// What a code stands for.
    enum Meaning: Hashable, Sendable {
        case open(PassID)
        /// The pass has ended: what a scan is told from now on.
        case ended(PassID, EntryRefusal)
    }

    private var meanings: [EntryCode: Meaning] = [:]
    /// Codes of ended passes by time, to forget them.
    private var ended: [(time: CityTime, code: EntryCode)] = []
    private var forgotten = 0

    subscript(code: EntryCode) -> Meaning? { meanings[code] }

    mutating func open(_ code: EntryCode, _ pass: PassID) { meanings[code] = .open(pass) }

    /// Takes back a code that was never told to anybody.
    mutating func withdraw(_ code: EntryCode) { meanings[code] = nil }

    mutating func end(_ code: EntryCode, _ pass: PassID, _ refusal: EntryRefusal, at now: CityTime, memory: TimeSpan) {
        meanings[code] = .ended(pass, refusal)
        ended.append((now, code))
        while ended[forgotten].time < now - memory {
            meanings[ended[forgotten].code] = nil
            forgotten += 1
        }
        if forgotten > 64, forgotten > ended.count / 2 {
            ended.removeFirst(forgotten)
            forgotten = 0
        }
    }
}
