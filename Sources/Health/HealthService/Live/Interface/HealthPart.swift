// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import HealthRules

/// What the client keeps of organisations, and of phones that send batches.
final class HealthPart: ClientPart {
    /// The groups that organisations wait for.
    var watched: Set<GroupID> = []
    /// The way of batches past the gateway; nil where phones have another one.
    var line: BatchLine?
    /// When each phone's batches would be done with, at the pace that is taken.
    private var paces: [WearerID: CityTime] = [:]

    /// No gateway counts what phones send (AVAIL-03), so this does: a phone that has kept batches sends as many at once as it makes in
    /// minutes, and no more than 20 a second for long. None is lost: who is refused sends it again.
    private static let (interval, burst) = (TimeSpan.milliseconds(50), 200)

    /// Whether a phone may send a batch now.
    func admits(_ wearer: WearerID, at now: CityTime) -> Bool {
        let next = max(paces[wearer] ?? now, now)
        guard next - now < Self.interval * Self.burst else { return false }
        paces[wearer] = next + Self.interval
        return true
    }

    func left(_ person: Role) {
        if person.name == .wearer { paces[WearerID(person.number)] = nil }
    }

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
