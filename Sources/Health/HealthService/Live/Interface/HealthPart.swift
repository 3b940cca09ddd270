// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import HealthRules

/// What the client keeps of people who wear a device and of organisations.
final class HealthPart: ClientPart {
    /// Who asked for the data of people who are logged in here.
    let wearers = NewsBoxes<WearerID, ThirdPartyID>()
    /// What organisations that are logged in here were told beside answers, and the groups that they wait for.
    let parties = NewsBoxes<ThirdPartyID, PartyNotice>()
    var watched: Set<GroupID> = []

    func began(_ session: Session, at client: CityClient) {
        switch session.role.name {
        case .wearer: wearers.open(for: WearerID(session.role.number))
        case .thirdParty: parties.open(for: ThirdPartyID(session.role.number))
        default: break
        }
    }

    func left(_ person: Role) {
        switch person.name {
        case .wearer: wearers.remove(WearerID(person.number))
        case .thirdParty: parties.remove(ThirdPartyID(person.number))
        default: break
        }
    }

    func close() {
        wearers.close()
        parties.close()
    }

    /// Takes what an organisation is told; `whileAsking` when a message of its own is under way.
    func take(_ notice: PartyNotice, _ party: ThirdPartyID, whileAsking: Bool) {
        if isNews(notice, whileAsking: whileAsking) { parties.put(notice, for: party) }
        switch notice {
        case .groupFrozen(let group), .groupSubscribed(let group): watched.insert(group)
        case .groupEnded(let group): watched.remove(group)
        default: break
        }
    }

    /// Whether an organisation did not ask for it in the message under way.
    private func isNews(_ notice: PartyNotice, whileAsking: Bool) -> Bool {
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
