// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

@Suite("Accounts of organisations with the health service") struct OrganisationTests {
    private static let number = "01234567890"

    @Test(
        "ACCOUNT-TRACK-R16: an organisation registers with its VAT number; a second with the same is refused, as is no Italian one"
    )
    func register() throws {
        let town = try HealthTown()
        #expect(try town.send(.register(HealthTown.organisation(Self.number)), at: 0) == .active(AccountID(1)))
        #expect(town.parties == 1)
        #expect(
            try town.send(.register(HealthTown.organisation("IT 01234567890")), at: 1)
                == .rejected(.duplicateVATNumber, missing: AccountFields([])))
        for (index, number) in ["FR01234567890", "0123456789", "0123456789O"].enumerated() {
            #expect(
                try town.send(.register(HealthTown.organisation(number)), at: Double(index + 2))
                    == .rejected(.badVATNumber, missing: AccountFields([])), "\(number)")
        }
        var form = HealthTown.organisation("11111111111")
        form.details[.vatNumber] = nil
        form.name = " "
        #expect(
            try town.send(.register(form), at: 9)
                == .rejected(.missingField, missing: AccountFields([.name, .vatNumber])))
        #expect(town.parties == 1)
    }

    @Test("ACCOUNT-TRACK-R17, ACCOUNT-TRACK-R33: login takes the VAT number and the password in force only")
    func login() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 0)
        let wrong = LoginForm(username: Self.number, password: "Passw0rd2")
        #expect(try town.send(.login(wrong), at: 1) == .loginRefused(.badCredentials))
        let session = try #require(try town.logIn(Self.number, at: 20))
        #expect(session.role == .thirdParty(ThirdPartyID(1)))
        let change = PasswordChange(current: HealthTown.password, new: "Other1234", newRepeat: "Other1234")
        #expect(try town.send(.changePassword(change), at: 30, as: session) == .passwordChanged)
        #expect(try town.logIn(Self.number, at: 31) == nil)
        #expect(try town.logIn(Self.number, "Other1234", at: 42) != nil)
    }

    @Test("Only the organisation's own session asks a person, and only the person's own session says yes")
    func sessions() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 1)
        _ = try town.send(.register(HealthTown.organisation("11111111111")), at: 2)
        let person = try #require(try town.logIn("mario", at: 3))
        let first = try #require(try town.logIn(Self.number, at: 4))
        let second = try #require(try town.logIn("11111111111", at: 5))
        let party = ThirdPartyID(1)
        let request = DataMessage.person(party, number: HealthTown.person.number, .request)
        let yes = DataMessage.consent(WearerID(1), .answer(party, isYes: true))
        for (index, session) in ([nil, second, person] as [Session?]).enumerated() {
            let answer = try town.send(request, at: Double(index + 6), as: session, from: .visitor(1))
            guard case .refused = answer else {
                Issue.record("session \(index) was taken")
                return
            }
        }
        #expect(town.client.parties.isEmpty)
        _ = try town.send(request, at: 10, as: first)
        #expect(town.client.parties == [.forwarded(WearerID(1))])
        _ = try town.send(yes, at: 11, as: first)
        #expect(town.client.people == [.asked(party)])
        _ = try town.send(yes, at: 12, as: person)
        #expect(town.client.people.last == .stored(party, .accepted))
    }

    @Test("People and organisations keep their numbers and passwords over a restart")
    func restart() throws {
        let store = try HealthTown.memory()
        let town = try HealthTown(accounts: store)
        _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 0)
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 1)
        let again = try HealthTown(accounts: store)
        #expect(try again.logIn(Self.number, at: 0)?.role == .thirdParty(ThirdPartyID(1)))
        #expect(try again.logIn("mario", at: 1)?.role == .wearer(WearerID(1)))
        #expect(again.person(1) == HealthTown.person)
        #expect(try again.send(.register(HealthTown.organisation("11111111111")), at: 2) == .active(AccountID(3)))
        #expect(again.parties == 2)
    }
}
