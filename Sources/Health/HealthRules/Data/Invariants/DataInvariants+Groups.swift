// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension DataInvariants {
    mutating func look(atGroup event: DataEvent) {
        switch event {
        case .groupAnswered(let id, let members, _):
            approved(id, members)
            if groups[id]?.isSubscription == true { fail("HEALTH-R4", groups[id]?.party, nil, id) }
            groups[id]?.phase = .over
        case .groupRefused(let id, let reason):
            if reason == .tooFew { small(id) }
            groups[id]?.phase = .over
        case .groupFrozen(let id):
            small(id)
            groups[id]?.phase = .frozen
        case .groupSubscribed(let id):
            approved(id, nil)
            check(groups[id]?.phase == .asked || groups[id]?.phase == .frozen, "HEALTH-GROUP-EXC", id)
            groups[id]?.phase = .running
        case .groupDelivered(let id, let from, let to, let members, _):
            approved(id, members)
            check(groups[id]?.phase == .running, "HEALTH-GROUP-SUB", id)
            check(from < to && (groups[id]?.until ?? from) <= from, "HEALTH-GROUP-SUB", id)
            groups[id]?.until = to
        case .groupValue(let id, _, _, let contributors, let mean, let low, let high):
            // The number is rounded down.
            let least = smallestGroup - smallestGroup % 100
            check(Int(contributors) >= least && contributors % 100 == 0, "HEALTH-R6", id)
            check(low <= high && low <= max(mean, high), "HEALTH-R6", id)
        case .groupSubscriptionPaused(let id):
            small(id)
            check(groups[id]?.phase == .running, "HEALTH-GROUP-SUB", id)
            groups[id]?.phase = .paused
        case .groupSubscriptionResumed(let id):
            approved(id, nil)
            check(groups[id]?.phase == .paused, "HEALTH-GROUP-SUB", id)
            groups[id]?.phase = .running
        case .groupSubscriptionEnded(let id):
            check(groups[id]?.isWatched ?? false, "HEALTH-R28", id)
            groups[id]?.phase = .over
        case .personKnown, .personLeft, .partyRegistered, .requestForwarded, .requestStatus, .requestRefused,
            .consentGiven,
            .consentRefused, .consentWithdrawn, .answerRefused, .thirdPartyNotified, .collectorOpened, .collectorClosed,
            .accessDenied, .dataRead, .subscriptionOpened, .subscriptionEnded, .unsubscribeRefused, .dataDelivered,
            .groupAsked, .groupStopRefused:
            break
        }
    }

    /// Something is given of a group, which must be as large as it is told (INV-AnonApprovedIffSize, INV-GroupExact).
    private mutating func approved(_ id: GroupID, _ members: Int32?) {
        guard let group = groups[id] else { return check(false, "HEALTH-R4", id) }
        let count = count(group)
        check(count >= smallestGroup, "INV-AnonApprovedIffSize", id)
        if let members { check(Int(members) == count - count % 100, "INV-GroupExact", id) }
    }

    /// Nothing is given of a group for want of members.
    private mutating func small(_ id: GroupID) {
        check(groups[id].map { count($0) < smallestGroup } ?? false, "INV-AnonApprovedIffSize", id)
    }
}
