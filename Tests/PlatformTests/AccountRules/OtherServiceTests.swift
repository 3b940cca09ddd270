// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

extension RoleName {
    fileprivate static let member = RoleName(10, "member")
    fileprivate static let librarian = RoleName(11, "librarian")
}

extension AccountField {
    fileprivate static let card = AccountField(20, "card")
}

extension RoleFault {
    fileprivate static let cardTaken = RoleFault(
        RegistrationRefusal(20, "cardTaken"), ProfileRefusal(20, "cardTaken"))
    fileprivate static let cardLost = RoleFault(RegistrationRefusal(21, "cardLost"), ProfileRefusal(21, "cardLost"))
}

/// A service that is no taxi: its members must give a phone number, and no two have the same card, which ends after a day.
private struct LibraryRoles: RoleRules {
    var types: [RoleName] { [.member, .librarian] }
    var providerType: RoleName { .librarian }
    func providerRefusal(of type: RoleName) -> LoginRefusal? { nil }
    func required(of type: RoleName) -> AccountFields { AccountFields([.phone]) }

    func details(of type: RoleName) -> [DetailField] {
        type == .member ? [DetailField(.card, shared: .cardTaken)] : []
    }

    func fault(in new: AccountDetails, over old: AccountDetails, at now: CityTime) -> RoleFault? {
        new.text(.card) == "lost" ? .cardLost : nil
    }

    func confirmed(_ account: Account, at now: CityTime) -> [AccountDirective] {
        [.wake(.serviceEnd, account.id, at: now + .hours(24))]
    }

    func changed(_ account: inout Account, from old: Account, at now: CityTime) -> [AccountDirective] {
        account.name = "Reader"
        return [.permit(account.role, isValid: true)]
    }

    func due(_ timer: AccountTimer, _ account: Account, at now: CityTime) -> [AccountDirective] {
        [.permit(account.role, isValid: false)]
    }
}

@Suite("Accounts of another service")
struct OtherServiceTests {
    private func city() -> AccountCity {
        var city = AccountCity()
        city.rules = AccountRules(roles: LibraryRoles(), hash: CountedHash(), tokens: SeededTokens(seed: 1))
        return city
    }

    private func form(_ name: String, card: String?) -> RegistrationForm {
        RegistrationForm.passenger(name, "\(name)@b.it").with {
            $0.type = .member
            $0.phone = "02 1"
            $0.details[.card] = card.map { .text($0) }
        }
    }

    @Test("Its rules on forms hold, and no other service's")
    func forms() throws {
        var city = city()
        let missing = form("alice1", card: "C1").with { $0.phone = nil }
        #expect(city.send(.epoch, .register(missing)) == .rejected(.missingField, missing: AccountFields([.phone])))
        #expect(
            city.send(.epoch, .register(form("alice1", card: "lost")))
                == .rejected(RoleFault.cardLost.registration, missing: AccountFields([])))
        let alice = city.settle(.epoch, form("alice1", card: "C1"))
        #expect(
            city.send(.epoch, .register(form("bob1", card: "C1")))
                == .rejected(RoleFault.cardTaken.registration, missing: AccountFields([])))
        // The other type of account has no card, and is what the identity provider opens.
        city.settle(.epoch, form("bob1", card: "C1").with { $0.type = .librarian })
        #expect(city.shelf.accounts.map { $0.details.entries.count } == [1, 0])
        city.send(.epoch, .providerRegister(consent: true))
        let carla = ProviderIdentity(email: "c@b.it", name: "Carla", surname: "Neri", username: "carla1")
        #expect(city.identify(.epoch, as: carla) == .active(AccountID(3)))
        #expect(try city.account(AccountID(3)).type == .librarian && city.account(alice).type == .member)
    }

    @Test("Nobody opens an account of a type that the service has not, by a form or through the provider")
    func types() {
        var city = city()
        let unknown = RegistrationRefusal.unknownType
        for type in [RoleName.driver, .visitor] {
            let form = form("alice1", card: nil).with { $0.type = type }
            #expect(city.send(.epoch, .register(form)) == .rejected(unknown, missing: AccountFields([])))
        }
        #expect(city.shelf.accounts.isEmpty && city.mails.isEmpty)
    }

    @Test("What it plans comes due, and what it adds to an edit is stored")
    func times() throws {
        var city = city()
        let alice = city.settle(.epoch, form("alice1", card: "C1"))
        city.run(until: at(25))
        #expect(city.port.reported == ["licence 1 false"])
        let session = try city.logIn(at(26))
        city.edit(at(26), as: session) { $0.details[.card] = .text("C2") }
        #expect(try city.account(alice).details.text(.card) == "C2" && city.account(alice).name == "Reader")
        #expect(city.port.reported.last == "licence 1 true")
    }
}
