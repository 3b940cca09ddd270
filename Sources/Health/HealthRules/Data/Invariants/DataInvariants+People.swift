// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension DataInvariants {
    /// A request is forwarded once until it is withdrawn (HEALTH-REQ-EXC).
    mutating func forwarded(_ pair: SeenPair) {
        if let state = pairs[pair]?.state, state != .withdrawn { fail("HEALTH-REQ-EXC", pair.party, pair.wearer) }
        pairs[pair, default: SeenRequest()].state = .pending
    }

    mutating func answered(_ pair: SeenPair, _ state: RequestState, from before: [RequestState]) {
        if !(pairs[pair].map { before.contains($0.state) } ?? false) { fail("HEALTH-R8", pair.party, pair.wearer) }
        pairs[pair, default: SeenRequest()].state = state
        compare(pair)
    }

    mutating func opened(_ pair: SeenPair) {
        if pairs[pair]?.hasCollector == true { fail("INV-OneCollectorPerPair", pair.party, pair.wearer) }
        pairs[pair, default: SeenRequest()].hasCollector = true
        compare(pair)
    }

    mutating func closed(_ pair: SeenPair, _ cause: DataEnd) {
        if pairs[pair]?.hasCollector != true { fail("INV-OneCollectorPerPair", pair.party, pair.wearer) }
        if pairs[pair]?.isSubscribed == true { fail("HEALTH-R29", pair.party, pair.wearer) }
        pairs[pair]?.hasCollector = false
        if cause != .accountDeleted { compare(pair) }
    }

    mutating func subscribed(_ pair: SeenPair) {
        if pairs[pair]?.state != .accepted { fail("HEALTH-R9", pair.party, pair.wearer) }
        if pairs[pair]?.isSubscribed == true { fail("HEALTH-R10-GAP", pair.party, pair.wearer) }
        pairs[pair]?.isSubscribed = true
    }

    /// A collector stands if and only if the consent is in force; compared when the turn ends.
    private mutating func compare(_ pair: SeenPair) {
        guard let request = pairs[pair] else { return }
        if (request.state == .accepted) == request.hasCollector {
            unequal.remove(pair)
        } else {
            unequal.insert(pair)
        }
    }
}
