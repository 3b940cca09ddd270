// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import HealthRules

/// What the client keeps of organisations.
final class HealthPart: ClientPart {
    /// The groups that organisations wait for.
    var watched: Set<GroupID> = []
    /// The way of batches past the gateway; nil where phones have another one.
    var line: BatchLine?

    /// Takes what an organisation is told.
    func take(_ notice: PartyNotice) {
        switch notice {
        case .groupFrozen(let group), .groupSubscribed(let group): watched.insert(group)
        case .groupEnded(let group): watched.remove(group)
        default: break
        }
    }

    /// Whether an organisation did not ask for it in the message under way.
    func isNews(_ notice: PartyNotice, whileAsking: Bool) -> Bool {
        switch notice {
        case .answered, .batch, .left, .groupPaused, .groupResumed: true
        case .subscriptionEnded(_, let cause): cause != .stoppedByParty
        case .group(let group, _), .groupSubscribed(let group): watched.contains(group) || !whileAsking
        case .forwarded, .status, .requestRefused, .batches, .denied, .subscribed, .unsubscribeRefused, .groupRefused,
            .groupFrozen, .groupEnded, .groupStopRefused:
            false
        }
    }
}

extension CityClient {
    var healthPart: HealthPart { part(HealthPart.self) }
}
