// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

/// People and organisers of another service of the city.
struct GuestTests {
    private static let guest = WearerID.guest(5)
    /// After the one organisation of the town.
    private static let party = ThirdPartyID(2)

    private static func town() -> DataTown {
        var town = DataTown()
        town.register(5)
        return town
    }

    @Test(
        "HEALTH-R8: an organiser's question, the answer and its withdrawal are kept and told as those of others, apart from the wearer of that number"
    )
    func answers() {
        var town = Self.town()
        town.send(.guest(5, organiser: 9, .yes))
        #expect(town.events.last == .answerRefused(wearer: Self.guest, party: ThirdPartyID(0), reason: .notAsked))
        town.send(.guest(5, organiser: 9, .ask))
        #expect(town.rules.partyCount == 2 && town.rules.party(ofOrganiser: 9) == Self.party)
        #expect(town.rules.organiser(of: Self.party) == 9 && town.rules.organiser(of: ThirdPartyID(1)) == nil)
        #expect(town.sent[Self.party] == [.forwarded(Self.guest)])
        town.send(.guest(5, organiser: 9, .yes))
        #expect(town.rules.consents.isGiven(by: Self.guest, to: Self.party))
        #expect(town.rules.consents.pairs(of: WearerID(5)).isEmpty)
        town.send(.guest(5, organiser: 9, .ask))
        #expect(town.sent[Self.party]?.last == .status(Self.guest, .accepted))
        town.send(.guest(5, organiser: 9, .withdraw))
        #expect(town.rules.consents.pair(Self.guest, Self.party)?.state == .withdrawn)
        #expect(town.sent[Self.party]?.last == .answered(Self.guest, .withdrawn))
        // Other organisers are other organisations.
        town.send(.guest(5, organiser: 3, .ask))
        #expect(town.rules.partyCount == 3 && town.violations.isEmpty)
    }

    @Test("HEALTH-R9: with all consents nothing can be read of somebody without a device; who has left is forgotten")
    func left() {
        var town = Self.town()
        town.send(.guest(5, organiser: 9, .ask))
        town.send(.guest(5, organiser: 9, .yes))
        town.send(.read(from: .epoch, to: .never), about: 5, by: 2)
        town.send(.subscribe, about: 5, by: 2)
        town.send(.consent(Self.guest, .stopSubscription(Self.party)))
        #expect(town.events.count { $0.name == "accessDenied" } == 2)
        #expect(town.events.last?.name == "unsubscribeRefused")
        town.send(.guest(5, organiser: 9, .left))
        #expect(
            town.events.suffix(2) == [
                .collectorClosed(party: Self.party, wearer: Self.guest, cause: .accountDeleted),
                .personLeft(wearer: Self.guest),
            ])
        #expect(town.rules.consents.pairs(of: Self.guest).isEmpty)
        town.send(.guest(5, organiser: 9, .left))
        #expect(town.events.count { $0.name == "personLeft" } == 1 && town.violations.isEmpty)
        // The wearer with that number is still here.
        town.send(.request, about: 5)
        #expect(town.events.last == .requestForwarded(party: ThirdPartyID(1), wearer: WearerID(5)))
    }
}
