// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An organiser of another service, which is a third party here.
struct GuestOrganiser: Sendable {
    /// The number in the other service.
    let number: Int32
    let party: ThirdPartyID
}

/// The consents of people to organisers of another service of the city (RACE-JOIN-CONSENT, DEC-RACE-CONSENT).
///
/// An organiser is registered as third party when it first asks. A person needs no account here: whoever runs may wear no device, and
/// one without a device has nothing that the organiser could read. So the person is known by the number in the other service, and what is
/// kept is where each request stands.
extension DataRules {
    /// Which organiser of the other service an organisation is, by the number there; nil for any other organisation.
    public func organiser(of party: ThirdPartyID) -> Int32? {
        organisers.isEmpty ? nil : organisers.first { $0.party == party }?.number
    }

    /// Which third party an organiser of the other service is here; nil for one that never asked.
    public func party(ofOrganiser organiser: Int32) -> ThirdPartyID? {
        organisers.first { $0.number == organiser }?.party
    }

    mutating func take(
        _ word: ConsentWord, of person: Int32, to organiser: Int32, _ out: inout [DataDirective]
    ) {
        let guest = WearerID.guest(person)
        switch word {
        case .ask: request(register(organiser, &out), guest, &out)
        case .yes: take(guest, .answer(party(ofOrganiser: organiser) ?? ThirdPartyID(0), isYes: true), &out)
        case .withdraw: take(guest, .withdraw(party(ofOrganiser: organiser) ?? ThirdPartyID(0)), &out)
        case .left: guestLeft(guest, &out)
        }
    }

    private mutating func register(_ organiser: Int32, _ out: inout [DataDirective]) -> ThirdPartyID {
        if let party = party(ofOrganiser: organiser) { return party }
        out += addParty()
        organisers.append(GuestOrganiser(number: organiser, party: ThirdPartyID(parties)))
        return ThirdPartyID(parties)
    }

    private mutating func guestLeft(_ guest: WearerID, _ out: inout [DataDirective]) {
        let pairs = consents.pairs(of: guest)
        guard !pairs.isEmpty else { return }
        for pair in pairs {
            if pair.state == .accepted {
                out.append(.note(.collectorClosed(party: pair.party, wearer: guest, cause: .accountDeleted)))
            }
            out.append(.tell(pair.party, .left(guest)))
        }
        forgetConsents(of: guest)
        out.append(.note(.personLeft(wearer: guest)))
    }
}
